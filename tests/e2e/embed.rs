//! A figure in somebody else's page.

use fantoccini::{Locator, key::Key};
use serde_json::json;

use super::{
    act, check,
    find::{self, part},
};
use crate::browser::Page;

const DEMO: &str = "/embed.html";
const OPEN_FULL: &str = "[data-part=open-full]";

pub(crate) async fn an_embed_shows_one_figure_and_the_way_to_the_whole(page: &Page) {
    act::open(page, "/?p=0.9_0.95&n=10000&params=405&embed=1&hide=formula").await;
    check::shows(page, &part("speedup", "sentence"), &["19.96×"]).await;
    for gone in ["header", "footer", "section[data-view=size]", ".formula"] {
        check::is_missing(page, gone).await;
    }
    let href = page.value(&format!("{}.href", find::one(OPEN_FULL))).await;
    let href = href.as_str().expect("an address");
    assert!(
        href.ends_with("/?p=0.9_0.95&n=10000&params=405"),
        "the whole state, and nothing of the embed: {href}"
    );
    // Changed in the embed, changed in the link.
    act::tab_to(page, &find::dial("n")).await;
    act::press(page, Key::PageUp).await;
    page.until(
        "the link to the whole page follows",
        &format!("{}.href.includes('n=20000')", find::one(OPEN_FULL)),
    )
    .await;
}

pub(crate) async fn an_author_leaves_parts_out(page: &Page) {
    act::open(
        page,
        "/?view=size&embed=1&hide=controls_sentence_table_formula",
    )
    .await;
    check::is_seen(page, &part("size", "chart")).await;
    for gone in [
        ".controls",
        ".sentence",
        "table:not(.readout *)",
        ".formula",
    ] {
        check::is_missing(page, gone).await;
    }
    act::open(page, "/?view=size&hide=controls").await;
    // Only an embed hides anything.
    check::is_seen(page, ".controls").await;
}

pub(crate) async fn a_small_frame_needs_no_scroll_bars(page: &Page) {
    for view in find::views() {
        page.resize(320, 240, 2.0).await;
        act::open(page, &format!("/?view={view}&embed=1")).await;
        check::is_seen(page, &part(view, "chart")).await;
        let wide = "document.documentElement.scrollWidth > innerWidth";
        assert_eq!(page.value(wide).await, false, "{view} is wider than 320");
    }
    act::open(page, "/?embed=1&hide=controls_sentence_table_formula").await;
    check::is_seen(page, &part("speedup", "chart")).await;
    let high = page.value("document.documentElement.scrollHeight").await;
    assert!(
        high.as_f64().is_some_and(|high| high <= 240.0),
        "a chart alone is {high} high in a frame of 240"
    );
}

pub(crate) async fn frames_are_fitted_to_their_figures(page: &Page) {
    page.visit(DEMO).await;
    let (plain, inside) = (find::one("#plain"), "contentDocument.documentElement");
    let fits = format!(
        "{plain}.{inside}.hasAttribute('data-live') &&
         {plain}.clientHeight >= {plain}.contentDocument.body.offsetHeight &&
         {plain}.clientHeight <= {plain}.contentDocument.body.offsetHeight + 1"
    );
    page.until("the frame is as high as its figure", &fits)
        .await;
    // Folding something open makes the frame higher, folding it again lower, and then it stands still.
    let toggle =
        format!("{plain}.contentDocument.querySelector('details summary').click() ?? true");
    let height = page.value(&format!("{plain}.clientHeight")).await;
    page.value(&toggle).await;
    page.until(
        "it grows",
        &format!("{plain}.clientHeight > {height} && {fits}"),
    )
    .await;
    let open = page.value(&format!("{plain}.clientHeight")).await;
    page.value(&toggle).await;
    page.until(
        "it shrinks",
        &format!("{plain}.clientHeight < {open} && {fits}"),
    )
    .await;
}

/// The script may stand twice in a page, and beside names of the page's own; it may also come late.
pub(crate) async fn the_script_for_hosts_fits_what_was_there_before_it(page: &Page) {
    page.visit("/embed.html").await;
    let fitted = page
        .wait(
            "const frame = document.createElement('iframe');
             frame.src = './?embed=1';
             document.body.prepend(frame);
             const heights = [];
             const hear = ({data, source}) => {
                 if (source === frame.contentWindow && data.type === 'amdahl-explorer:height') heights.push(data.height);
             };
             addEventListener('message', hear);
             while (heights.length === 0) await new Promise(requestAnimationFrame);
             const before = frame.clientHeight;
             frame.style.height = '10px';
             for (let i = 0; i < 2; i++) {
                 const script = document.createElement('script');
                 script.src = 'embed.js';
                 const loaded = new Promise(done => script.onload = done);
                 document.head.append(script);
                 await loaded;
             }
             while (frame.clientHeight < heights[0] - 40) await new Promise(requestAnimationFrame);
             return before > 0",
        )
        .await;
    assert_eq!(fitted, true);
}

