"""Makes rows of tests/cases/links.jsonl: links as any program could make them from engine/src/share.rs's description.

The rows that stand there stay as they are, for ever: they are links that people have sent. For a new payload version,
write its rows here and add only those that are new:

    python3 tests/oracle/links.py | grep '"id": "v2-' >>tests/cases/links.jsonl
"""

import base64
import json
import pathlib
import zlib

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"


def characters(content: bytes) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(content) + deflate.flush()
    packed += zlib.crc32(content).to_bytes(4, "big")
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def payload(reproduction: dict) -> str:
    return "1" + characters(json.dumps(reproduction, ensure_ascii=False, separators=(",", ":")).encode())


def row(name: str, link: str, expect: dict) -> None:
    print(json.dumps({"id": name, "link": link, "expect": expect}, ensure_ascii=False))


def sample(name: str) -> dict:
    texts = {
        kind: (SAMPLES / f"{name}.{kind}.json").read_text(encoding="utf-8") for kind in ("policy", "trace")
    }
    return {"stepgate": 1, "engine": "0.1.0", **texts}


def main() -> None:
    base = "https://stepgate.example/deep/path/"
    names = sorted(path.name.removesuffix(".policy.json") for path in SAMPLES.glob("*.policy.json"))
    for name in names[:3]:
        whole = sample(name) | {
            "policy_name": f"{name}.policy.json",
            "trace_name": f"{name}.trace.json",
            "format": "arh",
            "fail_under": 82.5,
            "view": "results",
        }
        row(
            f"v1-sample-{name}",
            f"{base}#{payload(whole)}&at=AbCdEf-_09",
            {
                "policy": whole["policy"],
                "trace": whole["trace"],
                "policy_name": whole["policy_name"],
                "trace_name": whole["trace_name"],
                "fail_under": 82.5,
                "finding": "AbCdEf-_09",
                "view": "results",
                "engine": "0.1.0",
            },
        )

    hard = {"stepgate": 1, "policy": "\U0001f600\r\n\ufeff\u0000 \"\\ud800\"", "trace": "<!--é\u2028-->"}
    texts = {"policy": hard["policy"], "trace": hard["trace"]}
    plain = payload(hard)
    row("v1-texts-only-the-rest-is-default", "#" + plain, texts | {"fail_under": 70.0, "mended": False})
    row("v1-unknown-keys-are-passed-over", "#" + payload(hard | {"approval": "x", "verdict2": {}}), texts)
    gate = "version: \"0.1\"\n# Überall \U0001f600\n"
    approval = hard | {"approval": gate, "approval_name": "APPROVAL.md", "system": "approval", "harness": "hermes"}
    row(
        "v1-approval",
        "#" + payload(approval | {"gate": {"counts": [3, 1, 0, 0, 2], "tools": {"pay": "ask"}, "digest": "x"}}),
        texts
        | {
            "approval": gate,
            "approval_name": "APPROVAL.md",
            "is_approval_shown": True,
            "harness": "hermes",
            "gate": "GATE 3 allow, 1 ask, 0 deny, 0 not gated, 2 claimed",
        },
    )
    row(
        "v1-approval-beside-a-policy",
        "#" + payload(hard | {"approval": gate, "gate": {"fails_closed": "no-block"}}),
        texts | {"approval": gate, "is_approval_shown": False, "harness": "claude-code", "gate": "FAILS CLOSED (no-block)"},
    )
    row(
        "v1-approval-that-a-newer-engine-wrote",
        "#" + payload(approval | {"harness": "another", "gate": {"counts": "many"}}),
        texts | {"approval": gate, "is_approval_shown": True, "harness": "claude-code", "gate": None},
    )
    row("v1-nothing-but-the-marker", "#" + payload({"stepgate": 1}), {"policy": "", "trace": ""})
    row("v1-system-alone", "#" + payload(hard | {"system": "approval"}), texts | {"approval": "", "is_approval_shown": True})
    row("v1-names-are-shortened", "#" + payload(hard | {"policy_name": "x\n" * 300}), texts | {"policy_name": "x" * 200})

    half = len(plain) // 2
    begin, end = plain[:half], plain[half:]
    mended = texts | {"mended": True}
    for name, link in {
        "without-the-sharp": plain,
        "percent-encoded-sharp": "https://stepgate.example/%23" + plain,
        "percent-encoded-parameter": "#" + plain + "%26at%3DAbCdEf-_09",
    }.items():
        row(f"same-{name}", link, texts)
    for name, link in {
        "line-break": f"#{begin}\n{end}",
        "line-break-crlf-and-indent": f"#{begin}\r\n   {end}",
        "percent-encoded-line-break": f"#{begin}%0D%0A{end}",
        "quoted-in-a-reply": f"#{begin}\n> {end}",
        "zero-width-space": f"#{begin}\u200b{end}",
        "full-stop": f"#{plain}.",
        "comma": f"#{plain},",
        "closing-bracket": f"#{plain})",
        "angle-bracket": f"<https://stepgate.example/#{plain}>",
        "quotation-mark": f"#{plain}\u201d,",
        "emphasis": f"#{plain}_",
        "emphasis-twice": f"#{plain}__",
        "stars": f"#{plain}**",
        "text-after-it": f"#{plain} and then some more",
        "glued-text": f"#{plain}andthen",
        "padding": f"#{plain}==",
    }.items():
        row(f"mended-{name}", link, mended)
    row("mended-soft-line-break", f"#{begin}=\r\n{end}&at=3DAbCdEf-_09", texts | {"finding": "AbCdEf-_09"})
    row("mended-html-ampersand", f"#{plain}&amp;at=AbCdEf-_09", texts | {"finding": "AbCdEf-_09"})
    row("mended-finding-with-a-full-stop", f"#{plain}&at=AbCdEf-_09.", texts | {"finding": "AbCdEf-_09"})
    row("same-finding-among-others", f"#{plain}&utm_source=x&at=AbCdEf-_09&y", texts | {"finding": "AbCdEf-_09"})
    row("same-finding-that-is-none", f"#{plain}&at=short", texts | {"finding": None})
    standard = plain.replace("-", "+").replace("_", "/")
    row("same-standard-alphabet", "#" + standard, texts)
    row("same-plus-as-space", "#" + plain.replace("-", " "), texts)

    damaged = begin + ("A" if end[0] != "A" else "B") + end[1:]
    for name, link in {
        "empty": "#",
        "empty-address": "https://stepgate.example/",
    }.items():
        row(name, link, {"empty": name == "empty"} if name == "empty" else {"error": "not-a-link"})
    for name, link, error in [
        ("cut-off-in-the-middle", "#" + begin, "cut-off"),
        ("cut-off-with-an-ellipsis", "#" + begin + "\u2026", "cut-off"),
        ("cut-off-in-the-checksum", "#" + plain[:-3], "cut-off"),
        ("cut-off-after-the-version", "#1", "cut-off"),
        ("changed", "#" + damaged, "damaged"),
        ("swapped", "#1" + plain[1:][::-1], "damaged"),
        ("checksum-changed", "#1" + characters(b"{}")[:-6] + "AAAAAA", "damaged"),
        ("newer-version", "#2" + plain[1:], "unknown-version"),
        ("version-missing", "#" + plain[1:], "unknown-version"),
        ("place-in-a-page", "#findings", "not-a-link"),
        ("not-utf-8", "#1" + characters(b'{"stepgate":1,"policy":"\xff"}'), "not-text"),
        ("not-json", "#1" + characters(b"policy"), "not-a-reproduction"),
        ("not-an-object", "#1" + characters(b"[1]"), "not-a-reproduction"),
        ("no-marker", "#1" + characters(b"{}"), "not-a-reproduction"),
        ("other-json-version", "#" + payload(hard | {"stepgate": 2}), "not-a-reproduction"),
        ("other-system", "#" + payload(hard | {"system": "another"}), "not-a-reproduction"),
        ("other-format", "#" + payload(hard | {"format": "otel"}), "not-a-reproduction"),
        ("policy-is-no-text", "#" + payload(hard | {"policy": {}}), "not-a-reproduction"),
        ("fail-under-out-of-range", "#" + payload(hard | {"fail_under": 101}), "not-a-reproduction"),
        ("bomb", "#1" + characters(bytes((16 << 20) + 1)), "too-large"),
        ("lone-surrogate-in-the-json", "#1" + characters(b'{"stepgate":1,"policy":"\\ud800"}'), "not-a-reproduction"),
    ]:
        row(name, link, {"error": error})

    both = {"policy_address": "https://a.example/p.json?x=1", "trace_address": "./t.json"}
    for name, link in {
        "encoded": "#policy=https%3A%2F%2Fa.example%2Fp.json%3Fx%3D1&trace=.%2Ft.json",
        "plain": "#policy=https://a.example/p.json?x=1&trace=./t.json",
        "trace-first": "#trace=./t.json&policy=https://a.example/p.json?x=1",
        "encoded-as-a-whole": "#policy%3Dhttps%3A%2F%2Fa.example%2Fp.json%3Fx%3D1%26trace%3D.%2Ft.json",
    }.items():
        row(f"addresses-{name}", link, both)
    row(
        "addresses-with-an-ampersand",
        "#policy=https://a.example/p?x=1&y=2&at=AbCdEf-_09&fail_under=82.5",
        {
            "policy_address": "https://a.example/p?x=1&y=2",
            "trace_address": None,
            "finding": "AbCdEf-_09",
            "fail_under": 82.5,
        },
    )


main()
