//! A real browser under remote control: one driver process, a fresh session for every page.
//!
//! Whatever goes wrong in here ends the test with a message, so nothing returns a `Result`.

#![allow(
    dead_code,
    reason = "each test program uses its own part of the harness"
)]

use std::{
    env, fs,
    io::{self, BufRead, BufReader, Lines, Read, Write},
    net::{Ipv4Addr, TcpStream},
    path::{Path, PathBuf},
    process::{self, Child, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use fantoccini::{Client, ClientBuilder, wd::WebDriverCompatibleCommand};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value as Json, json};

/// How long a condition may take to come true.
const PATIENCE: Duration = Duration::from_secs(15);

/// A file of the project.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A file of an npm package, which `tools/setup.sh` has installed.
pub(crate) fn npm(path: &str) -> Vec<u8> {
    let path = project("target/tools/node_modules").join(path);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}; run tools/setup.sh test", path.display()))
}

/// The driver process; it and all its browsers end with this value.
pub(crate) struct Driver {
    process: Child,
    port: u16,
    /// Where the browsers keep their profiles, which they do not clean up.
    scratch: PathBuf,
    /// Held open, because the driver ends when it can no longer write.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Driver {
    /// Starts the driver on a port that it finds itself.
    pub(crate) fn start() -> Self {
        let program = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        // A path in `target` may be too long for the sockets that browsers put here.
        let scratch = env::temp_dir().join(format!("amdahl-explorer-{}", process::id()));
        fs::create_dir_all(&scratch).expect("a temporary folder");
        let mut process = Command::new(&program)
            .arg("--port=0")
            .env("TMPDIR", &scratch)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{program}: {e}; run tools/setup.sh test"));
        let mut output = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let port = output.find_map(|line| {
            let line = line.ok()?;
            let port = line.split_once("started successfully on port ")?.1;
            port.trim_end_matches('.').parse().ok()
        });
        let port = port.expect("the driver prints its port");
        Self {
            process,
            port,
            scratch,
            _output: output,
        }
    }

    /// Has the driver end its browsers; killed at once, it would leave them running.
    fn shut_down(&self) -> io::Result<()> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(b"GET /shutdown HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
        stream.read_exact(&mut [0])
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Each step is worth trying whatever became of the one before.
        let _ = self.shut_down();
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

/// A browser of its own, with an empty profile and one page.
pub(crate) struct Page {
    client: Client,
    /// Where the site is, without a slash at the end.
    origin: String,
}

impl Page {
    /// Opens a browser with a desktop's window. `flags` come on top of the usual ones.
    pub(crate) async fn new(driver: &Driver, origin: &str, flags: &[&str]) -> Self {
        let usual = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            // In a process of their own, such frames would keep their errors from the log.
            "--disable-features=IsolateSandboxedIframes",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-dev-shm-usage",
            "--disable-sync",
        ];
        let arguments = [&usual[..], flags].concat();
        let mut options = json!({
            "args": arguments,
            "prefs": { "intl.accept_languages": "en-US,en" },
        });
        if let Ok(program) = env::var("CHROME") {
            options["binary"] = program.into();
        }
        let wanted = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(wanted.as_object().expect("an object").clone())
            .connect(&format!("http://127.0.0.1:{}", driver.port))
            .await
            .unwrap_or_else(|e| panic!("the browser does not start: {e}"));
        let page = Self {
            client,
            origin: origin.to_owned(),
        };
        page.resize(1280, 900, 1.0).await;
        page
    }

    /// Ends the browser.
    pub(crate) async fn close(self) {
        // It may be gone already, and the test's own outcome matters more.
        let _ = self.client.close().await;
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

    /// Sets the size of the viewport in CSS pixels, however small, and the pixels per CSS pixel.
    pub(crate) async fn resize(&self, width: u32, height: u32, density: f64) {
        let metrics = json!({
            "width": width,
            "height": height,
            "deviceScaleFactor": density,
            "mobile": false,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)
            .await;
    }

    /// Goes to a path of the site and waits for its `load` event.
    pub(crate) async fn visit(&self, path: &str) {
        let url = format!("{}{path}", self.origin);
        self.client
            .goto(&url)
            .await
            .unwrap_or_else(|e| panic!("{url}: {e}"));
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
    /// Content-Security-Policy blocked.
    pub(crate) async fn errors(&self) -> Vec<String> {
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
