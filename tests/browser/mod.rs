//! A real browser under remote control, with a driver process of its own.
//!
//! Whatever goes wrong in here ends the test with a message, so nothing returns a `Result`.

#![allow(
    dead_code,
    reason = "each test program uses its own part of the harness"
)]

mod engine;

use std::{
    cell::Cell,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use fantoccini::{Client, ClientBuilder, wd::WebDriverCompatibleCommand};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value as Json, json};
use url::form_urlencoded;

use engine::Driver;
pub(crate) use engine::{Browser, Engine};

/// How long a condition may take to come true.
const PATIENCE: Duration = Duration::from_secs(30);

/// A file of the project.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A file of an npm package, which `tools/setup.sh` has installed.
pub(crate) fn npm(path: &str) -> Vec<u8> {
    let path = project("target/tools/node_modules").join(path);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}; run tools/setup.sh test", path.display()))
}

/// The narrowest window that every browser can have.
const NARROWEST: u32 = 500;

/// The path of a page that shows another one in a frame of any size (`FRAME_PAGE`).
pub(crate) const FRAME: &str = "/frame.html";
pub(crate) const FRAME_PAGE: &str = include_str!("frame.html");

/// A script that a copy of the page starts with, for `Page::errors`.
pub(crate) const ERRORS_SCRIPT: &str = include_str!("errors.js");

/// A browser of its own, with an empty profile and one page.
pub(crate) struct Page {
    client: Client,
    engine: Engine,
    /// Where the site is, without a slash at the end.
    origin: String,
    /// The size of the frame that pages are shown in, where no window can have it.
    frame: Cell<Option<(u32, u32)>>,
    /// Dropped last: the browser ends before its driver.
    _driver: Driver,
}

