//! Sentences and formulas of the speedup figure.

use super::controls::{COHERENCY, CONTENTION, FRACTION, MEMORY_GROWTH, PROCESSORS};
use super::lines::{self, Line};
use crate::chart::{Part, live};
use crate::figure::{Hue, Stroke};
use crate::math::{Math, op, over, power, row, symbol, value};
use crate::model::law::{Law, Limit};
use crate::model::quantity::{Processors, ScaledSerialFraction};
use crate::model::{gustafson, law, metrics};
use crate::scenario::{Quantity, Scenario};
use crate::text::{self, Lang, tr};

/// The name of a law.
pub(super) fn law_name(law: &Law, lang: Lang) -> &'static str {
    match law.id {
        "amdahl" => tr!(lang, law.amdahl),
        "gustafson" => tr!(lang, law.gustafson),
        "usl" => tr!(lang, law.usl),
        "sun-ni" => tr!(lang, law.sun_ni),
        // A test over the registry keeps this out of sight.
        _ => "?",
    }
}

pub(super) fn quantity_name(quantity: Quantity, lang: Lang) -> &'static str {
    match quantity {
        Quantity::Speedup => tr!(lang, quantity.speedup),
        Quantity::Efficiency => tr!(lang, quantity.efficiency),
        Quantity::Time => tr!(lang, quantity.time),
        Quantity::Cost => tr!(lang, quantity.cost),
    }
}

pub(super) fn quantity_axis(quantity: Quantity, lang: Lang) -> &'static str {
    match quantity {
        Quantity::Speedup => tr!(lang, quantity.speedup_axis),
        Quantity::Efficiency => tr!(lang, quantity.efficiency_axis),
        Quantity::Time => tr!(lang, quantity.time_axis),
        Quantity::Cost => tr!(lang, quantity.cost_axis),
    }
}

pub(super) fn quantity_value(quantity: Quantity, value: f64, lang: Lang) -> String {
    match quantity {
        Quantity::Speedup | Quantity::Cost => text::times(value),
        Quantity::Efficiency | Quantity::Time => text::percent(lang, value),
    }
}

pub(super) fn figure_title(scenario: &Scenario, lang: Lang) -> String {
    let law = law_name(scenario.law, lang);
    let quantity = quantity_name(scenario.quantity, lang);
    tr!(lang, speedup.figure_title, quantity = quantity, law = law)
}

pub(super) fn description(scenario: &Scenario, lang: Lang, lines: &[Line]) -> String {
    let n = scenario.processors.processors();
    let mut out = tr!(
        lang,
        speedup.description,
        title = figure_title(scenario, lang),
        end = text::count(f64::from(
            scenario.axis_end.get().max(scenario.processors.get())
        ))
    );
    for line in lines {
        let value = quantity_value(scenario.quantity, line.value(scenario.quantity, n), lang);
        let name = line.name.as_str();
        let n = text::count(n.get());
        out.push_str(&match line.limit() {
            Limit::At(limit) if limit > 0.0 => {
                tr!(
                    lang,
                    speedup.description_curve,
                    name = name,
                    value = value,
                    n = n,
                    limit = text::times(limit)
                )
            }
            _ => tr!(
                lang,
                speedup.description_open,
                name = name,
                value = value,
                n = n
            ),
        });
    }
    out
}

/// The line the sentence is about.
fn selected(scenario: &Scenario) -> Option<Line> {
    let mut lines = lines::lines(scenario).into_iter();
    lines.find(|line| line.stroke == Stroke::Strong)
}

pub(super) fn sentence(scenario: &Scenario, lang: Lang) -> Vec<Part> {
    let mut parts = plural_sentence(scenario, lang);
    // Of our languages only English has a plural, and only this number can be one.
    if lang == Lang::En && scenario.processors.get() == 1 {
        for part in &mut parts {
            if let Part::Words(words) = part {
                *words = words
                    .replace(" GPUs run ", " GPU runs ")
                    .replace(" GPUs is ", " GPU is ");
            }
        }
    }
    parts
}

