//! What can be turned in the loading figure.

use crate::control::{Choice, Dial, Travel, always, no_hint, no_snap};
use crate::model::loading::{CASES, GpuFactor, GpuTime, HostTime, Loading, PrefetchDepth, Workers};
use crate::text::{self, tr};

/// What may stand behind a time in milliseconds.
const UNITS: &[(&str, f64)] = &[("ms", 1.0), ("µs", 1e-3), ("us", 1e-3), ("s", 1e3)];

pub(super) static GPU: Dial = Dial {
    id: "gpums",
    label: |lang| tr!(lang, loading.gpu_time),
    hint: no_hint,
    min: GpuTime::MIN.get(),
    max: GpuTime::MAX.get(),
    whole: false,
    travel: Travel::Log,
    suffixes: UNITS,
    get: |s, _| s.loading.gpu.get(),
    set: |s, _, v| s.loading.gpu = GpuTime::saturating(v),
    show: |v, _| text::duration(v * 1e-3),
    snap: no_snap,
    active: always,
};

pub(super) static LOAD: Dial = Dial {
    id: "load",
    label: |lang| tr!(lang, loading.load_time),
    hint: |lang| tr!(lang, loading.load_hint),
    min: HostTime::MIN.get(),
    max: HostTime::MAX.get(),
    travel: Travel::LogFromZero(0.1),
    get: |s, _| s.loading.load.get(),
    set: |s, _, v| s.loading.load = HostTime::saturating(v),
    ..GPU
};

pub(super) static COPY: Dial = Dial {
    id: "copy",
    label: |lang| tr!(lang, loading.copy_time),
    hint: |lang| tr!(lang, loading.copy_hint),
    get: |s, _| s.loading.copy.get(),
    set: |s, _, v| s.loading.copy = HostTime::saturating(v),
    ..LOAD
};

pub(super) static WORKERS: Dial = Dial {
    id: "workers",
    label: |lang| tr!(lang, loading.workers),
    hint: |lang| tr!(lang, loading.workers_hint),
    min: Workers::MIN.get() as f64,
    max: Workers::MAX.get() as f64,
    whole: true,
    travel: Travel::LogFromZero(1.0),
    suffixes: &[],
    get: |s, _| f64::from(s.loading.workers.get()),
    set: |s, _, v| {
        if let Some(workers) = Workers::new(v as u32) {
            s.loading.workers = workers;
        }
    },
    show: |v, _| text::count(v),
    ..GPU
};

pub(super) static PREFETCH: Dial = Dial {
    id: "prefetch",
    label: |lang| tr!(lang, loading.prefetch),
    hint: |lang| tr!(lang, loading.prefetch_hint),
    min: PrefetchDepth::MIN.get() as f64,
    max: PrefetchDepth::MAX.get() as f64,
    travel: Travel::Log,
    get: |s, _| f64::from(s.loading.prefetch.get()),
    set: |s, _, v| {
        if let Some(depth) = PrefetchDepth::new(v as u32) {
            s.loading.prefetch = depth;
        }
    },
    active: |s| s.loading.workers != Workers::MIN,
    ..WORKERS
};

pub(super) static FASTER: Dial = Dial {
    id: "faster",
    label: |lang| tr!(lang, loading.faster),
    min: GpuFactor::MIN.get(),
    max: GpuFactor::MAX.get(),
    suffixes: &[("×", 1.0), ("x", 1.0)],
    get: |s, _| s.loading.faster.get(),
    set: |s, _, v| s.loading.faster = GpuFactor::saturating(v),
    show: |v, _| text::times(v),
    ..GPU
};

/// Where the copy stands.
pub(super) static PINNED: Choice = Choice {
    id: "pinned",
    label: |lang| tr!(lang, loading.pinned),
    options: |lang| {
        vec![
            tr!(lang, loading.copy_plain),
            tr!(lang, loading.copy_beside),
        ]
    },
    get: |s| usize::from(s.loading.overlapped),
    set: |s, i| s.loading.overlapped = i == 1,
};

/// A pipeline by its name; "custom" for any other.
pub(super) static CASE: Choice = Choice {
    id: "case",
    label: |lang| tr!(lang, loading.case),
    options: |lang| {
        vec![
            tr!(lang, loading.case_article),
            tr!(lang, loading.case_one),
            tr!(lang, loading.case_ten),
            tr!(lang, loading.case_copy),
            "ResNet-50, V100",
            tr!(lang, loading.case_custom),
        ]
    },
    get: |s| {
        let is = |case: &Loading| as_seen(*case, &s.loading) == s.loading;
        CASES.iter().position(is).unwrap_or(CASES.len())
    },
    set: |s, i| {
        if let Some(case) = CASES.get(i) {
            s.loading = Loading {
                faster: s.loading.faster,
                ..*case
            };
        }
    },
};

/// A case on the GPU and the axis of another: neither is part of it.
fn as_seen(case: Loading, by: &Loading) -> Loading {
    Loading {
        faster: by.faster,
        horizon: by.horizon,
        ..case
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::text::Lang;

    #[test]
    fn a_dial_sets_what_it_shows() {
        let mut s = Scenario::default();
        for (dial, value) in [
            (&GPU, 0.5),
            (&LOAD, 33.0),
            (&COPY, 0.0),
            (&WORKERS, 64.0),
            (&PREFETCH, 16.0),
            (&FASTER, 12.5),
        ] {
            (dial.set)(&mut s, 0, value);
            assert_eq!((dial.get)(&s, 0), value, "{}", dial.id);
        }
        assert_eq!(LOAD.parse("0.2 s"), Ok(200.0));
        assert_eq!(FASTER.parse("10x"), Ok(10.0));
        assert!(GPU.parse("0").is_err());
    }

    #[test]
    fn a_case_keeps_its_name_until_a_value_differs() {
        let mut s = Scenario::default();
        let custom = (CASE.options)(Lang::En).len() - 1;
        assert_eq!(CASES.len(), custom);
        for i in 0..custom {
            (CASE.set)(&mut s, i);
            assert_eq!((CASE.get)(&s), i);
        }
        (FASTER.set)(&mut s, 0, 10.0);
        assert_eq!((CASE.get)(&s), custom - 1);
        (PREFETCH.set)(&mut s, 0, 3.0);
        assert_eq!((CASE.get)(&s), custom);
        (CASE.set)(&mut s, 0);
        assert_eq!(((CASE.get)(&s), s.loading.faster.get()), (0, 10.0));
    }
}
