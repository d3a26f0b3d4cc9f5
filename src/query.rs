//! The link format: the only place that knows URL keys.
//!
//! Reading is total: any text gives a valid state and a list of what was not understood.
//! Writing leaves defaults out and uses only `A-Z a-z 0-9 . _ - = &`, so that chat programs, wikis
//! and Markdown leave links alone. A key never changes its meaning.
//!
//! Each key stands once, in `keys`, for reading and writing alike, in the order of a written link;
//! how a value reads and is written is in `value`. What happens to links on their way is in `mangled`.

use crate::state::ExplorerState;

mod keys;
mod mangled;
mod parameters;
mod stages;
mod value;

pub use parameters::parameters;

/// Something in a link that has no meaning here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnderstood {
    /// The key as it stood in the link, shortened.
    pub key: String,
    /// The value as it stood in the link, shortened.
    pub value: String,
    /// What is wrong.
    pub reason: Reason,
}

/// Why a piece of a link was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No such setting.
    UnknownKey,
    /// Not a value the setting can have.
    BadValue,
    /// The same setting again.
    Repeated,
}

/// How many problems are listed: a link can hold millions.
const LISTED: usize = 20;

/// The pieces of a query whose keys are none of ours, as they stand.
pub fn foreign(query: &str) -> String {
    let mut known = Vec::new();
    keys::all(&mut ExplorerState::default(), &mut |key, _| known.push(key));
    let is_ours = |piece: &&str| {
        let key = piece.split('=').next().unwrap_or_default();
        known.iter().any(|known| known.eq_ignore_ascii_case(key))
    };
    let pieces = query.trim_start_matches('?').split('&');
    let pieces = pieces.filter(|piece| !piece.is_empty() && !is_ours(piece));
    pieces.collect::<Vec<_>>().join("&")
}

/// Reads the part of a link behind `?` (which may be there too). Of what was not understood the
/// first 20 are listed, in the order of the link.
pub fn read(query: &str) -> (ExplorerState, Vec<NotUnderstood>) {
    let mut state = ExplorerState::default();
    let mut problems = Problems(Vec::new());
    let mut given: Vec<(&str, Option<(usize, &str)>)> = Vec::new();
    keys::all(&mut state, &mut |key, _| given.push((key, None)));
    let query = mangled::plain(query);
    for (place, (key, value)) in mangled::pairs(&query).enumerate() {
        let known = given
            .iter_mut()
            .find(|(known, _)| known.eq_ignore_ascii_case(key));
        match known {
            Some((_, first @ None)) => *first = Some((place, value)),
            Some(_) => problems.add(place, key, value, Reason::Repeated),
            None if mangled::is_added(key) => {}
            None => problems.add(place, key, value, Reason::UnknownKey),
        }
    }
    let mut given = given.into_iter();
    keys::all(&mut state, &mut |key, setting| {
        if let Some((_, Some((place, value)))) = given.next() {
            setting.read(value, &mut |piece| {
                problems.add(place, key, piece, Reason::BadValue);
            });
        }
    });
    let problems = problems.0.into_iter().map(|(_, problem)| problem);
    (state, problems.collect())
}

/// The first problems of a link, each with the number of its pair.
struct Problems(Vec<(usize, NotUnderstood)>);

impl Problems {
    fn add(&mut self, place: usize, key: &str, value: &str, reason: Reason) {
        let at = self.0.partition_point(|(before, _)| *before <= place);
        if at < LISTED {
            self.0
                .insert(at, (place, not_understood(key, value, reason)));
            self.0.truncate(LISTED);
        }
    }
}

/// The link to `state` behind `?`; empty for the default state.
pub fn write(state: &ExplorerState) -> String {
    let mut defaults = Vec::new();
    keys::all(&mut ExplorerState::default(), &mut |_, value| {
        defaults.push(value.written());
    });
    let mut defaults = defaults.into_iter();
    let mut out = String::new();
    keys::all(&mut state.clone(), &mut |key, value| {
        let written = value.written();
        if defaults.next().as_ref() != Some(&written) {
            let mark = if out.is_empty() { "" } else { "&" };
            out += &[mark, key, "=", &written].concat();
        }
    });
    out
}

