//! The settings beside a figure.

use leptos::ev::Event;
use leptos::prelude::*;

use super::dial::slider_and_box;
use super::erased::{el, flag, memo, swapped, text, when};
use super::later::Arrival;
use super::page::{Outfit, Page};
use crate::browser;
use crate::chart::{Body, FRACTION};
use crate::control::{Action, Choice, Control, Dial};
use crate::figure::Hue;
use crate::model::law::Reading;
use crate::scenario::Curves;
use crate::text::{Lang, tr};
use crate::theme::hue_class;

/// As many settings an embedded figure shows before the reader asks for more.
const MAIN: usize = 4;

pub(super) fn controls(page: Page, lang: Lang, outfit: Outfit, body: &'static Body) -> AnyView {
    let attributes = [
        ("class", "controls"),
        ("role", "group"),
        ("aria-label", tr!(lang, control.heading)),
    ];
    // What is said of a setting stays with it.
    let setting = |control: &Control| !matches!(control, Control::Note(_) | Control::Action(_));
    let all = body.controls.iter().enumerate();
    let mut places = all.filter_map(|(i, control)| setting(control).then_some(i));
    let n_main = places.nth(MAIN).filter(|_| outfit.embedded);
    let (main, more) = body
        .controls
        .split_at(n_main.unwrap_or(body.controls.len()));
    let more =
        (!more.is_empty()).then(|| group(page, lang, ("more", tr!(lang, control.more)), more));
    el("div", &attributes)
        .children(main.iter().map(|control| one(page, lang, control)))
        .children(more)
        .any()
}

fn one(page: Page, lang: Lang, control: &'static Control) -> AnyView {
    match control {
        Control::Dial(dial) => when(
            flag(move || (dial.active)(&page.scenario.read())),
            move || dial_control(page, lang, dial),
        ),
        Control::Choice(choice) => choice_control(page, lang, choice),
        Control::Menu(choice) => menu_control(page, lang, choice),
        Control::Note(note) => note_control(text(move || note(&page.scenario.read(), lang))),
        Control::Action(action) => action_control(page, lang, action),
        Control::Group(g) => group(page, lang, (g.id, (g.label)(lang)), g.controls),
        Control::Stages => match page.later.get_untracked() {
            Arrival::Here(later) => (later.stages)(page, lang),
            _ => ().into_any(),
        },
        Control::Curves => when(
            flag(move || (FRACTION.active)(&page.scenario.read())),
            move || curves_control(page, lang),
        ),
    }
}

/// Settings that are folded away.
fn group(
    page: Page,
    lang: Lang,
    (id, label): (&str, &str),
    controls: &'static [Control],
) -> AnyView {
    let inside = controls.iter().map(|control| one(page, lang, control));
    el("details", &[("class", "group"), ("data-control", id)])
        .child(el("summary", &[]).words(label).any())
        .children(inside)
        .any()
}

fn menu_control(page: Page, lang: Lang, choice: &'static Choice) -> AnyView {
    let id = format!("{}-menu", choice.id);
    let now = memo(move || (choice.get)(&page.scenario.read()));
    // An option that choosing does not bring, such as "custom", only says how things are.
    let can_be_chosen = |i| {
        let mut scenario = page.scenario.get_untracked();
        (choice.set)(&mut scenario, i);
        (choice.get)(&scenario) == i
    };
    let options = (choice.options)(lang).into_iter().enumerate();
    let options = options
        .map(|(i, name)| (name.to_owned(), can_be_chosen(i)))
        .collect();
    let choose = move |i| page.replace(|scenario| (choice.set)(scenario, i));
    let menu = select(&[("id", &id)], options, now, Box::new(choose));
    el("div", &[("class", "menu"), ("data-control", choice.id)])
        .child(
            el("label", &[("for", &id)])
                .words((choice.label)(lang))
                .any(),
        )
        .child(menu)
        .any()
}

