#!/usr/bin/env python3.11
"""Writes tests/cases/pattern.jsonl and tests/cases/pattern-random.jsonl with the answers of Python's own `re`.

Run with Python 3.11 (Unicode 14): pattern.py
A row: mode (search: re.IGNORECASE and search; whole: no flags and fullmatch), pattern, text, and either the span of
the match in code points, null for no match, or {"error": place in the pattern, in code points, or null where Python
names none}. A text with a lone surrogate is a list of code points.
"""
import json
import pathlib
import random
import re
import signal
import sys
import warnings

assert sys.version_info[:2] == (3, 11)
CASES = pathlib.Path(__file__).parent.parent / "cases"
warnings.simplefilter("ignore")


class Slow(Exception):
    pass


def give_up(*_):
    raise Slow


signal.signal(signal.SIGALRM, give_up)


def answer(mode, pattern, text):
    """Python's answer; Slow when it takes too long."""
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        compiled = re.compile(pattern, re.IGNORECASE if mode == "search" else 0)
        match = compiled.search(text) if mode == "search" else compiled.fullmatch(text)
        return match and list(match.span())
    except re.error as error:
        return {"error": error.pos}
    except (OverflowError, RecursionError, ValueError):
        return {"error": None}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        re.purge()


def spelled(text):
    return text if not any(0xD800 <= ord(c) < 0xE000 for c in text) else [ord(c) for c in text]


def row(mode, pattern, text):
    return json.dumps({"mode": mode, "pattern": spelled(pattern), "text": spelled(text), "expect": answer(mode, pattern, text)}, ensure_ascii=False)


