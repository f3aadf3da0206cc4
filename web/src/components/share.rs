//! The dialog about the copy that leaves: what is in it, and every way to hand it on.

use std::future::Future;

use stepgate_engine::share::advice;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::by_hand::ByHand;
use super::difference::Difference;
use super::numbers::count;
use super::prose::sentence;
use super::redaction::RedactionList;
use crate::clipboard;
use crate::controller::{Controller, Copying};
use crate::protocol::{Redaction, SharedCopy};
use crate::shared::Shared;

/// Properties of [`Share`].
#[derive(Properties, PartialEq)]
pub struct ShareProps {
    /// Does what is asked for.
    pub controller: Controller,
}

/// Where the copy stands that was last asked for.
#[derive(Clone, PartialEq)]
struct Standing {
    /// The last copy that was made; an older one while another is on its way.
    copy: Option<Shared<SharedCopy>>,
    what: What,
}

#[derive(Clone, PartialEq)]
enum What {
    Making,
    Made,
    Nothing,
    /// Why there is none: the rest of a sentence.
    Failed(String),
}

/// What there is to say about copying and saving.
#[derive(Clone, Default, PartialEq)]
struct Said {
    sentence: String,
    /// A text that has to be copied by hand.
    by_hand: Option<AttrValue>,
}

/// The dialog's content.
#[component]
pub fn Share(props: &ShareProps) -> Html {
    let redaction = use_state(Redaction::default);
    let points = use_state(|| true);
    let times = use_state(|| 0_u32);
    let said = use_state(Said::default);
    let field = use_node_ref();
    let chosen = {
        let controller = props.controller.clone();
        *use_memo((), move |()| controller.chosen())
    };
    let wants_finding = chosen.is_some() && *points;
    let standing = use_copy(&props.controller, wants_finding, &redaction, *times);

    // What was said was about another copy.
    {
        let said = said.clone();
        use_effect_with(((*redaction).clone(), *points), move |_| {
            said.set(Said::default());
        });
    }
    let redact = {
        let redaction = redaction.clone();
        Callback::from(move |next| redaction.set(next))
    };
    let point = {
        let points = points.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            points.set(input.checked());
        })
    };
    let again = {
        let times = times.clone();
        Callback::from(move |_| times.set(*times + 1))
    };
    let save = {
        let (controller, said) = (props.controller.clone(), said.clone());
        let redaction = (*redaction).clone();
        let copy = standing.copy.as_ref();
        let named = copy.is_some_and(|copy| copy.nameless == [false; 3]);
        Callback::from(move |_: MouseEvent| {
            let (controller, said, redaction) =
                (controller.clone(), said.clone(), redaction.clone());
            spawn_local(async move {
                let saved = controller
                    .save_reproduction(wants_finding, redaction, named)
                    .await;
                let sentence = saved.map_or_else(|why| why, |name| format!("Saved {name}."));
                said.set(Said {
                    sentence,
                    by_hand: None,
                });
            });
        })
    };

    match (&standing.copy, &standing.what) {
        (_, What::Nothing) => {
            html! { <p>{ "There is nothing to share: nothing is written." }</p> }
        }
        (_, What::Failed(why)) => html! {
            <>
                <p>
                    { format!("There is no copy, because {why}. ") }
                    { "Download, in the bar above, saves the documents \
                       without it." }
                </p>
                <div class="actions">
                    <button type="button" class="main" onclick={again}>{ "Try again" }</button>
                </div>
            </>
        },
        (None, _) => html! { <p class="soft">{ "Making the copy\u{2026}" }</p> },
        (Some(copy), what) => {
            let ready = *what == What::Made;
            let points_in_vain = ready && wants_finding && !copy.points;
            html! {
                <div class="share" aria-busy={(!ready).to_string()}>
                    <RedactionList
                        controller={props.controller.clone()}
                        copy={copy.clone()}
                        redaction={(*redaction).clone()}
                        {redact}
                    />
                    <div role="status" aria-label="Shared copy">
                        if let Some(difference) = &copy.difference {
                            <div class="differs">
                                <p><b>{ "The copy is judged otherwise than your documents." }</b></p>
                                if let Some(problem) = &copy.problem {
                                    <p>{ "It cannot be judged: " }{ sentence(problem) }</p>
                                }
                                <Difference difference={difference.clone()} />
                            </div>
                        }
                        if let Some(what) = chosen.filter(|_| points_in_vain) {
                            <p class="differs">
                                { format!("The copy does not have the chosen {what}, so its link points at none.") }
                            </p>
                        }
                    </div>
                    if let Some(what) = chosen {
                        <label class="choice">
                            <input type="checkbox" checked={*points} onchange={point} />
                            { format!("Point at the chosen {what}") }
                        </label>
                    }
                    { hand_on(copy, ready, &field, &said, save) }
                </div>
            }
        }
    }
}

