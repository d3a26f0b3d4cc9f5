//! The link format: the only place that knows URL keys.
//!
//! Reading is total: any text gives a valid state and a list of what was not understood.
//! Writing leaves defaults out and uses only `A-Z a-z 0-9 . _ - = &`, so that chat programs, wikis
//! and Markdown leave links alone. A key never changes its meaning.
//!
//! Each key stands once, in `keys`, for reading and writing alike, in the order of a written link;
//! how a value reads and is written is in `value`.

use crate::state::ExplorerState;

mod keys;
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

/// Reads the part of a link behind `?` (which may be there too).
pub fn read(query: &str) -> (ExplorerState, Vec<NotUnderstood>) {
    let mut state = ExplorerState::default();
    let pairs: Vec<(String, String)> = pairs(query).collect();
    // One outcome per pair, so that problems are listed as they stand in the link.
    let mut problems: Vec<Vec<NotUnderstood>> = pairs
        .iter()
        .map(|(key, value)| vec![not_understood(key, value, Reason::UnknownKey)])
        .collect();
    keys::all(&mut state, &mut |key, place| {
        let mut first = true;
        for ((written, value), problems) in pairs.iter().zip(&mut problems) {
            if written == key {
                problems.clear();
                let mut complain =
                    |piece: &str, reason| problems.push(not_understood(key, piece, reason));
                if first {
                    place.read(value, &mut |piece| complain(piece, Reason::BadValue));
                } else {
                    complain(value, Reason::Repeated);
                }
                first = false;
            }
        }
    });
    (state, problems.concat())
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

/// The pairs of a query, escapes decoded, keys in lower case; pieces without a key are dropped.
fn pairs(query: &str) -> impl Iterator<Item = (String, String)> {
    let query = query
        .trim_start_matches('?')
        .split('#')
        .next()
        .unwrap_or_default();
    form_urlencoded::parse(query.as_bytes()).filter_map(|(key, value)| {
        // Wikis write `&` as `&amp;`, which leaves `amp;` at the head of the next key.
        let key = key
            .strip_prefix("amp;")
            .unwrap_or(&key)
            .trim()
            .to_ascii_lowercase();
        (!key.is_empty()).then(|| (key, value.into_owned()))
    })
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
    fn links_survive_chat_programs_and_wikis() {
        check_read("?p=0.95&amp;n=10000", "p=0.95&n=10000", 0);
        check_read("?P=0.95&N=10000", "p=0.95&n=10000", 0);
        check_read("p=0%2E95&n=1%30000", "p=0.95&n=10000", 0);
        check_read("?p=0.95&n=10000#top", "p=0.95&n=10000", 0);
        check_read("p=95%25", "p=0.95", 0);
        check_read("p=%ff%zz%", "", 1);
        check_read("&&=&n", "", 1);
    }
}
