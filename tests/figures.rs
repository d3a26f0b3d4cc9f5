//! Every chart as an SVG golden in every language and theme, and the files written from the code.
//!
//! `UPDATE=1 cargo test --test figures` writes them anew: look at them before they are committed.

use std::fs;
use std::path::Path;

use amdahl_explorer::chart::{VIEWS, body};
use amdahl_explorer::paint::{GRID, Size, to_svg};
use amdahl_explorer::query;
use amdahl_explorer::text::{LANGS, Lang, lang_word};
use amdahl_explorer::theme::{DARK, LIGHT, Theme, css_tokens};

const DESKTOP: Size = Size {
    width: 796.0,
    height: 470.0,
};
const PHONE: Size = Size {
    width: 340.0,
    height: 250.0,
};

/// Compares with the file, or writes it; a difference leaves `name-changed` beside it.
#[track_caller]
fn check_file(path: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        return;
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    if kept != text {
        let stem = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let end = path
            .extension()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let changed = path.with_file_name(format!("{stem}-changed.{end}"));
        fs::write(&changed, text).unwrap_or_else(|e| panic!("{}: {e}", changed.display()));
        panic!(
            "{} differs: compare {}, then UPDATE=1",
            path.display(),
            changed.display()
        );
    }
}

#[track_caller]
fn check_golden(name: &str, link: &str, (lang, theme, size): (Lang, &Theme, Size)) {
    let (state, problems) = query::read(link);
    assert!(problems.is_empty(), "{link}: {problems:?}");
    for chart in body(state.view).charts {
        let svg = to_svg(&(chart.figure)(&state.scenario, lang), theme, size, GRID);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}");
        let (lang, theme) = (lang_word(lang), theme.id);
        check_file(
            &format!("tests/goldens/{name}-{}-{lang}-{theme}.svg", chart.id),
            &svg,
        );
    }
}

#[test]
fn every_figure_in_every_language_and_theme() {
    for view in VIEWS {
        for lang in LANGS {
            for theme in [&LIGHT, &DARK] {
                check_golden(
                    "default",
                    &format!("view={}", view.id),
                    (lang, theme, DESKTOP),
                );
            }
        }
    }
}

#[test]
fn every_figure_on_a_phone() {
    for view in VIEWS {
        check_golden(
            "phone",
            &format!("view={}", view.id),
            (Lang::Zh, &LIGHT, PHONE),
        );
    }
}

#[test]
fn the_corners_of_the_speedup_figure() {
    let shown = (Lang::En, &LIGHT, DESKTOP);
    check_golden("article", "p=0.95&n=10000", shown);
    check_golden(
        "crowded",
        "p=0.9_0.91_0.92_0.93_0.94_0.95_0.96_0.97&n=256",
        shown,
    );
    check_golden("usl", "law=usl&nmax=1024", shown);
    check_golden(
        "gustafson",
        "law=gustafson&ys=linear&x=linear&nmax=1024",
        shown,
    );
    check_golden("efficiency", "y=efficiency&x=log10&ys=linear", shown);
    check_golden("cost", "y=cost&ys=log10", shown);
    check_golden("time", "y=time", shown);
    check_golden("perfect", "p=0_1&nmax=1048576&n=1048576", shown);
}

#[test]
fn the_corners_of_the_loading_figure() {
    let check = |name, link: &str, size| {
        let link = format!("view=loading&{link}");
        check_golden(name, &link, (Lang::En, &LIGHT, size));
    };
    check("bursts", "workers=4&faster=10", DESKTOP);
    check("copied", "load=8&copy=2&workers=10&pinned=1", DESKTOP);
    check("crowded", "copy=0.5&workers=64&pinned=1", PHONE);
    check("hungry", "gpums=113.7&load=0&faster=7", DESKTOP);
}

#[test]
fn the_corners_of_the_profile_figure() {
    let shown = (Lang::En, &LIGHT, DESKTOP);
    let cut =
        "20d4-Reader_5dv-Copy_12.5c2-Forward_25c2-Backward_8x-All-reduce_3l--launch_2o--other";
    check_golden("cut", &format!("view=profile&stages={cut}"), shown);
    check_golden("work", "view=profile&stages=selective&gpu=a100", shown);
    check_golden("single", "view=profile&stages=5c2-All", shown);
    let many: Vec<String> = (1..=16)
        .map(|i| format!("{i}m-Some..rather..long..name..{i}"))
        .collect();
    check_golden(
        "many",
        &format!("view=profile&stages={}", many.join("_")),
        (Lang::Zh, &DARK, PHONE),
    );
}

#[test]
fn the_files_written_from_the_code_are_up_to_date() {
    check_file("style/tokens.css", &css_tokens());
    check_file("src/static.html", &amdahl_explorer::static_page::html());
}
