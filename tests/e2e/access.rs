//! Reading without a mouse, without good eyes, on a small screen.

use super::{
    act, check,
    find::{LANGUAGES, THEMES, part, views},
};
use crate::browser::{Engine, Page};

pub(crate) async fn no_accessibility_violation_on_a_desktop(page: &Page) {
    no_accessibility_violation(page).await;
}

pub(crate) async fn no_accessibility_violation_on_a_phone(page: &Page) {
    page.resize(360, 740, 2.0).await;
    no_accessibility_violation(page).await;
}

async fn no_accessibility_violation(page: &Page) {
    for view in views() {
        for (i, language) in LANGUAGES.into_iter().enumerate() {
            for (j, theme) in THEMES.into_iter().enumerate() {
                // The checker reads a page for seconds in the others, which see each value once.
                if page.engine() != Engine::Chromium && i != j {
                    continue;
                }
                let state = format!("/?view={view}&lang={language}&theme={theme}");
                act::open(page, &state).await;
                check::is_in_language(page, language).await;
                check::is_seen(page, &part(view, "sentence")).await;
                check::is_accessible(page, &state).await;
            }
        }
    }
}

pub(crate) async fn a_phone_scrolls_in_one_direction_only(page: &Page) {
    page.resize(360, 740, 2.0).await;
    for view in views() {
        for language in LANGUAGES {
            let state = format!("/?view={view}&lang={language}");
            act::open(page, &state).await;
            check::is_seen(page, &part(view, "sentence")).await;
            check::no_sideways_scrolling(page, &state).await;
        }
    }
}
