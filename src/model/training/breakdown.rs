//! Where the time of a step goes.

use super::collective::{Fabric, Group};
use super::inputs::Share;
use super::plan::{Attention, DataParallel, MicroBatches, Plan, Recompute};
use crate::model::transformer::FlopConvention;

/// Bytes of an activation or a weight on the way: BF16.
const HALF: f64 = 2.0;

/// Share of a micro-batch's computing that is backward: two FLOPs of three.
const BACKWARD: f64 = 2.0 / 3.0;

/// Bytes an optimizer step moves for each parameter: it reads a gradient, a weight and two moments
/// in FP32, writes the last three, and a BF16 copy of the weight.
const OPTIMIZER_BYTES: f64 = 4.0 * 4.0 + 3.0 * 4.0 + 2.0;

/// Bytes moved for each logit: FP32 written, read for its sum, read for its gradient, written.
const LOGIT_BYTES: f64 = 16.0;

/// Bytes moved for each attention score that is kept in memory, three quarters of them backward.
///
/// From Korthikanti et al. (arXiv 2205.05198) Table 4: computing the attention of a layer of the 22B
/// model again takes 1.3 ms (20.9 − 19.6) of an A100's 2 TB/s for b s² a / t = 134 million scores,
/// 19 bytes each, of which 0.17 ms are arithmetic; hence 17 forward and twice that backward.
const SCORE_BYTES: f64 = 51.0;

/// Width of an attention head; a token has h / 128 · s scores in nearly every model here.
const HEAD_WIDTH: f64 = 128.0;

/// Gap between two kernels of a busy GPU, seconds: median between kernels less than 10 µs apart in
/// the trace `nccl_data.json.gz` (A100) of facebookresearch/HolisticTraceAnalysis.
const KERNEL_GAP: f64 = 1.18e-6;

/// One kind of communication: the part behind computing and the part that the step waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Communication {
    /// Seconds that computing hides, at least 0.
    pub hidden: f64,
    /// Seconds that the step waits, at least 0.
    pub exposed: f64,
}

impl Communication {
    /// All of it, seconds.
    pub fn total(self) -> f64 {
        self.hidden + self.exposed
    }

    /// A communication of `seconds` of which a share is hidden, but not more than `window` allows.
    fn overlapped(seconds: f64, share: Share, window: f64) -> Self {
        let hidden = share.get() * seconds.min(window);
        Self {
            hidden,
            exposed: seconds - hidden,
        }
    }
}

/// Where the time of one step goes, seconds; every part is finite and at least 0.
///
/// The hidden parts of communication take no time of the step: they run while it computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breakdown {
    /// Arithmetic and memory traffic of forward and backward, averaged over the stages.
    pub compute: f64,
    /// Of tensor parallelism.
    pub tensor: Communication,
    /// Between pipeline stages.
    pub pipeline: Communication,
    /// Of data parallelism.
    pub data: Communication,
    /// Of context parallelism.
    pub context: Communication,
    /// Waiting of stages while the pipeline fills and drains, and for the slowest of them.
    pub bubble: f64,
    /// Gaps between kernels, and launching beyond computing.
    pub launch: f64,
    /// The optimizer's pass over weights and moments.
    pub optimizer: f64,
    /// Fixed serial time, as given.
    pub fixed: f64,
    /// Waiting for data, as given.
    pub loading: f64,
    work: Work,
}

/// What was done in a step, to rate it by.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Work {
    tokens: f64,
    /// Without attention.
    product_flops: f64,
    causal_flops: f64,
    full_flops: f64,
    recomputed_flops: [f64; 2],
    peak_flops: f64,
}

impl Breakdown {
    /// Communication that the step waits for, all kinds, seconds.
    pub fn exposed_communication(&self) -> f64 {
        self.tensor.exposed + self.pipeline.exposed + self.data.exposed + self.context.exposed
    }

    /// Communication behind computing, all kinds, seconds.
    pub fn hidden_communication(&self) -> f64 {
        self.tensor.hidden + self.pipeline.hidden + self.data.hidden + self.context.hidden
    }

    /// Duration of the step, seconds, positive: all parts but hidden communication.
    pub fn total(&self) -> f64 {
        self.compute
            + self.exposed_communication()
            + self.bubble
            + self.launch
            + self.optimizer
            + self.fixed
            + self.loading
    }

    /// Tokens of the step.
    pub fn tokens(&self) -> f64 {
        self.work.tokens
    }

    /// Tokens per second of all GPUs together.
    pub fn tokens_per_second(&self) -> f64 {
        self.work.tokens / self.total()
    }

    /// Model FLOP utilization: model FLOPs / (step time × peak of all GPUs).
    ///
    /// Below 1 under the causal count; the full square counts up to twice as much.
    pub fn mfu(&self, convention: FlopConvention) -> f64 {
        self.work.flops(convention) / (self.total() * self.work.peak_flops)
    }

