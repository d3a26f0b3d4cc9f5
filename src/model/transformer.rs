//! What a dense transformer costs: sizes, shapes, parameter counts and FLOPs per token.
//!
//! Parameter counts follow the published shapes exactly where these are known; between them
//! [`Shape::of`] interpolates, so that every model size has a depth and a width.
//! FLOPs are counted for training (forward plus backward, no recomputation).

mod named;

pub(super) use named::{GPT_3_175B, LLAMA_2_13B, LLAMA_3_1_70B, LLAMA_3_1_405B, gpt_parameters};
pub use named::{Mlp, NAMED_MODELS, NamedModel, named_exactly, snap};

use super::quantity::{count, quantity};
use named::{LLAMA_2_7B, LLAMA_2_70B, LLAMA_3_1_8B, MEGATRON_1T};

quantity! {
    /// Size of a model in billions of parameters, from 1 to 1000.
    ModelSize in [1.0, 1000.0]
}

impl ModelSize {
    /// 70 billion parameters, the size of Llama 2 and 3 70B.
    pub const DEFAULT: Self = Self::saturating(70.0);

    /// The number of parameters (1e9 to 1e12).
    pub const fn parameters(self) -> f64 {
        self.get() * 1e9
    }
}

count! {
    /// Context length: tokens of one training sequence, 2048 to 131 072.
    ContextLength in [2048, 131_072]
}

impl ContextLength {
    /// 8192 tokens, the pre-training context of Llama 3 (arXiv 2407.21783).
    pub const DEFAULT: Self = Self::saturating(8192);
}

/// How the two attention matrix products (scores, and scores times values) are counted.
///
/// Sources disagree, and at long context the choice decides whether MFU rises or falls, so a
/// printed MFU means nothing without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlopConvention {
    /// Only the half that a causal mask keeps: `6 L h T` per token.
    /// Used by Megatron-Core's code today and by `MaxText` since July 2025 (PR 1988).
    #[default]
    Causal,
    /// The whole T × T square: `12 L h T` per token.
    /// Used by `PaLM` appendix B, nanoGPT, torchtitan, llm-foundry, SC21 eq. 3,
    /// Korthikanti et al. eq. 7, and Megatron-LM's logger in mid-2024 (NVIDIA/Megatron-LM
    /// issue 831, May 2024, asks for the halving: the square can report above 100 % MFU).
    Full,
}

impl FlopConvention {
    /// FLOPs per token, layer, unit of attention width and token of context.
    fn attention_factor(self) -> f64 {
        match self {
            Self::Causal => 6.0,
            Self::Full => 12.0,
        }
    }
}

/// Training FLOPs for one token: `6 N + c L h T` with c = 6 (causal) or 12 (full).
///
/// `parameters` N is the number of weights that multiply the token (finite, ≥ 0); L and h are
/// the depth and the attention width (heads × head size) of `shape`; `context` T is in tokens (≥ 0).
/// 6 N is two FLOPs per weight forward and four backward (`PaLM`, arXiv 2204.02311, appendix B).
/// The input embedding is a look-up, not a product: with all parameters of an untied model as N,
/// 6 N is too large by `6 V h` (6.5 % for Llama 3 8B, 0.5 % for 405B).
pub fn flops_per_token(
    parameters: f64,
    shape: Shape,
    context: f64,
    convention: FlopConvention,
) -> f64 {
    6.0 * parameters + convention.attention_factor() * shape.layers * shape.hidden * context
}

/// Depth and width of a dense transformer; both positive, whole only for published models.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    layers: f64,
    hidden: f64,
}

impl Shape {
    /// A published shape. Both arguments must be at least 1.
    pub(super) const fn published(layers: u32, hidden: u32) -> Self {
        Self {
            layers: layers as f64,
            hidden: hidden as f64,
        }
    }

    /// A shape whose numbers, both at least 1, need not be whole.
    pub(super) const fn real(layers: f64, hidden: f64) -> Self {
        Self { layers, hidden }
    }

    /// The typical shape of a model of this size.
    ///
    /// Depth and width are interpolated between published shapes, each a straight line in log
    /// size against log value, so neither ever falls as the model grows. The chain:
    /// SC21 Table 1 1.7B (24 × 2304) and 3.6B (30 × 3072), Llama 2 7B, Llama 3.1 8B, Llama 2 13B,
    /// Llama 2 70B, Llama 3.1 70B, GPT-3 175B, Llama 3.1 405B, Megatron 1T.
    /// MT-NLG 530B is left out because it is shallower (105 layers) than the smaller
    /// Llama 3.1 405B (126), which would make depth fall. Below 1.7B the first line is extended;
    /// from there it is a guess, about 20 × 1880 at 1B.
    pub fn of(size: ModelSize) -> Self {
        let parameters = size.parameters();
        let above = CHAIN.partition_point(|anchor| anchor.parameters <= parameters);
        // The first and last lines also serve the sizes beyond their outer end.
        let right = above.clamp(1, CHAIN.len() - 1);
        interpolate(&CHAIN[right - 1], &CHAIN[right], parameters)
    }

    /// Number of transformer layers L.
    pub const fn layers(self) -> f64 {
        self.layers
    }

