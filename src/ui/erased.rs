//! Reactive pieces of one type each.
//!
//! leptos compiles every closure and every kind of attribute in a view into code of its own. What
//! goes through here is boxed, so that the WebAssembly holds one copy of the machinery: it made the
//! page a third smaller.

use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute as _};
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;

/// A text that follows what `act` reads.
pub(super) fn text(act: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    memo(act).into()
}

/// A yes or no that follows what `act` reads.
pub(super) fn flag(act: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    memo(act).into()
}

/// A value that follows what `act` reads, and tells others only when it differs.
pub(super) fn memo<T: PartialEq + Send + Sync + 'static>(
    act: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    boxed_memo(Box::new(act))
}

fn boxed_memo<T: PartialEq + Send + Sync + 'static>(
    act: Box<dyn Fn() -> T + Send + Sync>,
) -> Memo<T> {
    Memo::new(move |_| act())
}

/// The view while `shown`, and nothing else.
pub(super) fn when(
    shown: Signal<bool>,
    view: impl Fn() -> AnyView + Send + Sync + 'static,
) -> AnyView {
    swapped(move || if shown.get() { view() } else { ().into_any() })
}

/// A view that is built anew whenever something that `view` reads has changed.
pub(super) fn swapped(view: impl Fn() -> AnyView + Send + Sync + 'static) -> AnyView {
    boxed_swapped(Box::new(view))
}

fn boxed_swapped(view: Box<dyn Fn() -> AnyView + Send + Sync>) -> AnyView {
    (move || view()).into_any()
}

/// Attributes that stay as they are, by name and value.
pub(super) fn at(pairs: &[(&'static str, &str)]) -> AnyAttribute {
    let one = |(name, value): &(&'static str, &str)| {
        custom_attribute(*name, (*value).to_owned()).into_any_attr()
    };
    pairs.iter().map(one).collect::<Vec<_>>().into_any_attr()
}

/// An attribute that follows a signal.
pub(super) fn following(name: &'static str, value: Signal<String>) -> AnyAttribute {
    custom_attribute(name, value).into_any_attr()
}
