//! A figure as text for other people's pages: HTML, Markdown, MediaWiki, Confluence; and the link as
//! a QR code.
//!
//! Pure. Links come finished from [`crate::query`] and the address bar; every title is escaped in the
//! way of its format.

use crate::markup::escaped;

mod qr;
pub use qr::qr;

/// What a figure needs of a sandbox: its program, its own storage, the way to the whole page, files.
pub const SANDBOX: &str = "allow-scripts allow-same-origin allow-popups allow-downloads";

/// What an author puts into a page of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Snippet {
    /// The whole address of the page in this state.
    pub link: String,
    /// The same with one figure only, for a frame (`embed=1`).
    pub frame: String,
    /// The figure in a few words; any text.
    pub title: String,
    /// In CSS pixels; `None` is as wide as the text around it.
    pub width: Option<u32>,
    /// In CSS pixels.
    pub height: u32,
    /// Allow the frame no more than it needs.
    pub sandboxed: bool,
    /// Add the script that fits the frame to its figure.
    pub fitted: bool,
    /// Whether the site's other files, picture and script, stand beside the page.
    pub with_files: bool,
}

impl Snippet {
    fn width(&self) -> String {
        self.width
            .map_or_else(|| "100%".to_owned(), |width| width.to_string())
    }

    /// A frame for any page that takes HTML.
    pub fn html(&self) -> String {
        let attribute =
            |name: &str, value: &str| [" ", name, "=\"", &escaped(value), "\""].concat();
        let mut out = [
            "<iframe",
            &attribute("src", &plain(&self.frame)),
            &attribute("width", &self.width()),
            &attribute("height", &self.height.to_string()),
            &attribute("title", &one_line(&self.title)),
            " loading=\"lazy\" allow=\"clipboard-write\"",
        ]
        .concat();
        if self.sandboxed {
            out += &attribute("sandbox", SANDBOX);
        }
        out += " style=\"border:0\"></iframe>";
        if self.fitted {
            let script = attribute("src", &beside(&self.frame, "embed.js"));
            out += &["\n<script", &script, " defer></script>"].concat();
        }
        out
    }

    /// The site's picture, a link to the figure. An author who has exported the chart puts the name of
    /// that file in the picture's place.
    pub fn markdown(&self) -> String {
        let title: String = one_line(&self.title).chars().map(in_markdown).collect();
        if !self.with_files {
            return ["[", &title, "](", &plain(&self.link), ")"].concat();
        }
        let picture = beside(&self.link, "social.png");
        [
            "[![",
            &title,
            "](",
            &picture,
            ")](",
            &plain(&self.link),
            ")",
        ]
        .concat()
    }

    /// A link for any MediaWiki.
    pub fn mediawiki(&self) -> String {
        let title: String = one_line(&self.title).chars().map(in_wiki).collect();
        ["[", &plain(&self.link), " ", &title, "]"].concat()
    }

    /// A frame for a MediaWiki that has the Widgets extension with its `Iframe` widget.
    pub fn mediawiki_frame(&self) -> String {
        [
            "{{#widget:Iframe|url=",
            &plain(&self.frame),
            "|width=",
            &self.width(),
            "|height=",
            &self.height.to_string(),
            "|border=0}}",
        ]
        .concat()
    }

    /// A frame for Confluence, in its storage format.
    pub fn confluence(&self) -> String {
        let parameter = |name: &str, value: &str| {
            [
                "<ac:parameter ac:name=\"",
                name,
                "\">",
                value,
                "</ac:parameter>",
            ]
            .concat()
        };
        let address = ["<ri:url ri:value=\"", &escaped(&plain(&self.frame)), "\"/>"].concat();
        [
            "<ac:structured-macro ac:name=\"iframe\">",
            &parameter("src", &address),
            &parameter("width", &self.width()),
            &parameter("height", &self.height.to_string()),
            &parameter("frameborder", "hide"),
            &parameter("title", &escaped(&one_line(&self.title))),
            "</ac:structured-macro>",
        ]
        .concat()
    }
}

/// The address of a file of the site, from that of the page.
pub fn beside(link: &str, file: &str) -> String {
    let page = link.split(['?', '#']).next().unwrap_or_default();
    let folder = page.rfind('/').map_or("", |at| &page[..=at]);
    plain(folder) + file
}

/// An address that no markup breaks: what is not plain is escaped.
fn plain(link: &str) -> String {
    let mut out = String::with_capacity(link.len());
    for byte in link.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&*+,;=%".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out += &format!("%{byte:02X}");
        }
    }
    out
}

fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Any mark may be escaped in Markdown, so those are that mean something anywhere.
fn in_markdown(c: char) -> String {
    if c.is_ascii_punctuation() && !matches!(c, ',' | '.' | '%' | '/' | ';' | '?' | '\'') {
        ['\\', c].iter().collect()
    } else {
        c.to_string()
    }
}