    /// Model width h, which is also the attention width (heads × head size) in every model here.
    pub const fn hidden(self) -> f64 {
        self.hidden
    }
}

/// A point that [`Shape::of`] passes through.
struct Anchor {
    parameters: f64,
    shape: Shape,
}

impl Anchor {
    const fn of(model: &NamedModel) -> Self {
        Self {
            parameters: model.parameters as f64,
            shape: model.shape(),
        }
    }
}

/// Published shapes in order of size; depth and width never fall along it.
static CHAIN: [Anchor; 10] = [
    Anchor {
        parameters: 1.7e9,
        shape: Shape::published(24, 2304),
    },
    Anchor {
        parameters: 3.6e9,
        shape: Shape::published(30, 3072),
    },
    Anchor::of(&LLAMA_2_7B),
    Anchor::of(&LLAMA_3_1_8B),
    Anchor::of(&LLAMA_2_13B),
    Anchor::of(&LLAMA_2_70B),
    Anchor::of(&LLAMA_3_1_70B),
    Anchor::of(&GPT_3_175B),
    Anchor::of(&LLAMA_3_1_405B),
    Anchor::of(&MEGATRON_1T),
];

/// The shape at `parameters` on the log-log line through two anchors.
fn interpolate(left: &Anchor, right: &Anchor, parameters: f64) -> Shape {
    let along = (parameters / left.parameters).log2() / (right.parameters / left.parameters).log2();
    // Rounding must not carry a value past the next anchor: that would break monotonicity.
    let line = |from: f64, to: f64| (from * (to / from).powf(along)).min(to);
    Shape {
        layers: line(left.shape.layers, right.shape.layers),
        hidden: line(left.shape.hidden, right.shape.hidden),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_size(billions: f64, valid: bool) {
        assert_eq!(
            ModelSize::new(billions).map(ModelSize::get),
            valid.then_some(billions)
        );
    }

    #[test]
    fn sizes_outside_the_range_are_refused() {
        for (billions, valid) in [
            (1.0, true),
            (70.553_706_496, true),
            (1000.0, true),
            (0.999, false),
            (1000.1, false),
            (-1.0, false),
            (f64::INFINITY, false),
        ] {
            check_size(billions, valid);
        }
        assert_eq!(ModelSize::new(f64::NAN), None);
    }

    #[test]
    fn contexts_outside_the_range_are_refused() {
        for (tokens, valid) in [
            (2047, false),
            (2048, true),
            (131_072, true),
            (131_073, false),
        ] {
            assert_eq!(ContextLength::new(tokens).is_some(), valid, "{tokens}");
        }
    }

    #[test]
    fn the_chain_never_falls() {
        for pair in CHAIN.windows(2) {
            let [left, right] = [&pair[0], &pair[1]];
            assert!(left.parameters < right.parameters);
            assert!(left.shape.layers <= right.shape.layers);
            assert!(left.shape.hidden <= right.shape.hidden);
        }
    }

    #[test]
    fn shapes_pass_exactly_through_the_chain() {
        for (i, anchor) in CHAIN.iter().enumerate() {
            let right = (i + 1).min(CHAIN.len() - 1);
            let at_anchor = interpolate(&CHAIN[right - 1], &CHAIN[right], anchor.parameters);
            assert_eq!(at_anchor, anchor.shape);
            if let Some(size) = ModelSize::new(anchor.parameters / 1e9) {
                assert_eq!(Shape::of(size), anchor.shape);
            }
        }
    }

    /// Depth and width at a size, to the nearest whole number.
    #[track_caller]
    fn check_shape(billions: f64, layers: f64, hidden: f64) {
        let shape = Shape::of(ModelSize::new(billions).unwrap());
        assert!((shape.layers - layers).abs() < 0.5, "{shape:?}");
        assert!((shape.hidden - hidden).abs() < 0.5, "{shape:?}");
    }

    #[test]
    fn shapes_between_and_beyond_the_chain() {
        check_shape(1.0, 20.0, 1880.0);
        check_shape(7.5, 32.0, 4096.0);
        check_shape(70.0, 80.0, 8192.0);
        check_shape(1000.0, 128.0, 25_500.0);
    }

    /// FLOPs of one token in units of 1e12, causal and full.
    #[track_caller]
    fn check_flops(model: &NamedModel, context: f64, causal: f64, full: f64) {
        for (convention, expected) in [
            (FlopConvention::Causal, causal),
            (FlopConvention::Full, full),
        ] {
            let parameters = model.parameters as f64;
            let flops = flops_per_token(parameters, model.shape(), context, convention);
            assert!((flops / 1e12 - expected).abs() < 5e-4, "{flops} {expected}");
        }
    }

    #[test]
    fn flops_per_token_under_both_conventions() {
        // models.md A10: at 131072 tokens on 405B the full square is 3.25e12 against 6N = 2.44e12.
        check_flops(&LLAMA_3_1_405B, 0.0, 2.4351, 2.4351);
        check_flops(&LLAMA_3_1_405B, 8192.0, 2.5366, 2.6381);
        check_flops(&LLAMA_3_1_405B, 131_072.0, 4.0586, 5.6822);
    }
}
