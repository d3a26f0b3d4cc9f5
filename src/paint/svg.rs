//! A figure as an SVG document.

use plotters_backend::DrawingBackend as _;
use plotters_svg::SVGBackend;

use super::{GRID, Layer, Size, layout, paint};
use crate::figure::Figure;
use crate::theme::Theme;

/// The whole figure as SVG text of `size` CSS pixels, on a transparent background.
pub fn to_svg(figure: &Figure, theme: &Theme, size: Size) -> String {
    let grid = |pixels: f64| (pixels * GRID).round() as u32;
    let (width, height) = (grid(size.width), grid(size.height));
    let mut out = String::new();
    let mut backend = SVGBackend::with_string(&mut out, (width, height));
    // Writing to memory cannot fail.
    paint(
        &mut backend,
        figure,
        &layout(figure, size),
        theme,
        &Layer::ALL,
    )
    .ok();
    backend.present().ok();
    drop(backend);
    // The backend writes its grid as the size in pixels; the page wants pixels.
    let on_grid = format!("<svg width=\"{width}\" height=\"{height}\"");
    let in_pixels = format!("<svg width=\"{}\" height=\"{}\"", size.width, size.height);
    out.replacen(&on_grid, &in_pixels, 1)
}
