//! What a stage is called: a name the page knows in every language, or the reader's own.

/// The name of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// A name with a translation.
    Known(Known),
    /// What the reader wrote.
    Own(Label),
}

/// Declares the known names with their words in links.
macro_rules! known {
    ($($(#[$doc:meta])* $name:ident = $word:literal),+ $(,)?) => {
        /// A stage name that has a translation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Known {
            $($(#[$doc])* $name),+
        }

        impl Known {
            /// All known names.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$name),+];

            /// Its word in links: letters only.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word),+
                }
            }
        }
    };
}

known! {
    /// Computing as a whole.
    Compute = "compute",
    /// Forward pass.
    Forward = "forward",
    /// Backward pass.
    Backward = "backward",
    /// Activations computed again.
    Recompute = "recompute",
    /// The attention core computed again.
    Attention = "attention",
    /// All kernels of the GPU.
    Kernels = "kernels",
    /// One micro-batch after another.
    Microbatches = "micro",
    /// Reading and decoding data.
    Load = "load",
    /// Copies between host and GPU.
    Copies = "copies",
    /// Reading and copying together.
    LoadAndCopy = "loadcopy",
    /// Calls that launch kernels.
    Launch = "launch",
    /// Other code on the host that the GPU waits for.
    Host = "host",
    /// The GPU has nothing to do.
    Idle = "idle",
    /// Communication as a whole.
    Communication = "comm",
    /// Communication and copies that computing does not hide.
    CommunicationAndCopies = "commcopy",
    /// Communication of tensor parallelism.
    Tensor = "tp",
    /// Communication between pipeline stages.
    Pipeline = "pp",
    /// Communication of data parallelism.
    Data = "dp",
    /// Communication of context parallelism.
    Context = "cp",
    /// Pipeline stages waiting for each other.
    Bubble = "bubble",
    /// The optimizer.
    Optimizer = "optimizer",
    /// Serial time that does not depend on the work.
    Fixed = "fixed",
    /// Anything else.
    Other = "other",
}

/// A name of the reader's own: 1 to [`Label::ROOM`] long, without what could be markup.
///
/// Length is counted as a link has to: a letter, digit or hyphen of ASCII is one, a space two,
/// anything else four. So 32 English letters fit, or eight Chinese characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label(String);

impl Label {
    /// The longest name.
    pub const ROOM: usize = 32;

    /// The name, its spaces tidied; `None` when nothing is left, when it is too long, or when a
    /// character cannot be part of a name.
    pub fn new(text: &str) -> Option<Self> {
        let tidy = tidied(text.chars());
        let fits = tidy.chars().map(length).sum::<usize>() <= Self::ROOM;
        (!tidy.is_empty() && fits && tidy.chars().all(allowed)).then_some(Self(tidy))
    }

    /// As much of the text as can be a name: characters that cannot are dropped, and what is too
    /// long is cut, which the second part denies. `None` when nothing is left.
    pub fn cleaned(text: &str) -> Option<(Self, bool)> {
        let space = |c: char| if allowed(c) { c } else { ' ' };
        let mut room = Self::ROOM;
        let fits = |c: &char| {
            let rest = room.checked_sub(length(*c));
            room = rest.unwrap_or(0);
            rest.is_some()
        };
        let tidy = tidied(text.chars().map(space));
        let kept: String = tidy.chars().take_while(fits).collect();
        let whole = kept.len() == tidy.len();
        Self::new(&kept).map(|label| (label, whole))
    }

    /// The text.
    pub fn get(&self) -> &str {
        &self.0
    }
}

/// One space between words and none at the ends.
fn tidied(text: impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    for c in text {
        if !c.is_whitespace() {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn length(c: char) -> usize {
    match c {
        ' ' => 2,
        '-' => 1,
        c if c.is_ascii_alphanumeric() => 1,
        _ => 4,
    }
}

/// No control characters, nothing invisible or that turns the writing direction, no markup, and
/// nothing beyond the first 65 536 characters.
fn allowed(c: char) -> bool {
    match c {
        '<' | '>' | '&' | '"' | '\'' | '`' | '\\' | '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' => false,
        // Letters of most scripts; arrows, mathematical signs, symbols; ideographs; their forms.
        ' '..='~'
        | '\u{a1}'..='\u{1fff}'
        | '\u{2070}'..='\u{2fff}'
        | '\u{3001}'..='\u{d7ff}'
        | '\u{f900}'..='\u{fdff}'
        | '\u{fe30}'..='\u{fefe}'
        | '\u{ff01}'..='\u{ff9f}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, kept: Option<&str>, cleaned: Option<&str>) {
        assert_eq!(
            Label::new(typed).as_ref().map(Label::get),
            kept,
            "{typed:?}"
        );
        let clean = Label::cleaned(typed);
        let clean = clean.as_ref().map(|(label, _)| label.get());
        assert_eq!(clean, cleaned, "{typed:?}");
    }

    #[test]
    fn names_are_short_and_never_markup() {
        let same = |name| check(name, Some(name), Some(name));
        same("All-reduce (exposed)");
        same("数据加载与拷贝吧");
        same("µs→GPU");
        check("  two \t words ", Some("two words"), Some("two words"));
        check("", None, None);
        check(" \n", None, None);
        check("<b>bold</b>", None, Some("b bold /b"));
        check("a&amp;b\"'`", None, Some("a amp;b"));
        check("\u{202e}evil\u{200b}", None, Some("evil"));
        check("😀", None, None);
        check("九个字的名字太长了", None, Some("九个字的名字太长"));
        let long = "x".repeat(33);
        check(&long, None, Some(&long[1..]));
        check(
            "void at::native::vectorized<4, T>(int)",
            None,
            Some("void at::native::ve"),
        );
    }

    #[test]
    fn known_names_have_words_of_their_own() {
        for (i, known) in Known::ALL.into_iter().enumerate() {
            assert!(known.word().bytes().all(|b| b.is_ascii_lowercase()));
            assert!(
                Known::ALL[..i]
                    .iter()
                    .all(|other| other.word() != known.word())
            );
        }
    }
}
