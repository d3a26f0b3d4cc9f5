//! The numbers, to two digits. Written by `UPDATE=1 cargo test --package validate`, and held equal
//! to the computation by the same test.

use super::{Errors, SeriesEnd, Totals};

/// Every run.
pub static ALL: Totals = Totals {
    id: "all",
    rows: 296,
    fitted: Errors {
        median: 1.3,
        p90: 3.96,
        worst: 12.01,
    },
    left_out: Errors {
        median: 1.87,
        p90: 4.82,
        worst: 12.36,
    },
};

/// The runs of Megatron-LM and of what is built on it.
pub static MEGATRON: Totals = Totals {
    id: "megatron",
    rows: 77,
    fitted: Errors {
        median: 0.94,
        p90: 3.55,
        worst: 12.01,
    },
    left_out: Errors {
        median: 1.92,
        p90: 4.36,
        worst: 12.36,
    },
};

/// Each source, oldest first.
pub static SOURCES: [Totals; 9] = [
    Totals {
        id: "readme-2020",
        rows: 8,
        fitted: Errors {
            median: 0.86,
            p90: 1.32,
            worst: 1.32,
        },
        left_out: Errors {
            median: 1.43,
            p90: 2.45,
            worst: 2.45,
        },
    },
    Totals {
        id: "sc21",
        rows: 16,
        fitted: Errors {
            median: 1.75,
            p90: 3.55,
            worst: 3.56,
        },
        left_out: Errors {
            median: 1.58,
            p90: 3.3,
            worst: 3.39,
        },
    },
    Totals {
        id: "korthikanti",
        rows: 8,
        fitted: Errors {
            median: 0.93,
            p90: 2.42,
            worst: 2.42,
        },
        left_out: Errors {
            median: 1.95,
            p90: 4.65,
            worst: 4.65,
        },
    },
    Totals {
        id: "megascale",
        rows: 8,
        fitted: Errors {
            median: 0.97,
            p90: 1.66,
            worst: 1.66,
        },
        left_out: Errors {
            median: 2.02,
            p90: 3.57,
            worst: 3.57,
        },
    },
    Totals {
        id: "mlperf",
        rows: 3,
        fitted: Errors {
            median: 0.34,
            p90: 0.37,
            worst: 0.37,
        },
        left_out: Errors {
            median: 4.36,
            p90: 4.82,
            worst: 4.82,
        },
    },
    Totals {
        id: "foundry",
        rows: 216,
        fitted: Errors {
            median: 1.52,
            p90: 4.36,
            worst: 11.22,
        },
        left_out: Errors {
            median: 1.8,
            p90: 5.06,
            worst: 11.34,
        },
    },
    Totals {
        id: "megatron-h100",
        rows: 17,
        fitted: Errors {
            median: 0.8,
            p90: 7.58,
            worst: 12.01,
        },
        left_out: Errors {
            median: 2.87,
            p90: 7.2,
            worst: 12.36,
        },
    },
    Totals {
        id: "llama3",
        rows: 3,
        fitted: Errors {
            median: 0.04,
            p90: 0.5,
            worst: 0.5,
        },
        left_out: Errors {
            median: 2.32,
            p90: 6.89,
            worst: 6.89,
        },
    },
    Totals {
        id: "bridge",
        rows: 17,
        fitted: Errors {
            median: 1.55,
            p90: 3.73,
            worst: 4.11,
        },
        left_out: Errors {
            median: 1.42,
            p90: 4.45,
            worst: 4.49,
        },
    },
];

/// Every published series with more than one run.
pub static SERIES: [SeriesEnd; 10] = [
    SeriesEnd {
        name: "README 2020 1B",
        strong: false,
        gpus: [1, 128],
        published: 0.933,
        modeled: 0.981,
    },
    SeriesEnd {
        name: "README 2020 2B",
        strong: false,
        gpus: [2, 256],
        published: 0.932,
        modeled: 0.965,
    },
    SeriesEnd {
        name: "README 2020 4B",
        strong: false,
        gpus: [4, 512],
        published: 0.936,
        modeled: 0.941,
    },
    SeriesEnd {
        name: "README 2020 8B",
        strong: false,
        gpus: [8, 1024],
        published: 0.973,
        modeled: 0.902,
    },
    SeriesEnd {
        name: "SC21 174.6B",
        strong: true,
        gpus: [384, 1536],
        published: 0.922,
        modeled: 0.909,
    },
    SeriesEnd {
        name: "SC21 529.6B",
        strong: true,
        gpus: [560, 2240],
        published: 0.93,
        modeled: 0.913,
    },
    SeriesEnd {
        name: "MegaScale baseline, batch 768",
        strong: true,
        gpus: [256, 1024],
        published: 0.84,
        modeled: 0.878,
    },
    SeriesEnd {
        name: "MegaScale baseline, batch 6144",
        strong: true,
        gpus: [3072, 12_288],
        published: 0.847,
        modeled: 0.826,
    },
    SeriesEnd {
        name: "MLPerf 175B, batch 2048",
        strong: true,
        gpus: [512, 4096],
        published: 0.859,
        modeled: 0.861,
    },
    SeriesEnd {
        name: "Megatron-Core 177B",
        strong: true,
        gpus: [96, 4608],
        published: 0.896,
        modeled: 0.883,
    },
];
