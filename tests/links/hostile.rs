//! No text of a link is ever read as markup or as code.
//!
//! Two doors stand between a link and a reader's browser. Names of stages, the only free text of a
//! state, cannot hold a character that HTML or SVG gives a meaning. And whatever a text holds is
//! escaped where markup is made. Each is tested as if the other were open. Everything else, what was
//! not understood among it, reaches the page as text nodes and properties, which are never parsed.

use amdahl_explorer::chart::{Part, Readout, VIEWS, body, view_by_id};
use amdahl_explorer::figure::{EndLabel, Figure, Hue, Reading, Row, Table};
use amdahl_explorer::markup;
use amdahl_explorer::math::{over, symbol, value};
use amdahl_explorer::paint::{Size, to_svg};
use amdahl_explorer::query::read;
use amdahl_explorer::scenario::Scenario;
use amdahl_explorer::text::{LANGS, Lang};
use amdahl_explorer::theme::{DARK, LIGHT};

/// A desktop's chart and a phone's.
const SIZES: [Size; 2] = [
    Size {
        width: 1200.0,
        height: 600.0,
    },
    Size {
        width: 340.0,
        height: 250.0,
    },
];

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
    // A name can hold these, and they are no more than letters there.
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
            for (theme, size) in [(&LIGHT, SIZES[0]), (&DARK, SIZES[1])] {
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

/// Whether a word is drawn depends on its length, so that some elements may be missing.
#[track_caller]
fn check_among(tags: &[String], known: &[String], what: &str) {
    for tag in tags {
        assert!(known.contains(tag), "{what}: <{tag}>");
    }
}

#[track_caller]
fn check_same_tags(hostile: &Scenario, harmless: &Scenario, lang: Lang) {
    let harmless = markups(harmless, lang);
    let known: Vec<String> = harmless
        .iter()
        .flat_map(|(_, markup)| tags(markup))
        .collect();
    for (what, markup) in markups(hostile, lang) {
        check_among(&tags(&markup), &known, &what);
    }
}

#[test]
fn a_name_of_a_stage_is_never_markup() {
    let link = |name: &str| format!("stages=40d2-{name}_20cvf100b100-{name}_30x-here");
    let (harmless, _) = read(&link("harmless"));
    let mut n_names = 0;
    for payload in PAYLOADS {
        let own = read(&link(&encoded(payload)));
        let is_name = own.1.is_empty();
        n_names += usize::from(is_name);
        assert_eq!(
            is_name,
            !payload.contains(['<', '>', '&', '"', '\'', '`']),
            "{payload}"
        );
        for raw in [escaped(payload), escaped(payload).replace('%', "%25")] {
            let (state, problems) = read(&link(&raw));
            assert_eq!(problems.is_empty(), is_name, "{payload}: {problems:?}");
            if is_name {
                assert_eq!(state, own.0, "{payload}");
            }
        }
        let scenario = &own.0.scenario;
        for lang in LANGS {
            check_same_tags(scenario, &harmless.scenario, lang);
            if is_name {
                check_seen(scenario, lang, payload);
            }
        }
    }
    assert_eq!(n_names, 7);
}

/// A name stands everywhere as it is: no slot of a phrase, nothing that is computed.
#[track_caller]
fn check_seen(scenario: &Scenario, lang: Lang, name: &str) {
    let profile = body(view_by_id("profile").unwrap());
    let sentence: String = (profile.sentence)(scenario, lang)
        .iter()
        .map(Part::text)
        .collect();
    assert!(sentence.contains(name), "{sentence}");
    for chart in profile.charts {
        let figure = (chart.figure)(scenario, lang);
        let texts = [
            figure.description.clone(),
            details(&figure).concat(),
            shown(&markup::table(&chart.table(scenario, lang))),
            shown(&to_svg(&figure, &LIGHT, SIZES[0], 3.0)),
        ];
        assert!(
            texts.iter().any(|text| text.contains(name)),
            "{}: {texts:?}",
            chart.id
        );
    }
}

/// Even if a name could hold anything.
#[test]
fn whatever_a_text_holds_is_escaped_where_markup_is_made() {
    let (hue, at) = (Hue::Ink, 1.0);
    let table = |text: &str| {
        let texts = vec![text.to_owned(); 3];
        markup::table(&Table {
            id: "t",
            caption: text.to_owned(),
            head: texts.clone(),
            rows: vec![Row {
                hue: Some(hue),
                cells: texts.clone(),
            }],
            notes: texts,
        })
    };
    let readout = |text: &str| {
        let [name, value, label, detail] = [(); 4].map(|()| text.to_owned());
        let readings = vec![Reading {
            hue,
            name,
            value,
            y: at,
        }];
        let readout = Readout {
            x: at,
            label,
            readings,
        };
        markup::readout(&readout, &[detail])
    };
    for payload in PAYLOADS {
        check_escaped(table, payload);
        check_escaped(readout, payload);
        check_escaped(|text| markup::paragraphs(&[text.to_owned()]), payload);
        check_escaped(
            |text| markup::formulas(&[over(value(text.to_owned(), hue), symbol("N"))]),
            payload,
        );
        for view in VIEWS {
            for chart in body(view).charts {
                let figure = (chart.figure)(&Scenario::default(), LANGS[0]);
                let svg = |text| to_svg(&filled(figure.clone(), text), &LIGHT, SIZES[0], 3.0);
                let (hostile, harmless) = (svg(payload), svg("x"));
                check_among(&tags(&hostile), &tags(&harmless), chart.id);
                assert!(shown(&hostile).contains(payload), "{hostile}");
            }
        }
    }
}

/// The markup has the elements that it has for a harmless text, and shows the text as it is.
#[track_caller]
fn check_escaped(make: impl Fn(&str) -> String, payload: &str) {
    const HARMLESS: &str = "(harmless)";
    let (hostile, harmless) = (make(payload), make(HARMLESS));
    assert_eq!(tags(&hostile), tags(&harmless), "{hostile}");
    assert_eq!(shown(&hostile), shown(&harmless).replace(HARMLESS, payload));
}

/// The figure with one text in every place.
fn filled(mut figure: Figure, text: &str) -> Figure {
    for axis in [&mut figure.x, &mut figure.y] {
        text.clone_into(&mut axis.title);
        for tick in &mut axis.ticks {
            text.clone_into(&mut tick.label);
        }
    }
    for label in (figure.bands.iter_mut().map(|band| &mut band.label))
        .chain(figure.blocks.iter_mut().map(|block| &mut block.label))
        .chain(figure.markers.iter_mut().map(|marker| &mut marker.label))
        .chain(figure.cursor.iter_mut().map(|cursor| &mut cursor.label))
    {
        text.clone_into(label);
    }
    for curve in &mut figure.curves {
        curve.label = Some(EndLabel::new(text, text.to_owned()));
    }
    for reading in figure.cursor.iter_mut().flat_map(|c| &mut c.readings) {
        text.clone_into(&mut reading.name);
        text.clone_into(&mut reading.value);
    }
    figure
}
