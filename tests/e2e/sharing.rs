//! Snippets, QR codes and files.

use fantoccini::key::Key;
use serde_json::{Value as Json, json};

use super::{
    act, check,
    find::{self, part, text},
    hosts,
};
use crate::browser::Page;

const SAID: &str = "[data-part=export-said]";

pub(crate) async fn snippets_are_offered_for_every_kind_of_page(page: &Page) {
    act::open(page, "/?p=0.9_0.95&n=10000").await;
    act::click(page, &part("speedup", "share")).await;
    check::is_seen(page, "dialog").await;
    check::is_accessible(page, "the share window").await;
    for (id, words) in [
        ("link", "/?p=0.9_0.95&n=10000"),
        (
            "html",
            "?embed=1&amp;p=0.9_0.95&amp;n=10000\" width=\"100%\"",
        ),
        ("markdown", "[![Amdahl Explorer\\: Speedup]("),
        ("mediawiki", "/?p=0.9_0.95&n=10000 Amdahl Explorer"),
        ("widget", "{{#widget:Iframe|url="),
        ("confluence", "<ac:structured-macro ac:name=\"iframe\">"),
    ] {
        let value = format!("{}.value", find::one(&format!("#share-{id}")));
        let now = page.value(&value).await;
        assert!(
            now.as_str().is_some_and(|now| now.contains(words)),
            "{id}: {now}"
        );
    }
    check::exists(page, ".qr svg path").await;
    // What the author chooses is in the snippet at once, and the frame that it makes works.
    act::click(page, "#share-table").await;
    act::click(page, "#share-sandbox").await;
    let html = format!("{}.value", find::one("#share-html"));
    page.until(
        "the table is left out",
        &format!("{html}.includes('hide=table')"),
    )
    .await;
    let html = page.value(&html).await;
    let html = html.as_str().expect("a snippet");
    assert!(
        html.contains("sandbox=\"allow-scripts allow-same-origin"),
        "{html}"
    );
    hosts::hold_html(page, html).await;
    hosts::works(page).await;
    check::is_missing(page, "table:not(.readout *)").await;
    page.client().enter_parent_frame().await.expect("the host");
}

pub(crate) async fn a_refused_clipboard_is_never_called_copied(page: &Page) {
    act::open(page, "/?p=0.95&n=10000").await;
    act::click(page, &part("speedup", "share")).await;
    check::is_seen(page, "dialog").await;
    page.value(
        "(navigator.clipboard.writeText = () => Promise.reject(new Error('refused')),
          document.execCommand = () => false)",
    )
    .await;
    act::click(page, "[data-part=copy-html]").await;
    check::shows(page, ".copyable:has(#share-html) .said", &["Ctrl+C"]).await;
    let selected = page
        .value(
            "(area => area.value.slice(area.selectionStart, area.selectionEnd))(document.activeElement)",
        )
        .await;
    assert!(
        selected
            .as_str()
            .is_some_and(|text| text.starts_with("<iframe") && text.ends_with('>')),
        "{selected}"
    );
    act::press(page, Key::Escape).await;
    page.until("the window closes", "!document.querySelector('dialog')")
        .await;
}

pub(crate) async fn every_kind_of_file_holds_the_chart_and_its_source(page: &Page) {
    act::open(page, "/?lang=zh&theme=dark&p=0.9_0.95&n=10000").await;
    act::click(page, &part("speedup", "export")).await;
    check::is_seen(page, "dialog .preview svg").await;
    check::is_accessible(page, "the export window").await;
    type_caption(page, "第 3 讲 <b>&\"").await;
    catch_files(page).await;
    for scale in [1, 2, 4] {
        let (name, png) = file(page, &format!("png{scale}")).await;
        assert_eq!(name, "amdahl-explorer-speedup.png");
        let size = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        assert_eq!((size(16), size(20)), (900 * scale, 600 * scale));
        let inside = String::from_utf8_lossy(&png);
        assert!(
            inside.contains("iTXt") && inside.contains("?lang=zh&theme=dark&p=0.9_0.95&n=10000")
        );
        assert!(inside.contains("第 3 讲"));
        assert!(
            png.len() > 20_000,
            "an empty picture of {} bytes",
            png.len()
        );
    }
    let (name, svg) = file(page, "svg").await;
    assert_eq!(name, "amdahl-explorer-speedup.svg");
    let svg = String::from_utf8(svg).expect("text");
    let parsed = format!(
        "new DOMParser().parseFromString({}, 'image/svg+xml').querySelector('parsererror') === null",
        Json::from(&*svg)
    );
    assert_eq!(page.value(&parsed).await, true);
    assert!(svg.contains("第 3 讲 &lt;b&gt;") && svg.contains("<metadata>"));
    let (_, csv) = file(page, "csv").await;
    let csv = String::from_utf8(csv).expect("text");
    assert!(csv.starts_with("\u{feff}# ") && csv.lines().count() > 600);
    let (_, data) = file(page, "json").await;
    let data: Json = serde_json::from_slice(&data).expect("JSON");
    assert_eq!(data["language"], "zh");
    let link = data["link"].as_str().expect("a link");
    assert!(
        link.ends_with("?lang=zh&theme=dark&p=0.9_0.95&n=10000"),
        "{link}"
    );
}

