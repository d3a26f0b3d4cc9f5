//! Text to numbers: what people type, in either language, with either decimal mark.

/// Why a text is not a number that fits. The page puts it into words beside the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Problem {
    /// Nothing was typed.
    Empty,
    /// It does not read as a number.
    NotANumber,
    /// It divides by zero.
    DivisionByZero,
    /// It is a number, but not one between these two.
    OutOfRange {
        /// Smallest number that fits.
        min: f64,
        /// Largest number that fits.
        max: f64,
    },
    /// It is not whole, and only whole numbers fit.
    NotWhole,
}

/// Reads a number as people type it.
///
/// Understood are `0.95`, `0,95`, `95%`, `19/20`, `10 000`, `10,000`, `1e-4`, full-width digits as
/// Chinese input methods give them, and one of the `suffixes`, each with its factor (`("B", 1.0)`).
/// A comma followed by exactly three digits groups them unless the part before it is `0`.
///
/// # Errors
/// Says what is wrong; never clamps and never guesses.
pub fn parse(typed: &str, suffixes: &[(&str, f64)]) -> Result<f64, Problem> {
    let plain: String = typed
        .chars()
        .map(half_width)
        .filter(|c| !is_space(*c))
        .collect();
    if plain.is_empty() {
        return Err(Problem::Empty);
    }
    let plain = plain.trim_end_matches(['×', 'x']);
    if let Some((above, below)) = plain.split_once('/') {
        let (above, below) = (decimal(above)?, decimal(below)?);
        return if below == 0.0 {
            Err(Problem::DivisionByZero)
        } else {
            finite(above / below)
        };
    }
    if let Some(share) = plain.strip_suffix('%') {
        return finite(decimal(share)? / 100.0);
    }
    for (suffix, factor) in suffixes {
        let cut = plain.len().saturating_sub(suffix.len());
        if let (Some(head), Some(tail)) = (plain.get(..cut), plain.get(cut..))
            && tail.eq_ignore_ascii_case(suffix)
        {
            return finite(decimal(head)? * factor);
        }
    }
    decimal(plain)
}

/// Full-width forms (U+FF01…U+FF5E) and the minus sign become their ASCII twins.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{2212}' => '-',
        '。' => '.',
        '、' => ',',
        _ => c,
    }
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}' | '_' | '\'' | '’')
}

fn decimal(plain: &str) -> Result<f64, Problem> {
    let shaped = plain
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | 'e' | 'E'));
    // Rust also reads "inf", "nan" and "1.": only digits and signs get that far.
    if !shaped || !plain.contains(|c: char| c.is_ascii_digit()) {
        return Err(Problem::NotANumber);
    }
    finite(machine(&with_point(plain)).ok_or(Problem::NotANumber)?)
}

/// The text with one decimal point and no group marks; empty where the marks make no number.
fn with_point(plain: &str) -> String {
    match (plain.rfind(','), plain.rfind('.')) {
        (Some(comma), Some(point)) => {
            // Both marks: the last is the decimal one, and the others stand between groups.
            let (group, at) = if comma > point {
                ('.', comma)
            } else {
                (',', point)
            };
            let (whole, rest) = (&plain[..at], &plain[at + 1..]);
            if groups(whole, group) {
                format!("{}.{rest}", whole.replace(group, ""))
            } else {
                String::new()
            }
        }
        (Some(_), None) if groups(plain, ',') => plain.replace(',', ""),
        (Some(_), None) => plain.replace(',', "."),
        (None, _) => plain.to_owned(),
    }
}

fn groups(plain: &str, mark: char) -> bool {
    let mut parts = plain.trim_start_matches(['-', '+']).split(mark);
    let head = parts.next().unwrap_or_default();
    (1..=3).contains(&head.len())
        && head != "0"
        && parts.all(|p| p.len() == 3 && p.bytes().all(|b| b.is_ascii_digit()))
}

/// Reads a number as programs write it: `-12.5e-3`, exactly; `None` for anything else.
///
/// In a browser its own reader is asked: Rust's brings a table of ten kilobytes that does not
/// compress, a sixteenth of what the page may weigh.
pub fn machine(plain: &str) -> Option<f64> {
    #[cfg(target_arch = "wasm32")]
    let value = wasm_bindgen::JsValue::from_str(plain).unchecked_into_f64();
    #[cfg(not(target_arch = "wasm32"))]
    let value = plain.parse().unwrap_or(f64::NAN);
    // To a browser, nothing is zero.
    (!plain.trim().is_empty() && !value.is_nan()).then_some(value)
}

fn finite(value: f64) -> Result<f64, Problem> {
    if value.is_finite() {
        Ok(value)
    } else {
        Err(Problem::NotANumber)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: [(&str, f64); 2] = [("B", 1.0), ("T", 1000.0)];

    #[track_caller]
    fn check(typed: &str, expected: Result<f64, Problem>) {
        assert_eq!(parse(typed, &UNITS), expected, "{typed:?}");
    }

    #[test]
    fn what_people_type_is_understood() {
        for typed in [
            "0.95",
            "0,95",
            "95%",
            "95 %",
            "19/20",
            " .95 ",
            "０．９５",
            "９５％",
            "0，95",
            "9.5e-1",
        ] {
            check(typed, Ok(0.95));
        }
        for typed in [
            "10000",
            "10 000",
            "10,000",
            "10\u{202f}000",
            "10_000",
            "1e4",
            "10.000,0",
            "10.000,",
            "10,000.0",
        ] {
            check(typed, Ok(10_000.0));
        }
        check("0,950", Ok(0.95));
        check("70B", Ok(70.0));
        check("1 T", Ok(1000.0));
        check("1.5t", Ok(1500.0));
        check("−3", Ok(-3.0));
        check("20×", Ok(20.0));
    }

    #[test]
    fn what_is_no_number_says_why() {
        check("", Err(Problem::Empty));
        check("  ", Err(Problem::Empty));
        check("1/0", Err(Problem::DivisionByZero));
        for typed in [
            "abc",
            "NaN",
            "inf",
            "1e999",
            "%",
            "/",
            "1/2/3",
            "1,2.3",
            "1.5,",
            "1.5,2",
            "1.000,000,0",
            "--1",
            ".",
            "e",
            "5 apples",
            "😀",
            "1e400/1",
            "B",
        ] {
            check(typed, Err(Problem::NotANumber));
        }
    }
}
