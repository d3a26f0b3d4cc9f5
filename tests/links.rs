//! The link format: links that must open for ever, round trips, and whatever people paste.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod links {
    mod hostile;
    mod mangled;
    mod random;
}

use amdahl_explorer::chart::{VIEWS, body};
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
use amdahl_explorer::query::{read, write};
use amdahl_explorer::scenario::{AxisEnd, Curves, Quantity, Scenario};
use amdahl_explorer::state::{ExplorerState, Extra, Hidden, ThemeChoice};
use amdahl_explorer::text::LANGS;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Links that were handed out: each opens for ever and means what it meant. Only add to this list.
/// The second text is the canonical form of the state that the link stands for.
const FOR_EVER: [(&str, &str); 27] = [
    ("?view=communication&job=ddp", "view=communication&job=ddp"),
    (
        "?job=llama3-405b&jobn=8192&tp=4&ovdp=0.5&coll=tree&scaling=weak",
        "job=llama3-405b&scaling=weak&jobn=8192&tp=4&coll=tree&ovdp=0.5",
    ),
    (
        "?jobgpu=h200&jobparams=70&batch=1024&dp=fsdp&net=12.5&hop=50&graphs=1",
        "jobgpu=h200&jobparams=70&batch=1024&net=12.5&hop=50&dp=fsdp&graphs=1",
    ),
    ("", ""),
    ("?p=0.95&n=10000", "p=0.95&n=10000"),
    (
        "?p=0.5_0.9&c=1&n=1024&nmax=4096",
        "p=0.5_0.9&c=1&n=1024&nmax=4096",
    ),
    (
        "?law=gustafson&y=efficiency&x=linear&ys=linear",
        "law=gustafson&y=efficiency&x=linear&ys=linear",
    ),
    (
        "?law=usl&sigma=0.02&kappa=0.00001",
        "law=usl&sigma=0.02&kappa=0.00001",
    ),
    ("?law=sun-ni&growth=0.75", "law=sun-ni&growth=0.75"),
    ("?y=time&x=log10", "y=time&x=log10"),
    ("?y=cost&ys=log10", "y=cost&ys=log10"),
    ("?view=size", "view=size"),
    (
        "?view=size&params=405&ctx=131072",
        "view=size&params=405&ctx=131072",
    ),
    (
        "?view=size&gpu=a100&gpus=3072&flops=full",
        "view=size&gpu=a100&gpus=3072&flops=full",
    ),
    (
        "?view=size&fixed=100&launch=0",
        "view=size&fixed=100&launch=0",
    ),
    ("?lang=zh&theme=dark", "lang=zh&theme=dark"),
    ("?lang=en&theme=light", "lang=en&theme=light"),
    ("?embed=1&view=size", "view=size&embed=1"),
    ("?gpu=h200", "gpu=h200"),
    ("?view=loading", "view=loading"),
    ("?view=loading&faster=10", "view=loading&faster=10"),
    (
        "?view=loading&gpums=1&load=8&copy=2&workers=10&prefetch=4&pinned=1",
        "view=loading&load=8&copy=2&workers=10&prefetch=4&pinned=1",
    ),
    (
        "?view=loading&gpums=113.7&load=59.3&copy=1.9&span=600",
        "view=loading&gpums=113.7&load=59.3&copy=1.9&span=600",
    ),
    ("?view=profile", "view=profile"),
    ("?view=profile&stages=gpt3", "view=profile&stages=gpt3"),
    (
        "?view=profile&stages=59.3d2-Data..loading_96cf150b300--kernels_14lv--host",
        "view=profile&stages=59.3d2-Data..loading_96cf150b300--kernels_14lv--host",
    ),
    (
        "?stages=7.5x-All-reduce_3o-.6kq.6cY&gpu=a100",
        "gpu=a100&stages=7.5x-All-reduce_3o-.6kq.6cY",
    ),
];

#[test]
fn old_links_open_for_ever() {
    for (link, canonical) in FOR_EVER {
        let (state, problems) = read(link);
        assert!(problems.is_empty(), "{link}: {problems:?}");
        assert_eq!(write(&state), canonical, "{link}");
    }
}

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
    let own = "[ -~数据µ→_-]{0,40}".prop_filter_map("no name", |text| Label::cleaned(&text));
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
    fn scenario()(
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
    fn state()(
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

proptest! {
    #[test]
    fn a_figure_shows_its_own_part_of_the_scenario_and_resets_no_other(scenario in scenario()) {
        for view in VIEWS {
            let own = view.own(&scenario);
            let shown = body(view);
            for lang in LANGS {
                prop_assert_eq!((shown.sentence)(&own, lang), (shown.sentence)(&scenario, lang));
                prop_assert_eq!((shown.remarks)(&own, lang), (shown.remarks)(&scenario, lang));
                prop_assert_eq!((shown.tables)(&own, lang), (shown.tables)(&scenario, lang));
            }
            for chart in shown.charts {
                let figures = [&own, &scenario].map(|s| (chart.figure)(s, LANGS[0]));
                prop_assert_eq!(&figures[0], &figures[1], "{}", chart.id);
            }
            let mut reset = scenario.clone();
            view.reset(&mut reset);
            prop_assert_eq!(view.own(&reset), Scenario::default());
            (view.copy)(&mut reset, &scenario);
            prop_assert_eq!(&reset, &scenario);
        }
    }

    #[test]
    fn what_is_written_is_read_back(state in state()) {
        let link = write(&state);
        let (back, problems) = read(&link);
        prop_assert_eq!(&back, &state, "{}", link);
        prop_assert!(problems.is_empty());
    }

    #[test]
    fn links_are_short_and_plain(state in state()) {
        let link = write(&state);
        prop_assert!(link.len() < 2000, "{}", link.len());
        prop_assert!(link.chars().all(|c| c.is_ascii_alphanumeric() || "._-=&".contains(c)), "{}", link);
    }

    #[test]
    fn a_value_is_never_lost_to_its_neighbors(state in state(), junk in "[a-z]{1,8}=[a-z0-9]{0,8}") {
        let link = format!("{junk}&{}", write(&state));
        let (alone, refused) = read(&junk);
        prop_assume!(refused.len() == 1 && write(&alone).is_empty());
        let (back, problems) = read(&link);
        // A key that the junk took counts as given, be its value bad or, as `c` may be, good in this link.
        if problems == refused {
            prop_assert_eq!(back, state);
        }
    }
}
