//! What a reader turns: a preset, and everything in which the reader's job differs from it.

use super::architecture::Architecture;
use super::breakdown::{Breakdown, step};
use super::check::{Infeasible, check};
use super::inputs::{Degree, GlobalBatch, Share};
use super::plan::{Machine, Overlap, Plan};
use super::presets::{PRESETS, Preset};
use super::scaling::{Comparison, Scaling, compare_steps};
use super::stack::{Constants, Stack};
use crate::model::hardware::{GPUS, Gpu};
use crate::model::quantity::Count;
use crate::model::transformer::ModelSize;

/// A training job with its history: where it started from, and what it is now.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// Where it started from.
    pub preset: &'static Preset,
    /// Another GPU than the preset's, with the software of its time.
    pub gpu: Option<&'static Gpu>,
    /// Another model than the preset's, billions of parameters.
    pub size: Option<ModelSize>,
    /// The job.
    pub plan: Plan,
    /// What stays the same when there are more GPUs.
    pub scaling: Scaling,
}

impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        let key = |job: &Self| (job.preset.id, job.gpu, job.size, job.plan, job.scaling);
        key(self) == key(other)
    }
}

impl Default for Job {
    /// MegaScale's baseline: 175 billion parameters on 12 288 A100.
    fn default() -> Self {
        Self::of(&PRESETS[1])
    }
}

impl Job {
    /// A preset as it is.
    pub fn of(preset: &'static Preset) -> Self {
        Self {
            preset,
            gpu: None,
            size: None,
            plan: (preset.plan)(),
            scaling: preset.scaling,
        }
    }

    /// The preset's plan with the reader's model and GPU: what every other setting starts from.
    pub fn base(&self) -> Plan {
        let mut plan = (self.preset.plan)();
        if let Some(size) = self.size {
            plan.model = Architecture::of(size);
        }
        if let Some(gpu) = self.gpu {
            let own = plan.machine;
            if own.peak == Machine::of(gpu).peak {
                return plan;
            }
            plan.machine = Machine::of(gpu);
            // A network that no GPU is sold with belongs to the case, as its Ethernet does.
            let sold = |gpu: &Gpu| Machine::of(gpu).links.network == own.links.network;
            if !GPUS.iter().any(|gpu| sold(gpu)) {
                plan.machine.links.network = own.links.network;
                plan.machine.links.network_latency = own.links.network_latency;
            }
            let stack = match gpu.id {
                "a100" => Stack::MegatronA100,
                _ => Stack::MegatronH100,
            };
            let overlap = plan.overlap;
            plan = Constants::FITTED.apply(stack, &plan);
            plan.overlap = overlap;
        }
        plan
    }

    /// The job on another model; the other settings stay.
    pub fn set_size(&mut self, size: ModelSize) {
        self.size = Some(size);
        self.plan.model = Architecture::of(size);
    }

    /// The job on other GPUs, or the preset's, with their links and the software of their time. What
    /// the reader has set of the network and the host stays.
    pub fn set_gpu(&mut self, gpu: Option<&'static Gpu>) {
        let before = self.base();
        self.gpu = gpu;
        let base = self.base();
        let old = self.plan;
        let plan = &mut self.plan;
        plan.machine = base.machine;
        plan.software = base.software;
        plan.fixed = base.fixed;
        macro_rules! keep {
            ($($($field:ident).+),+) => {
                $(if old.$($field).+ != before.$($field).+ {
                    plan.$($field).+ = old.$($field).+;
                })+
            };
        }
        keep!(
            machine.node,
            machine.links.network,
            machine.links.network_latency,
            software.kernels,
            software.launch,
            software.graphs,
            fixed
        );
    }

    /// The job on another number of GPUs, with what its scaling keeps: the batch, or that of each
    /// replica.
    pub fn set_gpus(&mut self, gpus: Count) {
        let preset = Self::of(self.preset);
        if self.is_preset() {
            // From the preset's own numbers, so that no rounding adds up.
            self.plan = preset.on(gpus);
            return;
        }
        self.plan = self.on(gpus);
        let batch = self.plan.global_batch.get();
        let whole = batch.round();
        if (batch / whole - 1.0).abs() < 1e-9 {
            self.plan.global_batch = GlobalBatch::saturating(whole);
        }
    }

    /// Whether it is the preset but for the number of GPUs, which is what a reader looks along.
    pub fn is_preset(&self) -> bool {
        let preset = Self::of(self.preset);
        let plan = preset.on(self.plan.gpus);
        *self == Self { plan, ..preset }
    }