    /// Hardware FLOP utilization: as [`Self::mfu`], but what is computed again counts again.
    pub fn hfu(&self, convention: FlopConvention) -> f64 {
        let [causal, full] = self.work.recomputed_flops;
        let again = match convention {
            FlopConvention::Causal => causal,
            FlopConvention::Full => full,
        };
        (self.work.flops(convention) + again) / (self.total() * self.work.peak_flops)
    }
}

impl Work {
    fn of(plan: &Plan) -> Self {
        let tokens = plan.global_batch.get() * plan.sequence.real();
        let count = |convention| tokens * plan.model.flops_per_token(plan.sequence, convention);
        let product_flops = tokens * 6.0 * plan.model.matmul_parameters();
        let [causal_flops, full_flops] = [FlopConvention::Causal, FlopConvention::Full].map(count);
        let again = |flops: f64| {
            // A third of all FLOPs are forward.
            let attention = (flops - product_flops) / 3.0;
            let layers = plan.model.layer_parameters() * plan.model.shape().layers();
            match plan.recompute {
                Recompute::None => 0.0,
                Recompute::Selective => attention,
                Recompute::Full => attention + tokens * 2.0 * layers,
            }
        };
        Self {
            tokens,
            product_flops,
            causal_flops,
            full_flops,
            recomputed_flops: [again(causal_flops), again(full_flops)],
            peak_flops: plan.machine.peak_flops() * plan.replicas() * plan.split.replica(),
        }
    }

    fn flops(&self, convention: FlopConvention) -> f64 {
        match convention {
            FlopConvention::Causal => self.causal_flops,
            FlopConvention::Full => self.full_flops,
        }
    }
}

/// Numbers that several parts of a step need.
struct Sizes<'a> {
    plan: &'a Plan,
    fabric: Fabric,
    node: f64,
    /// t, c, d, p, v.
    tensor: f64,
    context: f64,
    replicas: f64,
    stages: f64,
    chunks: f64,
    batches: MicroBatches,
    /// Layers of an average stage.
    layers: f64,
    /// Passes through a layer, in units of forward + backward: 1, or 4/3 if forward runs twice.
    passes: f64,
    /// BF16 bytes of the activations of one micro-batch between two layers, on one GPU's piece of
    /// the sequences.
    activations: f64,
    /// Parameters on one GPU, before replicas share any.
    parameters: f64,
}

impl<'a> Sizes<'a> {
    fn of(plan: &'a Plan) -> Self {
        let batches = plan.micro_batches();
        let context = plan.split.context.real();
        let (tensor, stages) = (plan.split.tensor.real(), plan.split.pipeline.real());
        let shape = plan.model.shape();
        Self {
            plan,
            fabric: Fabric {
                links: plan.machine.links,
                algorithm: plan.algorithm,
            },
            node: plan.machine.node.real(),
            tensor,
            context,
            replicas: plan.replicas(),
            stages,
            chunks: plan.split.interleave.real(),
            layers: shape.layers() / stages,
            passes: match plan.recompute {
                Recompute::None | Recompute::Selective => 1.0,
                Recompute::Full => 4.0 / 3.0,
            },
            activations: HALF * batches.sequences * plan.sequence.real() * shape.hidden() / context,
            batches,
            parameters: plan.model.parameters() / (tensor * stages),
        }
    }

    /// Average over the stages.
    fn compute(&self, work: &Work) -> f64 {
        let Plan {
            model,
            machine,
            software,
            recompute,
            ..
        } = self.plan;
        let gpus = self.batches.busy_replicas * self.tensor * self.context * self.stages;
        let (layers, hidden) = (model.shape().layers(), model.shape().hidden());
        let rate = machine.peak_flops() * software.achieved_at(hidden / self.tensor);
        let attention_passes = match recompute {
            Recompute::None => 1.0,
            Recompute::Selective | Recompute::Full => 4.0 / 3.0,
        };
        let attention = attention_passes * (work.causal_flops - work.product_flops);
        let (attention_seconds, score_bytes) = match software.attention {
            Attention::Fused(achieved) => {
                (attention / (machine.peak_flops() * achieved.get()), 0.0)
            }
            // The square is twice the causal half, at the speed of the other products.
            Attention::Square => (
                2.0 * attention / rate,
                attention_passes * SCORE_BYTES * self.plan.sequence.real() / HEAD_WIDTH,
            ),
        };
        let products = work.product_flops
            + (self.passes - 1.0) * 6.0 * work.tokens * model.layer_parameters() * layers;
        let traffic = layers * hidden * (software.traffic.get() * self.passes + score_bytes)
            + model.vocabulary() * LOGIT_BYTES;
        let memory_seconds = work.tokens * traffic / machine.memory_bandwidth.bytes_per_second();
        (products / rate + attention_seconds + memory_seconds) / gpus
    }

