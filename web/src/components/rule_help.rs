//! One rule, from the engine's rule table.

use js_sys::JsString;
use stepgate_engine::arh::{Example, RuleId};
use yew::prelude::*;

use super::prose::prose;
use crate::content::Content;
use crate::controller::Controller;
use crate::drafts::entry::Reason;
use crate::protocol::Document;
use crate::state::Action;

/// Properties of [`RuleHelp`].
#[derive(Properties, PartialEq)]
pub struct RuleHelpProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The rule's id.
    pub id: String,
}

/// The text of a rule's dialog.
#[component]
pub fn RuleHelp(props: &RuleHelpProps) -> Html {
    let Some(rule) = RuleId::from_id(&props.id).map(RuleId::rule) else {
        return Html::default();
    };
    let open = |example: Example, what: &'static str| {
        let controller = props.controller.clone();
        Callback::from(move |_: MouseEvent| {
            let document = |document: Document, text: &str| {
                let name = format!("{}.{}.json", rule.id, document.word());
                (document, Content::named(name, JsString::from(text)))
            };
            controller.dispatch(Action::Open(None));
            controller.open(
                vec![
                    document(Document::Policy, example.policy),
                    document(Document::Trace, example.trace),
                ],
                Reason::BeforeSample,
                format!("Opened the {what} example of {}.", rule.id),
            );
        })
    };
    let severity = rule.severity.name();
    html! {
        <div class="rule-help">
            <p class="facts">
                <span class={classes!("sev", severity)} aria-hidden="true" />
                { severity }{ " \u{b7} " }{ rule.category.name() }
                { " \u{b7} " }{ "policy specification: " }{ rule.spec_section }
            </p>
            <p class="title">{ prose(rule.title) }</p>
            <p>{ prose(rule.explanation) }</p>
            <h3>{ "What to do" }</h3>
            <p>{ prose(rule.remediation) }</p>
            <h3>{ "An example that fails" }</h3>
            { example(rule.failing) }
            <div class="actions">
                <button type="button" class="main" onclick={open(rule.failing, "failing")}>
                    { "Open this example" }
                </button>
                <button type="button" onclick={open(rule.passing, "passing")}>
                    { "Open it mended" }
                </button>
            </div>
        </div>
    }
}

fn example(example: Example) -> Html {
    html! {
        <div class="example">
            <figure>
                <figcaption>{ "Policy" }</figcaption>
                <pre tabindex="0">{ example.policy }</pre>
            </figure>
            <figure>
                <figcaption>{ "Trace" }</figcaption>
                <pre tabindex="0">{ example.trace }</pre>
            </figure>
        </div>
    }
}
