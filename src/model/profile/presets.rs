//! Published breakdowns of a step.

use super::{Gigaflops, Kind, Known, Megabytes, Name, Stage, StageTime, Stages};
use crate::model::hardware::{A100, Gpu, H100};

/// A published breakdown.
#[derive(Debug)]
pub struct Preset {
    /// Its word in links: a letter first.
    pub id: &'static str,
    /// Where it was published; empty where it is nobody's measurement.
    pub source: &'static str,
    /// The GPU it was measured on, if the page has a roof for it.
    pub gpu: Option<&'static Gpu>,
    parts: &'static [Part],
}

/// A stage of a preset: name, milliseconds, kind, and GFLOP with MB where they are known.
type Part = (Known, f64, Kind, Option<(f64, f64)>);

impl Preset {
    /// Its stages, untouched.
    pub fn stages(&self) -> Stages {
        let stage = |(name, ms, kind, work): &Part| Stage {
            flops: work.and_then(|(flops, _)| Gigaflops::new(flops)),
            bytes: work.and_then(|(_, bytes)| Megabytes::new(bytes)),
            ..Stage::new(Name::Known(*name), StageTime::saturating(*ms), *kind)
        };
        Stages(self.parts.iter().map(stage).collect())
    }

    /// The preset whose stages these are, as long as nothing differs.
    pub fn of(stages: &Stages) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.stages() == *stages)
    }
}

/// Where the two `ResNet` presets come from.
const KINETO: &str = "pytorch/kineto, tb_plugin/samples (be239c04)";
/// Where the two traces come from.
const HTA: &str = "facebookresearch/HolisticTraceAnalysis 0.5.0, tests/data";
/// Where the two presets of a layer come from.
const KORTHIKANTI: &str = "Korthikanti et al. 2022, arXiv 2205.05198, Table 4";

/// All presets; the first is the default.
///
/// - `resnet0`, `resnet4`: means of six steps of ResNet-50 on V100 with 0 and 4 loader workers
///   (`kineto_dataloader_sample.csv`), each moment counted once, by the TensorBoard plugin's order:
///   kernel, copy, runtime, loader, CPU, other. All kernels count as compute-bound.
/// - `article`: the article's GPU of 1 ms behind a loader of 10 ms; nobody's measurement.
/// - `ddp`, `trace`: sums over two sample traces (`hta_oracle.csv`, last step left out): DDP on two
///   A100, and rank 0 of a larger job. What is neither computing nor idle is exposed communication
///   and copies; HTA does not tell them apart.
/// - `layer`: a transformer layer of the 22B model, t = 8, micro-batch 4, all activations computed
///   again: 27.2 ms, of them 19.5 − 11.9 ms the second forward pass. That is arithmetic, but not
///   the model's own work, hence [`Kind::Other`].
/// - `selective`: the same with only the attention core computed again, 13.2 − 11.9 ms. FLOPs of
///   the forward pass by the paper's count, 24 b s h² (1 + s/6h) / t; backward twice that; core
///   4 b s² h / t. Bytes are our own count and the least there can be. Passes: the activations that
///   are kept, b s h (10 + 24/t + 5as/ht), written and read once, and 24 h²/t of weights; backward
///   twice that. Core: 13 bytes for each of a b s² / t scores, operators unfused.
/// - `gpt3`: GPT-3 175B on 512 H100 in the MLPerf Training v3.1 logs, as in
///   [`FixedTime::DEFAULT`](crate::model::step::FixedTime::DEFAULT): 128 micro-batches of 84.33 ms
///   and a fixed rest of 259 ms, which mixes pipeline bubble, optimizer and exposed communication.
pub static PRESETS: [Preset; 8] = {
    use Kind::{Communication, Compute, DataIo, LaunchIdle, Memory, Other};
    [
        Preset {
            id: "resnet0",
            source: KINETO,
            gpu: None,
            parts: &[
                (Known::Load, 59.262, DataIo, None),
                (Known::Copies, 2.0033, DataIo, None),
                (Known::Launch, 2.7975, LaunchIdle, None),
                (Known::Kernels, 95.937, Compute, None),
                (Known::Host, 13.674, LaunchIdle, None),
                (Known::Other, 1.1557, Other, None),
            ],
        },
        Preset {
            id: "resnet4",
            source: KINETO,
            gpu: None,
            parts: &[
                (Known::Load, 1.1862, DataIo, None),
                (Known::Copies, 3.257, DataIo, None),
                (Known::Launch, 10.462, LaunchIdle, None),
                (Known::Kernels, 97.873, Compute, None),
                (Known::Host, 22.664, LaunchIdle, None),
                (Known::Other, 4.2507, Other, None),
            ],
        },
        Preset {
            id: "article",
            source: "",
            gpu: None,
            parts: &[
                (Known::LoadAndCopy, 10.0, DataIo, None),
                (Known::Compute, 1.0, Compute, None),
            ],
        },
        Preset {
            id: "ddp",
            source: HTA,
            gpu: Some(&A100),
            parts: &[
                (Known::Compute, 75.169, Compute, None),
                (Known::CommunicationAndCopies, 21.636, Communication, None),
                (Known::Idle, 338.78, LaunchIdle, None),
            ],
        },
        Preset {
            id: "trace",
            source: HTA,
            gpu: None,
            parts: &[
                (Known::Compute, 106.25, Compute, None),
                (Known::CommunicationAndCopies, 172.43, Communication, None),
                (Known::Idle, 321.38, LaunchIdle, None),
            ],
        },
        Preset {
            id: "layer",
            source: KORTHIKANTI,
            gpu: Some(&A100),
            parts: &[
                (Known::Forward, 7.7, Compute, None),
                (Known::Recompute, 7.6, Other, None),
                (Known::Backward, 11.9, Compute, None),
            ],
        },
        Preset {
            id: "selective",
            source: KORTHIKANTI,
            gpu: Some(&A100),
            parts: &[
                (Known::Forward, 7.7, Compute, Some((979.3, 2764.0))),
                (Known::Attention, 1.3, Memory, Some((51.54, 1745.0))),
                (Known::Backward, 11.9, Compute, Some((1959.0, 5527.0))),
            ],
        },
        Preset {
            id: "gpt3",
            source: "MLPerf Training v3.1, NVIDIA logs of GPT-3 175B",
            gpu: Some(&H100),
            parts: &[
                (Known::Microbatches, 10_795.0, Compute, None),
                (Known::Fixed, 259.0, Other, None),
            ],
        },
    ]
};

