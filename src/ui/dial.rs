//! The faces of a dial: a slider with its box, and a number in a sentence.

use leptos::ev::{Event, KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::erased::{el, flag, memo, text, when};
use super::page::Page;
use crate::browser;
use crate::control::{Dial, Step};
use crate::model::law::Reading;
use crate::text::{Lang, Problem, count, machine, number, tr};

/// What a key asks of a dial, on sliders and in sentences alike.
fn step_of(event: &KeyboardEvent) -> Option<Step> {
    if is_for_browser(event) {
        return None;
    }
    match event.key().as_str() {
        "ArrowUp" | "ArrowRight" => Some(Step::Up),
        "ArrowDown" | "ArrowLeft" => Some(Step::Down),
        "PageUp" => Some(Step::Double),
        "PageDown" => Some(Step::Halve),
        "Home" => Some(Step::Min),
        "End" => Some(Step::Max),
        _ => None,
    }
}

/// Keys with these belong to the browser: Alt and an arrow is Back.
pub(super) fn is_for_browser(event: &KeyboardEvent) -> bool {
    event.alt_key() || event.ctrl_key() || event.meta_key()
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

/// A number in a sentence.
#[derive(Clone, Copy)]
pub(super) struct Face {
    pub(super) dial: &'static Dial,
    pub(super) index: usize,
    /// The sentence shows the complement, so that more is less.
    pub(super) reversed: bool,
    pub(super) shown: Signal<String>,
    pub(super) hue: Signal<String>,
}

/// A number to drag sideways, or to focus and turn with the keys.
pub(super) fn scrubber(page: Page, lang: Lang, face: Face) -> AnyView {
    /// Pixels from one end of the dial to the other.
    const WAY: f64 = 480.0;
    let Face {
        dial,
        index,
        reversed,
        shown,
        hue,
    } = face;
    let held = StoredValue::new(None::<(f64, f64)>);
    let value = move || (dial.get)(&page.scenario.read(), index);
    let key = move |event: KeyboardEvent| {
        if let Some(step) = step_of(&event) {
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
        if event.button() != 0 || !event.is_primary() {
            return;
        }
        browser::capture(&event);
        let value = (dial.get)(&page.scenario.read_untracked(), index);
        held.set_value(Some((f64::from(event.client_x()), dial.position(value))));
    };
    let pull = move |event: PointerEvent| {
        let Some((x, position)) = held.get_value().filter(|_| event.is_primary()) else {
            return;
        };
        let way = (f64::from(event.client_x()) - x) / WAY;
        let way = if reversed { -way } else { way };
        if way != 0.0 {
            page.change(|scenario| (dial.set)(scenario, index, dial.value_at(position + way)));
        }
    };
    let label = text(move || {
        let of_the_run = page.scenario.read().law.fraction_is == Reading::ParallelRun;
        match (reversed, of_the_run) {
            (true, true) => tr!(lang, control.scaled_serial),
            (true, false) => tr!(lang, control.serial),
            (false, _) => (dial.label)(lang),
        }
        .to_owned()
    });
    let now = text(move || {
        if reversed {
            dial.min + dial.max - value()
        } else {
            value()
        }
        .to_string()
    });
    let attributes = [
        ("role", "spinbutton"),
        ("tabindex", "0"),
        ("data-dial", dial.id),
        ("aria-valuemin", &dial.min.to_string()),
        ("aria-valuemax", &dial.max.to_string()),
    ];
    el("span", &attributes)
        .following("class", text(move || format!("scrub {}", hue.get())))
        .following("aria-label", label)
        .following("aria-valuenow", now)
        .following("aria-valuetext", shown)
        .on("keydown", key)
        .on("pointerdown", press)
        .on("pointermove", pull)
        .on("pointerup", move |_: Event| held.set_value(None))
        .on("lostpointercapture", move |_: Event| held.set_value(None))
        .says(shown)
        .any()
}

/// A slider and its number box. `id` is unique in the page: labels and messages are found by it.
pub(super) fn slider_and_box(
    page: Page,
    lang: Lang,
    (dial, index): (&'static Dial, usize),
    (id, label): (String, String),
) -> [AnyView; 3] {
    let value = memo(move || (dial.get)(&page.scenario.read(), index));
    let slide = move |event: Event| {
        if let Some(position) = machine(&event_target_value(&event)) {
            page.change(|scenario| (dial.set)(scenario, index, dial.value_at(position)));
        }
    };
    let key = move |event: KeyboardEvent| {
        if let Some(step) = step_of(&event) {
            event.prevent_default();
            turn(page, dial, index, step);
        }
    };
    let attributes = [
        ("type", "range"),
        ("id", &format!("{id}-slider")),
        ("min", "0"),
        ("max", "1"),
        ("step", "any"),
        ("aria-label", &label),
    ];
    let slider = el("input", &attributes)
        .following(
            "aria-valuetext",
            text(move || (dial.show)(value.get(), lang)),
        )
        .prop(
            "value",
            text(move || dial.position(value.get()).to_string()),
        )
        .on("input", slide)
        .on("keydown", key);
    let [number, message] = number_box(page, lang, (dial, index, value), (&id, &label));
    [slider.any(), number, message]
}

/// The box: it keeps what was typed while that is not a number, and says what is wrong beside it.
fn number_box(
    page: Page,
    lang: Lang,
    (dial, index, value): (&'static Dial, usize, Memo<f64>),
    (id, label): (&str, &str),
) -> [AnyView; 2] {
    // What was typed, and the value that stood there before: a value that has changed elsewhere since
    // (slider, drag, link) is newer than the text.
    let typed = RwSignal::new(None::<(String, f64)>);
    let kept = move || {
        typed
            .get()
            .filter(|(_, at)| *at == value.get())
            .map(|(text, _)| text)
    };
    let input = move |event: Event| {
        let text = event_target_value(&event);
        if let Ok(value) = dial.parse(&text) {
            page.change(|scenario| (dial.set)(scenario, index, value));
        }
        typed.set(Some((
            text,
            (dial.get)(&page.scenario.read_untracked(), index),
        )));
    };
    let problem = memo(move || kept().and_then(|text| dial.parse(&text).err()));
    // Once the box is left, a number that fits is shown in the page's own form.
    // A box that is taken away while it has the focus is left, too.
    let leave = move || {
        if problem.try_get_untracked() == Some(None) {
            typed.try_set(None);
        }
    };
    let message_id = format!("{id}-problem");
    let described = message_id.clone();
    let message = when(flag(move || problem.get().is_some()), move || {
        let said = text(move || {
            problem
                .get()
                .map(|what| words(what, dial, lang))
                .unwrap_or_default()
        });
        let attributes = [
            ("class", "problem"),
            ("id", &message_id),
            ("role", "status"),
        ];
        el("p", &attributes).says(said).any()
    });
    let attributes = [
        ("type", "text"),
        ("inputmode", "decimal"),
        ("autocomplete", "off"),
        ("spellcheck", "false"),
        ("id", &format!("{id}-box")),
        ("aria-label", &tr!(lang, control.value_of, name = label)),
        ("aria-describedby", &described),
    ];
    let invalid = text(move || problem.get().is_some().to_string());
    let shown = text(move || kept().unwrap_or_else(|| dial.written(value.get())));
    let number = el("input", &attributes)
        .following("aria-invalid", invalid)
        .prop("value", shown)
        .on("input", input)
        .on("change", move |_: Event| leave())
        .on("blur", move |_: Event| leave());
    [number.any(), message]
}

fn words(problem: Problem, dial: &Dial, lang: Lang) -> String {
    match problem {
        Problem::Empty => tr!(lang, problem.empty).into(),
        Problem::NotANumber => tr!(lang, problem.not_a_number).into(),
        Problem::DivisionByZero => tr!(lang, problem.division_by_zero).into(),
        Problem::NotWhole => tr!(lang, problem.not_whole).into(),
        Problem::OutOfRange { min, max } => {
            let written = |v: f64| {
                if dial.whole { count(v) } else { number(v) }
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