impl Page {
    /// Opens a browser with a desktop's window. `flags` are Chromium's, on top of the usual ones.
    pub(crate) async fn new(browser: &Browser, origin: &str, flags: &[&str]) -> Self {
        let driver = Driver::start(browser);
        let wanted = browser.wanted(flags);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted.as_object().expect("an object").clone())
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .unwrap_or_else(|e| panic!("{} does not start: {e}", browser.engine.name()));
        let page = Self {
            client,
            engine: browser.engine,
            origin: origin.to_owned(),
            frame: Cell::new(None),
            _driver: driver,
        };
        page.resize(1280, 900, 1.0).await;
        page
    }

    /// Ends the browser.
    pub(crate) async fn close(self) {
        // It may be gone already, and the test's own outcome matters more.
        let _ = self.client.close().await;
    }

    pub(crate) fn engine(&self) -> Engine {
        self.engine
    }

    /// The session with the driver.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// The name and version of the browser.
    pub(crate) fn browser(&self) -> String {
        let known = self.client.capabilities();
        let word = |key| known.and_then(|all| all.get(key)?.as_str()).unwrap_or("?");
        format!("{} {}", word("browserName"), word("browserVersion"))
    }

    /// Sets the size of the viewport in CSS pixels, however small, from the next visit on, and in
    /// Chromium also the pixels per CSS pixel, for which others have no command.
    pub(crate) async fn resize(&self, width: u32, height: u32, density: f64) {
        self.frame.set(None);
        if self.engine == Engine::Chromium {
            let metrics = json!({
                "width": width,
                "height": height,
                "deviceScaleFactor": density,
                "mobile": false,
            });
            self.devtools("Emulation.setDeviceMetricsOverride", metrics)
                .await;
        } else if width < NARROWEST {
            self.frame.set(Some((width, height)));
        } else {
            // The window is larger than the viewport by what the browser has around it.
            let inner = "[innerWidth, innerHeight]";
            let wanted = json!([width, height]);
            self.set_window(width, height).await;
            let now = self.value(inner).await;
            let larger = |i: usize, wanted: u32| {
                let now = now[i].as_u64().and_then(|pixels| pixels.try_into().ok());
                2 * wanted - now.unwrap_or(wanted)
            };
            self.set_window(larger(0, width), larger(1, height)).await;
            let is_there = format!("JSON.stringify({inner}) === '{wanted}'");
            self.until("the window has its size", &is_there).await;
        }
    }

    async fn set_window(&self, width: u32, height: u32) {
        let set = self.client.set_window_size(width, height).await;
        set.expect("the window takes a size");
    }

    /// Goes to a path of the site and waits for its `load` event.
    pub(crate) async fn visit(&self, path: &str) {
        match self.frame.get() {
            Some(size) => self.visit_in_frame(path, size, &[]).await,
            None => self.go_to(path).await,
        }
    }

    /// Goes to a path of the site in a frame as large as the viewport, which may do nothing but what
    /// `allowed` says: the value of its `sandbox` attribute.
    pub(crate) async fn visit_sandboxed(&self, path: &str, allowed: &str) {
        let viewport = self.value("[innerWidth, innerHeight]").await;
        let [width, height] = [0, 1].map(|i| {
            let pixels = viewport[i].as_u64().and_then(|n| n.try_into().ok());
            pixels.expect("a size")
        });
        let size = self.frame.get().unwrap_or((width, height));
        self.visit_in_frame(path, size, &[("sandbox", allowed)])
            .await;
    }

    async fn visit_in_frame(&self, path: &str, (width, height): (u32, u32), more: &[(&str, &str)]) {
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("width", &width.to_string())
            .append_pair("height", &height.to_string())
            .append_pair("src", path)
            .extend_pairs(more)
            .finish();
        self.go_to(&format!("{FRAME}?{query}")).await;
        let entered = self.client.enter_frame(0).await;
        entered.expect("the frame can be entered");
    }

    async fn go_to(&self, path: &str) {
        let url = format!("{}{path}", self.origin);
        let went = self.client.goto(&url).await;
        went.unwrap_or_else(|e| panic!("{url}: {e}"));
    }

    /// The value of a JavaScript expression.
    pub(crate) async fn value(&self, expression: &str) -> Json {
        self.run(&format!("return ({expression})"), &[]).await
    }

    /// What a JavaScript function body returns, called with `arguments`.
    pub(crate) async fn run(&self, body: &str, arguments: &[Json]) -> Json {
        let value = self.client.execute(body, arguments.to_vec()).await;
        value.unwrap_or_else(|e| panic!("{body}: {e}"))
    }

    /// What the body of a JavaScript `async` function returns.
    pub(crate) async fn wait(&self, body: &str) -> Json {
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             (async () => {{ {body} }})().then(done, error => done('failed: ' + error))"
        );
        let value = self.client.execute_async(&script, Vec::new()).await;
        value.unwrap_or_else(|e| panic!("{body}: {e}"))
    }

    /// Waits until `expression` is truthy, and returns it; a `throw` in it means: not yet.
    pub(crate) async fn until(&self, what: &str, expression: &str) -> Json {
        let script = format!("try {{ return ({expression}) }} catch (_) {{ return null }}");
        let start = Instant::now();
        loop {
            let value = self.run(&script, &[]).await;
            if is_truthy(&value) {
                return value;
            }
            assert!(
                start.elapsed() < PATIENCE,
                "never came true: {what}\n  {expression}: {value}"
            );
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Sends a command of the browser's own debugging protocol.
    pub(crate) async fn devtools(&self, command: &str, parameters: Json) -> Json {
        let body = json!({ "cmd": command, "params": parameters });
        self.vendor("goog/cdp/execute", body).await
    }

    /// The errors on the console since the last call: exceptions, failed requests, and what the
    /// Content-Security-Policy blocked. In Chromium these are all; in the others, those that a
    /// script can see (`errors.js`), of this page and of those before it in the session.
    pub(crate) async fn errors(&self) -> Vec<String> {
        if self.engine != Engine::Chromium {
            // In a frame without scripts, nothing runs that could go wrong; a page of one file, from a
            // disk or in a sandbox, has no such script, and what it shows has to be enough.
            let list = "(() => {
                try { return (window.takeErrors ?? parent.takeErrors)() } catch { return [] }
            })()";
            let errors = self.value(list).await;
            let errors = errors.as_array().expect("a list").iter();
            return errors.map(Json::to_string).collect();
        }
        let entries = self.vendor("se/log", json!({ "type": "browser" })).await;
        let entries = entries.as_array().into_iter().flatten();
        entries
            .filter(|entry| entry["level"] == "SEVERE")
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Saves a picture of the page as `target/e2e/NAME.png`.
    pub(crate) async fn picture(&self, name: &str) {
        let folder = project("target/e2e");
        if let Ok(png) = self.client.screenshot().await {
            let _ = fs::create_dir_all(&folder);
            let _ = fs::write(folder.join(name).with_extension("png"), png);
        }
    }

    async fn vendor(&self, path: &'static str, body: Json) -> Json {
        let text = body.to_string();
        let answer = self
            .client
            .issue_cmd(Vendor {
                path,
                body: text.clone(),
            })
            .await;
        answer.unwrap_or_else(|e| panic!("{path} {text}: {e}"))
    }
}

/// A command that the driver has beyond the standard.
#[derive(Debug)]
struct Vendor {
    path: &'static str,
    body: String,
}

impl WebDriverCompatibleCommand for Vendor {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.clone()))
    }
}

fn is_truthy(value: &Json) -> bool {
    match value {
        Json::Null => false,
        Json::Bool(is_true) => *is_true,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty(),
        Json::Array(_) | Json::Object(_) => true,
    }
}
