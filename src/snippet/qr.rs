//! A link as a QR code.

use qrcodegen::{QrCode, QrCodeEcc};

use crate::theme::LIGHT;

/// Light modules around the code: without four of them readers do not find it.
const QUIET: i32 = 4;

/// Codes up to here are read by a phone from a slide with some of it covered; a larger one is made
/// smaller instead.
const LARGEST_AT_MEDIUM: u8 = 20;

/// The code as an SVG document of one unit per module, to be shown in any size; `None` when the link
/// is longer than a code can hold. It is dark on light in every scheme: many readers want that.
pub fn qr(link: &str) -> Option<String> {
    let at = |level| QrCode::encode_text(link, level).ok();
    let code = at(QrCodeEcc::Medium)
        .filter(|code| code.version().value() <= LARGEST_AT_MEDIUM)
        .or_else(|| at(QrCodeEcc::Low))?;
    let side = code.size() + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let start = x;
            while code.get_module(x, y) {
                x += 1;
            }
            if x > start {
                let (left, top, run) = (start + QUIET, y + QUIET, x - start);
                path += &format!("M{left} {top}h{run}v1h-{run}z");
            }
            x += 1;
        }
    }
    let (paper, ink) = (LIGHT.background.hex(), LIGHT.ink.hex());
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <rect width=\"{side}\" height=\"{side}\" fill=\"{paper}\"/><path fill=\"{ink}\" d=\"{path}\"/></svg>"
    ))
}
