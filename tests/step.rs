//! The step model: what must hold for every plan, and what is known of some.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use amdahl_explorer::model::hardware::{A100, GPUS};
use amdahl_explorer::model::quantity::Count;
use amdahl_explorer::model::step::{FixedTime, LaunchCost};
use amdahl_explorer::model::training::inputs::{
    Achieved, Bandwidth, Degree, GlobalBatch, HopLatency, LoadingTime, MicroBatch, SequenceLength,
    Share, Traffic,
};
use amdahl_explorer::model::training::scaling::{Scaling, compare, peak, scale, scale_weak};
use amdahl_explorer::model::training::{
    ALGORITHMS, Advice, Architecture, Attention, Breakdown, Communication, DataParallel,
    GradientWidth, Infeasible, Machine, Overlap, Plan, Recompute, Remedy, Software, Split, Stack,
    check, memory, step,
};
use amdahl_explorer::model::transformer::{FlopConvention, ModelSize, NAMED_MODELS};
use proptest::prelude::*;
use proptest::sample::select;

fn degree(max_power: u32) -> impl Strategy<Value = Degree> {
    (0..=max_power).prop_map(|power| Degree::new(1 << power).unwrap())
}

fn share() -> impl Strategy<Value = Share> {
    prop_oneof![
        Just(Share::NONE),
        Just(Share::ALL),
        (0.0..=1.0).prop_map(Share::saturating)
    ]
}

fn any_split() -> impl Strategy<Value = Split> {
    (degree(6), degree(6), degree(3), degree(4)).prop_map(
        |(tensor, pipeline, interleave, context)| Split {
            tensor,
            pipeline,
            interleave,
            context,
        },
    )
}

fn any_software() -> impl Strategy<Value = Software> {
    let attention = prop_oneof![
        Just(Attention::Square),
        (0.01..=1.0).prop_map(|share| Attention::Fused(Achieved::saturating(share))),
    ];
    let launch = (0.0..=1000.0).prop_map(LaunchCost::saturating);
    (attention, launch, share()).prop_map(|(attention, launch, graphs)| Software {
        attention,
        launch,
        graphs,
        ..Stack::MegatronH100.software()
    })
}

prop_compose! {
    fn any_plan()(
        ln_size in 0.0..=1000_f64.ln(),
        sequence in 128_u32..=1_048_576,
        ln_batch in 0.0..=20.0_f64,
        micro_batch in 1_u32..=64,
        gpus in prop_oneof![(0_u32..=20).prop_map(|power| 1 << power), 1_u32..=1 << 20],
        split in any_split(),
        machine in select(GPUS.to_vec()).prop_map(Machine::of),
        algorithm in select(ALGORITHMS.to_vec()),
        data_parallel in select(vec![
            DataParallel::Plain,
            DataParallel::ShardedOptimizer,
            DataParallel::FullySharded,
        ]),
        gradients in select(vec![GradientWidth::Two, GradientWidth::Four]),
        overlap in (share(), share(), share(), share()),
        recompute in select(vec![Recompute::None, Recompute::Selective, Recompute::Full]),
        software in any_software(),
        (fixed, loading) in (0.0..=10_000.0, 0.0..=100_000.0),
    ) -> Plan {
        let (tensor, pipeline, data, context) = overlap;
        Plan {
            model: Architecture::of(ModelSize::saturating(ln_size.exp())),
            sequence: SequenceLength::new(sequence).unwrap(),
            global_batch: GlobalBatch::saturating(ln_batch.exp()),
            micro_batch: MicroBatch::new(micro_batch).unwrap(),
            gpus: Count::new(gpus).unwrap(),
            split,
            machine,
            algorithm,
            data_parallel,
            gradients,
            overlap: Overlap { tensor, pipeline, data, context },
            recompute,
            software,
            fixed: FixedTime::saturating(fixed),
            loading: LoadingTime::saturating(loading),
        }
    }
}

fn fastest(software: &Software) -> f64 {
    match software.attention {
        Attention::Fused(share) => software.achieved.get().max(share.get()),
        Attention::Square => software.achieved.get(),
    }
}

fn communications(breakdown: &Breakdown) -> [Communication; 4] {
    [
        breakdown.tensor,
        breakdown.pipeline,
        breakdown.data,
        breakdown.context,
    ]
}

fn close(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-9 * left.abs().max(right.abs())
}

fn gpus(n: u32) -> Count {
    Count::new(n).unwrap()
}

fn with_overlap(plan: &Plan, share: Share) -> Plan {
    Plan {
        overlap: Overlap::all(share),
        ..*plan
    }
}

