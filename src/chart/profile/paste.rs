//! A pasted table to stages: `name, time[, kind[, FLOPs, bytes]]`, one stage a line.
//!
//! Columns may be parted by tabs, semicolons, bars or commas; a heading may put them in another
//! order and name their units. Reading is total: a line that is no stage is listed with what is
//! wrong, and never guessed at.

use crate::model::profile::{
    Gigaflops, Kind, Known, Label, Megabytes, Name, Stage, StageTime, Stages,
};
use crate::text::{self, LANGS};

use super::words::known_name;

/// What a pasted text holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pasted {
    /// The stages; `None` when no line is one.
    pub(crate) stages: Option<Stages>,
    /// The lines that are no stages.
    pub(crate) refused: Vec<Refused>,
}

/// A line that is no stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// Its number, from 1.
    pub(crate) line: usize,
    /// Its text, shortened.
    pub(crate) text: String,
    /// What is wrong.
    pub(crate) reason: Reason,
}

/// Why a line is no stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// No name.
    Name,
    /// No time, or none within the range.
    Time,
    /// A kind nobody knows.
    Kind,
    /// FLOPs or bytes that are no number within the range.
    Work,
    /// There are sixteen stages already.
    TooMany,
}

/// What stands in the box and what it did, kept for the reader whatever the page does meanwhile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pasting {
    /// The pasted text.
    pub(crate) text: String,
    /// Its lines that are no stages.
    pub(crate) refused: Vec<Refused>,
    /// The reader's stages before, and those of the text that took their place.
    replaced: Option<(Stages, Stages)>,
}

impl Pasting {
    /// Puts the stages of the text in the place of the reader's, if it has any.
    pub(crate) fn take(&mut self, stages: &mut Stages) {
        let found = read(&self.text);
        self.refused = found.refused;
        let Some(new) = found.stages else { return };
        let old = match self.replaced.take() {
            // A text that is corrected and taken again: the reader's own are still those before it.
            Some((old, put)) if put == *stages => old,
            _ => stages.clone(),
        };
        stages.clone_from(&new);
        self.replaced = Some((old, new));
    }

    /// Whether there are stages to bring back.
    pub(crate) fn can_go_back(&self) -> bool {
        self.replaced.is_some()
    }

    /// Brings the reader's stages back.
    pub(crate) fn go_back(&mut self, stages: &mut Stages) {
        if let Some((old, _)) = self.replaced.take() {
            *stages = old;
        }
    }
}

/// The name a reader means: one the page has translations of, or their own.
pub(crate) fn name(typed: &str) -> Option<Name> {
    let label = Label::new(typed)?;
    let known = Known::ALL.into_iter().find(|known| {
        LANGS
            .iter()
            .any(|lang| known_name(*known, *lang) == label.get())
    });
    Some(known.map_or(Name::Own(label), Name::Known))
}

/// Reads a pasted text.
pub(crate) fn read(pasted: &str) -> Pasted {
    let mut columns = Columns::default();
    let (mut stages, mut refused) = (Vec::new(), Vec::new());
    for (i, line) in pasted.lines().enumerate() {
        // Chinese input methods give these.
        let line = line.replace('，', ",").replace('；', ";");
        // Nothing, or the rule below the heading of a table in Markdown.
        if line.chars().all(|c| " \t|:-,;".contains(c)) {
            continue;
        }
        let found = stage_of(&line, &columns);
        if let (Err(_), Some(heading)) =
            (&found, stages.is_empty().then(|| heading(&line)).flatten())
        {
            columns = heading;
            continue;
        }
        match found {
            Ok(stage) if stages.len() < Stages::MAX => stages.push(stage),
            found => refused.push(Refused {
                line: i + 1,
                text: line.trim().chars().take(40).collect(),
                reason: found.err().unwrap_or(Reason::TooMany),
            }),
        }
    }
    Pasted {
        stages: Stages::new(stages),
        refused,
    }
}

