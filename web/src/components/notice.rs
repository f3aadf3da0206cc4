//! Something the page has to say once, and the way back to what was there before.

use yew::prelude::*;

use crate::controller::Controller;
use crate::state::Notice;

/// Properties of [`NoticeBar`].
#[derive(Properties, PartialEq)]
pub struct NoticeBarProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// What is to be said.
    pub notice: Option<Notice>,
}

/// The notice.
#[component]
pub fn NoticeBar(props: &NoticeBarProps) -> Html {
    let restore = {
        let controller = props.controller.clone();
        Callback::from(move |_| controller.restore())
    };
    let dismiss = {
        let controller = props.controller.clone();
        Callback::from(move |_| controller.dismiss())
    };
    let notice = props.notice.as_ref();
    // The region stays, so that what comes into it is announced.
    html! {
        <div class={classes!("notice", notice.is_none().then_some("silent"))}>
            <p role="status" aria-label="Notice">
                { notice.map(|notice| notice.text.clone()).unwrap_or_default() }
            </p>
            if let Some(notice) = notice {
                if notice.restorable {
                    <button type="button" onclick={restore}>{ "Restore what I had" }</button>
                }
                <button type="button" class="quiet" onclick={dismiss}>{ "Dismiss" }</button>
            }
        </div>
    }
}
