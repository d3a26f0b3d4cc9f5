//! Published models by name: shapes, exact parameter counts, and finding one near a size.

use std::f64::consts::LN_2;

use super::{ModelSize, Shape};

/// The feed-forward block, which decides how many matrices it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mlp {
    /// Gate, up and down projections, no biases, separate input and output embeddings (Llama).
    SwiGlu,
    /// Up and down projections of four times the width with biases, one shared embedding (GPT).
    Gelu,
}

/// A published model: its shape and its parameter count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedModel {
    /// The model's proper name, e.g. `Llama-3.1-70B`.
    pub name: &'static str,
    /// Transformer layers L.
    pub layers: u32,
    /// Width h.
    pub hidden: u32,
    /// Attention (query) heads q.
    pub heads: u32,
    /// Key and value heads; fewer than `heads` with grouped-query attention.
    pub kv_heads: u32,
    /// Width of the feed-forward block.
    pub ffn: u32,
    /// Vocabulary V, padded as trained.
    pub vocab: u32,
    /// Kind of feed-forward block.
    pub mlp: Mlp,
    /// Number of parameters: exact for Llama, rounded as printed for the GPT models.
    pub parameters: u64,
}

/// Positions learned by the GPT models: their training sequence length (SC21, arXiv 2104.04473).
const GPT_POSITIONS: u64 = 2048;

impl NamedModel {
    /// Sizes are `[layers, hidden, heads, kv_heads, ffn, vocab]`, the columns of the source table.
    const fn new(name: &'static str, mlp: Mlp, sizes: [u32; 6], parameters: u64) -> Self {
        let [layers, hidden, heads, kv_heads, ffn, vocab] = sizes;
        Self {
            name,
            layers,
            hidden,
            heads,
            kv_heads,
            ffn,
            vocab,
            mlp,
            parameters,
        }
    }

    /// Depth and width.
    pub const fn shape(&self) -> Shape {
        Shape::published(self.layers, self.hidden)
    }

    /// The size as a [`ModelSize`]; `None` for Megatron 1T, whose 1008 billion pass its range.
    pub fn size(&self) -> Option<ModelSize> {
        ModelSize::new(self.parameters as f64 / 1e9)
    }

    /// Parameters counted from the shape.
    ///
    /// Llama: `L (h d (q + 2 kv) + d q h + 3 h ffn + 2 h) + h + 2 V h` with head size d = h / q:
    /// query, key, value and output projections, three feed-forward matrices, norms, and separate
    /// input and output embeddings. GPT: `12 L h² + 13 L h + (V + s) h`, SC21 eq. 2 with s = 2048.
    pub fn counted_parameters(&self) -> u64 {
        let [l, h, q, kv, ffn, v] = [
            self.layers,
            self.hidden,
            self.heads,
            self.kv_heads,
            self.ffn,
            self.vocab,
        ]
        .map(u64::from);
        match self.mlp {
            Mlp::SwiGlu => {
                let head = h / q;
                l * (h * head * (q + 2 * kv) + head * q * h + 3 * h * ffn + 2 * h) + h + 2 * v * h
            }
            Mlp::Gelu => gpt_parameters([self.layers, self.hidden], self.vocab, GPT_POSITIONS),
        }
    }

    /// Parameters that multiply every token: all but an input embedding that is only looked up.
    ///
    /// A shared embedding (GPT) stays in, because the output layer multiplies by it.
    pub const fn matmul_parameters(&self) -> u64 {
        match self.mlp {
            Mlp::SwiGlu => self.parameters - self.vocab as u64 * self.hidden as u64,
            Mlp::Gelu => gpt_parameters([self.layers, self.hidden], self.vocab, GPT_POSITIONS),
        }
    }
}

/// Every published model here, Llama then GPT, each in order of size.
///
/// Llama shapes: pytorch/torchtitan `models/llama3` and the configurations in Lightning-AI/litgpt;
/// MT-NLG 530B and Megatron 1T: SC21 (arXiv 2104.04473) Table 1; GPT-3 175B: SC21 section 5.3.2
/// and Korthikanti et al. (arXiv 2205.05198) Table 3.
pub static NAMED_MODELS: [NamedModel; 9] = [
    LLAMA_2_7B,
    LLAMA_2_13B,
    LLAMA_2_70B,
    LLAMA_3_1_8B,
    LLAMA_3_1_70B,
    LLAMA_3_1_405B,
    GPT_3_175B,
    MT_NLG_530B,
    MEGATRON_1T,
];