fn plural_sentence(scenario: &Scenario, lang: Lang) -> Vec<Part> {
    let Some(line) = selected(scenario) else {
        return Vec::new();
    };
    let hue = line.hue;
    let n = scenario.processors.processors();
    let index = scenario.curves.selected();
    let dial = |dial, text| Part::dial(dial, 0, text, hue);
    let result = |text| Part::Result { text, hue };
    let serial = Part::Dial {
        dial: &FRACTION,
        index,
        text: text::percent_to(lang, scenario.curves.selected_fraction().serial(), 4),
        hue,
        reversed: true,
    };
    let processors = dial(&PROCESSORS, text::count(n.get()));
    let speedup = result(text::times(line.speedup(n)));
    let limit = match line.limit() {
        Limit::At(limit) => result(text::times(limit)),
        Limit::Unbounded => result(String::new()),
    };
    match (scenario.law.id, line.limit()) {
        ("amdahl", Limit::At(_)) => {
            live!(
                lang,
                speedup.sentence_amdahl,
                serial = serial,
                n = processors,
                speedup = speedup,
                limit = limit
            )
        }
        ("amdahl", Limit::Unbounded) => {
            live!(
                lang,
                speedup.sentence_perfect,
                serial = serial,
                n = processors,
                speedup = speedup
            )
        }
        ("gustafson", _) => {
            live!(
                lang,
                speedup.sentence_gustafson,
                serial = serial,
                n = processors,
                speedup = speedup
            )
        }
        ("usl", _) => usl_sentence(scenario, lang, &line, [processors, speedup]),
        _ => {
            let growth = dial(&MEMORY_GROWTH, text::fraction(scenario.memory_growth.get()));
            live!(
                lang,
                speedup.sentence_growth,
                serial = serial,
                n = processors,
                speedup = speedup,
                growth = growth
            )
        }
    }
}

fn usl_sentence(
    scenario: &Scenario,
    lang: Lang,
    line: &Line,
    [n, speedup]: [Part; 2],
) -> Vec<Part> {
    let hue = line.hue;
    let dial = |dial, text| Part::dial(dial, 0, text, hue);
    let sigma = dial(&CONTENTION, text::fraction(scenario.contention.get()));
    let kappa = dial(&COHERENCY, text::fraction(scenario.coherency.get()));
    // A peak at the end of the range is not the law's own, which is farther out.
    let peak = (line.law.peak)(&line.workload).filter(|peak| peak.processors < Processors::MAX);
    let Some(peak) = peak else {
        return live!(
            lang,
            speedup.sentence_usl,
            sigma = sigma,
            kappa = kappa,
            n = n,
            speedup = speedup
        );
    };
    // There are whole processors only.
    let near = peak.processors.get();
    let at = |n: f64| {
        let n = Processors::saturating(n.max(1.0));
        (n, (line.law.speedup)(&line.workload, n))
    };
    let [below, above] = [near.floor(), near.ceil()].map(at);
    let (at, most) = if above.1 > below.1 { above } else { below };
    let result = |text| Part::Result { text, hue };
    live!(
        lang,
        speedup.sentence_usl_peak,
        sigma = sigma,
        kappa = kappa,
        n = n,
        speedup = speedup,
        peak = result(text::times(most)),
        at = result(text::count(at.get()))
    )
}

pub(super) fn remarks(scenario: &Scenario, lang: Lang) -> Vec<String> {
    let Some(line) = selected(scenario) else {
        return Vec::new();
    };
    let n = scenario.processors.processors();
    let mut out = Vec::new();
    if let Some(doubling) = metrics::last_doubling(line.law, &line.workload, lines::even(n)) {
        out.push(tr!(
            lang,
            speedup.doubling,
            from = text::number(doubling.from.get()),
            to = text::count(doubling.to.get()),
            gain = signed_percent(doubling.gain(), lang),
            before = text::times(doubling.cost_before),
            after = text::times(doubling.cost_after)
        ));
    }
    out.extend(which_serial_fraction(scenario, lang, n));
    out
}

/// A change in per cent, always with its sign.
pub(super) fn signed_percent(change: f64, lang: Lang) -> String {
    let sign = if change > 0.0 { "+" } else { "" };
    format!("{sign}{}", text::percent(lang, change))
}

/// Says what the serial share is a share of, and converts it into the other one.
fn which_serial_fraction(scenario: &Scenario, lang: Lang, n: Processors) -> Option<String> {
    let serial = scenario.curves.selected_fraction().serial();
    let share = |v| text::percent(lang, v);
    let count = text::count(n.get());
    match scenario.law.fraction_is {
        law::Reading::ParallelRun => {
            let one = gustafson::serial_from_scaled(ScaledSerialFraction::new(serial)?, n).get();
            Some(tr!(
                lang,
                speedup.share_of_run,
                scaled = share(serial),
                serial = share(one),
                n = count
            ))
        }
        law::Reading::OneProcessorTime if !scenario.law.scaled => {
            let serial_fraction = crate::model::quantity::SerialFraction::new(serial)?;
            let run = gustafson::scaled_from_serial(serial_fraction, n).get();
            Some(tr!(
                lang,
                speedup.share_of_one,
                serial = share(serial),
                scaled = share(run),
                n = count
            ))
        }
        _ => None,
    }
}

