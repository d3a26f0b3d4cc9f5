//! What the reader sets about an input pipeline.

use crate::model::quantity::{count, quantity};

quantity! {
    /// Time the GPU computes in one step, milliseconds, 0.001 to 10 000. Never zero, so that every
    /// step takes time.
    GpuTime in [0.001, 10_000.0]
}

quantity! {
    /// Time the host takes for one batch, milliseconds, 0 to 10 000: reading, decoding and
    /// augmenting it in one process, or copying it to the GPU.
    HostTime in [0.0, 10_000.0]
}

quantity! {
    /// How many times as fast as today the GPU computes, a factor from 1 to 1000.
    GpuFactor in [1.0, 1000.0]
}

quantity! {
    /// How far the schedule is followed, milliseconds, up to 1 000 000; 0 for as far as the first
    /// steps take.
    Horizon in [0.0, 1_000_000.0]
}

count! {
    /// Loader processes, 0 to 64. With 0 the training process loads each batch itself, between
    /// steps; PyTorch's `num_workers`.
    Workers in [0, 64]
}

count! {
    /// Batches each loader may have asked for but not yet handed over, 1 to 16; PyTorch's
    /// `prefetch_factor`.
    PrefetchDepth in [1, 16]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_range_is_refused() {
        for (value, gpu, host, factor) in [
            (0.0, false, true, false),
            (0.001, true, true, false),
            (1.0, true, true, true),
            (1000.5, true, true, false),
            (10_000.5, false, false, false),
            (-1.0, false, false, false),
            (f64::NAN, false, false, false),
        ] {
            assert_eq!(GpuTime::new(value).is_some(), gpu, "{value}");
            assert_eq!(HostTime::new(value).is_some(), host, "{value}");
            assert_eq!(GpuFactor::new(value).is_some(), factor, "{value}");
        }
        assert!(Workers::new(0).is_some() && Workers::new(65).is_none());
        assert!(PrefetchDepth::new(0).is_none() && PrefetchDepth::new(17).is_none());
    }
}
