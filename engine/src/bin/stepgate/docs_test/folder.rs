//! The documents below a folder.

use super::markdown::{Flavour, of_markdown};
use super::pieces::{Piece, of_html};
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// How a document is written.
#[derive(Clone, Copy)]
pub enum Language {
    /// Markdown.
    Markdown(Flavour),
    /// HTML.
    Html,
}

/// The languages by the ends of file names.
const LANGUAGES: [(&str, Language); 5] = [
    ("md", Language::Markdown(Flavour::Plain)),
    ("markdown", Language::Markdown(Flavour::Plain)),
    ("mdx", Language::Markdown(Flavour::Mdx)),
    ("html", Language::Html),
    ("htm", Language::Html),
];

/// Folders of other people's work and of what was built.
const PASSED_OVER: [&str; 2] = ["node_modules", "target"];

impl Language {
    /// The language of a file, by its name.
    pub fn of(path: &Path) -> Option<Language> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut languages = LANGUAGES.into_iter();
        let (_, language) = languages.find(|(own, _)| *own == extension)?;
        Some(language)
    }

    /// The pieces of a document in this language.
    pub fn pieces(self, source: &str) -> Vec<Piece> {
        match self {
            Language::Markdown(flavour) => of_markdown(source, flavour),
            Language::Html => of_html(source, 1, false),
        }
    }
}

/// The documents below a folder, in the order of their names; or why one cannot be reached.
pub fn documents_below(folder: &Path) -> impl Iterator<Item = Result<PathBuf, String>> {
    let entries = WalkDir::new(folder)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_passed_over(entry));
    entries.filter_map(|entry| match entry {
        Ok(entry) => {
            let is_document = entry.file_type().is_file() && Language::of(entry.path()).is_some();
            is_document.then(|| Ok(entry.into_path()))
        }
        // A link to a folder around it leads to nothing new, and one to nowhere need not be a document.
        Err(error) if error.loop_ancestor().is_some() => None,
        Err(error) => {
            let path = error.path().unwrap_or(folder);
            let is_link_to_nowhere = path.is_symlink() && Language::of(path).is_none();
            let reason = error.io_error().map(ToString::to_string);
            let reason = reason.unwrap_or_else(|| error.to_string());
            (!is_link_to_nowhere)
                .then(|| Err(format!("{} cannot be read: {reason}", path.display())))
        }
    })
}

fn is_passed_over(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    name.starts_with('.') || (entry.file_type().is_dir() && PASSED_OVER.contains(&&*name))
}
