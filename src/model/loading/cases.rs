//! Pipelines worth a name, and public traces to see how far the model is off.
//!
//! The traces are of ResNet-50 on a V100, six steps with `num_workers` 0 and six with 4: pytorch/kineto at be239c04,
//! `tb_plugin/samples` (BSD). `tests/reference/kineto_dataloader_sample.csv` has the numbers.

use super::{GpuFactor, GpuTime, HostTime, Loading, Workers};

/// The article's case without a worker, with one and with ten; ten workers when 2 of its 10 ms are
/// the copy; and the public trace.
pub static CASES: [Loading; 5] = [
    Loading::DEFAULT,
    workers(1, Loading::DEFAULT),
    workers(10, Loading::DEFAULT),
    workers(
        10,
        Loading {
            load: HostTime::new(8.0).expect("a time"),
            copy: HostTime::new(2.0).expect("a time"),
            ..Loading::DEFAULT
        },
    ),
    RESNET50,
];

/// A pipeline with another number of workers, one of 0 to 64.
const fn workers(workers: u32, loading: Loading) -> Loading {
    Loading {
        workers: Workers::new(workers).expect("a number"),
        ..loading
    }
}

/// A run with its measured step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trace {
    /// What the model takes the run for.
    pub loading: Loading,
    /// Median step measured, milliseconds.
    pub measured_ms: f64,
}

/// The run without workers, as the model sees it: of a mean step of 174.9 ms, 59.3 ms are loading
/// that nothing hid and 1.9 ms copies; all else (kernels, launches, Python) is counted as the GPU's.
pub const RESNET50: Loading = Loading {
    gpu: GpuTime::new(113.7).expect("a time"),
    load: HostTime::new(59.3).expect("a time"),
    copy: HostTime::new(1.9).expect("a time"),
    ..Loading::DEFAULT
};

/// Both runs; the second is the first with four workers, which is all the model knows of it.
pub static TRACES: [Trace; 2] = [
    Trace {
        loading: RESNET50,
        measured_ms: 176.3,
    },
    Trace {
        loading: workers(4, RESNET50),
        measured_ms: 126.5,
    },
];

impl Trace {
    /// What the model says, milliseconds.
    pub fn model_ms(&self) -> f64 {
        self.loading.step_ms(GpuFactor::MIN)
    }

    /// How far the model is above the measured step, as a share of it; negative below.
    pub fn error(&self) -> f64 {
        self.model_ms() / self.measured_ms - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_gives_direction_and_size_of_the_gain_but_not_the_exact_step() {
        let percent = TRACES.map(|trace| (trace.error() * 1000.0).round() / 10.0);
        assert_eq!(percent, [-0.8, -8.6]);
    }
}
