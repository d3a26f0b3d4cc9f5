//! What a reader turns: a preset, and everything in which the reader's job differs from it.

use super::architecture::Architecture;
use super::breakdown::{Breakdown, step};
use super::check::{Infeasible, check};
use super::inputs::{Degree, Share};
use super::plan::{Machine, Overlap, Plan};
use super::presets::{PRESETS, Preset};
use super::scaling::{Comparison, Scaling, compare_steps};
use super::stack::{Constants, Stack};
use crate::model::hardware::Gpu;
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
            plan.machine = Machine::of(gpu);
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

    /// The job on other GPUs, or the preset's, with their links and the software of their time.
    pub fn set_gpu(&mut self, gpu: Option<&'static Gpu>) {
        self.gpu = gpu;
        let base = self.base();
        self.plan.machine = base.machine;
        self.plan.software = base.software;
        self.plan.fixed = base.fixed;
    }

    /// Whether it is the preset but for the number of GPUs, which is what a reader looks along.
    pub fn is_preset(&self) -> bool {
        let gpus = self.plan.gpus;
        *self
            == Self {
                plan: Plan {
                    gpus,
                    ..(self.preset.plan)()
                },
                ..Self::of(self.preset)
            }
    }

    /// The nearest job that can be, as far as [`check()`] knows one; memory is only mended where the
    /// job is the reader's own, because a preset ran.
    #[must_use]
    pub fn nearest(&self) -> Self {
        let mut job = *self;
        // One change may call for another: shards for replicas, replicas for a batch.
        for _ in 0..4 {
            for found in check(&job.plan) {
                match found {
                    Infeasible::Gpus { nearest, .. } => {
                        job.plan.gpus = nearest.unwrap_or(job.plan.gpus);
                    }
                    Infeasible::Batch { nearest, .. }
                    | Infeasible::Interleaving { nearest, .. } => {
                        job.plan.global_batch = nearest;
                    }
                    Infeasible::Layers {
                        interleave,
                        pipeline,
                        ..
                    } => {
                        let split = &mut job.plan.split;
                        split.interleave = interleave.unwrap_or(Degree::ONE);
                        if interleave.is_none() {
                            split.pipeline = pipeline;
                        }
                    }
                    Infeasible::Sequence { nearest } => job.plan.split.context = nearest,
                    Infeasible::Memory { remedy, .. } if !job.is_preset() => {
                        if let Some(remedy) = remedy {
                            job.plan = remedy.apply(&job.plan);
                        }
                    }
                    Infeasible::TensorBeyondNode { .. } | Infeasible::Memory { .. } => {}
                }
            }
        }
        job
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
    use crate::model::training::inputs::GlobalBatch;

    #[test]
    fn a_preset_keeps_its_name_while_only_the_gpus_change() {
        for preset in &PRESETS {
            let mut job = Job::of(preset);
            assert!(job.is_preset(), "{}", preset.id);
            job.plan.gpus = Count::saturating(4096);
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
        // 128 stages for 96 layers.
        job.plan.split.pipeline = Degree::saturating(128);
        let nearest = job.nearest();
        assert_eq!(check(&nearest.plan), []);
        assert_eq!(nearest.plan.split.pipeline.get(), 96);
    }

    #[test]
    fn another_gpu_brings_its_links() {
        let mut job = Job::default();
        job.set_gpu(Some(&A100));
        assert_eq!(job.plan.machine, job.base().machine);
        job.set_gpu(Some(&B200));
        assert!(step(&job.plan).total() < step(&Job::default().plan).total());
    }
}
