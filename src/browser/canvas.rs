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
///
/// What is drawn by the dozen is drawn here and not by plotters-canvas, which writes the style of
/// every line, circle and patch as a text of its own: handing texts to the browser took a tenth of a
/// frame. A style is set when it changes, and lines of one style are one stroke.
pub struct Surface {
    inner: CanvasBackend,
    context: CanvasRenderingContext2d,
    size: Size,
    /// Straight lines of one look, drawn in one stroke: dashes come by the hundred.
    lines: Vec<(BackendCoord, BackendCoord)>,
    look: Option<Look>,
    /// What is set on the context: color of lines, width of lines, color of areas, font, alignment.
    stroke: Option<Paint>,
    width: u32,
    fill: Option<Paint>,
    font: String,
    align: &'static str,
}

/// A color that can be compared.
#[derive(Clone, Copy, PartialEq)]
struct Paint {
    rgb: (u8, u8, u8),
    alpha: f64,
}

impl Paint {
    fn of(BackendColor { alpha, rgb }: BackendColor) -> Self {
        Self { rgb, alpha }
    }

    fn css(self) -> String {
        let Self {
            rgb: (r, g, b),
            alpha,
        } = self;
        format!("rgba({r},{g},{b},{alpha})")
    }
}

/// How lines look.
type Look = (Paint, u32);

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
        context.set_text_baseline("middle");
        let inner = CanvasBackend::with_canvas_object(canvas)?;
        Some(Self {
            inner,
            context,
            size,
            lines: Vec::new(),
            look: None,
            stroke: None,
            width: 0,
            fill: None,
            font: String::new(),
            align: "",
        })
    }

    /// Puts what was drawn on the screen with the next frame.
    pub fn finish(mut self) {
        self.flush();
    }

    fn flush(&mut self) {
        let Some(look) = self.look.take() else { return };
        self.set_stroke(look);
        self.context.begin_path();
        for (from, to) in self.lines.drain(..) {
            self.context.move_to(f64::from(from.0), f64::from(from.1));
            self.context.line_to(f64::from(to.0), f64::from(to.1));
        }
        self.context.stroke();
    }

    fn set_stroke(&mut self, (paint, width): Look) {
        if self.stroke != Some(paint) {
            self.context.set_stroke_style_str(&paint.css());
            self.stroke = Some(paint);
        }
        if self.width != width {
            self.context.set_line_width(f64::from(width));
            self.width = width;
        }
    }

    fn set_fill(&mut self, color: BackendColor) {
        let paint = Paint::of(color);
        if self.fill != Some(paint) {
            self.context.set_fill_style_str(&paint.css());
            self.fill = Some(paint);
        }
    }

    /// A path through these places; false when there are none.
    fn trace(&self, path: impl IntoIterator<Item = BackendCoord>) -> bool {
        self.context.begin_path();
        let mut path = path.into_iter();
        let Some((x, y)) = path.next() else {
            return false;
        };
        self.context.move_to(f64::from(x), f64::from(y));
        for (x, y) in path {
            self.context.line_to(f64::from(x), f64::from(y));
        }
        true
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
        let look = (Paint::of(style.color()), style.stroke_width());
        if self.look != Some(look) {
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
        if !fill {
            return self.inner.draw_rect(a, b, style, fill);
        }
        self.set_fill(style.color());
        let [x, y, width, height] = [a.0, a.1, b.0 - a.0, b.1 - a.1].map(f64::from);
        self.context.fill_rect(x, y, width, height);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.flush();
        if self.trace(path) {
            self.set_stroke((Paint::of(style.color()), style.stroke_width()));
            self.context.stroke();
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.flush();
        if !fill {
            return self.inner.draw_circle(center, radius, style, fill);
        }
        self.set_fill(style.color());
        self.context.begin_path();
        let [x, y] = [center.0, center.1].map(f64::from);
        // Only a negative radius is refused.
        self.context
            .arc(x, y, f64::from(radius), 0.0, std::f64::consts::TAU)
            .ok();
        self.context.fill();
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.flush();
        if self.trace(path) {
            self.set_fill(style.color());
            self.context.fill();
        }
        Ok(())
    }

    /// As plotters' canvas does it, but for what is set already. Our texts are never turned.
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.flush();
        let size = style.size() / TEXT_SIZE_FACTOR;
        let font = [
            style.style().as_str(),
            " ",
            &size.to_string(),
            "px ",
            style.family().as_str(),
        ]
        .concat();
        if font != self.font {
            self.context.set_font(&font);
            self.font = font;
        }
        let align = match style.anchor().h_pos {
            HPos::Left => "left",
            HPos::Right => "right",
            HPos::Center => "center",
        };
        if align != self.align {
            self.context.set_text_align(align);
            self.align = align;
        }
        self.set_fill(style.color());
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
