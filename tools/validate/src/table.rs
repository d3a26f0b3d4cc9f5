//! Tables of numbers, and what can be wrong with them.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use csv::{Position, ReaderBuilder, StringRecord, Trim};

/// What is wrong with a table, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// File, as it was opened.
    pub file: PathBuf,
    /// Line of the file, from 1, where there is one to name.
    pub line: Option<usize>,
    /// Column by its name, where there is one to name.
    pub column: Option<String>,
    /// What is wrong, in words.
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for Fault {}

/// A table with a header; lines that begin with `#` are comments.
#[derive(Debug)]
pub(crate) struct Table {
    file: PathBuf,
    header: StringRecord,
    /// Each with its line.
    rows: Vec<(Option<usize>, StringRecord)>,
}

impl Table {
    /// Reads a file.
    pub(crate) fn read(folder: &Path, name: &str) -> Result<Self, Fault> {
        let file = folder.join(name);
        let bytes = fs::read(&file).map_err(|error| Fault {
            file: file.clone(),
            line: None,
            column: None,
            problem: error.to_string(),
        })?;
        let fault = |error: csv::Error| Fault {
            file: file.clone(),
            line: error.position().map(|place| line(&bytes, place)),
            column: None,
            problem: describe(&error),
        };
        let mut reader = ReaderBuilder::new()
            .comment(Some(b'#'))
            .trim(Trim::All)
            .from_reader(&bytes[..]);
        let header = reader.headers().map_err(fault)?.clone();
        let records = reader.records().map(|record| {
            let record = record?;
            let line = record.position().map(|place| line(&bytes, place));
            Ok((line, record))
        });
        let rows = records.collect::<Result<Vec<_>, _>>().map_err(fault)?;
        if rows.is_empty() {
            return Err(Fault {
                file,
                line: None,
                column: None,
                problem: "no rows".to_owned(),
            });
        }
        Ok(Self { file, header, rows })
    }

    /// Every row, in the order of the file.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|(line, cells)| Row {
            table: self,
            line: *line,
            cells,
        })
    }
}

/// The line of a record: of the first one from its place that is neither empty nor a comment, as the
/// reader skips these only afterwards.
fn line(bytes: &[u8], place: &Position) -> usize {
    let start = usize::try_from(place.byte()).unwrap_or(usize::MAX);
    let (before, from) = bytes.split_at(start.min(bytes.len()));
    let lines_before = before.split(|byte| *byte == b'\n').count();
    let skipped = from
        .split(|byte| *byte == b'\n')
        .take_while(|line| line.starts_with(b"#") || line.trim_ascii().is_empty())
        .count();
    lines_before + skipped
}

/// What a reader of the message can do something about.
fn describe(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Io(error) => error.to_string(),
        csv::ErrorKind::Utf8 { .. } => "not UTF-8".to_owned(),
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!("{len} cells where the header has {expected_len}"),
        _ => error.to_string(),
    }
}

/// One row of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    table: &'a Table,
    line: Option<usize>,
    cells: &'a StringRecord,
}

impl<'a> Row<'a> {
    /// A fault of this row.
    pub(crate) fn fault(&self, column: &str, problem: impl Into<String>) -> Fault {
        Fault {
            file: self.table.file.clone(),
            line: self.line,
            column: Some(column.to_owned()),
            problem: problem.into(),
        }
    }

    /// The text of a cell.
    pub(crate) fn text(&self, column: &str) -> Result<&'a str, Fault> {
        let place = self.table.header.iter().position(|name| name == column);
        place
            .and_then(|place| self.cells.get(place))
            .ok_or_else(|| Fault {
                line: None,
                ..self.fault(column, "no such column")
            })
    }

    /// A positive finite number.
    pub(crate) fn real(&self, column: &str) -> Result<f64, Fault> {
        let text = self.text(column)?;
        text.parse()
            .ok()
            .filter(|value| f64::is_finite(*value) && *value > 0.0)
            .ok_or_else(|| self.fault(column, format!("`{text}` is no positive number")))
    }

    /// A positive whole number.
    pub(crate) fn whole(&self, column: &str) -> Result<u32, Fault> {
        let text = self.text(column)?;
        text.parse()
            .ok()
            .filter(|value| *value > 0)
            .ok_or_else(|| self.fault(column, format!("`{text}` is no positive whole number")))
    }

    /// A quantity from a whole number.
    pub(crate) fn count<T>(&self, column: &str, new: fn(u32) -> Option<T>) -> Result<T, Fault> {
        let value = self.whole(column)?;
        new(value).ok_or_else(|| self.fault(column, format!("{value} is out of range")))
    }

    /// What a word stands for.
    pub(crate) fn word<T: Copy>(&self, column: &str, words: &[(&str, T)]) -> Result<T, Fault> {
        let text = self.text(column)?;
        let found = words.iter().find(|(word, _)| *word == text);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            self.fault(column, format!("`{text}` is none of {}", known.join(", ")))
        })
    }
}