/// The link and the buttons.
fn hand_on(
    copy: &SharedCopy,
    ready: bool,
    field: &NodeRef,
    said: &UseStateHandle<Said>,
    save: Callback<MouseEvent>,
) -> Html {
    let copy_text = |text: Option<&String>, what: &'static str| {
        let said = said.clone();
        let text: Option<AttrValue> = text.cloned().map(AttrValue::from);
        Callback::from(move |_: MouseEvent| {
            if let Some(text) = text.clone() {
                let copying = clipboard::copy(&text);
                tell(said.clone(), copying, what, Some(text), || {});
            }
        })
    };
    let copy_link = {
        let (said, field) = (said.clone(), field.clone());
        let link = copy.link.clone().unwrap_or_default();
        Callback::from(move |_: MouseEvent| {
            let (copying, field) = (clipboard::copy(&link), field.clone());
            tell(said.clone(), copying, "the link", None, move || {
                select(&field)
            });
        })
    };
    let has_link = copy.link.is_ok();
    html! {
        <>
            { match &copy.link {
                Ok(link) => html! {
                    <>
                        <label class="link-field">
                            <span>{ "Link" }</span>
                            <input
                                ref={field}
                                type="text"
                                readonly=true
                                value={if ready { link.clone() } else { String::new() }}
                                aria-describedby="link-length"
                                onfocus={|event: FocusEvent| {
                                    event.target_unchecked_into::<HtmlInputElement>().select();
                                }}
                            />
                        </label>
                        <p id="link-length" class="soft">
                            { format!("{}. ", count(link.len() as u64, "character")) }
                            { advice(link.len()).unwrap_or_default() }
                        </p>
                    </>
                },
                Err(why) => html! { <p class="differs">{ why }</p> },
            } }
            <div class="actions">
                <button type="button" class="main" disabled={!ready || !has_link} onclick={copy_link}>
                    { "Copy link" }
                </button>
                <button
                    type="button"
                    disabled={!ready || !has_link}
                    onclick={copy_text(copy.markdown.as_ref(), "the Markdown link")}
                >
                    { "Copy as Markdown" }
                </button>
                <button
                    type="button"
                    disabled={!ready}
                    onclick={copy_text(Some(&copy.issue), "the issue")}
                >
                    { "Copy as issue" }
                </button>
                <button
                    type="button"
                    disabled={!ready || !has_link}
                    onclick={copy_text(copy.embed.as_ref(), "the HTML")}
                >
                    { "Copy as embed" }
                </button>
                <button type="button" disabled={!ready} onclick={save}>{ "Download reproduction" }</button>
            </div>
            <p role="status" aria-label="Share status" class="said">{ &said.sentence }</p>
            if let Some(text) = &said.by_hand {
                <ByHand text={text.clone()} />
            }
            <p class="soft">
                { "The link holds the copy itself, after its #, which is never sent to a server. Whoever has the link \
                   can read it." }
                if !copy.secrets.is_empty() {
                    { " The address of this page is not redacted: hand on the link, not the address." }
                }
            </p>
        </>
    }
}

/// Says what became of copying; what the browser refuses is offered to be copied by hand.
fn tell(
    said: UseStateHandle<Said>,
    copying: impl Future<Output = bool> + 'static,
    what: &'static str,
    by_hand: Option<AttrValue>,
    refused: impl FnOnce() + 'static,
) {
    spawn_local(async move {
        if copying.await {
            said.set(Said {
                sentence: format!("Copied {what}."),
                by_hand: None,
            });
            return;
        }
        let sentence = match by_hand {
            Some(_) => format!("Could not copy: {what} is below, copy it yourself."),
            None => format!("Could not copy: select {what} and copy it yourself."),
        };
        said.set(Said { sentence, by_hand });
        refused();
    });
}

fn select(field: &NodeRef) {
    if let Some(field) = field.cast::<HtmlInputElement>() {
        // An element that cannot take the focus leaves it where it is; the text is selected all the same.
        let _ = field.focus();
        field.select();
    }
}

/// Has the copy made, and made anew whenever something else is wanted of it.
#[hook]
fn use_copy(controller: &Controller, points: bool, redaction: &Redaction, times: u32) -> Standing {
    let standing = use_state(|| Standing {
        copy: None,
        what: What::Making,
    });
    let last = use_mut_ref(|| 0_u32);
    {
        let (controller, standing) = (controller.clone(), standing.clone());
        use_effect_with(
            (points, redaction.clone(), times),
            move |(points, redaction, _)| {
                let (points, redaction) = (*points, redaction.clone());
                let number = {
                    let mut last = last.borrow_mut();
                    *last += 1;
                    *last
                };
                standing.set(Standing {
                    copy: standing.copy.clone(),
                    what: What::Making,
                });
                spawn_local(async move {
                    let copying = controller.copy(points, redaction).await;
                    // Something else was wanted meanwhile.
                    if *last.borrow() != number {
                        return;
                    }
                    let (copy, what) = match copying {
                        Copying::Made(copy) => (Some(Shared::new(*copy)), What::Made),
                        Copying::Nothing => (None, What::Nothing),
                        Copying::Failed(why) => (None, What::Failed(why)),
                    };
                    standing.set(Standing { copy, what });
                });
            },
        );
    }
    (*standing).clone()
}
