//! Whatever people paste: ten million strings, and very long ones.

use std::thread;

use amdahl_explorer::query::{NotUnderstood, read, write};
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

/// One good pair for every key.
const PAIRS: [&str; 64] = [
    "view=size",
    "lang=zh",
    "theme=dark",
    "embed=1",
    "p=0.5_0.9",
    "c=2",
    "n=10000",
    "nmax=1024",
    "law=usl",
    "y=efficiency",
    "x=linear",
    "ys=log10",
    "sigma=0.02",
    "kappa=1e-6",
    "growth=1.5",
    "params=405",
    "ctx=131072",
    "gpu=b200",
    "gpus=3072",
    "fixed=100",
    "launch=0",
    "flops=full",
    "job=ddp",
    "jobgpu=h200",
    "jobparams=70",
    "scaling=weak",
    "jobn=8192",
    "seq=4096",
    "batch=2048",
    "micro=2",
    "tp=4",
    "pp=2",
    "vpp=3",
    "cp=2",
    "peak=1979",
    "achieved=0.3",
    "memory=192",
    "hbm=8000",
    "node=72",
    "net=12.5",
    "hop=50",
    "nvlink=900",
    "coll=tree",
    "dp=fsdp",
    "ovtp=0.5",
    "ovpp=0.25",
    "ovdp=0.75",
    "ovcp=0.1",
    "recompute=full",
    "kernels=1000",
    "call=5",
    "graphs=1",
    "host=10",
    "wait=3",
    "gpums=113.7",
    "load=8",
    "copy=2",
    "workers=10",
    "prefetch=4",
    "pinned=1",
    "faster=10",
    "span=600",
    "stages=gpt3",
    "stages=12.5c2f1b2-Data..loading_3d--load_1o-.6kq",
];

const KEYS: [&str; 22] = [
    "p", "c", "n", "law", "job", "tp", "gpums", "stages", "stages", "P", "STAGES", "amp;n",
    "#38;p", "utm_x", "from", "gt;", "zzz", "", "数据", "%6E", "%256e", "n%3D",
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
    for _ in 0..random.below(4) {
        let mut n_pieces = random.below(5);
        if random.below(2) == 0 {
            text.push_str(random.one_of(&PAIRS));
            n_pieces /= 3;
        } else {
            text.push_str(random.one_of(&KEYS));
            text.push_str(random.one_of(&EQUALS));
        }
        for _ in 0..n_pieces {
            text.push_str(random.one_of(&VALUES));
        }
        text.push_str(random.one_of(&ENDS));
    }
}

/// A text gives a state that is written and read back to itself, and a short list of problems.
#[track_caller]
fn check_total(text: &str, default: &ExplorerState) {
    let (state, problems) = read(text);
    assert!(problems.len() <= 20, "{text:?}");
    // Its link is empty: no need to look a few million times.
    if state == *default {
        return;
    }
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
                let (mut text, default) = (String::new(), ExplorerState::default());
                for part in (first..PARTS).step_by(n_threads) {
                    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ part as u64);
                    for _ in 0..STRINGS / PARTS {
                        near_link(&mut random, &mut text);
                        check_total(&text, &default);
                    }
                }
            });
        }
    });
}

/// Ten megabytes take a second or so; were the time to grow with the square, it would be days.
#[test]
fn a_long_link_is_read_in_proportion_to_its_length() {
    const PIECES: [&str; 26] = [
        "a&", "p=0.5&", "z=1&", "N=1&", "&amp;", "amp;", "&#", "=", "%25", "25", "%2526", "+", "_",
        "-", ".", ")", "9", "1,", "0.5_", "stages=", "1c-x_", "1c-", ".6kq", "\u{200b}", "数",
        "\\",
    ];
    let check = |start: &str, piece: &str, length: usize| {
        let link = format!("{start}{}", piece.repeat(length / piece.len()));
        // Ten megabytes in time by the square would be days, so that this test ends says enough: a
        // clock would only measure how busy the machine is.
        let (_, problems) = read(&link);
        let is_short = |problem: &NotUnderstood| problem.key.len() + problem.value.len() < 200;
        assert!(
            problems.len() <= 20 && problems.iter().all(is_short),
            "{start}{piece}: {problems:?}"
        );
    };
    for start in ["", "p=", "n=", "stages=", "stages=1c-", "law="] {
        for piece in PIECES {
            check(start, piece, 100_000);
        }
    }
    for piece in ["a&", "p=0.5&", "&amp;", "%25", ")", "\u{200b}"] {
        check("", piece, 10_000_000);
    }
    for piece in ["9", "0.5_", "1c-x_", ".6kq"] {
        check("n=5&p=", piece, 10_000_000);
        check("stages=1c-", piece, 10_000_000);
    }
}

#[test]
fn what_can_be_understood_is_found_in_a_million_pairs() {
    let (state, problems) = read(&format!("n=5&{}p=0.5", "zzz=1&".repeat(1_000_000)));
    assert_eq!(write(&state), "p=0.5&n=5");
    assert_eq!(problems.len(), 20);
}
