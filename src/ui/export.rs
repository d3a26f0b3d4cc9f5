//! The window that makes files of a chart.

use leptos::ev::Event;
use leptos::prelude::*;

use super::controls::select;
use super::embed::open_full;
use super::erased::{el, memo, text};
use super::page::Page;
use crate::browser::{self, Downloads};
use crate::chart::{Body, View};
use crate::export::{self, Document, Shown};
use crate::paint::Size;
use crate::text::{Lang, tr};
use crate::theme::Theme;

/// The picture in CSS pixels, words included: as wide as the text of most pages.
const SIZE: Size = Size {
    width: 900.0,
    height: 600.0,
};

/// A kind of file.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    /// With so many pixels per CSS pixel.
    Png(u8),
    Svg,
    Csv,
    Json,
}

const FORMATS: [(Format, &str); 6] = [
    (Format::Png(1), "PNG 1×"),
    (Format::Png(2), "PNG 2×"),
    (Format::Png(4), "PNG 4×"),
    (Format::Svg, "SVG"),
    (Format::Csv, "CSV"),
    (Format::Json, "JSON"),
];

/// What is made a file of.
#[derive(Clone, Copy)]
struct Subject {
    page: Page,
    lang: Lang,
    view: &'static View,
    body: &'static Body,
    /// Which of its charts.
    chart: RwSignal<usize>,
    caption: RwSignal<String>,
}

impl Subject {
    /// The chart as it is now, with all that there is to say of it.
    fn document(self) -> Option<Document> {
        let Self {
            page,
            lang,
            view,
            body,
            ..
        } = self;
        let chart = body.charts.get(self.chart.get())?;
        let link = page.following_link_to(view);
        let shown = Shown { view, body, chart };
        let scenario = page.unhurried.read();
        Some(Document::new(
            shown,
            &scenario,
            lang,
            link,
            &self.caption.read(),
        ))
    }
}

pub(super) fn export_window(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let Some(body) = page.body(view) else {
        return ().into_any();
    };
    let subject = Subject {
        page: page.of_view(view),
        lang,
        view,
        body,
        chart: RwSignal::new(0),
        caption: RwSignal::new(String::new()),
    };
    let said = RwSignal::new(String::new());
    let preview = text(move || {
        let theme = page.theme.get();
        let svg = |document| export::svg(&document, theme, SIZE).svg;
        subject.document().map(svg).unwrap_or_default()
    });
    let buttons = FORMATS.map(|format| format_button(subject, format, said));
    let status = [
        ("class", "said"),
        ("role", "status"),
        ("data-part", "export-said"),
    ];
    el("div", &[("class", "inside")])
        .children(warning(subject))
        .children((body.charts.len() > 1).then(|| chart_menu(subject)))
        .child(caption_field(subject))
        .child(el("div", &[("class", "buttons")]).children(buttons).any())
        .child(el("p", &status).says(said.into()).any())
        .child(
            el("div", &[("class", "preview"), ("aria-hidden", "true")])
                .markup(preview)
                .any(),
        )
        .any()
}

/// Where files are refused, or may be, and the way to where they are not.
fn warning(subject: Subject) -> Option<AnyView> {
    let Subject {
        page, lang, view, ..
    } = subject;
    let words = match browser::downloads() {
        Downloads::Allowed => return None,
        Downloads::Unknown => tr!(lang, export.unknown),
        Downloads::Refused => tr!(lang, export.refused),
    };
    let warning = el("p", &[("class", "problem"), ("data-part", "no-downloads")])
        .words(words)
        .words(" ")
        .child(open_full(page, lang, view));
    Some(warning.any())
}

fn chart_menu(subject: Subject) -> AnyView {
    let Subject {
        page, lang, chart, ..
    } = subject;
    let scenario = page.scenario.get_untracked();
    let names = subject.body.charts.iter();
    let names = names
        .map(|chart| ((chart.title)(&scenario, lang), true))
        .collect();
    let id = "export-chart";
    let menu = select(
        &[("id", id)],
        names,
        memo(move || chart.get()),
        Box::new(move |i| chart.set(i)),
    );
    el("div", &[("class", "menu")])
        .child(
            el("label", &[("for", id)])
                .words(tr!(lang, export.chart))
                .any(),
        )
        .child(menu)
        .any()
}

fn caption_field(subject: Subject) -> AnyView {
    let id = "export-caption";
    let label = el("label", &[("for", id)]).words(tr!(subject.lang, export.caption));
    let attributes = [("id", id), ("type", "text"), ("class", "wide")];
    let field = el("input", &attributes).on("input", move |event: Event| {
        subject.caption.set(event_target_value(&event));
    });
    el("div", &[("class", "menu")])
        .child(label.any())
        .child(field.any())
        .any()
}

fn format_button(
    subject: Subject,
    (format, name): (Format, &str),
    said: RwSignal<String>,
) -> AnyView {
    let id = name.to_ascii_lowercase().replace([' ', '×'], "");
    let make_file = move |_: Event| {
        let Some(document) = untrack(move || subject.document()) else {
            return;
        };
        let theme = subject.page.theme.get_untracked();
        said.set(tr!(subject.lang, export.working).into());
        leptos::task::spawn_local(async move {
            said.try_set(make(&document, format, theme, subject.lang).await);
        });
    };
    el(
        "button",
        &[("type", "button"), ("data-part", &format!("export-{id}"))],
    )
    .words(name)
    .on("click", make_file)
    .any()
}

/// Makes the file and offers it; what is then to be said.
async fn make(document: &Document, format: Format, theme: &'static Theme, lang: Lang) -> String {
    let (ending, mime, bytes) = match format {
        Format::Png(scale) => {
            let picture = export::svg(document, theme, SIZE);
            let made = browser::png(&picture.svg, picture.size, f64::from(scale)).await;
            let Some(made) = made else {
                return tr!(lang, export.no_png).into();
            };
            ("png", "image/png", export::png(document, &made))
        }
        Format::Svg => {
            let svg = export::svg(document, theme, SIZE).svg;
            ("svg", "image/svg+xml", svg.into_bytes())
        }
        Format::Csv => ("csv", "text/csv", export::csv(document).into_bytes()),
        Format::Json => (
            "json",
            "application/json",
            export::json(document).into_bytes(),
        ),
    };
    let name = document.file_name(ending);
    if browser::save(&name, mime, &bytes) {
        tr!(lang, export.offered, name = name)
    } else {
        tr!(lang, export.refused).into()
    }
}