# Patterns, each with the texts to try: both modes are.
WRITTEN = [
    # Plain text, alternatives, order of preference
    ("", ["", "a"]),
    ("abc", ["abc", "xABCx", "ab"]),
    ("a|ab", ["ab", "xab"]),
    ("a|ab|abc", ["abcd"]),
    ("|a", ["a"]),
    ("a||b", ["b"]),
    ("(?:a|ab)(?:c|bcd)(?:d*)", ["abcd", "abcdd"]),
    ("(a|b)*?c", ["ababc"]),
    ("x*", ["axx", ""]),
    # Repeats
    ("a{2}", ["a", "aa", "aaa"]),
    ("a{,2}b", ["aaab", "b"]),
    ("a{,}b", ["aaab", "b"]),
    ("a{2,}b", ["ab", "aab"]),
    ("a{}", ["a{}", "a"]),
    ("a{x}", ["a{x}"]),
    ("a{1,x}", ["a{1,x}"]),
    ("a{ 1}", ["a{ 1}"]),
    ("{1}", ["a"]),
    ("a{1", ["a{1"]),
    ("a{,", ["a{,"]),
    ("a{0}b", ["b", "ab"]),
    ("(?:a{0})+b", ["b"]),
    ("a{2}{3}", ["aaaaaa"]),
    ("a{1}{,}", ["a"]),
    ("a**", ["a"]),
    ("a*?+", ["a"]),
    ("a+?", ["aaa"]),
    ("a??b", ["ab"]),
    ("a{1,3}?", ["aaa"]),
    ("(?:ab){1,2}?c", ["ababc"]),
    ("a{3,2}", ["a"]),
    ("a{4294967294}", ["a"]),
    ("a{4294967295}", ["a"]),
    ("a{4294967295,}", ["a"]),
    ("a{99999999999999999999999}", ["a"]),
    ("(?:a{1000}){1000}", ["aaa"]),
    ("(?:a{3}){3}", ["a" * 8, "a" * 9, "a" * 10]),
    ("*a", ["a"]),
    ("^*", ["a"]),
    ("(?:^)*a", ["a"]),
    ("\\b+", ["a"]),
    ("(?=a)*b", ["b"]),
    ("(?=a){2}a", ["a"]),
    ("(*a)", ["a"]),
    ("a|*", ["a"]),
    ("(?:a?)*b", ["aab", "b", "c"]),
    ("(?:a?)+?b", ["aab"]),
    ("(?:a|)+b", ["aab"]),
    ("(?:|a)+b", ["aab"]),
    ("(?:|a)*", ["aa"]),
    ("(?:a|(?:|b))*", ["abab"]),
    ("(?:(?:|b)|a)*c", ["abc"]),
    ("(?:a*)*b", ["aaab"]),
    ("(?:a*)+$", ["aaab"]),
    ("(?:a??)*?b", ["aab"]),
    ("(?:a?){2,3}b", ["aaab", "aaaab"]),
    ("(?:a??){3,4}", ["aaaaa"]),
    ("(?:\\b|a)*b", ["aab"]),
    ("(a?)*?\\1b", ["aab"]),
    # Possessive repeats and atomic groups
    ("a*+a", ["aaa"]),
    ("a++b", ["aab"]),
    ("a?+a", ["a", "aa"]),
    ("a{1,2}+a", ["aa", "aaa"]),
    ("(?:ab|a)++b", ["ab", "aab"]),
    ("(?:a|ab)*+c", ["abac", "aac"]),
    ("(?:a?)*+b", ["aab"]),
    ("(?>a*)a", ["aa"]),
    ("(?>a|ab)c", ["abc"]),
    ("(?>ab|a)c", ["abc", "ac"]),
    ("x(?>\\w+)y", ["xaay"]),
    ("((?>a+)b)+", ["aabab"]),
    ("(?>(a)|b)\\1", ["aa"]),
    # Anchors and boundaries
    ("^a", ["a", "ba", "b\na"]),
    ("(?m)^a", ["b\na"]),
    ("a$", ["a", "a\n", "a\n\n", "a\r\n", "a\nb"]),
    ("(?m)a$", ["a\nb", "a\r\nb"]),
    ("\\Aa\\Z", ["a", "a\n"]),
    ("(?m)\\Aa\\Z", ["a\na"]),
    ("$", ["", "\n", "a\n"]),
    ("$\\n", ["a\n", "\n\n"]),
    ("^$", ["", "\n", "\n\n"]),
    ("(?m)^$", ["a\n\nb", "a\n"]),
    ("\\z", [""]),
    ("\\b", ["", "a", " a", "é"]),
    ("\\B", ["", "a", " ", "ab"]),
    ("\\bé", ["é", "aé"]),
    ("(?a)\\bé", ["é", "aé"]),
    ("(?a)a\\b", ["aé"]),
    ("a\\b", ["a²", "a_", "a‿", "a\u0301", "a\u200d"]),
    ("\\b\\B", ["a b"]),
    ("a\\Z|b", ["ab"]),
    # Classes
    ("\\w", ["²", "½", "Ⅷ", "\u0301", "‿", "_", "ª", "中", "\u200d"]),
    ("\\d", ["٣", "３", "𝟘", "²", "Ⅷ", "೬"]),
    ("\\s", ["\x1c", "\x1f", "\x85", "\xa0", "\u200b", "\u2028", "\u3000", "\ufeff"]),
    ("(?a)\\s", ["\x1c", "\x0b", "\xa0"]),
    ("(?a)\\w", ["é", "a"]),
    ("(?a)\\W", ["é", "a"]),
    ("(?a)\\d", ["٣"]),
    ("(?a:\\w)\\w", ["aé", "éa"]),
    ("[\\w-]+", ["a-b"]),
    ("[\\W\\d]", ["a", "1", "-"]),
    ("[^\\W_]", ["_", "a"]),
    ("[]a]", ["]"]),
    ("[^]a]", ["]", "b"]),
    ("[a", ["a"]),
    ("[]", ["]"]),
    ("[^]", ["a"]),
    ("[b-", ["b"]),
    ("[a-]", ["-"]),
    ("[-a]", ["-"]),
    ("[a-c-e]", ["-", "d"]),
    ("[z-a]", ["a"]),
    ("[a-\\d]", ["a"]),
    ("[\\d-z]", ["-"]),
    ("[\\d-]", ["-"]),
    ("[\\x41-\\x43]", ["B", "b"]),
    ("[\\x43-\\x41]", ["B"]),
    ("[[a]", ["[", "a"]),
    ("[a&&b]", ["&"]),
    ("[a||b]", ["|"]),
    ("[a--b]", ["a", "-"]),
    ("[--a]", ["."]),
    ("[a~~b]", ["~"]),
    ("[\\b]", ["\x08"]),
    ("[\\1]", ["\x01"]),
    ("[\\08]", ["\x00", "8"]),
    ("[\\377]", ["ÿ"]),
    ("[\\400]", ["a"]),
    ("[\\8]", ["8"]),
    ("[\\A]", ["A"]),
    ("[\\B]", ["B"]),
    ("[\\q]", ["q"]),
    ("[\\-\\]]", ["-", "]"]),
    ("[\n#]", ["#"]),
    (".", ["\n", "\r", "\u2028", "😀"]),
    ("(?s).", ["\n"]),
    ("[^a]", ["\n", "A"]),
    ("[а-я]+", ["Привет", "ё"]),
    ("[😀-😂]", ["😁"]),
    ("[^\U00010400]", ["\U00010400", "\U00010428"]),
    # Escapes
    ("\\101\\x41\\u0041\\U00000041", ["AAAA"]),
    ("\\0", ["\x00"]),
    ("\\08", ["\x008"]),
    ("\\012", ["\n"]),
    ("\\0123", ["\n3"]),
    ("\\377", ["ÿ"]),
    ("\\400", [""]),
    ("\\8", [""]),
    ("\\18", [""]),
    ("\\x4", [""]),
    ("\\xg", [""]),
    ("\\u123", [""]),
    ("\\U0001F600", ["😀"]),
    ("\\U00110000", [""]),
    ("\\U0011", [""]),
    ("\\N{DIGIT ONE}", ["1"]),
    ("\\N{digit one}", ["1"]),
    ("[\\N{EM DASH}\\N{EN DASH}]", ["—", "–"]),
    ("\\N{LATIN SMALL LETTER GHA}", ["ƣ"]),
    ("\\N{NBSP}", ["\xa0"]),
    ("\\N{LF}", ["\n"]),
    ("\\N", [""]),
    ("\\N{", [""]),
    ("\\N{}", [""]),
    ("\\N{DIGIT ONE", [""]),
    ("\\N{NO SUCH NAME}", [""]),
    ("a\\N{NO}", [""]),
    ("\\", [""]),
    ("a\\", [""]),
    ("*\\", [""]),
    ("\\p{L}", [""]),
    ("\\Q", [""]),
    ("\\!\\-\\ \\é", ["!- é"]),
    ("\\_", ["_"]),
    ("\\t\\n\\r\\f\\v\\a", ["\t\n\r\f\v\a"]),
    # Groups, references, conditions
    ("(a)\\1", ["aa", "ab", "aA"]),
    ("(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\\10", ["abcdefghijj"]),
    ("(a)\\11", ["a\t"]),
    ("(a)\\111", ["aI"]),
    ("(a)\\2", [""]),
    ("(a\\1)", [""]),
    ("(?P<n>a)(?P=n)", ["aa"]),
    ("(?P<é>a)(?P=é)", ["aa"]),
    ("(?P<a1_>a)", ["a"]),
    ("(?P<1a>a)", [""]),
    ("(?P<a b>c)", [""]),
    ("(?P<>a)", [""]),
    ("(?P<n", [""]),
    ("(?P<n>", [""]),
    ("(?P<n>a", [""]),
    ("(?P<n>a)(?P<n>b)", [""]),
    ("(?P=n)", [""]),
    ("(?P=n", [""]),
    ("(?P<n>(?P=n))", [""]),
    ("(?P>n)", [""]),
    ("(?P", [""]),
    ("(?<n>a)", [""]),
    ("(?<", [""]),
    ("(?", [""]),
    ("(?z)", [""]),
    ("(?:a", [""]),
    ("(", [""]),
    ("a)", [""]),
    ("a|)", [""]),
    ("((a)", [""]),
    ("()", ["a"]),
    ("()\\1", ["a"]),
    ("(?:)", ["a"]),
    ("(a)?\\1b", ["b", "aab"]),
    ("(?:(a)|b)*\\1", ["aba", "abab"]),
    ("(?:(a)|(b))+\\1\\2", ["abab", "aab"]),
    ("(a)|b\\1", ["b", "ba"]),
    ("(σ)\\1", ["σς", "σΣ", "σσ"]),
    ("(ſ)\\1", ["ſs", "ſſ"]),
    ("(k)\\1", ["kK", "k\u212a"]),
    ("(İ)\\1", ["İi", "İI", "İı"]),
    ("(\\w+) \\1 \\1", ["la la la", "x la LA la", "no no"]),
    ("(a)?(?(1)b|c)", ["ab", "c", "ac", "b"]),
    ("(a)?(?(1)b)", ["ab", "a", ""]),
    ("(?P<x>a)?(?(x)b|c)", ["ab", "c"]),
    ("(?(1)a|b)(c)?", ["b", "ac"]),
    ("^(a)?(?(١)b|c)$", ["ab", "c", "b"]),
    ("(a)(?( 1 )b)", ["ab"]),
    ("(a)(?(+1)b)", ["ab"]),
    ("(a)(?(0_1)b)", ["ab"]),
    ("(?(2)a)(b)", [""]),
    ("(?(0)a)", [""]),
    ("(?(-1)a)", [""]),
    ("(?(1)a|b|c)(d)", [""]),
    ("(?(n)a)", [""]),
    ("(?(n", [""]),
    ("(?()a)", [""]),
    ("(?(1", [""]),
    ("(?(1)a", [""]),
    ("(?(1)a|b", [""]),
    ("(?(a-b)c)", [""]),
    ("(?(1)a)", [""]),
    ("(?(99999999999)a)", [""]),
    ("(a(?(1)b|c))", ["ab", "ac"]),
    ("(a(b)c*(?(1)x|y))z", ["abcyz", "abccxz", "abcxz"]),
    ("(?:(a)|b)(?(1)c|d)", ["ac", "bd", "ad"]),
    # Look-around
    ("(?=a)a", ["a"]),
    ("(?!a).", ["ab"]),
    ("(?<=a)b", ["ab", "b"]),
    ("(?<!a)b", ["ab", "b"]),
    ("(?<=ab|cd)e", ["abe", "cde"]),
    ("(?<=a|bc)d", [""]),
    ("(?<=a+)b", [""]),
    ("(?<=a{2})b", ["aab", "ab"]),
    ("(?<=a{0,2})b", [""]),
    ("(?<=^)a", ["a"]),
    ("(?<=\\b)a", ["ba a"]),
    ("(?<=)a", ["a"]),
    ("(?<=(a))b\\1", ["aba"]),
    ("(a)(?<=\\1)b", ["ab"]),
    ("(?<=(a)\\1)b", [""]),
    ("(a(?<=\\1))", [""]),
    ("(?<=(?(1)a))", [""]),
    ("(a)(?<=(?(1)a|b))c", ["ac"]),
    ("(?<=a(?=b))b", ["ab"]),
    ("(?<!(?<!a)b)c", ["abc", "bc", "c"]),
    ("(?<=a.)c", ["abc", "a\nc"]),
    ("(?<=é)a", ["éa", "ea"]),
    ("(?<=😀b)a", ["😀ba"]),
    ("(?!(a)b)(?(1)x|a)", ["ac"]),
    ("(?=(a+))a*b\\1", ["aaabaaa"]),
    ("(?=(a))?b", ["b"]),
    ("(?:(?=(a))a)+\\1", ["aaa"]),
    ("(?<!\\d)\\d{3}-\\d{2}-\\d{4}(?!\\d)", ["ssn 123-45-6789.", "0123-45-6789", "123-45-67890"]),
    ("(?<!no )(?P<w>go)(?=!)(?>!+)(?(w)$|x)", ["go!!", "no go!!", "go!!?"]),
    ("(?<=a", [""]),
    ("(?=", [""]),
    ("(?<x", [""]),
    ("(?<=a{4294967294}aa)b", [""]),
    # Flags
    ("(?i)a", ["A"]),
    ("(?-i:a)", ["a", "A"]),
    ("(?i:a)b", ["Ab", "AB"]),
    ("(?i:)x", ["x"]),
    ("a(?i)b", [""]),
    ("a(?i", [""]),
    ("(a(?i))", [""]),
    ("a|(?i)b", [""]),
    ("(?i)(?m)^a", ["b\nA"]),
    ("(?im)^a", ["b\nA"]),
    ("(?#x)(?i)a", ["A"]),
    ("(?x) (?i) a b # c\n c", ["ABC"]),
    ("(?x)a\\ b[ ]c", ["a b c"]),
    ("(?x)a #\\\nb\nc", ["ac", "a"]),
    ("(?x)a * b", ["aab"]),
    ("(?x)( ?:a)", [""]),
    ("(?x: a b )c d", ["abc d"]),
    ("(?-x: a)", [" a"]),
    ("(?x)(?-x: a)b c", [" abc"]),
    ("(?x)#", [""]),
    ("(?s-i:.A)", ["\nA", "\na"]),
    ("(?i-i:a)", [""]),
    ("(?ii)a", ["A"]),
    ("(?L)a", [""]),
    ("(?au)a", [""]),
    ("(?a)(?u)a", [""]),
    ("(?a)(?u:\\w)", ["é"]),
    ("(?u)\\w", ["é"]),
    ("(?-a:a)", [""]),
    ("(?-)", [""]),
    ("(?-:a)", [""]),
    ("(?i-", [""]),
    ("(?i-:a)", [""]),
    ("(?i-z:a)", [""]),
    ("(?iz)", [""]),
    ("(?i!", [""]),
    ("(?i", [""]),
    ("(?t)a", ["a"]),
    ("(?t)a*", [""]),
    ("(?t:a)", [""]),
    ("(?#open", [""]),
    ("(?#a\\)b)", ["b"]),
    ("a(?#b)*", ["aa"]),
    # Case
    ("secret", ["SECRET", "\u017fecret", "ßecret"]),
    ("k9", ["K9", "\u212a9"]),
    ("^i$", ["I", "İ", "ı", "i\u0307"]),
    ("^İ$", ["i", "I", "ı"]),
    ("^ı$", ["i", "I", "İ"]),
    ("ß", ["ss", "ẞ", "SS"]),
    ("ẞ", ["ß"]),
    ("µ", ["μ", "Μ"]),
    ("σ", ["ς", "Σ"]),
    ("[ς]", ["σ", "Σ"]),
    ("ǆ", ["ǅ", "Ǆ"]),
    ("ﬅ", ["ﬆ", "st"]),
    ("ͅ", ["ι", "Ι", "\u1fbe"]),
    ("в", ["ᲀ", "В"]),
    ("[^k]", ["K", "\u212a"]),
    ("[i-k]", ["İ", "ı", "\u212a"]),
    ("[ikſµß]", ["İ", "K", "S", "μ", "ẞ"]),
    ("(?a)k", ["\u212a", "K"]),
    ("(?a)[i-k]", ["İ", "J"]),
    ("\U00010400", ["\U00010428"]),
    ("[\U00010400]", ["\U00010428"]),
    ("[\U00010400x]", ["\U00010428", "\U00010400"]),
    ("[\U00010428x]", ["\U00010400"]),
    ("\U00010400|x", ["\U00010428", "\U00010400"]),
    ("[\uff00-\U00010410]", ["\U00010430", "\uff41", "ß"]),
    ("(?ai)[\U00010400-\U00010401]", ["\U00010428"]),
    ("é", ["É", "e\u0301"]),
    # Lone surrogates
    ("\ud800", ["a\ud800b"]),
    ("[\ud800-\udfff]", ["a\udc00"]),
    ("\\ud83d", ["\ud83d", "😀"]),
    (".\\b", ["\ud800a"]),
    ("(?<=\ud800)a", ["\ud800a"]),
    ("\\w", ["\ud800"]),
    # Found in policies
    ("\\b(?:\\d[ -]?){13,16}\\b", ["pay 4111 1111 1111 1111 now", "411111111111", "x4111111111111111"]),
    ("api[_-]?key\\s*[:=]\\s*\\S+", ["API_KEY = q1", "api key"]),
    ("-----BEGIN [A-Z ]+ KEY-----", ["-----begin rsa private key-----"]),
    ("eyJ[\\w-]{10,}\\.[\\w-]{10,}\\.[\\w-]+", ["eyJhbGciOiJIUzI.eyJzdWIiOiIx.SflK"]),
    ("[\\w.+-]+@evil\\.example", ["mail a.b+c@evil.example!", "é@evil.example"]),
    ("[^@\\s]+@[^@\\s]+\\.[a-z]{2,}", ["a@b.co", "a@b.C"]),
    ("HTL-[A-Z]{2}[0-9]{4}", ["HTL-SE0001", "htl-se0001"]),
    ("x|xy", ["xy"]),
    ("^(?:\\w|\\d)+$", ["abc1", "a-"]),
    ("a.*b.*c", ["a1b2c3b4c5d"]),
    ("a.*?b.*?c", ["a1b2c3b4c5d"]),
]

