//! The live page in a real browser, compiled to WebAssembly: mounted as a reader gets it.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use amdahl_explorer::{text, ui};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Document, Element, HtmlInputElement};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
async fn the_page_mounts_and_its_sentence_follows_the_box() {
    open_page();
    see("[data-view=speedup] [data-part=sentence]", "15.42×");
    type_into("[data-control=n] input[type=text]", "10000");
    next_frame().await;
    see("[data-view=speedup] [data-part=sentence]", "19.96×");
    see("[data-view=speedup] [data-part=formula]", "19.96");
}

#[wasm_bindgen_test]
async fn a_bad_number_is_explained_and_what_was_typed_stays() {
    open_page();
    type_into("[data-control=n] input[type=text]", "ten thousand");
    next_frame().await;
    see("[data-control=n] .problem", "");
    assert_eq!(
        input("[data-control=n] input[type=text]").value(),
        "ten thousand"
    );
    see("[data-view=speedup] [data-part=sentence]", "15.42×");
    type_into("[data-control=n] input[type=text]", "１２８");
    next_frame().await;
    assert!(find("[data-control=n] .problem").is_none());
}

#[wasm_bindgen_test]
async fn charts_are_drawn_on_their_canvases() {
    open_page();
    next_frame().await;
    next_frame().await;
    let canvas = find("[data-view=speedup] canvas").unwrap();
    let canvas: web_sys::HtmlCanvasElement = canvas.unchecked_into();
    let blank = "data:image/png;base64,";
    assert!(canvas.width() > 100 && canvas.to_data_url().unwrap().len() > blank.len() + 2000);
}

#[wasm_bindgen_test]
fn numbers_are_read_in_a_browser_as_everywhere() {
    for (typed, value) in [
        ("0.1", 0.1),
        ("5e-324", 5e-324),
        ("1.7976931348623157e308", f64::MAX),
    ] {
        assert_eq!(text::machine(typed), Some(value));
    }
    for shortest in [0.95, 1e-7, 123_456.789, 0.1 + 0.2] {
        assert_eq!(text::machine(&shortest.to_string()), Some(shortest));
    }
    for nonsense in ["", " ", "--1", ".", "1e", "-", "1.2.3"] {
        assert_eq!(text::machine(nonsense), None, "{nonsense}");
    }
}

fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

/// A fresh page in the place of the last one.
fn open_page() {
    let body = document().body().unwrap();
    for old in body
        .query_selector_all(".page")
        .unwrap()
        .values()
        .into_iter()
        .flatten()
    {
        old.unchecked_into::<Element>().remove();
    }
    amdahl_explorer::start(|| Box::pin(async { Some(ui::later()) }));
}

fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).unwrap()
}

fn input(selector: &str) -> HtmlInputElement {
    find(selector).unwrap().unchecked_into()
}

#[track_caller]
fn see(selector: &str, words: &str) {
    let text = find(selector)
        .unwrap_or_else(|| panic!("no {selector}"))
        .text_content()
        .unwrap();
    assert!(
        text.contains(words),
        "{selector} says {text:?}, not {words:?}"
    );
}

fn type_into(selector: &str, text: &str) {
    let field = input(selector);
    field.set_value(text);
    let options = web_sys::EventInit::new();
    options.set_bubbles(true);
    field
        .dispatch_event(&web_sys::Event::new_with_event_init_dict("input", &options).unwrap())
        .unwrap();
}

/// Waits until the browser has drawn once more.
async fn next_frame() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        web_sys::window()
            .unwrap()
            .request_animation_frame(&resolve)
            .unwrap();
    });
    wasm_bindgen_futures::JsFuture::from(promise).await.unwrap();
}
