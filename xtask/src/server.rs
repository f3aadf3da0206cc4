//! A static web server for one folder, on this machine only.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};

/// The longest request that is read, in bytes: its line and its headers.
const MOST_BYTES: u64 = 64 * 1024;
/// A browser that opens a connection and sends nothing does not keep a thread for ever.
const PATIENCE: Duration = Duration::from_secs(60);

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
    listening: thread::JoinHandle<()>,
}

impl Running {
    /// Waits for as long as the server runs.
    pub fn wait(self) -> Result<()> {
        self.listening
            .join()
            .map_err(|_panic| anyhow!("the server stopped"))
    }
}

/// A folder and the path below which its files are served, which begins and ends with a slash.
#[derive(Clone)]
pub struct Mount {
    /// The folder.
    pub folder: PathBuf,
    /// The path.
    pub base: String,
}

/// Serves the files of `folder` below the path `base`. Port 0 is any free port.
pub fn start(folder: &Path, base: &str, port: u16) -> Result<Running> {
    let mount = Mount {
        folder: folder.to_path_buf(),
        base: base.to_owned(),
    };
    serve(mount, Vec::new(), port)
}

/// Serves the files of several folders; `main` is where the address leads. Port 0 is any free port.
///
/// Only files that exist are answered: no listing, and no page in the place of a missing file. Every request has its
/// own connection and thread, so that none can wait for another.
pub fn serve(main: Mount, others: Vec<Mount>, port: u16) -> Result<Running> {
    let listener =
        TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], port))).with_context(|| {
            format!("port {port} cannot be served (is it in use? --port chooses another)")
        })?;
    let address = listener.local_addr()?;
    let url = format!("http://{address}{}", main.base);
    let mounts: Arc<[Mount]> = std::iter::once(main).chain(others).collect();
    let listening = thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            let mounts = Arc::clone(&mounts);
            thread::spawn(move || {
                // A browser that hangs up in the middle of an answer is no reason to stop.
                let _gone = answer(&connection, &mounts);
            });
        }
    });
    Ok(Running { url, listening })
}

fn answer(connection: &TcpStream, mounts: &[Mount]) -> io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(connection).take(MOST_BYTES).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The headers do not change the answer, but they must be read before the connection is closed.
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let mut words = request.split(' ');
    let (method, target) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    if !matches!(method, "GET" | "HEAD") {
        return plain(
            connection,
            "405 Method Not Allowed",
            "only GET and HEAD are answered\n",
        );
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let mut files = mounts
        .iter()
        .filter_map(|mount| Some(mount.folder.join(file_of(path, &mount.base)?)));
    let Some(file) = files.find(|file| file.is_file()) else {
        return missing(connection, method, mounts);
    };
    send(connection, method, "200 OK", &file)
}

/// As static hosts do: the site's own page for what is missing, where it has one.
fn missing(connection: &TcpStream, method: &str, mounts: &[Mount]) -> io::Result<()> {
    let status = "404 Not Found";
    let page = mounts.first().map(|main| main.folder.join("404.html"));
    match page.filter(|page| page.is_file()) {
        Some(page) => send(connection, method, status, &page),
        None => plain(connection, status, "there is no such file\n"),
    }
}

fn send(mut connection: &TcpStream, method: &str, status: &str, file: &Path) -> io::Result<()> {
    let mut content = File::open(file)?;
    let length = content.metadata()?.len();
    head(connection, status, media_type(file), length)?;
    if method == "GET" {
        io::copy(&mut content, &mut connection)?;
    }
    connection.flush()
}

fn plain(mut connection: &TcpStream, status: &str, text: &str) -> io::Result<()> {
    head(
        connection,
        status,
        "text/plain; charset=utf-8",
        text.len() as u64,
    )?;
    connection.write_all(text.as_bytes())
}

fn head(mut connection: &TcpStream, status: &str, media_type: &str, length: u64) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {length}\r\n\
         Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    );
    connection.write_all(head.as_bytes())
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
