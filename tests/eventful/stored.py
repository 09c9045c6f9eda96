"""Sittings in which much happens, as they are stored: for each a digest of every round, paragraph by paragraph.

    565.5(a) 7d                         a paragraph, and what is mostly told of it in a round
    565.12(c) 9f
    == 17 {"dealing":"hand"}            a sitting: its seed, and the house
    all 3fk 9ab                         everything that is told in rounds 1 and 2, in its order
    .12(c) 7d--                         what is told of a paragraph in each of them; "--" where nothing is

The row of a paragraph of which nothing but the usual is told in a sitting is left out.
"""

import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.eventful.rooms import Evening, evening
from tests.eventful.rounds import Line, Sat, sitting

FOLDER = Path(__file__).parents[1] / "playthroughs" / "eventful"
LETTERS = "0123456789abcdefghijklmnopqrstuv"
ALL, NOTHING = "all", "--"
LETTERS_OF_ROUND, LETTERS_OF_PARAGRAPH = 3, 2
MOST_SHOWN = 60  # lines
BEFORE = 5  # lines before the first that differs
Told = list[list[Line]]  # by round


def played(name: str, words: str, replay: bool = True) -> Told:
    """What is told of a sitting, or of an evening in a Poker room."""
    number, _, room = name.partition("-")
    if room:
        return Evening(evening(number, words)).play()
    sat = Sat(sitting(number, words))
    found = sat.play()
    if replay:
        sat.replayed()
    return found


def digest(lines: Sequence[Line], letters: int) -> str:
    """So many letters for some lines, in their order."""
    number = int.from_bytes(hashlib.blake2b("\n".join(map(" ".join, lines)).encode(), digest_size=4).digest(), "big")
    return "".join(LETTERS[number >> 5 * at & 31] for at in range(letters))


def columns(told: Told) -> "Digests":
    """The digests of each paragraph, one for every round."""
    found = {ALL: [digest(lines, LETTERS_OF_ROUND) for lines in told]}
    for cite in sorted({cite for lines in told for cite, _ in lines if cite}, key=in_order):
        mine = [about(lines, cite) for lines in told]
        found[cite] = [digest(lines, LETTERS_OF_PARAGRAPH) if lines else NOTHING for lines in mine]
    return found


def about(lines: Sequence[Line], cite: str) -> list[Line]:
    """What is told of a paragraph."""
    return [line for line in lines if line[0] == cite]


def in_order(cite: str) -> tuple[int, str]:
    """A paragraph by the number of its section."""
    section = cite.partition(".")[2].partition("(")[0]
    return (int(section) if section.isdigit() else 0, cite)


Digests = dict[str, list[str]]  # by paragraph, one for every round
Usual = dict[str, str]  # by paragraph


def usual_of(sittings: Iterable[Digests]) -> Usual:
    """What is mostly told of each paragraph."""
    counts: dict[str, Counter[str]] = {}
    for digests in sittings:
        for cite, row in digests.items():
            if cite != ALL:
                counts.setdefault(cite, Counter()).update(each for each in row if each != NOTHING)
    return {cite: max(sorted(counts[cite]), key=counts[cite].__getitem__) for cite in sorted(counts, key=in_order)}


def without_usual(digests: Digests, usual: Usual) -> Digests:
    """The rows in which there is something else than the usual."""
    return {cite: row for cite, row in digests.items() if any(each not in (usual.get(cite), NOTHING) for each in row)}


def block(words: str, digests: Digests) -> str:
    """A sitting as it is stored."""
    rows = [f"{cite[cite.index('.') :]} {''.join(row)}" for cite, row in digests.items() if cite != ALL]
    return "\n".join([f"== {words}", f"{ALL} {' '.join(digests[ALL])}", *rows, ""])


def read(name: str) -> tuple[Usual, dict[str, Digests]]:
    """What is stored under a name: the usual, and the sittings by their lines."""
    first, *parts = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("== ")
    usual = dict(line.split(" ") for line in first.splitlines())
    number, found = name.partition("-")[0], {}
    for part in parts:
        words, everything, *rows = part.splitlines()
        found[words] = {ALL: everything.split(" ")[1:]}
        for cite, row in (line.split(" ") for line in rows):
            found[words][number + cite] = [
                row[at : at + LETTERS_OF_PARAGRAPH] for at in range(0, len(row), LETTERS_OF_PARAGRAPH)
            ]
    return usual, found


def again(name: str) -> None:
    """Writes the digests of a file anew; its sittings stay."""
    write(name, [*read(name)[1]])


def write(name: str, sittings: Sequence[str]) -> None:
    """Writes a file of some sittings."""
    FOLDER.mkdir(exist_ok=True)
    found = {words: columns(played(name, words, replay=False)) for words in sittings}
    usual = usual_of(found.values())
    text = [f"{cite} {digest}\n" for cite, digest in usual.items()]
    text += [block(words, without_usual(digests, usual)) for words, digests in found.items()]
    (FOLDER / f"{name}.txt").write_text("".join(text), encoding="utf-8")


def difference(name: str, words: str, usual: Usual, stored: Digests) -> str:
    """What a sitting tells otherwise than it is stored, "" if nothing: the first round that differs, by paragraph."""
    told = played(name, words)
    now = columns(told)
    if now[ALL] == stored[ALL] and without_usual(now, usual) == stored:
        return ""
    at = next((at for at, (one, other) in enumerate(zip(now[ALL], stored[ALL], strict=False)) if one != other), len(told) - 1)
    cites = [cite for cite in {**stored, **now} if cite != ALL and differs(cite, at, now, stored, usual)]
    shown = [f"  {'>' if cite in cites else ' '} {cite} {what}" for cite, what in told[at]]
    first = next((place for place, line in enumerate(shown) if line.startswith("  >")), 0)
    start = max(0, first - BEFORE)
    more = len(shown) - start - MOST_SHOWN
    return "\n".join(
        [
            f"{name}, sitting {words}",
            f"round {at + 1} differs first: {', '.join(f'§ {cite}' for cite in cites) or 'the order of steps, or the money'}",
            "it goes so now (> what these paragraphs tell):",
            *shown[start : start + MOST_SHOWN],
            *([f"  … {more} lines more"] if more > 0 else []),
            f"If that is right: python -m tests.eventful.stored {name}",
        ]
    )


def differs(cite: str, at: int, now: Digests, stored: Digests, usual: Usual) -> bool:
    """Whether something else is told of a paragraph in a round."""
    is_told = now[cite][at] if cite in now else NOTHING
    if cite not in stored:
        return is_told not in (usual.get(cite), NOTHING)
    return at >= len(stored[cite]) or is_told != stored[cite][at]


if __name__ == "__main__":
    for each in sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.txt")):
        again(each)
        print("wrote", each)