LETTERS = list("abcAB01 -_xksiKSI\n") + ["ſ", "\u212a", "İ", "ı", "µ", "μ", "σ", "ς", "ß", "é", "É", "٠", "²", "\u0301", "\U00010400", "\U00010428", "😀", "в", "\ud800", "\x1c", "\x85", "あ"]


class Writer:
    """Random patterns."""

    def __init__(self, dice):
        self.dice, self.open, self.closed = dice, 0, []

    def letter(self):
        letter = self.dice.choice(LETTERS if self.dice.random() < 0.3 else "abcAB01 xks")
        return "\\" + letter if letter in "-\\[](){}*+?.^$|" else letter

    def members(self):
        out = ""
        for _ in range(self.dice.randint(1, 3)):
            kind = self.dice.random()
            if kind < 0.25:
                out += self.dice.choice(["\\w", "\\d", "\\s", "\\W", "\\D", "\\S"])
            elif kind < 0.5:
                out += "-".join(sorted([self.letter(), self.letter()], key=lambda l: l[-1]))
            else:
                out += self.letter()
        return "[" + self.dice.choice(["", "", "^"]) + out + "]"

    def atom(self, depth):
        kind = self.dice.random()
        if depth == 0 or kind < 0.4:
            return self.letter()
        if kind < 0.5:
            return self.members()
        if kind < 0.58:
            return self.dice.choice(["\\w", "\\d", "\\s", "\\W", ".", "."])
        if kind < 0.64:
            return self.dice.choice(["^", "$", "\\b", "\\B", "\\A", "\\Z"])
        if kind < 0.74:
            return "(?:" + self.choice(depth - 1) + ")"
        if kind < 0.84:
            self.open += 1
            number = self.open
            body = self.choice(depth - 1)
            self.closed.append(number)
            return "(" + body + ")"
        if kind < 0.89 and self.closed:
            return "\\" + str(self.dice.choice(self.closed))
        if kind < 0.92 and self.open:
            return "(?(%d)%s|%s)" % (self.dice.randint(1, self.open), self.row(depth - 1), self.row(depth - 1))
        if kind < 0.95:
            return self.dice.choice(["(?=", "(?!", "(?>"]) + self.choice(depth - 1) + ")"
        if kind < 0.98:
            return self.dice.choice(["(?<=", "(?<!"]) + self.letter() + self.dice.choice(["", self.members()]) + ")"
        return self.dice.choice(["(?i:", "(?-i:", "(?a:", "(?s:", "(?m:"]) + self.choice(depth - 1) + ")"

    def row(self, depth):
        out = ""
        for _ in range(self.dice.choice([0, 1, 1, 2, 2, 3])):
            atom = self.atom(depth)
            if self.dice.random() < 0.4 and atom not in ("^", "$", "\\b", "\\B", "\\A", "\\Z"):
                atom += self.dice.choice(["*", "+", "?", "{2}", "{,2}", "{1,3}", "{2,}"]) + self.dice.choice(["", "", "", "?", "+"])
            out += atom
        return out

    def choice(self, depth):
        return "|".join(self.row(depth) for _ in range(self.dice.choice([1, 1, 2, 3])))


