//! The address that the page will have.

use std::str::FromStr;

use hyper::Uri;

/// The address of the page: `https://example.org/amdahl/`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Address {
    origin: String,
    path: String,
}

impl Address {
    /// Scheme, host and port: `https://example.org`.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The whole address, with a slash at its end.
    #[must_use]
    pub fn page(&self) -> String {
        format!("{}{}", self.origin, self.path)
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = || {
            let uri: Uri = text.parse().ok()?;
            let scheme = uri.scheme_str().filter(|s| ["http", "https"].contains(s))?;
            let host = uri.authority()?.as_str();
            // It is written into the page.
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~%/@:+".contains(c);
            let is_page = uri.query().is_none() && uri.path().chars().all(is_plain);
            is_page.then(|| Self {
                origin: format!("{scheme}://{host}"),
                path: format!("{}/", uri.path().trim_end_matches('/')),
            })
        };
        read().ok_or_else(|| format!("{text} is no address like https://example.org/amdahl/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_an_origin_and_a_place() {
        for (text, origin, page) in [
            (
                "https://example.org",
                "https://example.org",
                "https://example.org/",
            ),
            (
                "http://10.0.0.1:8080/a/b",
                "http://10.0.0.1:8080",
                "http://10.0.0.1:8080/a/b/",
            ),
            (
                "https://example.org/a/",
                "https://example.org",
                "https://example.org/a/",
            ),
        ] {
            let address: Address = text.parse().expect(text);
            assert_eq!((address.origin(), &*address.page()), (origin, page));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "example.org",
            "/amdahl/",
            "ftp://example.org/",
            "https://e.org/?a",
            "https://e.org/\"><b>",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }
}