proptest! {
    #[test]
    fn every_part_is_finite_and_none_is_negative(plan in any_plan()) {
        let found = step(&plan);
        let parts = [
            found.compute, found.bubble, found.launch, found.optimizer, found.fixed, found.loading,
        ];
        let messages = communications(&found).map(|c| [c.hidden, c.exposed]);
        for part in parts.iter().chain(messages.as_flattened()) {
            prop_assert!(part.is_finite() && *part >= 0.0, "{found:?}");
        }
        let sum: f64 = parts.iter().sum::<f64>() + found.exposed_communication();
        prop_assert!(close(sum, found.total()) && found.compute > 0.0);
        prop_assert!(found.tokens_per_second().is_finite());
    }

    #[test]
    fn utilization_is_a_share(plan in any_plan()) {
        let found = step(&plan);
        let causal = found.mfu(FlopConvention::Causal);
        let full = found.mfu(FlopConvention::Full);
        prop_assert!(0.0 < causal && causal < fastest(&plan.software));
        prop_assert!(causal < full && full < 2.0 * causal);
        for convention in [FlopConvention::Causal, FlopConvention::Full] {
            let (mfu, hfu) = (found.mfu(convention), found.hfu(convention));
            prop_assert!(mfu <= hfu && hfu <= mfu * 4.0 / 3.0 * (1.0 + 1e-12));
            prop_assert_eq!(mfu < hfu, plan.recompute != Recompute::None);
        }
    }

    #[test]
    fn overlap_moves_communication_from_exposed_to_hidden(plan in any_plan(), less in 0.0..=1.0, more in 0.0..=1.0) {
        let (less, more) = if less < more { (less, more) } else { (more, less) };
        let [before, after] = [less, more].map(|s| step(&with_overlap(&plan, Share::saturating(s))));
        for (before, after) in communications(&before).into_iter().zip(communications(&after)) {
            prop_assert!(close(before.total(), after.total()));
            prop_assert!(after.exposed <= before.exposed && after.hidden >= before.hidden);
        }
        prop_assert!(after.total() <= before.total() * (1.0 + 1e-12));
        prop_assert!(communications(&step(&with_overlap(&plan, Share::NONE))).iter().all(|c| c.hidden == 0.0));
    }

    #[test]
    fn what_is_not_split_does_not_communicate(plan in any_plan()) {
        let alone = Plan { split: Split::NONE, gpus: gpus(1), ..plan };
        let found = step(&alone);
        prop_assert_eq!(found.exposed_communication() + found.hidden_communication(), 0.0);
        prop_assert_eq!(found.bubble, 0.0);
    }

    #[test]
    fn launches_are_what_is_left_of_them(plan in any_plan()) {
        let none = Plan { software: Software { graphs: Share::ALL, ..plan.software }, ..plan };
        let all = Plan { software: Software { graphs: Share::NONE, ..plan.software }, ..plan };
        let [none, some, all] = [none, plan, all].map(|plan| step(&plan).launch);
        prop_assert_eq!(none, 0.0);
        prop_assert!(some <= all);
    }

    /// Twice the replicas and twice the batch: what a replica does is the same.
    #[test]
    fn weak_scaling_leaves_the_work_of_a_gpu(plan in any_plan()) {
        let replica = plan.split.replica() as u32;
        let Some(n) = Count::new(replica * 4) else { return Ok(()) };
        let Some(twice) = Count::new(replica * 8) else { return Ok(()) };
        let base = scale(&Plan { global_batch: GlobalBatch::saturating(64.0), ..plan }, n);
        let larger = scale_weak(&base, twice);
        prop_assert!(close(larger.global_batch.get(), 2.0 * base.global_batch.get()));
        let [before, after] = [base, larger].map(|plan| step(&plan));
        prop_assert!(close(before.compute, after.compute) && close(before.bubble, after.bubble));
        prop_assert!(after.data.total() >= before.data.total() * (1.0 - 1e-12));
    }

    #[test]
    fn a_run_compared_with_itself_is_one(plan in any_plan()) {
        let same = compare(&plan, &plan);
        prop_assert!(close(same.speedup, 1.0) && close(same.efficiency, 1.0));
        prop_assert_eq!(same.relative_serial_share, None);
    }

    #[test]
    fn checks_and_memory_are_finite(plan in any_plan()) {
        let needed = memory(&plan);
        prop_assert!(needed.total().is_finite() && needed.states > 0.0 && needed.activations > 0.0);
        for found in check(&plan) {
            if let Infeasible::Memory { needed, remedy: Some(remedy), .. } = found {
                prop_assert!(memory(&remedy.change.apply(&plan)).total() < needed);
            }
        }
    }
}

