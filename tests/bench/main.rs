//! How large, how soon there and how quick: the built page in a real browser, beside its peers.
//!
//! `make bench` prints Markdown. All redraws are measured in one browser, taking turns, because
//! the speed of a machine changes from minute to minute. A step is what a reader feels: a slider's
//! input event, until the frame that shows the new picture is done.

#![allow(clippy::print_stdout, reason = "its output is what it is for")]

#[path = "../browser/mod.rs"]
mod browser;

use std::{net::Ipv4Addr, sync::Arc, thread};

use serde_json::{Value as Json, json};
use site::{Site, serve};
use tokio::{net::TcpListener, runtime::Runtime};

use browser::{Browser, Engine, Page, npm, project};

/// How often everything is measured; the tables show medians.
const RUNS: usize = 5;

/// What the peers draw, as a link of this page.
const LINK: &str =
    "/?p=0.5_0.75_0.9_0.95_0.99_0.995_0.999_0.9999&nmax=100000&x=log10&ys=log10&embed=1";
const SLIDER: &str = "[data-curve='0'] input[type=range]";
const CHART: &str = "section[data-view=speedup] [data-part=chart]";
const LIVE: &str = "document.documentElement.hasAttribute('data-live')";

/// The size of the chart to compare at, in CSS pixels.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 500.0;

/// The same with every other figure above and below.
const WHOLE: &str = "/?p=0.5_0.75_0.9_0.95_0.99_0.995_0.999_0.9999&nmax=100000&x=log10&ys=log10";

/// The pages compared: name, path, and the slider to move.
const PAGES: [(&str, &str, &str); 4] = [
    ("this page, one figure", LINK, SLIDER),
    ("this page, all figures", WHOLE, SLIDER),
    ("uPlot", "/peer/uplot.html", "input"),
    ("Chart.js", "/peer/chartjs.html", "input"),
];

fn main() {
    let runtime = Runtime::new().expect("a runtime");
    let chromium = Browser::find(Engine::Chromium);
    let chromium = chromium.unwrap_or_else(|missing| panic!("{missing}; run tools/setup.sh bench"));
    runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a free port");
        let origin = format!("http://{}", listener.local_addr().expect("its address"));
        tokio::spawn(serve(listener, Arc::new(site())));
        redraw(&chromium, &origin).await;
        load(&chromium, &origin).await;
    });
}

/// The built page as hosts send it, and the peers' pages.
fn site() -> Site {
    let dist = project("dist");
    let site = Site::default().mount("/", &dist);
    let site = site.unwrap_or_else(|e| panic!("{}: {e}; run `make build`", dist.display()));
    site.page("/peer/uplot.html", include_str!("uplot.html"))
        .page("/peer/chartjs.html", include_str!("chartjs.html"))
        .page("/peer/peer.js", include_str!("peer.js"))
        .page(
            "/peer/lib/uPlot.iife.min.js",
            npm("uplot/dist/uPlot.iife.min.js"),
        )
        .page("/peer/lib/uPlot.min.css", npm("uplot/dist/uPlot.min.css"))
        .page(
            "/peer/lib/chart.umd.min.js",
            npm("chart.js/dist/chart.umd.min.js"),
        )
}

/// Measures and prints how long a step of a slider takes on each page.
async fn redraw(chromium: &Browser, origin: &str) {
    let page = Page::new(chromium, origin, &["--disable-frame-rate-limit"]).await;
    let date = page.value("new Date().toISOString().slice(0, 10)").await;
    let cores = thread::available_parallelism().map_or(0, usize::from);
    println!(
        "Measured {} in {} on {cores} cores.\n",
        word(&date),
        page.browser()
    );

    let size = fit(&page).await;
    let mut runs = PAGES.map(|_| Vec::new());
    for _ in 0..RUNS {
        for ((_, path, slider), runs) in PAGES.iter().zip(&mut runs) {
            page.visit(path).await;
            let slider = Json::from(*slider);
            page.until(
                "there is a slider",
                &format!("document.querySelector({slider})"),
            )
            .await;
            let steps = format!("const SLIDER = {slider};\n{}", include_str!("steps.js"));
            let times = page.wait(&steps).await;
            let [handled, framed] = ["handled", "framed"].map(|key| numbers(&times[key]));
            runs.push([
                quantile(&handled, 0.5),
                quantile(&framed, 0.5),
                quantile(&framed, 0.99),
            ]);
        }
    }
    page.close().await;

    println!("8 curves × 600 points, log-log, {WIDTH}×{HEIGHT} (this page {size}), DPR 2:\n");
    println!("| page | input handlers, ms | input to frame, ms | 99th percentile, ms |");
    println!("|---|--:|--:|--:|");
    for ((name, ..), runs) in PAGES.iter().zip(&runs) {
        let [handled, median, worst] =
            [0, 1, 2].map(|i| quantile(&runs.iter().map(|run| run[i]).collect::<Vec<_>>(), 0.5));
        println!("| {name} | {handled:.2} | {median:.2} | {worst:.2} |");
    }
}