def random_rows(count):
    dice = random.Random("pattern")
    rows = 0
    while rows < count:
        pattern = Writer(dice).choice(3)
        if dice.random() < 0.1:
            place = dice.randint(0, len(pattern))
            pattern = pattern[:place] + dice.choice(["(", ")", "[", "]", "{", "*", "?", "\\", "(?", "(?i)", "\\1", "{2,1}"]) + pattern[place:]
        text = "".join(dice.choice([l for l in pattern if l not in "()[]{}*+?|\\^$.<>=!"] or ["a"]) if dice.random() < 0.6 else dice.choice(LETTERS) for _ in range(dice.choice([0, 1, 2, 4, 6, 9])))
        if dice.random() < 0.1:
            text += "\n"
        if any("\ud800" <= a < "\udc00" <= b < "\ue000" for a, b in zip(pattern + text, (pattern + text)[1:])):
            continue
        try:
            yield row(dice.choice(["search", "whole"]), pattern, text)
        except (Slow, SystemError):
            continue
        rows += 1


written = [row(mode, pattern, text) for pattern, texts in WRITTEN for text in texts for mode in ("search", "whole")]
(CASES / "pattern.jsonl").write_text("\n".join(written) + "\n")
(CASES / "pattern-random.jsonl").write_text("\n".join(random_rows(5000)) + "\n")
print(len(written), "written rows")
