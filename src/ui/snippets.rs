//! The window with links and snippets for other people's pages.

use leptos::ev::Event;
use leptos::prelude::*;

use super::controls::select;
use super::copying::Copying;
use super::erased::{el, flag, memo, swapped, text, when};
use super::page::Page;
use crate::browser;
use crate::chart::View;
use crate::query;
use crate::snippet::{self, Snippet};
use crate::state::{ExplorerState, Extra, Hidden, ThemeChoice};
use crate::text::{LANGS, Lang, number, tr};

/// What sizes a frame can be given, in CSS pixels.
const SIDES: std::ops::RangeInclusive<u32> = 240..=4000;

/// What the author of another page chooses.
#[derive(Clone, Copy)]
struct Choices {
    /// Empty is as wide as the page allows.
    width: RwSignal<String>,
    height: RwSignal<String>,
    lang: RwSignal<Option<Lang>>,
    theme: RwSignal<ThemeChoice>,
    hidden: RwSignal<Hidden>,
    sandboxed: RwSignal<bool>,
    fitted: RwSignal<bool>,
}

pub(super) fn share_window(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let now = page.chosen.get_untracked();
    let choices = Choices {
        width: RwSignal::new(String::new()),
        height: RwSignal::new("720".into()),
        lang: RwSignal::new(now.0),
        theme: RwSignal::new(now.1),
        hidden: RwSignal::new(Hidden::default()),
        sandboxed: RwSignal::new(false),
        fitted: RwSignal::new(false),
    };
    let snippet = memo(move || snippet_of(page, lang, view, choices));
    let form = move |id, name, rows, make: fn(&Snippet) -> String| {
        copyable(lang, (id, name), rows, text(move || make(&snippet.read())))
    };
    let code = text(move || snippet::qr(&snippet.read().link).unwrap_or_default());
    let no_code = flag(move || code.read().is_empty());
    let folded = |id: &str, name: &str, inside: Vec<AnyView>| {
        el("details", &[("class", "group"), ("data-part", id)])
            .child(el("summary", &[]).words(name).any())
            .children(inside)
            .any()
    };
    el("div", &[("class", "inside")])
        .child(form("link", tr!(lang, share.link), 2, |s| s.link.clone()))
        .child(
            el("fieldset", &[("class", "frame-settings")])
                .child(el("legend", &[]).words(tr!(lang, share.frame)).any())
                .child(settings(lang, choices))
                .child(form("html", "HTML", 4, Snippet::html))
                .child(folded(
                    "share-preview",
                    tr!(lang, share.preview),
                    vec![preview(snippet)],
                ))
                .any(),
        )
        .child(folded(
            "share-markdown",
            "Markdown",
            vec![form(
                "markdown",
                tr!(lang, share.markdown),
                2,
                Snippet::markdown,
            )],
        ))
        .child(folded(
            "share-mediawiki",
            "MediaWiki",
            vec![
                form(
                    "mediawiki",
                    tr!(lang, share.wiki_link),
                    2,
                    Snippet::mediawiki,
                ),
                form(
                    "widget",
                    tr!(lang, share.wiki_frame),
                    2,
                    Snippet::mediawiki_frame,
                ),
            ],
        ))
        .child(folded(
            "share-confluence",
            "Confluence",
            vec![form(
                "confluence",
                tr!(lang, share.confluence),
                4,
                Snippet::confluence,
            )],
        ))
        .child(folded(
            "share-qr",
            tr!(lang, share.qr),
            vec![
                el(
                    "div",
                    &[
                        ("class", "qr"),
                        ("role", "img"),
                        ("aria-label", tr!(lang, share.qr)),
                    ],
                )
                .markup(code)
                .any(),
                when(no_code, move || {
                    el("p", &[("class", "problem")])
                        .words(tr!(lang, share.no_qr))
                        .any()
                }),
            ],
        ))
        .any()
}

/// The snippet of the present state and choices; a size that is none leaves the last good one out.
fn snippet_of(page: Page, lang: Lang, view: &'static View, choices: Choices) -> Snippet {
    let link = page.following_link_to(view);
    let frame = query::write(&ExplorerState {
        view,
        lang: choices.lang.get(),
        theme: choices.theme.get(),
        embedded: true,
        hidden: choices.hidden.get(),
        ..page.state.get_untracked()
    });
    Snippet {
        link,
        frame: browser::link_to(&frame).unwrap_or_default(),
        title: [tr!(lang, page.title), ": ", (view.title)(lang)].concat(),
        width: side(&choices.width.read()),
        height: side(&choices.height.read()).unwrap_or(720),
        sandboxed: choices.sandboxed.get(),
        fitted: choices.fitted.get(),
        with_files: !browser::is_single_file(),
    }
}

fn side(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|side| SIDES.contains(side))
}

/// A text with its button.
fn copyable(
    lang: Lang,
    (id, name): (&'static str, &'static str),
    rows: u32,
    now: Signal<String>,
) -> AnyView {
    let copying = Copying::new(now);
    let field = format!("share-{id}");
    let part = format!("copy-{id}");
    let attributes = [
        ("id", &*field),
        ("readonly", ""),
        ("rows", &*rows.to_string()),
        ("spellcheck", "false"),
        ("class", "code"),
    ];
    let label = el("label", &[("for", &field)]).words(name);
    let button = [("type", "button"), ("data-part", &*part)];
    let button = copying
        .button(&button, move || now.get_untracked())
        .words(tr!(lang, share.copy_this));
    el("div", &[("class", "copyable")])
        .child(label.any())
        .child(copying.field("textarea", &attributes).any())
        .child(
            el("div", &[("class", "buttons")])
                .child(button.any())
                .child(copying.said(lang))
                .any(),
        )
        .any()
}

