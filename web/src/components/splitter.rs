//! The line between the two editors of a wide screen, which can be moved: a separator, by the pattern of the ARIA
//! authoring practices.

use web_sys::Element;
use yew::prelude::*;

use crate::controller::Controller;
use crate::dom;
use crate::state::{EVEN_SPLIT, SPLITS};

/// How far a key moves it, in percent.
const BY_KEY: i32 = 2;

/// Properties of [`Splitter`].
#[derive(Properties, PartialEq)]
pub struct SplitterProps {
    /// Does what is asked for.
    pub controller: Controller,
    /// Where it stands: the part of the width that the policy takes, in percent.
    pub split: u8,
}

/// The line between the editors.
#[component]
pub fn Splitter(props: &SplitterProps) -> Html {
    let split = props.split;
    use_effect_with(split, |split| {
        if let Some(page) = dom::element("page") {
            // Refused, it leaves the editors as wide as they were.
            let _ = page.set_attribute("style", &format!("--split:{split}%"));
        }
    });
    let move_to = {
        let controller = props.controller.clone();
        move |percent: i32| {
            let percent = percent.clamp(i32::from(*SPLITS.start()), i32::from(*SPLITS.end()));
            controller.split(percent as u8);
        }
    };
    let on_key = {
        let move_to = move_to.clone();
        Callback::from(move |event: KeyboardEvent| {
            let to = match event.key().as_str() {
                "ArrowLeft" => i32::from(split) - BY_KEY,
                "ArrowRight" => i32::from(split) + BY_KEY,
                "Home" => i32::from(*SPLITS.start()),
                "End" => i32::from(*SPLITS.end()),
                "Enter" => i32::from(EVEN_SPLIT),
                _ => return,
            };
            event.prevent_default();
            move_to(to);
        })
    };
    let grasp = Callback::from(|event: PointerEvent| {
        if let Some(line) = event.target_dyn_into::<Element>() {
            // Without the capture the line moves for as long as the pointer stays on it.
            let _ = line.set_pointer_capture(event.pointer_id());
        }
    });
    let drag = {
        let move_to = move_to.clone();
        Callback::from(move |event: PointerEvent| {
            let held = event
                .target_dyn_into::<Element>()
                .is_some_and(|line| line.has_pointer_capture(event.pointer_id()));
            let bounds = dom::element("page").map(|page| page.get_bounding_client_rect());
            if let (true, Some(bounds)) = (held, bounds.filter(|bounds| bounds.width() > 0.0)) {
                let part = (f64::from(event.client_x()) - bounds.left()) / bounds.width();
                move_to((part * 100.0).round() as i32);
            }
        })
    };
    let even = Callback::from(move |_: MouseEvent| move_to(i32::from(EVEN_SPLIT)));
    html! {
        <div
            class="splitter"
            role="separator"
            tabindex="0"
            aria-label="Policy and trace"
            aria-orientation="vertical"
            aria-controls="policy"
            aria-valuemin={SPLITS.start().to_string()}
            aria-valuemax={SPLITS.end().to_string()}
            aria-valuenow={split.to_string()}
            onkeydown={on_key}
            onpointerdown={grasp}
            onpointermove={drag}
            ondblclick={even}
        />
    }
}