/// In a wiki too much has a meaning to know it all: brackets, pipes, tildes, two apostrophes, `http:`.
fn in_wiki(c: char) -> String {
    if c.is_ascii_punctuation() && !matches!(c, ',' | '.' | '%' | '/' | ';' | '?' | '-' | '(' | ')')
    {
        format!("&#{};", u32::from(c))
    } else {
        c.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVIL: &str = "\"><script>alert(1)</script>]](x) | {{x}} [y] ''b'' & ~~~~\n# *数据* `c`";

    fn snippet(title: &str) -> Snippet {
        Snippet {
            link: "https://example.org/explorer/?p=0.95&n=64".into(),
            frame: "https://example.org/explorer/?embed=1&p=0.95&n=64".into(),
            title: title.into(),
            width: None,
            height: 620,
            sandboxed: false,
            fitted: false,
            with_files: true,
        }
    }

    #[test]
    fn a_frame_is_what_an_author_would_write() {
        let mut snippet = snippet("Speedup of 5 % serial work");
        assert_eq!(
            snippet.html(),
            "<iframe src=\"https://example.org/explorer/?embed=1&amp;p=0.95&amp;n=64\" width=\"100%\" \
             height=\"620\" title=\"Speedup of 5 % serial work\" loading=\"lazy\" allow=\"clipboard-write\" \
             style=\"border:0\"></iframe>"
        );
        snippet.width = Some(800);
        snippet.sandboxed = true;
        snippet.fitted = true;
        let html = snippet.html();
        assert!(html.contains("width=\"800\""));
        assert!(
            html.contains(
                " sandbox=\"allow-scripts allow-same-origin allow-popups allow-downloads\""
            )
        );
        let script = "<script src=\"https://example.org/explorer/embed.js\" defer></script>";
        assert!(html.ends_with(script), "{html}");
    }

    #[test]
    fn the_other_forms_are_what_an_author_would_write() {
        let mut snippet = snippet("Speedup (5 % serial)");
        snippet.with_files = false;
        assert_eq!(
            snippet.markdown(),
            "[Speedup \\(5 % serial\\)](https://example.org/explorer/?p=0.95&n=64)"
        );
        snippet.with_files = true;
        assert_eq!(
            snippet.markdown(),
            "[![Speedup \\(5 % serial\\)](https://example.org/explorer/social.png)]\
             (https://example.org/explorer/?p=0.95&n=64)"
        );
        assert_eq!(
            snippet.mediawiki(),
            "[https://example.org/explorer/?p=0.95&n=64 Speedup (5 % serial)]"
        );
        assert_eq!(
            snippet.mediawiki_frame(),
            "{{#widget:Iframe|url=https://example.org/explorer/?embed=1&p=0.95&n=64|width=100%|height=620|border=0}}"
        );
        assert!(snippet.confluence().contains(
            "<ac:parameter ac:name=\"src\"><ri:url ri:value=\"https://example.org/explorer/?embed=1&amp;p=0.95&amp;n=64\"/></ac:parameter>"
        ));
    }

    #[test]
    fn no_title_breaks_out_of_its_place() {
        let evil = snippet(EVIL);
        for text in [
            evil.html(),
            evil.confluence(),
            evil.mediawiki(),
            evil.markdown(),
        ] {
            assert!(!text.contains('\n'), "{text}");
            assert!(text.contains("数据"), "{text}");
        }
        assert_eq!(evil.html().matches('<').count(), 2);
        assert_eq!(evil.html().matches('"').count(), 14);
        assert!(!evil.confluence().contains("<script"));
        let wiki = evil.mediawiki();
        let inner = wiki.trim_start_matches('[').trim_end_matches(']');
        assert!(
            !inner.contains(['[', ']', '{', '}', '|', '<', '\'', '~', '"']),
            "{inner}"
        );
        // Every bracket and pipe of the title stands behind a backslash.
        let markdown = evil.markdown();
        let alt = &markdown[3..markdown.find("](http").unwrap()];
        let free = |(at, mark): (usize, &str)| {
            let before = alt[..at].chars().rev().take_while(|c| *c == '\\').count();
            before % 2 == 0 && !mark.is_empty()
        };
        assert!(
            !alt.match_indices(['[', ']', '|', '<', '`', '*']).any(free),
            "{alt}"
        );
    }

    #[test]
    fn no_address_breaks_out_of_its_place() {
        let mut snippet = snippet("t");
        snippet.link = "https://example.org/a_(b)/]|}}\"' <数>?p=0.95".into();
        snippet.frame.clone_from(&snippet.link);
        let address = "https://example.org/a_%28b%29/%5D%7C%7D%7D%22%27%20%3C%E6%95%B0%3E?p=0.95";
        assert!(snippet.markdown().ends_with(&format!("({address})")));
        assert!(snippet.mediawiki().starts_with(&format!("[{address} ")));
        assert!(
            snippet
                .mediawiki_frame()
                .contains(&format!("|url={address}|").replace("|url", "Iframe|url"))
        );
        assert!(snippet.html().contains(&format!("src=\"{address}\"")));
        assert_eq!(
            beside("https://example.org/a/index.html?x=/", "f"),
            "https://example.org/a/f"
        );
        assert_eq!(beside("", "f"), "f");
    }
}