#[cfg(test)]
mod tests {
    use super::super::{Bound, Cut, CutFactor, Roof};
    use super::*;
    use crate::model::law::Limit;

    fn preset(id: &str) -> &'static Preset {
        PRESETS.iter().find(|preset| preset.id == id).unwrap()
    }

    #[track_caller]
    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!(
            (value / expected - 1.0).abs() < tolerance,
            "{value} is not {expected}"
        );
    }

    fn value(limit: Limit) -> f64 {
        match limit {
            Limit::At(value) => value,
            Limit::Unbounded => f64::INFINITY,
        }
    }

    #[test]
    fn each_preset_is_found_again_until_something_differs() {
        for preset in &PRESETS {
            assert!(preset.id.starts_with(|c: char| c.is_ascii_lowercase()));
            let mut stages = preset.stages();
            assert_eq!(Preset::of(&stages).unwrap().id, preset.id);
            stages.edit(0, |stage| stage.cut = Cut::Gone);
            assert!(Preset::of(&stages).is_none());
        }
    }

    #[test]
    fn steps_are_as_long_as_they_were_measured() {
        for (id, total) in [
            ("resnet0", 174.829),
            ("resnet4", 139.692),
            ("article", 11.0),
            ("ddp", 435.586),
            ("trace", 600.058),
            ("layer", 27.2),
            ("selective", 20.9),
            ("gpt3", 11_053.9),
        ] {
            near(preset(id).stages().total(), total, 2e-5);
        }
    }

    #[test]
    fn what_the_model_says_a_cut_buys_was_measured() {
        // Without loading, 115.6 ms; four workers gave 126.5 ms in the median.
        let s = preset("resnet0").stages();
        assert_eq!(s.thickest(), Some(0));
        near(s.total() / value(s.ceiling(0)), 115.567, 1e-5);
        // Computing again only the attention core: Table 4 says 20.9 ms.
        let mut s = preset("layer").stages();
        s.edit(1, |stage| {
            stage.cut = Cut::By(CutFactor::new(7.6 / 1.3).unwrap());
        });
        near(s.total_left(), 20.9, 1e-4);
        // Recomputing costs 39 % (Table 4), so leaving it out makes the layer 1.39 times as fast.
        near(value(s.ceiling(1)), 1.388, 1e-3);
        // Eight times the GPUs at the same batch: 1.6084 s, 6.87 times as fast.
        let mut s = preset("gpt3").stages();
        s.edit(0, |stage| stage.cut = Cut::By(CutFactor::new(8.0).unwrap()));
        near(s.total_left(), 1608.4, 1e-4);
        near(value(s.joint()), 6.8726, 1e-4);
        near(value(s.ceiling(0)), 42.68, 1e-4);
        // The article's loader: 11 ms, and a GPU however fast gains 1.1 at the most.
        let s = preset("article").stages();
        near(value(s.ceiling(1)), 1.1, 1e-12);
        near(value(s.ceiling(0)), 11.0, 1e-12);
    }

    #[test]
    fn work_follows_from_the_shape_of_the_layer() {
        let (heads, batch, length, width, split) = (64.0, 4.0, 2048.0, 6144.0, 8.0);
        let tokens = batch * length;
        let square = 24.0 * width * width / split;
        let forward = square * tokens * (1.0 + length / (6.0 * width)) / 1e9;
        let scores = heads * tokens * length / split;
        let kept = tokens * width * (10.0 + 24.0 / split) + 5.0 * scores;
        let traffic = (2.0 * kept + square) / 1e6;
        let core = [
            4.0 * tokens * length * width / split / 1e9,
            13.0 * scores / 1e6,
        ];
        let stages = preset("selective").stages();
        let work = |i: usize| {
            let stage = &stages.list()[i];
            [stage.flops.unwrap().get(), stage.bytes.unwrap().get()]
        };
        for (found, expected) in [
            (work(0), [forward, traffic]),
            (work(1), core),
            (work(2), [2.0 * forward, 2.0 * traffic]),
        ] {
            near(found[0], expected[0], 6e-4);
            near(found[1], expected[1], 6e-4);
        }
    }

    #[test]
    fn kinds_of_the_layer_agree_with_the_roofline() {
        let roof = Roof::of(&A100);
        let stages = preset("selective").stages();
        let bounds: Vec<Bound> = stages
            .list()
            .iter()
            .map(|s| s.place(&roof).unwrap().bound)
            .collect();
        assert_eq!(bounds, [Bound::Compute, Bound::Memory, Bound::Compute]);
        let share = |i: usize| stages.list()[i].place(&roof).unwrap().share();
        // 41 % and 53 % of the peak; the core runs at two thirds of the memory's speed.
        near(share(0), 0.4076, 1e-3);
        near(share(2), 0.5276, 1e-3);
        near(share(1), 0.6711, 1e-3);
    }
}