/// Where the columns are, and what their numbers count in: ms, GFLOP and MB.
#[derive(Clone, Debug)]
struct Columns {
    name: usize,
    time: (usize, f64),
    kind: Option<usize>,
    flops: Option<(usize, f64)>,
    bytes: Option<(usize, f64)>,
}

impl Default for Columns {
    fn default() -> Self {
        Self {
            name: 0,
            time: (1, 1.0),
            kind: Some(2),
            flops: Some((3, 1e-9)),
            bytes: Some((4, 1e-6)),
        }
    }
}

/// What may stand between columns. A comma with a space comes before one without, so that
/// `Loader, 12,5` is two cells.
const MARKS: [&str; 5] = ["\t", ";", "|", ", ", ","];

/// The cells of a line, for each mark that parts it.
fn readings(line: &str) -> impl Iterator<Item = Vec<String>> {
    // A table in Markdown has bars at both ends.
    let line = line.trim_matches([' ', '|']);
    MARKS
        .into_iter()
        .filter(|mark| line.contains(mark))
        .map(|mark| text::cells(line, mark))
}

/// The stage of a line by the first mark that makes it one, or what is wrong with it by the first.
fn stage_of(line: &str, columns: &Columns) -> Result<Stage, Reason> {
    let mut wrong = None;
    for cells in readings(line) {
        match stage(&cells, columns) {
            Err(reason) => wrong = wrong.or(Some(reason)),
            found => return found,
        }
    }
    Err(wrong.unwrap_or(Reason::Time))
}

fn stage(cells: &[String], columns: &Columns) -> Result<Stage, Reason> {
    // Spreadsheets and this page write a dash for what is not known.
    let known = |cell: &&str| cell.contains(char::is_alphanumeric) && *cell != "n/a";
    let cell = |i: usize| {
        let found = cells.get(i).map(String::as_str);
        found.filter(known).unwrap_or_default()
    };
    let written = cell(columns.name);
    let name = name(written)
        .or_else(|| Label::cleaned(written).map(Name::Own))
        .ok_or(Reason::Name)?;
    let time = measure(cell(columns.time.0), &TIME_UNITS, columns.time.1);
    let time = time.and_then(StageTime::new).ok_or(Reason::Time)?;
    let kind = match columns.kind.map_or("", cell) {
        "" => guess(written).unwrap_or(Kind::Other),
        typed => kind(typed).ok_or(Reason::Kind)?,
    };
    let work = |column: Option<(usize, f64)>, units| match column {
        Some((i, unit)) if !cell(i).is_empty() => {
            measure(cell(i), units, unit).map(Some).ok_or(Reason::Work)
        }
        _ => Ok(None),
    };
    let mut stage = Stage::new(name, time, kind);
    if let Some(flops) = work(columns.flops, &FLOP_UNITS)? {
        stage.flops = Some(Gigaflops::new(flops).ok_or(Reason::Work)?);
    }
    if let Some(bytes) = work(columns.bytes, &BYTE_UNITS)? {
        stage.bytes = Some(Megabytes::new(bytes).ok_or(Reason::Work)?);
    }
    Ok(stage)
}

