//! Whatever people paste: ten million strings, and very long ones.

use std::thread;
use std::time::{Duration, Instant};

use amdahl_explorer::query::{read, write};
use amdahl_explorer::state::ExplorerState;

use crate::FOR_EVER;

/// A small generator of our own: ten million strings are too many for proptest's bookkeeping.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        // Marsaglia's xorshift, 2003.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn one_of(&mut self, words: &[&'static str]) -> &'static str {
        words[self.below(words.len())]
    }
}

const KEYS: [&str; 77] = [
    "view",
    "lang",
    "theme",
    "embed",
    "p",
    "c",
    "n",
    "nmax",
    "law",
    "y",
    "x",
    "ys",
    "sigma",
    "kappa",
    "growth",
    "params",
    "ctx",
    "gpu",
    "gpus",
    "fixed",
    "launch",
    "flops",
    "job",
    "jobgpu",
    "jobparams",
    "scaling",
    "jobn",
    "seq",
    "batch",
    "micro",
    "tp",
    "pp",
    "vpp",
    "cp",
    "node",
    "net",
    "hop",
    "nvlink",
    "coll",
    "dp",
    "ovtp",
    "ovpp",
    "ovdp",
    "ovcp",
    "recompute",
    "kernels",
    "call",
    "graphs",
    "host",
    "wait",
    "gpums",
    "load",
    "copy",
    "workers",
    "prefetch",
    "pinned",
    "faster",
    "span",
    "stages",
    "stages",
    "stages",
    "stages",
    "P",
    "STAGES",
    "amp;n",
    "#38;p",
    "utm_x",
    "from",
    "gt;",
    "zzz",
    "",
    "?p",
    "数据",
    "%6E",
    "%256e",
    "n%3D",
    "%",
];

const EQUALS: [&str; 6] = ["=", "=", "=", "%3D", "%253d", ""];

const ENDS: [&str; 12] = [
    "&",
    "&",
    "&",
    "&amp;",
    "&amp;amp;",
    "&#038;",
    "%26",
    "%2526",
    ";",
    "#",
    "?",
    "",
];

const VALUES: [&str; 84] = [
    "0",
    "1",
    "2",
    "9",
    "64",
    "0.5",
    "0.95",
    "1024",
    "70",
    "1e9",
    "e",
    "-",
    "-1",
    ".",
    "..",
    ",",
    "_",
    "_",
    "_",
    "+",
    "/",
    "%",
    "%25",
    "%2525",
    "%2",
    "%f0%9f",
    "%00",
    "%5F",
    "NaN",
    "inf",
    "usl",
    "sun-ni",
    "USL",
    "size",
    "profile",
    "zh",
    "dark",
    "efficiency",
    "log10",
    "linear",
    "h200",
    "b200",
    "causal",
    "full",
    "llama3-405b",
    "ddp",
    "fsdp",
    "tree",
    "weak",
    "none",
    "gpt3",
    "resnet0",
    "12.5c",
    "3d",
    "10x2",
    "7lv",
    "1m1.5",
    "1o",
    "f1b2",
    "f1",
    "b1e3",
    "--load",
    "--kernels",
    "--",
    "-a",
    "-Data..loading",
    ".6kq",
    ".00y",
    ".zzz",
    "v",
    ")",
    "]",
    ">",
    "\"",
    "…",
    "。",
    "）",
    "\u{200b}",
    "\u{fe0f}",
    "\u{feff}",
    "\\",
    "=",
    "&",
    " ",
];

/// A text much like a link, or one that was handed out with some bytes changed.
fn near_link(random: &mut Random, text: &mut String) {
    text.clear();
    if random.below(4) == 0 {
        let mut bytes = FOR_EVER[random.below(FOR_EVER.len())].0.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() + 1);
            match random.below(3) {
                0 => bytes.insert(at, random.below(256) as u8),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                _ if at < bytes.len() => bytes[at] = random.below(256) as u8,
                _ => {}
            }
        }
        text.push_str(&String::from_utf8_lossy(&bytes));
        return;
    }
    for _ in 0..random.below(5) {
        text.push_str(random.one_of(&KEYS));
        text.push_str(random.one_of(&EQUALS));
        for _ in 0..random.below(5) {
            text.push_str(random.one_of(&VALUES));
        }
        text.push_str(random.one_of(&ENDS));
    }
}

/// A text gives a state that is written and read back to itself, and a short list of problems.
#[track_caller]
fn check_total(text: &str) {
    let (state, problems) = read(text);
    assert!(problems.len() <= 20, "{text:?}");
    let (back, refused) = read(&write(&state));
    assert_eq!(back, state, "{text:?}");
    assert!(refused.is_empty(), "{text:?}: {refused:?}");
}

#[test]
fn ten_million_strings_give_a_valid_state() {
    const STRINGS: usize = 10_000_000;
    /// The strings are the same on any number of cores.
    const PARTS: usize = 100;
    let n_threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..n_threads {
            scope.spawn(move || {
                let mut text = String::new();
                for part in (first..PARTS).step_by(n_threads) {
                    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ part as u64);
                    for _ in 0..STRINGS / PARTS {
                        near_link(&mut random, &mut text);
                        check_total(&text);
                    }
                }
            });
        }
    });
}

/// Ten megabytes take a second or so; were the time to grow with the square, it would be hours.
#[test]
fn a_long_link_is_read_in_proportion_to_its_length() {
    for piece in [
        "p=0.5&", "a&", "z=1&", "N=1&", "&amp;", "amp;", "%25", "25", "%2526", "+", "p=0.5_", "_",
        "-", ")", "9", "1,", "stages=", "1c-x_", "1c-", ".6kq", "\u{200b}", "数", "\\", "&#", "=",
    ] {
        for start in ["", "p=", "n=", "stages=", "stages=1c-", "law="] {
            for length in [100_000, 10_000_000] {
                let link = format!("{start}{}", piece.repeat(length / piece.len()));
                let begun = Instant::now();
                let (_, problems) = read(&link);
                let took = begun.elapsed();
                assert!(took < Duration::from_secs(20), "{start}{piece}: {took:?}");
                assert!(
                    problems.len() <= 20
                        && problems
                            .iter()
                            .all(|problem| problem.key.len() < 100 && problem.value.len() < 100),
                    "{start}{piece}: {problems:?}"
                );
                if length == 10_000_000 {
                    eprintln!("{start} {piece} {took:?}");
                }
            }
        }
    }
    let million = "n=5&".to_owned() + &"zzz=1&".repeat(1_000_000) + "p=0.5";
    let (state, _) = read(&million);
    assert_eq!(write(&state), "p=0.5&n=5");
    assert_ne!(state, ExplorerState::default());
}
