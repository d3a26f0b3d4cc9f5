//! Every row rated twice, and the errors of many rows as three numbers.

use amdahl_explorer::model::training::inputs::Degree;
use amdahl_explorer::model::training::totals::{Errors, Totals};
use amdahl_explorer::model::training::{Constants, Plan, step};

use crate::fit::{fit, utilization};
use crate::sources::{Published, SOURCES, Source};

/// A row with its MFU in per cent of the peak.
#[derive(Debug)]
pub struct Rated {
    /// The row.
    pub row: Published,
    /// As published.
    pub published: f64,
    /// As modeled by the constants of the page.
    pub modeled: f64,
    /// As modeled by constants fitted to all sources but its own.
    pub left_out: f64,
}

/// The sizes of these errors as three numbers; zeros if there are none.
pub fn errors(errors: impl IntoIterator<Item = f64>) -> Errors {
    let mut sorted: Vec<f64> = errors.into_iter().map(f64::abs).collect();
    sorted.sort_by(f64::total_cmp);
    let rows = sorted.len();
    let at = |place: usize| sorted.get(place).copied().unwrap_or_default();
    Errors {
        median: f64::midpoint(at(rows.saturating_sub(1) / 2), at(rows / 2)),
        p90: at(((rows as f64 * 0.9).ceil() as usize).saturating_sub(1)),
        worst: at(rows.saturating_sub(1)),
    }
}

/// The first and the last run of a series.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Name of the series.
    pub name: String,
    /// Whether the batch stays the same.
    pub strong: bool,
    /// GPUs of both.
    pub gpus: [u32; 2],
    /// Tokens per second and GPU at the last over those at the first, as published.
    pub published: f64,
    /// The same as modeled.
    pub modeled: f64,
    /// The same as modeled without the source.
    pub left_out: f64,
    /// The same as modeled with the plain schedule and with chunks of one layer, since no table
    /// here prints the chunks of a stage; `None` without a pipeline.
    pub other_chunks: Option<[f64; 2]>,
}

impl Ends {
    /// Per cent by which the model is off.
    pub fn error(&self) -> f64 {
        self.off(self.modeled)
    }

    /// Per cent by which the model without the source is off.
    pub fn left_out_error(&self) -> f64 {
        self.off(self.left_out)
    }

    /// Per cent by which the model is off with the plain schedule and with chunks of one layer.
    pub fn other_chunks_error(&self) -> Option<[f64; 2]> {
        self.other_chunks.map(|ends| ends.map(|end| self.off(end)))
    }

    fn off(&self, modeled: f64) -> f64 {
        100.0 * (modeled / self.published - 1.0)
    }
}

/// The model beside a folder of tables.
#[derive(Debug)]
pub struct Validation {
    /// Every row.
    pub rated: Vec<Rated>,
    /// The ends of every series that has two.
    pub series: Vec<Ends>,
}

impl Validation {
    /// Rates all rows, fitting once for each source that is left out.
    pub fn of(rows: Vec<Published>) -> Self {
        let without: Vec<(&str, Constants)> = SOURCES
            .iter()
            .map(|source| (source.id, without(&rows, source)))
            .collect();
        let series = ends(&rows, &without);
        let rated = rows.into_iter().map(|row| {
            let [published, modeled] = utilization(&row, &Constants::FITTED);
            let [_, left_out] = utilization(&row, &of(&without, &row));
            Rated {
                row,
                published,
                modeled,
                left_out,
            }
        });
        Self {
            rated: rated.collect(),
            series,
        }
    }

    /// The rows that are asked for as a line of totals.
    pub fn totals(&self, id: &'static str, wanted: impl Fn(&Published) -> bool) -> Totals {
        let rated = || self.rated.iter().filter(|rated| wanted(&rated.row));
        Totals {
            id,
            rows: rated().count(),
            fitted: errors(rated().map(|rated| rated.modeled - rated.published)),
            left_out: errors(rated().map(|rated| rated.left_out - rated.published)),
        }
    }

    /// The totals of all rows and of those of Megatron, then of every source that has rows.
    pub fn all_totals(&self) -> Vec<Totals> {
        let sources = SOURCES
            .iter()
            .map(|source| self.totals(source.id, |row| row.source.id == source.id));
        [
            self.totals("all", |_| true),
            self.totals("megatron", |row| row.source.megatron),
        ]
        .into_iter()
        .chain(sources)
        .collect()
    }
}

fn without(rows: &[Published], source: &Source) -> Constants {
    let others: Vec<&Published> = rows
        .iter()
        .filter(|row| row.source.id != source.id)
        .collect();
    fit(&others)
}

fn of(without: &[(&str, Constants)], row: &Published) -> Constants {
    let found = without.iter().find(|(id, _)| *id == row.source.id);
    found.map_or(Constants::FITTED, |(_, constants)| *constants)
}

/// Tokens per second and GPU.
fn rate(row: &Published, seconds: f64) -> f64 {
    row.plan.global_batch.get() / seconds / f64::from(row.plan.gpus.get())
}

fn ends(rows: &[Published], without: &[(&str, Constants)]) -> Vec<Ends> {
    let mut found: Vec<(&Published, &Published)> = Vec::new();
    for row in rows.iter().filter(|row| row.series.is_some()) {
        match found
            .iter_mut()
            .find(|(first, _)| first.series == row.series)
        {
            Some((_, last)) => *last = row,
            None => found.push((row, row)),
        }
    }
    let one = |(first, last): (&Published, &Published)| {
        let series = first.series.as_ref()?;
        let gpus = [first, last].map(|row| row.plan.gpus.get());
        let efficiency = |seconds: &dyn Fn(&Published) -> f64| {
            rate(last, seconds(last)) / rate(first, seconds(first))
        };
        let modeled = |constants: &Constants| {
            efficiency(&|row| step(&constants.apply(row.stack, &row.plan)).total())
        };
        let chunked = |chunks: &dyn Fn(&Plan) -> Degree| {
            efficiency(&|row| {
                let mut plan = Constants::FITTED.apply(row.stack, &row.plan);
                plan.split.interleave = chunks(&plan);
                step(&plan).total()
            })
        };
        let single_layers = |plan: &Plan| {
            let layers = plan.model.shape().layers() / plan.split.pipeline.real();
            Degree::saturating(layers.ceil() as u32)
        };
        (gpus[0] < gpus[1]).then(|| Ends {
            name: series.name.clone(),
            strong: series.strong,
            gpus,
            published: efficiency(&|row| row.seconds),
            modeled: modeled(&Constants::FITTED),
            left_out: modeled(&of(without, first)),
            other_chunks: (first.plan.split.pipeline > Degree::ONE)
                .then(|| [chunked(&|_| Degree::ONE), chunked(&single_layers)]),
        })
    };
    found.into_iter().filter_map(one).collect()
}
