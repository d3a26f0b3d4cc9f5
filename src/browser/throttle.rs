//! Doing something often asked for, but not too often.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::set_timeout;

/// Milliseconds on the browser's clock.
pub fn now_ms() -> f64 {
    js_sys::Date::now()
}

/// Runs its act at the most once per interval: at once when it has been quiet, else when the
/// interval is over. The last call is never lost.
#[derive(Clone)]
pub struct Throttle(Rc<Inner>);

struct Inner {
    act: Box<dyn Fn()>,
    interval_ms: f64,
    ran_at: Cell<f64>,
    waiting: Cell<bool>,
}

impl std::fmt::Debug for Throttle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Throttle")
            .field("interval_ms", &self.0.interval_ms)
            .finish_non_exhaustive()
    }
}

impl Throttle {
    /// An act and its interval.
    pub fn new(interval_ms: f64, act: impl Fn() + 'static) -> Self {
        Self(Rc::new(Inner {
            act: Box::new(act),
            interval_ms,
            ran_at: Cell::new(f64::NEG_INFINITY),
            waiting: Cell::new(false),
        }))
    }

    /// Runs the act now or when the interval is over, once for all calls until then.
    pub fn call(&self) {
        if self.0.waiting.get() {
            return;
        }
        let wait = self.0.ran_at.get() + self.0.interval_ms - now_ms();
        if wait > 0.0 {
            self.0.waiting.set(true);
            let this = self.clone();
            set_timeout(
                move || this.run(),
                Duration::from_millis(wait.min(self.0.interval_ms).ceil() as u64),
            );
        } else {
            self.run();
        }
    }

    fn run(&self) {
        self.0.waiting.set(false);
        self.0.ran_at.set(now_ms());
        (self.0.act)();
    }
}
