//! The exact schedule of the first steps, batch by batch.

use super::Loading;

/// A stretch of work on one batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Which batch, from 0; for a gap, the batch that is waited for.
    pub batch: usize,
    /// Begin, milliseconds from the start.
    pub from_ms: f64,
    /// End, milliseconds from the start; never before the begin.
    pub to_ms: f64,
}

/// What each loader, the copy and the GPU do, each in order of time and without overlaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// One list per loader; without workers, one for the training process.
    pub loaders: Vec<Vec<Interval>>,
    /// Copies from host to device.
    pub copies: Vec<Interval>,
    /// Computing.
    pub gpu: Vec<Interval>,
}

impl Loading {
    /// Every batch whose loading begins before `end_ms`, to the end of its computing; at the most
    /// the first 8192 batches. On the GPU the reader asks for, [`Loading::faster`].
    pub fn schedule(&self, end_ms: f64) -> Schedule {
        const MOST: usize = 8192;
        let workers = self.workers.get() as usize;
        let ahead = workers * self.prefetch.get() as usize;
        let (load, copy) = (self.load.get(), self.copy.get());
        let gpu = self.gpu_ms(self.faster);
        let n_lanes = workers.max(1);
        let mut loaders = vec![Vec::new(); n_lanes];
        let mut loads: Vec<Interval> = Vec::new();
        let (mut copies, mut computing): (Vec<Interval>, Vec<Interval>) = Default::default();
        for batch in 0..MOST {
            // Before the first batch everything is free.
            let end = |lane: &[Interval], back| nth_back(lane, back).map_or(0.0, |i| i.to_ms);
            let begin = |lane: &[Interval], back| nth_back(lane, back).map_or(0.0, |i| i.from_ms);
            let from_ms = if workers == 0 {
                end(&computing, 1)
            } else {
                end(&loads, workers).max(begin(&copies, ahead))
            };
            if from_ms >= end_ms {
                break;
            }
            let interval = |from_ms, takes| Interval {
                batch,
                from_ms,
                to_ms: from_ms + takes,
            };
            let loading = interval(from_ms, load);
            let free = if self.overlapped {
                end(&copies, 1).max(end(&computing, 2))
            } else {
                end(&computing, 1)
            };
            let copying = interval(loading.to_ms.max(free), copy);
            computing.push(interval(copying.to_ms.max(end(&computing, 1)), gpu));
            copies.push(copying);
            loads.push(loading);
            loaders[batch % n_lanes].push(loading);
        }
        Schedule {
            loaders,
            copies,
            gpu: computing,
        }
    }
}

/// The last but `back` − 1; `None` before the first.
fn nth_back(lane: &[Interval], back: usize) -> Option<&Interval> {
    lane.get(lane.len().checked_sub(back)?)
}

