//! A line of a table to its cells.

/// The cells of one line between marks, trimmed; a mark inside double quotes is part of its cell,
/// and two quotes there are one.
pub fn cells(line: &str, mark: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quoted = false;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let last = out.len() - 1;
        if quoted && rest.starts_with("\"\"") {
            out[last].push('"');
            rest = &rest[2..];
        } else if c == '"' && (quoted || out[last].trim().is_empty()) {
            quoted = !quoted;
            rest = &rest[1..];
        } else if !quoted && !mark.is_empty() && rest.starts_with(mark) {
            out.push(String::new());
            rest = &rest[mark.len()..];
        } else {
            out[last].push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out.iter().map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, mark: &str, expected: &[&str]) {
        assert_eq!(cells(line, mark), expected, "{line}");
    }

    #[test]
    fn quotes_keep_marks_together() {
        check("a,b , c", ",", &["a", "b", "c"]);
        check("a\t\tc", "\t", &["a", "", "c"]);
        check("\"x, \"\"y\"\"\",2", ",", &["x, \"y\"", "2"]);
        check("1,5\" drive,2", ",", &["1", "5\" drive", "2"]);
        check("\"open, 2", ",", &["open, 2"]);
        check("", ",", &[""]);
        check("数据，1", "，", &["数据", "1"]);
        check("a", "", &["a"]);
    }
}
