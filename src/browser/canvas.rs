//! A canvas as a drawing surface finer than its pixels.

use plotters_backend::text_anchor::Pos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontFamily, FontStyle, FontTransform,
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::paint::{GRID, Size, TEXT_SIZE_FACTOR};

/// plotters' canvas, reporting [`GRID`] times the size and scaling the context back, so that whole
/// coordinates do not show as steps and high-density screens are sharp.
pub struct Surface {
    inner: CanvasBackend,
    context: CanvasRenderingContext2d,
    size: Size,
    /// Straight lines of one look, drawn in one stroke: dashes come by the hundred.
    lines: Vec<(BackendCoord, BackendCoord)>,
    look: Option<(BackendColor, u32)>,
}

impl std::fmt::Debug for Surface {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surface")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl Surface {
    /// A cleared canvas of `size` CSS pixels; `None` when the browser gives no drawing context.
    pub fn new(canvas: HtmlCanvasElement, size: Size, pixel_ratio: f64) -> Option<Self> {
        let pixels = |css: f64| (css * pixel_ratio).round().clamp(1.0, 8192.0) as u32;
        let (width, height) = (pixels(size.width), pixels(size.height));
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        // Setting the size clears a canvas and drops its buffer, so it is only done when needed.
        if canvas.width() != width || canvas.height() != height {
            canvas.set_width(width);
            canvas.set_height(height);
        } else {
            context.set_transform(1.0, 0.0, 0.0, 1.0, 0.0, 0.0).ok()?;
            context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
        }
        let (x, y) = (
            f64::from(width) / size.width / GRID,
            f64::from(height) / size.height / GRID,
        );
        context.set_transform(x, 0.0, 0.0, y, 0.0, 0.0).ok()?;
        context.set_line_join("round");
        let inner = CanvasBackend::with_canvas_object(canvas)?;
        Some(Self {
            inner,
            context,
            size,
            lines: Vec::new(),
            look: None,
        })
    }

    /// Puts what was drawn on the screen with the next frame.
    pub fn finish(mut self) {
        self.flush();
    }

    fn flush(&mut self) {
        let Some((
            BackendColor {
                alpha,
                rgb: (r, g, b),
            },
            width,
        )) = self.look.take()
        else {
            return;
        };
        self.context
            .set_stroke_style_str(&format!("rgba({r},{g},{b},{alpha})"));
        self.context.set_line_width(f64::from(width));
        self.context.begin_path();
        for (from, to) in self.lines.drain(..) {
            self.context.move_to(f64::from(from.0), f64::from(from.1));
            self.context.line_to(f64::from(to.0), f64::from(to.1));
        }
        self.context.stroke();
    }
}

type Drawn = Result<(), DrawingErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>>;

impl DrawingBackend for Surface {
    type ErrorType = <CanvasBackend as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        (
            (self.size.width * GRID) as u32,
            (self.size.height * GRID) as u32,
        )
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.inner.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.flush();
        self.inner.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.flush();
        self.inner.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        let look = (style.color(), style.stroke_width());
        let same = self.look.is_some_and(|(color, width)| {
            color.rgb == look.0.rgb
                && color.alpha.to_bits() == look.0.alpha.to_bits()
                && width == look.1
        });
        if !same {
            self.flush();
            self.look = Some(look);
        }
        self.lines.push((from, to));
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        a: BackendCoord,
        b: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.flush();
        self.inner.draw_rect(a, b, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.flush();
        self.inner.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.flush();
        self.inner.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.flush();
        self.inner.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.flush();
        self.inner.draw_text(text, &Shrunk(style), at)
    }

    /// From the style's own estimate: plotters' default inserts an element into the page and forces
    /// a layout for every label.
    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        let ((left, top), (right, bottom)) = style
            .layout_box(text)
            .map_err(|e| DrawingErrorKind::FontError(Box::new(e)))?;
        Ok(((right - left).unsigned_abs(), (bottom - top).unsigned_abs()))
    }
}

/// A text style at the size the SVG backend would give it.
struct Shrunk<'a, S>(&'a S);

impl<S: BackendTextStyle> BackendTextStyle for Shrunk<'_, S> {
    type FontError = S::FontError;

    fn color(&self) -> BackendColor {
        self.0.color()
    }

    fn size(&self) -> f64 {
        self.0.size() / TEXT_SIZE_FACTOR
    }

    fn transform(&self) -> FontTransform {
        self.0.transform()
    }

    fn style(&self) -> FontStyle {
        self.0.style()
    }

    fn anchor(&self) -> Pos {
        self.0.anchor()
    }

    fn family(&self) -> FontFamily<'_> {
        self.0.family()
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), S::FontError> {
        self.0.layout_box(text)
    }

    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        text: &str,
        at: BackendCoord,
        draw: F,
    ) -> Result<Result<(), E>, S::FontError> {
        self.0.draw(text, at, draw)
    }
}