/// Makes this page's chart as wide as the peers' charts, and returns its size.
async fn fit(page: &Page) -> String {
    let size = format!(
        "(({{width, height}}) => [width, height])(document.querySelector('{CHART}').getBoundingClientRect())"
    );
    let mut viewport = WIDTH;
    let mut found = [0.0; 2];
    // Layouts may step at some widths, so the first correction may not be the last.
    for _ in 0..3 {
        page.resize(whole(viewport), 900, 2.0).await;
        page.visit(LINK).await;
        page.until("this page comes alive", LIVE).await;
        let now = page.value(&size).await;
        found = [0, 1].map(|i| now[i].as_f64().expect("a size"));
        viewport += WIDTH - found[0];
    }
    format!("{:.0}×{:.0}", found[0], found[1])
}

/// Measures and prints what a first visit costs: bytes, and seconds on a slow line and phone.
async fn load(chromium: &Browser, origin: &str) {
    let mut painted = Vec::new();
    let mut alive = Vec::new();
    let mut files = Json::Null;
    for _ in 0..RUNS {
        let page = Page::new(chromium, origin, &[]).await;
        slow_down(&page).await;
        page.visit("/").await;
        alive.push(number(
            &page.until("the page comes alive", "window.alive").await,
        ));
        let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
        painted.push(number(&page.until("something is painted", paint).await));
        let list = "['navigation', 'resource'].flatMap(type => performance.getEntriesByType(type))
            .map(entry => [new URL(entry.name).pathname, entry.encodedBodySize])";
        files = page.value(list).await;
        page.close().await;
    }

    println!("\nFirst visit, brotli:\n\n| file | bytes |\n|---|--:|");
    let all = files.as_array().into_iter().flatten();
    let (later, first): (Vec<_>, Vec<_>) =
        all.partition(|file| word(&file[0]).ends_with("_figures.wasm"));
    let mut total = 0.0;
    for file in first {
        total += number(&file[1]);
        println!("| {} | {} |", word(&file[0]), number(&file[1]));
    }
    println!("| **all for the first view** | **{total}** |");
    for file in later {
        println!("| after it: {} | {} |", word(&file[0]), number(&file[1]));
    }

    println!("\nFirst visit at 1.6 Mbit/s, 150 ms round trip, CPU 4× slower:\n");
    println!("| first picture, s | ready to use, s |\n|--:|--:|");
    let seconds = |times: &[f64]| quantile(times, 0.5) / 1000.0;
    println!("| {:.2} | {:.2} |", seconds(&painted), seconds(&alive));
}

/// Makes network and processor of `page` those of a phone on a slow line, and has it note in
/// `window.alive` when it comes alive.
async fn slow_down(page: &Page) {
    let network = json!({
        "offline": false,
        "latency": 150,
        "downloadThroughput": 1_600_000 / 8,
        "uploadThroughput": 750_000 / 8,
    });
    page.devtools("Network.enable", json!({})).await;
    page.devtools("Network.emulateNetworkConditions", network)
        .await;
    page.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": 4 }))
        .await;
    let script = format!(
        "new MutationObserver(() => {{ if ({LIVE}) window.alive ??= performance.now() }})
            .observe(document, {{attributes: true, subtree: true, attributeFilter: ['data-live']}})"
    );
    let parameters = json!({ "source": script });
    page.devtools("Page.addScriptToEvaluateOnNewDocument", parameters)
        .await;
}

/// The value below which a share of `values` lies.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[index(sorted.len(), share)]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share of a length"
)]
fn index(length: usize, share: f64) -> usize {
    ((length as f64 * share) as usize).min(length - 1)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a size on a screen"
)]
fn whole(pixels: f64) -> u32 {
    pixels.round() as u32
}

fn number(value: &Json) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("not a number: {value}"))
}

fn numbers(value: &Json) -> Vec<f64> {
    let list = value
        .as_array()
        .unwrap_or_else(|| panic!("not a list: {value}"));
    list.iter().map(number).collect()
}

fn word(value: &Json) -> &str {
    value.as_str().unwrap_or("?")
}
