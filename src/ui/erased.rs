//! Reactive pieces of one type each.
//!
//! leptos compiles every closure and every kind of attribute in a view into code of its own. What
//! goes through here is boxed, so that the WebAssembly holds one copy of the machinery: it made the
//! page a third smaller.

use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute as _};
use leptos::attr::custom::custom_attribute;
use leptos::html::{Custom, custom};
use leptos::prelude::*;
use leptos::tachys::html::node_ref::node_ref;
use leptos::tachys::html::{event, property};
use leptos::wasm_bindgen::JsValue;
use leptos::wasm_bindgen::convert::FromWasmAbi;

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

/// Where an element can be found once it stands in the page.
pub(super) type Handle = NodeRef<Custom<&'static str>>;

/// An element under construction: what `view!` would make, in one type for all of them.
pub(super) struct El {
    tag: &'static str,
    attributes: Vec<AnyAttribute>,
    children: Vec<AnyView>,
}

/// An element with attributes that stay as they are.
pub(super) fn el(tag: &'static str, attributes: &[(&'static str, &str)]) -> El {
    El {
        tag,
        attributes: vec![at(attributes)],
        children: Vec::new(),
    }
}

impl El {
    /// An attribute that follows a signal.
    pub(super) fn following(self, name: &'static str, value: Signal<String>) -> Self {
        self.with(following(name, value))
    }

    /// A property that follows a signal: the value of a field.
    pub(super) fn prop(self, name: &'static str, value: Signal<String>) -> Self {
        self.with(property::prop(name, value).into_any_attr())
    }

    /// A property that is on or off.
    pub(super) fn flag(self, name: &'static str, value: Signal<bool>) -> Self {
        self.with(property::prop(name, value).into_any_attr())
    }

    /// What happens on an event.
    pub(super) fn on<E: FromWasmAbi + From<JsValue> + 'static>(
        self,
        event: &'static str,
        act: impl FnMut(E) + 'static,
    ) -> Self {
        let act: Box<dyn FnMut(E)> = Box::new(act);
        self.with(event::on(event::Custom::new(event), act).into_any_attr())
    }

    /// A handle to the element.
    pub(super) fn handle(self, handle: Handle) -> Self {
        self.with(node_ref(handle).into_any_attr())
    }

    fn with(mut self, attribute: AnyAttribute) -> Self {
        self.attributes.push(attribute);
        self
    }

    /// Words that stay.
    pub(super) fn words(self, words: &str) -> Self {
        self.child(words.to_owned().into_any())
    }

    /// Words that follow a signal.
    pub(super) fn says(self, words: Signal<String>) -> Self {
        self.child(words.into_any())
    }

    /// Markup of our own making that follows a signal.
    pub(super) fn markup(self, html: Signal<String>) -> Self {
        self.prop("innerHTML", html)
    }

    /// An element or another view inside.
    pub(super) fn child(mut self, child: AnyView) -> Self {
        self.children.push(child);
        self
    }

    /// Several of them.
    pub(super) fn children(mut self, children: impl IntoIterator<Item = AnyView>) -> Self {
        self.children.extend(children);
        self
    }

    /// The finished element.
    pub(super) fn any(self) -> AnyView {
        custom(self.tag)
            .add_any_attr(self.attributes.into_any_attr())
            .child(self.children)
            .into_any()
    }
}
