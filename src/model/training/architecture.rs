//! The model that is trained, with all that its FLOPs, messages and memory depend on.

use super::inputs::SequenceLength;
use crate::model::transformer::{
    FlopConvention, ModelSize, NamedModel, Shape, flops_per_token, named_exactly,
};

/// Width of all key heads of a model without a published shape, as far as it is that wide: eight
/// heads of 128, as in Llama 2 70B and every Llama 3.
const GROUPED_KEY_WIDTH: f64 = 1024.0;

/// Vocabulary of a model without a published shape: that of Llama 3.
const USUAL_VOCABULARY: f64 = 128_256.0;

/// A dense transformer.
///
/// Private numbers: all are positive and finite, which [`Self::new`] sees to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Architecture {
    parameters: f64,
    matmul_parameters: f64,
    shape: Shape,
    key_width: f64,
    vocabulary: f64,
}

impl Architecture {
    /// A model of any shape: `[parameters, layers, width, key_width, vocabulary]`, where
    /// `parameters` (at most 1e14) includes the output layer but not an input embedding that is only
    /// looked up. `None` unless every number is at least 1, at most 1e14, and keys are no wider than
    /// the model.
    pub fn new(numbers: [f64; 5]) -> Option<Self> {
        let [parameters, layers, hidden, key_width, vocabulary] = numbers;
        let in_range = numbers.iter().all(|n| (1.0..=1e14).contains(n));
        (in_range && key_width <= hidden).then(|| Self {
            parameters,
            matmul_parameters: parameters,
            shape: Shape::real(layers, hidden),
            key_width,
            vocabulary,
        })
    }

    /// The same with an input embedding of its own, V h more parameters that are only looked up.
    #[must_use]
    pub fn with_input_embedding(self) -> Self {
        Self {
            parameters: self.parameters + self.vocabulary * self.shape.hidden(),
            ..self
        }
    }

    /// A published model.
    pub fn named(model: &NamedModel) -> Self {
        let head_width = f64::from(model.hidden) / f64::from(model.heads);
        Self {
            parameters: model.parameters as f64,
            matmul_parameters: model.matmul_parameters() as f64,
            shape: model.shape(),
            key_width: head_width * f64::from(model.kv_heads),
            vocabulary: f64::from(model.vocab),
        }
    }

    /// The model of a size: the published one if the size is exactly that of one, otherwise a
    /// typical shape with grouped keys, Llama 3's vocabulary and all parameters multiplying.
    pub fn of(size: ModelSize) -> Self {
        named_exactly(size).map_or_else(
            || {
                let shape = Shape::of(size);
                Self {
                    parameters: size.parameters(),
                    matmul_parameters: size.parameters(),
                    shape,
                    key_width: shape.hidden().min(GROUPED_KEY_WIDTH),
                    vocabulary: USUAL_VOCABULARY,
                }
            },
            Self::named,
        )
    }

    /// All parameters.
    pub const fn parameters(&self) -> f64 {
        self.parameters
    }

    /// Parameters that multiply every token.
    pub const fn matmul_parameters(&self) -> f64 {
        self.matmul_parameters
    }

    /// Depth and width.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Width of all key heads together; the values are as wide.
    pub const fn key_width(&self) -> f64 {
        self.key_width
    }

    /// Entries of the vocabulary, padded.
    pub const fn vocabulary(&self) -> f64 {
        self.vocabulary
    }

    /// Parameters of the output layer V h, but never more than half of all.
    pub fn head_parameters(&self) -> f64 {
        (self.vocabulary * self.shape.hidden()).min(0.5 * self.matmul_parameters)
    }

    /// Parameters of one layer that multiply tokens, on average.
    pub fn layer_parameters(&self) -> f64 {
        (self.matmul_parameters - self.head_parameters()) / self.shape.layers()
    }

    /// Model FLOPs of one token, forward and backward.
    pub fn flops_per_token(&self, sequence: SequenceLength, convention: FlopConvention) -> f64 {
        flops_per_token(
            self.matmul_parameters,
            self.shape,
            sequence.real(),
            convention,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::transformer::NAMED_MODELS;

    #[test]
    fn a_published_size_has_its_published_shape() {
        let llama = NAMED_MODELS
            .iter()
            .find(|m| m.name == "Llama-3.1-405B")
            .unwrap();
        let model = Architecture::of(llama.size().unwrap());
        assert_eq!(model, Architecture::named(llama));
        assert_eq!(model.key_width(), 1024.0);
        assert_eq!(model.shape().layers(), 126.0);
        assert!(model.parameters() - model.matmul_parameters() > 2.1e9);
    }

    #[test]
    fn numbers_that_are_no_model_are_refused() {
        let good = [1e9, 24.0, 2048.0, 2048.0, 50_000.0];
        assert!(Architecture::new(good).is_some());
        for (place, bad) in [
            (0, 0.0),
            (1, f64::NAN),
            (2, f64::INFINITY),
            (3, 4096.0),
            (4, -1.0),
        ] {
            let mut numbers = good;
            numbers[place] = bad;
            assert_eq!(Architecture::new(numbers), None, "{numbers:?}");
        }
    }

    #[test]
    fn layers_and_head_make_up_the_model() {
        for size in [1.0, 7.3, 70.0, 1000.0] {
            let model = Architecture::of(ModelSize::new(size).unwrap());
            let sum = model.layer_parameters() * model.shape().layers() + model.head_parameters();
            assert!((sum / model.matmul_parameters() - 1.0).abs() < 1e-12);
            assert!(model.layer_parameters() > 0.0);
        }
    }
}
