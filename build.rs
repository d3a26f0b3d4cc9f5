//! Turns `src/locales/*.json` into constants, and refuses a language that lacks a phrase or a slot.
//!
//! The code asks for a phrase by name, so a name that no file has does not compile either; and
//! `text::Phrase` checks the names of the slots while it is compiled.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

const LOCALES: &str = "src/locales";

/// Section and name of a phrase.
type Key = (String, String);

/// One language: its tag, and its phrases.
struct Language {
    tag: String,
    phrases: BTreeMap<Key, String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={LOCALES}");
    let languages = languages(Path::new(LOCALES))?;
    refuse_gaps(&languages)?;
    let out = PathBuf::from(env::var("OUT_DIR")?).join("phrases.rs");
    fs::write(out, generated(&languages)?)?;
    Ok(())
}

/// Every language file, English first: it is what a reader gets who speaks none of the others.
fn languages(folder: &Path) -> Result<Vec<Language>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let tag = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let sections: BTreeMap<String, BTreeMap<String, String>> =
            serde_json::from_str(&fs::read_to_string(&path)?)
                .map_err(|e| format!("{}: {e}", path.display()))?;
        let phrases = sections
            .into_iter()
            .flat_map(|(section, phrases)| {
                phrases
                    .into_iter()
                    .map(move |(name, text)| ((section.clone(), name), text))
            })
            .collect();
        found.push(Language { tag, phrases });
    }
    found.sort_by_key(|language| (language.tag != "en", language.tag.clone()));
    Ok(found)
}

/// The names between double braces, sorted, each once.
fn slots(text: &str) -> Vec<&str> {
    let mut slots: Vec<&str> = text
        .split("{{")
        .skip(1)
        .filter_map(|rest| rest.split("}}").next())
        .map(str::trim)
        .collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

fn refuse_gaps(languages: &[Language]) -> Result<(), Box<dyn Error>> {
    let mut gaps = Vec::new();
    for a in languages {
        for ((section, name), text) in &a.phrases {
            for b in languages {
                match b.phrases.get(&(section.clone(), name.clone())) {
                    None => gaps.push(format!("{LOCALES}/{}.json lacks {section}.{name}", b.tag)),
                    Some(other) if slots(other) != slots(text) => {
                        gaps.push(format!(
                            "{section}.{name} has other slots in {} than in {}",
                            a.tag, b.tag
                        ));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    if gaps.is_empty() {
        Ok(())
    } else {
        Err(gaps.join("\n").into())
    }
}

fn generated(languages: &[Language]) -> Result<String, Box<dyn Error>> {
    let mut code = String::new();
    let variant = |tag: &str| tag[..1].to_uppercase() + &tag[1..];
    let variants: Vec<String> = languages.iter().map(|l| variant(&l.tag)).collect();
    let tags: Vec<&str> = languages.iter().map(|l| l.tag.as_str()).collect();
    let n = languages.len();
    writeln!(
        code,
        "/// A language of the page.\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Lang {{"
    )?;
    for (variant, tag) in variants.iter().zip(&tags) {
        writeln!(code, "/// `{tag}`\n{variant},")?;
    }
    writeln!(
        code,
        "}}\n/// The languages, in the order a reader is offered them."
    )?;
    writeln!(
        code,
        "pub static LANGS: [Lang; {n}] = [Lang::{}];",
        variants.join(", Lang::")
    )?;
    writeln!(code, "static TAGS: [&str; {n}] = {tags:?};")?;
    writeln!(code, "pub(crate) mod phrases {{")?;
    let mut open = None;
    for (section, name) in languages
        .first()
        .map(|l| l.phrases.keys())
        .into_iter()
        .flatten()
    {
        if open != Some(section) {
            let close = if open.is_some() { "}" } else { "" };
            writeln!(
                code,
                "{close} pub(crate) mod {section} {{ use super::super::{{Phrase, Texts}};"
            )?;
            open = Some(section);
        }
        let key = (section.clone(), name.clone());
        let texts: Vec<&str> = languages.iter().map(|l| l.phrases[&key].as_str()).collect();
        let slots = slots(texts[0]);
        writeln!(
            code,
            "pub(crate) const {name}: Phrase<{n}> = Phrase {{ texts: Texts({texts:?}), slots: &{slots:?} }};"
        )?;
    }
    writeln!(code, "}} }}")?;
    Ok(code)
}
