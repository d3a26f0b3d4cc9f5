//! A figure as an SVG document.

use plotters_backend::DrawingBackend as _;
use plotters_svg::SVGBackend;

use super::{Layer, Layout, Size, layout, paint};
use crate::figure::Figure;
use crate::theme::{FONT, Theme};

/// The whole figure as SVG text of `size` CSS pixels, drawn in `grid`
/// steps per pixel: a coarse grid makes a small file.
pub fn to_svg(figure: &Figure, theme: &Theme, size: Size, grid: f64) -> String {
    let steps = |pixels: f64| (pixels * grid).round() as u32;
    let (width, height) = (steps(size.width), steps(size.height));
    let mut out = String::new();
    let mut backend = SVGBackend::with_string(&mut out, (width, height));
    let layout = Layout {
        grid,
        ..layout(figure, size)
    };
    // Writing to memory cannot fail.
    paint(&mut backend, figure, &layout, theme, &Layer::ALL).ok();
    backend.present().ok();
    drop(backend);
    // The backend writes its grid as the size in pixels; the page wants pixels.
    let on_grid = format!("<svg width=\"{width}\" height=\"{height}\"");
    let in_pixels = format!("<svg width=\"{}\" height=\"{}\"", size.width, size.height);
    out.replacen(&on_grid, &in_pixels, 1)
}

/// The same without what it says again for every word and line, for a place that sets the face itself.
pub fn slim_svg(figure: &Figure, theme: &Theme, size: Size, grid: f64) -> String {
    let face = format!(" font-family=\"{}\"", FONT.replace('\'', "&apos;"));
    to_svg(figure, theme, size, grid)
        .replace(&face, "")
        .replace(" opacity=\"1\"", "")
}

/// The marks of a slim document without the document, in steps of the grid.
pub fn svg_marks(figure: &Figure, theme: &Theme, size: Size, grid: f64) -> String {
    let svg = slim_svg(figure, theme, size, grid);
    let (_, marks) = svg.split_once('>').unwrap_or_default();
    marks.trim_end().trim_end_matches("</svg>").to_owned()
}