    /// Whether it is the preset but for the number of GPUs and for overlap, so that what was published
    /// of the preset can stand beside it.
    pub fn is_comparable(&self) -> bool {
        let mut job = *self;
        job.plan.overlap = (self.preset.plan)().overlap;
        job.is_preset()
    }

    /// The nearest job that can be, as far as [`check()`] knows one; memory is only mended where the
    /// job is the reader's own, because a preset ran.
    #[must_use]
    pub fn nearest(&self) -> Self {
        let ran = self.is_preset();
        let mut job = *self;
        // One change may call for another: a shorter pipeline for other replicas, those for another
        // batch. What the model is cut into comes first, so that nothing is mended twice.
        for _ in 0..16 {
            let mended = |found: &Infeasible| match found {
                Infeasible::Layers { .. } => Some(0),
                Infeasible::Sequence { .. } => Some(1),
                Infeasible::Memory { remedy, .. } => remedy.filter(|_| !ran).map(|_| 2),
                Infeasible::Gpus { nearest, .. } => nearest.map(|_| 3),
                Infeasible::Batch { .. } | Infeasible::Interleaving { .. } => Some(4),
                Infeasible::TensorBeyondNode { .. } => None,
            };
            let found = check(&job.plan).into_iter();
            let first = found
                .filter(|found| mended(found).is_some())
                .min_by_key(mended);
            let Some(first) = first else {
                break;
            };
            let before = job;
            job.mend(first);
            if job == before {
                break;
            }
        }
        job
    }

    fn mend(&mut self, found: Infeasible) {
        let plan = &mut self.plan;
        match found {
            Infeasible::Layers {
                interleave,
                pipeline,
                ..
            } => {
                plan.split.interleave = interleave.unwrap_or(Degree::ONE);
                if interleave.is_none() {
                    plan.split.pipeline = pipeline;
                }
            }
            Infeasible::Sequence { nearest } => plan.split.context = nearest,
            Infeasible::Memory { remedy, .. } => {
                *plan = remedy.map_or(*plan, |remedy| remedy.change.apply(plan));
            }
            Infeasible::Gpus { nearest, .. } => {
                let gpus = nearest.unwrap_or(plan.gpus);
                self.set_gpus(gpus);
            }
            Infeasible::Batch { nearest, .. } | Infeasible::Interleaving { nearest, .. } => {
                plan.global_batch = nearest;
            }
            Infeasible::TensorBeyondNode { .. } => {}
        }
    }

    /// The fewest GPUs to look at: one replica of the model.
    pub fn fewest(&self) -> Count {
        Count::saturating(self.plan.split.replica() as u32)
    }

    /// The job on `gpus` GPUs.
    pub fn on(&self, gpus: Count) -> Plan {
        self.scaling.plan(&self.plan, gpus)
    }

    /// The job on `gpus` GPUs beside the job on one replica.
    pub fn beside_one_replica(&self, base: &(Plan, Breakdown), gpus: Count) -> Comparison {
        compare_steps(&base.0, &base.1, &self.on(gpus))
    }

    /// The job on one replica, and where its time goes.
    pub fn one_replica(&self) -> (Plan, Breakdown) {
        let plan = self.on(self.fewest());
        (plan, step(&plan))
    }

    /// The job with this share of every kind of communication hidden.
    #[must_use]
    pub fn overlapped(&self, share: Share) -> Self {
        let mut job = *self;
        job.plan.overlap = Overlap::all(share);
        job
    }

