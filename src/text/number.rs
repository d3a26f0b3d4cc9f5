//! Numbers to text: significant digits, thin-space groups, units.

use super::Lang;

/// Narrow no-break space: groups of three digits, and before a unit.
const THIN: char = '\u{202f}';
const MINUS: char = '\u{2212}';

/// `value` rounded to `digits` significant digits.
pub fn rounded(value: f64, digits: usize) -> f64 {
    super::machine(&format!("{value:.*e}", digits.saturating_sub(1))).unwrap_or(value)
}

/// The power of ten of the first digit of a positive number: 3 for 1000 and for 9999.
pub fn exponent(value: f64) -> i32 {
    let text = format!("{value:.15e}");
    text.rsplit_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0)
}

/// Four significant digits, whole numbers in full: `19.96`, `0.0117`, `10 000`, `5.26 × 10⁻⁶`.
pub fn number(value: f64) -> String {
    number_to(value, 4)
}

/// `value` to `digits` significant digits, without trailing zeros; from 10^`digits` up to 10^15 as a
/// whole number with thin-space groups, below 10⁻⁴ and above in powers of ten.
///
/// Total: what is not finite becomes `∞` or an en dash, never `NaN`.
pub fn number_to(value: f64, digits: usize) -> String {
    if value.is_nan() {
        return "–".into();
    }
    let sign = if value < 0.0 {
        MINUS.to_string()
    } else {
        String::new()
    };
    let size = value.abs();
    if size.is_infinite() {
        return format!("{sign}∞");
    }
    if size == 0.0 {
        return "0".into();
    }
    let shown = rounded(size, digits);
    if !(1e-4..1e15).contains(&shown) {
        return format!("{sign}{}", scientific(shown, digits));
    }
    let exponent = exponent(shown);
    let decimals = (digits as i32 - 1 - exponent).clamp(0, 12) as usize;
    // A whole part longer than the digits asked for is written as it is, not padded with zeros.
    let plain = format!("{:.decimals$}", if decimals == 0 { size } else { shown });
    format!("{sign}{}", grouped(trimmed(&plain)))
}

fn scientific(value: f64, digits: usize) -> String {
    let text = format!("{value:.*e}", digits.saturating_sub(1));
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised: String = exponent.chars().map(superscript).collect();
    format!("{}{THIN}×{THIN}10{raised}", trimmed(mantissa))
}

fn superscript(c: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    c.to_digit(10).map_or('⁻', |d| DIGITS[d as usize])
}

fn trimmed(plain: &str) -> &str {
    if plain.contains('.') {
        plain.trim_end_matches('0').trim_end_matches('.')
    } else {
        plain
    }
}

/// Thin-space groups of three in the whole part, from five digits or four alike.
fn grouped(plain: &str) -> String {
    let (whole, rest) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let mut out = String::with_capacity(plain.len() + 4);
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(THIN);
        }
        out.push(c);
    }
    out + rest
}

/// A whole number in full: `1 048 576`.
pub fn count(value: f64) -> String {
    if value.is_finite() && value.abs() < 1e15 {
        let sign = if value <= -0.5 {
            MINUS.to_string()
        } else {
            String::new()
        };
        sign + &grouped(&format!("{:.0}", value.abs()))
    } else {
        number(value)
    }
}

/// A ratio with its sign of multiplication: `19.96×`.
pub fn times(value: f64) -> String {
    format!("{}×", number(value))
}

/// A share as a reader types it, in full and without the noise of binary fractions: `0.9965`.
pub fn fraction(value: f64) -> String {
    let shortest = value.to_string();
    let plain = format!("{value:.15}");
    let plain = trimmed(&plain);
    // Shorter is only better while it is the same number to all that anybody can mean.
    let same = super::machine(plain)
        .is_some_and(|v| (v - value).abs() <= 1e-14 * value.abs().min(1.0 - value.abs()).abs());
    if same && plain.len() < shortest.len() {
        plain.to_owned()
    } else {
        shortest
    }
}

