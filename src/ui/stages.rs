//! The list of stages of a step: names, times, kinds and cuts, in an order of the reader's own; and
//! the box that a table is pasted into.

use leptos::ev::Event;
use leptos::prelude::*;

use super::controls::select;
use super::dial::slider_and_box;
use super::erased::{El, el, flag, memo, swapped, text, when};
use super::page::Page;
use crate::browser;
use crate::chart::profile::{
    self, BYTES, CUT, FLOPS, Pasting, TIME, kind_hue, kind_name, reason_words, stage_name,
};
use crate::control::Dial;
use crate::model::profile::{Cut, Kind, Name, Stage, Stages};
use crate::text::{Lang, tr};
use crate::theme::hue_class;

pub(super) fn stages_control(page: Page, lang: Lang) -> AnyView {
    let n_stages = memo(move || page.scenario.read().stages.list().len());
    // The list is built anew when its length changes; while it stays, only values do.
    let rows = swapped(move || {
        let n_stages = n_stages.get();
        (0..n_stages)
            .map(|index| stage_row(page, lang, index, n_stages))
            .collect_view()
            .into_any()
    });
    let add = button("add", "add-stage", "")
        .flag("disabled", flag(move || n_stages.get() >= Stages::MAX))
        .words("+ ")
        .words(tr!(lang, profile.add))
        .on("click", move |_: Event| {
            page.change(|scenario| scenario.stages.add());
            focus(n_stages.get_untracked() - 1, "stage-name");
        });
    el("fieldset", &[("class", "stages"), ("data-control", "list")])
        .child(el("legend", &[]).words(tr!(lang, profile.stages)).any())
        .child(rows)
        .child(add.any())
        .child(paste_box(page, lang))
        .any()
}

/// A button; what it does is its words, or `label` where these are only a sign.
fn button(class: &str, part: &str, label: &str) -> El {
    let attributes = [
        ("type", "button"),
        ("class", class),
        ("data-part", part),
        ("aria-label", label),
    ];
    let n = attributes.len() - usize::from(label.is_empty());
    el("button", &attributes[..n])
}

/// Moves the focus to a part of a stage, once the list shows it.
fn focus(index: usize, part: &'static str) {
    request_animation_frame(move || {
        browser::focus(&format!("[data-stage='{index}'] [data-part={part}]"));
    });
}

/// What a stage says of itself; while the list is about to lose it, what the default would.
fn of<T: Default>(page: Page, index: usize, read: impl Fn(&Stage) -> T) -> T {
    page.scenario
        .read()
        .stages
        .list()
        .get(index)
        .map(read)
        .unwrap_or_default()
}

fn change(page: Page, index: usize, act: impl FnOnce(&mut Stage)) {
    page.change(|scenario| scenario.stages.edit(index, act));
}

fn stage_row(page: Page, lang: Lang, index: usize, n_stages: usize) -> AnyView {
    let n = (index + 1).to_string();
    let said = |what: &str| format!("{}, {what}", tr!(lang, profile.stage_n, n = n));
    let kind = memo(move || of(page, index, |stage| kind_index(stage.kind)));
    let gone = flag(move || of(page, index, |stage| stage.cut == Cut::Gone));
    let hue = text(move || format!("stage {}", hue_class(kind_hue(Kind::ALL[kind.get()]))));
    let kinds = Kind::ALL.map(|kind| (kind_name(kind, lang), true));
    let kinds = select(
        &[
            ("aria-label", &said(tr!(lang, profile.kind))),
            ("data-part", "stage-kind"),
        ],
        kinds.map(|(name, open)| (name.to_owned(), open)).into(),
        kind,
        Box::new(move |i| change(page, index, |stage| stage.kind = Kind::ALL[i.min(5)])),
    );
    let vanish = button("", "stage-gone", "")
        .following("aria-pressed", text(move || gone.get().to_string()))
        .words(tr!(lang, profile.gone))
        .on("click", move |_: Event| {
            change(page, index, |stage| {
                stage.cut = match stage.cut {
                    Cut::Gone => Cut::NONE,
                    Cut::By(_) => Cut::Gone,
                };
            });
        });
    let faces = move |dial: &'static Dial| {
        let label = (dial.label)(lang);
        let whole = format!(
            "{}, {label}",
            tr!(lang, profile.stage_n, n = (index + 1).to_string())
        );
        let [slider, number, message] = slider_and_box(
            page,
            lang,
            (dial, index),
            (format!("{}-{index}", dial.id), whole),
        );
        [el("span", &[]).words(label).any(), slider, number, message]
    };
    let cut = when(flag(move || !gone.get()), move || {
        faces(&CUT).into_iter().collect_view().into_any()
    });
    let work = [&FLOPS, &BYTES].map(|dial| {
        let [label, _, number, message] = faces(dial);
        [label, number, message]
    });
    let work = el("details", &[])
        .child(el("summary", &[]).words(tr!(lang, profile.work)).any())
        .child(
            el("div", &[("class", "work")])
                .children(work.into_iter().flatten())
                .any(),
        );
    el("div", &[("data-stage", &index.to_string())])
        .following("class", hue)
        .children(name_line(page, lang, index, n_stages))
        .children(faces(&TIME))
        .child(cut)
        .child(
            el("div", &[("class", "line")])
                .child(kinds)
                .child(vanish.any())
                .any(),
        )
        .child(work.any())
        .any()
}

