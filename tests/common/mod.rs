//! Random states, for properties that hold for all.

use amdahl_explorer::chart::VIEWS;
use amdahl_explorer::figure::Scale;
use amdahl_explorer::model::hardware::GPUS;
use amdahl_explorer::model::law::LAWS;
use amdahl_explorer::model::loading::{
    GpuFactor, GpuTime, Horizon, HostTime, Loading, PrefetchDepth, Workers,
};
use amdahl_explorer::model::profile::{
    Cut, CutFactor, Gigaflops, Kind, Known, Label, Megabytes, Name, PRESETS, Stage, StageTime,
    Stages,
};
use amdahl_explorer::model::quantity::Count;
use amdahl_explorer::model::quantity::{Coherency, Contention, MemoryGrowth, ParallelFraction};
use amdahl_explorer::model::step::{FixedTime, LaunchCost, Training};
use amdahl_explorer::model::training::inputs::{
    Bandwidth, Degree, GlobalBatch, HopLatency, KernelCount, LoadingTime, MicroBatch, NodeSize,
    SequenceLength, Share,
};
use amdahl_explorer::model::training::presets::PRESETS as JOBS;
use amdahl_explorer::model::training::scaling::Scaling;
use amdahl_explorer::model::training::{ALGORITHMS, DataParallel, Job, Overlap, Recompute};
use amdahl_explorer::model::transformer::{ContextLength, FlopConvention, ModelSize};
use amdahl_explorer::scenario::{AxisEnd, Curves, Quantity, Scenario};
use amdahl_explorer::state::{ExplorerState, Extra, Hidden, ThemeChoice};
use amdahl_explorer::text::LANGS;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

fn fraction() -> impl Strategy<Value = ParallelFraction> {
    prop_oneof![
        0.0..=1.0,
        Just(0.0),
        Just(1.0),
        (0.0..16.0f64).prop_map(|nines| 1.0 - 10f64.powf(-nines))
    ]
    .prop_map(|p| ParallelFraction::new(p).unwrap())
}

fn curves() -> impl Strategy<Value = Curves> {
    (
        proptest::collection::vec(fraction(), 1..=Curves::MAX),
        any::<prop::sample::Index>(),
    )
        .prop_map(|(list, i)| {
            let i = i.index(list.len());
            Curves::new(list, Some(i)).unwrap()
        })
}

fn training() -> impl Strategy<Value = Training> {
    let sizes = (1.0..=1000.0f64, 2048..=131_072u32, 1..=1_048_576u32);
    let times = (0.0..=10_000.0f64, 0.0..=1000.0f64);
    let conventions = select(vec![FlopConvention::Causal, FlopConvention::Full]);
    (sizes, times, select(GPUS.to_vec()), conventions).prop_map(
        |((size, context, gpus), (fixed, launch), gpu, convention)| Training {
            size: ModelSize::new(size).unwrap(),
            context: ContextLength::new(context).unwrap(),
            gpus: Count::new(gpus).unwrap(),
            fixed: FixedTime::new(fixed).unwrap(),
            launch: LaunchCost::new(launch).unwrap(),
            gpu,
            convention,
        },
    )
}

fn name() -> impl Strategy<Value = Name> {
    let own =
        "[ -~数据µ→_-]{0,40}".prop_filter_map("no name", |text| Some(Label::cleaned(&text)?.0));
    prop_oneof![
        select(Known::ALL.to_vec()).prop_map(Name::Known),
        own.prop_map(Name::Own),
    ]
}

/// Numbers of every size a quantity can have.
fn spread(lo: f64, hi: f64) -> impl Strategy<Value = f64> {
    (0.0..=1.0f64).prop_map(move |at| (lo * (hi / lo).powf(at)).clamp(lo, hi))
}

fn stages() -> impl Strategy<Value = Stages> {
    let cut = prop_oneof![
        Just(Cut::NONE),
        Just(Cut::Gone),
        spread(1.0, 1000.0).prop_map(|factor| Cut::By(CutFactor::new(factor).unwrap())),
    ];
    let work = || proptest::option::of(spread(0.001, 1e8));
    let one = (
        name(),
        spread(0.001, 1e6),
        select(Kind::ALL.to_vec()),
        cut,
        (work(), work()),
    );
    let stage = one.prop_map(|(name, time, kind, cut, (flops, bytes))| Stage {
        name,
        time: StageTime::new(time).unwrap(),
        kind,
        cut,
        flops: flops.and_then(Gigaflops::new),
        bytes: bytes.and_then(Megabytes::new),
    });
    let own = proptest::collection::vec(stage, 1..=Stages::MAX)
        .prop_map(|list| Stages::new(list).unwrap());
    prop_oneof![
        3 => own,
        1 => (0..PRESETS.len()).prop_map(|i| PRESETS[i].stages()),
    ]
}

