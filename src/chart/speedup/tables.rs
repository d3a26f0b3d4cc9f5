//! The table beside the speedup figure: ceiling, milestones and the last doubling of every curve.

use super::lines::{self, Line};
use super::words::signed_percent;
use crate::figure::{Row, Table};
use crate::model::law::Limit;
use crate::model::metrics;
use crate::model::quantity::Processors;
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

pub(super) fn tables(scenario: &Scenario, lang: Lang) -> Vec<Table> {
    let n = scenario.processors.processors();
    let count = text::count(n.get());
    let head = vec![
        tr!(lang, milestones.curve).to_owned(),
        tr!(lang, milestones.speedup, n = count.as_str()),
        tr!(lang, milestones.efficiency).to_owned(),
        tr!(lang, milestones.ceiling).to_owned(),
        tr!(lang, milestones.share, share = text::percent(lang, 0.5)),
        tr!(lang, milestones.share, share = text::percent(lang, 0.9)),
        tr!(lang, milestones.share, share = text::percent(lang, 0.99)),
        tr!(lang, milestones.doubling).to_owned(),
        tr!(lang, milestones.cost).to_owned(),
    ];
    vec![Table {
        id: "milestones",
        caption: tr!(lang, milestones.caption, n = count),
        head,
        rows: lines::lines(scenario)
            .iter()
            .map(|line| milestones(line, n, lang))
            .collect(),
        notes: vec![tr!(lang, milestones.note).to_owned()],
    }]
}

fn milestones(line: &Line, n: Processors, lang: Lang) -> Row {
    let none = || tr!(lang, milestones.none).to_owned();
    let share = |share| {
        line.processors_for_share(share)
            .map_or_else(none, |n| text::number(n.get()))
    };
    let speedup = line.speedup(n);
    let ceiling = match line.limit() {
        Limit::At(limit) => text::times(limit),
        Limit::Unbounded => none(),
    };
    let doubling = metrics::last_doubling(line.law, &line.workload, lines::even(n));
    let gain = doubling.map_or_else(none, |d| signed_percent(d.gain(), lang));
    Row {
        hue: Some(line.hue),
        cells: vec![
            line.name.clone(),
            text::times(speedup),
            text::percent(lang, metrics::efficiency(speedup, n)),
            ceiling,
            share(0.5),
            share(0.9),
            share(0.99),
            gain,
            text::times(metrics::cost(speedup, n)),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::quantity::Count;
    use crate::model::quantity::ParallelFraction;
    use crate::scenario::Curves;

    #[test]
    fn five_per_cent_serial_on_ten_thousand() {
        let s = Scenario {
            curves: Curves::new(vec![ParallelFraction::new(0.95).unwrap()], None).unwrap(),
            processors: Count::new(10_000).unwrap(),
            ..Scenario::default()
        };
        let cells = tables(&s, Lang::En)[0].rows[0]
            .cells
            .join(" | ")
            .replace('\u{202f}', " ");
        // Half of the ceiling at P/(1-P) = 19, 90 % at 9·19 = 171, 99 % at 99·19 = 1881.
        // Doubling from 5 000: 19.924 → 19.962, +0.19 %; cost 10 000/19.962 = 500.95.
        assert_eq!(
            cells,
            "P = 0.95 | 19.96× | 0.2 % | 20× | 19 | 171 | 1 881 | +0.19 % | 501×"
        );
    }
}
