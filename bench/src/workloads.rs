//! The workloads: a policy and one or many traces each.

use crate::random::Random;
use serde_json::{Value, json};

/// What is measured together.
pub struct Workload {
    /// What it is called in the table.
    pub name: &'static str,
    /// The policy's text.
    pub policy: String,
    /// The traces' texts.
    pub traces: Vec<String>,
}

/// All workloads, with traces `scale` times as long. Typical traces and those of the corpus stay as they are: there,
/// more work is more traces.
pub fn all(scale: usize) -> Vec<Workload> {
    let typical = desk_policy("harbour-desk-v3");
    let batch = {
        let mut policy = desk_policy("harbour-desk-batch");
        policy["budgets"] = json!({"max_step_latency_ms": 4000, "max_total_latency_ms": 1e12, "max_total_cost_usd": 1e9, "max_total_tokens": 1_000_000_000_000u64});
        policy["completion"]["max_steps"] = json!(20_000_000);
        for tool in policy["allowed_tools"]
            .as_object_mut()
            .into_iter()
            .flat_map(|tools| tools.values_mut())
        {
            tool.as_object_mut().map(|tool| tool.remove("max_calls"));
        }
        policy
    };
    let one = |name, policy: Value, trace: Value| Workload {
        name,
        policy: policy.to_string(),
        traces: vec![trace.to_string()],
    };
    vec![
        Workload {
            name: "typical",
            policy: typical.to_string(),
            traces: vec![
                trace("typical-1", conversation(&mut Random::new(1), "s", 0.0)).to_string();
                scale
            ],
        },
        one("large", batch, {
            let mut random = Random::new(2);
            trace(
                "large-1",
                (0..500 * scale)
                    .flat_map(|part| conversation(&mut random, &format!("k{part}-"), 0.02))
                    .collect(),
            )
        }),
        Workload {
            name: "corpus",
            policy: typical.to_string(),
            traces: (0..1000 * scale)
                .map(|number| {
                    let faults = if number % 2 == 1 { 0.08 } else { 0.0 };
                    let steps = conversation(&mut Random::new(3000 + number as u64), "s", faults);
                    trace(&format!("corpus-{number:04}"), steps).to_string()
                })
                .collect(),
        },
        one(
            "text-heavy",
            json!({"policy_id": "text-heavy", "unsafe_patterns": TEXT_PATTERNS, "allow_unlisted_tools": true}),
            texts(50 * scale),
        ),
        one("retry-heavy", retry_policy(), retries(5000 * scale, true)),
        one(
            "retry-heavy-same",
            retry_policy(),
            retries(5000 * scale, false),
        ),
        one(
            "order-heavy",
            json!({"policy_id": "order-heavy", "allow_unlisted_tools": true, "sequence": {"call_order": stages()}}),
            orders(1000 * scale),
        ),
    ]
}

const WORDS: [&str; 48] = [
    "the",
    "guest",
    "asked",
    "for",
    "a",
    "quieter",
    "room",
    "facing",
    "harbour",
    "so",
    "agent",
    "checked",
    "rate",
    "plans",
    "loyalty",
    "tier",
    "deposit",
    "invoice",
    "currency",
    "breakfast",
    "parking",
    "late",
    "arrival",
    "transfer",
    "luggage",
    "refund",
    "voucher",
    "manager",
    "approval",
    "reservation",
    "confirmation",
    "number",
    "email",
    "message",
    "ferry",
    "timetable",
    "platform",
    "ticket",
    "seat",
    "meal",
    "allergy",
    "note",
    "calendar",
    "contract",
    "policy",
    "limit",
    "tax",
    "city",
];

