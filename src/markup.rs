//! Formulas, tables and readings as HTML text: for the static page, and for the live one, where a
//! whole table is set at once instead of cell by cell.
//!
//! Every text is escaped here. Of what a link says only names of stages come this way, which can hold
//! no markup in the first place; what was not understood is shown as text that nobody parses.

use crate::chart::Readout;
use crate::figure::Table;
use crate::math::Math;
use crate::theme::hue_class;

/// Text for HTML, in elements and in attributes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(c),
        }
    }
    out
}

/// Elements of one kind around escaped texts.
fn each(tag: &str, texts: &[String]) -> String {
    texts
        .iter()
        .map(|text| format!("<{tag}>{}</{tag}>", escaped(text)))
        .collect()
}

/// Sentences as paragraphs.
pub fn paragraphs(texts: &[String]) -> String {
    each("p", texts)
}

/// Formulas in MathML, which browsers set themselves.
pub fn formulas(formulas: &[Math]) -> String {
    formulas
        .iter()
        .map(|math| format!("<math display=\"block\">{}</math>", mathml(math)))
        .collect()
}

fn mathml(math: &Math) -> String {
    match math {
        Math::Number(text, hue) => {
            format!("<mn class=\"{}\">{}</mn>", hue_class(*hue), escaped(text))
        }
        Math::Symbol(name) => format!("<mi>{name}</mi>"),
        Math::Indexed(name, index) => {
            format!("<msub><mi>{name}</mi><mtext>{index}</mtext></msub>")
        }
        Math::Operator(sign) => format!("<mo stretchy=\"false\">{sign}</mo>"),
        Math::Row(pieces) => {
            format!(
                "<mrow>{}</mrow>",
                pieces.iter().map(mathml).collect::<String>()
            )
        }
        Math::Fraction(a, b) => format!("<mfrac>{}{}</mfrac>", mathml(a), mathml(b)),
        Math::Power(a, b) => format!("<msup>{}{}</msup>", mathml(a), mathml(b)),
    }
}

/// A table with its caption, and its notes below it. It can be scrolled by keyboard where it is
/// wider than the page.
pub fn table(table: &Table) -> String {
    let caption = escaped(&table.caption);
    let head: String = table
        .head
        .iter()
        .map(|cell| format!("<th scope=\"col\">{}</th>", escaped(cell)))
        .collect();
    let rows: String = table
        .rows
        .iter()
        .map(|row| {
            let hue = row.hue.map(hue_class).unwrap_or_default();
            let (first, rest) = row.cells.split_at(row.cells.len().min(1));
            let first: String = first
                .iter()
                .map(|cell| format!("<th scope=\"row\">{}</th>", escaped(cell)))
                .collect();
            format!("<tr class=\"{hue}\">{first}{}</tr>\n", each("td", rest))
        })
        .collect();
    let notes = each("p", &table.notes);
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{caption}\">\
         <table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>\
         <div class=\"notes\">{notes}</div>"
    )
}

/// What the crosshair reads, with what the markers under it have to say.
pub fn readout(readout: &Readout, details: &[String]) -> String {
    let rows: String = readout
        .readings
        .iter()
        .map(|reading| {
            let (hue, name) = (hue_class(reading.hue), escaped(&reading.name));
            format!(
                "<tr class=\"{hue}\"><th>{name}</th><td>{}</td></tr>",
                escaped(&reading.value)
            )
        })
        .collect();
    let at = escaped(&readout.label);
    format!(
        "<p class=\"at\">{at}</p><table><tbody>{rows}</tbody></table>{}",
        each("p", details)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Row;

    #[test]
    fn nothing_in_a_text_becomes_markup() {
        let evil = "<img src=x onerror=alert(1)>\"&".to_owned();
        let shown = table(&Table {
            id: "t",
            caption: evil.clone(),
            head: vec![evil.clone()],
            rows: vec![Row {
                hue: None,
                cells: vec![evil.clone(), evil.clone()],
            }],
            notes: vec![evil.clone()],
        });
        assert!(
            !shown.contains("<img") && shown.matches("&lt;img").count() == 6,
            "{shown}"
        );
        assert_eq!(escaped("a<b>&\"c"), "a&lt;b&gt;&amp;&quot;c");
    }
}