pub(super) const LLAMA_2_7B: NamedModel = NamedModel::new(
    "Llama-2-7B",
    Mlp::SwiGlu,
    [32, 4096, 32, 32, 11_008, 32_000],
    6_738_415_616,
);
pub(in crate::model) const LLAMA_2_13B: NamedModel = NamedModel::new(
    "Llama-2-13B",
    Mlp::SwiGlu,
    [40, 5120, 40, 40, 13_824, 32_000],
    13_015_864_320,
);
pub(super) const LLAMA_2_70B: NamedModel = NamedModel::new(
    "Llama-2-70B",
    Mlp::SwiGlu,
    [80, 8192, 64, 8, 28_672, 32_000],
    68_976_648_192,
);
pub(super) const LLAMA_3_1_8B: NamedModel = NamedModel::new(
    "Llama-3.1-8B",
    Mlp::SwiGlu,
    [32, 4096, 32, 8, 14_336, 128_256],
    8_030_261_248,
);
pub(in crate::model) const LLAMA_3_1_70B: NamedModel = NamedModel::new(
    "Llama-3.1-70B",
    Mlp::SwiGlu,
    [80, 8192, 64, 8, 28_672, 128_256],
    70_553_706_496,
);
pub(in crate::model) const LLAMA_3_1_405B: NamedModel = NamedModel::new(
    "Llama-3.1-405B",
    Mlp::SwiGlu,
    [126, 16_384, 128, 8, 53_248, 128_256],
    405_853_388_800,
);
pub(in crate::model) const GPT_3_175B: NamedModel = NamedModel::new(
    "GPT-3 175B",
    Mlp::Gelu,
    [96, 12_288, 96, 96, 49_152, 51_200],
    174_600_000_000,
);
const MT_NLG_530B: NamedModel = NamedModel::new(
    "MT-NLG 530B",
    Mlp::Gelu,
    [105, 20_480, 128, 128, 81_920, 51_200],
    529_600_000_000,
);
pub(super) const MEGATRON_1T: NamedModel = NamedModel::new(
    "Megatron 1T",
    Mlp::Gelu,
    [128, 25_600, 160, 160, 102_400, 51_200],
    1_008_000_000_000,
);

/// Parameters of a GPT model, SC21 (arXiv 2104.04473) eq. 2: `12 L h² (1 + 13/(12 h) + (V + s)/(12 L h))`.
///
/// Multiplied out, `12 L h² + 13 L h + (V + s) h`; the embedding V h is counted once (shared).
pub(in crate::model) const fn gpt_parameters(
    [layers, hidden]: [u32; 2],
    vocab: u32,
    sequence: u64,
) -> u64 {
    let (l, h) = (layers as u64, hidden as u64);
    12 * l * h * h + 13 * l * h + (vocab as u64 + sequence) * h
}

/// The named model closest to `size` in the logarithm of the parameter count, if within `tolerance`.
///
/// `tolerance` is a natural-log distance (0.02 is about 2 %); nothing is within a negative or NaN
/// tolerance. Only models whose size is a [`ModelSize`] are offered.
pub fn snap(size: ModelSize, tolerance: f64) -> Option<&'static NamedModel> {
    let distance =
        |model: &NamedModel| (model.parameters as f64 / size.parameters()).log2().abs() * LN_2;
    NAMED_MODELS
        .iter()
        .filter(|model| model.size().is_some() && distance(model) <= tolerance)
        .min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// The named model with exactly this many parameters, compared as whole numbers.
pub fn named_exactly(size: ModelSize) -> Option<&'static NamedModel> {
    let parameters = size.parameters().round();
    NAMED_MODELS
        .iter()
        .find(|model| (model.parameters as f64 - parameters).abs() < 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_exact(name: &str, parameters: u64) {
        let model = NAMED_MODELS
            .iter()
            .find(|model| model.name == name)
            .unwrap();
        assert_eq!(
            [model.parameters, model.counted_parameters()],
            [parameters; 2],
            "{name}"
        );
    }

    #[test]
    fn llama_parameters_are_exact() {
        check_exact("Llama-2-7B", 6_738_415_616);
        check_exact("Llama-2-13B", 13_015_864_320);
        check_exact("Llama-2-70B", 68_976_648_192);
        check_exact("Llama-3.1-8B", 8_030_261_248);
        check_exact("Llama-3.1-70B", 70_553_706_496);
        check_exact("Llama-3.1-405B", 405_853_388_800);
    }

    #[test]
    fn gpt_parameters_print_as_published() {
        for model in NAMED_MODELS.iter().filter(|model| model.mlp == Mlp::Gelu) {
            let error = model.counted_parameters().abs_diff(model.parameters);
            assert!(error <= 50_000_000, "{}", model.name);
            assert_eq!(model.ffn, 4 * model.hidden);
        }
    }

    #[test]
    fn heads_divide_the_width() {
        for model in &NAMED_MODELS {
            assert_eq!(model.hidden % model.heads, 0, "{}", model.name);
        }
    }

    #[track_caller]
    fn check_snap(billions: f64, tolerance: f64, name: Option<&str>) {
        let size = ModelSize::new(billions).unwrap();
        assert_eq!(
            snap(size, tolerance).map(|model| model.name),
            name,
            "{billions}"
        );
    }

    #[test]
    fn snapping_takes_the_nearest_within_tolerance() {
        check_snap(70.0, 0.02, Some("Llama-3.1-70B"));
        check_snap(69.5, 0.02, Some("Llama-2-70B"));
        check_snap(70.0, 0.005, None);
        check_snap(7.0, 0.05, Some("Llama-2-7B"));
        check_snap(405.0, 0.01, Some("Llama-3.1-405B"));
        check_snap(100.0, 0.05, None);
        check_snap(70.0, f64::NAN, None);
        // Megatron 1T is 1008 billion, which the slider cannot hold.
        check_snap(1000.0, 0.05, None);
    }

    #[test]
    fn exact_names_need_the_exact_size() {
        for model in NAMED_MODELS.iter().filter(|model| model.size().is_some()) {
            assert_eq!(named_exactly(model.size().unwrap()), Some(model));
        }
        assert_eq!(named_exactly(ModelSize::DEFAULT), None);
    }
}
