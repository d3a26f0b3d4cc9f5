//! Files and snippets, read by the parsers of those who get them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use amdahl_explorer::chart::{VIEWS, body};
use amdahl_explorer::export::{Document, Shown, csv, json, png, svg};
use amdahl_explorer::paint::Size;
use amdahl_explorer::query;
use amdahl_explorer::scenario::Scenario;
use amdahl_explorer::snippet::{Snippet, qr};
use amdahl_explorer::text::{LANGS, Lang, lang_word};
use amdahl_explorer::theme::{DARK, LIGHT, Theme};
use common::scenario;
use proptest::prelude::*;
use roxmltree::Document as Xml;
use serde_json::Value;

const LINK: &str = "https://example.org/explorer/?p=0.95&n=10000";
const HOSTILE: [&str; 6] = [
    "",
    "<script>alert('1')</script> \"quoted\" & ]]> <!-- --> &amp; &#0;",
    "=HYPERLINK(\"http://x\",\"y\")\r\n+1;-1\t@x,=2",
    "串行部分决定上限：“加速比” 😀 \u{202e}abc\u{200b}",
    "control \u{0}\u{1}\u{8}\u{b}\u{1b}\u{7f}\u{85}\u{fffe}\u{ffff} end",
    "a\nb\r\nc\u{2028}d, # not a comment",
];
const SIZES: [Size; 3] = [
    Size {
        width: 360.0,
        height: 420.0,
    },
    Size {
        width: 900.0,
        height: 560.0,
    },
    Size {
        width: 1.0,
        height: f64::NAN,
    },
];

/// Every chart in these settings.
fn documents(scenario: &Scenario, lang: Lang, caption: &str) -> Vec<Document> {
    let of = |view| {
        let body = body(view);
        body.charts.iter().map(move |chart| {
            let shown = Shown { view, body, chart };
            Document::new(shown, scenario, lang, LINK.to_owned(), caption)
        })
    };
    VIEWS.into_iter().flat_map(of).collect()
}

fn document(link: &str, chart: &str) -> Document {
    let scenario = query::read(link).0.scenario;
    let all = documents(&scenario, Lang::En, "Our cluster");
    all.into_iter()
        .find(|document| document.ids[1] == chart)
        .unwrap()
}

/// The records of a CSV file, and the lines of comments above them, as pandas sees them.
fn read_csv(text: &str) -> (Vec<Vec<String>>, Vec<String>) {
    let text = text.strip_prefix('\u{feff}').unwrap();
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .has_headers(false)
        .from_reader(text.as_bytes());
    // Not `flexible`: a row of another length is an error.
    let rows = reader
        .records()
        .map(|record| record.unwrap().iter().map(str::to_owned).collect())
        .collect();
    let comments = text.split("\r\n").take_while(|line| line.starts_with('#'));
    (rows, comments.map(str::to_owned).collect())
}