fn kind_index(kind: Kind) -> usize {
    Kind::ALL.iter().position(|one| *one == kind).unwrap_or(0)
}

/// The name with what moves and removes the stage, and what is wrong with a name.
fn name_line(page: Page, lang: Lang, index: usize, n_stages: usize) -> [AnyView; 2] {
    let n = (index + 1).to_string();
    let moves = |sign, part, label: &str, from: usize, open: bool, to: usize| {
        button("remove", part, label)
            .flag("disabled", flag(move || !open))
            .words(sign)
            .on("click", move |_: Event| {
                page.change(|scenario| scenario.stages.swap_with_next(from));
                // The focus goes with the stage, to the button that still has a way to go.
                let part = match to {
                    0 => "stage-down",
                    to if to + 1 == n_stages => "stage-up",
                    _ => part,
                };
                focus(to, part);
            })
            .any()
    };
    let up = tr!(lang, profile.up, n = n);
    let down = tr!(lang, profile.down, n = n);
    let before = index.saturating_sub(1);
    let last = index + 1 == n_stages;
    let remove = button("remove", "remove-stage", &tr!(lang, profile.remove, n = n))
        .flag("disabled", flag(move || n_stages == 1))
        .words("×")
        .on("click", move |_: Event| {
            page.change(|scenario| scenario.stages.remove(index));
            focus(index.min(n_stages.saturating_sub(2)), "remove-stage");
        });
    let [name, message] = name_box(page, lang, index);
    let line = el("div", &[("class", "line")])
        .child(name)
        .child(moves("↑", "stage-up", &up, before, index > 0, before))
        .child(moves("↓", "stage-down", &down, index, !last, index + 1))
        .child(remove.any());
    [line.any(), message]
}

/// The box keeps what was typed while that is no name, and says so beside it.
fn name_box(page: Page, lang: Lang, index: usize) -> [AnyView; 2] {
    let name = memo(move || of(page, index, |stage| Some(stage.name.clone())));
    let typed = RwSignal::new(None::<(String, Option<Name>)>);
    let kept = move || {
        let typed = typed.get().filter(|(_, at)| *at == name.get());
        typed.map(|(text, _)| text)
    };
    let wrong = flag(move || kept().is_some_and(|text| profile::name(&text).is_none()));
    let shown = text(move || {
        kept().unwrap_or_else(|| of(page, index, |stage| stage_name(stage, lang).to_owned()))
    });
    let id = format!("stage-name-{index}-problem");
    let label = tr!(lang, profile.stage_n, n = (index + 1).to_string());
    let attributes = [
        ("type", "text"),
        ("autocomplete", "off"),
        ("spellcheck", "false"),
        ("data-part", "stage-name"),
        (
            "aria-label",
            &*[&*label, tr!(lang, list.comma), tr!(lang, profile.name)].concat(),
        ),
        ("aria-describedby", &id),
    ];
    let field = el("input", &attributes)
        .following("aria-invalid", text(move || wrong.get().to_string()))
        .prop("value", shown)
        .on("input", move |event: Event| {
            let text = event_target_value(&event);
            if let Some(name) = profile::name(&text) {
                change(page, index, |stage| stage.name = name);
            }
            typed.set(Some((text, name.get_untracked())));
        })
        .on("change", move |_: Event| {
            if wrong.try_get_untracked() == Some(false) {
                typed.try_set(None);
            }
        });
    let message = when(wrong, move || {
        let attributes = [("class", "problem"), ("id", &*id), ("role", "status")];
        el("p", &attributes)
            .words(tr!(lang, profile.bad_name))
            .any()
    });
    [field.any(), message]
}

/// A table pasted here replaces the stages at the press of a button.
fn paste_box(page: Page, lang: Lang) -> AnyView {
    let pasting = page.pasting;
    let take = move |_: Event| {
        if let Some(stages) = pasting.try_update(Pasting::take).flatten() {
            page.replace(|scenario| scenario.stages = stages);
        }
    };
    let attributes = [
        ("rows", "5"),
        ("spellcheck", "false"),
        ("data-part", "paste-text"),
        ("aria-label", tr!(lang, profile.paste)),
    ];
    let area = el("textarea", &attributes)
        .prop("value", text(move || pasting.read().text.clone()))
        .on("input", move |event: Event| {
            pasting.update(|pasting| pasting.text = event_target_value(&event));
        });
    let refused = text(move || {
        let pasting = pasting.read();
        let lines = pasting.refused.iter().map(|line| reason_words(line, lang));
        lines.collect::<Vec<_>>().join("\n")
    });
    let buttons = el("div", &[("class", "buttons")]).child(
        button("", "paste", "")
            .words(tr!(lang, profile.paste_do))
            .on("click", take)
            .any(),
    );
    let attributes = [
        ("class", "problem"),
        ("role", "status"),
        ("data-part", "paste-refused"),
    ];
    let group = [("class", "group"), ("data-part", "paste-box"), ("open", "")];
    // After a change of language a text in it is still seen.
    let empty = pasting.read_untracked().text.is_empty();
    el("details", &group[..group.len() - usize::from(empty)])
        .child(el("summary", &[]).words(tr!(lang, profile.paste)).any())
        .child(
            el("p", &[("class", "hint")])
                .words(tr!(lang, profile.paste_hint))
                .any(),
        )
        .child(area.any())
        .child(buttons.any())
        .child(el("p", &attributes).says(refused).any())
        .any()
}
