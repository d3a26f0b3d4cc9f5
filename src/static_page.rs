//! The page before and without WebAssembly: a static chart, its formula, a table and the reason.
//!
//! The same figure, painter, words and formula as the live page; `src/static.html` is written from
//! here and a test holds the two together. Trunk puts it into `index.html`.

use crate::chart::{FIRST, Part, VIEWS};
use crate::markup::{self, escaped};
use crate::paint::{Size, slim_svg};
use crate::scenario::Scenario;
use crate::text::{Lang, tr};
use crate::theme::{LIGHT, hue_class};

/// The size of the chart on a desktop and on a phone; the style sheet gives the box the same form.
const SIZES: [(&str, Size); 2] = [
    (
        "wide",
        Size {
            width: 796.0,
            height: 470.0,
        },
    ),
    (
        "narrow",
        Size {
            width: 340.0,
            height: 250.0,
        },
    ),
];

/// The static page's HTML, to stand in the body.
pub fn html() -> String {
    let (view, body) = (VIEWS[0], FIRST);
    let scenario = Scenario::default();
    let lang = Lang::En;
    let figure = (body.charts[0].figure)(&scenario, lang);
    let charts: String = SIZES
        .into_iter()
        .map(|(class, size)| {
            let svg = slim_svg(&figure, &LIGHT, size, 3.0).replacen(
                "<svg ",
                "<svg role=\"presentation\" ",
                1,
            );
            format!("<div class=\"static-chart {class}\">{svg}</div>\n")
        })
        .collect();
    let sentence: String = (body.sentence)(&scenario, lang).iter().map(part).collect();
    let formulas = markup::formulas(&(body.formulas)(&scenario, lang));
    let views: String = VIEWS
        .iter()
        .map(|v| format!("<a href=\"?view={}\">{}</a>\n", v.id, (v.title)(lang)))
        .collect();
    let reasons: String = [Lang::En, Lang::Zh].into_iter().map(reason).collect();
    let mut table = body.charts[0].table(&scenario, lang);
    // Every other power of two says as much in half the bytes.
    table.rows = table.rows.into_iter().step_by(2).collect();
    let tables = markup::table(&table);
    format!(
        "<div class=\"page\" id=\"static\">\n\
         <header class=\"header\"><h1>{title}</h1><nav class=\"figures\">{views}</nav>\
         <div class=\"switches\"><span lang=\"zh\">{chinese}</span></div></header>\n\
         <main>\n<section class=\"view\">\n\
         <div class=\"head\"><h2>{heading}</h2><p class=\"claim\">{claim}</p><p class=\"sentence\">{sentence}</p></div>\n\
         <div class=\"charts\" data-count=\"1\"><figure class=\"chart\"><figcaption>{caption}</figcaption>\
         <div class=\"surface\" data-part=\"chart\" role=\"img\" aria-label=\"{description}\">{charts}</div></figure></div>\n\
         <div class=\"side\"><div class=\"reason\" data-part=\"reason\" role=\"note\">{reasons}</div></div>\n\
         <div class=\"story\"><div class=\"formula\" data-part=\"formula\" tabindex=\"0\">{formulas}</div>\n<div class=\"table\">{tables}</div></div>\n\
         </section>\n</main>\n</div>\n",
        title = tr!(lang, page.title),
        chinese = tr!(Lang::Zh, page.title),
        heading = (view.title)(lang),
        claim = (body.claim)(lang),
        caption = escaped(&figure.title),
        description = escaped(&figure.description),
    )
}

fn reason(lang: Lang) -> String {
    let word = crate::text::lang_word(lang);
    format!("<p lang=\"{word}\">{}</p>", tr!(lang, page.reason))
}

fn part(part: &Part) -> String {
    let text = escaped(part.text());
    match part {
        Part::Words(_) => text,
        Part::Dial { hue, .. } | Part::Result { hue, .. } => {
            format!("<strong class=\"{}\">{text}</strong>", hue_class(*hue))
        }
    }
}
