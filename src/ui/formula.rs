//! Formulas as MathML, which browsers set themselves.

use leptos::prelude::*;

use super::page::Page;
use crate::chart::View;
use crate::figure::Hue;
use crate::math::Math;
use crate::text::tr;
use crate::theme::hue_class;

type Numbers = Memo<Vec<(String, Hue)>>;

#[component]
pub(super) fn Formulas(view: &'static View) -> impl IntoView {
    let page = Page::get();
    let formulas = Memo::new(move |_| (view.formulas)(&page.scenario.read(), page.lang.get()));
    // The form of a formula changes seldom and its numbers often: only the numbers are rewritten.
    let numbers: Numbers = Memo::new(move |_| {
        let mut numbers = Vec::new();
        formulas
            .read()
            .iter()
            .for_each(|math| collect(math, &mut numbers));
        numbers
    });
    let form = Memo::new(move |_| formulas.read().iter().map(bare).collect::<Vec<_>>());
    view! {
        <div class="formula" data-part="formula" role="group" aria-label=move || tr!(page.lang.get(), chart.formula)>
            {move || {
                let mut n = 0;
                form.read()
                    .iter()
                    .map(|math| {
                        let body = render(math, numbers, &mut n);
                        view! { <math display="block"><mrow>{body}</mrow></math> }
                    })
                    .collect_view()
            }}
        </div>
    }
}

/// All numbers of a formula, in order.
fn collect(math: &Math, out: &mut Vec<(String, Hue)>) {
    match math {
        Math::Number(text, hue) => out.push((text.clone(), *hue)),
        Math::Row(pieces) => pieces.iter().for_each(|piece| collect(piece, out)),
        Math::Fraction(a, b) | Math::Power(a, b) => {
            collect(a, out);
            collect(b, out);
        }
        Math::Symbol(_) | Math::Operator(_) => {}
    }
}

/// The formula without its numbers.
fn bare(math: &Math) -> Math {
    match math {
        Math::Number(..) => Math::Number(String::new(), Hue::Ink),
        Math::Row(pieces) => Math::Row(pieces.iter().map(bare).collect()),
        Math::Fraction(a, b) => Math::Fraction(Box::new(bare(a)), Box::new(bare(b))),
        Math::Power(a, b) => Math::Power(Box::new(bare(a)), Box::new(bare(b))),
        other => other.clone(),
    }
}

fn render(math: &Math, numbers: Numbers, n: &mut usize) -> AnyView {
    match math {
        Math::Number(..) => {
            let i = *n;
            *n += 1;
            let text = move || {
                numbers
                    .read()
                    .get(i)
                    .map(|(text, _)| text.clone())
                    .unwrap_or_default()
            };
            let hue = move || {
                numbers
                    .read()
                    .get(i)
                    .map(|(_, hue)| hue_class(*hue))
                    .unwrap_or_default()
            };
            view! { <mn class=hue>{text}</mn> }.into_any()
        }
        Math::Symbol(name) => view! { <mi>{*name}</mi> }.into_any(),
        Math::Operator(sign) => view! { <mo>{*sign}</mo> }.into_any(),
        Math::Row(pieces) => {
            let pieces = pieces
                .iter()
                .map(|piece| render(piece, numbers, n))
                .collect_view();
            view! { <mrow>{pieces}</mrow> }.into_any()
        }
        Math::Fraction(above, below) => {
            let (above, below) = (render(above, numbers, n), render(below, numbers, n));
            view! { <mfrac><mrow>{above}</mrow><mrow>{below}</mrow></mfrac> }.into_any()
        }
        Math::Power(base, exponent) => {
            let (base, exponent) = (render(base, numbers, n), render(exponent, numbers, n));
            view! { <msup><mrow>{base}</mrow><mrow>{exponent}</mrow></msup> }.into_any()
        }
    }
}