/// When a lane does nothing between 0 and `end_ms`, without slivers from rounding; work that takes
/// no time ends no gap.
pub fn gaps(lane: &[Interval], end_ms: f64) -> Vec<Interval> {
    let work: Vec<&Interval> = lane.iter().filter(|i| i.from_ms < i.to_ms).collect();
    let ends = work.iter().map(|i| i.to_ms);
    let starts = work.iter().map(|i| i.from_ms);
    std::iter::once(0.0)
        .chain(ends)
        .zip(starts.chain([end_ms]))
        .enumerate()
        .map(|(k, (from_ms, to_ms))| Interval {
            batch: work.get(k).map_or(lane.len(), |next| next.batch),
            from_ms,
            to_ms: to_ms.min(end_ms),
        })
        .filter(|gap| gap.to_ms - gap.from_ms > end_ms * 1e-9)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::loading::{GpuTime, HostTime, PrefetchDepth, Workers};

    fn pipeline(times: [f64; 3], workers: u32, prefetch: u32, overlapped: bool) -> Loading {
        let [load, copy, gpu] = times;
        Loading {
            gpu: GpuTime::new(gpu).unwrap(),
            load: HostTime::new(load).unwrap(),
            copy: HostTime::new(copy).unwrap(),
            workers: Workers::new(workers).unwrap(),
            prefetch: PrefetchDepth::new(prefetch).unwrap(),
            overlapped,
            ..Loading::default()
        }
    }

    fn times(lane: &[Interval]) -> Vec<(f64, f64)> {
        lane.iter().map(|i| (i.from_ms, i.to_ms)).collect()
    }

    #[test]
    fn without_workers_everything_waits_for_everything() {
        let schedule = Loading::default().schedule(33.0);
        assert_eq!(
            times(&schedule.loaders[0]),
            [(0.0, 10.0), (11.0, 21.0), (22.0, 32.0)]
        );
        assert_eq!(
            times(&schedule.gpu),
            [(10.0, 11.0), (21.0, 22.0), (32.0, 33.0)]
        );
        let idle = gaps(&schedule.gpu, 33.0);
        assert_eq!(times(&idle), [(0.0, 10.0), (11.0, 21.0), (22.0, 32.0)]);
        assert_eq!(idle[2].batch, 2);
    }

    #[test]
    fn loaders_that_start_together_feed_the_gpu_in_bursts() {
        let schedule = pipeline([6.0, 0.0, 1.0], 3, 2, false).schedule(12.0);
        assert_eq!(schedule.loaders.len(), 3);
        assert_eq!(times(&schedule.loaders[2]), [(0.0, 6.0), (6.0, 12.0)]);
        assert_eq!(
            times(&schedule.gpu),
            [
                (6.0, 7.0),
                (7.0, 8.0),
                (8.0, 9.0),
                (12.0, 13.0),
                (13.0, 14.0),
                (14.0, 15.0)
            ]
        );
    }

    #[test]
    fn a_loader_stops_when_it_is_as_far_ahead_as_it_may() {
        // Two batches ahead; the first is taken at 1, so the third is asked for then.
        let schedule = pipeline([1.0, 0.0, 5.0], 1, 2, false).schedule(12.0);
        assert_eq!(
            times(&schedule.loaders[0]),
            [(0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (6.0, 7.0), (11.0, 12.0)]
        );
        let deeper = pipeline([1.0, 0.0, 5.0], 1, 4, false).schedule(12.0);
        assert_eq!(deeper.loaders[0][4].from_ms, 4.0);
        assert_eq!(deeper.gpu[2], schedule.gpu[2]);
    }

    #[test]
    fn an_overlapped_copy_runs_beside_the_gpu_and_two_batches_at_most_are_there() {
        let plain = pipeline([1.0, 2.0, 4.0], 2, 2, false).schedule(20.0);
        assert_eq!(
            times(&plain.copies)[..3],
            [(1.0, 3.0), (7.0, 9.0), (13.0, 15.0)]
        );
        let beside = pipeline([1.0, 2.0, 4.0], 2, 2, true).schedule(20.0);
        assert_eq!(
            times(&beside.copies)[..4],
            [(1.0, 3.0), (3.0, 5.0), (7.0, 9.0), (11.0, 13.0)]
        );
        assert_eq!(
            times(&beside.gpu)[..3],
            [(3.0, 7.0), (7.0, 11.0), (11.0, 15.0)]
        );
    }

    #[test]
    fn a_schedule_ends_whatever_is_asked() {
        assert_eq!(
            pipeline([0.0, 0.0, 0.001], 64, 16, true)
                .schedule(1e9)
                .gpu
                .len(),
            8192
        );
        assert!(Loading::default().schedule(0.0).gpu.is_empty());
        assert!(Loading::default().schedule(f64::NAN).gpu.len() <= 8192);
        assert_eq!(times(&gaps(&[], 5.0)), [(0.0, 5.0)]);
        let nothing = pipeline([0.0, 0.0, 2.0], 0, 2, false).schedule(5.0);
        assert_eq!(times(&gaps(&nothing.loaders[0], 5.0)), [(0.0, 5.0)]);
    }
}
