//! The faces of a dial: a slider with its box, and a number in a sentence.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::page::Page;
use crate::browser;
use crate::control::{Dial, Step};
use crate::text::{self, Lang, Problem, tr};

/// What a key asks of a dial, on sliders and in sentences alike.
fn step_of(key: &str) -> Option<Step> {
    match key {
        "ArrowUp" | "ArrowRight" => Some(Step::Up),
        "ArrowDown" | "ArrowLeft" => Some(Step::Down),
        "PageUp" => Some(Step::Double),
        "PageDown" => Some(Step::Halve),
        "Home" => Some(Step::Min),
        "End" => Some(Step::Max),
        _ => None,
    }
}

fn reversed_step(step: Step) -> Step {
    match step {
        Step::Up => Step::Down,
        Step::Down => Step::Up,
        Step::Double => Step::Halve,
        Step::Halve => Step::Double,
        Step::Min => Step::Max,
        Step::Max => Step::Min,
    }
}

fn turn(page: Page, dial: &'static Dial, index: usize, step: Step) {
    let value = (dial.get)(&page.scenario.read_untracked(), index);
    page.change(|scenario| (dial.set)(scenario, index, dial.stepped(value, step)));
}

/// A number in a sentence: drag it sideways, or focus it and use the keys.
#[component]
pub(super) fn Scrubber(
    dial: &'static Dial,
    index: usize,
    /// The sentence shows the complement, so that more is less.
    reversed: bool,
    text: Signal<String>,
    hue: Signal<String>,
) -> impl IntoView {
    /// Pixels from one end of the dial to the other.
    const WAY: f64 = 480.0;
    let page = Page::get();
    let value = Memo::new(move |_| (dial.get)(&page.scenario.read(), index));
    let held = StoredValue::new(None::<(f64, f64)>);
    let key = move |event: KeyboardEvent| {
        if let Some(step) = step_of(&event.key()) {
            event.prevent_default();
            turn(
                page,
                dial,
                index,
                if reversed { reversed_step(step) } else { step },
            );
        }
    };
    let press = move |event: PointerEvent| {
        browser::capture(&event);
        held.set_value(Some((
            f64::from(event.client_x()),
            dial.position(value.get_untracked()),
        )));
    };
    let pull = move |event: PointerEvent| {
        let Some((x, position)) = held.get_value() else {
            return;
        };
        let way = (f64::from(event.client_x()) - x) / WAY;
        let way = if reversed { -way } else { way };
        if way != 0.0 {
            page.change(|scenario| (dial.set)(scenario, index, dial.value_at(position + way)));
        }
    };
    let label = move || match (reversed, page.lang.get()) {
        (true, lang) => tr!(lang, control.serial),
        (false, lang) => (dial.label)(lang),
    };
    let shown = move |v: f64| if reversed { dial.min + dial.max - v } else { v };
    view! {
        <span
            class=move || format!("scrub {}", hue.get())
            role="spinbutton"
            tabindex="0"
            data-dial=dial.id
            aria-label=label
            aria-valuemin=dial.min
            aria-valuemax=dial.max
            aria-valuenow=move || shown(value.get())
            aria-valuetext=text
            on:keydown=key
            on:pointerdown=press
            on:pointermove=pull
            on:pointerup=move |_| held.set_value(None)
            on:pointercancel=move |_| held.set_value(None)
        >
            {text}
        </span>
    }
}

/// A slider and its number box, without a label of their own.
#[component]
pub(super) fn SliderAndBox(
    dial: &'static Dial,
    index: usize,
    #[prop(into)] label: Signal<String>,
    /// Unique in the page; the box's message is found by it.
    id: String,
) -> impl IntoView {
    let page = Page::get();
    let value = Memo::new(move |_| (dial.get)(&page.scenario.read(), index));
    let slide = move |event: leptos::ev::Event| {
        if let Ok(position) = event_target_value(&event).parse::<f64>() {
            page.change(|scenario| (dial.set)(scenario, index, dial.value_at(position)));
        }
    };
    let key = move |event: KeyboardEvent| {
        if let Some(step) = step_of(&event.key()) {
            event.prevent_default();
            turn(page, dial, index, step);
        }
    };
    view! {
        <input
            type="range"
            id=format!("{id}-slider")
            min="0"
            max="1"
            step="any"
            aria-label=label
            aria-valuetext=move || (dial.show)(value.get(), page.lang.get())
            prop:value=move || dial.position(value.get())
            on:input=slide
            on:keydown=key
        />
        <NumberBox dial=dial index=index label=label id=id value=value />
    }
}

/// The box: it keeps what was typed while that is not a number, and says what is wrong beside it.
#[component]
fn NumberBox(
    dial: &'static Dial,
    index: usize,
    label: Signal<String>,
    id: String,
    value: Memo<f64>,
) -> impl IntoView {
    let page = Page::get();
    let typed = RwSignal::new(None::<String>);
    let problem = RwSignal::new(None::<Problem>);
    let input = move |event: leptos::ev::Event| {
        let text = event_target_value(&event);
        match dial.parse(&text) {
            Ok(value) => {
                problem.set(None);
                page.change(|scenario| (dial.set)(scenario, index, value));
            }
            Err(what) => problem.set(Some(what)),
        }
        typed.set(Some(text));
    };
    // Once the box is left, a number that fits is shown in the page's own form.
    let leave = move || {
        if problem.get_untracked().is_none() {
            typed.set(None);
        }
    };
    // A value that changes elsewhere (slider, drag, link) is newer than what stands in the box.
    let text = Memo::new(move |last: Option<&(f64, String)>| {
        let value = value.get();
        let moved = last.is_some_and(|(before, _)| *before != value);
        let own = |text: &String| dial.parse(text).is_ok_and(|v| v == value);
        let kept = typed.get().filter(|text| !moved || own(text));
        (value, kept.unwrap_or_else(|| dial.written(value)))
    });
    let message_id = StoredValue::new(format!("{id}-problem"));
    let shown_problem = Memo::new(move |_| {
        problem
            .get()
            .filter(|_| dial.parse(&text.read().1).is_err())
    });
    view! {
        <input
            type="text"
            inputmode="decimal"
            autocomplete="off"
            spellcheck="false"
            id=format!("{id}-box")
            aria-label=move || tr!(page.lang.get(), control.value_of, name = label.get())
            aria-invalid=move || shown_problem.get().is_some().to_string()
            aria-describedby=move || shown_problem.get().map(|_| message_id.get_value())
            prop:value=move || text.get().1
            on:input=input
            on:change=move |_| leave()
            on:blur=move |_| leave()
        />
        <Show when=move || shown_problem.get().is_some()>
            <p class="problem" id=message_id.get_value() role="status">
                {move || shown_problem.get().map(|what| words(what, dial, page.lang.get()))}
            </p>
        </Show>
    }
}

fn words(problem: Problem, dial: &Dial, lang: Lang) -> String {
    match problem {
        Problem::Empty => tr!(lang, problem.empty).into(),
        Problem::NotANumber => tr!(lang, problem.not_a_number).into(),
        Problem::DivisionByZero => tr!(lang, problem.division_by_zero).into(),
        Problem::NotWhole => tr!(lang, problem.not_whole).into(),
        Problem::OutOfRange { min, max } => {
            let written = |v: f64| {
                if dial.whole {
                    text::count(v)
                } else {
                    text::number(v)
                }
            };
            tr!(
                lang,
                problem.out_of_range,
                min = written(min),
                max = written(max)
            )
        }
    }
}
