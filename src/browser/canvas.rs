//! A canvas as a drawing surface finer than its pixels.

use plotters_backend::text_anchor::HPos;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement};

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
    /// The font that is set.
    font: String,
}

impl std::fmt::Debug for Surface {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surface")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl Surface {
    /// A cleared canvas of `size` CSS pixels; `None` when the browser gives no drawing context. What
    /// lies behind an `opaque` one is never seen, and the browser need not look.
    pub fn new(canvas: HtmlElement, size: Size, pixel_ratio: f64, opaque: bool) -> Option<Self> {
        let canvas: HtmlCanvasElement = canvas.dyn_into().ok()?;
        let pixels = |css: f64| (css * pixel_ratio).round().clamp(1.0, 8192.0) as u32;
        let (width, height) = (pixels(size.width), pixels(size.height));
        let options = js_sys::Object::new();
        js_sys::Reflect::set(&options, &"alpha".into(), &(!opaque).into()).ok()?;
        let context = canvas
            .get_context_with_context_options("2d", &options)
            .ok()??;
        let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
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
        let inner = CanvasBackend::with_canvas_object(canvas)?;
        Some(Self {
            inner,
            context,
            size,
            lines: Vec::new(),
            look: None,
            font: String::new(),
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

    /// As plotters' canvas does it, but for the font: to set one costs more than to draw a word, so it
    /// is only set when it changes. Our texts are never turned.
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.flush();
        let BackendColor {
            alpha,
            rgb: (r, g, b),
        } = style.color();
        let size = style.size() / TEXT_SIZE_FACTOR;
        let font = format!(
            "{} {size}px {}",
            style.style().as_str(),
            style.family().as_str()
        );
        if font != self.font {
            self.context.set_font(&font);
            self.font = font;
        }
        self.context.set_text_baseline("middle");
        self.context.set_text_align(match style.anchor().h_pos {
            HPos::Left => "left",
            HPos::Right => "right",
            HPos::Center => "center",
        });
        self.context
            .set_fill_style_str(&format!("rgba({r},{g},{b},{alpha})"));
        // A browser that refuses leaves a word out; nothing depends on it.
        self.context
            .fill_text(text, f64::from(at.0), f64::from(at.1))
            .ok();
        Ok(())
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
