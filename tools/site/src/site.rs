//! A static web server for one site, held in memory.

use std::{collections::HashMap, convert::Infallible, fs, io, path::Path, sync::Arc};

use http_body_util::Full;
use hyper::{
    Method, Request, Response, StatusCode,
    body::Bytes,
    header::{self, HeaderMap, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{net::TcpListener, task::JoinSet};

use crate::{Rules, finish::is_compressed};

/// Every file the server can send, by its path in a URL.
///
/// Files are read once, when they are mounted: a request is a look-up in this map and never
/// reaches the file system, so no path can lead out of the site.
#[derive(Debug, Default)]
pub struct Site(HashMap<String, File>);

#[derive(Debug)]
struct File {
    body: Bytes,
    /// The same, compressed, for clients that accept it.
    brotli: Option<Bytes>,
    headers: HeaderMap,
}

impl Site {
    /// Adds the built site in the folder `dist` below `prefix`, a path that ends in `/`.
    ///
    /// # Errors
    /// When the folder or a file in it cannot be read, or its `_headers` make no sense.
    pub fn mount(mut self, prefix: &str, dist: &Path) -> io::Result<Self> {
        let rules = match fs::read_to_string(dist.join("_headers")) {
            Ok(text) => Rules::parse(&text).map_err(io::Error::other)?,
            Err(_) => Rules::default(),
        };
        let mut files: HashMap<String, Bytes> = read_tree(dist)?
            .into_iter()
            .map(|(name, body)| (name, body.into()))
            .collect();
        let (copies, names): (Vec<_>, Vec<_>) =
            files.keys().cloned().partition(|name| is_compressed(name));
        let mut copies: HashMap<String, Option<Bytes>> = copies
            .into_iter()
            .map(|name| (name.clone(), files.remove(&name)))
            .collect();
        for name in names {
            let Some(body) = files.remove(&name) else {
                continue;
            };
            let brotli = copies.remove(&format!("{name}.br")).flatten();
            // An index page answers for its folder, too, under the rules of that path.
            for path in [Some(&*name), name.strip_suffix("index.html")]
                .into_iter()
                .flatten()
            {
                let address = format!("/{path}");
                let mut file = File::new(&name, body.clone(), rules.headers(&address));
                file.brotli.clone_from(&brotli);
                self.0.insert(format!("{prefix}{path}"), file);
            }
        }
        Ok(self)
    }

    /// Adds one file, sent without any rule's headers: a page of another site.
    #[must_use]
    pub fn page(mut self, path: &str, body: impl Into<Bytes>) -> Self {
        self.0
            .insert(path.to_owned(), File::new(path, body.into(), []));
        self
    }

    /// Sends another header with every file whose path begins with `prefix` and ends with `end`: a host
    /// with a setting of its own.
    #[must_use]
    pub fn header(
        mut self,
        prefix: &str,
        end: &str,
        name: &header::HeaderName,
        value: &HeaderValue,
    ) -> Self {
        for (path, file) in &mut self.0 {
            if path.starts_with(prefix) && path.ends_with(end) {
                file.headers.insert(name.clone(), value.clone());
            }
        }
        self
    }

    /// Has lost every file whose path begins with `prefix` and ends with `end`.
    #[must_use]
    pub fn without(mut self, prefix: &str, end: &str) -> Self {
        self.0
            .retain(|path, _| !(path.starts_with(prefix) && path.ends_with(end)));
        self
    }

    /// The answer to a request.
    fn respond<B>(&self, request: &Request<B>) -> Response<Full<Bytes>> {
        let path = request.uri().path();
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return text(
                StatusCode::METHOD_NOT_ALLOWED,
                "405: this server only sends files\n".into(),
            );
        }
        if let Some(file) = self.0.get(path) {
            return file.response(request.headers());
        }
        // Relative links work only below the folder's own path, with its slash.
        let folder = format!("{path}/");
        if self.0.contains_key(&folder) {
            let query = request
                .uri()
                .query()
                .map_or_else(String::new, |query| format!("?{query}"));
            if let Ok(location) = HeaderValue::try_from(folder + &query) {
                let mut response = text(StatusCode::MOVED_PERMANENTLY, "301: moved\n".into());
                response.headers_mut().insert(header::LOCATION, location);
                return response;
            }
        }
        text(
            StatusCode::NOT_FOUND,
            format!("404: there is nothing at {path}\n"),
        )
    }
}

impl File {
    fn new<'a>(
        name: &str,
        body: Bytes,
        rules: impl IntoIterator<Item = &'a (header::HeaderName, HeaderValue)>,
    ) -> Self {
        let mut headers: HeaderMap = rules.into_iter().cloned().collect();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static(media_type(name)),
        );
        Self {
            body,
            brotli: None,
            headers,
        }
    }

    fn response(&self, request: &HeaderMap) -> Response<Full<Bytes>> {
        let accepts = request
            .get(header::ACCEPT_ENCODING)
            .and_then(|value| value.to_str().ok());
        let is_accepted =
            accepts.is_some_and(|list| list.split(',').any(|name| name.trim() == "br"));
        let small = self.brotli.as_ref().filter(|_| is_accepted);
        let mut response = Response::new(Full::new(small.unwrap_or(&self.body).clone()));
        response.headers_mut().clone_from(&self.headers);
        if self.brotli.is_some() {
            response
                .headers_mut()
                .insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        if small.is_some() {
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        }
        response
    }
}

