//! Every key of a link with its place in the state, in the order of a written link.
//!
//! Destructured without `..`: a new field does not compile until it has a key.

use super::value::{Selected, Value};
use crate::model::loading::Loading;
use crate::model::step::Training;
use crate::scenario::Scenario;
use crate::state::ExplorerState;

/// What is done with each key and its place.
type Visit<'a> = &'a mut dyn FnMut(&'static str, &mut dyn Value);

/// Visits all keys.
pub(super) fn all(state: &mut ExplorerState, visit: Visit) {
    let ExplorerState {
        view,
        lang,
        theme,
        embedded,
        scenario,
    } = state;
    visit("view", view);
    visit("lang", lang);
    visit("theme", theme);
    visit("embed", embedded);
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
        loading,
        stages,
    } = scenario;
    visit("p", curves);
    // Behind the list it chooses from, wherever it stands in a link.
    visit("c", &mut Selected(curves));
    visit("n", processors);
    visit("nmax", axis_end);
    visit("law", law);
    visit("y", quantity);
    visit("x", x_scale);
    visit("ys", y_scale);
    visit("sigma", contention);
    visit("kappa", coherency);
    visit("growth", memory_growth);
    size(training, visit);
    pipeline(loading, visit);
    visit("stages", stages);
}

/// The keys of the size figure.
fn size(training: &mut Training, visit: Visit) {
    let Training {
        size,
        context,
        gpu,
        gpus,
        fixed,
        launch,
        convention,
    } = training;
    visit("params", size);
    visit("ctx", context);
    visit("gpu", gpu);
    visit("gpus", gpus);
    visit("fixed", fixed);
    visit("launch", launch);
    visit("flops", convention);
}

/// The keys of the loading figure.
fn pipeline(loading: &mut Loading, visit: Visit) {
    let Loading {
        gpu,
        load,
        copy,
        workers,
        prefetch,
        overlapped,
        faster,
        horizon,
    } = loading;
    visit("gpums", gpu);
    visit("load", load);
    visit("copy", copy);
    visit("workers", workers);
    visit("prefetch", prefetch);
    visit("pinned", overlapped);
    visit("faster", faster);
    visit("span", horizon);
}
