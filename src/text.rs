//! Words and numbers for readers: the checked translations, numbers to text, and text to numbers.
//!
//! A language is one file in `src/locales`; `build.rs` refuses one that lacks a phrase or a slot.
//! Phrases are constants that `build.rs` writes. `leptos_i18n` did the same before: it brought 112
//! more crates to compile (ICU's data pipeline among them), and neither checks a phrase that nobody
//! uses nor gives a phrase in pieces, which live sentences are made of. The page's size is the same.

mod cells;
mod number;
mod parse;
mod phrase;

pub use cells::cells;
pub use number::{
    count, duration, exponent, fraction, number, number_to, percent, percent_to, points, rounded,
    times,
};
pub use parse::{Problem, machine, parse};
pub use phrase::{LANGS, Lang, Piece, lang_word};
pub(crate) use phrase::{phrases, tr};

/// The first of the `wanted` language tags (as a browser lists them) that the page speaks; else English.
pub fn negotiate<'a>(wanted: impl IntoIterator<Item = &'a str>) -> Lang {
    wanted
        .into_iter()
        .find_map(|tag| {
            let primary = tag.split(['-', '_']).next()?;
            LANGS
                .into_iter()
                .find(|lang| lang_word(*lang).eq_ignore_ascii_case(primary))
        })
        .unwrap_or(LANGS[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_negotiate(wanted: &[&str], expected: &str) {
        assert_eq!(lang_word(negotiate(wanted.iter().copied())), expected);
    }

    #[test]
    fn the_browser_s_first_known_language_wins() {
        check_negotiate(&["zh-CN", "en"], "zh");
        check_negotiate(&["zh-Hant-TW"], "zh");
        check_negotiate(&["fr", "ZH_cn"], "zh");
        check_negotiate(&["en-GB", "zh"], "en");
        check_negotiate(&["fr"], "en");
        check_negotiate(&[], "en");
        check_negotiate(&["", "-"], "en");
    }
}
