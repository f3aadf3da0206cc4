//! A live example for somebody's documentation page.

use super::markdown::html_text;

/// The two lines of HTML that show a link's documents, live, in any page.
///
/// `script` is the address of `stepgate-example.js`, beside the page that `link` opens in.
pub fn embed_snippet(script: &str, link: &str) -> String {
    format!(
        "<script type=\"module\" src=\"{}\"></script>\n<stepgate-example link=\"{}\"></stepgate-example>\n",
        html_text(script),
        html_text(link)
    )
}

#[cfg(test)]
mod tests {
    use super::embed_snippet;

    #[test]
    fn addresses_stay_in_their_attributes() {
        assert_eq!(
            embed_snippet(
                "https://host/a'b/stepgate-example.js",
                "https://host/a\"b/#1x&at=y"
            ),
            "<script type=\"module\" src=\"https://host/a&#39;b/stepgate-example.js\"></script>\n\
             <stepgate-example link=\"https://host/a&quot;b/#1x&amp;at=y\"></stepgate-example>\n"
        );
    }
}