/// A host that always gives more than it is asked for, which must not become a race.
pub(crate) async fn a_generous_host_is_not_asked_for_ever_more(page: &Page) {
    page.visit(DEMO).await;
    let count = page
        .wait(
            "const frame = document.createElement('iframe');
             let count = 0;
             addEventListener('message', ({data, source}) => {
                 if (source !== frame.contentWindow || data.type !== 'amdahl-explorer:height') return;
                 count++;
                 if (!Number.isInteger(data.height) || data.height > 20000) count += 1000;
                 frame.style.height = data.height + 40 + 'px';
             });
             frame.src = './?embed=1&view=loading';
             frame.width = 500;
             document.body.prepend(frame);
             await new Promise(done => frame.onload = done);
             while (!frame.contentDocument.querySelector('.surface canvas')) {
                 await new Promise(requestAnimationFrame);
             }
             for (let i = 0; i < 120; i++) await new Promise(requestAnimationFrame);
             return count",
        )
        .await;
    let count = count.as_u64().expect("a number");
    assert!((1..=10).contains(&count), "{count} heights were told");
}

pub(crate) async fn a_host_sets_the_state_and_hears_the_link(page: &Page) {
    page.visit(DEMO).await;
    let answer = page
        .wait(
            "const frame = document.getElementById('plain');
             while (!frame.contentDocument?.documentElement?.hasAttribute('data-live')) {
                 await new Promise(requestAnimationFrame);
             }
             const asked = query => new Promise(done => {
                 addEventListener('message', function hear({data, source}) {
                     if (source !== frame.contentWindow || data.type !== 'amdahl-explorer:state') return;
                     removeEventListener('message', hear);
                     done(data);
                 });
                 frame.contentWindow.postMessage({type: 'amdahl-explorer:set', query}, '*');
             });
             const answer = await asked('?P=0.95&n=1e4&law=moore&x=<script>');
             return [answer, await asked(undefined)]",
        )
        .await;
    let [answer, malformed] = [&answer[0], &answer[1]];
    assert_eq!(malformed["query"], answer["query"], "nothing is changed");
    assert_eq!(malformed["refused"], json!(["query="]));
    assert_eq!(answer["query"], "embed=1&p=0.95&n=10000");
    assert_eq!(answer["refused"], json!(["law=moore", "x=<script>"]));
    let link = answer["link"].as_str().expect("a link");
    assert!(link.ends_with("/?p=0.95&n=10000"), "{link}");
    let fields = answer.as_object().expect("an object").len();
    assert_eq!(fields, 4, "the state and nothing else: {answer}");
    let frame = page.client().find(Locator::Css("#plain")).await;
    let frame = frame.expect("a frame").enter_frame().await;
    frame.expect("the frame can be entered");
    check::shows(page, &part("speedup", "sentence"), &["19.96×"]).await;
    page.client().enter_parent_frame().await.expect("the host");
}

pub(crate) async fn a_frame_writes_no_history(page: &Page) {
    page.visit(DEMO).await;
    let before = page.value("history.length").await;
    let driven = "document.getElementById('plain').contentWindow";
    page.until(
        "it is alive",
        &format!("{driven}.document.querySelector('canvas') !== null"),
    )
    .await;
    page.wait(&format!(
        "const frame = {driven};
         const count = name => {{
             const own = frame.history[name].bind(frame.history);
             frame.history[name] = (...all) => {{ frame.calls = (frame.calls ?? 0) + 1; own(...all) }};
         }};
         count('pushState'), count('replaceState');
         for (const query of ['n=2', 'view=size', 'view=profile&n=8', 'n=77'])
             frame.postMessage({{type: 'amdahl-explorer:set', query}}, '*');
         while (!frame.document.querySelector('[data-view=speedup] .sentence')?.textContent.includes('77'))
             await new Promise(requestAnimationFrame);
         for (let i = 0; i < 40; i++) await new Promise(requestAnimationFrame);
         return true"
    ))
    .await;
    assert_eq!(page.value(&format!("{driven}.calls ?? 0")).await, 0);
    assert_eq!(page.value("history.length").await, before);
}

/// Without a size at first: folded away, hidden, or nothing by nothing.
pub(crate) async fn a_frame_draws_once_it_has_a_size(page: &Page) {
    page.visit(DEMO).await;
    let ready = page
        .wait(
            "const frame = document.createElement('iframe');
             frame.src = './?embed=1&hide=controls_sentence_table_formula';
             frame.style.cssText = 'width:0;height:0;border:0';
             document.body.prepend(frame);
             const folded = document.getElementById('folded');
             folded.loading = 'eager';
             const live = f => f.contentDocument?.documentElement?.hasAttribute('data-live');
             while (!live(frame)) await new Promise(requestAnimationFrame);
             frame.style.cssText = 'width:600px;height:400px';
             document.getElementById('fold').open = true;
             const drawn = f => {
                 const canvas = f.contentDocument?.querySelector('.surface canvas');
                 return canvas && canvas.width > 300 && canvas.toDataURL().length > 5000;
             };
             folded.scrollIntoView();
             while (!drawn(folded)) await new Promise(requestAnimationFrame);
             frame.scrollIntoView();
             while (!drawn(frame)) await new Promise(requestAnimationFrame);
             return 'drawn'",
        )
        .await;
    assert_eq!(ready, "drawn");
}

pub(crate) async fn the_wheel_scrolls_the_page_around(page: &Page) {
    act::open(page, "/?embed=1").await;
    let left = page
        .value(&format!(
            "{}.dispatchEvent(new WheelEvent('wheel', {{deltaY: 99, bubbles: true, cancelable: true}}))",
            find::one(&part("speedup", "chart"))
        ))
        .await;
    assert_eq!(left, true, "somebody took the wheel");
}
