//! How often aliases may be used: the reference's count, exactly.

use super::build::{Node, Value};

/// The most that an anchor's uses times its factor may come to.
const MOST: u64 = 32;

/// What is counted for one anchored node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    /// The anchored node.
    pub(super) node: u32,
    /// 1 and its uses so far.
    count: u64,
    /// What each use counts for; 0 as long as that is not known, and for what holds no scalar.
    factor: u64,
}

impl Anchor {
    pub(super) fn new(node: u32) -> Anchor {
        Anchor {
            node,
            count: 1,
            factor: 0,
        }
    }
}

/// Counts a use of the anchor `id` whose node is complete. Returns whether that is still within the cap.
pub(super) fn count_use(
    anchors: &mut [Option<Anchor>],
    id: usize,
    nodes: &[Node],
    steps: &mut u64,
) -> bool {
    let Some(mut anchor) = anchors.get(id).copied().flatten() else {
        return true;
    };
    anchor.count += 1;
    let node = nodes.get(anchor.node as usize);
    // What holds no scalar never will: its factor stays 0.
    if anchor.factor == 0 && node.is_some_and(|node| node.holds_scalar) {
        anchor.factor = factor(anchors, anchor.node, nodes, steps);
    }
    if let Some(slot) = anchors.get_mut(id) {
        *slot = Some(anchor);
    }
    anchor.count * anchor.factor <= MOST
}

/// The largest of what the scalars (1) and aliases in a node count for at this moment.
fn factor(anchors: &[Option<Anchor>], root: u32, nodes: &[Node], steps: &mut u64) -> u64 {
    let after = nodes.get(root as usize).map_or(0, |node| node.after);
    let inside = nodes.get(root as usize..after as usize).unwrap_or_default();
    *steps += inside.len() as u64;
    let counts = inside.iter().map(|node| match node.value {
        Value::Sequence | Value::Mapping => 0,
        Value::Alias(_) => match anchors.get(node.anchor as usize).copied().flatten() {
            Some(anchor) => anchor.count * anchor.factor,
            None => 0,
        },
        _ => 1,
    });
    counts.max().unwrap_or(0)
}
