//! Feeding a GPU: loader processes, the copy to the device, and the GPU that waits for both.
//!
//! One batch takes `t_load` in a loader (read, decode, augment), `t_copy` from host to device, and
//! `t_gpu / f` of computing on a GPU made f times as fast. All times are the same for every batch.
//! What runs beside what depends on the loaders and on the copy:
//!
//! | mode | steady step T | what runs at the same time |
//! |---|---|---|
//! | no worker | t_load + t_copy + t_gpu/f | nothing: the training process loads a batch, copies it, and waits for the GPU before it loads the next |
//! | w workers, plain copy | max(t_load/w, t_copy + t_gpu/f) | loading beside the rest; the copy is on the GPU's critical path |
//! | w workers, overlapped copy | max(t_load/w, t_copy, t_gpu/f) | loading, copying and computing, each on another batch |
//!
//! Workers are as PyTorch's `DataLoader` has them: batch i belongs to worker i mod w; each worker is
//! asked for `prefetch` batches at the start and for one more whenever the training process takes
//! a batch of its; batches are taken in order. An overlapped copy is one from pinned memory into the
//! other of two device buffers, free again when the GPU has done the batch before last.
//!
//! [`Loading::schedule`] follows these rules batch by batch, [`Loading::step_ms`] is what its steps
//! take on average in the long run; a property test holds the two together. The prefetch depth is
//! not in the formulas: with even times it only changes how far loaders run ahead.
//!
//! Speeding up the GPU alone is Amdahl's case with f for N. Without workers it is his very law, with
//! P the GPU's share of a step: S(f) = 1/((1 − P) + P/f). With workers the GPU's time and the
//! loader's do not add up, the larger counts, and the ceiling is met instead of approached.
//!
//! Left out: uneven times, and loading, copying and computing that slow each other down.

mod cases;
mod schedule;
mod settings;

pub use cases::{CASES, RESNET50, TRACES, Trace};
pub use schedule::{Interval, Schedule, gaps};
pub use settings::{GpuFactor, GpuTime, Horizon, HostTime, PrefetchDepth, Workers};

use super::law::Limit;

/// An input pipeline in front of a GPU: everything the reader can change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loading {
    /// Computing of one step on today's GPU, milliseconds.
    pub gpu: GpuTime,
    /// Loading of one batch in one process, milliseconds.
    pub load: HostTime,
    /// Copying of one batch from host to device, milliseconds.
    pub copy: HostTime,
    /// Loader processes.
    pub workers: Workers,
    /// Batches asked of each loader ahead of their use.
    pub prefetch: PrefetchDepth,
    /// Whether a copy runs beside the computing of an earlier batch; without workers none can.
    pub overlapped: bool,
    /// How many times as fast the GPU is made.
    pub faster: GpuFactor,
    /// How far the schedule is followed, milliseconds.
    pub horizon: Horizon,
}

impl Default for Loading {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Loading {
    /// The article's case: 1 ms on the GPU behind 10 ms of loading, the copy among them, one after
    /// the other. PyTorch asks two batches of each worker.
    pub const DEFAULT: Self = Self {
        gpu: GpuTime::new(1.0).expect("a time"),
        load: HostTime::new(10.0).expect("a time"),
        copy: HostTime::MIN,
        workers: Workers::MIN,
        prefetch: PrefetchDepth::new(2).expect("a depth"),
        overlapped: false,
        faster: GpuFactor::MIN,
        horizon: Horizon::MIN,
    };

    /// Computing of one step on a GPU `faster` times as fast, milliseconds, above 0.
    pub fn gpu_ms(&self, faster: GpuFactor) -> f64 {
        self.gpu.get() / faster.get()
    }

    /// T, what a step takes on average in the long run, milliseconds, above 0.
    pub fn step_ms(&self, faster: GpuFactor) -> f64 {
        self.step_around(self.gpu_ms(faster))
    }

    /// What a step takes on a GPU that needs no time at all, milliseconds: the floor of every T.
    pub fn floor_ms(&self) -> f64 {
        self.step_around(0.0)
    }

