//! Every key of a link with its place in the state, in the order of a written link.
//!
//! Destructured without `..`: a new field does not compile until it has a key.

use super::value::{Own, Selected, Value};
use crate::model::loading::Loading;
use crate::model::step::Training;
use crate::model::training::{Job, Plan};
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
        hidden,
        scenario,
    } = state;
    visit("view", view);
    visit("lang", lang);
    visit("theme", theme);
    visit("embed", embedded);
    visit("hide", hidden);
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
        job,
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
    communication(job, visit);
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

/// The keys of the communication figure. What is not in a link is as its preset has it.
fn communication(job: &mut Job, visit: Visit) {
    let before = job.base();
    visit("job", &mut job.preset);
    visit("jobgpu", &mut job.gpu);
    visit("jobparams", &mut job.size);
    let base = job.base();
    if base != before {
        job.plan = base;
        job.scaling = job.preset.scaling;
    }
    let Job {
        preset,
        gpu: _,
        size: _,
        plan,
        scaling,
    } = job;
    visit("scaling", &mut Own(scaling, preset.scaling));
    let Plan {
        // With the model's size, the GPU and the preset.
        model: _,
        gradients: _,
        sequence,
        global_batch,
        micro_batch,
        gpus,
        split,
        machine,
        algorithm,
        data_parallel,
        overlap,
        recompute,
        software,
        fixed,
        loading,
    } = plan;
    visit("jobn", &mut Own(gpus, base.gpus));
    visit("seq", &mut Own(sequence, base.sequence));
    visit("batch", &mut Own(global_batch, base.global_batch));
    visit("micro", &mut Own(micro_batch, base.micro_batch));
    visit("tp", &mut Own(&mut split.tensor, base.split.tensor));
    visit("pp", &mut Own(&mut split.pipeline, base.split.pipeline));
    visit(
        "vpp",
        &mut Own(&mut split.interleave, base.split.interleave),
    );
    visit("cp", &mut Own(&mut split.context, base.split.context));
    visit("peak", &mut Own(&mut machine.peak, base.machine.peak));
    visit(
        "achieved",
        &mut Own(&mut software.achieved, base.software.achieved),
    );
    visit("memory", &mut Own(&mut machine.memory, base.machine.memory));
    visit(
        "hbm",
        &mut Own(&mut machine.memory_bandwidth, base.machine.memory_bandwidth),
    );
    visit("node", &mut Own(&mut machine.node, base.machine.node));
    let (links, own) = (&mut machine.links, base.machine.links);
    visit("net", &mut Own(&mut links.network, own.network));
    visit(
        "hop",
        &mut Own(&mut links.network_latency, own.network_latency),
    );
    visit("nvlink", &mut Own(&mut links.nvlink, own.nvlink));
    visit("coll", &mut Own(algorithm, base.algorithm));
    visit("dp", &mut Own(data_parallel, base.data_parallel));
    visit("ovtp", &mut Own(&mut overlap.tensor, base.overlap.tensor));
    visit(
        "ovpp",
        &mut Own(&mut overlap.pipeline, base.overlap.pipeline),
    );
    visit("ovdp", &mut Own(&mut overlap.data, base.overlap.data));
    visit("ovcp", &mut Own(&mut overlap.context, base.overlap.context));
    visit("recompute", &mut Own(recompute, base.recompute));
    visit(
        "kernels",
        &mut Own(&mut software.kernels, base.software.kernels),
    );
    visit("call", &mut Own(&mut software.launch, base.software.launch));
    visit(
        "graphs",
        &mut Own(&mut software.graphs, base.software.graphs),
    );
    visit("host", &mut Own(fixed, base.fixed));
    visit("wait", &mut Own(loading, base.loading));
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
