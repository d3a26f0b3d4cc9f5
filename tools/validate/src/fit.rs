//! The constants that rows imply: a small search, the same every time.

use std::collections::BTreeMap;

use amdahl_explorer::model::training::{Constants, Stack, step};
use amdahl_explorer::model::transformer::FlopConvention;

use crate::sources::Published;

/// Where every search starts: what is known of each constant without any row. One that no row
/// depends on stays here, which is the prior of a source left out that alone tells of it.
///
/// - `achieved_…`: the best matrix products measured (stas00/ml-engineering: 271 of 312, 794.5 of
///   989, 1745 of 2250 TFLOP/s), in FP8 three quarters of that share for casts and scales.
/// - `triton_a100`: the first FlashAttention has "25-40 %" of an A100's peak by the abstract of
///   FlashAttention-2 (arXiv 2307.08691); `triton_h100` is that kernel, not written for H100, sped up
///   as memory is: 0.325 × (3.35 / 2.0) / (989 / 312).
/// - `fused_h100`: FlashAttention-2 has 35 % of an H100's peak (abstract of FlashAttention-3,
///   arXiv 2407.08608), which causal masks, backward and FlashAttention-3 (75 %) pull both ways.
/// - `half_width`: the width of one attention head, as a tile of a product is that wide.
/// - `traffic`: 34 bytes a value are kept for backward (Korthikanti et al.), each written and read
///   twice over, and as much again for gradients.
/// - `…_share`, `…_overlap`: half.
/// - `fixed_ms`: none.
pub const START: Constants = Constants {
    achieved_a100: 0.87,
    achieved_h100: 0.80,
    achieved_fp8: 0.60,
    achieved_blackwell: 0.58,
    triton_a100: 0.325,
    triton_h100: 0.17,
    fused_h100: 0.36,
    half_width: 120.0,
    traffic: 270.0,
    roce_share: 0.5,
    network_share: 0.5,
    data_overlap: 0.5,
    tensor_overlap: 0.5,
    fixed_ms: 0.0,
};

/// One constant of the search.
struct Knob {
    field: fn(&mut Constants) -> &mut f64,
    /// What it moves by; constants are whole multiples of it beyond [`START`].
    step: f64,
    range: [f64; 2],
}

const KNOBS: [Knob; 14] = [
    knob(|c| &mut c.achieved_a100, 0.01, [0.2, 1.0]),
    knob(|c| &mut c.achieved_h100, 0.01, [0.2, 1.0]),
    knob(|c| &mut c.achieved_fp8, 0.01, [0.2, 1.0]),
    knob(|c| &mut c.achieved_blackwell, 0.01, [0.2, 1.0]),
    knob(|c| &mut c.triton_a100, 0.01, [0.02, 0.8]),
    knob(|c| &mut c.triton_h100, 0.005, [0.02, 0.8]),
    knob(|c| &mut c.fused_h100, 0.02, [0.1, 0.8]),
    knob(|c| &mut c.half_width, 20.0, [0.0, 600.0]),
    knob(|c| &mut c.traffic, 10.0, [40.0, 400.0]),
    knob(|c| &mut c.roce_share, 0.05, [0.3, 0.95]),
    knob(|c| &mut c.network_share, 0.05, [0.3, 0.95]),
    knob(|c| &mut c.data_overlap, 0.05, [0.0, 1.0]),
    knob(|c| &mut c.tensor_overlap, 0.05, [0.0, 1.0]),
    knob(|c| &mut c.fixed_ms, 10.0, [0.0, 200.0]),
];

const fn knob(field: fn(&mut Constants) -> &mut f64, step: f64, range: [f64; 2]) -> Knob {
    Knob { field, step, range }
}

impl Knob {
    /// The constants with this one moved, if that is in range.
    fn moved(&self, constants: &Constants, steps: f64) -> Option<Constants> {
        let mut moved = *constants;
        let value = (self.field)(&mut moved);
        // Ten thousandths, so that sums of steps are the numbers they print as.
        *value = ((*value + steps * self.step) * 1e4).round() / 1e4;
        let in_range = self.range[0] <= *value && *value <= self.range[1];
        in_range.then_some(moved)
    }
}

