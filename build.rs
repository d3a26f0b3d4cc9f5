//! Turns `src/locales/*.json` into checked code, and refuses a language that lacks a phrase.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use leptos_i18n_build::{Config, ParseOptions, TranslationsInfos};

const LOCALES: &str = "src/locales";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={LOCALES}");
    let languages = languages(Path::new(LOCALES))?;
    refuse_gaps(&languages)?;
    let mut config = Config::new("en")?
        .locales_path(LOCALES)
        .parse_options(ParseOptions::new().interpolate_display(true));
    for (name, _) in languages.iter().filter(|(name, _)| name != "en") {
        config = config.add_locale(name)?;
    }
    let translations = TranslationsInfos::parse(config)?;
    translations.emit_diagnostics();
    translations.generate_i18n_module(PathBuf::from(env::var("OUT_DIR")?).join("i18n"))?;
    Ok(())
}

/// Every language file: its name without the ending, and the set of `key.path` it holds.
fn languages(folder: &Path) -> Result<Vec<(String, BTreeSet<String>)>, Box<dyn Error>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let json = serde_json::from_str(&fs::read_to_string(&path)?)
            .map_err(|e| format!("{}: {e}", path.display()))?;
        let mut keys = BTreeSet::new();
        collect(&json, String::new(), &mut keys);
        found.push((name.into_owned(), keys));
    }
    found.sort();
    Ok(found)
}

/// Writes the paths of all phrases below `value`; a phrase's placeholders are part of its path,
/// so that a translation that forgets one is a gap too.
fn collect(value: &serde_json::Value, path: String, keys: &mut BTreeSet<String>) {
    if let Some(object) = value.as_object() {
        for (name, child) in object {
            collect(child, format!("{path}.{name}"), keys);
        }
        return;
    }
    let phrase = value.as_str().unwrap_or_default();
    let mut slots: Vec<&str> = phrase
        .split("{{")
        .skip(1)
        .filter_map(|rest| rest.split("}}").next())
        .map(str::trim)
        .collect();
    slots.sort_unstable();
    slots.dedup();
    keys.insert(format!("{path} {slots:?}"));
}

fn refuse_gaps(languages: &[(String, BTreeSet<String>)]) -> Result<(), Box<dyn Error>> {
    let all: BTreeSet<&String> = languages.iter().flat_map(|(_, keys)| keys).collect();
    let mut gaps = Vec::new();
    for (name, keys) in languages {
        for key in all.iter().filter(|key| !keys.contains(**key)) {
            gaps.push(format!("{LOCALES}/{name}.json lacks {key}"));
        }
    }
    if gaps.is_empty() {
        Ok(())
    } else {
        Err(gaps.join("\n").into())
    }
}