/// A plan with nothing but arithmetic: no latency, traffic, launches, fixed time, nor communication.
fn ideal(split: Split, n: u32, batch: f64) -> Plan {
    let plan = Plan::default();
    let model = NAMED_MODELS
        .iter()
        .find(|m| m.name == "GPT-3 175B")
        .unwrap();
    let mut machine = Machine::of(&A100);
    machine.memory_bandwidth = Bandwidth::MAX;
    machine.links.nvlink_latency = HopLatency::MIN;
    machine.links.network_latency = HopLatency::MIN;
    Plan {
        model: Architecture::named(model),
        machine,
        split,
        gpus: gpus(n),
        global_batch: GlobalBatch::new(batch).unwrap(),
        software: Software {
            traffic: Traffic::MIN,
            graphs: Share::ALL,
            // As fast as the products of a shard, so that there is one rate.
            attention: Attention::Fused(Achieved::saturating(
                plan.software.achieved_at(12_288.0 / split.tensor.real()),
            )),
            ..plan.software
        },
        fixed: FixedTime::MIN,
        overlap: Overlap::all(Share::NONE),
        ..plan
    }
}

fn split(tensor: u32, pipeline: u32, interleave: u32, context: u32) -> Split {
    let [tensor, pipeline, interleave, context] =
        [tensor, pipeline, interleave, context].map(|n| Degree::new(n).unwrap());
    Split {
        tensor,
        pipeline,
        interleave,
        context,
    }
}

/// Bubble over compute and over their sum, for p stages, v chunks, m micro-batches.
#[track_caller]
fn check_bubble([p, v, m]: [u32; 3], ratio: f64) {
    let plan = ideal(split(1, p, v, 1), p, f64::from(m));
    let found = step(&plan);
    // The stage with the output layer is slower: 51 200 × 12 288 of 12 × 12 288² a layer.
    let head = plan.model.head_parameters() / plan.model.layer_parameters();
    let imbalance = (96.0 / f64::from(p) + head) / ((96.0 + head) / f64::from(p));
    let expected = found.compute * (imbalance * (1.0 + ratio) - 1.0);
    assert!(close(found.bubble, expected), "{found:?} {expected}");
}

#[test]
fn the_bubble_is_that_of_the_papers() {
    // (p − 1)/m of the ideal time, hence (p − 1)/(m + p − 1) of the whole; 1/v of it interleaved.
    check_bubble([8, 1, 64], 7.0 / 64.0);
    check_bubble([8, 2, 64], 3.5 / 64.0);
    check_bubble([12, 4, 12], 11.0 / 48.0);
    check_bubble([1, 1, 4], 0.0);
}

#[test]
fn arithmetic_is_divided_among_all() {
    let one = step(&ideal(Split::NONE, 1, 64.0)).compute;
    let flops = 64.0
        * 8192.0
        * ideal(Split::NONE, 1, 64.0)
            .model
            .flops_per_token(SequenceLength::new(8192).unwrap(), FlopConvention::Causal);
    let rate = 312e12 * Stack::MegatronH100.software().achieved_at(12_288.0);
    // What is left of memory traffic is the logits, at 100 TB/s.
    let nearly = |left: f64, right: f64| (left / right - 1.0).abs() < 1e-5;
    assert!(nearly(one, flops / rate));
    let split_in_pipeline = step(&ideal(split(1, 8, 1, 1), 64, 64.0)).compute;
    assert!(close(one, 64.0 * split_in_pipeline));
    let narrow = step(&ideal(split(8, 1, 1, 1), 8, 64.0)).compute;
    let ratio = Stack::MegatronH100.software().achieved_at(12_288.0)
        / Stack::MegatronH100.software().achieved_at(1536.0);
    assert!(nearly(one * ratio, 8.0 * narrow));
}

#[test]
fn messages_have_the_sizes_of_the_papers() {
    // SC21 3.2: 8 b s h (t − 1)/t values a layer, micro-batch and GPU cross for tensor parallelism:
    // at two bytes, that is 4 all-reduces' 2 (t − 1)/t each, over NVLink of 300 GB/s × 0.78.
    let found = step(&ideal(split(8, 1, 1, 1), 8, 4.0));
    let bytes = 8.0 * 8192.0 * 12_288.0 * 7.0 / 8.0 * 2.0;
    assert!(close(
        found.tensor.total(),
        4.0 * 96.0 * bytes / (300e9 * 0.78)
    ));
    // Full recomputation makes it six all-reduces.
    let full = Plan {
        recompute: Recompute::Full,
        ..ideal(split(8, 1, 1, 1), 8, 4.0)
    };
    assert!(close(
        step(&full).tensor.total(),
        1.5 * found.tensor.total()
    ));
}

