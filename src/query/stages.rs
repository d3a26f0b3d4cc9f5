//! The stages of a step in a link: the word of a preset, or one piece per stage, such as
//! `59.3d2f150b300-Data..loading`.
//!
//! A piece is the time in milliseconds; the letter of its kind; `2` for a cut to half the time or
//! `v` for one that vanishes; `f` with GFLOP and `b` with MB where they are known; and behind a
//! hyphen the name. A second hyphen stands before the word of a name that has translations. In a
//! name a space is `..` and a character that a link cannot carry is `.` with three digits to base 62.

use super::mangled::bare;
use super::value::{Value, number};
use crate::model::profile::{
    Cut, CutFactor, Gigaflops, Kind, Known, Label, Megabytes, Name, PRESETS, Preset, Stage,
    StageTime, Stages,
};

impl Value for Stages {
    fn read(&mut self, text: &str, refuse: &mut dyn FnMut(&str)) {
        // Any mark may be part of a name: only what is no stage loses those at its end.
        let last = text.rsplit('_').next().and_then(stage);
        let text = if last.is_some() { text } else { bare(text) };
        let preset = PRESETS.iter().find(|one| one.id.eq_ignore_ascii_case(text));
        if let Some(preset) = preset {
            *self = preset.stages();
            return;
        }
        let mut stages = Vec::new();
        for piece in text.split('_') {
            match stage(piece) {
                Some(stage) if stages.len() < Self::MAX => stages.push(stage),
                _ => refuse(piece),
            }
        }
        if let Some(stages) = Self::new(stages) {
            *self = stages;
        }
    }

    fn written(&self) -> String {
        match Preset::of(self) {
            Some(preset) => preset.id.to_owned(),
            None => self.list().iter().map(piece).collect::<Vec<_>>().join("_"),
        }
    }
}

fn letter(kind: Kind) -> char {
    match kind {
        Kind::Compute => 'c',
        Kind::Memory => 'm',
        Kind::Communication => 'x',
        Kind::DataIo => 'd',
        Kind::LaunchIdle => 'l',
        Kind::Other => 'o',
    }
}

fn piece(stage: &Stage) -> String {
    let number = |mark: &str, value: Option<f64>| match value {
        Some(value) => format!("{mark}{value}"),
        None => String::new(),
    };
    let cut = match stage.cut {
        Cut::Gone => "v".to_owned(),
        Cut::NONE => String::new(),
        Cut::By(factor) => number("", Some(factor.get())),
    };
    [
        number("", Some(stage.time.get())),
        letter(stage.kind).into(),
        cut,
        number("f", stage.flops.map(Gigaflops::get)),
        number("b", stage.bytes.map(Megabytes::get)),
        match &stage.name {
            Name::Known(name) => format!("--{}", name.word()),
            Name::Own(label) => format!("-{}", encoded(label.get())),
        },
    ]
    .concat()
}

fn stage(piece: &str) -> Option<Stage> {
    let (head, name) = piece.split_once('-').unwrap_or((piece, "-other"));
    let name = match name.strip_prefix('-') {
        Some(word) => {
            let is_it = |name: &Known| name.word().eq_ignore_ascii_case(word);
            Name::Known(Known::ALL.into_iter().find(is_it)?)
        }
        None => Name::Own(Label::new(&decoded(name)?)?),
    };
    let head = head.to_ascii_lowercase();
    let mut head = &*head;
    let time = StageTime::new(leading(&mut head)?)?;
    let kind = Kind::ALL
        .into_iter()
        .find(|kind| after(&mut head, letter(*kind)))?;
    let mut stage = Stage::new(name, time, kind);
    if after(&mut head, 'v') {
        stage.cut = Cut::Gone;
    } else if let Some(factor) = leading(&mut head) {
        stage.cut = Cut::By(CutFactor::new(factor)?);
    }
    if after(&mut head, 'f') {
        stage.flops = Some(Gigaflops::new(leading(&mut head)?)?);
    }
    if after(&mut head, 'b') {
        stage.bytes = Some(Megabytes::new(leading(&mut head)?)?);
    }
    head.is_empty().then_some(stage)
}

/// Takes the number that the text begins with.
fn leading(text: &mut &str) -> Option<f64> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    let value = number(digits)?;
    *text = rest;
    Some(value)
}