    /// Share of all communication that is hidden, of what could be; the data-parallel share where
    /// there is nothing to hide.
    pub fn overlap(&self) -> Share {
        let Overlap {
            tensor,
            pipeline,
            data,
            context,
        } = self.plan.overlap;
        if [tensor, pipeline, context] == [data; 3] {
            return data;
        }
        let hidden = step(&self.plan).hidden_communication();
        let most = step(&self.overlapped(Share::ALL).plan).hidden_communication();
        if most > 0.0 {
            Share::saturating(hidden / most)
        } else {
            data
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::hardware::{A100, B200};
    use crate::model::training::inputs::{MicroBatch, NodeSize};

    #[test]
    fn a_preset_keeps_its_name_while_only_the_gpus_change() {
        for preset in &PRESETS {
            let mut job = Job::of(preset);
            assert!(job.is_preset(), "{}", preset.id);
            job.set_gpus(Count::saturating(4096));
            assert!(job.is_preset(), "{}", preset.id);
            job.set_gpu(Some(&B200));
            assert!(!job.is_preset(), "{}", preset.id);
            job = Job::of(preset);
            job.set_size(ModelSize::saturating(33.0));
            assert!(!job.is_preset(), "{}", preset.id);
        }
    }

    #[test]
    fn overlap_is_read_back_and_hides_communication() {
        for preset in &PRESETS {
            let job = Job::of(preset);
            let at = |share| job.overlapped(Share::saturating(share));
            assert!((at(0.3).overlap().get() - 0.3).abs() < 1e-12);
            let exposed = |job: &Job| step(&job.plan).exposed_communication();
            assert!(exposed(&at(1.0)) <= exposed(&at(0.5)));
            assert!(exposed(&at(0.5)) < exposed(&at(0.0)), "{}", preset.id);
            assert!((0.0..=1.0).contains(&job.overlap().get()));
        }
    }

    #[test]
    fn the_nearest_job_can_be() {
        let mut job = Job::default();
        job.plan.gpus = Count::saturating(12_300);
        job.plan.global_batch = GlobalBatch::saturating(6000.0);
        job.plan.split.interleave = Degree::saturating(7);
        assert!(check(&job.plan).len() > 1);
        let nearest = job.nearest();
        assert_eq!(check(&nearest.plan), []);
        assert_eq!(nearest.nearest(), nearest);
        assert_eq!(nearest.plan.gpus.get(), 12_288);
        // What no single change mends: 70 billion parameters on GPUs of their own.
        let mut large = Job::of(&PRESETS[0]);
        large.set_size(ModelSize::saturating(70.0));
        assert_eq!(check(&large.nearest().plan), []);
        // The replicas are those of the pipeline that fits, not of the one that does not.
        let mut long = Job::default();
        long.plan.split.pipeline = Degree::saturating(4096);
        let nearest = long.nearest();
        assert_eq!(check(&nearest.plan), []);
        assert_eq!(nearest.plan.gpus.get(), 12_288);
        assert_eq!(nearest.plan.global_batch.get(), 6144.0);
        // 128 stages for 96 layers.
        job.plan.split.pipeline = Degree::saturating(128);
        let nearest = job.nearest();
        assert_eq!(check(&nearest.plan), []);
        assert_eq!(nearest.plan.split.pipeline.get(), 96);
    }

    #[test]
    fn the_batch_of_a_replica_stays_where_the_work_grows() {
        for preset in &PRESETS {
            let mut job = Job::of(preset);
            let drawn = step(&job.on(Count::saturating(3072))).total();
            for gpus in [1024, 48, 7, 999_999, 3072] {
                job.set_gpus(Count::saturating(gpus));
                assert!(job.is_preset(), "{} on {gpus}", preset.id);
            }
            assert_eq!(step(&job.plan).total(), drawn, "{}", preset.id);
            job.plan.micro_batch = MicroBatch::MIN;
            for gpus in [1024, 96, 768, 3072] {
                job.set_gpus(Count::saturating(gpus));
            }
            let batch = job.plan.global_batch;
            let kept = job.scaling == Scaling::Strong;
            let factor = 3072.0 / f64::from((preset.plan)().gpus.get());
            let expected = (preset.plan)().global_batch.get() * if kept { 1.0 } else { factor };
            assert_eq!(batch.get(), expected, "{}", preset.id);
        }
    }

    #[test]
    fn the_gpu_of_the_case_changes_nothing_and_another_keeps_what_was_set() {
        let mut job = Job::of(&PRESETS[0]);
        job.set_gpu(Some(&A100));
        assert_eq!(job.plan, Job::of(&PRESETS[0]).plan);
        let ethernet = job.plan.machine.links.network;
        job.plan.machine.node = NodeSize::saturating(4);
        job.set_gpu(Some(&B200));
        assert_eq!(job.plan.machine.links.network, ethernet);
        assert_eq!(job.plan.machine.node.get(), 4);
        job.set_gpu(None);
        assert_eq!(job.plan.machine.node.get(), 4);
    }

    #[test]
    fn another_gpu_brings_its_links() {
        let mut job = Job::default();
        job.set_gpu(Some(&B200));
        assert!(step(&job.plan).total() < step(&Job::default().plan).total());
    }
}