/// A long text is cut: a notice is not a place to read a hundred kilobytes.
fn not_understood(key: &str, value: &str, reason: Reason) -> NotUnderstood {
    let short = |text: &str| -> String {
        let mut out: String = text.chars().take(24).collect();
        if text.chars().nth(24).is_some() {
            out.push('…');
        }
        out
    };
    NotUnderstood {
        key: short(key),
        value: short(value),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_read(query: &str, written: &str, n_problems: usize) {
        let (state, problems) = read(query);
        assert_eq!(write(&state), written, "{query}");
        assert_eq!(problems.len(), n_problems, "{query}: {problems:?}");
    }

    #[test]
    fn what_is_not_ours_is_kept_as_it_stands() {
        let signed = "version=1&X-Amz-Signature=a%2Bb&api=v2";
        assert_eq!(foreign(&format!("?{signed}&p=0.9&N=8")), signed);
        assert_eq!(foreign("?n=8&&view=size"), "");
        assert_eq!(foreign(""), "");
    }

    #[test]
    fn links_are_read_and_written_in_order() {
        check_read("", "", 0);
        check_read("?", "", 0);
        check_read("?p=0.95&n=10000", "p=0.95&n=10000", 0);
        check_read("n=10000&p=0.95", "p=0.95&n=10000", 0);
        check_read(
            "?view=size&lang=zh&theme=dark",
            "view=size&lang=zh&theme=dark",
            0,
        );
        check_read("view=speedup&law=amdahl&n=64", "", 0);
        check_read("law=sun-ni&growth=1.5", "law=sun-ni&growth=1.5", 0);
        check_read(
            "embed=1&gpu=b200&flops=full",
            "embed=1&gpu=b200&flops=full",
            0,
        );
        check_read(
            "embed=1&hide=table_controls_fig",
            "embed=1&hide=controls_table",
            1,
        );
        check_read("kappa=0.000001", "kappa=0.000001", 0);
        check_read("kappa=1e-6", "kappa=0.000001", 0);
    }

    #[test]
    fn what_is_not_understood_is_named_and_the_rest_applies() {
        check_read("n=0&p=0.9", "p=0.9", 1);
        check_read("n=64.5", "", 1);
        check_read("n=1048577", "", 1);
        check_read("p=0.5_abc_2_0.9", "p=0.5_0.9", 2);
        check_read("p=abc", "", 1);
        check_read("p=1_1_1_1_1_1_1_1_1", "p=1_1_1_1_1_1_1_1", 1);
        check_read("zzz=1&law=foo&n=-5", "", 3);
        check_read("n=2&n=3", "n=2", 1);
        check_read("c=9&p=0.5_0.6", "p=0.5_0.6", 1);
        check_read("c=1&p=0.5_0.6", "p=0.5_0.6&c=1", 0);
        check_read("lang=fr", "", 1);
    }

    #[test]
    fn links_survive_chat_programs_wikis_and_mail() {
        for same in [
            "?p=0.95&amp;n=10000",
            "p=0.95&amp;amp;n=10000",
            "p=0.95&AMP;n=10000",
            "p=0.95&#38;n=10000",
            "p=0.95&#038;n=10000#top",
            "p=0.95%26amp%3Bn=10000",
            "?P=0.95&N=10000",
            "p=0%2E95&n=1%30000",
            "?p=0.95&n=10000#top",
            "p%3D0.95%26n%3D10000",
            "p%253D0.95%2526n%253D10000",
            "%3Fp=0.95%25252526n=10000",
            "p=95%25%26n=10000",
            "p=95%&n=10000",
            "??p=0.95&&n=10000&",
            "(p=0.95&n=10000)",
            "<p=0.95&n=10000>",
            "p=0.95&n=10000&gt;",
            "p=0.95&n=10000&amp;gt;",
            "*p=0.95&n=10000*",
            "_p=0.95&n=10000_",
            "p=0.95,&n=10000.",
            "p=0.95。&n=10000%EF%BC%89",
            "p=0.95_)&n=10000%22).",
            "%C2%A0p%C2%A0=%E3%80%80 0.95+&n=10000%20",
            "p=0.95&\u{200b}n=10%0D%0A000",
            "p=0.95\\&n=10%C2%AD000",
            "p=0.95&n=10000&utm_source=chat&UTM_Medium=x&fbclid=a=b",
            "from=singlemessage&isappinstalled=0&p=0.95&n=10000&nsukey=1",
        ] {
            check_read(same, "p=0.95&n=10000", 0);
        }
        check_read("p=0.5\\_0.9&LAW=USL", "p=0.5_0.9&law=usl", 0);
        check_read("law=usl).", "law=usl", 0);
        check_read("params=1.5,", "params=1.5", 0);
        check_read("load=59.3、", "load=59.3", 0);
        check_read("p=95%25)", "p=0.95", 0);
        // Entities that HTML reads without a semicolon, and a tracker's own question mark.
        check_read("load=1©=2", "load=1&copy=2", 0);
        check_read("view=size¶ms=13", "view=size&params=13", 0);
        check_read("job=ddp%C2%B5=2", "job=ddp&micro=2", 0);
        check_read("p=0.95&n=1000?utm_source=x", "p=0.95&n=1000", 0);
    }

    #[test]
    fn what_was_mangled_beyond_repair_is_named() {
        check_read("p=%ff%zz%", "", 1);
        check_read("&&=&n", "", 1);
        check_read("p=0.95;n=10000", "", 1);
        check_read("n=10000）看这里&p=0.5", "p=0.5", 1);
        check_read("数据=1&n=5", "n=5", 1);
        check_read("=0.95", "", 1);
    }

    #[test]
    fn the_first_problems_are_listed_in_the_order_of_the_link() {
        let (_, problems) = read(&format!("n=x&zzz=1&p=a_b&n=3&{}", "z=1&".repeat(1000)));
        let named: Vec<&str> = problems.iter().map(|problem| &*problem.value).collect();
        assert_eq!(named[..5], ["x", "1", "a", "b", "3"]);
        assert_eq!(named.len(), LISTED);
    }

    #[test]
    fn no_setting_has_a_key_that_programs_add() {
        keys::all(&mut ExplorerState::default(), &mut |key, _| {
            assert!(!mangled::is_added(key), "{key}");
        });
    }
}
