//! The page in somebody else's page: its height, the host's requests, and the way to the whole page.

use std::time::Duration;

use leptos::prelude::*;

use super::erased::{el, text};
use super::page::Page;
use crate::browser::{self, Answer};
use crate::chart::View;
use crate::query;
use crate::state::ExplorerState;
use crate::text::{Lang, tr};

/// No figure is as high; whatever goes wrong, a host's page does not grow beyond it.
const HIGHEST: f64 = 20_000.0;
/// So many times the page may grow within [`SPELL_MS`] without a change of state or of the frame's
/// width: a host that adds to our height what makes us higher is not followed for ever.
const GROWTHS: usize = 8;
const SPELL_MS: f64 = 2000.0;

/// When the page grew of late. A host that adds to our height what makes us higher would have us grow
/// for ever; a reader who opens things quickly, or drags one larger, comes to an end.
#[derive(Clone, Debug, Default)]
struct Growths {
    recent: Vec<f64>,
    /// The last one that was held back.
    held_back: f64,
    /// How often one was made good after a rest, since the page last had peace.
    late: usize,
}

impl Growths {
    /// Whether the page may grow now.
    fn grow(&mut self, now: f64) -> bool {
        self.recent.retain(|at| now - at < SPELL_MS);
        if self.recent.is_empty() {
            self.late = 0;
        }
        if self.recent.len() >= GROWTHS || self.late > 0 {
            self.held_back = now;
            self.recent.push(now);
            return false;
        }
        self.recent.push(now);
        true
    }

    /// Whether what was held back may be told: once the page has rested, and only twice in a row.
    fn after_rest(&mut self, now: f64) -> bool {
        if now - self.held_back < SPELL_MS || self.late >= 2 {
            return false;
        }
        self.late += 1;
        self.recent.push(now);
        true
    }
}

/// Tells the host our height when it changes, and does what the host asks.
pub(super) fn follow_host(page: Page) {
    let (seen, told) = (StoredValue::new(0), StoredValue::new(0));
    let growths = StoredValue::new(Growths::default());
    let width = StoredValue::new(browser::viewport_width());
    Effect::new(move |_| {
        page.link.track();
        growths.set_value(Growths::default());
    });
    let tell = move |height| {
        told.set_value(height);
        browser::tell_height(height);
    };
    // What was held back is told when the page has come to rest.
    let settle = move || {
        let height = seen.try_get_value().unwrap_or(0);
        let now = browser::now_ms();
        let late = growths.try_update_value(|growths| growths.after_rest(now));
        if late == Some(true) && height > told.get_value() {
            tell(height);
        }
    };
    browser::on_page_resize(move |size| {
        let new_width = browser::viewport_width();
        // A frame without a width lays everything out one letter a line.
        if new_width <= 0.0 {
            return;
        }
        let height = size.height.ceil().clamp(0.0, HIGHEST) as u32;
        seen.set_value(height);
        let last = told.get_value();
        if height == 0 || height == last {
            return;
        }
        if new_width.to_bits() != width.get_value().to_bits() {
            width.set_value(new_width);
            growths.set_value(Growths::default());
        }
        let now = browser::now_ms();
        let allowed = growths.try_update_value(|growths| growths.grow(now));
        if height < last || allowed == Some(true) {
            tell(height);
        } else {
            set_timeout(settle, Duration::from_millis(SPELL_MS as u64 + 100));
        }
    });
    browser::on_host_request(move |wanted| {
        let mut refused = Vec::new();
        if let Some(wanted) = wanted {
            let (state, problems) = query::read(&wanted);
            refused = problems
                .into_iter()
                .map(|problem| [problem.key, problem.value].join("="))
                .collect();
            // What the frame shows of the page is its author's choice, in its address; so are language
            // and theme, unless the host names another.
            let names_theme = wanted.to_ascii_lowercase().contains("theme=");
            page.state.update(|now| {
                *now = ExplorerState {
                    embedded: now.embedded,
                    hidden: now.hidden,
                    lang: state.lang.or(now.lang),
                    theme: if names_theme { state.theme } else { now.theme },
                    ..state
                };
            });
        } else if seen.get_value() > 0 {
            // The host may not have been listening yet.
            told.set_value(seen.get_value());
            browser::tell_height(seen.get_value());
        }
        Answer {
            query: query::write(&page.state.read_untracked()),
            link: page.link_to(page.state.read_untracked().view),
            refused,
        }
    });
}

/// The link from an embedded figure to the whole page in the same state.
pub(super) fn open_full(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let href = text(move || page.following_address_of(view));
    let attributes = [
        ("class", "open-full"),
        ("data-part", "open-full"),
        ("target", "_blank"),
        ("rel", "noopener"),
    ];
    el("a", &attributes)
        .following("href", href)
        .words(tr!(lang, page.open_full))
        .any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_comes_to_its_end_and_a_loop_too() {
        let mut growths = Growths::default();
        let told = (0..20)
            .filter(|i| growths.grow(f64::from(*i) * 100.0))
            .count();
        assert_eq!(told, GROWTHS);
        assert!(!growths.after_rest(2500.0), "it has not rested");
        assert!(growths.after_rest(1900.0 + SPELL_MS));
        // A host that answers every height with more is followed twice, and then no more.
        let mut now = 1900.0 + SPELL_MS;
        for may in [true, false] {
            assert!(!growths.grow(now + 10.0));
            now += SPELL_MS + 110.0;
            assert_eq!(growths.after_rest(now), may);
        }
        // After some peace the reader opens something.
        assert!(growths.grow(now + 10.0 * SPELL_MS));
    }
}