    fn step_around(&self, gpu_ms: f64) -> f64 {
        match self.workers.get() {
            0 => self.load.get() + self.copy.get() + gpu_ms,
            workers => self
                .rest_ms(gpu_ms)
                .max(self.load.get() / f64::from(workers)),
        }
    }

    /// What a step takes when batches are always ready, milliseconds.
    fn rest_ms(&self, gpu_ms: f64) -> f64 {
        if self.overlapped {
            gpu_ms.max(self.copy.get())
        } else {
            gpu_ms + self.copy.get()
        }
    }

    /// Share of the time in which the GPU computes, in (0, 1].
    pub fn utilization(&self, faster: GpuFactor) -> f64 {
        self.gpu_ms(faster) / self.step_ms(faster)
    }

    /// S(f) = T(1) / T(f), the speedup of the whole, from 1 to f.
    pub fn speedup(&self, faster: GpuFactor) -> f64 {
        self.step_ms(GpuFactor::MIN) / self.step_ms(faster)
    }

    /// What S(f) tends to for f → ∞; unbounded when nothing but the GPU takes time.
    pub fn limit(&self) -> Limit {
        Limit::reciprocal_of(self.floor_ms() / self.step_ms(GpuFactor::MIN))
    }

    /// The number of loaders, 1 or more, above which more of them make no step shorter.
    pub fn enough_workers(&self, faster: GpuFactor) -> f64 {
        /// So that ten times 0.1 ms are ten workers and not eleven.
        const ROUNDING: f64 = 1e-12;
        let workers = self.load.get() / self.rest_ms(self.gpu_ms(faster));
        (workers * (1.0 - ROUNDING)).ceil().max(1.0)
    }

    /// Share of the time in which the GPU computes with loaders enough, in (0, 1].
    pub fn best_utilization(&self, faster: GpuFactor) -> f64 {
        let gpu = self.gpu_ms(faster);
        gpu / self.rest_ms(gpu)
    }

    /// The least number of loaders with which the GPU never waits in the long run; `None` when it
    /// waits for copies however many there are.
    pub fn workers_needed(&self, faster: GpuFactor) -> Option<f64> {
        (self.best_utilization(faster) >= 1.0).then(|| self.enough_workers(faster))
    }

