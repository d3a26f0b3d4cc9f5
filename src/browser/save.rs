//! Files for the reader: pictures made from SVG, and downloads, which many hosts refuse.

use std::time::Duration;

use js_sys::{Array, Promise, Uint8Array};
use leptos::prelude::set_timeout;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement,
    HtmlImageElement, Url,
};

use crate::paint::Size;

/// A browser that guards canvases against being read may never answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether files can be saved from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Downloads {
    /// Nothing stands against it.
    Allowed,
    /// The host of the frame decides, and does not tell.
    Unknown,
    /// The frame's sandbox forbids it.
    Refused,
}

/// Whether files can be saved from here, as far as a page can know: a refused download is silent.
pub fn downloads() -> Downloads {
    if !super::embedded_in_frame() {
        // A window that a sandboxed frame has opened may be as confined as the frame; where the frame
        // has no origin, neither has the window.
        let window = web_sys::window();
        let origin = window.map(|w| w.origin()).unwrap_or_default();
        let href = window_href();
        return if origin == "null" && href.starts_with("http") {
            Downloads::Unknown
        } else {
            Downloads::Allowed
        };
    }
    let frame = web_sys::window().and_then(|w| w.frame_element().ok().flatten());
    match frame.map(|frame| frame.get_attribute("sandbox")) {
        Some(None) => Downloads::Allowed,
        Some(Some(sandbox)) if sandbox.contains("allow-downloads") => Downloads::Allowed,
        Some(Some(_)) => Downloads::Refused,
        None => Downloads::Unknown,
    }
}

fn window_href() -> String {
    let location = web_sys::window().map(|w| w.location());
    location.and_then(|l| l.href().ok()).unwrap_or_default()
}

/// Offers `bytes` as a file of this name. `false` when the browser refuses at once; a sandbox refuses
/// without a word.
pub fn save(name: &str, mime: &str, bytes: &[u8]) -> bool {
    let act = || {
        let document = web_sys::window()?.document()?;
        let url = url_of(mime, bytes)?;
        let anchor = document.create_element("a").ok()?;
        let anchor: HtmlAnchorElement = anchor.dyn_into().ok()?;
        anchor.set_href(&url);
        anchor.set_download(name);
        anchor.click();
        // The browser still reads it for a moment.
        set_timeout(move || drop(Url::revoke_object_url(&url)), PATIENCE);
        Some(())
    };
    act().is_some()
}

/// An SVG document as a PNG file of `scale` pixels per CSS pixel; `None` when the browser does not
/// draw it, or does not hand it out in time.
pub async fn png(svg: &str, size: Size, scale: f64) -> Option<Vec<u8>> {
    let document = web_sys::window()?.document()?;
    let url = url_of("image/svg+xml", svg.as_bytes())?;
    let image = HtmlImageElement::new().ok()?;
    image.set_src(&url);
    let decoded = in_time(image.decode()).await;
    Url::revoke_object_url(&url).ok();
    decoded?;
    let canvas = document.create_element("canvas").ok()?;
    let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
    let (width, height) = (size.width * scale, size.height * scale);
    canvas.set_width(width.round() as u32);
    canvas.set_height(height.round() as u32);
    let context = canvas.get_context("2d").ok()??;
    let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)
        .ok()?;
    let promise = Promise::new(&mut |resolve, _| {
        let answer = Closure::once_into_js(move |blob: JsValue| {
            resolve.call1(&JsValue::NULL, &blob).ok();
        });
        canvas.to_blob(answer.unchecked_ref()).ok();
    });
    let blob: Blob = in_time(promise).await?.dyn_into().ok()?;
    let buffer = in_time(blob.array_buffer()).await?;
    Some(Uint8Array::new(&buffer).to_vec())
}

fn url_of(mime: &str, bytes: &[u8]) -> Option<String> {
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()?;
    Url::create_object_url_with_blob(&blob).ok()
}

/// What a promise comes to; `None` when it is refused, or nothing comes of it in time.
async fn in_time(promise: Promise) -> Option<JsValue> {
    let late = Promise::new(&mut |resolve, _| {
        set_timeout(
            move || {
                resolve.call0(&JsValue::NULL).ok();
            },
            PATIENCE,
        );
    });
    // `decode` also comes to nothing when it went well, so that being late is told by a marker.
    let marked = JsFuture::from(promise);
    let late = JsFuture::from(late);
    let mut marked = std::pin::pin!(marked);
    let mut late = std::pin::pin!(late);
    std::future::poll_fn(|context| {
        if let std::task::Poll::Ready(answer) = marked.as_mut().poll(context) {
            return std::task::Poll::Ready(answer.ok());
        }
        late.as_mut().poll(context).map(|_| None)
    })
    .await
}
