//! The presets of the training step: that they could run, and show what they are there for.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use amdahl_explorer::model::quantity::Count;
use amdahl_explorer::model::training::presets::{PRESETS, by_id};
use amdahl_explorer::model::training::scaling::{Scaling, peak, scale};
use amdahl_explorer::model::training::{Infeasible, Plan, check, step};
use amdahl_explorer::model::transformer::FlopConvention;

fn plan(id: &str) -> Plan {
    (by_id(id).unwrap().plan)()
}

fn seconds(plan: &Plan, gpus: u32) -> f64 {
    step(&scale(plan, Count::new(gpus).unwrap())).total()
}

#[test]
fn ids_are_words_that_find_their_preset() {
    for preset in &PRESETS {
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(preset.id.chars().all(word), "{}", preset.id);
        assert!(std::ptr::eq(by_id(preset.id).unwrap(), preset));
    }
    assert!(by_id("DDP").is_none());
}

#[test]
fn presets_could_run() {
    for preset in &PRESETS {
        let found = check(&(preset.plan)());
        if preset.id == "llama3-405b" {
            // It did run; see there.
            let [Infeasible::Memory { needed, .. }] = found[..] else {
                panic!("{found:?}");
            };
            assert!((needed / 1e9 - 91.2).abs() < 0.1, "{needed}");
        } else {
            assert!(found.is_empty(), "{}: {found:?}", preset.id);
        }
    }
}

#[test]
fn with_slow_ethernet_more_gpus_become_slower() {
    let ddp = plan("ddp");
    let gpus = peak(&ddp, Scaling::Strong).unwrap().gpus.get();
    assert!((200..=300).contains(&gpus), "{gpus}");
    assert!(seconds(&ddp, 4096) > 2.0 * seconds(&ddp, gpus));
    assert!(seconds(&ddp, 64) > 1.2 * seconds(&ddp, gpus));
}

#[test]
fn the_175b_run_is_near_its_published_step_and_overlap_shortens_it() {
    // MegaScale Table 2, Megatron-LM, batch 6144; MegaScale itself took 6.34 s.
    let plain = seconds(&plan("megatron-175b"), 12_288);
    assert!((plain / 8.57 - 1.0).abs() < 0.05, "{plain}");
    let overlapped = seconds(&plan("megatron-175b-overlap"), 12_288);
    assert!(
        6.34 < overlapped && overlapped < 0.92 * plain,
        "{overlapped}"
    );
}

#[test]
fn llama_3_is_near_its_published_utilization() {
    let mfu = step(&plan("llama3-405b")).mfu(FlopConvention::Causal);
    assert!((mfu - 0.41).abs() < 0.02, "{mfu}");
}

#[test]
fn fully_sharded_70b_waits_for_its_network_and_13b_hardly_does() {
    let exposed = |id| {
        let found = step(&plan(id));
        found.data.exposed / found.total()
    };
    assert!(exposed("fsdp-70b") > 0.35);
    assert!(exposed("fsdp-13b") < 0.15);
}