fn settings(lang: Lang, choices: Choices) -> AnyView {
    let langs: Vec<_> = std::iter::once(None).chain(LANGS.map(Some)).collect();
    let themes = ThemeChoice::ALL;
    let lang_names = langs.iter().map(|choice| match choice {
        None => tr!(lang, share.readers_own),
        Some(Lang::En) => "English",
        Some(Lang::Zh) => "中文",
    });
    let theme_names = [
        tr!(lang, page.theme_auto),
        tr!(lang, page.theme_light),
        tr!(lang, page.theme_dark),
    ];
    let lang_at = {
        let langs = langs.clone();
        memo(move || place(&langs, &choices.lang.get()))
    };
    let theme_at = memo(move || place(&themes, &choices.theme.get()));
    let menus = [
        menu(
            ("share-lang", tr!(lang, page.language)),
            lang_names.collect(),
            lang_at,
            Box::new(move |i| choices.lang.set(langs.get(i).copied().flatten())),
        ),
        menu(
            ("share-theme", tr!(lang, page.theme)),
            theme_names.to_vec(),
            theme_at,
            Box::new(move |i| choices.theme.set(themes[i])),
        ),
    ];
    let extras = Extra::ALL.map(|extra| {
        let name = match extra {
            Extra::Controls => tr!(lang, share.hide_controls),
            Extra::Sentence => tr!(lang, share.hide_sentence),
            Extra::Table => tr!(lang, share.hide_table),
            Extra::Formula => tr!(lang, share.hide_formula),
        };
        let act = move |on| choices.hidden.update(|hidden| hidden.set(extra, on));
        tick(extra.word(), name, Box::new(act))
    });
    let more = [tick(
        "sandbox",
        tr!(lang, share.sandbox),
        Box::new(move |on| choices.sandboxed.set(on)),
    )];
    // The script is a file of the site; beside a single file there is none.
    let fitted = (!browser::is_single_file()).then(|| {
        tick(
            "fitted",
            tr!(lang, share.fitted),
            Box::new(move |on| choices.fitted.set(on)),
        )
    });
    let sides = [
        side_field(lang, "width", tr!(lang, share.width), choices.width, true),
        side_field(
            lang,
            "height",
            tr!(lang, share.height),
            choices.height,
            false,
        ),
    ];
    el("div", &[("class", "choices")])
        .children(sides)
        .children(menus)
        .children(extras)
        .children(more)
        .children(fitted)
        .any()
}

fn place<T: PartialEq>(all: &[T], one: &T) -> usize {
    all.iter().position(|other| other == one).unwrap_or(0)
}

fn menu(
    (id, name): (&'static str, &'static str),
    options: Vec<&'static str>,
    now: Memo<usize>,
    choose: Box<dyn Fn(usize)>,
) -> AnyView {
    let options = options
        .into_iter()
        .map(|name| (name.to_owned(), true))
        .collect();
    el("div", &[("class", "menu")])
        .child(el("label", &[("for", id)]).words(name).any())
        .child(select(&[("id", id)], options, now, choose))
        .any()
}

fn tick(id: &str, name: &str, act: Box<dyn Fn(bool)>) -> AnyView {
    let id = format!("share-{id}");
    let field =
        el("input", &[("type", "checkbox"), ("id", &id)]).on("change", move |event: Event| {
            act(event_target_checked(&event));
        });
    el("div", &[("class", "tick")])
        .child(field.any())
        .child(el("label", &[("for", &id)]).words(name).any())
        .any()
}

/// A length in pixels. What is none is explained and changes nothing.
fn side_field(
    lang: Lang,
    id: &str,
    name: &str,
    value: RwSignal<String>,
    may_be_empty: bool,
) -> AnyView {
    let id = format!("share-{id}");
    let wrong = flag(move || {
        let text = value.read();
        side(&text).is_none() && !(may_be_empty && text.trim().is_empty())
    });
    let attributes = [("type", "text"), ("inputmode", "numeric"), ("id", &*id)];
    let field = el("input", &attributes)
        .prop("value", value.into())
        .following("aria-invalid", text(move || wrong.get().to_string()))
        .on("input", move |event: Event| {
            value.set(event_target_value(&event));
        });
    let problem = when(wrong, move || {
        let words = tr!(
            lang,
            problem.out_of_range,
            min = number(f64::from(*SIDES.start())),
            max = number(f64::from(*SIDES.end()))
        );
        el("p", &[("class", "problem"), ("role", "alert")])
            .words(&words)
            .any()
    });
    el("div", &[("class", "menu")])
        .child(el("label", &[("for", &id)]).words(name).any())
        .child(field.any())
        .child(problem)
        .any()
}

/// The frame as its readers will see it.
fn preview(snippet: Memo<Snippet>) -> AnyView {
    swapped(move || {
        let snippet = snippet.get();
        let width = snippet
            .width
            .map_or("100%".into(), |width| width.to_string());
        let height = snippet.height.to_string();
        let mut attributes = vec![
            ("src", &*snippet.frame),
            ("width", &*width),
            ("height", &*height),
            ("title", &*snippet.title),
            ("loading", "lazy"),
        ];
        if snippet.sandboxed {
            attributes.push(("sandbox", snippet::SANDBOX));
        }
        el("iframe", &attributes).any()
    })
}
