//! Links as chat programs, wikis and mail hand them on.

use amdahl_explorer::model::profile::{Name, Preset};
use amdahl_explorer::query::{read, write};
use amdahl_explorer::state::ExplorerState;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::state;

/// How a link was handed on; every field is one thing that happens to links.
#[derive(Clone, Debug)]
struct Mangling {
    capital_keys: bool,
    /// Pairs that were added, with their places.
    added: Vec<(&'static str, Index)>,
    /// What stands for `&`.
    ampersand: &'static str,
    /// What was put between any two characters.
    inside: Vec<(&'static str, Index)>,
    /// A backslash before every `_`, as editors of Markdown do.
    backslashes: bool,
    before: &'static str,
    /// What stands behind the link in the text around it.
    behind: Vec<&'static str>,
    /// How often all but letters and digits was escaped.
    escaped: usize,
}

/// Marks that a name of a stage cannot end in.
const NEVER_IN_NAMES: [&str; 7] = [".", "_", ">", "\"", "'", "…", "\u{a0}"];

const MARKS: [&str; 28] = [
    ".", "_", ">", "\"", "'", "…", "\u{a0}", ",", ";", ":", "!", "?", ")", "]", "}", "*", "~", "|",
    "/", "。", "，", "、", "！", "）", "】", "」", "》", "\u{3000}",
];

const ADDED: [&str; 8] = [
    "utm_source=chat",
    "fbclid=IwAR0-x_y",
    "from=singlemessage",
    "isappinstalled=0",
    "gclid=",
    "si=AbC",
    "spm=a2c.1.2",
    "",
];

prop_compose! {
    fn mangling(ends_in_name: bool)(
        capital_keys in any::<bool>(),
        added in prop::collection::vec((select(&ADDED[..]), any::<Index>()), 0..3),
        ampersand in select(&["&", "&amp;", "&amp;amp;", "&AMP;", "&#38;", "&#038;", "&&"][..]),
        inside in prop::collection::vec(
            (select(&["\u{200b}", "\u{feff}", "\r\n", "\u{ad}"][..]), any::<Index>()), 0..3),
        backslashes in any::<bool>(),
        before in select(&["", "?", "<", "(", "*", " ", "\u{a0}", "_"][..]),
        behind in prop::collection::vec(
            select(if ends_in_name { &NEVER_IN_NAMES[..] } else { &MARKS[..] }), 0..3),
        escaped in 0..4usize,
    ) -> Mangling {
        Mangling {
            capital_keys, added, ampersand, inside, backslashes, before, behind, escaped,
        }
    }
}

impl Mangling {
    fn of(&self, link: &str) -> String {
        let mut link = link.to_owned();
        for (piece, place) in &self.inside {
            // Links are ASCII but for what was put in here before.
            let mut at = place.index(link.len() + 1);
            while !link.is_char_boundary(at) {
                at -= 1;
            }
            link.insert_str(at, piece);
        }
        let mut pairs: Vec<String> = link.split('&').map(|pair| self.pair(pair)).collect();
        for (pair, place) in &self.added {
            // The end stays what it is: what may follow was chosen for it.
            pairs.insert(place.index(pairs.len()), (*pair).to_owned());
        }
        let mut link = pairs.join(self.ampersand);
        if self.backslashes {
            link = link.replace('_', "\\_");
        }
        link = [self.before, &link, &self.behind.concat()].concat();
        for _ in 0..self.escaped {
            link = escaped(&link);
        }
        link
    }

    fn pair(&self, pair: &str) -> String {
        match pair.split_once('=') {
            Some((key, value)) if self.capital_keys => {
                [&key.to_ascii_uppercase(), "=", value].concat()
            }
            _ => pair.to_owned(),
        }
    }
}

fn escaped(link: &str) -> String {
    let one = |byte: u8| match byte {
        b if b.is_ascii_alphanumeric() => char::from(b).to_string(),
        b => format!("%{b:02X}"),
    };
    link.bytes().map(one).collect()
}

/// Any mark can be part of a name, so that one behind it cannot be told from one in it.
fn ends_in_name(state: &ExplorerState) -> bool {
    let stages = &state.scenario.stages;
    let last = stages.list().last();
    Preset::of(stages).is_none() && last.is_some_and(|last| matches!(last.name, Name::Own(_)))
}

proptest! {
    #[test]
    fn a_link_means_the_same_however_it_was_handed_on(
        (state, mangling) in state().prop_flat_map(|state| {
            let mangling = mangling(ends_in_name(&state));
            (Just(state), mangling)
        }),
    ) {
        let link = mangling.of(&write(&state));
        let (back, problems) = read(&link);
        prop_assert_eq!(back, state, "{}", link);
        prop_assert!(problems.is_empty(), "{}: {:?}", link, problems);
    }
}

#[test]
fn a_link_with_parts_stripped_keeps_the_others() {
    let whole = "view=profile&p=0.5_0.9&c=1&n=1024&law=usl&stages=1c-x_2d--load";
    for gone in 0..6 {
        let pairs: Vec<&str> = whole.split('&').collect();
        let rest = [&pairs[..gone], &pairs[gone + 1..]].concat().join("&");
        let (state, problems) = read(&rest);
        assert_eq!(write(&state), rest);
        assert!(problems.is_empty(), "{rest}: {problems:?}");
    }
}