/// A menu of names, each of which can be chosen or not.
pub(super) fn select(
    attributes: &[(&'static str, &str)],
    options: Vec<(String, bool)>,
    now: Memo<usize>,
    choose: Box<dyn Fn(usize)>,
) -> AnyView {
    let option = |(i, (name, open)): (usize, (String, bool))| {
        el("option", &[("value", &i.to_string())])
            .flag("selected", flag(move || now.get() == i))
            .flag("disabled", flag(move || !open && now.get() != i))
            .words(&name)
            .any()
    };
    el("select", attributes)
        .children(options.into_iter().enumerate().map(option))
        .on("change", move |event: Event| {
            if let Ok(i) = event_target_value(&event).parse() {
                choose(i);
            }
        })
        .any()
}

fn note_control(note: Signal<String>) -> AnyView {
    el("p", &[("class", "problem"), ("role", "status")])
        .says(note)
        .any()
}

fn action_control(page: Page, lang: Lang, action: &'static Action) -> AnyView {
    // An action may speak of another figure, so its words follow the whole.
    let label = text(move || (action.label)(&page.late.read(), lang));
    when(flag(move || !label.read().is_empty()), move || {
        el("button", &[("type", "button"), ("data-action", action.id)])
            .says(label)
            .on("click", move |_: Event| page.replace(action.act))
            .any()
    })
}

fn dial_control(page: Page, lang: Lang, dial: &'static Dial) -> AnyView {
    let label = (dial.label)(lang);
    let hint = (dial.hint)(lang);
    let hint = (!hint.is_empty()).then(|| el("p", &[("class", "hint")]).words(hint).any());
    let slider = format!("{}-slider", dial.id);
    el("div", &[("class", "dial"), ("data-control", dial.id)])
        .child(el("label", &[("for", &slider)]).words(label).any())
        .children(slider_and_box(
            page,
            lang,
            (dial, 0),
            (dial.id.to_owned(), label.to_owned()),
        ))
        .children(hint)
        .any()
}

fn choice_control(page: Page, lang: Lang, choice: &'static Choice) -> AnyView {
    let option = |(i, name): (usize, &'static str)| {
        let checked = flag(move || (choice.get)(&page.scenario.read()) == i);
        let choose = move |_: Event| page.change(|scenario| (choice.set)(scenario, i));
        let radio = el("input", &[("type", "radio"), ("name", choice.id)])
            .flag("checked", checked)
            .on("change", choose);
        el("label", &[])
            .child(radio.any())
            .child(el("span", &[]).words(name).any())
            .any()
    };
    let options = (choice.options)(lang).into_iter().enumerate().map(option);
    el(
        "fieldset",
        &[("class", "choice"), ("data-control", choice.id)],
    )
    .child(el("legend", &[]).words((choice.label)(lang)).any())
    .child(el("div", &[("class", "segments")]).children(options).any())
    .any()
}

fn curves_control(page: Page, lang: Lang) -> AnyView {
    let n_curves = memo(move || page.scenario.read().curves.fractions().len());
    let title = text(move || {
        let of_the_run = page.scenario.read().law.fraction_is == Reading::ParallelRun;
        if of_the_run {
            tr!(lang, control.scaled_curves)
        } else {
            tr!(lang, control.curves)
        }
        .to_owned()
    });
    // The list is built anew when its length changes; while it stays, only values do.
    let rows = swapped(move || {
        let n_curves = n_curves.get();
        (0..n_curves)
            .map(|index| curve_row(page, lang, index, n_curves == 1))
            .collect_view()
            .into_any()
    });
    let full = flag(move || n_curves.get() >= Curves::MAX);
    let attributes = [
        ("type", "button"),
        ("class", "add"),
        ("data-part", "add-curve"),
    ];
    let add = el("button", &attributes)
        .flag("disabled", full)
        .words("+ ")
        .words(tr!(lang, control.add_curve))
        .on("click", move |_: Event| {
            page.change(|scenario| scenario.curves.add());
        });
    el("fieldset", &[("class", "curves"), ("data-control", "p")])
        .child(el("legend", &[]).says(title).any())
        .child(rows)
        .child(add.any())
        .any()
}

fn curve_row(page: Page, lang: Lang, index: usize, only: bool) -> AnyView {
    let name = move || (FRACTION.show)((FRACTION.get)(&page.scenario.read(), index), lang);
    let selected = flag(move || page.scenario.read().curves.selected() == index);
    let select = move |_: Event| page.change(|scenario| scenario.curves.select(index));
    let remove = move |_: Event| {
        page.change(|scenario| scenario.curves.remove(index));
        // The row is gone, and the keyboard goes on beside where it was.
        request_animation_frame(|| browser::focus("[data-part=add-curve]"));
    };
    let select_label = text(move || tr!(lang, control.select_curve, name = name()));
    let remove_label = text(move || tr!(lang, control.remove_curve, name = name()));
    let label = tr!(lang, control.curve_n, n = (index + 1).to_string());
    let row = [
        (
            "class",
            &*format!("curve {}", hue_class(Hue::Series(index))),
        ),
        ("data-curve", &index.to_string()),
    ];
    let swatch = el(
        "input",
        &[("type", "radio"), ("name", "c"), ("class", "swatch")],
    )
    .following("aria-label", select_label)
    .flag("checked", selected)
    .on("change", select);
    let attributes = [
        ("type", "button"),
        ("class", "remove"),
        ("data-part", "remove-curve"),
    ];
    let remove = el("button", &attributes)
        .following("aria-label", remove_label)
        .flag("disabled", flag(move || only))
        .words("×")
        .on("click", remove);
    el("div", &row)
        .child(swatch.any())
        .children(slider_and_box(
            page,
            lang,
            (&FRACTION, index),
            (format!("p{index}"), label),
        ))
        .child(remove.any())
        .any()
}