/// Takes the letter that the text begins with, if it is this one.
fn after(text: &mut &str, letter: char) -> bool {
    let rest = text.strip_prefix(letter);
    *text = rest.unwrap_or(text);
    rest.is_some()
}

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn encoded(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            ' ' => out += "..",
            // A hyphen in front would be taken for the mark of a known name.
            '-' if !out.is_empty() => out.push(c),
            c if c.is_ascii_alphanumeric() => out.push(c),
            c => {
                out.push('.');
                for power in [62 * 62, 62, 1] {
                    out.push(DIGITS[c as usize / power % 62].into());
                }
            }
        }
    }
    out
}

fn decoded(name: &str) -> Option<String> {
    let mut chars = name.chars();
    let mut out = String::new();
    while let Some(c) = chars.next() {
        if c != '.' {
            out.push(c);
            continue;
        }
        let mut code = 0;
        for place in 0..3 {
            let c = chars.next()?;
            if c == '.' && place == 0 {
                code = u32::from(' ');
                break;
            }
            let digit = DIGITS.iter().position(|d| char::from(*d) == c)?;
            code = code * 62 + digit as u32;
        }
        out.push(char::from_u32(code)?);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, written: &str, n_refused: usize) {
        let mut stages = Stages::default();
        let mut refused = 0;
        stages.read(text, &mut |_| refused += 1);
        assert_eq!(stages.written(), written, "{text}");
        assert_eq!(refused, n_refused, "{text}");
    }

    #[test]
    fn stages_are_read_and_written() {
        for same in [
            "gpt3",
            "resnet0",
            "10d-Loader_1c-GPU",
            "10d--load_1c2--compute",
            "0.001xv-All-reduce..DP",
            "12.5m1.5f150b300.5-LN",
            "3c-.56Q.5YX",
        ] {
            check(same, same, 0);
        }
        for (capitals, written) in [
            ("GPT3", "gpt3"),
            ("10D2-Loader_1CVF3--COMPUTE", "10d2-Loader_1cvf3--compute"),
        ] {
            check(capitals, written, 0);
        }
        check("10d-数据_1c", "10d-.6kq.6cY_1c--other", 0);
        check("10d1-x", "10d-x", 0);
        check("010.0d-a..b", "10d-a..b", 0);
    }

    /// A name holds any mark, so that one behind it cannot be told from one in it.
    #[test]
    fn marks_behind_a_stage_are_cut_where_they_are_no_name() {
        for marks in [".", "_", ")_", ">", "\".", "…", "\u{a0}"] {
            check(&format!("gpt3{marks}"), "gpt3", 0);
            check(&format!("10d2{marks}"), "10d2--other", 0);
            check(&format!("10d--load{marks}"), "10d--load", 0);
            check(&format!("10d-a{marks}"), "10d-a", 0);
            check(&format!("10d-a-{marks}"), "10d-a-", 0);
        }
        check("10d--load).", "10d--load", 0);
        check("10d-Load (all)", "10d-Load...00eall.00f", 0);
        check("10d-Load...00eall.00f)", "10d-Load...00eall.00f.00f", 0);
    }

    #[test]
    fn what_is_no_stage_is_refused_alone() {
        for wrong in [
            "abc",
            "c-x",
            "0c-x",
            "1-x",
            "1z-x",
            "1c0.5-x",
            "1c-",
            "1c--nobody",
            "1cf-x",
            "1cx-x",
            "1c-a.b",
            "1c-.00",
            "1c-.zzz",
            "1e9c-x",
            "1c-.00y",
            "1c2v-x",
        ] {
            check(&format!("5c-kept_{wrong}"), "5c-kept", 1);
            check(wrong, "resnet0", 1);
        }
        check("", "resnet0", 1);
        check("1c__2c-x", "1c--other_2c-x", 1);
        check(&"1c-x_".repeat(17), &["1c-x"; 16].join("_"), 1);
    }

    #[test]
    fn every_name_survives_and_stays_short() {
        for name in ["-", "a b-c", "µs→GPU", "数据加载与拷贝吧", "100%", "a_b.c"] {
            let label = Label::new(name).unwrap();
            let link = encoded(label.get());
            assert!(
                link.bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"-.".contains(&b))
            );
            assert!(link.len() <= Label::ROOM + 3, "{link}");
            assert_eq!(decoded(&link).as_deref(), Some(name));
        }
    }
}