#[track_caller]
fn check_svg(document: &Document, theme: &Theme, size: Size) {
    let picture = svg(document, theme, size);
    let xml = Xml::parse(&picture.svg)
        .unwrap_or_else(|e| panic!("{:?}: {e}\n{}", document.ids, picture.svg));
    let root = xml.root_element();
    let number = |name| root.attribute(name).unwrap().parse::<f64>().unwrap();
    assert_eq!(
        (number("width"), number("height")),
        (picture.size.width, picture.size.height)
    );
    let tags: Vec<&str> = xml
        .descendants()
        .map(|node| node.tag_name().name())
        .collect();
    for foreign in ["script", "style", "image", "use", "foreignObject", "a"] {
        assert!(!tags.contains(&foreign), "{foreign}");
    }
    for node in xml.descendants() {
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("url("), "{value}");
            assert!(!attribute.name().starts_with("on") && attribute.name() != "href");
        }
    }
    let said = |name: &str| -> Vec<String> {
        let nodes = xml
            .descendants()
            .filter(|node| node.tag_name().name() == name);
        nodes
            .map(|node| node.text().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(said("source"), [LINK]);
    assert_eq!(said("language"), [lang_word(document.lang)]);
    assert_eq!(said("title")[0], document.title);
    assert!(!said("desc")[0].is_empty());
    let descriptions = said("description").join("\n");
    for (key, value) in &document.parameters {
        assert!(descriptions.contains(&format!("{key} = {value}")), "{key}");
    }
    for text in document
        .notes
        .iter()
        .chain([&document.sentence, &document.caption])
    {
        assert!(descriptions.contains(text.as_str()), "{text}");
    }
}

#[track_caller]
fn check_csv(document: &Document) {
    let text = csv(document);
    let (rows, comments) = read_csv(&text);
    assert!(rows.len() > 1 && rows[0].len() > 1, "{:?}", document.ids);
    assert!(rows[0].iter().all(|head| !head.is_empty()), "{:?}", rows[0]);
    assert_eq!(text.matches('\n').count(), rows.len() + comments.len());
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    let comments = comments.join("\n");
    assert!(comments.contains(LINK) && comments.contains("Amdahl Explorer"));
    for (key, value) in &document.parameters {
        assert!(comments.contains(&format!("{key} = {value}")), "{key}");
    }
    let of_blocks = !document.figure.blocks.is_empty();
    let n_words = if of_blocks { 2 } else { 0 };
    for row in &rows[1..] {
        let numbers = if of_blocks {
            assert!(!row[0].is_empty());
            &row[n_words..4]
        } else {
            assert!(!row[0].is_empty());
            &row[..=document.figure.curves.len().min(row.len() - 1)]
        };
        for number in numbers.iter().filter(|cell| !cell.is_empty()) {
            let value: f64 = number
                .parse()
                .unwrap_or_else(|_| panic!("{number}: {row:?}"));
            assert!(value.is_finite());
        }
    }
    for cell in rows.iter().flatten() {
        let first = cell.trim_start().chars().next().unwrap_or(' ');
        assert!(
            cell.parse::<f64>().is_ok() || !"=+-@".contains(first),
            "{cell}"
        );
    }
}

#[track_caller]
fn check_json(document: &Document) {
    let text = json(document);
    let read: Value = serde_json::from_str(&text).unwrap();
    let said = |name: &str| read[name].as_str().unwrap();
    assert_eq!(said("title"), document.title);
    assert_eq!(said("sentence"), document.sentence);
    assert_eq!(said("caption"), document.caption);
    assert_eq!(said("link"), LINK);
    assert_eq!(said("language"), lang_word(document.lang));
    let parameters = read["parameters"].as_object().unwrap();
    assert_eq!(parameters.len(), document.parameters.len());
    assert!(!read["axes"]["x"]["title"].as_str().unwrap().is_empty());
    let list = |value: &Value| value.as_array().unwrap().clone();
    let series = list(&read["series"]);
    assert!(!series.is_empty() || !list(&read["blocks"]).is_empty());
    for one in series {
        let (x, y) = (list(&one["x"]), list(&one["y"]));
        assert!(x.len() == y.len() && x.len() > 1 && !one["name"].as_str().unwrap().is_empty());
        assert!(x.iter().chain(&y).all(Value::is_number), "{}", one["name"]);
    }
    for table in list(&read["tables"]) {
        let n_columns = list(&table["head"]).len();
        assert!(
            list(&table["rows"])
                .iter()
                .all(|row| list(row).len() == n_columns)
        );
    }
    assert!(
        !text.contains('<'),
        "no tag can end a script that the object stands in"
    );
}

/// A picture of one gray point, as an encoder writes it.
fn picture() -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, 1, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[128]).unwrap();
    writer.finish().unwrap();
    out
}

#[track_caller]
fn check_png(document: &Document) {
    let bytes = png(document, &picture());
    // The decoder checks every sum.
    let mut decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
    decoder.set_ignore_text_chunk(false);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = [0; 1];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels, [128]);
    let texts = &reader.info().utf8_text;
    let text = |keyword: &str| {
        let chunk = texts.iter().find(|chunk| chunk.keyword == keyword).unwrap();
        assert_eq!(chunk.language_tag, lang_word(document.lang));
        chunk.get_text().unwrap()
    };
    assert_eq!(text("Title"), document.title);
    assert_eq!(text("Source"), LINK);
    assert_eq!(text("Software"), "Amdahl Explorer");
    assert_eq!(text("Author"), "Amdahl Explorer");
    assert!(!text("Description").is_empty());
    let comment = text("Comment");
    assert!(comment.contains(&document.sentence) && comment.contains(&document.caption));
    for (key, value) in &document.parameters {
        assert!(comment.contains(&format!("{key} = {value}")), "{key}");
    }
}

