//! Words and numbers for readers: the checked translations, numbers to text, and text to numbers.
//!
//! A language is one file in `src/locales`; `build.rs` refuses one that lacks a phrase or a slot.

mod number;
mod parse;

pub use number::{
    count, duration, fraction, number, number_to, percent, percent_to, rounded, times,
};
pub use parse::{Problem, parse};

#[allow(
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic,
    clippy::use_self,
    reason = "generated from src/locales by build.rs"
)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/i18n/mod.rs"));
}
pub use generated::i18n;

/// A language of the page.
pub use i18n::Locale as Lang;

/// The languages, in the order a reader is offered them.
pub static LANGS: [Lang; 2] = [Lang::en, Lang::zh];

/// The word for a language in links and in the `lang` attribute: a BCP 47 tag.
pub fn lang_word(lang: Lang) -> &'static str {
    match lang {
        Lang::en => "en",
        Lang::zh => "zh",
    }
}

/// The first of the `wanted` language tags (as a browser lists them) that the page speaks; else English.
pub fn negotiate<'a>(wanted: impl IntoIterator<Item = &'a str>) -> Lang {
    wanted
        .into_iter()
        .find_map(|tag| {
            let primary = tag.split(['-', '_']).next()?.to_ascii_lowercase();
            LANGS.into_iter().find(|lang| lang_word(*lang) == primary)
        })
        .unwrap_or(Lang::en)
}

/// A phrase in a language: `tr!(lang, speedup.title)`, with slots as `name = value`.
macro_rules! tr {
    ($lang:expr, $($key:tt)*) => {
        leptos_i18n::td_string!($lang, $($key)*)
    };
}
pub(crate) use tr;

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
