//! The invariants of `src/lib.rs`, held by reading the sources.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

/// Every source file below `src`, with its path relative to it and its code without comments.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut out = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path
                    .strip_prefix(&root)
                    .unwrap()
                    .to_string_lossy()
                    .replace('\\', "/");
                out.push((name, code(&fs::read_to_string(&path).unwrap())));
            }
        }
    }
    assert!(out.len() > 30);
    out
}

/// The lines that are code, up to the file's tests.
fn code(text: &str) -> String {
    text.split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// None of the files of a layer names any of the words.
#[track_caller]
fn check_ignorant(layer: &str, words: &[&str]) {
    let files: Vec<_> = sources()
        .into_iter()
        .filter(|(name, _)| {
            *name == format!("{layer}.rs") || name.starts_with(&format!("{layer}/"))
        })
        .collect();
    assert!(!files.is_empty(), "no such layer: {layer}");
    for (name, code) in files {
        for word in words {
            assert!(!code.contains(word), "{name} must not know `{word}`");
        }
    }
}

/// Only files of the named layers contain the word.
#[track_caller]
fn check_only(word: &str, layers: &[&str]) {
    for (name, code) in sources() {
        let layer = name.split(['/', '.']).next().unwrap();
        assert!(
            layers.contains(&layer) || !code.contains(word),
            "{name} must not name `{word}`"
        );
    }
}

#[test]
fn layers_point_one_way() {
    let above_model = [
        "crate::text",
        "crate::figure",
        "crate::chart",
        "crate::state",
        "crate::paint",
        "leptos",
        "serde",
        "plotters",
        "web_sys",
    ];
    check_ignorant("model", &above_model);
    check_ignorant(
        "figure",
        &[
            "plotters",
            "leptos",
            "web_sys",
            "crate::theme",
            "crate::paint",
            "crate::chart",
            "crate::model",
        ],
    );
    check_ignorant(
        "chart",
        &[
            "plotters",
            "leptos::",
            "web_sys",
            "crate::theme",
            "crate::paint",
            "crate::state",
            "crate::query",
        ],
    );
    check_ignorant(
        "control",
        &[
            "leptos",
            "web_sys",
            "plotters",
            "crate::theme",
            "crate::chart",
        ],
    );
    check_ignorant(
        "scenario",
        &[
            "leptos",
            "web_sys",
            "plotters",
            "crate::chart",
            "crate::text",
        ],
    );
    check_ignorant(
        "state",
        &[
            "leptos",
            "web_sys",
            "plotters",
            "crate::query",
            "crate::paint",
        ],
    );
    check_ignorant(
        "query",
        &[
            "leptos",
            "web_sys",
            "plotters",
            "crate::ui",
            "crate::browser",
        ],
    );
    check_ignorant(
        "paint",
        &[
            "crate::model",
            "crate::chart",
            "crate::scenario",
            "leptos",
            "web_sys",
        ],
    );
    check_ignorant(
        "theme",
        &[
            "leptos",
            "web_sys",
            "plotters",
            "crate::model",
            "crate::chart",
        ],
    );
    check_ignorant(
        "ui",
        &["web_sys", "plotters", "crate::model::amdahl", "js_sys"],
    );
}

#[test]
fn files_and_snippets_know_nothing_of_the_page() {
    for files in ["export", "snippet"] {
        check_ignorant(
            files,
            &[
                "leptos",
                "web_sys",
                "plotters",
                "crate::ui",
                "crate::browser",
                "crate::state",
                "crate::model",
            ],
        );
    }
}

#[test]
fn each_outside_world_has_one_place() {
    check_only("web_sys", &["browser"]);
    check_only("Color(0x", &["theme"]);
    check_only("mount_to_body", &["lib"]);
    check_only("Effect::new", &["ui"]);
}

/// What a link says can only become markup where a browser is told to read a text as such.
#[test]
fn a_browser_reads_only_what_markup_made_as_markup() {
    for (name, code) in sources() {
        assert!(
            !code.contains("innerHTML") || name == "ui/erased.rs",
            "{name}"
        );
        for word in [
            "inner_html",
            "outer_html",
            "outerHTML",
            "insert_adjacent_html",
            "eval(",
        ] {
            assert!(!code.contains(word), "{name} must not use `{word}`");
        }
        // Pictures are markup too: of an exported chart, and of a QR code. `tests/export.rs` reads them
        // as XML with hostile words inside.
        let makers = ["markup::", "export::svg", "snippet::qr"];
        let is_made = makers.iter().any(|maker| code.contains(maker));
        assert!(
            !code.contains(".markup(") || is_made || name == "ui/erased.rs",
            "{name} must take its markup from `markup` or a maker of pictures"
        );
    }
}

#[test]
fn nothing_can_panic_on_what_a_browser_or_a_reader_does() {
    for (name, code) in sources() {
        for word in [
            ".unwrap()",
            ".expect(",
            "panic!(",
            "todo!(",
            "unimplemented!(",
        ] {
            // A constant's `expect` is judged by the compiler.
            let found = code
                .lines()
                .any(|line| line.contains(word) && !line.contains("const "));
            assert!(
                !found || name.starts_with("model/"),
                "{name} must not use `{word}`"
            );
        }
    }
}

#[test]
fn files_and_functions_stay_small() {
    for (name, code) in sources() {
        let n_lines = code.lines().count();
        assert!(n_lines <= 400, "{name} has {n_lines} lines of code");
    }
}
