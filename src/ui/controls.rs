//! The settings beside a figure.

use leptos::ev::Event;
use leptos::prelude::*;

use super::dial::slider_and_box;
use super::erased::{at, el, flag, following, memo, swapped, text, when};
use super::page::Page;
use crate::browser;
use crate::chart::{FRACTION, View};
use crate::control::{Action, Choice, Control, Dial};
use crate::figure::Hue;
use crate::model::law::Reading;
use crate::scenario::Curves;
use crate::text::{Lang, tr};
use crate::theme::hue_class;

pub(super) fn controls(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let attributes = [
        ("class", "controls"),
        ("role", "group"),
        ("aria-label", tr!(lang, control.heading)),
    ];
    let all = view.controls.iter().map(|control| one(page, lang, control));
    el("div", &attributes).children(all).any()
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
        Control::Group(group) => {
            let inside = group
                .controls
                .iter()
                .map(|control| one(page, lang, control));
            el("details", &[("class", "group"), ("data-control", group.id)])
                .child(el("summary", &[]).words((group.label)(lang)).any())
                .children(inside)
                .any()
        }
        Control::Curves => when(
            flag(move || (FRACTION.active)(&page.scenario.read())),
            move || curves_control(page, lang),
        ),
    }
}

fn menu_control(page: Page, lang: Lang, choice: &'static Choice) -> AnyView {
    let choose = move |event: Event| {
        if let Ok(i) = event_target_value(&event).parse() {
            page.change(|scenario| (choice.set)(scenario, i));
        }
    };
    let option = |(i, name): (usize, &'static str)| {
        let chosen = flag(move || (choice.get)(&page.scenario.read()) == i);
        el("option", &[("value", &i.to_string())])
            .flag("selected", chosen)
            .words(name)
            .any()
    };
    let id = format!("{}-menu", choice.id);
    let menu = el("select", &[("id", &id)])
        .children((choice.options)(lang).into_iter().enumerate().map(option))
        .on("change", choose);
    el("div", &[("class", "menu"), ("data-control", choice.id)])
        .child(
            el("label", &[("for", &id)])
                .words((choice.label)(lang))
                .any(),
        )
        .child(menu.any())
        .any()
}

fn note_control(note: Signal<String>) -> AnyView {
    el("p", &[("class", "problem"), ("role", "status")])
        .says(note)
        .any()
}

fn action_control(page: Page, lang: Lang, action: &'static Action) -> AnyView {
    let label = text(move || (action.label)(&page.scenario.read(), lang));
    when(flag(move || !label.read().is_empty()), move || {
        el("button", &[("type", "button"), ("data-action", action.id)])
            .says(label)
            .on("click", move |_: Event| page.change(action.act))
            .any()
    })
}

fn dial_control(page: Page, lang: Lang, dial: &'static Dial) -> AnyView {
    let label = (dial.label)(lang);
    let hint = (dial.hint)(lang);
    let hint = (!hint.is_empty()).then(|| view! { <p {..at(&[("class", "hint")])}>{hint}</p> });
    view! {
        <div {..at(&[("class", "dial"), ("data-control", dial.id)])}>
            <label {..at(&[("for", &format!("{}-slider", dial.id))])}>{label}</label>
            {slider_and_box(page, lang, (dial, 0), (dial.id.to_owned(), label.to_owned()))}
            {hint}
        </div>
    }
    .into_any()
}

fn choice_control(page: Page, lang: Lang, choice: &'static Choice) -> AnyView {
    let option = |(i, name): (usize, &'static str)| {
        let checked = flag(move || (choice.get)(&page.scenario.read()) == i);
        let choose = move |_| page.change(|scenario| (choice.set)(scenario, i));
        view! {
            <label>
                <input
                    {..at(&[("type", "radio"), ("name", choice.id)])}
                    prop:checked=checked
                    on:change=choose
                />
                <span>{name}</span>
            </label>
        }
        .into_any()
    };
    let options = (choice.options)(lang).into_iter().enumerate().map(option);
    view! {
        <fieldset {..at(&[("class", "choice"), ("data-control", choice.id)])}>
            <legend>{(choice.label)(lang)}</legend>
            <div {..at(&[("class", "segments")])}>{options.collect_view()}</div>
        </fieldset>
    }
    .into_any()
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
    let add = move |_| page.change(|scenario| scenario.curves.add());
    view! {
        <fieldset {..at(&[("class", "curves"), ("data-control", "p")])}>
            <legend>{title}</legend>
            {rows}
            <button
                {..at(&[("type", "button"), ("class", "add"), ("data-part", "add-curve")])}
                prop:disabled=full
                on:click=add
            >
                "+ "
                {tr!(lang, control.add_curve)}
            </button>
        </fieldset>
    }
    .into_any()
}

fn curve_row(page: Page, lang: Lang, index: usize, only: bool) -> AnyView {
    let name = move || (FRACTION.show)((FRACTION.get)(&page.scenario.read(), index), lang);
    let selected = flag(move || page.scenario.read().curves.selected() == index);
    let select = move |_| page.change(|scenario| scenario.curves.select(index));
    let remove = move |_| {
        page.change(|scenario| scenario.curves.remove(index));
        // The row is gone, and the keyboard goes on beside where it was.
        request_animation_frame(|| browser::focus("[data-part=add-curve]"));
    };
    let select_label = text(move || tr!(lang, control.select_curve, name = name()));
    let remove_label = text(move || tr!(lang, control.remove_curve, name = name()));
    let label = tr!(lang, control.curve_n, n = (index + 1).to_string());
    view! {
        <div
            {..at(&[
                ("class", &format!("curve {}", hue_class(Hue::Series(index)))),
                ("data-curve", &index.to_string()),
            ])}
        >
            <input
                {..at(&[("type", "radio"), ("name", "c"), ("class", "swatch")])}
                {..following("aria-label", select_label)}
                prop:checked=selected
                on:change=select
            />
            {slider_and_box(page, lang, (&FRACTION, index), (format!("p{index}"), label))}
            <button
                {..at(&[("type", "button"), ("class", "remove"), ("data-part", "remove-curve")])}
                {..following("aria-label", remove_label)}
                prop:disabled=only
                on:click=remove
            >
                "×"
            </button>
        </div>
    }
    .into_any()
}
