//! The part of a long table that is in the page: which rows, and how they come into view.

use std::ops::Range;

use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::NodeRef;

use super::table::element_id;
use crate::dom;
use crate::mode;
use crate::protocol::Window;

/// The height of a row of a window in CSS pixels, on a wide and on a narrow screen; the style sheet holds rows to it.
const ROW_HEIGHTS: [u32; 2] = [76, 106];
/// The widest screen, in CSS pixels, that the style sheet treats as narrow.
const NARROW: f64 = 760.0;
/// How many rows of a window are in the page.
pub const WINDOW: u32 = 100;
/// A window is renewed when fewer rows than this are left before or after what is in view.
const MARGIN: u32 = 20;

/// The height of a row of a window.
pub fn row_height() -> u32 {
    let width = gloo::utils::window().inner_width().ok();
    let narrow = width
        .and_then(|width| width.as_f64())
        .is_some_and(|width| width <= NARROW);
    let [wide_row, narrow_row] = ROW_HEIGHTS;
    if narrow { narrow_row } else { wide_row }
}

/// Where the window should begin for a scroll position, if that is elsewhere: `rows` are in the page of `matching`, and
/// `asked` were asked for last.
pub fn window_for(
    scroller: &HtmlElement,
    rows: Range<u32>,
    matching: u32,
    asked: Window,
) -> Option<u32> {
    let first = scroller.scroll_top().max(0) as u32 / row_height();
    let visible = scroller.client_height().max(0) as u32 / row_height() + 1;
    let above = first < rows.start + MARGIN && rows.start > 0;
    let below = first + visible + MARGIN > rows.end && rows.end < matching;
    if !above && !below {
        return None;
    }
    let spare = WINDOW.saturating_sub(visible) / 2;
    let offset = first
        .saturating_sub(spare)
        .min(matching.saturating_sub(WINDOW));
    (offset != asked.offset || asked.count != WINDOW).then_some(offset)
}

/// Scrolls until a row of a window is in view, whether or not it is in the page yet.
pub fn bring_into_view(scroller: &Element, place: u32) {
    let head = scroller
        .query_selector("thead")
        .ok()
        .flatten()
        .map_or(0, |head| head.client_height());
    let top = (place * row_height()) as i32;
    let height = row_height() as i32;
    if top < scroller.scroll_top() {
        scroller.set_scroll_top(top);
    } else if top + height + head > scroller.scroll_top() + scroller.client_height() {
        scroller.set_scroll_top(top + height + head - scroller.client_height());
    }
}

/// Brings a row that is in the page into view, by what the ids of its table's rows begin with and its place.
pub fn show(id: &str, place: u32) {
    if let Some(row) = dom::element(&element_id(id, place)) {
        if mode::is_frame() {
            show_in_scroller(&row);
            return;
        }
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        row.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Brings a row into view without moving the page around a frame.
fn show_in_scroller(row: &Element) {
    let Ok(Some(scroller)) = row.closest(".scroller") else {
        return;
    };
    let (row, shown) = (
        row.get_bounding_client_rect(),
        scroller.get_bounding_client_rect(),
    );
    let above = (shown.top() - row.top()).max(0.0);
    let below = (row.bottom() - shown.bottom()).max(0.0);
    scroller.set_scroll_top(scroller.scroll_top() + (below - above) as i32);
}

/// Whether the focus is somewhere in the table.
pub fn has_focus(scroller: &NodeRef) -> bool {
    let focused = gloo::utils::document().active_element();
    scroller
        .cast::<Element>()
        .is_some_and(|scroller| scroller.contains(focused.as_deref()))
}

/// How many rows a Page key moves by.
pub fn page_of(scroller: &NodeRef) -> u32 {
    let height = scroller
        .cast::<Element>()
        .map_or(0, |scroller| scroller.client_height().max(0) as u32);
    (height / row_height()).saturating_sub(1).max(1)
}
