"""One page per game: felt, rules, pay tables, odds, best play, choices, irregularities and defects of the text."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from tools.docs_site.commands import data_of, output_of
from tools.docs_site.markdown import console, table

Row = dict[str, Any]


def write(folder: Path) -> None:
    """Write the page and the felt of every game, and a page that lists them."""
    folder.mkdir(parents=True)
    games = data_of("games")
    for game in games:
        (folder / f"{game['slug']}.svg").write_text(output_of("felt", game["chapter"]), encoding="utf-8")
        (folder / f"{game['slug']}.md").write_text(page(game), encoding="utf-8")
    rows = [[f"[{game['game']}]({game['slug']}.md)", game["chapter"], edition(game)] for game in games]
    (folder / "index.md").write_text(f"# Games\n\n{table(['game', 'chapter', 'edition'], rows)}\n", encoding="utf-8")


def edition(game: Row) -> str:
    """Which edition of a chapter it is, and what took its place."""
    replaced = f", replaced by chapter {game['replaced_by']}" if game["replaced_by"] else ""
    return f"{game['edition']}, in force from {game['effective']}{replaced}"


def page(game: Row) -> str:
    """The page of a game."""
    chapter = game["chapter"]
    paragraphs = data_of("rule", chapter)
    parts = [
        f"# {game['game']}" + (f" ({game['effective'][:4]})" if game["replaced_by"] else ""),
        f"58 Pa. Code Chapter {chapter}, {edition(game)}. Source: {paragraphs[0]['source']}.",
        f"![The layout of a table]({game['slug']}.svg)",
        f"    pitboss play {game['slug']}",
        *pay_tables(chapter),
        *(odds_and_best_play(chapter) if game["kind"] == "banked" else ()),
        *choices(chapter),
        *irregularities(paragraphs),
        *defects(chapter),
        *rules(paragraphs),
    ]
    return "\n\n".join(parts) + "\n"


def pay_tables(chapter: str) -> Iterator[str]:
    """Every printed pay table."""
    yield "## Pay tables"
    for row in data_of("paytables", chapter):
        about = [row["table"] and f"table {row['table']}", row["condition"], f"§ {row['section']}"]
        yield f"### {row['wager']}: {', '.join(filter(None, about))}"
        yield table(["hand", "pays"], [[line["hand"], line["payout"]] for line in row["rows"]])


def odds_and_best_play(chapter: str) -> Iterator[str]:
    """What the house holds, and rules to remember."""
    for title, command in (("Odds", "odds"), ("Best play", "strategy")):
        yield f"## {title}"
        yield console(f"pitboss {command} {chapter}", output_of(command, chapter))


def choices(chapter: str) -> Iterator[str]:
    """What a Rules Submission decides."""
    yield "## Choices of the house"
    rows = [
        [f"`{row['option']}`", row["why"], ", ".join(f"`{value}`" for value in row["allowed"]), f"§ {row['section']}"]
        for row in data_of("options", chapter)
    ]
    yield table(["option", "meaning", "allowed", "paragraph"], rows)


def irregularities(paragraphs: list[Row]) -> Iterator[str]:
    """What may go wrong, and the remedy."""
    rows = [[", ".join(row["incidents"]), row["says"], f"§ {row['paragraph']}"] for row in paragraphs if row["incidents"]]
    if rows:
        yield "## Irregularities"
        yield table(["incident", "remedy", "paragraph"], rows)


def defects(chapter: str) -> Iterator[str]:
    """Defects of the text, and how it is read."""
    rows = data_of("errata", chapter)
    if rows:
        yield "## Defects of the text"
        for row in rows:
            cites = ", ".join(f"§ {cite}" for cite in row["cites"] if cite.split(".")[0] == chapter)
            yield f"**{cites}.** {row['says']} *To the letter:* {row['effect']} *Reading:* {row['adopted']}"


def rules(paragraphs: list[Row]) -> Iterator[str]:
    """Every paragraph in our own words."""
    yield "## Every paragraph"
    yield f"In our own words, with what runs it. `pitboss rule {paragraphs[0]['paragraph']}` shows its tests too."
    for section, rows in groupby(paragraphs, lambda row: row["paragraph"].partition("(")[0]):
        yield f"### § {section}"
        yield table(["paragraph", "says", "status"], [[row["paragraph"], row["says"], row["status"]] for row in rows])