pub(super) fn formulas(scenario: &Scenario, _: Lang) -> Vec<Math> {
    let Some(line) = selected(scenario) else {
        return Vec::new();
    };
    let n = scenario.processors.processors();
    let hue = line.hue;
    let number = |v: f64| value(text::number(v), hue);
    let fraction = scenario.curves.selected_fraction();
    let (p, s) = (
        value(text::fraction(fraction.get()), hue),
        value(text::fraction(text::rounded(fraction.serial(), 12)), hue),
    );
    let count = value(text::count(n.get()), hue);
    let speedup = number(line.speedup(n));
    let head = || [symbol("S"), op("("), symbol("N"), op(")"), op("=")];
    let with = |body: Math| row([head().to_vec(), vec![body]].concat());
    let filled = |body: Math| {
        row([vec![
            symbol("S"),
            op("("),
            count.clone(),
            op(")"),
            op("="),
            body,
            op("="),
            speedup.clone(),
        ]]
        .concat())
    };
    match scenario.law.id {
        "amdahl" => vec![
            with(amdahl_body(
                row([
                    op("("),
                    value("1".into(), Hue::Ink),
                    op("−"),
                    symbol("P"),
                    op(")"),
                ]),
                symbol("P"),
                symbol("N"),
            )),
            filled(amdahl_body(s, p, count.clone())),
        ],
        "gustafson" => vec![
            with(row([
                symbol("s′"),
                op("+"),
                op("("),
                value("1".into(), Hue::Ink),
                op("−"),
                symbol("s′"),
                op(")"),
                symbol("N"),
            ])),
            filled(row([s, op("+"), p, op("·"), count.clone()])),
        ],
        "usl" => {
            let (sigma, kappa) = (scenario.contention.get(), scenario.coherency.get());
            let general = usl_body(symbol("N"), symbol("σ"), symbol("κ"));
            let now = usl_body(
                count.clone(),
                value(text::fraction(sigma), hue),
                value(text::fraction(kappa), hue),
            );
            vec![with(general), filled(now)]
        }
        _ => {
            let growth = value(text::fraction(scenario.memory_growth.get()), hue);
            let one_minus = row([
                op("("),
                value("1".into(), Hue::Ink),
                op("−"),
                symbol("P"),
                op(")"),
            ]);
            vec![
                with(growth_body(
                    one_minus,
                    symbol("P"),
                    symbol("N"),
                    symbol("g"),
                )),
                filled(growth_body(s, p, count.clone(), growth)),
            ]
        }
    }
}

fn amdahl_body(serial: Math, parallel: Math, n: Math) -> Math {
    over(
        value("1".into(), Hue::Ink),
        row([serial, op("+"), over(parallel, n)]),
    )
}

fn usl_body(n: Math, sigma: Math, kappa: Math) -> Math {
    let one = || value("1".into(), Hue::Ink);
    let less_one = || row([op("("), n.clone(), op("−"), one(), op(")")]);
    let below = row([
        one(),
        op("+"),
        sigma,
        less_one(),
        op("+"),
        kappa,
        op("·"),
        n.clone(),
        less_one(),
    ]);
    over(n.clone(), below)
}

fn growth_body(serial: Math, parallel: Math, n: Math, growth: Math) -> Math {
    let grown = || row([parallel.clone(), op("·"), power(n.clone(), growth.clone())]);
    over(
        row([serial.clone(), op("+"), grown()]),
        row([serial, op("+"), over(grown(), n.clone())]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::law::LAWS;
    use crate::text::LANGS;

    #[test]
    fn every_law_has_a_name_and_a_formula_that_gives_its_value() {
        for law in LAWS {
            let s = Scenario {
                law,
                ..Scenario::default()
            };
            for lang in LANGS {
                assert_ne!(law_name(law, lang), "?", "{}", law.id);
                let formulas = formulas(&s, lang);
                let line = selected(&s).unwrap();
                let value = text::number(line.speedup(s.processors.processors()));
                assert!(
                    formulas[1].to_text().ends_with(&format!("={value}")),
                    "{}",
                    formulas[1].to_text()
                );
            }
        }
    }

    #[test]
    fn the_formula_shows_the_current_numbers() {
        let s = Scenario::default();
        let text: Vec<_> = formulas(&s, Lang::En).iter().map(Math::to_text).collect();
        assert_eq!(
            text,
            [
                "S(N)=(1)/((1−P)+(P)/(N))",
                "S(64)=(1)/(0.05+(0.95)/(64))=15.42"
            ]
        );
    }

    #[test]
    fn one_gpu_is_no_plural_and_nothing_doubles_from_a_half() {
        let at = |n| Scenario {
            processors: crate::model::quantity::Count::new(n).unwrap(),
            ..Scenario::default()
        };
        for law in LAWS {
            let scenario = Scenario { law, ..at(1) };
            let words: String = sentence(&scenario, Lang::En)
                .iter()
                .map(Part::text)
                .collect();
            assert!(
                words.contains("1 GPU ") && !words.contains("1 GPUs"),
                "{words}"
            );
        }
        let remarks = remarks(&at(65), Lang::En);
        assert!(remarks[0].contains("from 32 to 64"), "{}", remarks[0]);
        assert_eq!(super::remarks(&at(1), Lang::En).len(), remarks.len() - 1);
    }
}