#[test]
fn fully_sharded_moves_one_and_a_half_times_as_much() {
    // models.md A9, one micro-batch and gradients as wide as weights.
    let plan = |data_parallel| Plan {
        data_parallel,
        gradients: GradientWidth::Two,
        ..ideal(Split::NONE, 64, 64.0)
    };
    let total = |kind| step(&plan(kind)).data.total();
    let plain = total(DataParallel::Plain);
    assert!(close(total(DataParallel::FullySharded), 1.5 * plain));
    assert!(close(total(DataParallel::ShardedOptimizer), plain));
}

#[test]
fn more_gpus_can_be_slower() {
    let plan = Plan {
        model: Architecture::of(ModelSize::new(1.0).unwrap()),
        global_batch: GlobalBatch::new(256.0).unwrap(),
        sequence: SequenceLength::new(2048).unwrap(),
        split: Split::NONE,
        gpus: gpus(8),
        ..Plan::default()
    };
    let found = peak(&plan, Scaling::Strong).unwrap();
    assert!(found.gpus.get() > 8 && found.gpus.get() <= 256, "{found:?}");
    let beyond = step(&scale(&plan, gpus(4096)));
    assert!(beyond.tokens_per_second() < found.tokens_per_second);
    assert_eq!(peak(&plan, Scaling::Weak), None);
}

#[test]
fn the_default_plan_could_run() {
    assert_eq!(check(&Plan::default()), []);
}

#[test]
fn what_cannot_be_is_told_with_what_could() {
    let plan = Plan::default();
    let with = |split, n: u32, batch: f64| Plan {
        split,
        gpus: gpus(n),
        global_batch: GlobalBatch::new(batch).unwrap(),
        data_parallel: DataParallel::FullySharded,
        recompute: Recompute::Full,
        ..plan
    };
    let found = |plan| check(&plan);
    assert_eq!(
        found(with(split(8, 4, 1, 1), 100, 96.0)),
        [Infeasible::Gpus {
            replica: 32,
            nearest: Some(gpus(96))
        }]
    );
    assert_eq!(
        found(with(split(8, 4, 1, 1), 256, 511.0)),
        [Infeasible::Batch {
            divisor: 8,
            nearest: GlobalBatch::new(512.0).unwrap()
        }]
    );
    assert_eq!(
        found(with(split(8, 4, 5, 1), 256, 264.0)),
        [Infeasible::Interleaving {
            divisor: 32,
            nearest: GlobalBatch::new(256.0).unwrap()
        }]
    );
    assert_eq!(
        found(with(split(16, 4, 1, 1), 256, 512.0)),
        [Infeasible::TensorBeyondNode { node: 8 }]
    );
    assert!(found(with(split(16, 4, 1, 1), 256, 512.0))[0].is_note());
    let uneven = Plan {
        model: named("Llama-3.1-70B"),
        ..with(split(8, 4, 6, 1), 256, 512.0)
    };
    assert_eq!(
        found(uneven),
        [Infeasible::Layers {
            chunks: 24,
            interleave: Degree::new(5),
            pipeline: Degree::saturating(4),
        }]
    );
    let pieces = Plan {
        sequence: SequenceLength::new(8200).unwrap(),
        ..with(split(8, 1, 1, 8), 256, 512.0)
    };
    assert_eq!(
        found(pieces),
        [Infeasible::Sequence {
            nearest: Degree::new(5).unwrap()
        }]
    );
}

fn named(name: &str) -> Architecture {
    Architecture::named(NAMED_MODELS.iter().find(|m| m.name == name).unwrap())
}

#[test]
fn a_model_too_large_is_told_what_makes_it_fit() {
    let plan = Plan {
        model: named("GPT-3 175B"),
        split: split(8, 4, 6, 1),
        sequence: SequenceLength::new(2048).unwrap(),
        data_parallel: DataParallel::Plain,
        recompute: Recompute::Full,
        ..Plan::default()
    };
    // 18 bytes × 174.6e9 / (8 × 4) parameters, of which each stage holds 24 layers.
    let needed = memory(&plan);
    assert!(
        (needed.states / 1e9 - 18.0 * 174.6 / 32.0).abs() < 0.1,
        "{needed:?}"
    );
    let [Infeasible::Memory { needed, remedy, .. }] = check(&plan)[..] else {
        panic!("{:?}", check(&plan))
    };
    assert!(needed > 98e9);
    assert_eq!(
        remedy,
        Some(Advice {
            change: Remedy::DataParallel(DataParallel::ShardedOptimizer),
            enough: true
        })
    );
}