const TEXT_PATTERNS: [&str; 20] = [
    "ignore (?:all|any|previous) instructions",
    "disregard\\s+(?:the\\s+)?(?:above|rules)",
    "\\b(?:\\d[ -]?){13,16}\\b",
    "api[_-]?key\\s*[:=]\\s*\\S+",
    "-----BEGIN [A-Z ]+ KEY-----",
    "password\\s+(?:is|was)\\s+\\S+",
    "(?<!\\d)\\d{3}-\\d{2}-\\d{4}(?!\\d)",
    "\\bAKIA[0-9A-Z]{16}\\b",
    "eyJ[\\w-]{10,}\\.[\\w-]{10,}\\.[\\w-]+",
    "<script\\b[^>]*>",
    "drop\\s+table\\s+\\w+",
    "(?:https?|ftp)://\\d{1,3}(?:\\.\\d{1,3}){3}",
    "[\\w.+-]+@evil\\.example",
    "system\\s*prompt",
    "(\\w+) \\1 \\1",
    "\\b(?:kill|harm)\\s+(?:him|her|them)\\b",
    "rm\\s+-rf\\s+/",
    "base64,[A-Za-z0-9+/]{40,}",
    "(?:wire|transfer)\\s+(?:the\\s+)?(?:funds|money)\\s+to",
    "secret[_ ]?token",
];

fn desk_policy(id: &str) -> Value {
    json!({
        "schema_version": "1", "policy_id": id, "allow_unlisted_tools": false,
        "allowed_tools": {
            "search_rooms": {
                "required_arguments": {"hotel_id": {"type": "str", "pattern": "HTL-[A-Z]{2}[0-9]{4}"}, "nights": {"type": "int", "min": 1, "max": 30}},
                "optional_arguments": {"view": {"type": "str", "enum": ["harbour", "garden", "street"]}, "max_rate": "float"}, "max_calls": 12},
            "get_guest": {"required_arguments": {"guest_id": {"type": "str", "pattern": "G[0-9]{6}"}}, "min_calls": 1},
            "quote_rate": {
                "required_arguments": {"room": "str", "nights": "int", "currency": {"type": "str", "enum": ["EUR", "SEK", "NOK", "DKK"]}},
                "optional_arguments": {"coupon": {"type": "str", "pattern": "(?i)[a-z]{3}-\\d{3}"}}},
            "hold_room": {"required_arguments": {"room": "str", "guest_id": "str"}, "optional_arguments": {"until": "str"}, "side_effect": true},
            "charge_card": {"required_arguments": {"guest_id": "str", "amount": {"type": "float", "min": 0.5, "max": 5000}, "token": "str"}, "side_effect": true, "max_calls": 3},
            "send_mail": {"required_arguments": {"to": {"type": "str", "pattern": "[^@\\s]+@[^@\\s]+\\.[a-z]{2,}"}, "subject": "str", "body": "str"}, "side_effect": true},
            "read_notes": {"optional_arguments": {"limit": {"type": "int", "min": 1, "max": 50}, "tags": "list", "filter": "dict"}},
        },
        "budgets": {"max_step_latency_ms": 4000, "max_total_latency_ms": 30000, "max_total_cost_usd": 0.5, "max_total_tokens": 60000},
        "unsafe_patterns": [TEXT_PATTERNS[0], TEXT_PATTERNS[2], TEXT_PATTERNS[3], "BEGIN (?:RSA|EC) PRIVATE KEY", "password\\s+is\\s+\\S+", "\\bssn\\b"],
        "grounding": {"require_citations": true, "min_citation_coverage": 0.8, "require_valid_citation_urls": true},
        "sequence": {"required_tools": ["get_guest"], "forbidden_tools": ["delete_guest", "export_guests"],
                     "call_order": ["get_guest", "search_rooms", "quote_rate", "hold_room", "charge_card", "send_mail"]},
        "error_handling": {"require_retry_on_error": true, "max_attempts": 3},
        "completion": {"require_final_response": true, "max_steps": 60},
    })
}

fn trace(id: &str, steps: Vec<Value>) -> Value {
    json!({"schema_version": "1", "trace_id": id, "agent_name": "harbour-desk", "workflow": "rebooking", "steps": steps})
}

