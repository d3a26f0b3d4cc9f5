//! The response headers of the site: writing them for a host, and reading them as a host does.

use std::{fs, io, path::Path};

use base64::{Engine, prelude::BASE64_STANDARD};
use hyper::header::{HeaderName, HeaderValue};
use sha2::{Digest, Sha256};

use crate::hosts;

/// Writes the headers of the built site `dist` for its host: `_headers`, and the same for Caddy and
/// nginx.
///
/// # Errors
/// When `text` is not as [`headers`] makes it, or `dist` cannot be written.
pub(crate) fn write_headers(dist: &Path, text: &str) -> io::Result<()> {
    let rules = Rules::parse(text).map_err(io::Error::other)?;
    fs::write(dist.join("_Caddyfile"), hosts::caddy(&rules))?;
    fs::write(dist.join("_nginx.conf"), hosts::nginx(&rules))?;
    // Last: `make` takes it for a sign that the site is whole.
    fs::write(dist.join("_headers"), text)
}

/// The text of `_headers` for a page and the files whose names change with their content. The policy
/// names the site's own address, too, where `origin` is known.
pub(crate) fn headers(html: &str, content_addressed: &[String], origin: Option<&str>) -> String {
    let text = compose(html, content_addressed);
    match origin {
        // Safari takes `'self'` in a frame with an opaque origin for that very origin.
        Some(origin) => text.replace("'self'", &format!("'self' {origin}")),
        None => text,
    }
}

fn compose(html: &str, content_addressed: &[String]) -> String {
    let kept = content_addressed
        .iter()
        .map(|name| format!("/{name}\n  Cache-Control: public, max-age=31536000, immutable\n"))
        .collect::<Vec<_>>();
    // An opaque origin (a sandboxed frame) may load scripts and WASM only where everyone may,
    // and nothing says who may frame the page, because embedding it is what it is for.
    format!(
        "/*\n  Content-Security-Policy: {}\n  X-Content-Type-Options: nosniff\n  \
         Referrer-Policy: no-referrer\n  Access-Control-Allow-Origin: *\n\
         /\n  Cache-Control: no-cache\n\
         /index.html\n  Cache-Control: no-cache\n/sw.js\n  Cache-Control: no-cache\n{}",
        policy(html),
        kept.concat()
    )
}

/// The Content-Security-Policy: this origin only, and the page's own inline code by its hash.
fn policy(html: &str) -> String {
    let hash = |text: &&str| format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    let hashes = |tag| {
        inline(html, tag)
            .iter()
            .map(hash)
            .collect::<Vec<_>>()
            .concat()
    };
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{}; style-src 'self'{}; \
         img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; frame-src 'self'; worker-src 'self'; base-uri 'none'; \
         form-action 'none'",
        hashes("script"),
        hashes("style")
    )
}

/// The text of every `<tag>` element without a `src`, exactly as a browser hashes it.
fn inline<'a>(html: &'a str, tag: &str) -> Vec<&'a str> {
    let close = format!("</{tag}>");
    html.split(&format!("<{tag}"))
        .skip(1)
        .filter(|rest| rest.starts_with(|c: char| c == '>' || c.is_ascii_whitespace()))
        .filter_map(|rest| {
            let (attributes, body) = rest.split_once('>')?;
            let is_linked = attributes
                .split_ascii_whitespace()
                .any(|a| a.starts_with("src="));
            (!is_linked).then_some(body.split_once(&close)?.0)
        })
        .collect()
}

/// Whether a file's name carries the hash that Trunk makes of its content: 16 hex digits, or fewer
/// where the first are zeros.
pub(crate) fn is_content_addressed(name: &str) -> bool {
    name.split(['-', '_', '.'])
        .any(|part| (12..=16).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// The rules of a `_headers` file.
#[derive(Debug, Default)]
pub struct Rules(Vec<(String, Vec<(HeaderName, HeaderValue)>)>);

impl Rules {
    /// Reads rules: a path per line, below it its headers, indented.
    ///
    /// # Errors
    /// When a line is no header, or a header comes before any path.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut rules: Vec<(String, Vec<_>)> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            if line.starts_with('/') {
                rules.push((line.trim_end().to_owned(), Vec::new()));
            } else {
                let header = parse_header(line).ok_or_else(|| format!("not a header: {line}"))?;
                let (_, headers) = rules.last_mut().ok_or("a header before any path")?;
                headers.push(header);
            }
        }
        Ok(Self(rules))
    }

    /// Every rule: a path and its headers.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &[(HeaderName, HeaderValue)])> {
        self.0.iter().map(|(path, headers)| (&**path, &**headers))
    }

    /// The headers of every rule that matches `path`; a rule's path may end in `*`.
    pub fn headers(&self, path: &str) -> impl Iterator<Item = &(HeaderName, HeaderValue)> {
        let is_match = move |rule: &str| match rule.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path == rule,
        };
        self.0
            .iter()
            .filter(move |(rule, _)| is_match(rule))
            .flat_map(|(_, headers)| headers)
    }
}

fn parse_header(line: &str) -> Option<(HeaderName, HeaderValue)> {
    let (name, value) = line.trim().split_once(':')?;
    Some((name.parse().ok()?, value.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_code_is_allowed_by_hash_and_linked_code_is_not_hashed() {
        let html = "<script src='a.js'></script><script type=module>1</script><style>b{}</style>";
        assert_eq!(inline(html, "script"), ["1"]);
        assert_eq!(inline(html, "style"), ["b{}"]);
        // printf 1 | openssl dgst -sha256 -binary | base64
        let one = "script-src 'self' 'wasm-unsafe-eval' \
                   'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=';";
        assert!(policy(html).contains(one), "{}", policy(html));
    }

    #[test]
    fn only_names_with_a_hash_are_cached_for_ever() {
        for name in [
            "app-0123456789abcdef.js",
            "app-123456789abcdef.css",
            "app-0123456789abcdef_bg.wasm",
        ] {
            assert!(is_content_addressed(name), "{name}");
        }
        for name in ["index.html", "icon.svg", "app-0123.js"] {
            assert!(!is_content_addressed(name), "{name}");
        }
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        let rules =
            Rules::parse(&compose("<p>", &["a-0123456789abcdef.js".to_owned()])).expect("rules");
        let names = |path| {
            rules
                .headers(path)
                .map(|(name, _)| name.as_str())
                .collect::<Vec<_>>()
        };
        assert!(names("/any").contains(&"content-security-policy"));
        assert!(!names("/any").contains(&"cache-control"));
        assert!(names("/a-0123456789abcdef.js").contains(&"cache-control"));
    }

    #[test]
    fn a_malformed_rule_file_is_refused() {
        assert!(Rules::parse("  X-A: b").is_err());
        assert!(Rules::parse("/*\n  no colon").is_err());
    }
}
