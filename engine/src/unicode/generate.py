#!/usr/bin/env python3.11
"""Writes the tables in this folder from the running Python's Unicode data: generate.py (Python 3.11 only).

Formats (all numbers are LEB128 varints unless said otherwise):
ranges (alnum, printable, identifier_start, identifier_continue): pairs of the gap since the previous range's end
and the range's length less one.
decimal: gaps between the zeros of the runs of ten digits.
lower, upper: runs of the gap since the previous run's last code point, the number of code points less one times two
plus one where only every second code point counts, and the zigzag distance to the mapped code point.
names: see names.rs.
"""
import _sre
import collections
import gzip
import pathlib
import sys
import unicodedata

HERE = pathlib.Path(__file__).parent
COUNT = 0x110000
assert sys.version_info[:2] == (3, 11) and unicodedata.unidata_version == "14.0.0"


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def ranges(predicate):
    out, previous, start = bytearray(), 0, None
    for point in range(COUNT + 1):
        inside = point < COUNT and predicate(chr(point))
        if inside and start is None:
            start = point
        if not inside and start is not None:
            out += varint(start - previous) + varint(point - 1 - start)
            previous, start = point, None
    return bytes(out)


def decimals():
    out, previous = bytearray(), 0
    zeros = [p for p in range(COUNT) if unicodedata.decimal(chr(p), None) == 0]
    for zero in zeros:
        assert all(unicodedata.decimal(chr(zero + n), None) == n for n in range(10))
        out += varint(zero - previous)
        previous = zero
    assert len(zeros) * 10 == sum(chr(p).isdecimal() for p in range(COUNT))
    return bytes(out)


def case_runs(mapping):
    """Greedy runs of equal distance with stride 1 or 2."""
    points = sorted(mapping)
    out, previous, i = bytearray(), 0, 0
    while i < len(points):
        distance = mapping[points[i]] - points[i]
        best, best_stride = 1, 1
        for stride in (1, 2):
            n = 1
            while i + n < len(points) and points[i + n] == points[i] + n * stride and mapping[points[i + n]] - points[i + n] == distance:
                n += 1
            if n > best:
                best, best_stride = n, stride
        out += varint(points[i] - previous) + varint((best - 1) * 2 + (best_stride - 1))
        out += varint(distance * 2 if distance >= 0 else -distance * 2 - 1)
        previous = points[i + best - 1]
        i += best
    return bytes(out)


LOWER = {p: _sre.unicode_tolower(p) for p in range(COUNT) if _sre.unicode_tolower(p) != p}
# The first code point of the full mapping is what the interpreter's own one-to-one mapping gives.
UPPER = {p: ord(chr(p).upper()[0]) for p in range(COUNT) if ord(chr(p).upper()[0]) != p}
for p in range(COUNT):
    assert bool(_sre.unicode_iscased(p)) == (p in LOWER or p in UPPER)

# --- names ---
LAST_NAMED = 0x24FF
# Bytes that spell words; the first 180 other bytes above 15 stands for a whole word.
SPELLING = set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789- ()")
CODES = [b for b in range(16, 256) if b not in SPELLING][:180]


def small_name(capital):
    return capital.replace("MTAVRULI CAPITAL ", "").replace("CAPITAL", "SMALL").replace("PROSGEGRAMMENI", "YPOGEGRAMMENI")


def name_table():
    names = {p: unicodedata.name(chr(p)) for p in range(LAST_NAMED + 1) if unicodedata.name(chr(p), "")}
    # A capital letter's entry also stands for its small letter where the name follows by rule.
    twins = {p for p in names if LOWER.get(p) in names and names[LOWER[p]] == small_name(names[p])}
    entries = [(p, n) for p, n in names.items() if p not in {LOWER[t] for t in twins}]
    for line in (HERE / "aliases.txt").read_text().splitlines():
        point, rest = line.split(" ", 1)
        for alias in rest.split(","):
            assert unicodedata.lookup(alias) == chr(int(point, 16)), alias
            entries.append((int(point, 16), alias))
    use = collections.Counter(w for _, n in entries for w in n.split(" "))
    words = sorted(sorted(use), key=lambda w: -(use[w] - 1) * len(w))[: len(CODES)]
    words.sort()
    code = dict(zip(words, CODES))
    points, heads, body, previous, last = bytearray(), bytearray(), bytearray(), [], 0
    for point, name in entries:
        parts = name.split(" ")
        shared = 0
        while shared < min(len(parts), len(previous), 15) and parts[shared] == previous[shared]:
            shared += 1
        heads.append(shared + 16 * (point in twins and names[point] == name))
        for i, part in enumerate(parts[shared:], shared + 1):
            if part in code:
                body.append(code[part])
            else:
                assert set(part.encode()) <= SPELLING
                body += part.encode() + b" " * (i < len(parts))
        body.append(0)
        # The aliases start over, so the difference wraps.
        points += varint((point - last) % 0x10000)
        previous, last = parts, point
    dictionary = " ".join(words).encode()
    return b"".join(varint(len(part)) + part for part in (dictionary, bytes(points), bytes(heads), bytes(body)))


TABLES = {
    "alnum.bin": ranges(str.isalnum),
    "printable.bin": ranges(str.isprintable),
    "identifier_start.bin": ranges(str.isidentifier),
    "identifier_continue.bin": ranges(lambda c: ("a" + c).isidentifier()),
    "decimal.bin": decimals(),
    "lower.bin": case_runs(LOWER),
    "upper.bin": case_runs(UPPER),
    "names.bin": name_table(),
}
total = b""
for file, data in TABLES.items():
    (HERE / file).write_bytes(data)
    total += data
    print(f"{file}: {len(data)} bytes, {len(gzip.compress(data, 9))} gzip")
print(f"all: {len(total)} bytes, {len(gzip.compress(total, 9))} gzip")
