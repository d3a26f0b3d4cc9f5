//! The settings beside a figure.

use leptos::prelude::*;

use super::dial::SliderAndBox;
use super::page::Page;
use crate::chart::{FRACTION, View};
use crate::control::{Choice, Control, Dial};
use crate::figure::Hue;
use crate::model::law::Reading;
use crate::scenario::Curves;
use crate::text::tr;
use crate::theme::hue_class;

#[component]
pub(super) fn Controls(view: &'static View) -> impl IntoView {
    let page = Page::get();
    view! {
        <div class="controls" role="group" aria-label=move || tr!(page.lang.get(), control.heading)>
            {view
                .controls
                .iter()
                .map(|control| match control {
                    Control::Dial(dial) => view! { <DialControl dial=dial /> }.into_any(),
                    Control::Choice(choice) => view! { <ChoiceControl choice=choice /> }.into_any(),
                    Control::Curves => view! { <CurvesControl /> }.into_any(),
                })
                .collect_view()}
        </div>
    }
}

#[component]
fn DialControl(dial: &'static Dial) -> impl IntoView {
    let page = Page::get();
    let active = Memo::new(move |_| (dial.active)(&page.scenario.read()));
    let label = Signal::derive(move || (dial.label)(page.lang.get()).to_owned());
    let hint = move || (dial.hint)(page.lang.get());
    view! {
        <Show when=move || active.get()>
            <div class="dial" data-control=dial.id>
                <label for=format!("{}-slider", dial.id)>{label}</label>
                <SliderAndBox dial=dial index=0 label=label id=dial.id.to_owned() />
                <Show when=move || !hint().is_empty()>
                    <p class="hint">{hint}</p>
                </Show>
            </div>
        </Show>
    }
}

#[component]
fn ChoiceControl(choice: &'static Choice) -> impl IntoView {
    let page = Page::get();
    let chosen = Memo::new(move |_| (choice.get)(&page.scenario.read()));
    let options = Memo::new(move |_| (choice.options)(page.lang.get()));
    view! {
        <fieldset class="choice" data-control=choice.id>
            <legend>{move || (choice.label)(page.lang.get())}</legend>
            <div class="segments">
                {move || {
                    options
                        .get()
                        .into_iter()
                        .enumerate()
                        .map(|(i, name)| {
                            view! {
                                <label>
                                    <input
                                        type="radio"
                                        name=choice.id
                                        value=i
                                        prop:checked=move || chosen.get() == i
                                        on:change=move |_| page.change(|s| (choice.set)(s, i))
                                    />
                                    <span>{name}</span>
                                </label>
                            }
                        })
                        .collect_view()
                }}
            </div>
        </fieldset>
    }
}

#[component]
fn CurvesControl() -> impl IntoView {
    let page = Page::get();
    let active = Memo::new(move |_| (FRACTION.active)(&page.scenario.read()));
    let n_curves = Memo::new(move |_| page.scenario.read().curves.fractions().len());
    let scaled = Memo::new(move |_| page.scenario.read().law.fraction_is == Reading::ParallelRun);
    let title = move || match (scaled.get(), page.lang.get()) {
        (true, lang) => tr!(lang, control.scaled_curves),
        (false, lang) => tr!(lang, control.curves),
    };
    view! {
        <Show when=move || active.get()>
            <fieldset class="curves" data-control="p">
                <legend>{title}</legend>
                <For each=move || 0..n_curves.get() key=|i| *i let:index>
                    <CurveRow index=index only=Signal::derive(move || n_curves.get() == 1) />
                </For>
                <button
                    type="button"
                    class="add"
                    data-part="add-curve"
                    disabled=move || { n_curves.get() >= Curves::MAX }
                    on:click=move |_| page.change(|s| s.curves.add())
                >
                    "+ "
                    {move || tr!(page.lang.get(), control.add_curve)}
                </button>
            </fieldset>
        </Show>
    }
}

#[component]
fn CurveRow(index: usize, only: Signal<bool>) -> impl IntoView {
    let page = Page::get();
    let value = Memo::new(move |_| (FRACTION.get)(&page.scenario.read(), index));
    let selected = Memo::new(move |_| page.scenario.read().curves.selected() == index);
    let name = move || (FRACTION.show)(value.get(), page.lang.get());
    let label = Signal::derive(move || tr!(page.lang.get(), control.curve_n, n = index + 1));
    view! {
        <div class=format!("curve {}", hue_class(Hue::Series(index))) data-curve=index>
            <input
                type="radio"
                name="c"
                class="swatch"
                aria-label=move || tr!(page.lang.get(), control.select_curve, name = name())
                prop:checked=move || selected.get()
                on:change=move |_| page.change(|s| s.curves.select(index))
            />
            <SliderAndBox dial=&FRACTION index=index label=label id=format!("p{index}") />
            <button
                type="button"
                class="remove"
                data-part="remove-curve"
                aria-label=move || tr!(page.lang.get(), control.remove_curve, name = name())
                disabled=only
                on:click=move |_| page.change(|s| s.curves.remove(index))
            >
                "×"
            </button>
        </div>
    }
}