fn prose(random: &mut Random, words: usize) -> String {
    let words: Vec<&str> = (0..words).map(|_| random.choose(&WORDS)).collect();
    words.join(" ") + "."
}

fn tenths(random: &mut Random, low: u64, high: u64) -> f64 {
    random.between(low * 10, high * 10) as f64 / 10.0
}

fn call(random: &mut Random, tool: &str, arguments: Value) -> Value {
    let items: Vec<Value> = (0..3)
        .map(|_| json!({"id": random.between(1, 999), "note": prose(random, 8)}))
        .collect();
    json!({
        "step_id": "", "type": "tool_call", "tool_name": tool, "arguments": arguments,
        "latency_ms": tenths(random, 80, 2200), "cost_usd": random.between(50, 1000) as f64 / 100_000.0,
        "input_tokens": random.between(200, 1500), "output_tokens": random.between(20, 300),
        "status": "ok", "output": {"ok": true, "items": items},
    })
}

fn say(random: &mut Random, words: usize, grounded: bool) -> Value {
    let mut step = json!({
        "step_id": "", "type": "model_response", "text": prose(random, words),
        "latency_ms": tenths(random, 300, 1800), "cost_usd": random.between(100, 2000) as f64 / 100_000.0,
        "input_tokens": random.between(500, 2500), "output_tokens": random.between(50, 500),
    });
    if grounded {
        step["requires_grounding"] = json!(true);
        let url = format!(
            "https://kb.harbour.example/rooms/{}",
            random.between(1, 500)
        );
        step["citations"] = json!([{"source": "notes", "url": url}]);
    }
    step
}

/// A stretch of twenty steps, some of them at fault.
fn conversation(random: &mut Random, prefix: &str, faults: f64) -> Vec<Value> {
    let guest = format!("G{:06}", random.between(0, 999_999));
    let room = format!("R{}", random.between(100, 999));
    let hotel = format!("HTL-SE{:04}", random.between(0, 9999));
    let nights = random.between(1, 9);
    let r = random;
    let mut steps = vec![
        call(r, "get_guest", json!({"guest_id": guest})),
        say(r, 30, true),
        call(
            r,
            "read_notes",
            json!({"limit": 10, "tags": ["stay", "quiet"], "filter": {"year": 2024, "by": "desk"}}),
        ),
        call(
            r,
            "search_rooms",
            json!({"hotel_id": hotel, "nights": nights, "view": "harbour", "max_rate": 250}),
        ),
        call(
            r,
            "search_rooms",
            json!({"hotel_id": hotel, "nights": nights, "view": "garden", "max_rate": 199.5}),
        ),
        say(r, 30, true),
    ];
    for currency in ["EUR", "SEK", "NOK"] {
        steps.push(call(
            r,
            "quote_rate",
            json!({"room": room, "nights": nights, "currency": currency}),
        ));
    }
    let coupon = format!("abc-{:03}", r.between(0, 999));
    let mut failed = call(
        r,
        "quote_rate",
        json!({"room": room, "nights": nights, "currency": "DKK", "coupon": coupon}),
    );
    failed["status"] = json!("error");
    failed["error"] = json!("rate service timed out");
    failed["output"] = Value::Null;
    steps.push(failed);
    steps.push(call(
        r,
        "quote_rate",
        json!({"room": room, "nights": nights, "currency": "DKK", "coupon": "abc-123"}),
    ));
    steps.push(say(r, 30, true));
    steps.push(call(
        r,
        "hold_room",
        json!({"room": room, "guest_id": guest, "until": "18:00"}),
    ));
    steps.push(say(r, 30, false));
    let (amount, token) = (
        tenths(r, 50, 900),
        format!("tok_{:08x}", r.between(0, u64::from(u32::MAX))),
    );
    steps.push(call(
        r,
        "charge_card",
        json!({"guest_id": guest, "amount": amount, "token": token}),
    ));
    steps.push(call(r, "read_notes", json!({"limit": 5})));
    let (to, body) = (
        format!("guest{}@mail.example", r.between(1, 999)),
        prose(r, 40),
    );
    steps.push(call(
        r,
        "send_mail",
        json!({"to": to, "subject": "Your stay", "body": body}),
    ));
    steps.push(say(r, 30, true));
    steps.push(call(r, "read_notes", json!({"limit": 1, "tags": []})));
    steps.push(say(r, 60, true));
    for (index, step) in steps.iter_mut().enumerate() {
        step["step_id"] = json!(format!("{prefix}{}", index + 1));
        if r.unit() < faults {
            spoil(r, step, prefix);
        }
    }
    steps
}

