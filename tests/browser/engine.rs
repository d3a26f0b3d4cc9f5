//! The browser engines that the tests know, and the programs that drive them on this machine.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::Instant,
};

use serde_json::{Value as Json, json};

use super::{PATIENCE, project};

/// What draws the page and runs its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// Chrome's and Edge's, by chromedriver.
    Chromium,
    /// By geckodriver.
    Firefox,
    /// Safari's, in the small browser that comes with its GTK port.
    WebKit,
}

impl Engine {
    pub(crate) const ALL: [Self; 3] = [Self::Chromium, Self::Firefox, Self::WebKit];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
            Self::WebKit => "WebKit",
        }
    }
}

/// An engine as this machine has it.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    pub(crate) engine: Engine,
    driver: PathBuf,
    /// The browser itself, where its driver does not find it.
    program: Option<PathBuf>,
}

impl Browser {
    /// Looks for an engine.
    ///
    /// # Errors
    /// What is missing.
    pub(crate) fn find(engine: Engine) -> Result<Self, String> {
        let (driver, program) = match engine {
            Engine::Chromium => (
                chosen("CHROMEDRIVER", &["chromedriver"])?,
                env::var_os("CHROME").map(PathBuf::from),
            ),
            Engine::Firefox => (
                chosen("GECKODRIVER", &["geckodriver"])?,
                Some(chosen("FIREFOX", &firefoxes())?),
            ),
            Engine::WebKit => {
                on_path(&["Xvfb"])?;
                (on_path(&["WebKitWebDriver"])?, Some(mini_browser()?))
            }
        };
        Ok(Self {
            engine,
            driver,
            program,
        })
    }

    /// The capabilities to ask the driver for. `flags` are Chromium's, on top of the usual ones.
    pub(crate) fn wanted(&self, flags: &[&str]) -> Json {
        let mut options = match self.engine {
            Engine::Chromium => {
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
                json!({
                    "args": arguments,
                    "prefs": { "intl.accept_languages": "en-US,en" },
                })
            }
            Engine::Firefox => json!({
                "args": ["-headless"],
                "prefs": {
                    "intl.accept_languages": "en-US,en",
                    // Off by itself where the machine has no touch screen.
                    "dom.w3c_touch_events.enabled": 1,
                },
            }),
            Engine::WebKit => json!({ "args": ["--automation"] }),
        };
        if let Some(program) = &self.program {
            options["binary"] = program.to_string_lossy().into();
        }
        // Scripts may take long on a machine that has more to do.
        let mut wanted = json!({ "timeouts": { "script": 120_000 } });
        match self.engine {
            Engine::Chromium => {
                wanted["goog:chromeOptions"] = options;
                wanted["goog:loggingPrefs"] = json!({ "browser": "ALL" });
            }
            Engine::Firefox => wanted["moz:firefoxOptions"] = options,
            Engine::WebKit => wanted["webkitgtk:browserOptions"] = options,
        }
        wanted
    }
}

/// The program that the variable names, or else the first of `names` on the path.
fn chosen(variable: &str, names: &[&str]) -> Result<PathBuf, String> {
    env::var_os(variable).map_or_else(|| on_path(names), |program| Ok(program.into()))
}

fn on_path(names: &[&str]) -> Result<PathBuf, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    // Where tools/setup.sh puts what it has compiled.
    let folders = [project("target/tools")]
        .into_iter()
        .chain(env::split_paths(&path));
    folders
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .find(|program| program.is_file())
        .ok_or_else(|| format!("{} not found", names.join(" or ")))
}

/// The names that Firefox may have; as a snap it sees no temporary profiles.
fn firefoxes() -> Vec<&'static str> {
    let is_snap = Path::new("/snap/bin/firefox").exists();
    let names = ["firefox-esr", "firefox"];
    names[..if is_snap { 1 } else { 2 }].to_vec()
}