/// Longer units first, since a number may end with several of them.
type Units = [(&'static str, f64)];

const TIME_UNITS: [(&str, f64); 12] = [
    ("milliseconds", 1.0),
    ("seconds", 1e3),
    ("sec", 1e3),
    ("毫秒", 1.0),
    ("微秒", 1e-3),
    ("秒", 1e3),
    ("ms", 1.0),
    ("us", 1e-3),
    ("µs", 1e-3),
    ("μs", 1e-3),
    ("ns", 1e-6),
    ("s", 1e3),
];
const FLOP_UNITS: [(&str, f64); 11] = [
    ("TFLOPs", 1e3),
    ("GFLOPs", 1.0),
    ("MFLOPs", 1e-3),
    ("TFLOP", 1e3),
    ("GFLOP", 1.0),
    ("MFLOP", 1e-3),
    ("FLOPs", 1e-9),
    ("FLOP", 1e-9),
    ("T", 1e3),
    ("G", 1.0),
    ("M", 1e-3),
];
const BYTE_UNITS: [(&str, f64); 7] = [
    ("KiB", 1.024e-3),
    ("MiB", 1.048_576),
    ("GiB", 1_073.741_824),
    ("kB", 1e-3),
    ("MB", 1.0),
    ("GB", 1e3),
    ("B", 1e-6),
];

/// A number with its unit, or in the unit of its column.
fn measure(cell: &str, units: &Units, column: f64) -> Option<f64> {
    let has_unit = cell.ends_with(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
    if cell.contains(['%', '/']) {
        None
    } else if has_unit {
        text::parse(cell, units).ok()
    } else {
        text::parse(cell, &[]).ok().map(|value| value * column)
    }
}

/// What the words of a cell or a name say about the kind, the surest first; without spaces, hyphens
/// and underscores. A reduction or gather that is a kernel of its own stays on the GPU.
const KINDS: [(&str, Kind); 46] = {
    use Kind::{Communication, Compute, DataIo, LaunchIdle, Memory, Other};
    [
        ("comm", Communication),
        ("nccl", Communication),
        ("reducekernel", Memory),
        ("gatherkernel", Memory),
        ("reduce", Communication),
        ("gather", Communication),
        ("alltoall", Communication),
        ("sendrecv", Communication),
        ("dataparallel", Communication),
        ("pipelinetransfer", Communication),
        ("通信", Communication),
        ("launch", LaunchIdle),
        ("idle", LaunchIdle),
        ("bubble", LaunchIdle),
        ("发射", LaunchIdle),
        ("空闲", LaunchIdle),
        ("气泡", LaunchIdle),
        ("recomput", Other),
        ("重算", Other),
        ("compute", Compute),
        ("gemm", Compute),
        ("matmul", Compute),
        ("conv", Compute),
        ("forward", Compute),
        ("backward", Compute),
        ("计算", Compute),
        ("memcpy", DataIo),
        ("memory", Memory),
        ("norm", Memory),
        ("softmax", Memory),
        ("elementwise", Memory),
        ("optim", Memory),
        ("访存", Memory),
        ("内存", Memory),
        ("优化器", Memory),
        ("data", DataIo),
        ("load", DataIo),
        ("copy", DataIo),
        ("i/o", DataIo),
        ("数据", DataIo),
        ("加载", DataIo),
        ("拷贝", DataIo),
        ("parallel", Communication),
        ("wait", LaunchIdle),
        ("other", Other),
        ("其他", Other),
    ]
};

/// The kind that a cell names.
fn kind(cell: &str) -> Option<Kind> {
    match cell.to_ascii_lowercase().as_str() {
        "c" => Some(Kind::Compute),
        "m" => Some(Kind::Memory),
        "x" => Some(Kind::Communication),
        "d" | "io" => Some(Kind::DataIo),
        "l" => Some(Kind::LaunchIdle),
        "o" => Some(Kind::Other),
        words => guess(words),
    }
}

/// The kind that words hint at.
fn guess(words: &str) -> Option<Kind> {
    let words = words.to_ascii_lowercase().replace([' ', '-', '_'], "");
    let found = KINDS.iter().find(|(word, _)| words.contains(word));
    found.map(|(_, kind)| *kind)
}

/// The columns that a heading names; `None` when it names no time.
fn heading(line: &str) -> Option<Columns> {
    readings(line).find_map(|cells| {
        let cells: Vec<String> = cells.iter().map(|c| c.to_ascii_lowercase()).collect();
        let find = |words: &[&str]| {
            let said =
                |cell: &String| !cell.contains('%') && words.iter().any(|w| cell.contains(w));
            cells.iter().position(said)
        };
        let named = find(&["name", "stage", "operation", "名称", "阶段", "环节"]);
        // `name, us`: beside a column of names a unit is enough.
        let unit_only = || {
            let unit = |cell: &String| unit_in(cell, &TIME_UNITS).is_some();
            named.and(cells.iter().position(unit))
        };
        let time = find(&["time", "duration", "dur", "耗时", "时间", "时长"]).or_else(unit_only)?;
        let name = named.unwrap_or(usize::from(time == 0));
        let work = |words: &[&str]| {
            let said = |cell: &String| !is_rate(cell) && words.iter().any(|w| cell.contains(w));
            cells.iter().position(said)
        };
        let in_unit = |i: usize, units: &Units, otherwise: f64| {
            (i, unit_in(&cells[i], units).unwrap_or(otherwise))
        };
        Some(Columns {
            name,
            time: in_unit(time, &TIME_UNITS, 1.0),
            kind: find(&["kind", "type", "类型", "类别"]),
            flops: work(&["flop"]).map(|i| in_unit(i, &FLOP_UNITS, 1e-9)),
            bytes: work(&["byte", "字节", "(mb", "(gb"]).map(|i| in_unit(i, &BYTE_UNITS, 1e-6)),
        })
    })
}

/// The factor of the unit that a heading names.
fn unit_in(heading: &str, units: &Units) -> Option<f64> {
    let marks = [' ', '_', '(', ')', '[', ']', '/', '（', '）'];
    let said = |unit: &str| heading.split(marks).any(|w| w.eq_ignore_ascii_case(unit));
    let found = units.iter().find(|(unit, _)| said(unit));
    found.map(|(_, factor)| *factor)
}

/// Whether a heading is of FLOP/s, GB/s or FLOP/B, which are no work.
fn is_rate(heading: &str) -> bool {
    const RATES: [&str; 5] = ["/s", "/sec", "/b", "/byte", "/秒"];
    let words = heading.trim_end_matches([' ', ')', ']', '）']);
    words.contains(" per ") || RATES.iter().any(|rate| words.ends_with(rate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::profile::PRESETS;
    use proptest::prelude::*;

    /// The stages in the form of a link, and the lines that are none.
    #[track_caller]
    fn check(pasted: &str, expected: &[(&str, f64, Kind)], refused: &[(usize, Reason)]) {
        let found = read(pasted);
        let stages = found.stages.as_ref().map_or(&[][..], Stages::list);
        let names: Vec<_> = stages
            .iter()
            .map(|stage| match &stage.name {
                Name::Own(label) => (label.get().to_owned(), stage.time.get(), stage.kind),
                Name::Known(known) => (known.word().to_owned(), stage.time.get(), stage.kind),
            })
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(name, ms, kind)| ((*name).to_owned(), *ms, *kind))
            .collect();
        assert_eq!(names, expected, "{pasted}");
        let lines: Vec<_> = found.refused.iter().map(|r| (r.line, r.reason)).collect();
        assert_eq!(lines, refused, "{pasted}");
    }

    #[test]
    fn tables_of_every_kind_are_read() {
        use Kind::{Communication, Compute, DataIo, Memory, Other};
        let both = [("MLP", 12.5, Compute), ("AR", 3.0, Communication)];
        for pasted in [
            "MLP, 12.5, compute\nAR, 3, comm",
            "MLP,12.5,c\n\nAR,3,x\n",
            "MLP\t12,5\tcompute-bound\r\nAR\t3\tnccl",
            "MLP;12,5;计算\nAR;3;通信",
            "MLP, 12,5, compute\nAR, 3, communication",
            "MLP，12500 us，计算\nAR，0.003 s，通信",
            "Stage\tus\tKind\nMLP\t12500\tcompute\nAR\t3000\tcomm",
            "name,time (us),kind\nMLP,12500,compute\nAR,3000,comm",
            "kind;耗时(毫秒);名称\ncompute;12,5;MLP\ncomm;3;AR",
            "| Stage | Time [ms] | Kind |\n|---|---:|---|\n| MLP | 12.5 | compute |\n| AR | 3 | comm |",
        ] {
            check(pasted, &both, &[]);
        }
        check("x, \"1,234.5\"", &[("x", 1234.5, Other)], &[]);
        check("x\t1 234,5 ms", &[("x", 1234.5, Other)], &[]);
        check("Data loading, 3", &[("load", 3.0, DataIo)], &[]);
        check(
            "ncclAllReduce, 3",
            &[("ncclAllReduce", 3.0, Communication)],
            &[],
        );
        check("layernorm, 2", &[("layernorm", 2.0, Memory)], &[]);
    }

    #[test]
    fn the_kernel_summary_of_nsight_is_read() {
        let pasted = "Processing [run.sqlite] with [cuda_gpu_kern_sum.py]...\n\
            Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n\
            60.0,12500000,10,1,1,1,1,0,\"ampere_gemm<float, 4>\"\n\
            40.0,\"3,000,000\",10,1,1,1,1,0,ncclDevKernel";
        check(
            pasted,
            &[
                ("ampere_gemm float, 4", 12.5, Kind::Compute),
                ("ncclDevKernel", 3.0, Kind::Communication),
            ],
            &[(1, Reason::Time)],
        );
    }

    #[test]
    fn work_comes_with_its_unit() {
        let work = |pasted: &str| {
            let stages = read(pasted).stages.unwrap();
            let stage = &stages.list()[0];
            (
                stage.flops.map(Gigaflops::get),
                stage.bytes.map(Megabytes::get),
            )
        };
        let both = (Some(150.0), Some(300.0));
        assert_eq!(work("a,1,c,150e9,300e6"), both);
        assert_eq!(work("a;1;c;150 GFLOP;0,3 GB"), both);
        assert_eq!(work("a\t1\tc\t0.15T\t300MB"), both);
        assert_eq!(work("name,time,GFLOPs,bytes (MB)\na,1,150,300"), both);
        assert_eq!(work("a,1,c,,300e6"), (None, Some(300.0)));
        assert_eq!(work("a,1,c,150e9"), (Some(150.0), None));
        assert_eq!(work("a;1;c;150e9 FLOPs;300e6 B"), both);
    }

    #[test]
    fn a_line_that_is_no_stage_is_named_and_the_rest_stays() {
        use Reason::{Kind as UnknownKind, Name, Time, TooMany, Work};
        let kept = ("kept", 1.0, Kind::Other);
        for (line, reason) in [
            ("no time here", Time),
            ("a, soon", Time),
            ("a, 0", Time),
            ("a, -3", Time),
            ("a, 50%", Time),
            ("a, 1e99", Time),
            ("a,1,234", UnknownKind),
            ("a, 1, magic", UnknownKind),
            ("a;1;c;lots", Work),
            ("😀, 3", Name),
            (", 3", Name),
        ] {
            check(&format!("kept;1\n{line}"), &[kept], &[(2, reason)]);
        }
        let many = "kept;1\n".repeat(17);
        check(&many, &[kept; 16], &[(17, TooMany)]);
        check("", &[], &[]);
        check("total garbage", &[], &[(1, Time)]);
        check("name, time", &[], &[]);
        assert!(read("x, y\n").refused[0].text.contains("x, y"));
    }

    #[test]
    fn the_page_reads_its_own_table() {
        let mut scenario = crate::scenario::Scenario::default();
        for preset in &PRESETS {
            scenario.stages = preset.stages();
            for lang in LANGS {
                let table = &super::super::words::tables(&scenario, lang)[0];
                let rows = table.rows.iter().map(|row| row.cells.join("\t"));
                let lines: Vec<String> =
                    std::iter::once(table.head.join("\t")).chain(rows).collect();
                let found = read(&lines.join("\n"));
                assert_eq!(found.refused, [], "{}", preset.id);
                let times = |stages: &Stages| -> Vec<(Name, String, Kind)> {
                    let stage = |i: &usize| {
                        let stage = &stages.list()[*i];
                        let time = text::number(stage.time.get());
                        (stage.name.clone(), time, stage.kind)
                    };
                    stages.by_gain().iter().map(stage).collect()
                };
                assert_eq!(times(&found.stages.unwrap()), times(&scenario.stages));
            }
        }
    }

    #[test]
    fn rates_are_not_work() {
        let heading = "name\ttime (ms)\tGFLOP/s\tBandwidth (GB/s)\tFLOPS\tBytes (MB)";
        let found = read(&format!("{heading}\na\t2\t900\t1200\t150e9\t300"));
        let stages = found.stages.unwrap();
        let stage = &stages.list()[0];
        assert_eq!(
            (stage.flops, stage.bytes),
            (Gigaflops::new(150.0), Megabytes::new(300.0))
        );
        let found = read("a,2,c,–,-\nb,2,c,n/a,");
        assert_eq!(found.refused, []);
    }

    #[test]
    fn names_hint_at_their_kind() {
        use Kind::{Communication, DataIo, LaunchIdle, Memory, Other};
        for (name, kind) in [
            ("at::native::reduce_kernel", Memory),
            ("vectorized_gather_kernel", Memory),
            ("ReduceScatter", Communication),
            ("all_gather", Communication),
            ("All-to-all", Communication),
            ("all reduce", Communication),
            ("Data parallel", Communication),
            ("张量并行通信", Communication),
            ("DataLoader wait", DataIo),
            ("等待数据", DataIo),
            ("Waiting", LaunchIdle),
            ("Optimizer", Memory),
            ("softmax", Memory),
            ("logging", Other),
            ("Recomputation", Other),
            ("Parallel data loading", DataIo),
        ] {
            check_kind(name, kind);
        }
    }

    #[track_caller]
    fn check_kind(name: &str, kind: Kind) {
        let found = read(&format!("{name}\t3"));
        assert_eq!(found.stages.unwrap().list()[0].kind, kind, "{name}");
    }

    #[test]
    fn the_readers_own_stages_come_back_after_a_corrected_paste() {
        let own = PRESETS[2].stages();
        let (mut stages, mut box_) = (own.clone(), Pasting::default());
        let mut take = |text: &str, stages: &mut Stages| {
            box_.text = text.into();
            box_.take(stages);
            (box_.refused.len(), box_.can_go_back())
        };
        assert_eq!(take("nonsense", &mut stages), (1, false));
        assert_eq!(stages, own, "a text without a stage takes nothing away");
        assert_eq!(take("a, 1\nb, soon", &mut stages), (1, true));
        assert_eq!(take("nonsense", &mut stages), (1, true));
        assert_eq!(take("a, 1\nb, 2", &mut stages), (0, true));
        assert_eq!(stages.list().len(), 2);
        box_.go_back(&mut stages);
        assert_eq!(stages, own);
        assert!(!box_.can_go_back());
        // What the reader changes between two pastes is theirs again.
        box_.take(&mut stages);
        stages.remove(0);
        let changed = stages.clone();
        box_.take(&mut stages);
        box_.go_back(&mut stages);
        assert_eq!(stages, changed);
    }

    proptest! {
        #[test]
        fn any_text_is_read(pasted in "(?s).{0,200}") {
            let found = read(&pasted);
            prop_assert!(found.refused.iter().all(|r| r.text.chars().count() <= 40));
            prop_assert!(found.refused.len() <= pasted.lines().count());
        }

        #[test]
        fn any_near_miss_is_read(pasted in "([a-c]|[0-9.,;|\t\" \n%]|ms|time|kind|flop|µs|数){0,60}") {
            read(&pasted);
        }

        #[test]
        fn a_good_line_is_never_lost(noise in "[a-z,;|\t\"0-9 ]{0,40}", ms in 0.001..=1e6f64) {
            let found = read(&format!("{noise}\nkept;{ms};comm"));
            let stages = found.stages.unwrap();
            let last = stages.list().last().unwrap();
            // A noise that is a heading may have named other columns.
            if heading(&noise).is_none() {
                prop_assert_eq!(last.time, StageTime::new(ms).unwrap());
                prop_assert_eq!(last.kind, Kind::Communication);
            }
        }
    }
}
