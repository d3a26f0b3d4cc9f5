//! What all tests share: the site in the forms that tests need, and the browsers of this machine.

use std::{
    fs, io,
    net::Ipv4Addr,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::Path,
    sync::Arc,
};

use site::{Site, serve};
use tokio::{net::TcpListener, runtime::Runtime};

use super::{check, fallback, hosting, hosts, parts};
use crate::{
    Case,
    browser::{Browser, ERRORS_SCRIPT, Engine, FRAME, FRAME_PAGE, Page, project},
};

pub(crate) struct World {
    runtime: Runtime,
    /// Where the site is served as it was built.
    plain: String,
    /// Where every page starts with a script that notes errors, and the policy names the site, as
    /// `make build ADDRESS=…` writes it: WebKit takes `'self'` in a frame with an opaque origin for that.
    watched: String,
}

impl World {
    pub(crate) fn new() -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let dist = project("dist");
        let [plain, watched] = [false, true].map(|is_watched| {
            let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)));
            let listener = listener.expect("a free port");
            let origin = format!("http://{}", listener.local_addr().expect("its address"));
            let site = site(&dist, is_watched.then_some(&*origin));
            let site = site.unwrap_or_else(|e| panic!("{}: {e}; run `make build`", dist.display()));
            runtime.spawn(serve(listener, Arc::new(site)));
            origin
        });
        Self {
            runtime,
            plain,
            watched,
        }
    }

    /// Runs one test, and ends its browser also when it has failed.
    pub(crate) fn run(&self, case: &Case, browser: &Browser) {
        let origin = match browser.engine {
            Engine::Chromium => &self.plain,
            Engine::Firefox | Engine::WebKit => &self.watched,
        };
        let page = self.runtime.block_on(Page::new(browser, origin, &[]));
        let test = async {
            (case.run)(&page).await;
            check::no_errors(&page).await;
        };
        let outcome = catch_unwind(AssertUnwindSafe(|| self.runtime.block_on(test)));
        self.runtime.block_on(async {
            if outcome.is_err() {
                let name = format!("{}-{}", browser.engine.name(), case.name);
                page.picture(&name).await;
            }
            page.close().await;
        });
        if let Err(panic) = outcome {
            resume_unwind(panic);
        }
    }
}

/// The built site at its places, some of them with files missing.
fn site(dist: &Path, watched: Option<&str>) -> io::Result<Site> {
    let mut site = hosts::mount(Site::default(), dist);
    for (prefix, missing) in [
        ("/", None),
        (hosting::PREFIX, None),
        (hosting::NO_POLICY, None),
        (fallback::NO_WASM, Some(".wasm")),
        (parts::NO_FIGURES, Some(parts::FIGURES)),
    ] {
        let copy = project("target/e2e/site");
        copy_site(dist, &copy, missing, watched)?;
        if prefix == hosting::NO_POLICY {
            fs::write(copy.join("_headers"), hosting::NO_POLICY_HEADERS)?;
        }
        // Files are held in memory from here on.
        site = site.mount(prefix, &copy)?;
        fs::remove_dir_all(&copy)?;
    }
    Ok(site
        .page(FRAME, FRAME_PAGE)
        .page(hosting::FAULTS, hosting::FAULTS_SCRIPT)
        .page(fallback::TRAP, fallback::TRAP_SCRIPT)
        .page("/errors.js", ERRORS_SCRIPT))
}

fn copy_site(
    dist: &Path,
    copy: &Path,
    missing: Option<&str>,
    watched: Option<&str>,
) -> io::Result<()> {
    fs::create_dir_all(copy)?;
    for entry in fs::read_dir(dist)? {
        let file = entry?;
        let name = file.file_name();
        if missing.is_none_or(|end| !name.to_string_lossy().ends_with(end)) {
            fs::copy(file.path(), copy.join(name))?;
        }
    }
    if let Some(origin) = watched {
        let headers = copy.join("_headers");
        let named = format!("'self' {origin}");
        let text = fs::read_to_string(&headers)?.replace("'self'", &named);
        fs::write(headers, text)?;
        for page in ["index.html", "embed.html"].map(|name| copy.join(name)) {
            let html = fs::read_to_string(&page)?;
            let watched = html.replacen("<head>", "<head><script src=\"errors.js\"></script>", 1);
            assert_ne!(html, watched, "the page has no head");
            fs::write(page, watched)?;
        }
        for copy_of in ["index.html.br", "embed.html.br"].map(|name| copy.join(name)) {
            fs::remove_file(copy_of)?;
        }
        fs::write(copy.join("errors.js"), ERRORS_SCRIPT)?;
    }
    Ok(())
}