pub(crate) async fn a_canvas_that_never_answers_hangs_nothing(page: &Page) {
    act::open(page, "/?view=profile").await;
    act::click(page, &part("profile", "export")).await;
    check::is_seen(page, "dialog .preview svg").await;
    for guard in ["() => {}", "answer => answer(null)"] {
        page.value(&format!("HTMLCanvasElement.prototype.toBlob = {guard}"))
            .await;
        act::click(page, "[data-part=export-png2]").await;
        check::shows(page, SAID, &["SVG, CSV and JSON do not need that"]).await;
        catch_files(page).await;
        let (name, _) = file(page, "svg").await;
        assert_eq!(name, "amdahl-explorer-profile-step.svg");
    }
}

pub(crate) async fn where_downloads_are_refused_the_whole_page_is_offered(page: &Page) {
    for (sandbox, words) in [
        (
            "sandbox='allow-scripts allow-same-origin'",
            Some("refused here"),
        ),
        ("sandbox='allow-scripts'", Some("may refuse")),
        (
            "sandbox='allow-scripts allow-same-origin allow-downloads'",
            None,
        ),
    ] {
        let frame =
            format!("<iframe width=900 height=700 {sandbox} src='/?embed=1&n=77'></iframe>");
        hosts::hold_html(page, &frame).await;
        act::alive(page).await;
        act::click(page, &part("speedup", "export")).await;
        check::is_seen(page, "dialog .preview svg").await;
        match words {
            Some(words) => {
                check::shows(page, "[data-part=no-downloads]", &[words]).await;
                let href = page
                    .value(&format!("{}.href", find::one("[data-part=no-downloads] a")))
                    .await;
                assert!(
                    href.as_str().is_some_and(|href| href.ends_with("/?n=77")),
                    "{href}"
                );
            }
            None => check::is_missing(page, "[data-part=no-downloads]").await,
        }
        page.client().enter_parent_frame().await.expect("the host");
    }
}

async fn type_caption(page: &Page, caption: &str) {
    page.run(
        "const field = document.querySelector('#export-caption');
         field.value = arguments[0];
         field.dispatchEvent(new Event('input', {bubbles: true}))",
        &[json!(caption)],
    )
    .await;
}

/// Has the page note the files that it hands to the browser.
async fn catch_files(page: &Page) {
    page.value(
        "(() => {
            const own = URL.createObjectURL;
            URL.createObjectURL = blob => ((window.blob = blob), own.call(URL, blob));
            HTMLAnchorElement.prototype.click = function () { window.named = this.download };
            return true;
         })()",
    )
    .await;
}

/// Asks for a file, and returns its name and content.
async fn file(page: &Page, format: &str) -> (String, Vec<u8>) {
    page.value("(window.named = null, true)").await;
    act::click(page, &format!("[data-part=export-{format}]")).await;
    page.until("a file is handed over", "window.named").await;
    let named = page.value("window.named").await;
    let said = page.value(&text(SAID)).await;
    let name = named.as_str().expect("a name").to_owned();
    assert!(
        said.as_str().is_some_and(|said| said.contains(&name)),
        "{said}"
    );
    let bytes = page
        .wait("return [...new Uint8Array(await window.blob.arrayBuffer())]")
        .await;
    let bytes = bytes.as_array().expect("bytes").iter();
    let bytes = bytes.map(|byte| u8::try_from(byte.as_u64().expect("a byte")).expect("a byte"));
    (name, bytes.collect())
}
