//! Opening links: what the page says, in which language and colours.

use super::{
    act, check,
    find::{self, NOTICE, language_button, part, theme_button},
};
use crate::browser::Page;

/// How bright the page's background is, from 0 to 765.
const BRIGHTNESS: &str = "[document.body, document.documentElement]
    .map(e => getComputedStyle(e).backgroundColor)
    .filter(c => !c.startsWith('rgba(0, 0, 0, 0'))[0]
    .match(/[\\d.]+/g).slice(0, 3).reduce((a, b) => a + +b, 0)";

pub(crate) async fn a_link_opens_on_its_numbers(page: &Page) {
    act::open(page, "/?p=0.95&n=10000").await;
    let sentence = part("speedup", "sentence");
    check::shows(page, &sentence, &["19.96×", "20×", "10\u{202f}000"]).await;
    let title = page.client().title().await.expect("a title");
    assert!(!title.trim().is_empty(), "the page has no title");
}

/// The browser itself makes a place in the page of what follows the `#`.
pub(crate) async fn a_link_with_an_entity_is_read_to_its_end(page: &Page) {
    act::open(page, "/?p=0.95&#038;n=10000").await;
    let sentence = part("speedup", "sentence");
    check::shows(page, &sentence, &["19.96×"]).await;
    check::is_missing(page, NOTICE).await;
}

pub(crate) async fn the_language_switches_and_stays(page: &Page) {
    act::open(page, "/").await;
    check::is_in_language(page, "en").await;
    act::click(page, &language_button("zh")).await;
    check::is_in_language(page, "zh").await;
    page.until(
        "the title is Chinese",
        "/\\p{Script=Han}/u.test(document.title)",
    )
    .await;
    check::link_has(page, "lang", Some("zh")).await;
    act::reload(page).await;
    check::is_in_language(page, "zh").await;
}

pub(crate) async fn a_link_decides_the_language(page: &Page) {
    act::open(page, "/?lang=zh").await;
    check::is_in_language(page, "zh").await;
    page.until(
        "the title is Chinese",
        "/\\p{Script=Han}/u.test(document.title)",
    )
    .await;
    act::click(page, &language_button("en")).await;
    check::is_in_language(page, "en").await;
}

pub(crate) async fn the_theme_switches_and_stays(page: &Page) {
    act::open(page, "/").await;
    act::click(page, &theme_button("light")).await;
    page.until("the page is light", &format!("{BRIGHTNESS} > 600"))
        .await;
    act::click(page, &theme_button("dark")).await;
    page.until("the page is dark", &format!("{BRIGHTNESS} < 200"))
        .await;
    check::link_has(page, "theme", Some("dark")).await;
    act::reload(page).await;
    page.until("the page is still dark", &format!("{BRIGHTNESS} < 200"))
        .await;
}

pub(crate) async fn a_nonsense_link_is_reported_and_the_page_works(page: &Page) {
    act::open(page, "/?p=abc&n=-5&zzz=1&law=foo").await;
    check::is_seen(page, NOTICE).await;
    let notices = page
        .value(&format!("document.querySelectorAll('{NOTICE}').length"))
        .await;
    assert_eq!(notices, 1, "one notice is enough");
    check::shows(page, &part("speedup", "sentence"), &["×"]).await;
    act::tab_to(page, &find::dial("n")).await;
    act::press(page, fantoccini::key::Key::Up).await;
    act::link_change(page, "n", "-5").await;
}

/// What stands in a link may be shown, and never becomes markup or runs.
pub(crate) async fn text_of_a_link_is_never_markup(page: &Page) {
    let act_of = "document.body.dataset.owned=1";
    let payloads = [
        format!("<script>{act_of}</script>"),
        format!("<img src=x onerror={act_of}>"),
        format!("\"><svg/onload={act_of}>"),
        format!("'><iframe srcdoc=x onload={act_of}></iframe>"),
        format!("javascript:{act_of}"),
        format!("</title></style></textarea><input autofocus onfocus={act_of}>"),
    ];
    for payload in payloads {
        let text: String = url::form_urlencoded::byte_serialize(payload.as_bytes()).collect();
        let text = text.replace('+', "%20");
        let link = format!("/?view=profile&stages=10c-{text}_5d-b&{text}=1&n={text}&lang={text}");
        act::open(page, &link).await;
        check::is_seen(page, &part("profile", "sentence")).await;
        check::is_seen(page, NOTICE).await;
        act::click(page, &part("profile", "export")).await;
        check::is_seen(page, "dialog .preview svg").await;
        let found = page
            .value(
                "document.body.dataset.owned ?? [...document.body.querySelectorAll(
                    'img, iframe, script:not([type=module]), [onerror], [onload], [onfocus], [href^=javascript]'
                )].map(e => e.outerHTML).join()",
            )
            .await;
        assert_eq!(found, "", "{payload}");
    }
}
