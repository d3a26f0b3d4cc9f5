//! The page without a network, and across a new build.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
};

use serde_json::json;
use site::{Site, serve};
use tokio::{net::TcpListener, task::JoinHandle};

use super::{act, check, find::part, hosts::built_files};
use crate::browser::{Page, project};

/// A host that can be switched off.
struct Host {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Host {
    /// Serves a folder, at a free port or at the one it had before.
    async fn start(dist: &Path, port: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
        let listener = listener.expect("the port is free");
        let site = Site::default().mount("/", dist).expect("a built site");
        Self {
            address: listener.local_addr().expect("its address"),
            task: tokio::spawn(async move {
                serve(listener, Arc::new(site)).await.ok();
            }),
        }
    }

    async fn stop(self) {
        self.task.abort();
        self.task.await.ok();
    }

    async fn open(&self, page: &Page, query: &str) {
        let url = format!("http://{}/{query}", self.address);
        page.client().goto(&url).await.expect("the page opens");
        act::alive(page).await;
    }
}

const KEPT: &str = "navigator.serviceWorker.getRegistration().then(r => r?.active?.state)";

pub(crate) async fn the_page_opens_without_a_network(page: &Page) {
    let host = Host::start(&project("dist"), 0).await;
    host.open(page, "").await;
    is_kept(page).await;
    let url = format!("http://{}/?p=0.95&n=10000&view=profile", host.address);
    host.stop().await;
    page.client().goto(&url).await.expect("the page opens");
    act::alive(page).await;
    check::shows(page, &part("speedup", "sentence"), &["19.96×"]).await;
    check::is_seen(page, &part("profile", "sentence")).await;
    // Looking for a newer build may fail, and nothing else.
    page.errors().await;
}

pub(crate) async fn a_new_build_never_mixes_with_the_old(page: &Page) {
    let old = project("dist");
    let (new, names) = next_build(&old);
    let host = Host::start(&old, 0).await;
    let port = host.address.port();
    host.open(page, "").await;
    is_kept(page).await;
    host.stop().await;
    let host = Host::start(&new, port).await;
    // As often as it is opened, the page is of one build only; some day of the new one.
    let mut is_new = false;
    for _ in 0..20 {
        host.open(page, "?view=size").await;
        check::is_seen(page, &part("size", "sentence")).await;
        let mine = "[...document.querySelectorAll('link[href],script')]
            .map(e => e.getAttribute('href') ?? e.textContent)
            .concat(performance.getEntriesByType('resource').map(r => r.name))
            .flatMap(text => text.match(/amdahl-explorer-[0-9a-f]+/g) ?? [])";
        let builds = page.value(&format!("[...new Set({mine})]")).await;
        assert!(
            builds == json!([names.0]) || builds == json!([names.1]),
            "files of {builds} in one page"
        );
        is_new = builds == json!([names.1]);
        if is_new {
            break;
        }
        // The new one takes over when it has been fetched and no page of the old is open.
        let waiting = "navigator.serviceWorker.getRegistration().then(r => r.waiting?.state)";
        page.wait(&format!(
            "await (await navigator.serviceWorker.getRegistration()).update();
             while (await {waiting} !== 'installed') await new Promise(requestAnimationFrame);
             return true"
        ))
        .await;
        close_and_open_a_tab(page).await;
    }
    assert!(is_new, "the new build never came");
    host.stop().await;
    page.errors().await;
}

/// In the same tab the old page could still be gone back to.
async fn close_and_open_a_tab(page: &Page) {
    let client = page.client();
    let new = client.new_window(true).await.expect("a tab");
    client.close_window().await.expect("the old one closes");
    let entered = client.switch_to_window(new.handle).await;
    entered.expect("the new one is there");
}

async fn is_kept(page: &Page) {
    page.wait(&format!(
        "while (await {KEPT} !== 'activated') await new Promise(requestAnimationFrame);
         return true"
    ))
    .await;
}

/// A build of the same program under another name, and both names.
fn next_build(old: &Path) -> (PathBuf, (String, String)) {
    let new = project("target/e2e/next-build");
    fs::remove_dir_all(&new).ok();
    fs::create_dir_all(&new).expect("a folder");
    let files = built_files();
    let build = files.iter().find_map(|name| name.strip_suffix("_bg.wasm"));
    let build = build.expect("a module").to_owned();
    let next = "amdahl-explorer-00000000deadbeef".to_owned();
    for name in files {
        let body = fs::read(old.join(&name)).expect("a file");
        let body = match String::from_utf8(body) {
            Ok(text) => text.replace(&build, &next).into_bytes(),
            Err(binary) => binary.into_bytes(),
        };
        fs::write(new.join(name.replace(&build, &next)), body).expect("a file");
    }
    // The worker as it is before it knows a build.
    fs::copy(project("public/sw.js"), new.join("sw.js")).expect("a worker");
    // The policy names the page's script by its hash.
    site::finish(&new, None).expect("a site");
    (new, (build, next))
}
