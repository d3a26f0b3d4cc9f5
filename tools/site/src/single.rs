//! The whole built site as one HTML file.

use std::{fs, io, path::Path};

use base64::{Engine, prelude::BASE64_STANDARD};

use crate::finish::CATCH;

/// Writes the built site `dist` as one file `out` that needs nothing else: style, script and
/// WebAssembly inside, opened from a disk as well as from a wiki's attachments.
///
/// # Errors
/// When a file is missing or cannot be read or written, or has a form that this does not know.
pub fn write_single(dist: &Path, out: &Path) -> io::Result<()> {
    let read = |name: &str| fs::read(dist.join(name));
    let text = |name: &str| fs::read_to_string(dist.join(name));
    let page = compose(&text("index.html")?, &read, &text)?;
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(out, page)
}

fn compose(
    index: &str,
    read: &dyn Fn(&str) -> io::Result<Vec<u8>>,
    text: &dyn Fn(&str) -> io::Result<String>,
) -> io::Result<String> {
    // The page must know that the site's other files are not beside it.
    let mut page = index.replacen("<html ", "<html data-single ", 1);
    // Linked files become part of the page; hints of what will be needed are of no use.
    let mut rest = index;
    while let Some(at) = rest.find("<link ") {
        let link = &rest[at..=at + rest[at..].find('>').unwrap_or(0)];
        rest = &rest[at + link.len()..];
        let href = attribute(link, "href").unwrap_or_default();
        match attribute(link, "rel") {
            Some("stylesheet") => {
                let style = format!("<style>{}</style>", text(local(href))?);
                page = page.replace(link, &style);
            }
            Some("modulepreload" | "preload") => page = page.replace(link, ""),
            _ => {}
        }
    }
    let start = index
        .find("<script type=\"module\">")
        .ok_or_else(|| unknown("the page's script"))?;
    let end = start + index[start..].find("</script>").unwrap_or(0) + "</script>".len();
    let starter = &index[start..end];
    let stem = starter
        .split(['\'', '"'])
        .find_map(|piece| piece.strip_suffix(".js"))
        .map(local)
        .ok_or_else(|| unknown("the page's script"))?;
    let script = script(
        &text(&format!("{stem}.js"))?,
        &read(&format!("{stem}_bg.wasm"))?,
        read(&format!("{stem}_figures.wasm")).ok().as_deref(),
        stem,
    )?;
    Ok(page.replace(starter, &script))
}

/// The script of the page with its modules inside.
fn script(glue: &str, module: &[u8], figures: Option<&[u8]>, stem: &str) -> io::Result<String> {
    let (code, exports) = glue
        .rsplit_once("export")
        .ok_or_else(|| unknown("the script's exports"))?;
    let init = exports
        .trim_matches(|c: char| "{};".contains(c) || c.is_whitespace())
        .split(',')
        .find_map(|item| item.trim().strip_suffix(" as default"))
        .ok_or_else(|| unknown("the script's exports"))?;
    let mut code = code.to_owned();
    let unpack = |bytes: &[u8]| format!("unpack(\"{}\")", BASE64_STANDARD.encode(bytes));
    if let Some(figures) = figures {
        let fetched = [", ", ","]
            .map(|comma| format!("fetch(new URL(\"./{stem}_figures.wasm\"{comma}import.meta.url))"))
            .into_iter()
            .find(|fetched| code.contains(fetched))
            .ok_or_else(|| unknown("how the script loads the later figures"))?;
        let answer = format!("Promise.resolve(new Response({}))", unpack(figures));
        code = code.replace(&fetched, &answer);
    }
    if code.contains("</script") {
        return Err(unknown("the script"));
    }
    Ok(format!(
        "<script type=\"module\">\
         const unpack = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));\n\
         {code}\nPromise.resolve().then(() => {init}({{ module_or_path: {} }})){CATCH}</script>",
        unpack(module)
    ))
}

/// A file's name, without the `./` of a relative address.
fn local(href: &str) -> &str {
    href.trim_start_matches("./")
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let value = tag.split_once(&format!(" {name}=\""))?.1;
    Some(value.split_once('"')?.0)
}

fn unknown(what: &str) -> io::Error {
    io::Error::other(format!("{what} is not as expected"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "<html lang=\"en\"><link rel=\"stylesheet\" href=\"./a.css\">\
        <link rel=\"modulepreload\" href=\"./x.js\"><link rel=\"icon\" href=\"data:,\">\
        <script type=\"module\">import init from './x.js'; init()</script><p>1</p>";

    #[test]
    fn nothing_is_left_to_be_loaded() {
        let glue = "let w=()=>fetch(new URL(\"./x_figures.wasm\",import.meta.url));export{i as initSync,w as default};";
        let text = |name: &str| {
            Ok(match name {
                "a.css" => "b{}".to_owned(),
                _ => glue.to_owned(),
            })
        };
        let page = compose(INDEX, &|_| Ok(vec![0, 1]), &text).expect("known forms");
        assert!(page.starts_with("<html data-single lang=\"en\"><style>b{}</style><link rel=\"icon\" href=\"data:,\"><script"));
        assert!(page.contains("new Response(unpack(\"AAE=\"))"), "{page}");
        assert!(page.contains("=> w({ module_or_path: unpack(\"AAE=\") })).catch("));
        assert!(page.ends_with("</script><p>1</p>"));
        for gone in ["x.js", "import", "fetch", "export"] {
            assert!(!page.contains(gone), "{gone} in {page}");
        }
    }

    #[test]
    fn what_another_version_of_the_tools_writes_is_refused() {
        assert!(script("let a;", &[], None, "x").is_err());
        assert!(script("let a; export { a as default };", &[], Some(&[]), "x").is_err());
    }
}