/// Answers every connection to `listener` from `site`, until the task is dropped.
///
/// # Errors
/// When the listener can no longer accept connections.
pub async fn serve(listener: TcpListener, site: Arc<Site>) -> io::Result<Infallible> {
    // Ends with this future, as a server does that is switched off.
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await?;
        while connections.try_join_next().is_some() {}
        let site = Arc::clone(&site);
        let service = service_fn(move |request: Request<_>| {
            let response = site.respond(&request);
            async move { Ok::<_, Infallible>(response) }
        });
        // A connection that breaks is the client's business.
        connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

fn text(status: StatusCode, message: String) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(message.into()));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}

/// The media type that a file's name stands for. Browsers compile WASM while it arrives only
/// under its own type.
fn media_type(name: &str) -> &'static str {
    match name
        .rsplit_once('.')
        .map_or("html", |(_, extension)| extension)
    {
        "css" => "text/css; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "ico" => "image/x-icon",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// The files below `folder`, named by their path in it with `/`; names with `_` first are for the host only.
fn read_tree(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        if path.is_dir() {
            let below = read_tree(&path)?.into_iter();
            files.extend(below.map(|(file, body)| (format!("{name}/{file}"), body)));
        } else if !name.starts_with('_') {
            files.push((name, fs::read(&path)?));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status and headers of the answer to a GET of `path` from a small site below `/wiki/`.
    fn get(path: &str) -> (u16, HeaderMap) {
        let headers = [("x-rule".parse().expect("name"), "1".parse().expect("value"))];
        let mut site = Site::default().page("/host.html", "host");
        for name in ["", "app.wasm"] {
            let mut file = File::new(name, Bytes::from(vec![b'a'; 4096]), &headers);
            file.brotli = Some(Bytes::from_static(b"small"));
            site.0.insert(format!("/wiki/{name}"), file);
        }
        let request = Request::get(path)
            .header("accept-encoding", "gzip, br")
            .body(())
            .expect("request");
        let (head, _) = site.respond(&request).into_parts();
        (head.status.as_u16(), head.headers)
    }

    #[test]
    fn files_are_sent_with_their_type_and_the_rules_headers() {
        let (status, headers) = get("/wiki/app.wasm?v=1");
        assert_eq!(status, 200);
        assert_eq!(headers["content-type"], "application/wasm");
        assert_eq!(headers["x-rule"], "1");
        assert_eq!(headers["content-encoding"], "br");
        assert!(!get("/host.html").1.contains_key("x-rule"));
    }

    #[test]
    fn a_folder_is_its_index_and_redirects_to_its_slash() {
        assert_eq!(get("/wiki/").1["content-type"], "text/html; charset=utf-8");
        let (status, headers) = get("/wiki?p=0.95");
        assert_eq!(
            (status, &headers["location"]),
            (301, &HeaderValue::from_static("/wiki/?p=0.95"))
        );
    }

    #[test]
    fn nothing_outside_the_site_is_sent() {
        for path in [
            "/",
            "/app.wasm",
            "/wiki/../../etc/passwd",
            "/wiki/%2e%2e/secret",
            "//etc/passwd",
        ] {
            assert_eq!(get(path).0, 404, "{path}");
        }
    }
}
