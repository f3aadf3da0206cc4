//! What the page is and how it is used.

use stepgate_engine::EngineEntry;
use yew::prelude::*;

const SHORTCUTS: [(&str, &str); 11] = [
    (
        "F8, Shift F8",
        "in an editor: next and previous mark, with its text",
    ),
    ("Ctrl F (\u{2318} F)", "in an editor: search and replace"),
    (
        "Ctrl Z (\u{2318} Z)",
        "in an editor: undo, also of Format and of an opened file or sample",
    ),
    (
        "Ctrl Shift [ and ]",
        "in an editor: fold and unfold (\u{2318} \u{2325} [ and ] on a Mac)",
    ),
    ("Tab", "in an editor: indent"),
    ("Esc, then Tab", "in an editor: leave it"),
    (
        "\u{2191} \u{2193}, Page Up, Page Down, Home, End",
        "in a table of results: move to any row",
    ),
    (
        "Enter",
        "on a finding or a decision: light its step and its clause",
    ),
    (
        "\u{2190} \u{2192}, Page Up, Page Down, Home, End",
        "in the steps: move to any step",
    ),
    ("Enter", "on a step: go to it in the trace"),
    ("Esc", "close a menu or a dialog"),
];

/// What happens around a gate and is not shown here.
const LEFT_OUT: [&str; 7] = [
    "Whether the file is the one that was attested: it is taken as it stands in the editor.",
    "Records: no event log is read or written, and no approval is looked for in one.",
    "Tokens, and the delivery of questions to people over their channels.",
    "The draw of a sample, which needs the operator's secret. The rate is shown, and a supervised-live call counts as ask, \
     because without the secret each of them may wait.",
    "How much of a limit or a budget is used up.",
    "Calls that an adapter classifies by their arguments, such as shell commands and file paths. They are told as claimed \
     by the adapter: their class depends on the arguments.",
    "Where the roots of a read scope lie on a disk.",
];

/// The text of the help dialog.
#[component]
pub fn HelpText() -> Html {
    html! {
        <>
            <p>
                { "Stepgate judges the recorded run of an AI agent by a policy: which tools it may call and how, what it \
                   may spend, what it must never say, what it must cite, and in which order it has to work. Every \
                   finding names the step it is about and the clause that produced it." }
            </p>
            <p>
                { "A trace passes when it has no errors and its score reaches the bound in \u{201c}fail under\u{201d}. The \
                   score is the weighted mean of the categories that apply; \u{201c}How it adds up\u{201d} shows the sum. \
                   Hints mark places that are not read the way they look, and never change a verdict." }
            </p>
            <h3>{ "Your documents stay here" }</h3>
            <p>
                { "Everything is read and judged in this browser, and nothing you write is sent anywhere. Drafts, their \
                   history and your settings are kept in this browser only. So is a copy of the page itself, which lets \
                   it open without network." }
            </p>
            <p>
                { "The page requests its own files, and the addresses that a person has put into a link after " }
                <code>{ "#policy=" }</code>{ " or " }<code>{ "#trace=" }</code>{ ": nothing else. One of the files is \
                   requested only once there is an APPROVAL.md, or a pattern with a character's name. A link that you share \
                   holds the documents themselves, in the part after the #, which browsers send to no server. Whoever \
                   has the link has the documents." }
            </p>
            <p>
                { "The address of this page is such a link while it is short enough. Your browser puts addresses into its \
                   history, and into that of your other devices if you let it: for documents that must leave no trace, \
                   use a private window." }
            </p>
            <h3>{ "Keys" }</h3>
            <dl class="keys">
                { for SHORTCUTS.into_iter().map(|(keys, what)| html! {
                    <div><dt><kbd>{ keys }</kbd></dt><dd>{ what }</dd></div>
                }) }
            </dl>
            <h3>{ "What the gate view shows" }</h3>
            <p>
                { "An APPROVAL.md says, for each class of actions, whether an agent may go ahead, has to ask, or may not act \
                   at all. With one in place of the ARH policy, Stepgate shows what its gate would have said to every tool \
                   call of the trace: allow, ask, deny, not gated (nothing in the policy speaks of the tool) or claimed \
                   (the adapter of the harness has rules of its own for it). The tool box answers for any tool or class, \
                   and the table of classes shows what each rule reaches." }
            </p>
            <h3>{ "What the gate view leaves out" }</h3>
            <ul class="left-out">
                { for LEFT_OUT.into_iter().map(|what| html! { <li>{ what }</li> }) }
            </ul>
            <h3>{ "What is not supported" }</h3>
            <p>
                { "Policies are ARH policies, version 1, as JSON, or APPROVAL.md policies by schema 0.4.3; traces are ARH traces \
                   as JSON. Patterns of an ARH policy are Python regular \
                   expressions; one that would take too many steps to decide is reported as \u{201c}could not \
                   verify\u{201d} rather than guessed. Files are UTF-8 and at most 64 MB." }
            </p>
            <p class="soft">{ format!("Stepgate, engine {}", EngineEntry::THIS.version) }</p>
        </>
    }
}
