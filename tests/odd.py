"""Input as nobody should write it: odd values in the place of good ones, lines lost or doubled, texts cut or changed."""

import random
import re

VALUE = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|(?<![\w.])-?\d+(?:\.\d+)?|true|false')
TOML = (
    *("[1200]", '""', '"x"', "-1", "0", "1", "nan", "inf", "1.5", "1e400", "true", "{}", "{a = 1}", "[[]]", "[nan]", "[{}]"),
    *("1979-05-27", "07:32:00", "9" * 18, "9" * 5000, f"0x{'f' * 5000}", f'"{"x" * 300}"', f'"{"9" * 5000}"', '"\\u0000"'),
    *('"seat_1"', '"♣"', '"As As"', '"565"', '"637a"', "[" * 200, '"""', "x", ".", f"{'a.' * 5000}a = 1", "'1'", '["As"]'),
)
JSON = (
    *("[1200]", '""', '"x"', "-1", "0", "1", "NaN", "1.5", "1e400", "true", "null", "{}", '{"a":1}', "[[]]", "[{}]"),
    *("9" * 18, "9" * 5000, f'"{"x" * 300}"', f'"{"9" * 5000}"', '"\\u0000"', '"\\ud800"', '"seat_1"', "[" * 5000, '"As As"'),
)
WORDS = (
    *("", "-", "--", "x", "♣", "é", "\udcff", "565", "637a", "633a", "565.7(a)", "999", "9" * 5000, "-1", "0", "1.5", "nan"),
    *("x" * 300, "/", "/dev/null", "/dev/zero", "/dev/full", ".", "no/such/file", "a\nb", "--json", "--help", "--explain"),
    *("--set", "--seed"),
    *("--log", "--house", "--key", "--rounds", "1", "table_minimum=1000", f"table_minimum={'9' * 5000}", "=", "a=[", "a.b.c=1"),
    *("table_minimum=0xffffffffffffffffffff", "pair_plus={}", "variant=razz", "--resume", "--bots", "--out", "--hand", "As Kd"),
)


def mutated(text: str, values: tuple[str, ...], rng: random.Random) -> str:
    """A text with one to three things wrong."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = _wrong(text, values, rng)
    return text


def _wrong(text: str, values: tuple[str, ...], rng: random.Random) -> str:
    found = list(VALUE.finditer(text))
    kind = rng.random()
    if found and kind < 0.75:
        at = rng.choice(found)
        return text[: at.start()] + rng.choice((*values, rng.choice(found)[0])) + text[at.end() :]
    lines = text.split("\n")
    at_line = rng.randrange(len(lines))
    if kind < 0.85:
        del lines[at_line]
    elif kind < 0.9:
        lines.insert(rng.randrange(len(lines)), lines[at_line])
    elif text:
        cut = rng.randrange(len(text))
        return text[:cut] if kind > 0.97 else text[:cut] + rng.choice("\0\"'[]{}=.,#\n\\x9é") + text[cut + 1 :]
    return "\n".join(lines)
