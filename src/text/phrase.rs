//! Phrases in every language, with named slots.

#![allow(
    non_upper_case_globals,
    reason = "phrases are named as in the language files"
)]

include!(concat!(env!("OUT_DIR"), "/phrases.rs"));

/// The word for a language in links and in the `lang` attribute: a BCP 47 tag.
pub fn lang_word(lang: Lang) -> &'static str {
    TAGS[lang as usize]
}

/// One phrase in all languages; a slot is written `{{ name }}`.
pub(crate) struct Phrase<const N: usize> {
    pub(crate) texts: Texts<N>,
    /// The names of its slots, sorted; only the compiler looks at them.
    pub(crate) slots: &'static [&'static str],
}

/// What a phrase is in each language: all that is left of it in the page.
pub(crate) struct Texts<const N: usize>(pub(crate) [&'static str; N]);

/// A part of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words as they stand.
    Words(&'a str),
    /// A slot, by name.
    Slot(&'a str),
}

impl<const N: usize> Texts<N> {
    /// The phrase as it stands, for one without slots.
    pub(crate) fn text(&self, lang: Lang) -> &'static str {
        self.0[lang as usize]
    }

    /// Words and slots, in the language's own order.
    pub(crate) fn pieces(&self, lang: Lang) -> impl Iterator<Item = Piece<'static>> {
        let mut rest = self.text(lang);
        std::iter::from_fn(move || {
            if let Some(slot) = rest.strip_prefix("{{") {
                let (name, after) = slot.split_once("}}").unwrap_or((slot, ""));
                rest = after;
                return Some(Piece::Slot(name.trim()));
            }
            let (words, after) = rest.split_at(rest.find("{{").unwrap_or(rest.len()));
            rest = after;
            (!words.is_empty()).then_some(Piece::Words(words))
        })
    }

    /// The phrase with its slots filled by name.
    pub(crate) fn filled(&self, lang: Lang, values: &[(&str, &str)]) -> String {
        let value = |slot| {
            values
                .iter()
                .find(|(name, _)| *name == slot)
                .map_or("", |(_, value)| value)
        };
        self.pieces(lang)
            .fold(String::new(), |text, piece| match piece {
                Piece::Words(words) => text + words,
                Piece::Slot(slot) => text + value(slot),
            })
    }
}

impl<const N: usize> Phrase<N> {
    /// Whether these are the names of its slots, in any order; asked while compiling.
    pub(crate) const fn takes(&self, names: &[&str]) -> bool {
        let mut i = 0;
        while i < names.len() {
            let mut j = 0;
            while j < self.slots.len() && !same(names[i], self.slots[j]) {
                j += 1;
            }
            if j == self.slots.len() {
                return false;
            }
            i += 1;
        }
        names.len() == self.slots.len()
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// A phrase in a language: `tr!(lang, speedup.title)`, with slots as `name = value`. A phrase or a
/// slot that does not exist does not compile.
macro_rules! tr {
    ($lang:expr, $section:ident . $name:ident) => {{
        const { assert!($crate::text::phrases::$section::$name.takes(&[])) };
        $crate::text::phrases::$section::$name.texts.text($lang)
    }};
    ($lang:expr, $section:ident . $name:ident, $($slot:ident = $value:expr),+ $(,)?) => {{
        const { assert!($crate::text::phrases::$section::$name.takes(&[$(stringify!($slot)),+])) };
        $crate::text::phrases::$section::$name
            .texts
            .filled($lang, &[$((stringify!($slot), ::core::convert::AsRef::<str>::as_ref(&$value))),+])
    }};
}
pub(crate) use tr;

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: Phrase<2> = Phrase {
        texts: Texts(["{{ a }} before {{ b }}.", "{{ b }}在{{ a }}之后"]),
        slots: &["a", "b"],
    };

    #[test]
    fn a_phrase_keeps_its_language_s_order() {
        assert_eq!(
            ORDER.texts.filled(LANGS[0], &[("a", "1"), ("b", "2")]),
            "1 before 2."
        );
        assert_eq!(
            ORDER.texts.filled(LANGS[1], &[("a", "1"), ("b", "2")]),
            "2在1之后"
        );
        let pieces: Vec<_> = ORDER.texts.pieces(LANGS[0]).collect();
        assert_eq!(
            pieces,
            [
                Piece::Slot("a"),
                Piece::Words(" before "),
                Piece::Slot("b"),
                Piece::Words(".")
            ]
        );
    }

    #[test]
    fn slots_are_known_by_name() {
        assert!(ORDER.takes(&["b", "a"]));
        assert!(!ORDER.takes(&["a"]));
        assert!(!ORDER.takes(&["a", "c"]));
        assert!(!ORDER.takes(&["a", "b", "c"]));
    }
}
