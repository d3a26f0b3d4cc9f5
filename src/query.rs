//! The link format: the only place that knows URL keys.
//!
//! Reading is total: any text gives a valid state and a list of what was not understood.
//! Writing leaves defaults out and uses only `A-Z a-z 0-9 . _ - = &`, so that chat programs, wikis
//! and Markdown leave links alone. A key never changes its meaning.

use crate::chart::view_by_id;
use crate::figure::Scale;
use crate::model::hardware;
use crate::model::law;
use crate::model::quantity::{Coherency, Contention, MemoryGrowth, ParallelFraction};
use crate::model::step::{FixedTime, GpuCount, LaunchCost, Training};
use crate::model::transformer::{ContextLength, FlopConvention, ModelSize};
use crate::scenario::{AxisEnd, Count, Curves, Quantity, Scenario};
use crate::state::{ExplorerState, ThemeChoice};
use crate::text::{self, LANGS, lang_word};

/// Something in a link that has no meaning here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnderstood {
    /// The key as it stood in the link, shortened.
    pub key: String,
    /// The value as it stood in the link, shortened.
    pub value: String,
    /// What is wrong.
    pub reason: Reason,
}

/// Why a piece of a link was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// No such setting.
    UnknownKey,
    /// Not a value the setting can have.
    BadValue,
    /// The same setting again.
    Repeated,
}

/// Reads the part of a link behind `?` (which may be there too).
pub fn read(query: &str) -> (ExplorerState, Vec<NotUnderstood>) {
    let mut state = ExplorerState::default();
    let mut selected = None;
    let mut problems = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for (key, value) in pairs(query) {
        let mut complain = |value: &str, reason| problems.push(not_understood(&key, value, reason));
        if seen.contains(&key) {
            complain(&value, Reason::Repeated);
            continue;
        }
        let outcome = match key.as_str() {
            "p" => {
                let (fractions, refused) = read_fractions(&value);
                for part in refused {
                    complain(part, Reason::BadValue);
                }
                if let Some(curves) = Curves::new(fractions, None) {
                    state.scenario.curves = curves;
                }
                Ok(())
            }
            "c" => number(&value).map(|v| selected = Some((v, value.clone()))),
            _ => read_one(&mut state, &key, &value),
        };
        match outcome {
            Ok(()) => {}
            Err(reason) => complain(&value, reason),
        }
        if outcome != Err(Reason::UnknownKey) {
            seen.push(key);
        }
    }
    // The chosen curve can only be checked once the list is known, wherever it stood in the link.
    if let Some((number, written)) = selected {
        let n_curves = state.scenario.curves.fractions().len();
        match whole(number).map(|n| n as usize) {
            Some(n) if (1..=n_curves).contains(&n) => state.scenario.curves.select(n - 1),
            _ => problems.push(not_understood("c", &written, Reason::BadValue)),
        }
    }
    (state, problems)
}

/// The pairs of a query, escapes decoded, keys in lower case; pieces without a key are dropped.
fn pairs(query: &str) -> impl Iterator<Item = (String, String)> {
    let query = query
        .trim_start_matches('?')
        .split('#')
        .next()
        .unwrap_or_default();
    form_urlencoded::parse(query.as_bytes()).filter_map(|(key, value)| {
        // Wikis write `&` as `&amp;`, which leaves `amp;` at the head of the next key.
        let key = key
            .strip_prefix("amp;")
            .unwrap_or(&key)
            .trim()
            .to_ascii_lowercase();
        (!key.is_empty()).then(|| (key, value.into_owned()))
    })
}

