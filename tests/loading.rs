//! The input pipeline: its schedule against its closed form, and its traces against their source.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use amdahl_explorer::model::law::Limit;
use amdahl_explorer::model::loading::{
    GpuFactor, GpuTime, Horizon, HostTime, Interval, Loading, PrefetchDepth, RESNET50, Schedule,
    TRACES, Workers, gaps,
};
use proptest::prelude::*;

/// Short and long times with equal chance, and nothing at all.
fn host_time() -> impl Strategy<Value = HostTime> {
    prop_oneof![Just(0.0), (-3.0..3.0f64).prop_map(|e| 10f64.powf(e))]
        .prop_map(|ms| HostTime::new(ms).unwrap())
}

prop_compose! {
    fn loading()(
        gpu in -3.0..3.0f64,
        (load, copy) in (host_time(), host_time()),
        workers in prop_oneof![0..=4u32, 0..=64u32],
        prefetch in prop_oneof![1..=2u32, 1..=16u32],
        overlapped in any::<bool>(),
        faster in prop_oneof![Just(0.0), 0.0..3.0f64],
        horizon in prop_oneof![Just(0.0), 0.0..1_000_000.0f64],
    ) -> Loading {
        Loading {
            gpu: GpuTime::new(10f64.powf(gpu)).unwrap(),
            load,
            copy,
            workers: Workers::new(workers).unwrap(),
            prefetch: PrefetchDepth::new(prefetch).unwrap(),
            overlapped,
            faster: GpuFactor::new(10f64.powf(faster)).unwrap(),
            horizon: Horizon::new(horizon).unwrap(),
        }
    }
}

fn lanes(schedule: &Schedule) -> impl Iterator<Item = &Vec<Interval>> {
    schedule
        .loaders
        .iter()
        .chain([&schedule.copies, &schedule.gpu])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Loaders that start together finish together, so steps repeat every w batches, not every one.
    #[test]
    fn the_schedule_settles_at_the_closed_form(loading in loading()) {
        let round = loading.workers.get().max(1) as usize;
        let step = loading.step_ms(loading.faster);
        let gpu = loading.schedule(loading.horizon_ms() + 8.0 * round as f64 * step).gpu;
        let (first, last) = (2 * round, 6 * round);
        let mean = (gpu[last].to_ms - gpu[first].to_ms) / (last - first) as f64;
        prop_assert!((mean / step - 1.0).abs() < 1e-6, "{mean} is not {step}");
        let busy: f64 = gpu[first..last].iter().map(|i| i.to_ms - i.from_ms).sum();
        let share = busy / (last - first) as f64 / mean;
        prop_assert!((share - loading.utilization(loading.faster)).abs() < 1e-6);
    }

    #[test]
    fn a_lane_does_one_thing_at_a_time_and_a_batch_goes_from_lane_to_lane(loading in loading()) {
        let end = loading.horizon_ms();
        let schedule = loading.schedule(end);
        for lane in lanes(&schedule) {
            prop_assert!(lane.windows(2).all(|pair| pair[0].to_ms <= pair[1].from_ms));
            prop_assert!(lane.iter().all(|i| i.from_ms <= i.to_ms && i.to_ms.is_finite()));
            let idle: f64 = gaps(lane, end).iter().map(|gap| gap.to_ms - gap.from_ms).sum();
            let busy: f64 = lane.iter().map(|i| i.to_ms.min(end) - i.from_ms.min(end)).sum();
            prop_assert!(((idle + busy) / end - 1.0).abs() < 1e-5, "{idle} + {busy} is not {end}");
        }
        for loader in schedule.loaders.iter().flatten() {
            let copy = schedule.copies[loader.batch];
            prop_assert!(loader.to_ms <= copy.from_ms);
            prop_assert!(copy.to_ms <= schedule.gpu[loader.batch].from_ms);
        }
    }

    #[test]
    fn a_faster_gpu_never_slows_the_whole_and_never_passes_the_ceiling(loading in loading()) {
        let speedup = loading.speedup(loading.faster);
        prop_assert!(speedup >= 1.0 && speedup <= loading.faster.get() * (1.0 + 1e-12));
        if let Limit::At(limit) = loading.limit() {
            prop_assert!(speedup <= limit * (1.0 + 1e-12));
        }
        prop_assert!(loading.floor_ms() <= loading.step_ms(loading.faster));
    }

    #[test]
    fn enough_workers_are_enough_and_one_less_is_not(loading in loading()) {
        let enough = loading.enough_workers(loading.faster);
        let step = |n: f64| {
            let workers = Workers::new(n as u32)?;
            Some(Loading { workers, ..loading }.step_ms(loading.faster))
        };
        if let Some(least) = step(enough) {
            prop_assert!(step(64.0).unwrap() >= least * (1.0 - 1e-9));
            prop_assert!(enough == 1.0 || step(enough - 1.0).unwrap() > least * (1.0 + 1e-12));
            let busy = loading.gpu_ms(loading.faster) / least;
            prop_assert_eq!(loading.workers_needed(loading.faster).is_some(), busy > 1.0 - 1e-9);
        }
    }
}

/// The rows of the traces with this number of workers, a column of them in milliseconds.
fn column(workers: &str, name: &str) -> Vec<f64> {
    let csv = include_str!("reference/kineto_dataloader_sample.csv");
    let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
    let mut head = lines.next().unwrap().split(',');
    let at = head.position(|column| column == name).unwrap();
    lines
        .map(|line| line.split(',').collect::<Vec<_>>())
        .filter(|cells| cells[0] == workers)
        .map(|cells| cells[at].parse::<f64>().unwrap() / 1000.0)
        .collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    f64::midpoint(values[middle - 1], values[middle])
}

#[test]
fn the_traces_are_those_of_their_source() {
    let tenths = |ms: f64| (ms * 10.0).round() / 10.0;
    let of = |name| tenths(mean(&column("0", name)));
    assert_eq!(RESNET50.load.get(), of("dataloader_us"));
    assert_eq!(RESNET50.copy.get(), of("memcpy_us"));
    let rest: f64 = [
        "kernel_us",
        "memset_us",
        "runtime_us",
        "cpu_exec_us",
        "other_us",
    ]
    .map(|name| mean(&column("0", name)))
    .iter()
    .sum();
    assert_eq!(RESNET50.gpu.get(), tenths(rest));
    for (trace, workers) in TRACES.iter().zip(["0", "4"]) {
        let steps = column(workers, "step_us");
        assert_eq!(steps.len(), 6);
        assert_eq!(trace.loading.workers.get().to_string(), workers);
        assert_eq!(trace.measured_ms, tenths(median(steps)));
    }
}
