//! What a reader does.

use std::time::Duration;

use fantoccini::{
    Locator,
    actions::{
        InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MouseActions, PointerAction,
        TouchActions,
    },
    key::Key,
};

use super::find::{link_value, one};
use crate::browser::Page;

/// Opens a path of the site and waits until the page is alive.
pub(crate) async fn open(page: &Page, path: &str) {
    page.visit(path).await;
    alive(page).await;
}

/// Waits until the page is alive.
pub(crate) async fn alive(page: &Page) {
    page.until(
        "the page comes alive",
        "document.documentElement.hasAttribute('data-live')",
    )
    .await;
}

/// Loads the page again.
pub(crate) async fn reload(page: &Page) {
    page.client().refresh().await.expect("the page reloads");
    alive(page).await;
}

/// Has the page run a script of the site as one of its own. What a test runs itself, Firefox runs in a
/// world of its own, with errors of its own.
pub(crate) async fn run_script(page: &Page, path: &str) {
    let body = format!(
        "const script = document.createElement('script');
         script.src = '{path}';
         document.head.append(script);"
    );
    page.run(&body, &[]).await;
}

/// Clicks the first element that matches, once it is there; it has to be in reach of a pointer.
pub(crate) async fn click(page: &Page, selector: &str) {
    let is_there = format!("{} !== null", one(selector));
    page.until(&format!("{selector} is there"), &is_there).await;
    // Figures off screen get their height when they come near it, which moves what lies below:
    // a reader, too, scrolls until the thing stands still, and tries again what has missed.
    let show = format!(
        "const element = {};
         for (let i = 0, last = NaN; element && i < 60; i++) {{
             element.scrollIntoView({{block: 'center', behavior: 'instant'}});
             await new Promise(requestAnimationFrame);
             await new Promise(requestAnimationFrame);
             const {{top}} = element.getBoundingClientRect();
             if (top === last && top >= 0 && top < innerHeight) break;
             last = top;
         }}
         const {{dataset}} = document.documentElement;
         dataset.missed = 'yes';
         addEventListener('click', event => {{
             if (event.composedPath().includes(element)) delete dataset.missed;
         }}, true);
         return true",
        one(selector)
    );
    let mut outcome = String::new();
    for _ in 0..3 {
        page.wait(&show).await;
        let element = page.client().find(Locator::Css(selector)).await;
        let element = element.unwrap_or_else(|e| panic!("{selector}: {e}"));
        // WebKit's driver also says that all went well when the click fell on what was there before.
        outcome = match element.click().await {
            Err(e) => e.to_string(),
            Ok(()) if page.value("document.documentElement.dataset.missed").await == "yes" => {
                "something else was there".to_owned()
            }
            Ok(()) => return,
        };
    }
    panic!("{selector} cannot be clicked: {outcome}");
}

/// Presses and lets go of a key, wherever the focus is.
pub(crate) async fn press(page: &Page, key: Key) {
    let keys = KeyActions::new("keys".to_owned())
        .then(KeyAction::Down { value: key.into() })
        .then(KeyAction::Up { value: key.into() });
    page.client()
        .perform_actions(keys)
        .await
        .expect("the key is pressed");
}

/// Moves the focus with the Tab key, as a reader without a mouse does, until it is on `selector`.
pub(crate) async fn tab_to(page: &Page, selector: &str) {
    let is_there = format!("document.activeElement === {}", one(selector));
    for _ in 0..600 {
        if page.value(&is_there).await == true {
            return;
        }
        press(page, Key::Tab).await;
    }
    panic!("the Tab key does not reach {selector}");
}

/// Moves the mouse to a point of the viewport.
pub(crate) async fn hover(page: &Page, (x, y): (f64, f64)) {
    let mouse = MouseActions::new("mouse".to_owned()).then(go_to(x, y));
    page.client()
        .perform_actions(mouse)
        .await
        .expect("the mouse moves");
}

/// Drags with the mouse from one point of the viewport to another, in steps as a hand does.
pub(crate) async fn drag(page: &Page, from: (f64, f64), to: (f64, f64)) {
    let mouse = MouseActions::new("mouse".to_owned());
    let mouse = stroke(from, to).into_iter().fold(mouse, MouseActions::then);
    let dragged = page.client().perform_actions(mouse).await;
    dragged.expect("the mouse drags");
}

/// Drags with a finger from one point of the viewport to another.
pub(crate) async fn drag_with_a_finger(page: &Page, from: (f64, f64), to: (f64, f64)) {
    let finger = TouchActions::new("finger".to_owned());
    let finger = stroke(from, to)
        .into_iter()
        .fold(finger, TouchActions::then);
    let dragged = page.client().perform_actions(finger).await;
    dragged.expect("the finger drags");
}

/// Going to a point, and from there to another with a button or a finger down.
fn stroke(from: (f64, f64), to: (f64, f64)) -> Vec<PointerAction> {
    let button = MOUSE_BUTTON_LEFT;
    let mut stroke = vec![go_to(from.0, from.1), PointerAction::Down { button }];
    for step in 1..=10 {
        let part = f64::from(step) / 10.0;
        stroke.push(go_to(
            from.0 + (to.0 - from.0) * part,
            from.1 + (to.1 - from.1) * part,
        ));
    }
    stroke.push(PointerAction::Up { button });
    stroke
}

/// Goes back in the browser's history.
pub(crate) async fn back(page: &Page) {
    page.client().back().await.expect("the browser goes back");
}

/// Goes forward in the browser's history.
pub(crate) async fn forward(page: &Page) {
    page.client()
        .forward()
        .await
        .expect("the browser goes forward");
}

/// Waits until the link's `key` is no longer `old`, and returns its new value.
pub(crate) async fn link_change(page: &Page, key: &str, old: &str) -> String {
    let now = link_value(key);
    let changed = format!("{now} !== null && {now} !== '{old}' && {now}");
    let value = page
        .until(&format!("{key} changes in the link"), &changed)
        .await;
    value.as_str().unwrap_or_default().to_owned()
}

fn go_to(x: f64, y: f64) -> PointerAction {
    PointerAction::MoveTo {
        duration: Some(Duration::from_millis(16)),
        x,
        y,
    }
}