/// Puts one value in its place.
fn read_one(state: &mut ExplorerState, key: &str, value: &str) -> Result<(), Reason> {
    let s = &mut state.scenario;
    let t = &mut s.training;
    let lower = value.to_ascii_lowercase();
    match key {
        "view" => put(&mut state.view, view_by_id(&lower)),
        "lang" => put(
            &mut state.lang,
            LANGS.into_iter().find(|l| lang_word(*l) == lower).map(Some),
        ),
        "theme" => put(&mut state.theme, ThemeChoice::from_word(&lower)),
        "embed" => put(
            &mut state.embedded,
            matches!(value, "1" | "0").then_some(value == "1"),
        ),
        "n" => put(&mut s.processors, unsigned(value).and_then(Count::new)),
        "nmax" => put(&mut s.axis_end, unsigned(value).and_then(AxisEnd::new)),
        "law" => put(&mut s.law, law::by_id(&lower)),
        "y" => put(
            &mut s.quantity,
            Quantity::ALL
                .into_iter()
                .find(|q| quantity_word(*q) == lower),
        ),
        "x" => put(&mut s.x_scale, scale_from(&lower)),
        "ys" => put(&mut s.y_scale, scale_from(&lower)),
        "sigma" => put(
            &mut s.contention,
            number(value).ok().and_then(Contention::new),
        ),
        "kappa" => put(
            &mut s.coherency,
            number(value).ok().and_then(Coherency::new),
        ),
        "growth" => put(
            &mut s.memory_growth,
            number(value).ok().and_then(MemoryGrowth::new),
        ),
        "params" => put(&mut t.size, number(value).ok().and_then(ModelSize::new)),
        "ctx" => put(&mut t.context, unsigned(value).and_then(ContextLength::new)),
        "gpu" => put(&mut t.gpu, hardware::by_id(&lower)),
        "gpus" => put(&mut t.gpus, unsigned(value).and_then(GpuCount::new)),
        "fixed" => put(&mut t.fixed, number(value).ok().and_then(FixedTime::new)),
        "launch" => put(&mut t.launch, number(value).ok().and_then(LaunchCost::new)),
        "flops" => put(
            &mut t.convention,
            [FlopConvention::Causal, FlopConvention::Full]
                .into_iter()
                .find(|c| convention_word(*c) == lower),
        ),
        _ => Err(Reason::UnknownKey),
    }
}

/// The link to `state` behind `?`; empty for the default state.
pub fn write(state: &ExplorerState) -> String {
    // Destructured without `..`, here and below: a new field does not compile until it has a key.
    let ExplorerState {
        view,
        lang,
        theme,
        embedded,
        scenario,
    } = state;
    let default = ExplorerState::default();
    let mut out = Writer::default();
    out.put("view", view.id, default.view.id);
    out.put("lang", lang.map_or("", lang_word), "");
    out.put("theme", theme.word(), default.theme.word());
    out.put("embed", u8::from(*embedded), 0);
    write_scenario(&mut out, scenario, &default.scenario);
    out.0
}

fn write_scenario(out: &mut Writer, scenario: &Scenario, default: &Scenario) {
    let Scenario {
        curves,
        processors,
        axis_end,
        law,
        quantity,
        x_scale,
        y_scale,
        contention,
        coherency,
        memory_growth,
        training,
    } = scenario;
    out.put("p", fractions_text(curves), fractions_text(&default.curves));
    let n_curves = curves.fractions().len();
    out.put(
        "c",
        curves.selected() + 1,
        Curves::default_selected(n_curves) + 1,
    );
    out.put("n", processors.get(), default.processors.get());
    out.put("nmax", axis_end.get(), default.axis_end.get());
    out.put("law", law.id, default.law.id);
    out.put(
        "y",
        quantity_word(*quantity),
        quantity_word(default.quantity),
    );
    out.put("x", scale_word(*x_scale), scale_word(default.x_scale));
    out.put("ys", scale_word(*y_scale), scale_word(default.y_scale));
    out.put("sigma", contention.get(), default.contention.get());
    out.put("kappa", coherency.get(), default.coherency.get());
    out.put("growth", memory_growth.get(), default.memory_growth.get());
    write_training(out, training, &default.training);
}

fn write_training(out: &mut Writer, training: &Training, default: &Training) {
    let Training {
        size,
        context,
        gpu,
        gpus,
        fixed,
        launch,
        convention,
    } = training;
    out.put("params", size.get(), default.size.get());
    out.put("ctx", context.get(), default.context.get());
    out.put("gpu", gpu.id, default.gpu.id);
    out.put("gpus", gpus.get(), default.gpus.get());
    out.put("fixed", fixed.get(), default.fixed.get());
    out.put("launch", launch.get(), default.launch.get());
    out.put(
        "flops",
        convention_word(*convention),
        convention_word(default.convention),
    );
}

/// Pairs of key and value, without those that have their default.
#[derive(Default)]
struct Writer(String);

impl Writer {
    fn put<T: PartialEq + ToString>(&mut self, key: &str, value: T, default: T) {
        if value != default {
            let mark = if self.0.is_empty() { "" } else { "&" };
            self.0 += &[mark, key, "=", &value.to_string()].concat();
        }
    }
}

fn put<T>(place: &mut T, value: Option<T>) -> Result<(), Reason> {
    *place = value.ok_or(Reason::BadValue)?;
    Ok(())
}

fn number(value: &str) -> Result<f64, Reason> {
    text::parse(value, &[]).map_err(|_| Reason::BadValue)
}

