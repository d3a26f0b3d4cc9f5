//! How the values of a link are read and written.

use super::mangled::bare;
use crate::chart::{VIEWS, View};
use crate::figure::Scale;
use crate::model::hardware::{GPUS, Gpu};
use crate::model::law::{LAWS, Law};
use crate::model::loading::{GpuFactor, GpuTime, Horizon, HostTime, PrefetchDepth, Workers};
use crate::model::quantity::Count;
use crate::model::quantity::{Coherency, Contention, MemoryGrowth, ParallelFraction};
use crate::model::step::{FixedTime, LaunchCost};
use crate::model::training::inputs::{
    Achieved, Bandwidth, Degree, GlobalBatch, HopLatency, KernelCount, LoadingTime, MemorySize,
    MicroBatch, NodeSize, Peak, SequenceLength, Share,
};
use crate::model::training::presets::{PRESETS, Preset};
use crate::model::training::scaling::Scaling;
use crate::model::training::{ALGORITHMS, Algorithm, DataParallel, Recompute};
use crate::model::transformer::{ContextLength, FlopConvention, ModelSize};
use crate::scenario::{AxisEnd, Curves, Quantity};
use crate::state::{Extra, Hidden, ThemeChoice};
use crate::text::{self, LANGS, Lang, lang_word};

/// Something in the state that has a key of its own.
pub(super) trait Value {
    /// Takes the value a text stands for, and hands what is none to `refuse`; what was there stays.
    fn read(&mut self, text: &str, refuse: &mut dyn FnMut(&str));

    /// The text that stands for the value.
    fn written(&self) -> String;

    /// The same where nothing goes without saying.
    fn in_full(&self) -> String {
        self.written()
    }
}

/// A number as links hold it; everything people type is understood too.
pub(super) fn number(text: &str) -> Option<f64> {
    text::parse(bare(text), &[]).ok()
}

/// A whole number.
pub(super) fn whole(text: &str) -> Option<u32> {
    number(text)
        .filter(|n| n.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(n))
        .map(|n| n as u32)
}

/// Puts a value in its place, or refuses the text.
pub(super) fn put<T>(place: &mut T, value: Option<T>, text: &str, refuse: &mut dyn FnMut(&str)) {
    match value {
        Some(value) => *place = value,
        None => refuse(text),
    }
}

/// Types made with `new` from a number and read with `get`.
macro_rules! numbers {
    ($read:ident: $($name:ty),+ $(,)?) => {$(
        impl Value for $name {
            fn read(&mut self, text: &str, refuse: &mut dyn FnMut(&str)) {
                put(self, $read(text).and_then(<$name>::new), text, refuse);
            }

            fn written(&self) -> String {
                self.get().to_string()
            }
        }
    )+};
}

/// One of a list, by its word.
macro_rules! words {
    ($($name:ty: $all:expr, $word:expr;)+) => {$(
        impl Value for $name {
            fn read(&mut self, text: &str, refuse: &mut dyn FnMut(&str)) {
                let word: fn(&$name) -> &'static str = $word;
                let is_it = |one: &$name| word(one).eq_ignore_ascii_case(bare(text));
                put(self, $all.into_iter().find(is_it), text, refuse);
            }

            fn written(&self) -> String {
                let word: fn(&$name) -> &'static str = $word;
                word(self).to_owned()
            }
        }
    )+};
}

numbers!(number: Contention, Coherency, MemoryGrowth, ModelSize, FixedTime, LaunchCost);
numbers!(number: GpuTime, HostTime, GpuFactor, Horizon);
numbers!(number: Peak, Achieved, MemorySize, GlobalBatch, Bandwidth, HopLatency, Share, LoadingTime);
numbers!(whole: SequenceLength, MicroBatch, Degree, NodeSize, KernelCount);
numbers!(whole: Count, AxisEnd, ContextLength, Workers, PrefetchDepth);