#[test]
fn every_chart_is_a_file_in_every_language_and_scheme_with_any_caption() {
    for lang in LANGS {
        for caption in HOSTILE {
            for document in documents(&Scenario::default(), lang, caption) {
                assert!(!document.caption.contains('\n'));
                for theme in [&LIGHT, &DARK] {
                    for size in SIZES {
                        check_svg(&document, theme, size);
                    }
                }
                check_csv(&document);
                check_json(&document);
                check_png(&document);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn every_state_is_a_file(scenario in scenario(), caption in ".{0,80}", zh in any::<bool>()) {
        for document in documents(&scenario, if zh { Lang::Zh } else { Lang::En }, &caption) {
            check_svg(&document, &LIGHT, SIZES[1]);
            check_csv(&document);
            check_json(&document);
            check_png(&document);
        }
    }

    #[test]
    fn what_is_no_picture_comes_back_as_it_was(bytes in any::<Vec<u8>>(), cut in 0..70usize) {
        let document = document("", "speedup");
        prop_assert_eq!(png(&document, &bytes), bytes);
        let picture = picture();
        let broken = &picture[..cut.min(picture.len())];
        let out = png(&document, broken);
        prop_assert!(out == broken || broken.len() >= 33);
    }
}

#[test]
fn the_table_has_the_numbers_of_the_laws() {
    let (rows, comments) = read_csv(&csv(&document("p=0.95&n=10000", "speedup")));
    assert_eq!(rows[0][0], "Processors N");
    let column = |words: &str| {
        rows[0]
            .iter()
            .position(|head| head.starts_with(words))
            .unwrap()
    };
    let (ideal, curve) = (column("ideal"), column("P = 0.95"));
    let samples: Vec<[f64; 3]> = rows[1..]
        .iter()
        .filter(|row| !row[curve].is_empty())
        .map(|row| [0, ideal, curve].map(|i| row[i].parse().unwrap()))
        .collect();
    assert_eq!(samples.len(), 600);
    for [n, ideal, speedup] in samples {
        let exact = 1.0 / (0.05 + 0.95 / n);
        assert!((ideal / n - 1.0).abs() < 1e-11, "{ideal} {n}");
        assert!((speedup / exact - 1.0).abs() < 1e-11, "{speedup} {exact}");
    }
    let ceiling = column("P = 0.95, ceiling");
    let limits = rows[1..].iter().map(|row| row[ceiling].as_str());
    let limits: Vec<&str> = limits.filter(|cell| !cell.is_empty()).collect();
    assert!(limits.len() > 10 && limits.iter().all(|limit| *limit == "20"));
    // The three places where half, most and nearly all of the ceiling is reached.
    let points = rows.iter().filter(|row| !row[rows[0].len() - 1].is_empty());
    assert_eq!(points.count(), 1 + 3);
    let said = comments.join("\n");
    for words in [
        "Our cluster",
        "19.96×",
        "p = 0.95",
        "n = 10000",
        "law = amdahl",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn what_lies_far_above_the_chart_is_in_the_table() {
    let (rows, _) = read_csv(&csv(&document("p=0.5&ys=linear&x=linear", "speedup")));
    let ideal = rows[0]
        .iter()
        .position(|head| head.starts_with("ideal"))
        .unwrap();
    assert!(
        rows[1..]
            .iter()
            .any(|row| row[0] == "65536" && row[ideal] == "65536")
    );
}

#[test]
fn the_shares_of_a_step_add_up() {
    let read: Value =
        serde_json::from_str(&json(&document("view=communication", "shares"))).unwrap();
    let bands: Vec<&Value> = read["series"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["kind"] == "band")
        .collect();
    // The last is what computing hides, within it.
    let (_, parts) = bands.split_last().unwrap();
    for i in 0..parts[0]["x"].as_array().unwrap().len() {
        let sum: f64 = parts
            .iter()
            .map(|part| part["y"][i].as_f64().unwrap())
            .sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
}

#[test]
fn published_runs_and_stages_come_with_their_words() {
    let (rows, comments) = read_csv(&csv(&document("view=size", "mfu")));
    let notes: Vec<&String> = rows.iter().filter_map(|row| row.last()).collect();
    assert!(notes.iter().any(|note| note.contains("Llama 3")));
    assert!(
        comments
            .iter()
            .any(|line| line.contains("arXiv") || line.contains("arxiv"))
    );
    let stages = document(
        "view=profile&stages=20d-Reader_5o-.0C1SUM_7c-a.01eb",
        "step",
    );
    let (rows, _) = read_csv(&csv(&stages));
    assert_eq!(rows[1][1..4], ["Reader", "0", "20"]);
    assert_eq!(rows[2][2..4], ["20", "25"]);
}

#[test]
fn files_have_plain_names() {
    let names: Vec<String> = documents(&Scenario::default(), Lang::Zh, "")
        .iter()
        .map(|document| document.file_name("svg"))
        .collect();
    assert!(names.contains(&"amdahl-explorer-speedup.svg".to_owned()));
    assert!(names.contains(&"amdahl-explorer-size-mfu.svg".to_owned()));
    let plain = |name: &String| {
        name.chars()
            .all(|c| c.is_ascii_alphanumeric() || "-.".contains(c))
    };
    assert!(names.iter().all(plain));
}

/// What a camera reads off the code.
fn scanned(code: &str) -> String {
    let xml = Xml::parse(code).unwrap();
    let root = xml.root_element();
    let side: usize = root
        .attribute("viewBox")
        .unwrap()
        .rsplit(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let mut dark = vec![false; side * side];
    let path = root.last_element_child().unwrap().attribute("d").unwrap();
    for run in path.split_terminator('z') {
        let numbers: Vec<usize> = run
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        let [x, y, length, 1, back] = numbers[..] else {
            panic!("{run}");
        };
        assert_eq!(length, back);
        dark[y * side + x..][..length].fill(true);
    }
    let quiet = |i: usize| i < 4 || i >= side - 4;
    let free = dark.iter().enumerate().filter(|(_, dark)| **dark);
    assert!(
        free.clone()
            .all(|(i, _)| !quiet(i / side) && !quiet(i % side))
    );
    // Four pixels a module.
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(side * 4, side * 4, |x, y| {
        if dark[y / 4 * side + x / 4] { 0 } else { 255 }
    });
    let grids = image.detect_grids();
    assert_eq!(grids.len(), 1, "{side}");
    grids[0].decode().unwrap().1
}

#[test]
fn a_code_is_the_link() {
    for length in [0, 100, 500, 1000] {
        let link = format!("{LINK}&stages={}", "5c2-Abc_".repeat(length / 8));
        assert_eq!(scanned(&qr(&link).unwrap()), link);
    }
    assert!(qr(&"a".repeat(2953)).is_some());
    assert_eq!(qr(&"a".repeat(2954)), None);
}

proptest! {
    #[test]
    fn no_title_breaks_a_snippet(title in any::<String>(), link in "https://[!-~é数]{1,60}") {
        let snippet = Snippet {
            link: link.clone(),
            frame: link,
            title,
            width: Some(640),
            height: 480,
            sandboxed: true,
            fitted: false,
            with_files: true,
        };
        let macro_ = snippet.confluence();
        let wrapped = format!("<x xmlns:ac=\"ac\" xmlns:ri=\"ri\">{macro_}</x>");
        prop_assert!(Xml::parse(&wrapped).is_ok(), "{}", macro_);
        // Attributes of the frame are XML too, but for one without a value.
        let html = snippet.html();
        let xml = Xml::parse(&html);
        prop_assert!(xml.is_ok(), "{}", html);
        prop_assert!(xml.unwrap().root_element().attributes().len() == 8);
        prop_assert!(snippet.mediawiki_frame().matches('|').count() == 4);
        prop_assert!(snippet.mediawiki().matches([']', '[']).count() == 2);
    }
}
