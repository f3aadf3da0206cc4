//! The Content-Security-Policy of a built page.

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

/// Puts the policy in front of everything else in the page's head, with the hash of each script that stands in the
/// page itself (Trunk's loader is one).
pub fn protect(html: &str) -> Result<String> {
    let hashes: String = inline_scripts(html)
        .map(|script| {
            format!(
                " 'sha256-{}'",
                BASE64_STANDARD.encode(Sha256::digest(script))
            )
        })
        .collect();
    let policy = [
        "default-src 'none'",
        &format!("script-src 'self' 'wasm-unsafe-eval'{hashes}"),
        // The editor styles itself at run time.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "worker-src 'self'",
        "manifest-src 'self'",
        // Documents can be loaded from addresses that a link names.
        "connect-src 'self' https:",
        "frame-src 'self'",
        "base-uri 'self'",
        "form-action 'none'",
    ]
    .join("; ");
    let head = "<head>";
    let at = html.find(head).context("the page has no <head>")? + head.len();
    let (before, after) = html.split_at(at);
    Ok(format!(
        "{before}<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">{after}"
    ))
}

/// The texts of the scripts that stand in the page, exactly as a browser hashes them.
fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (text, _) = rest.split_once("</script>")?;
        let external = attributes
            .split_whitespace()
            .any(|attribute| attribute.starts_with("src="));
        (!external).then_some(text)
    })
}

#[cfg(test)]
mod tests {
    use super::protect;

    #[test]
    fn the_policy_comes_first_and_names_each_inline_script() {
        let html = "<!doctype html><head><meta charset=utf-8><script type=\"module\" src=\"./a.js\"></script>\
                    <script type=\"module\">alert('Hello, world.');</script></head>";
        let page = protect(html).unwrap();
        assert!(
            page.starts_with("<!doctype html><head><meta http-equiv=\"Content-Security-Policy\"")
        );
        // The example of the Content Security Policy specification.
        let hash = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
        assert!(
            page.contains(&format!("script-src 'self' 'wasm-unsafe-eval' {hash};")),
            "{page}"
        );
    }

    #[test]
    fn a_page_without_a_head_is_refused() {
        assert!(protect("<p>no head").is_err());
    }
}