words! {
    &'static View: VIEWS, |view| view.id;
    &'static Law: LAWS, |law| law.id;
    &'static Gpu: GPUS, |gpu| gpu.id;
    Option<Lang>: LANGS.map(Some), |lang| lang.map_or("", lang_word);
    ThemeChoice: ThemeChoice::ALL, |choice| choice.word();
    bool: [false, true], |on| if *on { "1" } else { "0" };
    Quantity: Quantity::ALL, |quantity| match quantity {
        Quantity::Speedup => "speedup",
        Quantity::Efficiency => "efficiency",
        Quantity::Time => "time",
        Quantity::Cost => "cost",
    };
    Scale: Scale::ALL, |scale| match scale {
        Scale::Log2 => "log2",
        Scale::Log10 => "log10",
        Scale::Linear => "linear",
    };
    &'static Preset: &PRESETS, |preset| preset.id;
    Scaling: [Scaling::Strong, Scaling::Weak], |scaling| scaling.id();
    Algorithm: ALGORITHMS, |algorithm| algorithm.id();
    DataParallel: [DataParallel::Plain, DataParallel::ShardedOptimizer, DataParallel::FullySharded],
        |kind| match kind {
            DataParallel::Plain => "ddp",
            DataParallel::ShardedOptimizer => "zero1",
            DataParallel::FullySharded => "fsdp",
        };
    Recompute: [Recompute::None, Recompute::Selective, Recompute::Full], |recompute| match recompute {
        Recompute::None => "none",
        Recompute::Selective => "selective",
        Recompute::Full => "full",
    };
    FlopConvention: [FlopConvention::Causal, FlopConvention::Full], |convention| match convention {
        FlopConvention::Causal => "causal",
        FlopConvention::Full => "full",
    };
}

/// A setting that is as something else has it unless the reader changed it.
pub(super) struct Own<'a, T>(pub(super) &'a mut T, pub(super) T);

impl<T: Value + PartialEq> Value for Own<'_, T> {
    fn read(&mut self, text: &str, refuse: &mut dyn FnMut(&str)) {
        self.0.read(text, refuse);
    }

    fn written(&self) -> String {
        if *self.0 == self.1 {
            String::new()
        } else {
            self.0.written()
        }
    }

    fn in_full(&self) -> String {
        self.0.written()
    }
}

/// Nothing unless the reader chose something.
macro_rules! optional {
    ($($name:ty: $start:expr;)+) => {$(
        impl Value for Option<$name> {
            fn read(&mut self, text: &str, refuse: &mut dyn FnMut(&str)) {
                let mut value: $name = $start;
                let mut refused = false;
                value.read(text, &mut |piece| {
                    refused = true;
                    refuse(piece);
                });
                if !refused {
                    *self = Some(value);
                }
            }

            fn written(&self) -> String {
                self.as_ref().map(Value::written).unwrap_or_default()
            }
        }
    )+};
}

optional! {
    &'static Gpu: GPUS[0];
    ModelSize: ModelSize::DEFAULT;
}

impl Value for Hidden {
    fn read(&mut self, text: &str, refuse: &mut dyn FnMut(&str)) {
        for piece in bare(text).split('_') {
            let word = piece.to_ascii_lowercase();
            match Extra::ALL.into_iter().find(|extra| extra.word() == word) {
                Some(extra) => self.set(extra, true),
                None => refuse(piece),
            }
        }
    }

    fn written(&self) -> String {
        let words: Vec<&str> = Extra::ALL
            .into_iter()
            .filter(|extra| self.has(*extra))
            .map(Extra::word)
            .collect();
        words.join("_")
    }
}

impl Value for Curves {
    fn read(&mut self, text: &str, refuse: &mut dyn FnMut(&str)) {
        let mut fractions = Vec::new();
        for piece in bare(text).split('_') {
            match number(piece).and_then(ParallelFraction::new) {
                Some(fraction) if fractions.len() < Self::MAX => fractions.push(fraction),
                _ => refuse(piece),
            }
        }
        if let Some(curves) = Self::new(fractions, None) {
            *self = curves;
        }
    }

    fn written(&self) -> String {
        let list: Vec<String> = self
            .fractions()
            .iter()
            .map(|p| p.get().to_string())
            .collect();
        list.join("_")
    }
}

/// The curve the sentence is about, counted from 1; empty for the one nobody has to choose.
pub(super) struct Selected<'a>(pub(super) &'a mut Curves);

impl Value for Selected<'_> {
    fn read(&mut self, text: &str, refuse: &mut dyn FnMut(&str)) {
        let n_curves = self.0.fractions().len();
        match whole(text).map(|n| n as usize) {
            Some(n) if (1..=n_curves).contains(&n) => self.0.select(n - 1),
            _ => refuse(text),
        }
    }

    fn written(&self) -> String {
        let selected = self.0.selected();
        if selected == Curves::default_selected(self.0.fractions().len()) {
            String::new()
        } else {
            (selected + 1).to_string()
        }
    }
}
