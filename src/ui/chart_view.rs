//! A chart on its canvases: drawn once per frame, read with pointer, finger or keys, and dragged.

use leptos::ev::{Event, KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::dial::is_for_browser;
use super::erased::{El, Handle, el, flag, memo, text};
use super::page::Page;
use super::play::play;
use super::pointers::Pointers;
use super::readout::{By, Hover, readings, step_hover};
use crate::browser::{self, Surface};
use crate::chart::Chart;
use crate::figure::{Figure, Grab};
use crate::paint::{
    Layer, Layout, Place, Size, grab_at, layout, paint, paint_crosshair, paint_veil,
};
use crate::text::{Lang, tr};
use crate::theme::Theme;

/// How near a mouse or a finger must come to what it takes hold of, in pixels.
pub(super) const MOUSE_REACH: f64 = 8.0;
pub(super) const FINGER_REACH: f64 = 20.0;

/// What each canvas shows, from back to front: every one costs the browser time to put on the
/// screen, so that layers that change together share one. The crosshair's comes on top.
const CANVASES: [&[Layer]; 2] = [
    &[Layer::Frame, Layer::Still],
    &[Layer::Marks, Layer::Cursor],
];

/// What a chart on the page is made of.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) chart: &'static Chart,
    pub(super) page: Page,
    pub(super) lang: Lang,
    pub(super) figure: Memo<Figure>,
    pub(super) layout: Memo<Option<Layout>>,
    pub(super) hover: RwSignal<Option<Hover>>,
    pub(super) visible: RwSignal<bool>,
    canvases: [Handle; 2],
    crosshair: Handle,
}

/// What stands on the canvases, to leave alone what has not changed.
struct Drawn {
    figure: Figure,
    layout: Layout,
    theme: &'static str,
    pixel_ratio: f64,
}

pub(super) fn chart_view(page: Page, lang: Lang, chart: &'static Chart) -> AnyView {
    let surface = Handle::new();
    let size = RwSignal::new(Size {
        width: 0.0,
        height: 0.0,
    });
    let visible = RwSignal::new(true);
    // Off screen the last figure stays and nothing is computed.
    let figure = Memo::new(move |last: Option<&Figure>| match last {
        Some(last) if !visible.get() => last.clone(),
        _ => (chart.figure)(&page.scenario.read(), lang),
    });
    let layout = memo(move || {
        let size = size.get();
        size.is_drawable().then(|| layout(&figure.read(), size))
    });
    let shown = Shown {
        chart,
        page,
        lang,
        figure,
        layout,
        hover: RwSignal::new(None),
        visible,
        canvases: [Handle::new(), Handle::new()],
        crosshair: Handle::new(),
    };
    surface.on_load(move |element| {
        browser::on_resize(&element, move |new| {
            size.try_set(new);
        });
        browser::on_visibility(&element, move |now| {
            visible.try_set(now);
        });
        browser::keep_touches(&element, move |place| {
            shown.grab(place, FINGER_REACH).is_some()
        });
    });
    draw_when_changed(shown);
    framed(shown, surface)
}

/// The elements of a chart: its canvases one above another, and the words for them.
fn framed(shown: Shown, surface: Handle) -> AnyView {
    let Shown {
        chart,
        lang,
        figure,
        crosshair,
        ..
    } = shown;
    let [frame, marks] = shown.canvases;
    let unused = flag(move || shown.hover.read().is_none());
    let pointers = Pointers::new(shown);
    let title = text(move || figure.read().title.clone());
    let description = format!("description-{}", chart.id);
    let said = text(move || figure.read().description.clone());
    let attributes = [
        ("data-part", "chart"),
        ("tabindex", "0"),
        ("role", "group"),
        ("aria-roledescription", tr!(lang, chart.kind)),
        ("aria-describedby", &description),
    ];
    let canvas = |handle| el("canvas", &[("aria-hidden", "true")]).handle(handle);
    let canvases = [
        canvas(frame),
        canvas(marks),
        canvas(crosshair).flag("hidden", unused),
    ];
    let class = text(move || format!("surface {}", pointers.class()));
    let surface = el("div", &attributes)
        .following("class", class)
        .following("aria-label", title)
        .handle(surface)
        .on("pointerdown", move |event: PointerEvent| {
            pointers.down(&event);
        })
        .on("pointermove", move |event: PointerEvent| {
            pointers.moved(&event);
        })
        .on("pointerup", move |_: Event| pointers.up())
        .on("lostpointercapture", move |_: Event| pointers.up())
        .on("pointerleave", move |_: Event| drop_hover(shown))
        .on("keydown", move |event: KeyboardEvent| key(shown, &event))
        .on("blur", move |_: Event| drop_hover(shown))
        .children(canvases.map(El::any))
        .child(readings(shown));
    let description = el("p", &[("class", "visually-hidden"), ("id", &description)])
        .says(said)
        .words(" ")
        .words(tr!(lang, chart.keys));
    el("figure", &[("class", "chart"), ("data-chart", chart.id)])
        .child(el("figcaption", &[]).says(title).any())
        .children(chart.plays.then(|| play(shown)))
        .child(surface.any())
        .child(description.any())
        .any()
}

