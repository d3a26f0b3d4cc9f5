//! The link format: links that must open for ever, round trips, and whatever people paste.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;
mod links {
    mod hostile;
    mod mangled;
    mod random;
}

use amdahl_explorer::chart::{VIEWS, body};
use amdahl_explorer::query::{read, write};
use amdahl_explorer::scenario::Scenario;
use amdahl_explorer::text::LANGS;
use common::{scenario, state};
use proptest::prelude::*;

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
