//! The tables themselves, row by row.

use super::{Counting, Run, Source, SourceId};
use crate::model::hardware::{A100, H100};
use crate::model::quantity::Count;
use crate::model::transformer::{LLAMA_3_1_405B, gpt_parameters};

/// Publications the runs are from.
pub static SOURCES: [Source; 3] = [
    Source {
        id: SourceId::MegatronSc21,
        title: "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM",
        year: 2021,
        table: "Table 1",
        url: "https://arxiv.org/abs/2104.04473",
    },
    Source {
        id: SourceId::MegatronH100,
        title: "Megatron-LM & Megatron-Core",
        year: 2024,
        table: "README, images/model_table.png (r0.8.0)",
        url: "https://github.com/NVIDIA/Megatron-LM/blob/main/images/model_table.png",
    },
    Source {
        id: SourceId::Llama3,
        title: "The Llama 3 Herd of Models",
        year: 2024,
        table: "Table 4",
        url: "https://arxiv.org/abs/2407.21783",
    },
];

/// Every published run, by source, in the order printed.
///
/// SC21 Table 1: A100, sequence 2048, vocabulary 51 200. Megatron-Core: H100, sequence 4096,
/// vocabulary 131 072. Llama 3 Table 4: 405B on H100; global batch = DP × batch per DP.
pub static RUNS: [Run; 22] = [
    sc21("1.7B", 1.7, [24, 2304, 1, 32, 512], [137.0, 44.0]),
    sc21("3.6B", 3.6, [30, 3072, 1, 64, 512], [138.0, 44.0]),
    sc21("7.5B", 7.5, [36, 4096, 1, 128, 512], [142.0, 46.0]),
    sc21("18.4B", 18.4, [40, 6144, 1, 256, 1024], [135.0, 43.0]),
    sc21("39.1B", 39.1, [48, 8192, 2, 512, 1536], [138.0, 44.0]),
    sc21("76.1B", 76.1, [60, 10_240, 4, 1024, 1792], [140.0, 45.0]),
    sc21("145.6B", 145.6, [80, 12_288, 8, 1536, 2304], [148.0, 47.0]),
    sc21("310.1B", 310.1, [96, 16_384, 16, 1920, 2160], [155.0, 50.0]),
    sc21(
        "529.6B",
        529.6,
        [105, 20_480, 35, 2520, 2520],
        [163.0, 52.0],
    ),
    sc21(
        "1008.0B",
        1008.0,
        [128, 25_600, 64, 3072, 3072],
        [163.0, 52.0],
    ),
    h100("1.7B", 1.7, [24, 2048, 1, 48, 192], [408.8, 41.0]),
    h100("7.1B", 7.1, [30, 4096, 1, 96, 192], [465.9, 47.0]),
    h100("16B", 16.0, [32, 6144, 1, 192, 192], [489.1, 49.0]),
    h100("32B", 32.0, [48, 7168, 1, 384, 192], [459.6, 46.0]),
    h100("70B", 70.0, [84, 8192, 2, 768, 384], [419.7, 42.0]),
    h100("119B", 119.0, [92, 10_240, 4, 1536, 768], [420.5, 43.0]),
    h100("177B", 177.0, [96, 12_288, 6, 2304, 1152], [432.8, 44.0]),
    h100("314B", 314.0, [96, 16_384, 8, 3072, 1536], [474.4, 48.0]),
    h100("462B", 462.0, [112, 18_432, 16, 6144, 3072], [459.9, 47.0]),
    llama3([16, 8192, 2048, 8192], [430.0, 43.0]),
    llama3([16, 16_384, 2048, 8192], [400.0, 41.0]),
    llama3([16, 16_384, 128, 131_072], [380.0, 38.0]),
];

/// One row of SC21 Table 1: `sizes` is `[layers, hidden, pipeline, gpus, global_batch]` and
/// `reported` is `[TFLOP/s per GPU, per cent of peak]`.
const fn sc21(
    label: &'static str,
    parameters_billion: f64,
    sizes: [u32; 5],
    reported: [f64; 2],
) -> Run {
    let [layers, hidden, pipeline, gpus, global_batch] = sizes;
    let (sequence, vocab) = (2048, 51_200);
    Run {
        source: SourceId::MegatronSc21,
        label,
        parameters_billion,
        matmul_parameters: gpt_parameters([layers, hidden], vocab, sequence as u64),
        layers,
        hidden,
        gpu: &A100,
        gpus: Count::saturating(gpus),
        pipeline,
        global_batch,
        sequence,
        vocab,
        reported_tflops_per_gpu: reported[0],
        reported_percent: reported[1],
        counting: Counting::WithRecompute,
    }
}

/// One row of the Megatron-Core table; arguments as for [`sc21`].
const fn h100(
    label: &'static str,
    parameters_billion: f64,
    sizes: [u32; 5],
    reported: [f64; 2],
) -> Run {
    let [layers, hidden, ..] = sizes;
    let (sequence, vocab) = (4096, 131_072);
    Run {
        source: SourceId::MegatronH100,
        matmul_parameters: gpt_parameters([layers, hidden], vocab, sequence as u64),
        gpu: &H100,
        sequence,
        vocab,
        counting: Counting::FullSquare,
        ..sc21(label, parameters_billion, sizes, reported)
    }
}

/// One row of Llama 3 Table 4: `sizes` is `[pipeline, gpus, global_batch, sequence]`.
const fn llama3(sizes: [u32; 4], reported: [f64; 2]) -> Run {
    let [pipeline, gpus, global_batch, sequence] = sizes;
    let model = LLAMA_3_1_405B;
    Run {
        source: SourceId::Llama3,
        label: "405B",
        parameters_billion: 405.0,
        matmul_parameters: model.matmul_parameters(),
        layers: model.layers,
        hidden: model.hidden,
        gpu: &H100,
        gpus: Count::saturating(gpus),
        pipeline,
        global_batch,
        sequence,
        vocab: model.vocab,
        reported_tflops_per_gpu: reported[0],
        reported_percent: reported[1],
        counting: Counting::AssumedCausal,
    }
}
