//! Puts the parts of a split WebAssembly module into the built site.
//!
//! `wasm-split-cli` takes a module apart before `wasm-bindgen` sees it, and writes a loader script
//! for the part that is not needed at first. Trunk knows nothing of either, so they are added here.

use std::{fs, io, path::Path};

use sha2::{Digest, Sha256};

/// The script that `wasm-split-cli` writes, and the module that it loads.
const LOADER: &str = "__wasm_split.js";
const PART: &str = "split_figures.wasm";

/// Adds the loader and the part in the folder `split` to the built site `dist`: the loader becomes
/// part of the page's script, which saves a request, and all names get one hash of all contents, so
/// that no two builds can be mixed.
///
/// # Errors
/// When a file is missing or cannot be read or written, or has a form that this does not know.
pub fn join(dist: &Path, split: &Path) -> io::Result<()> {
    let unknown = |what: &str| io::Error::other(format!("{what} is not as expected"));
    let old = stem(dist)?;
    let old_script = format!("{old}.js");
    let script = fs::read_to_string(dist.join(&old_script))?;
    let module = fs::read(dist.join(format!("{old}_bg.wasm")))?;
    let part = fs::read(split.join(PART))?;
    let loader = fs::read_to_string(split.join(LOADER))?;
    let script = merge(&script, &loader).ok_or_else(|| unknown("the script"))?;

    let mut hasher = Sha256::new();
    for content in [script.as_bytes(), &module, &part] {
        hasher.update(content);
    }
    let digest = hasher.finalize();
    let (name, _) = old.rsplit_once('-').ok_or_else(|| unknown(&old))?;
    let new = format!("{name}-{:016x}", u64::from_be_bytes(first_bytes(&digest)));

    fs::write(dist.join(format!("{new}_figures.wasm")), part)?;
    fs::write(
        dist.join(format!("{new}.js")),
        script
            .replace(&old, &new)
            .replace(PART, &format!("{new}_figures.wasm")),
    )?;
    fs::remove_file(dist.join(old_script))?;
    fs::rename(
        dist.join(format!("{old}_bg.wasm")),
        dist.join(format!("{new}_bg.wasm")),
    )?;
    let index = dist.join("index.html");
    fs::write(&index, fs::read_to_string(&index)?.replace(&old, &new))
}

fn first_bytes(digest: &[u8]) -> [u8; 8] {
    std::array::from_fn(|i| digest[i])
}

/// The common beginning of the names of the page's script and module.
fn stem(dist: &Path) -> io::Result<String> {
    fs::read_dir(dist)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .find_map(|name| Some(name.strip_suffix("_bg.wasm")?.to_owned()))
        .ok_or_else(|| io::Error::other("there is no WebAssembly module in the site"))
}

/// The page's script with the loader in it. `None` when either has another form than today's tools
/// write.
fn merge(script: &str, loader: &str) -> Option<String> {
    let import = format!("import * as import1 from \"./{LOADER}\"");
    let (before, after) = script.split_once(&import)?;
    let (own_import, loader) = loader.split_once(";\n")?;
    let function = loader.split_once("export const ")?.1.split_once(' ')?.0;
    let streaming = "WebAssembly.instantiateStreaming(src, imports)";
    if !own_import.starts_with("import { initSync }") || !loader.contains(streaming) {
        return None;
    }
    // A host that sends WASM under another type must not stop the figures.
    let loader = loader.replace("export const ", "const ").replace(
        streaming,
        "src.then(answer => answer.ok ? answer.arrayBuffer() : Promise.reject(answer.status))\
         .then(bytes => WebAssembly.instantiate(bytes, imports))",
    );
    Some(format!(
        "{before}{loader}const import1 = {{ {function} }};{after}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "import * as import1 from \"./__wasm_split.js\"\nlet wasm;\n";
    const LOADER: &str = "import { initSync } from \"./main.js\";\n\
        export const load_x = wrap(() => WebAssembly.instantiateStreaming(src, imports));\n";

    #[test]
    fn the_loader_becomes_part_of_the_script() {
        let merged = merge(SCRIPT, LOADER).expect("known forms");
        assert!(merged.contains("const load_x = wrap"), "{merged}");
        assert!(merged.contains("const import1 = { load_x };\nlet wasm;"));
        assert!(!merged.contains("import ") && !merged.contains("Streaming"));
    }

    #[test]
    fn what_another_version_of_the_tools_writes_is_refused() {
        assert_eq!(merge("let wasm;", LOADER), None);
        assert_eq!(merge(SCRIPT, "export const load_x = wrap(1);"), None);
    }
}