impl Shown {
    /// What lies at a place, ready to be dragged.
    pub(super) fn grab(self, place: Place, reach: f64) -> Option<Grab> {
        let layout = self.layout.try_get_untracked()??;
        self.figure
            .try_with_untracked(|figure| grab_at(figure, &layout, place, reach))?
    }
}

/// Two effects for one outside world, the canvases: the figure's layers, and the quick crosshair.
/// However much changes, each draws once per frame.
fn draw_when_changed(shown: Shown) {
    let drawn = StoredValue::new(None::<Drawn>);
    let draw = once_per_frame(move || {
        draw_layers(shown, drawn);
    });
    Effect::new(move |_| {
        shown.page.theme.track();
        shown.figure.track();
        shown.layout.track();
        if shown.visible.get() {
            draw();
        }
    });
    let draw = once_per_frame(move || {
        draw_crosshair(shown);
    });
    // Without a crosshair nothing is touched: even a cleared canvas costs the browser a copy.
    Effect::new(move |_| {
        if shown.hover.read().is_some() {
            shown.page.theme.track();
            shown.figure.track();
            shown.layout.track();
            draw();
        }
    });
}

/// A function that runs `act` in the next frame, once for all calls until then.
fn once_per_frame(act: impl Fn() + Copy + 'static) -> impl Fn() {
    let waiting = StoredValue::new(false);
    move || {
        if waiting.try_get_value() == Some(false) {
            waiting.set_value(true);
            request_animation_frame(move || {
                if waiting.try_set_value(false).is_none() {
                    act();
                }
            });
        }
    }
}

/// Draws the layers that differ from what stands there; `None` when there is nothing to draw on.
fn draw_layers(shown: Shown, drawn: StoredValue<Option<Drawn>>) -> Option<()> {
    let figure = shown.figure.try_get_untracked()?;
    let layout = shown.layout.try_get_untracked()??;
    let theme = shown.page.theme.try_get_untracked()?;
    let pixel_ratio = browser::device_pixel_ratio();
    let same_place = |last: &Drawn| {
        last.layout == layout
            && last.theme == theme.id
            && last.pixel_ratio.to_bits() == pixel_ratio.to_bits()
    };
    let stale = |layer: Layer| {
        drawn.with_value(|last| {
            last.as_ref()
                .is_none_or(|last| !same_place(last) || layer.differs(&last.figure, &figure))
        })
    };
    for (layers, canvas) in CANVASES.into_iter().zip(shown.canvases) {
        if layers.iter().any(|layer| stale(*layer)) {
            let opaque = layers.contains(&Layer::Frame);
            let mut surface = Surface::new(
                canvas.try_get_untracked()??,
                layout.size,
                pixel_ratio,
                opaque,
            )?;
            paint(&mut surface, &figure, &layout, theme, layers).ok();
            surface.finish();
        }
    }
    drawn.set_value(Some(Drawn {
        figure,
        layout,
        theme: theme.id,
        pixel_ratio,
    }));
    Some(())
}

fn draw_crosshair(shown: Shown) -> Option<()> {
    let hover = shown.hover.try_get_untracked()??;
    let layout = shown.layout.try_get_untracked()??;
    let theme: &Theme = shown.page.theme.try_get_untracked()?;
    let canvas = shown.crosshair.try_get_untracked()??;
    let figure = shown.figure.try_get_untracked()?;
    let scenario = shown.page.scenario.try_get_untracked()?;
    let readout = (shown.chart.readings)(&scenario, shown.lang, &figure, hover.x);
    let mut surface = Surface::new(canvas, layout.size, browser::device_pixel_ratio(), false)?;
    let x = figure.x.unit(readout.x);
    if hover.by == By::Clock {
        paint_veil(&mut surface, &layout, theme, x).ok();
    }
    paint_crosshair(&mut surface, &layout, theme, x, &readout.readings).ok();
    surface.finish();
    Some(())
}

/// The crosshair goes; so may the chart have gone by then.
fn drop_hover(shown: Shown) {
    shown.hover.try_set(None);
}

/// Moves the reading line, and the marked position with Enter.
fn key(shown: Shown, event: &KeyboardEvent) {
    if is_for_browser(event) {
        return;
    }
    let figure = shown.figure.get_untracked();
    let from = shown.hover.get_untracked().map(|hover| hover.x);
    if matches!(event.key().as_str(), "Enter" | " ") {
        if let Some(x) = from {
            event.prevent_default();
            shown
                .page
                .change(|scenario| (shown.chart.drag)(scenario, Grab::Cursor, x, 0.0));
        }
    } else if event.key() == "Escape" {
        shown.hover.set(None);
    } else if let Some(x) = step_hover(&figure, from, &event.key()) {
        event.prevent_default();
        let scenario = shown.page.scenario.get_untracked();
        let readout = (shown.chart.readings)(&scenario, shown.lang, &figure, x);
        // A whole N may round back to where it was: then the unrounded place is kept until it moves on.
        let x = if Some(readout.x) == from {
            x
        } else {
            readout.x
        };
        shown.hover.set(Some(Hover { x, by: By::Key }));
    }
}