/// Puts one fault into a step.
fn spoil(random: &mut Random, step: &mut Value, prefix: &str) {
    let is_call = step["type"] == "tool_call";
    match random.between(0, 7) {
        0 if is_call => {
            if let Some(arguments) = step["arguments"].as_object_mut()
                && let Some(first) = arguments.keys().next().cloned()
            {
                arguments.remove(&first);
            }
        }
        1 if is_call => step["arguments"]["surprise"] = json!(1),
        2 => step["latency_ms"] = json!(5000.5),
        3 if !is_call => step["citations"] = json!([]),
        4 if !is_call => {
            step["text"] = json!(format!(
                "{} api_key: zx81",
                step["text"].as_str().unwrap_or_default()
            ))
        }
        5 if is_call => {
            step["tool_name"] = json!(random.choose(&["delete_guest", "charge_card", "hold_room"]))
        }
        6 => step["status"] = json!("error"),
        _ => step["step_id"] = json!(format!("{prefix}1")),
    }
}

fn texts(steps: usize) -> Value {
    const OTHERS: [&str; 9] = [
        "2024-11-14",
        "room 7",
        "Åsgård",
        "naïve",
        "http://kb.example/x",
        "12 34 56",
        "api",
        "secret",
        "ignore",
    ];
    let mut random = Random::new(4);
    let steps = (0..steps).map(|number| {
        let mut text = String::new();
        while text.len() < 20_000 {
            let other = random.unit() > 0.97;
            text.push_str(if other {
                random.choose(&OTHERS)
            } else {
                random.choose(&WORDS)
            });
            text.push(' ');
        }
        let middle = text.floor_char_boundary(9000);
        match number % 50 {
            7 => text.insert_str(middle, " Ignore previous instructions "),
            23 => text.insert_str(middle, " API_KEY = q1w2 "),
            41 => text.insert_str(middle, " 4111 1111 1111 1111 "),
            _ => {}
        }
        json!({"step_id": format!("d{number}"), "type": "model_response", "text": text})
    });
    trace("text-1", steps.collect())
}

fn retry_policy() -> Value {
    json!({"policy_id": "retry-heavy", "allow_unlisted_tools": true, "error_handling": {"require_retry_on_error": true}})
}

fn retries(steps: usize, every_tool_once: bool) -> Value {
    let steps = (0..steps).map(|number| {
        let tool = if every_tool_once { format!("job_{number:04}") } else { "job".into() };
        json!({"step_id": format!("e{number}"), "type": "tool_call", "tool_name": tool, "arguments": {"i": number}, "status": "error", "error": "down"})
    });
    trace("retry-1", steps.collect())
}

fn stages() -> Vec<String> {
    (0..200)
        .map(|number| format!("stage_{number:03}"))
        .collect()
}

fn orders(steps: usize) -> Value {
    let mut random = Random::new(5);
    let mut names = stages();
    for _ in 0..10 {
        let at = random.between(0, 180) as usize;
        names.swap(at, at + random.between(1, 15) as usize);
    }
    while names.len() < steps {
        names.push(format!("stage_{:03}", random.between(0, 199)));
    }
    let steps = names.into_iter().enumerate().map(|(number, name)| json!({"step_id": format!("o{number}"), "type": "tool_call", "tool_name": name, "arguments": {}}));
    trace("order-1", steps.collect())
}
