//! A button that opens a menu, by the pattern of the ARIA authoring practices.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};
use yew::prelude::*;

/// One line of a menu.
#[derive(Clone, PartialEq)]
pub struct Item {
    /// What it is called.
    pub title: AttrValue,
    /// A second line.
    pub description: Option<AttrValue>,
    /// For a choice among several: whether it is the present one.
    pub checked: Option<bool>,
}

/// Properties of [`Menu`].
#[derive(Properties, PartialEq)]
pub struct MenuProps {
    /// The button's accessible name.
    pub name: AttrValue,
    /// What the button shows.
    pub face: Html,
    /// What can be chosen.
    pub items: Vec<Item>,
    /// Called with the index of what was chosen.
    pub choose: Callback<usize>,
    /// Called before the menu opens.
    #[prop_or_default]
    pub opening: Callback<()>,
    /// Opens towards the left.
    #[prop_or_default]
    pub leftwards: bool,
}

/// A button with a menu.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let open = use_state(|| false);
    let root = use_node_ref();
    let list = use_node_ref();

    // The first item, or the chosen one, takes the focus when the menu opens.
    {
        let list = list.clone();
        use_effect_with((*open, props.items.len()), move |(open, _)| {
            if *open {
                let items = items(&list);
                let chosen = items
                    .iter()
                    .find(|item| item.get_attribute("aria-checked").as_deref() == Some("true"));
                focus(chosen.or(items.first()));
            }
        });
    }
    let toggle = {
        let open = open.clone();
        let opening = props.opening.clone();
        Callback::from(move |_: MouseEvent| {
            if !*open {
                opening.emit(());
            }
            open.set(!*open);
        })
    };
    let close = {
        let open = open.clone();
        let root = root.clone();
        move || {
            open.set(false);
            focus(button(&root).as_ref());
        }
    };
    let on_key = {
        let list = list.clone();
        let close = close.clone();
        let open = open.clone();
        Callback::from(move |event: KeyboardEvent| {
            if !*open {
                return;
            }
            let items = items(&list);
            let last = items.len().saturating_sub(1);
            let at = items.iter().position(is_focused);
            let to = match event.key().as_str() {
                "ArrowDown" => at.map_or(0, |at| if at == last { 0 } else { at + 1 }),
                "ArrowUp" => at.map_or(last, |at| at.checked_sub(1).unwrap_or(last)),
                "Home" => 0,
                "End" => last,
                "Escape" => {
                    event.prevent_default();
                    close();
                    return;
                }
                "Tab" => {
                    open.set(false);
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            focus(items.get(to));
        })
    };
    let on_leave = {
        let open = open.clone();
        let root = root.clone();
        Callback::from(move |event: FocusEvent| {
            let to = event
                .related_target()
                .and_then(|to| to.dyn_into::<Node>().ok());
            let inside = root
                .cast::<Element>()
                .is_some_and(|root| root.contains(to.as_ref()));
            if !inside {
                open.set(false);
            }
        })
    };
    let choose = {
        let choose = props.choose.clone();
        move |index: usize| {
            let choose = choose.clone();
            let close = close.clone();
            Callback::from(move |_: MouseEvent| {
                close();
                choose.emit(index);
            })
        }
    };
    html! {
        <div class="menu" ref={root} onkeydown={on_key} onfocusout={on_leave}>
            <button
                type="button"
                class="menu-button"
                aria-haspopup="menu"
                aria-expanded={open.to_string()}
                aria-label={props.name.clone()}
                onclick={toggle}
            >
                { props.face.clone() }
            </button>
            if *open {
                <div
                    class={classes!("menu-list", props.leftwards.then_some("leftwards"))}
                    role="menu"
                    aria-label={props.name.clone()}
                    ref={list}
                >
                    { for props.items.iter().enumerate().map(|(index, item)| html! {
                        <button
                            type="button"
                            key={index}
                            role={if item.checked.is_some() { "menuitemradio" } else { "menuitem" }}
                            aria-checked={item.checked.map(|checked| checked.to_string())}
                            tabindex={if index == 0 { "0" } else { "-1" }}
                            onclick={choose(index)}
                        >
                            <span class="menu-title">{ item.title.clone() }</span>
                            if let Some(description) = &item.description {
                                <span class="menu-description">{ description.clone() }</span>
                            }
                        </button>
                    }) }
                </div>
            }
        </div>
    }
}

fn items(list: &NodeRef) -> Vec<Element> {
    let Some(list) = list.cast::<Element>() else {
        return Vec::new();
    };
    let children = list.children();
    (0..children.length())
        .filter_map(|index| children.item(index))
        .collect()
}

fn button(root: &NodeRef) -> Option<Element> {
    root.cast::<Element>()?.first_element_child()
}

fn is_focused(element: &Element) -> bool {
    gloo::utils::document().active_element().as_ref() == Some(element)
}

fn focus(element: Option<&Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_ref::<HtmlElement>()) {
        // An element that cannot take the focus leaves it where it is.
        let _ = element.focus();
    }
}
