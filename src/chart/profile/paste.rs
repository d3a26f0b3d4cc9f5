//! A pasted table to stages: `name, time[, kind[, FLOPs, bytes]]`, one stage a line.
//!
//! Columns may be parted by tabs, semicolons, bars or commas; a heading may put them in another
//! order and name their units. Reading is total: a line that is no stage is listed with what is
//! wrong, and never guessed at.

use crate::model::profile::{
    Gigaflops, Kind, Known, Label, Megabytes, Name, Stage, StageTime, Stages,
};
use crate::text::{self, LANGS};

use super::kinds::{guess, kind};
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
    /// The sum of the others.
    Total,
    /// It is a stage, but its name was too long and is cut.
    LongName,
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
}

impl Pasting {
    /// The stages of the text, if it has any.
    pub(crate) fn take(&mut self) -> Option<Stages> {
        let found = read(&self.text);
        self.refused = found.refused;
        found.stages
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
    let mut columns = Columns {
        decimal_comma: pasted.lines().any(has_decimal_comma),
        ..Columns::default()
    };
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
            columns = Columns {
                decimal_comma: columns.decimal_comma,
                ..heading
            };
            continue;
        }
        let wrong = match found {
            Ok(_) if stages.len() == Stages::MAX => Some(Reason::TooMany),
            Ok((stage, whole)) => {
                stages.push(stage);
                (!whole).then_some(Reason::LongName)
            }
            Err(reason) => Some(reason),
        };
        refused.extend(wrong.map(|reason| Refused {
            line: i + 1,
            text: line.trim().chars().take(40).collect(),
            reason,
        }));
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
    /// Some number of the table can only be read with a comma for its decimals.
    decimal_comma: bool,
}

