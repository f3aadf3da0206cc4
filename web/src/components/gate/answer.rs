//! The worker's answer to a question of one of the gate's views.

use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::controller::Controller;
use crate::protocol::{GateAnswer, GateQuestion};
use crate::shared::Shared;

/// The answer to a question, as soon as it is there; until then, the one before. It is asked again whenever `about`
/// changes, which stands for the documents. Late answers are dropped.
#[hook]
pub fn use_answer(
    controller: &Controller,
    about: usize,
    question: Option<GateQuestion>,
) -> Option<Shared<GateAnswer>> {
    let answer = use_state(|| None);
    let latest = use_mut_ref(|| 0u32);
    {
        let (controller, answer) = (controller.clone(), answer.clone());
        use_effect_with((about, question), move |(_, question)| {
            *latest.borrow_mut() += 1;
            let number = *latest.borrow();
            let Some(question) = question.clone() else {
                answer.set(None);
                return;
            };
            spawn_local(async move {
                let said = controller.at_gate(question).await;
                if *latest.borrow() == number
                    && let Some(said) = said
                {
                    answer.set(Some(Shared::new(said)));
                }
            });
        });
    }
    (*answer).clone()
}
