//! No text of a link is ever read as markup or as code.
//!
//! Two doors stand between a link and a reader's browser. Names of stages, the only free text of a
//! state, cannot hold a character that HTML or SVG gives a meaning. And whatever a text holds is
//! escaped where markup is made. Each is tested as if the other were open. Everything else, what was
//! not understood among it, reaches the page as text nodes and properties, which are never parsed.

use amdahl_explorer::chart::{Part, Readout, VIEWS, body};
use amdahl_explorer::figure::{
    Band, Block, Cursor, EndLabel, Figure, Fill, Hue, Marker, Point, Reading, Row, Shape, Side,
    Table,
};
use amdahl_explorer::markup;
use amdahl_explorer::math;
use amdahl_explorer::paint::{Size, to_svg};
use amdahl_explorer::query::{read, write};
use amdahl_explorer::scenario::Scenario;
use amdahl_explorer::state::ExplorerState;
use amdahl_explorer::text::{LANGS, Lang};
use amdahl_explorer::theme::{DARK, LIGHT};

const PAYLOADS: [&str; 26] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"><svg/onload=alert(1)>",
    "'><svg onload=alert(1)>",
    "</title><script>a()</script>",
    "</td></table><b>",
    "]]></style><i>",
    "<!--",
    "--><u>",
    "<math><mtext></mtext>",
    "<a href=\"javascript:a()\">x</a>",
    "<iframe srcdoc='x'>",
    "\" onmouseover=\"alert(1)",
    "' onfocus='alert(1)' autofocus",
    "`${alert(1)}`",
    "&lt;b&gt;",
    "&#60;b&#62;",
    "&",
    "<",
    // Legal in names, and no more than letters there.
    "javascript:alert(1)",
    "onerror=alert(1)",
    "{{ n }}",
    "{{7*7}}",
    "${7*7}",
    "#{7*7}",
    "%s%n",
];

/// Every byte escaped, as a link holds it.
fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// As the page itself would write it in the name of a stage.
fn encoded(text: &str) -> String {
    const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let digit = |n: usize| char::from(DIGITS[n % 62]);
    text.bytes()
        .map(usize::from)
        .map(|code| format!(".0{}{}", digit(code / 62), digit(code)))
        .collect()
}

/// Tags and their attributes, without the values that a figure computes from its numbers.
fn tags(markup: &str) -> Vec<String> {
    let mut out = Vec::new();
    for piece in markup.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "a bare > in {text:?}");
        // Every second piece stands between quotes.
        let outside: Vec<&str> = tag.split('"').step_by(2).collect();
        out.push(outside.join(""));
    }
    out.sort();
    out.dedup();
    out
}

/// What a browser shows of a markup, its texts one behind the other.
fn shown(markup: &str) -> String {
    let texts = markup
        .split('<')
        .filter_map(|piece| piece.split_once('>'))
        .map(|(_, text)| text);
    texts
        .collect::<String>()
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("&amp;", "&")
}

/// All markup that the page makes of a state, with a word for each.
fn markups(scenario: &Scenario, lang: Lang) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for view in VIEWS {
        let body = body(view);
        let mut add =
            |what: &str, markup: String| out.push((format!("{}: {what}", view.id), markup));
        add(
            "remarks",
            markup::paragraphs(&(body.remarks)(scenario, lang)),
        );
        add(
            "formulas",
            markup::formulas(&(body.formulas)(scenario, lang)),
        );
        for table in (body.tables)(scenario, lang) {
            add(table.id, markup::table(&table));
        }
        for chart in body.charts {
            let figure = (chart.figure)(scenario, lang);
            add(chart.id, markup::table(&chart.table(scenario, lang)));
            let details: Vec<String> = details(&figure);
            for at in 0..=20 {
                let x = figure.x.value(f64::from(at) / 20.0);
                let readout = (chart.readings)(scenario, lang, &figure, x);
                add(chart.id, markup::readout(&readout, &details));
            }
            for (theme, width) in [(&LIGHT, 796.0), (&DARK, 340.0)] {
                let size = Size {
                    width,
                    height: 470.0,
                };
                add(chart.id, to_svg(&figure, theme, size, 3.0));
            }
        }
    }
    out
}

/// What a pointer over the marks of a figure can bring up.
fn details(figure: &Figure) -> Vec<String> {
    let markers = figure.markers.iter().map(|marker| marker.detail.clone());
    let blocks = figure.blocks.iter().map(|block| block.detail.clone());
    markers.chain(blocks).collect()
}

#[track_caller]
fn check_same_tags(hostile: &Scenario, harmless: &Scenario, lang: Lang) {
    let (hostile, harmless) = (markups(hostile, lang), markups(harmless, lang));
    assert_eq!(hostile.len(), harmless.len());
    // Whether a word fits into its place depends on its length.
    let known: Vec<String> = harmless
        .iter()
        .flat_map(|(_, markup)| tags(markup))
        .collect();
    for (what, markup) in &hostile {
        for tag in tags(markup) {
            assert!(known.contains(&tag), "{what}: <{tag}>");
        }
    }
}

#[test]
fn a_name_of_a_stage_is_never_markup() {
    let (harmless, _) = read("stages=40d2-harmless_20cvf100b100-text_30x-here");
    for payload in PAYLOADS {
        let [raw, twice, own] = [
            escaped(payload),
            escaped(&escaped(payload)),
            encoded(payload),
        ]
        .map(|name| read(&format!("stages=40d2-{name}_20cvf100b100-{name}_30x-here")));
        // However it is written, it is a name in all stages or in none.
        let n_named = raw.1.len();
        assert!(n_named == 0 || n_named == 2, "{payload}: {:?}", raw.1);
        assert_eq!(twice, raw, "{payload}");
        if !payload.contains('\\') {
            assert_eq!(own.0, raw.0, "{payload}");
        }
        let scenario = &raw.0.scenario;
        for stage in scenario.stages.list() {
            if let amdahl_explorer::model::profile::Name::Own(label) = &stage.name {
                assert!(!label.get().contains(['<', '>', '&', '"', '\'', '`', '\\']));
            }
        }
        for lang in LANGS {
            check_same_tags(scenario, &harmless.scenario, lang);
            // It is read as it stands: no slot of a phrase, no number.
            if n_named == 0 {
                let all = markups(scenario, lang);
                assert!(
                    all.iter()
                        .any(|(_, markup)| shown(markup).contains(payload)),
                    "{payload} is not seen"
                );
                let profile = body(VIEWS[4]);
                let sentence: Vec<Part> = (profile.sentence)(scenario, lang);
                let said: String = sentence.iter().map(Part::text).collect();
                assert!(said.contains(payload), "{payload}: {said}");
            }
        }
    }
}
