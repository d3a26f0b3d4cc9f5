//! The page in somebody else's page: its height, the host's requests, and the way to the whole page.

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

/// Tells the host our height when it changes, and does what the host asks.
pub(super) fn follow_host(page: Page) {
    let told = StoredValue::new(0);
    let growths = StoredValue::new(Vec::new());
    let width = StoredValue::new(browser::viewport_width());
    Effect::new(move |_| {
        page.link.track();
        growths.set_value(Vec::new());
    });
    browser::on_page_resize(move |size| {
        let height = size.height.ceil().clamp(0.0, HIGHEST) as u32;
        let last = told.get_value();
        if height == 0 || height == last {
            return;
        }
        let new_width = browser::viewport_width();
        if new_width.to_bits() != width.get_value().to_bits() {
            width.set_value(new_width);
            growths.set_value(Vec::new());
        }
        if height > last {
            let now = browser::now_ms();
            let mut recent: Vec<f64> = growths.get_value();
            recent.retain(|at| now - at < SPELL_MS);
            if recent.len() >= GROWTHS {
                return;
            }
            recent.push(now);
            growths.set_value(recent);
        }
        told.set_value(height);
        browser::tell_height(height);
    });
    browser::on_host_request(move |wanted| {
        let mut refused = Vec::new();
        if let Some(wanted) = wanted {
            let (state, problems) = query::read(&wanted);
            refused = problems
                .into_iter()
                .map(|problem| [problem.key, problem.value].join("="))
                .collect();
            // What the frame shows of the page is its author's choice, in its address.
            page.state.update(|now| {
                *now = ExplorerState {
                    embedded: now.embedded,
                    hidden: now.hidden,
                    ..state
                };
            });
        } else if told.get_value() > 0 {
            // The host may not have been listening yet.
            browser::tell_height(told.get_value());
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
    let href = text(move || page.following_link_to(view));
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
