//! A static web server for one folder, on this machine only.

use std::fs::File;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use anyhow::{Context as _, Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

/// Browsers ask for several files at once.
const WORKERS: usize = 4;

/// Media types by file name extension; browsers refuse scripts and stream-compile wasm only with the right one.
const MEDIA_TYPES: &[(&str, &str)] = &[
    ("css", "text/css; charset=utf-8"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("md", "text/plain; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("webmanifest", "application/manifest+json"),
    ("woff2", "font/woff2"),
    ("yaml", "text/plain; charset=utf-8"),
];

/// A running server. It answers until the process ends.
pub struct Running {
    /// Where the served folder is reached, with a slash at its end.
    pub url: String,
    threads: Vec<thread::JoinHandle<()>>,
}

impl Running {
    /// Waits for as long as the server runs.
    pub fn wait(self) -> Result<()> {
        for thread in self.threads {
            thread
                .join()
                .map_err(|_panic| anyhow!("the server stopped"))?;
        }
        Ok(())
    }
}

/// Serves the files of `folder` below the path `base`, which begins and ends with a slash. Port 0 is any free port.
///
/// Only files that exist are answered: no listing, and no page in the place of a missing file.
pub fn start(folder: &Path, base: &str, port: u16) -> Result<Running> {
    let server = Server::http(SocketAddr::from(([127, 0, 0, 1], port)))
        .map_err(|error| anyhow!("{error}"))
        .with_context(|| {
            format!("port {port} cannot be served (is it in use? --port chooses another)")
        })?;
    let address = server
        .server_addr()
        .to_ip()
        .context("the server has no address")?;
    let server = Arc::new(server);
    let threads = (0..WORKERS)
        .map(|_| {
            let (server, folder, base) =
                (Arc::clone(&server), folder.to_path_buf(), base.to_owned());
            thread::spawn(move || {
                while let Ok(request) = server.recv() {
                    // A browser that hangs up in the middle of an answer is no reason to stop.
                    let _gone = answer(request, &folder, &base);
                }
            })
        })
        .collect();
    Ok(Running {
        url: format!("http://{address}{base}"),
        threads,
    })
}

fn answer(request: Request, folder: &Path, base: &str) -> io::Result<()> {
    if !matches!(request.method(), Method::Get | Method::Head) {
        return request.respond(plain(405, "only GET and HEAD are answered\n"));
    }
    let path = request.url().split(['?', '#']).next().unwrap_or_default();
    let Some(file) = file_of(path, base)
        .map(|relative| folder.join(relative))
        .filter(|file| file.is_file())
    else {
        return request.respond(plain(404, "there is no such file\n"));
    };
    let response = Response::from_file(File::open(&file)?)
        .with_header(header("Content-Type", media_type(&file)))
        .with_header(header("Cache-Control", "no-cache"))
        .with_header(header("X-Content-Type-Options", "nosniff"));
    request.respond(response)
}

/// The file, relative to the served folder, that a request's path names.
fn file_of(path: &str, base: &str) -> Option<PathBuf> {
    let relative = path.strip_prefix(base)?;
    // Names in dist/ need no escapes; whatever could climb out of the folder names no file.
    if relative.contains(['\\', '%', ':'])
        || relative.split('/').any(|part| part == "..")
        || relative.starts_with('/')
    {
        return None;
    }
    if relative.is_empty() || relative.ends_with('/') {
        return Some(PathBuf::from(format!("{relative}index.html")));
    }
    Some(PathBuf::from(relative))
}

fn media_type(file: &Path) -> &'static str {
    let extension = file
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default();
    MEDIA_TYPES
        .iter()
        .find(|(known, _)| *known == extension)
        .map_or("application/octet-stream", |(_, media_type)| media_type)
}

fn plain(status: u16, text: &str) -> Response<io::Cursor<Vec<u8>>> {
    Response::from_string(text).with_status_code(status)
}

#[expect(
    clippy::expect_used,
    reason = "the names and values are the constants above"
)]
fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("constant headers are well formed")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::file_of;

    #[test]
    fn requests_stay_inside_the_folder_and_below_the_base() {
        let cases = [
            ("/deep/dir/", Some("index.html")),
            ("/deep/dir/app-1.js", Some("app-1.js")),
            ("/deep/dir/chunks/", Some("chunks/index.html")),
            ("/deep/dir", None),
            ("/", None),
            ("/deep/dir/../secret", None),
            ("/deep/dir/%2e%2e/secret", None),
            ("/deep/dir//etc/passwd", None),
            ("/deep/dir/c:/windows", None),
        ];
        for (path, expected) in cases {
            assert_eq!(
                file_of(path, "/deep/dir/"),
                expected.map(PathBuf::from),
                "{path}"
            );
        }
    }
}