impl Default for Columns {
    fn default() -> Self {
        Self {
            name: 0,
            time: (1, 1.0),
            kind: Some(2),
            flops: Some((3, 1e-9)),
            bytes: Some((4, 1e-6)),
            decimal_comma: false,
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

/// Whether a cell of the line is a number like `3,25` or `0,125`: its comma cannot part thousands.
fn has_decimal_comma(line: &str) -> bool {
    let decimal = |cell: &String| {
        let number = cell.trim_end_matches(|c: char| !c.is_ascii_digit());
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let parts = number.split_once(',');
        parts.is_some_and(|(whole, rest)| {
            digits(whole) && digits(rest) && (rest.len() != 3 || whole == "0")
        })
    };
    readings(line).any(|cells| cells.iter().any(decimal))
}

/// The stage of a line by the first mark that makes it one, with whether its name is whole; or what is
/// wrong with it by the first.
fn stage_of(line: &str, columns: &Columns) -> Result<(Stage, bool), Reason> {
    let mut wrong = None;
    for cells in readings(line) {
        match stage(&cells, columns) {
            Err(reason) => wrong = wrong.or(Some(reason)),
            found => return found,
        }
    }
    Err(wrong.unwrap_or(Reason::Time))
}

fn stage(cells: &[String], columns: &Columns) -> Result<(Stage, bool), Reason> {
    // Spreadsheets and this page write a dash for what is not known.
    let known = |cell: &&str| cell.contains(char::is_alphanumeric) && *cell != "n/a";
    let cell = |i: usize| {
        let found = cells.get(i).map(String::as_str);
        found.filter(known).unwrap_or_default()
    };
    let written = cell(columns.name);
    if is_total(written) {
        return Err(Reason::Total);
    }
    let (name, whole) = if let Some(name) = name(written) {
        (name, true)
    } else {
        let (label, whole) = Label::cleaned(written).ok_or(Reason::Name)?;
        (Name::Own(label), whole)
    };
    let measure = |cell: &str, units, column| {
        // With decimals after a comma, points part thousands if anything.
        let cell = if columns.decimal_comma && cell.matches(',').count() == 1 {
            cell.replace('.', "").replace(',', ".")
        } else {
            cell.to_owned()
        };
        measure(&cell, units, column)
    };
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
    Ok((stage, whole))
}

/// Whether a line is the sum of those above it.
fn is_total(name: &str) -> bool {
    const TOTALS: [&str; 9] = [
        "total",
        "sum",
        "subtotal",
        "grand total",
        "step total",
        "合计",
        "总计",
        "总和",
        "小计",
    ];
    let name = name.trim_end_matches([':', '：', ' ']).to_ascii_lowercase();
    TOTALS.contains(&&*name)
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

/// What a heading says of a column that is a share of the time, a moment of it, or a statistic over
/// several calls.
const SHARES: [&str; 5] = ["%", "share", "percent", "占比", "比例"];
const MOMENTS: [&str; 6] = ["start", "stamp", "begin", "end time", "开始", "结束"];
const STATISTICS: [&str; 9] = [
    "avg", "average", "mean", "med", "min", "max", "std", "平均", "中位",
];

/// The columns that a heading names; `None` when it names no time. Of several times the total is
/// taken, and a statistic over calls only where there is nothing else.
fn heading(line: &str) -> Option<Columns> {
    readings(line).find_map(|cells| {
        let cells: Vec<String> = cells.iter().map(|c| c.to_ascii_lowercase()).collect();
        let said = |cell: &str, words: &[&str]| words.iter().any(|word| cell.contains(word));
        let find = |words: &[&str]| {
            let named = |cell: &String| !said(cell, &SHARES) && said(cell, words);
            cells.iter().position(named)
        };
        let named = find(&["name", "stage", "operation", "名称", "阶段", "环节"]);
        // `name, us`: beside a column of names a unit is enough.
        let unit_only = || {
            let unit = |cell: &String| unit_in(cell, &TIME_UNITS).is_some();
            named.and(cells.iter().position(unit))
        };
        let times = cells.iter().enumerate().filter_map(|(i, cell)| {
            let time = said(cell, &["time", "dur", "耗时", "时间", "时长"]);
            let other = said(cell, &SHARES) || said(cell, &MOMENTS);
            let rank = match () {
                () if !time || other => return None,
                () if said(cell, &["total", "总"]) => 0,
                () if said(cell, &STATISTICS) => 2,
                () => 1,
            };
            Some((rank, i))
        });
        let time = times.min().map(|(_, i)| i).or_else(unit_only)?;
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
            decimal_comma: false,
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
    fn a_text_without_a_stage_takes_nothing_away() {
        let mut box_ = Pasting::default();
        let mut take = |text: &str| {
            box_.text = text.into();
            let taken = box_.take();
            (taken.map(|stages| stages.list().len()), box_.refused.len())
        };
        assert_eq!(take("nonsense"), (None, 1));
        assert_eq!(take("a, 1\nb, soon"), (Some(1), 1));
        assert_eq!(take("a, 1\nb, 2"), (Some(2), 0));
    }

    #[test]
    fn a_comma_for_decimals_anywhere_is_one_everywhere() {
        use Kind::{Communication, Compute, Other};
        check(
            "Name;Zeit (ms)\nMLP;12,345\nGEMM;3,25\nAR;1.000,5",
            &[
                ("MLP", 12.345, Other),
                ("GEMM", 3.25, Compute),
                ("AR", 1000.5, Other),
            ],
            &[],
        );
        check("nccl\t0,125 s", &[("nccl", 125.0, Communication)], &[]);
        check(
            "a;12,345\nb;1,000",
            &[("a", 12_345.0, Other), ("b", 1000.0, Other)],
            &[],
        );
    }

    #[test]
    fn of_several_times_the_total_is_taken() {
        let both = [("A", 12.0, Kind::Other), ("B", 5.0, Kind::Other)];
        for pasted in [
            "Stage, Start time (ms), Duration (ms)\nA, 5, 12\nB, 17, 5",
            "Name;Timestamp;Time (ms)\nA;5;12\nB;17;5",
            "Name;Avg time (us);Total time (us)\nA;1;12000\nB;1;5000",
            "阶段;平均耗时;总耗时\nA;1;12\nB;1;5",
            "阶段\t耗时占比\t耗时（毫秒）\nA\t70%\t12\nB\t30%\t5",
            "Name;Share of time;Time (ms)\nA;0.7;12\nB;0.3;5",
            "Name;Avg (ms)\nA;12\nB;5",
        ] {
            check(pasted, &both, &[]);
        }
        for sum in ["Total", "合计", "SUM:"] {
            let pasted = format!("A\t12\nB\t5\n{sum}\t17");
            check(&pasted, &both, &[(3, Reason::Total)]);
        }
    }

    #[test]
    fn a_name_that_is_cut_is_said_to_be() {
        let long = "一二三四五六七八九十";
        let found = read(&format!("{long}\t3\nshort\t4"));
        assert_eq!(found.stages.unwrap().list().len(), 2);
        assert_eq!(found.refused.len(), 1);
        assert_eq!(found.refused[0].reason, Reason::LongName);
    }

    #[test]
    fn a_name_means_the_same_kind_in_every_language() {
        for known in Known::ALL {
            let kinds = LANGS.map(|lang| guess(known_name(known, lang)));
            assert!(
                kinds.iter().all(|kind| *kind == kinds[0]),
                "{known:?}: {kinds:?}"
            );
        }
        for (zh, en) in [
            ("前向", "Forward"),
            ("反向传播", "Backward pass"),
            ("张量并行", "Tensor parallel"),
            ("梯度同步", "Gradient all-reduce"),
            ("数据加载", "Data loading"),
        ] {
            assert_eq!(guess(zh), guess(en), "{zh}");
            assert_ne!(guess(zh), None);
        }
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