fn whole(number: f64) -> Option<u32> {
    (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number))
        .then_some(number as u32)
}

fn unsigned(value: &str) -> Option<u32> {
    number(value).ok().and_then(whole)
}

/// The fractions of a list, and the pieces that are none or too many.
fn read_fractions(list: &str) -> (Vec<ParallelFraction>, Vec<&str>) {
    let mut fractions = Vec::new();
    let mut refused = Vec::new();
    for piece in list.split('_') {
        match number(piece).ok().and_then(ParallelFraction::new) {
            Some(fraction) if fractions.len() < Curves::MAX => fractions.push(fraction),
            _ => refused.push(piece),
        }
    }
    (fractions, refused)
}

fn fractions_text(curves: &Curves) -> String {
    let list: Vec<String> = curves
        .fractions()
        .iter()
        .map(|p| p.get().to_string())
        .collect();
    list.join("_")
}

fn quantity_word(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Speedup => "speedup",
        Quantity::Efficiency => "efficiency",
        Quantity::Time => "time",
        Quantity::Cost => "cost",
    }
}

fn scale_word(scale: Scale) -> &'static str {
    match scale {
        Scale::Log2 => "log2",
        Scale::Log10 => "log10",
        Scale::Linear => "linear",
    }
}

fn scale_from(word: &str) -> Option<Scale> {
    Scale::ALL
        .into_iter()
        .find(|scale| scale_word(*scale) == word)
}

fn convention_word(convention: FlopConvention) -> &'static str {
    match convention {
        FlopConvention::Causal => "causal",
        FlopConvention::Full => "full",
    }
}

/// A long text is cut: a notice is not a place to read a hundred kilobytes.
fn not_understood(key: &str, value: &str, reason: Reason) -> NotUnderstood {
    let short = |text: &str| -> String {
        let mut out: String = text.chars().take(24).collect();
        if text.chars().nth(24).is_some() {
            out.push('…');
        }
        out
    };
    NotUnderstood {
        key: short(key),
        value: short(value),
        reason,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_read(query: &str, written: &str, n_problems: usize) {
        let (state, problems) = read(query);
        assert_eq!(write(&state), written, "{query}");
        assert_eq!(problems.len(), n_problems, "{query}: {problems:?}");
    }

    #[test]
    fn links_are_read_and_written_in_order() {
        check_read("", "", 0);
        check_read("?", "", 0);
        check_read("?p=0.95&n=10000", "p=0.95&n=10000", 0);
        check_read("n=10000&p=0.95", "p=0.95&n=10000", 0);
        check_read(
            "?view=size&lang=zh&theme=dark",
            "view=size&lang=zh&theme=dark",
            0,
        );
        check_read("view=speedup&law=amdahl&n=64", "", 0);
        check_read("law=sun-ni&growth=1.5", "law=sun-ni&growth=1.5", 0);
        check_read(
            "embed=1&gpu=b200&flops=full",
            "embed=1&gpu=b200&flops=full",
            0,
        );
        check_read("kappa=0.000001", "kappa=0.000001", 0);
        check_read("kappa=1e-6", "kappa=0.000001", 0);
    }

    #[test]
    fn what_is_not_understood_is_named_and_the_rest_applies() {
        check_read("n=0&p=0.9", "p=0.9", 1);
        check_read("n=64.5", "", 1);
        check_read("n=1048577", "", 1);
        check_read("p=0.5_abc_2_0.9", "p=0.5_0.9", 2);
        check_read("p=abc", "", 1);
        check_read("p=1_1_1_1_1_1_1_1_1", "p=1_1_1_1_1_1_1_1", 1);
        check_read("zzz=1&law=foo&n=-5", "", 3);
        check_read("n=2&n=3", "n=2", 1);
        check_read("c=9&p=0.5_0.6", "p=0.5_0.6", 1);
        check_read("c=1&p=0.5_0.6", "p=0.5_0.6&c=1", 0);
        check_read("lang=fr", "", 1);
    }

    #[test]
    fn links_survive_chat_programs_and_wikis() {
        check_read("?p=0.95&amp;n=10000", "p=0.95&n=10000", 0);
        check_read("?P=0.95&N=10000", "p=0.95&n=10000", 0);
        check_read("p=0%2E95&n=1%30000", "p=0.95&n=10000", 0);
        check_read("?p=0.95&n=10000#top", "p=0.95&n=10000", 0);
        check_read("p=95%25", "p=0.95", 0);
        check_read("p=%ff%zz%", "", 1);
        check_read("&&=&n", "", 1);
    }
}