prop_compose! {
    fn loading()(
        (gpu, faster) in (0.001..=10_000.0f64, 1.0..=1000.0f64),
        (load, copy) in (0.0..=10_000.0f64, 0.0..=10_000.0f64),
        (workers, prefetch) in (0..=64u32, 1..=16u32),
        overlapped in any::<bool>(),
        horizon in 0.0..=1_000_000.0f64,
    ) -> Loading {
        Loading {
            gpu: GpuTime::new(gpu).unwrap(),
            load: HostTime::new(load).unwrap(),
            copy: HostTime::new(copy).unwrap(),
            workers: Workers::new(workers).unwrap(),
            prefetch: PrefetchDepth::new(prefetch).unwrap(),
            overlapped,
            faster: GpuFactor::new(faster).unwrap(),
            horizon: Horizon::new(horizon).unwrap(),
        }
    }
}

fn job() -> impl Strategy<Value = Job> {
    let start = (
        select(JOBS.iter().collect::<Vec<_>>()),
        proptest::option::of(select(GPUS.to_vec())),
        proptest::option::of(1.0..=1000.0f64),
    );
    let counts = proptest::array::uniform9(1..=4096u32);
    let shares = proptest::array::uniform5(0.0..=1.0f64);
    let reals = (1.0..=1e6f64, 0.01..=1e5f64, 0.0..=1e4f64, 0.01..=1e5f64);
    let choices = (
        0..3usize,
        0..3usize,
        0..3usize,
        any::<bool>(),
        any::<bool>(),
    );
    (start, counts, shares, reals, choices).prop_map(
        |((preset, gpu, size), n, shares, reals, (algorithm, kind, again, weak, changed))| {
            let mut job = Job::of(preset);
            job.set_gpu(gpu);
            if let Some(size) = size {
                job.set_size(ModelSize::new(size).unwrap());
            }
            if !changed {
                job.plan = job.base();
                return job;
            }
            let plan = &mut job.plan;
            plan.gpus = Count::saturating(n[0] * 200);
            plan.sequence = SequenceLength::saturating(n[1]);
            plan.global_batch = GlobalBatch::saturating(reals.0);
            plan.micro_batch = MicroBatch::saturating(n[2]);
            plan.split.tensor = Degree::saturating(n[3]);
            plan.split.pipeline = Degree::saturating(n[4]);
            plan.split.interleave = Degree::saturating(n[5]);
            plan.split.context = Degree::saturating(n[6]);
            plan.machine.node = NodeSize::saturating(n[7]);
            plan.machine.links.network = Bandwidth::saturating(reals.1);
            plan.machine.links.network_latency = HopLatency::saturating(reals.2);
            plan.machine.links.nvlink = Bandwidth::saturating(reals.3);
            plan.algorithm = ALGORITHMS[algorithm];
            plan.data_parallel = [
                DataParallel::Plain,
                DataParallel::ShardedOptimizer,
                DataParallel::FullySharded,
            ][kind];
            plan.recompute = [Recompute::None, Recompute::Selective, Recompute::Full][again];
            let [tensor, pipeline, data, context, graphs] = shares.map(Share::saturating);
            plan.overlap = Overlap {
                tensor,
                pipeline,
                data,
                context,
            };
            plan.software.graphs = graphs;
            plan.software.kernels = KernelCount::saturating(n[8]);
            plan.software.launch = LaunchCost::saturating(reals.2);
            plan.fixed = FixedTime::saturating(reals.2);
            plan.loading = LoadingTime::saturating(reals.1);
            job.scaling = if weak { Scaling::Weak } else { Scaling::Strong };
            job
        },
    )
}

prop_compose! {
    pub fn scenario()(
        curves in curves(),
        processors in 1..=Count::MAX.get(),
        axis_end in 2..=Count::MAX.get(),
        law in select(LAWS.to_vec()),
        quantity in select(Quantity::ALL.to_vec()),
        (x_scale, y_scale) in (select(Scale::ALL.to_vec()), select(Scale::ALL.to_vec())),
        (contention, coherency, growth) in (0.0..=1.0f64, 0.0..=1.0f64, 0.0..=2.0f64),
        (training, loading, stages, job) in (training(), loading(), stages(), job()),
    ) -> Scenario {
        Scenario {
            curves,
            processors: Count::new(processors).unwrap(),
            axis_end: AxisEnd::new(axis_end).unwrap(),
            law,
            quantity,
            x_scale,
            y_scale,
            contention: Contention::new(contention).unwrap(),
            coherency: Coherency::new(coherency).unwrap(),
            memory_growth: MemoryGrowth::new(growth).unwrap(),
            training,
            job,
            loading,
            stages,
        }
    }
}

prop_compose! {
    pub fn state()(
        view in select(VIEWS.to_vec()),
        lang in proptest::option::of(select(LANGS.to_vec())),
        theme in select(ThemeChoice::ALL.to_vec()),
        embedded in any::<bool>(),
        hidden in subsequence(Extra::ALL.to_vec(), 0..=Extra::ALL.len()),
        scenario in scenario(),
    ) -> ExplorerState {
        let mut hide = Hidden::default();
        for extra in hidden {
            hide.set(extra, true);
        }
        ExplorerState { view, lang, theme, embedded, hidden: hide, scenario }
    }
}