/// A share in per cent, three significant digits: `5 %`, in Chinese `5%`.
pub fn percent(lang: Lang, share: f64) -> String {
    percent_to(lang, share, 3)
}

/// A share in per cent to `digits` significant digits, more where a share below one would read 100 %.
pub fn percent_to(lang: Lang, share: f64, digits: usize) -> String {
    let gap = match lang {
        Lang::En => "\u{202f}",
        Lang::Zh => "",
    };
    let percent = share * 100.0;
    let rounds_up = |digits: &usize| percent < 100.0 && rounded(percent, *digits) >= 100.0;
    let digits = (digits..6).find(|digits| !rounds_up(digits)).unwrap_or(6);
    format!("{}{gap}%", number_to(percent, digits))
}

/// A difference of shares in percentage points, one decimal, always with its sign: `+1.7`.
pub fn points(difference: f64) -> String {
    let tenths = (difference * 1000.0).round() / 10.0;
    match tenths {
        t if t > 0.0 => format!("+{t:.1}"),
        t if t < 0.0 => format!("{MINUS}{:.1}", -t),
        _ => "0".into(),
    }
}

/// A time in the unit that suits it: `3.76 s`, `259 ms`, `4 µs`.
pub fn duration(seconds: f64) -> String {
    // Rounded first: 999.9 ms is 1 s.
    let seconds = rounded(seconds, 3);
    let (value, unit) = match seconds.abs() {
        s if s >= 1.0 || s == 0.0 || !s.is_finite() => (seconds, "s"),
        s if s >= 1e-3 => (seconds * 1e3, "ms"),
        _ => (seconds * 1e6, "µs"),
    };
    format!("{}{THIN}{unit}", number_to(value, 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: String, expected: &str) {
        assert_eq!(text.replace(THIN, " "), expected);
    }

    #[test]
    fn numbers_are_short_and_exact() {
        check(number(19.962), "19.96");
        check(number(20.0), "20");
        check(number(19.999_9), "20");
        check(number(0.011_72), "0.01172");
        check(number(9999.6), "10 000");
        check(number(10_000.4), "10 000");
        check(number(123_456.7), "123 457");
        check(number(1.0), "1");
        check(number(5.26e-6), "5.26 × 10⁻⁶");
        check(number(-0.009), "−0.009");
        check(number(1e18), "1 × 10¹⁸");
        check(number(f64::NAN), "–");
        check(number(f64::INFINITY), "∞");
        check(number(f64::NEG_INFINITY), "−∞");
        check(number(-0.0), "0");
        check(number(f64::MIN_POSITIVE), "2.225 × 10⁻³⁰⁸");
        check(number_to(99.99, 3), "100");
        check(number_to(0.000_099_999, 2), "0.0001");
    }

    #[test]
    fn units_follow_the_number() {
        check(times(19.962), "19.96×");
        check(count(1_048_576.0), "1 048 576");
        check(count(-0.2), "0");
        check(count(999.0), "999");
        check(percent(Lang::En, 0.05), "5 %");
        check(percent(Lang::Zh, 0.0012), "0.12%");
        check(percent_to(Lang::En, 0.434_51, 3), "43.5 %");
        check(points(0.0171), "+1.7");
        check(points(-0.04), "−4.0");
        check(points(0.0003), "0");
        check(duration(0.259), "259 ms");
        check(duration(3.756), "3.76 s");
        check(duration(4e-6), "4 µs");
        check(duration(0.999_6), "1 s");
        check(duration(-0.000_999_9), "−1 ms");
        check(duration(0.0), "0 s");
    }

    #[test]
    fn fractions_are_written_without_noise() {
        check(fraction(0.95), "0.95");
        check(fraction(1.0), "1");
        check(fraction(0.0), "0");
        check(fraction(0.999_999), "0.999999");
        check(fraction(1e-16), "0.0000000000000001");
        check(fraction(1.0 - 0.003_5), "0.9965");
    }
}
