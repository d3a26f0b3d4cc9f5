//! What chat programs, wikis and mail do to a link, undone as far as that cannot be mistaken.
//!
//! A link that the page wrote holds only `A-Z a-z 0-9 . _ - = &`, and a value ends in none of the
//! marks that a sentence ends in. So an escape, however often it was escaped itself, stands for what
//! it says, an escaped `&` parts pairs, and a mark behind a number or a word belongs to the text
//! around the link. Only names of stages may hold any mark, where somebody wrote the link by hand.

/// What programs add to the links they pass on, apart from `utm_…`. None of it is about the page, so
/// nobody needs to hear of it; a key of ours must never be one of these. The first four are what is
/// left of `&lt;`, `&gt;`, `&quot;` and `&nbsp;` around a link.
const ADDED: [&str; 20] = [
    "lt",
    "gt",
    "quot",
    "nbsp",
    "fbclid",
    "from",
    "gclid",
    "igsh",
    "isappinstalled",
    "mc_cid",
    "mc_eid",
    "msclkid",
    "nsukey",
    "ref",
    "ref_src",
    "share_token",
    "si",
    "spm",
    "spm_id_from",
    "vd_source",
];

/// How an `&` begins when HTML was escaped once more than it was read.
const ENTITIES: [&str; 4] = ["amp;", "#38;", "#038;", "#x26;"];

/// Whether a program added the key on the way.
pub(super) fn is_added(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    key.starts_with("utm_") || ADDED.contains(&&*key)
}

/// The query in plain characters: all escapes decoded, nothing invisible, no backslash of Markdown.
pub(super) fn plain(query: &str) -> String {
    let query = query.as_bytes();
    let mut bytes = Vec::with_capacity(query.len());
    let mut at = 0;
    while let Some(&byte) = query.get(at) {
        at += 1;
        match byte {
            b'%' => {
                // A `%` that was escaped again is `%25`, and `%2525` the next time.
                while query[at..].starts_with(b"25") {
                    at += 2;
                }
                let hex = |at| query.get(at).and_then(|c| char::from(*c).to_digit(16));
                if let (Some(high), Some(low)) = (hex(at), hex(at + 1)) {
                    bytes.push((high * 16 + low) as u8);
                    at += 2;
                } else {
                    bytes.push(byte);
                }
            }
            b'+' => bytes.push(b' '),
            // A place in the page follows, unless it is the number of an entity.
            b'#' if bytes.last() != Some(&b'&') => break,
            _ => bytes.push(byte),
        }
    }
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    text.retain(|c| !is_dropped(c));
    // `&copy=`, `&params=` and `&micro=` begin with entities that HTML reads without a semicolon.
    // Programs that know of no query but their own begin another.
    for (read, written) in [
        ("©=", "&copy="),
        ("¶ms=", "&params="),
        ("µ=", "&micro="),
        ("?utm_", "&utm_"),
    ] {
        if text.contains(read) {
            text = text.replace(read, written);
        }
    }
    text
}

fn is_dropped(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\\' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
        )
}

/// The pairs of a plain query; pieces of nothing but marks are dropped.
pub(super) fn pairs(plain: &str) -> impl Iterator<Item = (&str, &str)> {
    plain.split('&').filter_map(|mut piece| {
        while let Some(rest) = ENTITIES.iter().find_map(|entity| {
            let (head, rest) = piece.split_at_checked(entity.len())?;
            head.eq_ignore_ascii_case(entity).then_some(rest)
        }) {
            piece = rest;
        }
        let (key, value) = piece.split_once('=').unwrap_or((piece, ""));
        let [key, piece] = [key, piece].map(|text| text.trim_matches(is_mark));
        let key = if key.is_empty() { piece } else { key };
        (!key.is_empty()).then_some((key, value.trim()))
    })
}

/// The value without the marks at its end that the text around a link left there.
pub(super) fn bare(value: &str) -> &str {
    value.trim_end_matches(is_mark)
}

fn is_mark(c: char) -> bool {
    c.is_whitespace()
        // A number may end in `%`, and a name in a hyphen.
        || c.is_ascii_punctuation() && !matches!(c, '%' | '-')
        || "…。，、；：！？）】」』》〉”’»".contains(c)
}