/// The browser that WebKitGTK brings for tests, which is not on the path.
fn mini_browser() -> Result<PathBuf, String> {
    let below = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let mut places = below(Path::new("/usr/libexec"));
    for folder in ["/usr/lib", "/usr/lib64"] {
        for place in below(Path::new(folder)) {
            // Debian has a folder for each kind of processor in between.
            places.extend(below(&place));
            places.push(place);
        }
    }
    places
        .into_iter()
        .filter(|place| {
            let name = place.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("webkit2gtk-") || name.starts_with("webkitgtk-")
        })
        .map(|place| place.join("MiniBrowser"))
        .find(|program| program.is_file())
        .ok_or_else(|| "WebKitGTK's MiniBrowser not found".to_owned())
}

/// A driver process for one browser; what is left of both ends with this value.
pub(crate) struct Driver {
    process: Child,
    /// The screen of a browser that cannot do without one.
    screen: Option<Child>,
    pub(crate) port: u16,
    /// Where the browser keeps its profile, which not every one cleans up.
    scratch: PathBuf,
}

impl Driver {
    /// Starts the driver on a free port.
    pub(crate) fn start(browser: &Browser) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        // A path in `target` may be too long for the sockets that browsers put here.
        let scratch = env::temp_dir().join(format!(
            "amdahl-explorer-{}-{}",
            process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        ));
        fs::create_dir_all(&scratch).expect("a temporary folder");
        let mut command = Command::new(&browser.driver);
        command.env("TMPDIR", &scratch);
        let (process, screen, port) = match browser.engine {
            Engine::Chromium => {
                let (process, said) = spawn(command.arg("--port=0"), "successfully on port ");
                (process, None, said)
            }
            Engine::Firefox => {
                command.args(["--port", "0"]).env("HOME", &scratch);
                // Firefox speaks there of faults of its own.
                command.stderr(Stdio::null());
                let (process, said) = spawn(&mut command, "Listening on 127.0.0.1:");
                (process, None, said)
            }
            Engine::WebKit => {
                let mut screen = Command::new("Xvfb");
                screen.args("-displayfd 1 -screen 0 1600x1200x24 -nolisten tcp".split(' '));
                let (screen, display) = spawn(screen.stderr(Stdio::null()), "");
                let port = free_port();
                command
                    .arg(format!("--port={port}"))
                    .env("DISPLAY", format!(":{display}"))
                    .envs([("GDK_BACKEND", "x11"), ("NO_AT_BRIDGE", "1")])
                    .envs(["HOME", "XDG_RUNTIME_DIR"].map(|name| (name, &scratch)))
                    .stdout(Stdio::null());
                let process = command.spawn().expect("WebKitWebDriver starts");
                wait_for(port);
                (process, Some(screen), port)
            }
        };
        Self {
            process,
            screen,
            port,
            scratch,
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Each step is worth trying whatever became of the one before.
        for process in [Some(&mut self.process), self.screen.as_mut()] {
            let Some(process) = process else { continue };
            let _ = process.kill();
            let _ = process.wait();
        }
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

/// Starts a program, and returns the number that it prints after `before`.
fn spawn(command: &mut Command, before: &str) -> (Child, u16) {
    let program = command.get_program().to_string_lossy().into_owned();
    let mut process = command
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{program}: {e}; run tools/setup.sh test"));
    let mut output = BufReader::new(process.stdout.take().expect("a pipe")).lines();
    let number = output.find_map(|line| {
        let line = line.ok()?;
        let number = line.split_once(before)?.1;
        number.trim_end_matches('.').parse().ok()
    });
    // Nobody reads the rest, but a full pipe would stop the program.
    thread::spawn(move || output.for_each(drop));
    (
        process,
        number.unwrap_or_else(|| panic!("{program} does not print where it is")),
    )
}

/// A port that is free now, for a driver that can neither choose one nor say which.
fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("its address").port()
}

/// Waits until somebody listens.
fn wait_for(port: u16) {
    let start = Instant::now();
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(start.elapsed() < PATIENCE, "nobody listens on port {port}");
        thread::yield_now();
    }
}
