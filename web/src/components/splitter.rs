//! The line between the two editors of a wide screen, which can be moved: a separator, by the pattern of the ARIA
//! authoring practices.

use web_sys::Element;
use yew::prelude::*;

use crate::controller::Controller;
use crate::dom;
use crate::state::{EQUAL_SHARES, SHARES};

/// How far a key moves it, in percent.
const BY_KEY: i32 = 2;

/// Properties of [`Splitter`].
#[derive(Properties, PartialEq)]
pub struct SplitterProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// The policy's share of the width, in percent.
    pub share: u8,
}

/// The line between the editors.
#[component]
pub fn Splitter(props: &SplitterProps) -> Html {
    let share = props.share;
    use_effect_with(share, |share| {
        if let Some(page) = dom::element("page") {
            // Refused, it leaves the editors as wide as they were.
            let _ = page.set_attribute("style", &format!("--share:{share}%"));
        }
    });
    let split = {
        let controller = props.controller.clone();
        move |percent: i32| {
            let percent = percent.clamp(i32::from(*SHARES.start()), i32::from(*SHARES.end()));
            controller.split(percent as u8);
        }
    };
    let on_key = {
        let split = split.clone();
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowLeft" => i32::from(share) - BY_KEY,
                "ArrowRight" => i32::from(share) + BY_KEY,
                "Home" => i32::from(*SHARES.start()),
                "End" => i32::from(*SHARES.end()),
                "Enter" => i32::from(EQUAL_SHARES),
                _ => return,
            };
            event.prevent_default();
            split(to);
        })
    };
    let grasp = Callback::from(|event: PointerEvent| {
        if let Some(line) = event.target_dyn_into::<Element>() {
            // Without the capture the line moves for as long as the pointer stays on it.
            let _ = line.set_pointer_capture(event.pointer_id());
        }
    });
    let drag = {
        let split = split.clone();
        Callback::from(move |event: PointerEvent| {
            let held = event
                .target_dyn_into::<Element>()
                .is_some_and(|line| line.has_pointer_capture(event.pointer_id()));
            let bounds = dom::element("page").map(|page| page.get_bounding_client_rect());
            if let (true, Some(bounds)) = (held, bounds.filter(|bounds| bounds.width() > 0.0)) {
                let part = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
                split((part * 100.0).round() as i32);
            }
        })
    };
    let even = Callback::from(move |_: MouseEvent| split(i32::from(EQUAL_SHARES)));
    html! {
        <div
            class="splitter"
            role="separator"
            tabindex="0"
            aria-label="Policy and trace"
            aria-orientation="vertical"
            aria-controls="policy"
            aria-valuemin={SHARES.start().to_string()}
            aria-valuemax={SHARES.end().to_string()}
            aria-valuenow={share.to_string()}
            onkeydown={on_key}
            onpointerdown={grasp}
            onpointermove={drag}
            ondblclick={even}
        />
    }
}
