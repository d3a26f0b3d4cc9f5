//! The roofline: what a GPU can do at most with so much arithmetic per byte moved.
//!
//! Williams, Waterman and Patterson 2009 (CACM 52(4)): attainable = min(peak, intensity × bandwidth).

use super::Stage;
use crate::model::hardware::Gpu;

/// The two limits of a GPU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roof {
    /// Peak of dense BF16 matrix products, FLOP/s, above 0.
    pub peak: f64,
    /// Bandwidth of the memory, bytes/s, above 0.
    pub bandwidth: f64,
}

impl Roof {
    /// The roof of this GPU.
    pub fn of(gpu: &Gpu) -> Self {
        Self {
            peak: gpu.peak_flops(),
            bandwidth: gpu.memory_gbs * 1e9,
        }
    }

    /// The most FLOP/s at an intensity in FLOP/byte, in 0..=peak; 0 for a negative one and NaN.
    pub fn attainable(&self, intensity: f64) -> f64 {
        (intensity.max(0.0) * self.bandwidth).min(self.peak)
    }

    /// The intensity from which the peak is attainable, FLOP/byte.
    pub fn ridge(&self) -> f64 {
        self.peak / self.bandwidth
    }
}

/// What limits a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Arithmetic: it lies right of the ridge.
    Compute,
    /// Memory: it lies left of the ridge.
    Memory,
    /// Neither explains its time: launching, waiting, kernels too small for the GPU.
    Latency,
}

/// A stage below the roof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// FLOP/byte, above 0.
    pub intensity: f64,
    /// FLOP/s it reaches, above 0.
    pub attained: f64,
    /// FLOP/s it could reach, above 0.
    pub attainable: f64,
    /// What limits it.
    pub bound: Bound,
}

impl Placed {
    /// A stage that reaches less than this share of its roof is limited by neither arithmetic nor
    /// memory. Our own threshold: good kernels reach half of the roof and more.
    pub const LATENCY_BELOW: f64 = 0.1;

    /// Share of the roof that is reached; above 1 where FLOPs, bytes or time cannot be right.
    pub fn share(&self) -> f64 {
        self.attained / self.attainable
    }
}

impl Stage {
    /// Its place below the roof; `None` while FLOPs or bytes are not known.
    pub fn place(&self, roof: &Roof) -> Option<Placed> {
        let (flops, bytes) = (self.flops?.get() * 1e9, self.bytes?.get() * 1e6);
        let intensity = flops / bytes;
        let attained = flops / (self.time.get() * 1e-3);
        let attainable = roof.attainable(intensity);
        let bound = if attained < Placed::LATENCY_BELOW * attainable {
            Bound::Latency
        } else if intensity < roof.ridge() {
            Bound::Memory
        } else {
            Bound::Compute
        };
        Some(Placed {
            intensity,
            attained,
            attainable,
            bound,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Gigaflops, Kind, Known, Megabytes, Name, StageTime};
    use super::*;
    use crate::model::hardware::{GPUS, H100};

    #[test]
    fn ridges_are_where_the_data_sheets_put_them() {
        let ridges = GPUS.map(|gpu| Roof::of(gpu).ridge().round());
        assert_eq!(ridges, [156.0, 295.0, 206.0, 281.0]);
    }

    #[test]
    fn the_roof_rises_to_the_peak_and_stays() {
        for gpu in GPUS {
            let roof = Roof::of(gpu);
            assert_eq!(roof.attainable(1.0), roof.bandwidth);
            assert_eq!(roof.attainable(1e6), roof.peak);
            assert!((roof.attainable(roof.ridge()) / roof.peak - 1.0).abs() < 1e-12);
            for nothing in [0.0, -1.0, f64::NAN] {
                assert_eq!(roof.attainable(nothing), 0.0);
            }
        }
    }

    #[track_caller]
    fn check(gigaflops: f64, megabytes: f64, milliseconds: f64, bound: Bound, share: f64) {
        let time = StageTime::new(milliseconds).unwrap();
        let mut stage = Stage::new(Name::Known(Known::Kernels), time, Kind::Other);
        assert_eq!(stage.place(&Roof::of(&H100)), None);
        stage.flops = Gigaflops::new(gigaflops);
        stage.bytes = Megabytes::new(megabytes);
        let placed = stage.place(&Roof::of(&H100)).unwrap();
        assert_eq!(placed.bound, bound);
        assert!((placed.share() - share).abs() < 1e-3, "{}", placed.share());
    }

    #[test]
    fn a_stage_is_bound_by_what_its_time_shows() {
        // 989 GFLOP are a millisecond of an H100's peak; 3350 MB are a millisecond of its memory.
        check(989.0, 100.0, 2.0, Bound::Compute, 0.5);
        check(10.0, 3350.0, 1.25, Bound::Memory, 0.8);
        check(10.0, 3350.0, 11.0, Bound::Latency, 0.0909);
        check(989.0, 100.0, 0.5, Bound::Compute, 2.0);
    }
}
