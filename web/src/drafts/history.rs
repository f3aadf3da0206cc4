//! The history: what was replaced, deleted or left behind, for a while.

use wasm_bindgen_futures::spawn_local;

use super::entry::{Entry, Reason};
use super::{Draft, Drafts, Found, Unsaved, boot, plan, snapshot};
use crate::content::Snapshot;
use crate::state::Saving;
use crate::storage::database::{self, Change, Failure};
use crate::storage::tab;

/// How many of the texts that were put into the history last are not put there again: whoever goes back and forth
/// between two of them shall not push out everything else.
const REMEMBERED: usize = 4;

impl Drafts {
    /// Puts texts into the history, unless there is nothing in them or they have just been put there.
    pub fn keep(&self, reason: Reason, draft: Draft) {
        if self.0.tab.borrow().is_none() {
            return;
        }
        let Draft { snapshot, saved_at } = draft;
        let texts = snapshot.contents.each_ref();
        let texts = texts.map(|content| content.text.clone());
        let mut kept = self.0.kept.borrow_mut();
        if snapshot.is_blank() || kept.contains(&texts) {
            return;
        }
        if kept.len() == REMEMBERED {
            kept.pop_front();
        }
        kept.push_back(texts);
        drop(kept);
        let entry = Entry::new(tab::new_id(), Some(reason), saved_at, &snapshot);
        let change = Change::default();
        change.entry(&entry.write());
        for (key, text) in entry.texts(&snapshot, None) {
            change.text(&key, text);
        }
        self.change_history(change);
    }

    /// The history, newest first.
    ///
    /// # Errors
    /// A sentence.
    pub async fn history(&self) -> Result<Vec<Entry>, String> {
        let found = Found::now().await;
        let found = found
            .map_err(|failure| format!("The history cannot be read: {}.", failure.reason()))?;
        let history = plan::history(&found.entries);
        Ok(history.into_iter().cloned().collect())
    }

    /// The texts of an entry of the history.
    ///
    /// # Errors
    /// A sentence.
    pub async fn snapshot_of(&self, entry: &Entry) -> Result<Snapshot, String> {
        snapshot(entry).await
    }

    /// Deletes everything that is ours on this device and gives what could not be deleted. What is in the editors from
    /// now on is stored again once it changes.
    pub async fn clear(&self) -> Vec<String> {
        let tab = self.0.tab.take();
        self.0.timer.take();
        self.0.unsaved.set(Unsaved::default());
        self.0.stored.take();
        self.0.kept.borrow_mut().clear();
        if let Some(tab) = &tab {
            boot::end(tab);
        }
        let left = database::clear().await;
        self.0.remembered.set(false);
        self.0.unsaved.set(Unsaved::default());
        self.0.tab.replace(tab);
        self.tell(Saving::Nothing);
        left
    }

    /// Changes the history and shortens it. A history that cannot be kept is no reason to disturb anyone.
    pub(super) fn change_history(&self, change: Change) {
        let this = self.clone();
        let sent = change.send();
        spawn_local(async move {
            let result = match sent.await {
                Err(Failure::Full) => this.send_with_room(&change).await,
                result => result,
            };
            if let (Ok(()), Ok(found)) = (result, Found::now().await) {
                let _ = remove(&plan::given_up(&found.entries)).await;
            }
        });
    }

    /// Sends a change for which there was no room, giving up the history from its old end.
    pub(super) async fn send_with_room(&self, change: &Change) -> Result<(), Failure> {
        loop {
            let found = Found::now().await?;
            let older = plan::older_half(&found.entries);
            if older.is_empty() {
                return Err(Failure::Full);
            }
            remove(&older).await?;
            match change.send().await {
                Err(Failure::Full) => {}
                result => return result,
            }
        }
    }
}

async fn remove(entries: &[&Entry]) -> Result<(), Failure> {
    let change = Change::default();
    for entry in entries {
        change.remove(&entry.id, &entry.keys());
    }
    if change.is_empty() {
        return Ok(());
    }
    change.send().await
}