    fn tensor(&self, compute: f64) -> Communication {
        let group = Group::strided(self.tensor, 1.0, self.node);
        // Two forward and two backward; a second forward adds its two.
        let calls = if self.passes > 1.0 { 6.0 } else { 4.0 };
        let each = self.fabric.all_reduce(self.activations, group);
        let seconds = calls * self.layers * self.batches.count * each;
        Communication::overlapped(seconds, self.plan.overlap.tensor, compute)
    }

    fn context(&self, compute: f64) -> Communication {
        let group = Group::strided(self.context, self.tensor, self.node);
        let share = self.plan.model.key_width() / self.plan.model.shape().hidden();
        // Keys and values of the whole sequence, of which a GPU has one piece.
        let bytes = 2.0 * self.activations * self.context * share / self.tensor;
        // Gathered forward and backward, and their gradients scattered backward.
        let each = 3.0 * self.passes * self.fabric.half_reduce(bytes, group);
        let seconds = self.layers * self.batches.count * each;
        Communication::overlapped(seconds, self.plan.overlap.context, compute)
    }

    fn pipeline(&self, compute: f64) -> Communication {
        let seconds = if self.stages > 1.0 {
            let stride = self.tensor * self.context * self.replicas;
            let each = self
                .fabric
                .send(self.activations / self.tensor, stride, self.node);
            2.0 * self.chunks * self.batches.count * each
        } else {
            0.0
        };
        Communication::overlapped(seconds, self.plan.overlap.pipeline, compute)
    }

    fn data(&self, compute: f64) -> Communication {
        // Gradients of all pieces of a sequence are summed too.
        let ranks = self.replicas * self.context;
        let group = Group::strided(ranks, self.tensor, self.node);
        // A message for each layer, so that it can leave while others are computed.
        let messages = self.layers.max(1.0);
        let half = |bytes: f64| {
            messages
                * self
                    .fabric
                    .half_reduce(bytes * self.parameters / messages, group)
        };
        let (gradients, weights) = (half(self.plan.gradients.bytes()), half(HALF));
        let micro_batch = compute / self.batches.count;
        // Interleaved stages finish their chunks one after the other, p micro-batches apart.
        let last = if self.chunks > 1.0 {
            self.stages.min(self.batches.count)
        } else {
            1.0
        };
        let (seconds, window) = match self.plan.data_parallel {
            DataParallel::Plain => (2.0 * gradients, BACKWARD * last * micro_batch),
            DataParallel::ShardedOptimizer => (gradients + weights, last * micro_batch),
            DataParallel::FullySharded => {
                (self.batches.count * (gradients + 2.0 * weights), compute)
            }
        };
        Communication::overlapped(seconds, self.plan.overlap.data, window)
    }

    /// Gaps and launches of all micro-batches, of which each is `busy` seconds.
    fn launch(&self, busy: f64) -> f64 {
        let software = &self.plan.software;
        let kernels = software.kernels.real() * self.layers * self.passes;
        let launched = kernels * (1.0 - software.graphs.get());
        let cost = software.launch.seconds();
        let behind = (launched * cost - busy).max(0.0);
        self.batches.count * (launched * cost.min(KERNEL_GAP) + behind)
    }

    /// Time of the slowest stage over that of the average one: the output layer is on the last.
    fn imbalance(&self) -> f64 {
        let head = self.plan.model.head_parameters() / self.plan.model.layer_parameters();
        let layers = self.plan.model.shape().layers();
        let slowest = if layers.fract() == 0.0 {
            // Layers come whole, and a last stage with fewer of them has room for the output.
            let most = self.layers.ceil();
            most.max((layers - most * (self.stages - 1.0)).max(0.0) + head)
        } else {
            self.layers + head
        };
        slowest / ((layers + head) / self.stages)
    }

    fn optimizer(&self) -> f64 {
        let sharers = match self.plan.data_parallel {
            DataParallel::Plain => 1.0,
            DataParallel::ShardedOptimizer | DataParallel::FullySharded => {
                self.replicas * self.context
            }
        };
        let bandwidth = self.plan.machine.memory_bandwidth.bytes_per_second();
        self.parameters / sharers * OPTIMIZER_BYTES / bandwidth
    }
}

/// The modeled step of a plan.
pub fn step(plan: &Plan) -> Breakdown {
    let work = Work::of(plan);
    let sizes = Sizes::of(plan);
    let compute = sizes.compute(&work);
    let tensor = sizes.tensor(compute);
    let context = sizes.context(compute);
    let count = sizes.batches.count;
    let launch = sizes.launch((compute + tensor.exposed + context.exposed) / count);
    let average = compute + tensor.exposed + context.exposed + launch;
    let slowest = average * sizes.imbalance();
    let filling = (sizes.stages - 1.0) / sizes.chunks * slowest / count;
    Breakdown {
        compute,
        tensor,
        pipeline: sizes.pipeline(compute),
        data: sizes.data(compute),
        context,
        bubble: slowest - average + filling,
        launch,
        optimizer: sizes.optimizer(),
        fixed: plan.fixed.seconds(),
        loading: plan.loading.seconds(),
        work,
    }
}
