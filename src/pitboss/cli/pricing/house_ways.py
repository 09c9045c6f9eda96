"""Commands about house ways of Pai Gow Poker."""

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.app import Json, app, show
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.games.pai_gow.house_way import HouseWay


@app.command("house-ways")
def house_ways(as_json: Json = False) -> None:
    """The ways to set the dealer's hands at Pai Gow Poker that come with pitboss."""
    from pitboss.games.pai_gow.house_way import house_ways as every_way

    show([{"name": way.name, "says": way.says, "rules": len(way.rules)} for way in every_way()], as_json)


@app.command("house-way")
def house_way(
    name_or_file: Annotated[str, typer.Argument(help="A name of `pitboss house-ways`, or a TOML file of your own.")],
    hand: Annotated[str | None, typer.Option(help='Set these seven cards, "As Kd Jk ...", and say which rule did it.')] = None,
    prove: Annotated[bool, typer.Option("--prove", help="Set all 154,143,080 hands; exit 1 if one is not set.")] = False,
    as_json: Json = False,
) -> None:
    """The rules of a house way of Pai Gow Poker in their order; sets a hand by them, or proves that they set every hand."""
    from pitboss.games.pai_gow.house_way import house_way as read

    way = read(name_or_file)
    if hand and prove:
        raise PitbossError("ask for --hand or for --prove, not for both")
    if hand is not None:
        _set_hand(way, hand, as_json)
    elif prove:
        _prove(way, as_json)
    elif as_json:
        show([{"rule": rule.number, **rule.written} for rule in way.rules], True)
    else:
        print(f"{way.name}: {way.says}")
        show([{"rule": rule.number, "says": rule.says} for rule in way.rules], False)


def _set_hand(way: "HouseWay", hand: str, as_json: bool) -> None:
    from pitboss.cards import parse, text
    from pitboss.hands import PAI_GOW_HIGH, PAI_GOW_LOW

    rule, split = way.setting(parse(hand))
    row = {
        "high": text(split.high),
        "high_hand": PAI_GOW_HIGH.category(split.high),
        "low": text(split.low),
        "low_hand": PAI_GOW_LOW.category(split.low),
        "rule": rule.number,
        "says": rule.says,
    }
    if as_json:
        show([row], True)
        return
    print(f"high  {row['high']}  {row['high_hand']}\nlow   {row['low']}  {row['low_hand']}\nrule {rule.number}: {rule.says}")


def _prove(way: "HouseWay", as_json: bool) -> None:
    from pitboss.cards import name, text
    from pitboss.optional_packages import require

    require("odds")
    from pitboss.games.pai_gow.proof import prove
    from pitboss.terminal.progress import progress

    with progress() as tell:
        proof = prove(way, lambda done, total: tell(f"setting all hands by {way.name!r}", done / total))
    rows = [{"rule": r.number, "hands": n, "says": r.says} for r, n in zip(way.rules, proof.by_rule, strict=True)]
    failures = [{"why": f.why, "hands": f.hands, "example": text(f.example)} for f in proof.failures]
    if as_json:
        found = {"ok": not failures, "hands": proof.hands, "classes": proof.classes, "failures": failures}
        show([{"name": way.name, **found, "rules": rows, "categories": proof.by_category}], True)
    else:
        show([row | {"hands": f"{row['hands']:>11,}"} for row in rows], False)
        print()
        show([{"best_five": c, "hands": f"{n:>11,}"} for c, n in reversed(proof.by_category.items())], False)
        print()
        for failure in proof.failures:
            example = ", ".join(map(name, failure.example))
            print(f"{failure.hands:,} hand{'s' * (failure.hands != 1)}: {failure.why}, for example {example}")
        if not failures:
            print(f"{way.name}: all {proof.hands:,} hands ({proof.classes:,} but for suits) are set lawfully, each in one way")
    raise typer.Exit(1 if failures else 0)
