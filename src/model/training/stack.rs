//! How fast hardware and software go: the constants of the model that no table prints.
//!
//! There is one of each for a generation of GPUs or a software stack, never for a run. They are what
//! the search of `tools/validate` finds for the published runs in `tests/reference` (its test holds
//! that); leaving a source out and searching again tells how well they serve runs they were not
//! fitted to, see [`totals`](super::totals).

use super::inputs::{Achieved, HalfWidth, KernelCount, Share, Traffic};
use super::plan::{Attention, Overlap, Plan, Software};
use crate::model::step::{FixedTime, KERNELS_PER_LAYER, LaunchCost};

/// A generation of GPUs with the software of its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// Megatron-LM on A100 with InfiniBand, 2021 and 2022: FP16, attention unfused, and its own
    /// data parallelism, which a pipeline needs and which overlaps nothing.
    MegatronA100,
    /// The same without a pipeline: PyTorch's DDP adds up gradients while others are computed.
    MegatronDdp,
    /// The same on A100 with RoCE: MegaScale's baseline of 2023.
    MegatronRoce,
    /// Megatron-Core on H100, 2024: BF16, fused attention, overlap of data and tensor parallelism.
    MegatronH100,
    /// Llama 3's own trainer on H100: as Megatron-Core, without overlap of tensor parallelism.
    LlamaH100,
    /// NeMo and Megatron on H100 in FP8.
    MegatronFp8,
    /// Megatron-Bridge on B200 and GB200 in FP8.
    MegatronBlackwell,
    /// llm-foundry (PyTorch FSDP) on A100, 2023: fused attention by Triton.
    FoundryA100,
    /// The same on H100.
    FoundryH100,
    /// The same on H100 in FP8; attention stays in BF16.
    FoundryFp8,
}

/// The fitted numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// Share of the BF16 peak that wide matrix products reach on A100; the best ever measured
    /// there is 0.87 (stas00/ml-engineering, 271 of 312).
    pub achieved_a100: f64,
    /// The same on H100, where the best measured is 0.80: power and clock limit it.
    pub achieved_h100: f64,
    /// Share of the FP8 peak on H100: casts and products left in BF16 are inside.
    pub achieved_fp8: f64,
    /// Share of the FP8 peak on Blackwell.
    pub achieved_blackwell: f64,
    /// Share of the BF16 peak of fused attention by Triton (2023) on A100.
    pub triton_a100: f64,
    /// The same on H100.
    pub triton_h100: f64,
    /// Share of the BF16 peak of fused attention written for H100 (2024).
    pub fused_h100: f64,
    /// Columns of a shard at which products are half as fast.
    pub half_width: f64,
    /// Bytes per token, layer and unit of width outside matrix products.
    pub traffic: f64,
    /// Share of the network's bandwidth that collectives have in clusters of A100 on Ethernet
    /// (RoCE): flows that hash to the same link share it (MegaScale, section 3.6).
    pub roce_share: f64,
    /// The same on InfiniBand, and in all clusters of H100: rails, adaptive routing.
    pub network_share: f64,
    /// Overlap of data parallelism where the software has it.
    pub data_overlap: f64,
    /// Overlap of tensor parallelism where the software has it.
    pub tensor_overlap: f64,
    /// Serial time of a step outside everything modeled, milliseconds: clipping, logging, the host.
    pub fixed_ms: f64,
}

impl Constants {
    /// The fit to every source.
    pub const FITTED: Self = Self {
        achieved_a100: 0.81,
        achieved_h100: 0.63,
        achieved_fp8: 0.53,
        achieved_blackwell: 0.5,
        triton_a100: 0.275,
        triton_h100: 0.155,
        fused_h100: 0.4,
        half_width: 200.0,
        traffic: 280.0,
        roce_share: 0.55,
        network_share: 0.85,
        data_overlap: 0.6,
        tensor_overlap: 0.6,
        fixed_ms: 40.0,
    };

    /// The speed of a stack.
    pub fn software(&self, stack: Stack) -> Software {
        let (achieved, attention) = match stack {
            Stack::MegatronA100 | Stack::MegatronDdp | Stack::MegatronRoce => {
                (self.achieved_a100, None)
            }
            Stack::MegatronH100 | Stack::LlamaH100 => (self.achieved_h100, Some(self.fused_h100)),
            // Attention does not get faster with FP8: half the share of twice the peak.
            Stack::MegatronFp8 => (self.achieved_fp8, Some(0.5 * self.fused_h100)),
            Stack::MegatronBlackwell => (self.achieved_blackwell, Some(0.5 * self.fused_h100)),
            Stack::FoundryA100 => (self.achieved_a100, Some(self.triton_a100)),
            Stack::FoundryH100 => (self.achieved_h100, Some(self.triton_h100)),
            Stack::FoundryFp8 => (self.achieved_fp8, Some(0.5 * self.triton_h100)),
        };
        Software {
            achieved: Achieved::saturating(achieved),
            half_width: HalfWidth::saturating(self.half_width),
            traffic: Traffic::saturating(self.traffic),
            attention: attention.map_or(Attention::Square, |share| {
                Attention::Fused(Achieved::saturating(share))
            }),
            kernels: KernelCount::saturating(KERNELS_PER_LAYER as u32),
            launch: LaunchCost::DEFAULT,
            graphs: Share::NONE,
        }
    }

    /// What a stack hides.
    pub fn overlap(&self, stack: Stack) -> Overlap {
        let [data, tensor] = [self.data_overlap, self.tensor_overlap].map(Share::saturating);
        let (tensor, data) = match stack {
            Stack::MegatronA100 | Stack::MegatronRoce => (Share::NONE, Share::NONE),
            Stack::MegatronH100 | Stack::MegatronFp8 | Stack::MegatronBlackwell => (tensor, data),
            Stack::MegatronDdp
            | Stack::LlamaH100
            | Stack::FoundryA100
            | Stack::FoundryH100
            | Stack::FoundryFp8 => (Share::NONE, data),
        };
        Overlap {
            tensor,
            // Messages are small and asynchronous in every stack here.
            pipeline: Share::ALL,
            data,
            // Llama 3, the only run here that has any, computes while keys arrive.
            context: Share::saturating(0.8),
        }
    }

    /// Serial time of a step.
    pub fn fixed(&self) -> FixedTime {
        FixedTime::saturating(self.fixed_ms)
    }

    /// Share of the network.
    pub fn network_share(&self, stack: Stack) -> Achieved {
        Achieved::saturating(match stack {
            Stack::MegatronRoce | Stack::FoundryA100 => self.roce_share,
            _ => self.network_share,
        })
    }

    /// The plan as a stack runs it: all that the constants decide replaced.
    #[must_use]
    pub fn apply(&self, stack: Stack, plan: &Plan) -> Plan {
        let mut plan = *plan;
        plan.software = self.software(stack);
        plan.overlap = self.overlap(stack);
        plan.fixed = self.fixed();
        plan.machine.links.network_share = self.network_share(stack);
        plan
    }
}

impl Stack {
    /// Its speed by the fitted constants.
    pub fn software(self) -> Software {
        Constants::FITTED.software(self)
    }

    /// What it hides by the fitted constants.
    pub fn overlap(self) -> Overlap {
        Constants::FITTED.overlap(self)
    }

    /// Its serial time by the fitted constants.
    pub fn fixed(self) -> FixedTime {
        Constants::FITTED.fixed()
    }
}