/// MFU of a row as published and as modeled by constants: per cent of peak.
pub(crate) fn utilization(row: &Published, constants: &Constants) -> [f64; 2] {
    let found = step(&constants.apply(row.stack, &row.plan));
    let modeled = 100.0 * found.mfu(FlopConvention::Causal);
    [modeled * found.total() / row.seconds, modeled]
}

/// Weight of a per cent of relative efficiency against a point of MFU: small, because a series is
/// made of rows that already count.
const SERIES_WEIGHT: f64 = 0.1;

/// What is made small: the mean error of each source and kind of machine, averaged over these, so
/// that two hundred rows of one source do not outvote eight of another; and a tenth of the mean
/// error of relative efficiency at the end of each strong series.
fn cost(rows: &[&Published], constants: &Constants) -> f64 {
    let mut groups: BTreeMap<(&str, u64), Mean> = BTreeMap::new();
    let mut series: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
    for row in rows {
        let [published, modeled] = utilization(row, constants);
        let peak = row.plan.machine.peak.get().to_bits();
        let group = groups.entry((row.source.id, peak)).or_default();
        group.add((modeled - published).abs());
        if let Some(of) = row.series.as_ref().filter(|series| series.strong) {
            // The ratio at the first row, and at the last that is seen.
            let ratio = modeled / published;
            series.entry(&of.name).or_insert([ratio, ratio])[1] = ratio;
        }
    }
    let mut points = Mean::default();
    for group in groups.values() {
        points.add(group.get());
    }
    let mut per_cent = Mean::default();
    for [first, last] in series.values() {
        per_cent.add(100.0 * (last / first - 1.0).abs());
    }
    points.get() + SERIES_WEIGHT * per_cent.get()
}

/// A mean under way.
#[derive(Default)]
struct Mean {
    sum: f64,
    n: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.n += 1.0;
    }

    fn get(&self) -> f64 {
        self.sum / self.n.max(1.0)
    }
}

/// Constants for these rows: the best of a dozen searches, which start from [`START`] with other
/// guesses of what has most to say about scaling, since a slow network that is hidden well looks
/// much like a fast one.
///
/// Deterministic, and a local minimum as all of its kind. Without a row on Blackwell its share is
/// that of FP8 on H100 times the ratio of the best matrix products measured on both.
pub fn fit(rows: &[&Published]) -> Constants {
    let mut best = (START, f64::INFINITY);
    for network_share in [0.5, 0.7, 0.9] {
        for data_overlap in [0.5, 0.8] {
            for fixed_ms in [0.0, 40.0] {
                let found = descend(
                    rows,
                    Constants {
                        network_share,
                        data_overlap,
                        fixed_ms,
                        ..START
                    },
                );
                if found.1 < best.1 {
                    best = found;
                }
            }
        }
    }
    let mut constants = best.0;
    let blackwell = |row: &&Published| row.stack == Stack::MegatronBlackwell;
    if !rows.iter().any(blackwell) {
        let ratio = (1745.0 / 2250.0) / (794.5 / 989.0);
        constants.achieved_blackwell = ratio * constants.achieved_fp8;
    }
    constants
}

/// One constant after the other, in wide and then in single steps, as long as that makes the cost
/// smaller.
fn descend(rows: &[&Published], start: Constants) -> (Constants, f64) {
    let mut best = start;
    let mut least = cost(rows, &best);
    for stride in [4.0, 2.0, 1.0] {
        for _ in 0..50 {
            let before = least;
            for knob in &KNOBS {
                for steps in [stride, -stride] {
                    while let Some(moved) = knob.moved(&best, steps) {
                        let found = cost(rows, &moved);
                        if found >= least - 1e-9 {
                            break;
                        }
                        (best, least) = (moved, found);
                    }
                }
            }
            if before - least < 1e-9 {
                break;
            }
        }
    }
    (best, least)
}
