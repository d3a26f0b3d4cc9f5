//! What the crosshair reads: beside the pointer for eyes, in a live region for screen readers.

use leptos::prelude::*;

use super::chart_view::Shown;
use super::erased::{el, flag, memo, text, when};
use crate::chart::Readout;
use crate::figure::Figure;
use crate::markup;
use crate::paint::{Place, details_at, details_near};

/// Where the crosshair stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hover {
    /// In data.
    pub(super) x: f64,
    /// What moved it there.
    pub(super) by: By,
}

/// What moves the crosshair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum By {
    /// A pointer, at this place.
    Pointer(Place),
    /// Keys, so that it is read out.
    Key,
    /// Time: what is behind the crosshair has not happened yet.
    Clock,
}

/// How near a pointer must come to a marker to hear of it, in pixels.
const MARKER_REACH: f64 = 14.0;

/// Where a key moves the crosshair; it starts at the marked position.
pub(super) fn step_hover(figure: &Figure, from: Option<f64>, key: &str) -> Option<f64> {
    const STEP: f64 = 0.01;
    let (lo, hi) = (figure.x.lo(), figure.x.hi());
    let from = from
        .or(figure.cursor.as_ref().map(|c| figure.x.value(c.x)))
        .unwrap_or(lo);
    let by = |units: f64| {
        figure
            .x
            .value((figure.x.unit(from) + units).clamp(0.0, 1.0))
    };
    let to = match key {
        // A whole number moves by one at least.
        "ArrowRight" => by(STEP).max((from + 1.0).min(by(4.0 * STEP))),
        "ArrowLeft" => by(-STEP).min((from - 1.0).max(by(-4.0 * STEP))),
        "PageUp" => from * 2.0,
        "PageDown" => from / 2.0,
        "Home" => lo,
        "End" => hi,
        _ => return None,
    };
    Some(to.clamp(lo, hi))
}

pub(super) fn readings(shown: Shown) -> AnyView {
    let readout = memo(move || {
        let hover = shown.hover.get()?;
        Some((shown.chart.readings)(
            &shown.page.scenario.read(),
            shown.lang,
            &shown.figure.read(),
            hover.x,
        ))
    });
    let details = memo(move || details(shown).unwrap_or_default());
    // The panel stands on the side where the pointer is not.
    let side = text(move || {
        let x = shown
            .hover
            .get()
            .map_or(0.0, |hover| shown.figure.read().x.unit(hover.x));
        if x > 0.5 {
            "readout at-left"
        } else {
            "readout at-right"
        }
        .to_owned()
    });
    let spoken = text(move || {
        let by_key = shown.hover.get().is_some_and(|hover| hover.by == By::Key);
        readout
            .get()
            .filter(|_| by_key)
            .map(|readout| spoken(&readout, &details.read()))
            .unwrap_or_default()
    });
    let html = text(move || {
        readout
            .read()
            .as_ref()
            .map(|r| markup::readout(r, &details.read()))
            .unwrap_or_default()
    });
    let panel = when(flag(move || readout.read().is_some()), move || {
        el("div", &[("data-part", "readout"), ("aria-hidden", "true")])
            .following("class", side)
            .markup(html)
            .any()
    });
    let said = el("p", &[("class", "visually-hidden"), ("role", "status")]).says(spoken);
    [panel, said.any()].into_iter().collect_view().into_any()
}

fn spoken(readout: &Readout, details: &[String]) -> String {
    let mut out = readout.label.clone();
    for reading in &readout.readings {
        out.push_str(&format!("; {} {}", reading.name, reading.value));
    }
    for detail in details {
        out.push_str(&format!("; {detail}"));
    }
    out
}

/// What the marks under the crosshair have to say.
fn details(shown: Shown) -> Option<Vec<String>> {
    let hover = shown.hover.get()?;
    let layout = shown.layout.get()?;
    let figure = shown.figure.read();
    Some(match hover.by {
        By::Pointer(place) => details_at(&figure, &layout, place, MARKER_REACH),
        By::Key | By::Clock => details_near(&figure, figure.x.unit(hover.x)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::FIRST;
    use crate::scenario::Scenario;
    use crate::text::Lang;

    #[test]
    fn keys_move_by_a_step_and_by_a_doubling() {
        let figure = (FIRST.charts[0].figure)(&Scenario::default(), Lang::En);
        let step = |from, key| step_hover(&figure, from, key).unwrap();
        assert_eq!(step(None, "PageUp").round(), 128.0);
        assert_eq!(step(Some(64.0), "PageDown"), 32.0);
        assert_eq!(
            step(Some(2.0), "ArrowRight"),
            2.0 * (16.0f64 * 0.04).exp2().min(1.5)
        );
        assert!(step(Some(1000.0), "ArrowRight") > 1100.0);
        assert_eq!(step(Some(1.0), "ArrowLeft"), 1.0);
        assert_eq!(step(Some(5.0), "End"), 65_536.0);
        assert_eq!(step(Some(65_536.0), "PageUp"), 65_536.0);
        assert_eq!(step_hover(&figure, None, "q"), None);
    }
}