    /// How far the schedule is followed, milliseconds, above 0: what the reader asked for, within
    /// three times more or less of what the first steps take, lest there be nothing to see.
    pub fn horizon_ms(&self) -> f64 {
        const ROOM: f64 = 3.0;
        let (load, copy) = (self.load.get(), self.copy.get());
        // Four steps of today's GPU, so that a faster one is seen on the same axis, unless too many
        // of its own steps fit there; and with workers three rounds of loading behind the first batch.
        let steps = (4.0 * self.step_ms(GpuFactor::MIN)).min(16.0 * self.step_ms(self.faster));
        let own = match self.workers.get() {
            0 => steps,
            _ => load + copy + steps.max(3.0 * load),
        };
        match self.horizon.get() {
            0.0 => own,
            asked => asked.clamp(own / ROOM, own * ROOM),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(f: f64) -> GpuFactor {
        GpuFactor::new(f).unwrap()
    }

    fn pipeline(gpu: f64, load: f64, copy: f64, workers: u32, overlapped: bool) -> Loading {
        Loading {
            gpu: GpuTime::new(gpu).unwrap(),
            load: HostTime::new(load).unwrap(),
            copy: HostTime::new(copy).unwrap(),
            workers: Workers::new(workers).unwrap(),
            overlapped,
            ..Loading::default()
        }
    }

    /// Step today, GPU busy per mille, step with a GPU ten times as fast; in the article's numbers.
    #[track_caller]
    fn check(loading: Loading, step: f64, per_mille: f64, faster: f64) {
        let got = [
            loading.step_ms(factor(1.0)),
            (loading.utilization(factor(1.0)) * 1000.0).round(),
            loading.step_ms(factor(10.0)),
        ];
        assert_eq!(got, [step, per_mille, faster], "{loading:?}");
    }

    #[test]
    fn the_article_s_case() {
        check(Loading::default(), 11.0, 91.0, 10.1);
        check(pipeline(1.0, 10.0, 0.0, 1, false), 10.0, 100.0, 10.0);
        check(pipeline(1.0, 10.0, 0.0, 10, false), 1.0, 1000.0, 1.0);
    }

    #[test]
    fn a_copy_is_beside_the_gpu_or_in_its_way() {
        check(pipeline(1.0, 8.0, 2.0, 0, true), 11.0, 91.0, 10.1);
        check(pipeline(1.0, 8.0, 2.0, 8, false), 3.0, 333.0, 2.1);
        check(pipeline(1.0, 8.0, 2.0, 8, true), 2.0, 500.0, 2.0);
        check(pipeline(4.0, 8.0, 2.0, 8, true), 4.0, 1000.0, 2.0);
    }

    #[test]
    fn ten_workers_are_enough_unless_the_copy_is_in_the_way() {
        let needed = |loading: Loading, f| loading.workers_needed(factor(f));
        assert_eq!(needed(Loading::default(), 1.0), Some(10.0));
        assert_eq!(needed(Loading::default(), 10.0), Some(100.0));
        assert_eq!(needed(pipeline(0.1, 1.1, 0.0, 0, false), 1.0), Some(11.0));
        assert_eq!(needed(pipeline(1.0, 0.0, 0.0, 4, false), 1.0), Some(1.0));
        assert_eq!(needed(pipeline(1.0, 9.0, 1.0, 4, true), 1.0), Some(9.0));
        assert_eq!(needed(pipeline(1.0, 9.0, 1.0, 4, false), 1.0), None);
        assert_eq!(needed(pipeline(1.0, 8.0, 2.0, 4, true), 1.0), None);
        let own = pipeline(1.0, 8.0, 2.0, 4, true);
        assert_eq!(own.enough_workers(factor(1.0)), 4.0);
        assert_eq!(own.best_utilization(factor(1.0)), 0.5);
    }

    #[test]
    fn without_workers_it_is_amdahl_s_law() {
        use crate::model::amdahl;
        use crate::model::quantity::{ParallelFraction, Processors, SerialFraction};
        let loading = pipeline(3.0, 10.0, 2.0, 0, false);
        let share = ParallelFraction::new(loading.utilization(factor(1.0))).unwrap();
        for f in [1.0, 2.0, 10.0, 1000.0] {
            let n = Processors::new(f).unwrap();
            let law = amdahl::speedup_from_serial(SerialFraction::from(share), n);
            assert!((loading.speedup(factor(f)) / law - 1.0).abs() < 1e-12);
        }
        assert_eq!(loading.limit(), Limit::At(1.25));
    }

    #[test]
    fn a_ceiling_is_there_unless_the_gpu_is_alone() {
        assert_eq!(Loading::default().limit(), Limit::At(1.1));
        assert_eq!(pipeline(1.0, 10.0, 0.0, 1, false).limit(), Limit::At(1.0));
        assert_eq!(pipeline(1.0, 0.0, 0.0, 0, false).limit(), Limit::Unbounded);
        let buried = pipeline(10_000.0, 0.0, 1.0, 3, true);
        assert_eq!(buried.limit(), Limit::At(10_000.0));
    }

    #[test]
    fn the_horizon_shows_some_steps_whatever_was_asked() {
        let asked = |ms| Loading {
            horizon: Horizon::new(ms).unwrap(),
            ..Loading::default()
        };
        assert_eq!(Loading::default().horizon_ms(), 44.0);
        assert_eq!(asked(50.0).horizon_ms(), 50.0);
        assert_eq!(asked(1e6).horizon_ms(), 132.0);
        assert_eq!(asked(0.1).horizon_ms(), 44.0 / 3.0);
        let faster = |loading, f| Loading {
            faster: factor(f),
            ..loading
        };
        assert_eq!(faster(Loading::default(), 1000.0).horizon_ms(), 44.0);
        let alone = pipeline(16.0, 0.0, 0.0, 0, false);
        assert_eq!(faster(alone, 16.0).horizon_ms(), 16.0);
    }
}
