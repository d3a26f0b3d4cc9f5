//! A chart as a picture of its own: title above, chart, caption and link below.

use super::{CREATOR, Document};
use crate::markup::escaped;
use crate::paint::{Size, svg_marks, text_width};
use crate::text::lang_word;
use crate::theme::{Color, FONT, Theme};

/// Steps of the drawing grid per pixel: a tenth of a pixel keeps the file small, and nobody sees less.
const GRID: f64 = 10.0;
/// Around everything.
const MARGIN: f64 = 16.0;
/// The height of a line, in sizes of its text.
const LINE: f64 = 1.4;

/// A picture, and how large it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The SVG document.
    pub svg: String,
    /// As asked for, within reason; higher where the words leave too little room for a chart.
    pub size: Size,
}

/// Lines of one size and color.
struct Words {
    lines: Vec<String>,
    size: f64,
    color: Color,
    weight: &'static str,
}

/// The picture in `size` CSS pixels, words included. It needs nothing from outside: colors are
/// attributes, words are text with a list of faces that has Chinese ones.
pub fn svg(document: &Document, theme: &Theme, size: Size) -> Picture {
    const NARROWEST: f64 = 240.0;
    const LOWEST: f64 = 160.0;
    const LARGEST: f64 = 10_000.0;
    let within = |value: f64, lo: f64| {
        if value.is_nan() {
            lo
        } else {
            value.clamp(lo, LARGEST)
        }
    };
    let width = within(size.width, NARROWEST);
    let inner = width - 2.0 * MARGIN;
    let words = |text: &str, size, most, color, weight| Words {
        lines: wrapped(text, size, inner, most),
        size,
        color,
        weight,
    };
    let large = if width < 520.0 { 15.0 } else { 17.0 };
    let title = words(&document.title, large, 3, theme.ink, "bold");
    let link = [CREATOR, &document.link].map(str::to_owned);
    let link = link.into_iter().filter(|part| !part.is_empty());
    let link = link.collect::<Vec<_>>().join(" · ");
    let below = [
        words(&document.caption, 12.5, 8, theme.ink, "normal"),
        words(&link, 11.0, 3, theme.muted, "normal"),
    ];
    let above = title.height() + 8.0;
    let rest = above + below.iter().map(Words::height).sum::<f64>() + 8.0 + 2.0 * MARGIN;
    let chart = Size {
        width: inner,
        height: within(size.height - rest, LOWEST),
    };
    let size = Size {
        width,
        height: chart.height + rest,
    };
    let mut y = MARGIN;
    let mut marks = title.written(&mut y);
    y += 8.0;
    marks += &format!(
        "<g transform=\"translate({MARGIN} {y}) scale({})\">{}</g>\n",
        1.0 / GRID,
        svg_marks(&document.figure, theme, chart, GRID)
    );
    y += chart.height + 8.0;
    for words in below {
        marks += &words.written(&mut y);
    }
    let Size { width, height } = size;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" xml:lang=\"{lang}\" font-family=\"{FONT}\">\n\
         <title>{title}</title>\n<desc>{description}</desc>\n{metadata}\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>\n{marks}</svg>\n",
        lang = lang_word(document.lang),
        title = escaped(&document.title),
        description = escaped(&document.figure.description),
        metadata = metadata(document),
        paper = theme.background.hex(),
    );
    Picture {
        svg: svg.chars().filter(|c| is_xml(*c)).collect(),
        size,
    }
}

/// What the file says of itself, in Dublin Core.
fn metadata(document: &Document) -> String {
    let mut said = vec![
        ("title", document.title.clone()),
        ("creator", CREATOR.to_owned()),
        ("source", document.link.clone()),
        ("language", lang_word(document.lang).to_owned()),
        ("format", "image/svg+xml".to_owned()),
    ];
    let paragraphs = document.paragraphs().into_iter();
    said.extend(paragraphs.map(|text| ("description", text)));
    let said: String = said
        .iter()
        .map(|(name, text)| format!("<dc:{name}>{}</dc:{name}>\n", escaped(text)))
        .collect();
    format!(
        "<metadata>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<rdf:Description rdf:about=\"\">\n{said}\
         </rdf:Description>\n</rdf:RDF>\n</metadata>\n"
    )
}

impl Words {
    fn height(&self) -> f64 {
        self.lines.len() as f64 * self.size * LINE
    }

    /// The lines from `y` on, which moves on below them.
    fn written(&self, y: &mut f64) -> String {
        let Self {
            size,
            color,
            weight,
            ..
        } = self;
        let color = color.hex();
        let line = |text: &String| {
            let base = ((*y + size) * 100.0).round() / 100.0;
            *y += size * LINE;
            format!(
                "<text x=\"{MARGIN}\" y=\"{base}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{color}\">{}</text>\n",
                escaped(text)
            )
        };
        self.lines.iter().map(line).collect()
    }
}

/// A text in lines of at the most `width` pixels: broken at spaces and between Chinese characters,
/// and anywhere in what is longer than a line. What does not fit into `most` lines ends in an ellipsis.
fn wrapped(text: &str, size: f64, width: f64, most: usize) -> Vec<String> {
    // Text comes out up to a tenth wider where it is bold.
    let fits = |line: &str| text_width(line, size) * 1.1 <= width;
    let mut lines = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (mut end, mut breakable) = (0, None);
        for (at, c) in rest.char_indices() {
            let next = at + c.len_utf8();
            if !fits(&rest[..next]) && end > 0 {
                break;
            }
            end = next;
            if may_end(c, rest[next..].chars().next()) {
                breakable = Some(next);
            }
        }
        if end < rest.len() {
            end = breakable.unwrap_or(end);
        }
        if lines.len() + 1 == most && end < rest.len() {
            let mut line: String = rest[..end].trim_end().to_owned();
            while !fits(&(line.clone() + "…")) && line.pop().is_some() {}
            lines.push(line + "…");
            break;
        }
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    lines
}

/// Whether a line may end behind `c` when `next` follows.
fn may_end(c: char, next: Option<char>) -> bool {
    const NEVER_FIRST: &str = "，。、；：！？）》」』”’…—·%";
    const NEVER_LAST: &str = "（《「『“‘";
    let wide = |c: char| u32::from(c) >= 0x2e80;
    match next {
        Some(next) if NEVER_FIRST.contains(next) || NEVER_LAST.contains(c) => c == ' ',
        Some(next) => c == ' ' || wide(c) || wide(next) || matches!(c, '&' | '?' | '-'),
        None => true,
    }
}

/// XML 1.0 forbids most control characters, escaped too.
fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_wrapped(text: &str, width: f64, most: usize, expected: &[&str]) {
        assert_eq!(wrapped(text, 10.0, width, most), expected, "{text}");
    }

    #[test]
    fn lines_break_where_a_reader_expects_it() {
        check_wrapped("", 100.0, 3, &[]);
        check_wrapped("one two", 100.0, 3, &["one two"]);
        check_wrapped("eleven twelve one", 60.0, 3, &["eleven", "twelve", "one"]);
        check_wrapped(
            "加速比的上限，由串行",
            67.0,
            3,
            &["加速比的上", "限，由串行"],
        );
        check_wrapped("加速比的上限。", 67.0, 3, &["加速比的上", "限。"]);
        check_wrapped("abcdefghijkl", 45.0, 3, &["abcdef", "ghijkl"]);
        check_wrapped("one two three four", 45.0, 2, &["one", "two…"]);
    }

    #[test]
    fn a_width_that_holds_nothing_still_ends() {
        assert_eq!(wrapped("abc", 10.0, 1.0, 9), ["a", "b", "c"]);
    }
}
