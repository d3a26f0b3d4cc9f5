//! The last steps of a build: the list of files to keep offline, and compressed copies.

use std::{fs, io, path::Path};

use flate2::{Compression, write::GzEncoder};
use sha2::{Digest as _, Sha256};

use crate::address::Address;
use crate::headers::{headers, is_content_addressed, write_headers};

/// The service worker, whose first two lines are written here.
const WORKER: &str = "sw.js";

/// Makes the built site `dist` ready for a host: a start that can fail in peace, `_headers`, the build
/// and its files named in the service worker, and a `.br` and a `.gz` beside every file that gets
/// smaller. Where the page's `address` is known, its policy and its preview name it.
///
/// # Errors
/// When a file is missing or cannot be read or written.
pub fn finish(dist: &Path, address: Option<&Address>) -> io::Result<()> {
    let mut names = names(dist)?;
    names.retain(|name| is_content_addressed(name) && !is_compressed(name));
    let stem = names
        .iter()
        .find_map(|name| name.strip_suffix("_bg.wasm"))
        .ok_or_else(|| io::Error::other("there is no WebAssembly module in the site"))?;
    let index = dist.join("index.html");
    let mut page = with_start(&fs::read_to_string(&index)?, stem)
        .ok_or_else(|| io::Error::other("the page's start is not as expected"))?;
    if let Some(address) = address {
        page = with_preview(&page, address)
            .ok_or_else(|| io::Error::other("the page's preview is not as expected"))?;
    }
    let headers = headers(&page, &names, address.map(Address::origin));
    let build = build(&page, &headers);
    let page = with_build(&page, &build)
        .ok_or_else(|| io::Error::other("the page has no place for the name of its build"))?;
    fs::write(&index, page)?;
    let worker = fs::read_to_string(dist.join(WORKER))?;
    fs::write(dist.join(WORKER), filled(&worker, &build, &names))?;
    for name in self::names(dist)? {
        if is_compressed(&name) || name.starts_with('_') {
            continue;
        }
        let body = fs::read(dist.join(&name))?;
        for (end, small) in [("br", brotli(&body)?), ("gz", gzip(&body)?)] {
            let path = dist.join(format!("{name}.{end}"));
            if small.len() < body.len() {
                fs::write(path, small)?;
            }
        }
    }
    write_headers(dist, &headers)
}

/// The name of a build: another one for every change of a file with a hash in its name (the page names
/// them), of the page, or of the headers that are kept with it.
fn build(page: &str, headers: &str) -> String {
    let digest = Sha256::new().chain_update(page).chain_update(headers);
    let digest = digest.finalize();
    let first: [u8; 8] = std::array::from_fn(|i| digest[i]);
    format!("{:016x}", u64::from_be_bytes(first))
}

/// The page with the name of its build in the place that it has for it.
fn with_build(page: &str, build: &str) -> Option<String> {
    let place = "<meta name=\"build\" content=\"";
    let (before, rest) = page.split_once(place)?;
    let (_, after) = rest.split_once('"')?;
    Some(format!("{before}{place}{build}\"{after}"))
}

/// The page with a start of our own in the place of Trunk's, which leaves every failure uncaught. Where
/// the page cannot start, the still one says why at once.
fn with_start(page: &str, build: &str) -> Option<String> {
    let open = "<script type=\"module\">";
    let (before, rest) = page.split_once(open)?;
    let (trunks, after) = rest.split_once("</script>")?;
    trunks.contains(build).then(|| {
        let start = format!(
            "import(\"./{build}.js\")\
             .then(page => page.default({{ module_or_path: \"./{build}_bg.wasm\" }})){CATCH}"
        );
        format!("{before}{open}{start}</script>{after}")
    })
}

/// The page with the whole address of itself and its picture in its preview: most services that show
/// one know no relative addresses.
fn with_preview(page: &str, address: &Address) -> Option<String> {
    let picture = "<meta property=\"og:image\" content=\"";
    let (before, after) = page.split_once(picture)?;
    let page = address.page();
    Some(format!(
        "{before}<meta property=\"og:url\" content=\"{page}\" />{picture}{page}{after}"
    ))
}

/// What happens when the page cannot start. A fault of the program itself goes on to the listener that
/// shows it (`src/browser/panic.rs`).
pub(crate) const CATCH: &str = ".catch(error => { \
    document.documentElement.dataset.failed = \"\"; \
    error?.name === \"RuntimeError\" ? reportError(error) : console.warn(error); });";

fn filled(worker: &str, build: &str, names: &[String]) -> String {
    let list: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    worker
        .replace("\"BUILD\"", &format!("\"{build}\""))
        .replace("FILES = []", &format!("FILES = [{}]", list.join(", ")))
}

/// The files of a folder, sorted.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Whether a file is the compressed copy of another.
pub(crate) fn is_compressed(name: &str) -> bool {
    [".br", ".gz"].iter().any(|end| name.ends_with(end))
}

fn brotli(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut small = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &body[..], &mut small, &parameters)?;
    Ok(small)
}

fn gzip(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    io::Write::write_all(&mut encoder, body)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_replaced() {
        let trunks = "<i></i><script type=\"module\">import init from './a-1.js';</script><p></p>";
        let page = with_start(trunks, "a-1").expect("a start");
        assert!(page.starts_with("<i></i><script type=\"module\">import(\"./a-1.js\")"));
        assert!(page.ends_with("</script><p></p>"));
        assert_eq!(with_start(trunks, "b-2"), None);
        assert_eq!(with_start("<p></p>", "a-1"), None);
    }

    #[test]
    fn the_preview_names_the_whole_address() {
        let address: Address = "https://example.org/amdahl".parse().expect("an address");
        let page = include_str!("../../../index.html");
        let page = with_preview(page, &address).expect("a preview");
        for meta in [
            "<meta property=\"og:url\" content=\"https://example.org/amdahl/\" />",
            "<meta property=\"og:image\" content=\"https://example.org/amdahl/social.png\" />",
        ] {
            assert!(page.contains(meta), "{page}");
        }
        assert_eq!(with_preview("<p></p>", &address), None);
    }

    #[test]
    fn a_build_is_named_by_all_that_it_keeps() {
        let name = build("<p>a.css</p>", "policy");
        assert_eq!(name.len(), 16);
        assert_ne!(name, build("<p>b.css</p>", "policy"));
        assert_ne!(name, build("<p>a.css</p>", "another policy"));
        let page = with_build(include_str!("../../../index.html"), &name).expect("a place");
        assert!(page.contains(&format!("<meta name=\"build\" content=\"{name}\" />")));
        let again = with_build(&page, "0123456789abcdef").expect("a place");
        assert!(!again.contains(&name));
        assert_eq!(with_build("<p></p>", &name), None);
    }

    #[test]
    fn the_worker_knows_its_build_and_its_files() {
        let names = ["a-0123456789abcdef.js".to_owned(), "b.css".to_owned()];
        let worker = include_str!("../../../public/sw.js");
        let filled = filled(worker, "a-0123456789abcdef", &names);
        assert!(filled.contains("BUILD = \"a-0123456789abcdef\";"));
        assert!(filled.contains("FILES = [\"a-0123456789abcdef.js\", \"b.css\"];"));
    }
}
