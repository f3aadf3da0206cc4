//! A text that the browser did not copy, for people to copy themselves.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// Properties of [`ByHand`].
#[derive(Properties, PartialEq)]
pub struct ByHandProps {
    /// The text.
    pub text: AttrValue,
}

/// The text, selected.
#[component]
pub fn ByHand(props: &ByHandProps) -> Html {
    let field = use_node_ref();
    {
        let field = field.clone();
        use_effect_with(props.text.clone(), move |_| {
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                // An element that cannot take the focus leaves it where it is.
                let _ = field.focus();
                field.select();
            }
        });
    }
    html! {
        <textarea
            ref={field}
            class="by-hand"
            readonly=true
            rows="6"
            aria-label="Text to copy"
            value={props.text.clone()}
        />
    }
}
