"""`pitboss risk`: what many rounds of a wager do to a bankroll, and what a shift of it does to the house."""

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.app import Chosen, HouseFile, Json, app
from pitboss.cli.pricing.odds import DraftFile
from pitboss.errors import PitbossError
from pitboss.json_output import print_json

if TYPE_CHECKING:
    from pitboss.odds.distribution import Distribution

MOST_ROUNDS = 1_000_000


@app.command()
def risk(
    chapter: Annotated[str, typer.Argument(help="A chapter or a game's slug; left out with --draft.")] = "",
    wager: Annotated[str, typer.Option(help="The wager; the main one if left out.")] = "",
    table: Annotated[str, typer.Option(help="The pay table; the house's if left out.")] = "",
    house: HouseFile = None,
    chosen: Chosen = None,
    draft: DraftFile = None,
    bet: Annotated[str, typer.Option(help="The first wager of a round.")] = "$10",
    bankroll: Annotated[str, typer.Option(help="What the player begins with.")] = "$500",
    rounds: Annotated[int, typer.Option(help="How many rounds are played at the most.")] = 500,
    goal: Annotated[str, typer.Option(help="A gain at which the player leaves.")] = "",
    chance: Annotated[str, typer.Option("--risk", help="Name the least bankroll with this risk of ruin.")] = "5%",
    limit: Annotated[str, typer.Option("--payout-limit", help="The most that a round pays.")] = "",
    rebated: Annotated[str, typer.Option("--rebate", help="The part of a session's loss that the house gives back.")] = "",
    seats: Annotated[int, typer.Option(help="Of a shift: hands in each round.")] = 5,
    pace: Annotated[str, typer.Option(help="Of a shift: rounds an hour.")] = "60",
    hours: Annotated[str, typer.Option(help="Of a shift: how long it is.")] = "8",
    drop: Annotated[str, typer.Option(help="Of a shift: what is bought in; hold is a part of it.")] = "",
    mistakes: Annotated[str, typer.Option(help="Of a shift: what players give away beside the edge.")] = "0%",
    as_json: Json = False,
) -> None:
    """What many rounds of a wager do to a bankroll, by exact convolution: ruin, being ahead, N0, the bankroll for a risk,
    coupons and rebates; and what a shift of it does to the house, with its interval."""
    from pitboss.risk import Steps, after, bankroll_for, free_bet, match_play, play_session, rebate, ruin_ever, shift

    name, results = _results(chapter, wager, table, house, chosen, draft)
    stake, begin = _dollars("bet", bet), _dollars("bankroll", bankroll)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise PitbossError(f"--rounds is from 1 to {MOST_ROUNDS:,}")
    if not 1 <= seats <= 10:
        raise PitbossError("--seats is from 1 to 10")
    steps = Steps.of(results, Fraction(_dollars("payout-limit", limit), stake) if limit else None)
    units = Fraction(begin, stake)
    session = play_session(steps, units, rounds, Fraction(_dollars("goal", goal), stake) if goal else None)
    nets, chances = after(steps, rounds)
    ruined, bank = _percent("risk", chance), steps.reversed()
    low, high = ruin_ever(bank, Fraction(begin, stake)) if begin >= stake * bank.worst / bank.parts else (1.0, 1.0)
    least = bankroll_for(steps, float(ruined), rounds)
    worked = shift(
        *(steps, stake, seats, _number("pace", pace), _number("hours", hours)),
        drop=_dollars("drop", drop) if drop else 0,
        mistakes=_percent("mistakes", mistakes),
    )
    record: dict[str, Any] = {
        "wager": name,
        "edge_exact": str(-steps.mean),
        "edge": float(-steps.mean),
        "standard_deviation": float(steps.variance) ** 0.5,
        "n0": None if steps.n0 is None else float(steps.n0),
        "rounds": rounds,
        "ahead_after_rounds": float(sum(part for net, part in zip(nets, chances.tolist(), strict=True) if net > 0)),
        "session": {
            "bankroll_cents": begin,
            "ruin": session.ruin,
            "goal": session.goal,
            "ahead": session.ahead,
            "even": session.even,
            "behind": session.behind,
            "mean_cents": session.mean * stake,
            "rounds_played": session.played,
        },
        "bankroll_for_risk": {"risk": float(ruined), "bankroll_cents": float(least * stake)},
        "house_ruin_with_bankroll": {"least": low, "most": high},
        "match_play_cents": float(match_play(results) * stake),
        "free_bet_cents": float(free_bet(results) * stake),
        "rebate_mean_cents": rebate(steps, rounds, _percent("rebate", rebated)) * stake if rebated else None,
        "shift": {
            "hands": worked.hands,
            "win_cents": worked.win,
            "low_cents": worked.low,
            "high_cents": worked.high,
            "level": worked.level,
            "hold": worked.hold,
            "hold_low": worked.hold_low,
            "hold_high": worked.hold_high,
        },
    }
    if as_json:
        print_json(record)
    else:
        print("\n".join(_lines(record, bet, seats, pace, hours)))


def _lines(record: dict[str, Any], bet: str, seats: int, pace: str, hours: str) -> list[str]:
    """What people read."""
    session, worked, needed = record["session"], record["shift"], record["bankroll_for_risk"]
    n0 = "none: the wager is fair" if record["n0"] is None else f"{record['n0']:,.0f} rounds"
    lines = [
        f"{record['wager']}, {bet} a round: edge {record['edge']:.4%}, deviation {record['standard_deviation']:.3f} bets",
        f"  N0, after which the mean is as large as the deviation: {n0}",
        f"  ahead after {record['rounds']:,} rounds, whatever the bankroll: {record['ahead_after_rounds']:.4%}",
        f"  from {_money(session['bankroll_cents'])}, {record['rounds']:,} rounds at the most:",
        f"    ruined {session['ruin']:.4%}, goal reached {session['goal']:.4%}, ahead {session['ahead']:.4%}, "
        f"even {session['even']:.4%}, behind {session['behind']:.4%}",
        f"    expected {_money(session['mean_cents'])} in {session['rounds_played']:,.1f} rounds",
        f"  bankroll for a risk of {needed['risk']:.2%}: {_money(needed['bankroll_cents'])}",
        f"  match play of {bet}: {_money(record['match_play_cents'])}; free bet: {_money(record['free_bet_cents'])}",
    ]
    if record["rebate_mean_cents"] is not None:
        lines.append(f"  with the rebate the player expects {_money(record['rebate_mean_cents'])}")
    lines.append(
        f"  a shift of {hours} hours, {pace} rounds an hour, {seats} hands each: win {_money(worked['win_cents'])}, "
        f"{worked['level']:.0%} of shifts between {_money(worked['low_cents'])} and {_money(worked['high_cents'])}"
    )
    if worked["hold"] is not None:
        lines.append(f"  hold of the drop {worked['hold']:.2%}, between {worked['hold_low']:.2%} and {worked['hold_high']:.2%}")
    lines.append("  Assumed: rounds and hands are independent, and every player plays best.")
    return lines


def _results(
    chapter: str, wager: str, table: str, house: Any, chosen: list[str] | None, draft: Any
) -> "tuple[str, Distribution]":
    """The results of a wager, and its name."""
    from pitboss.terminal.progress import progress

    if draft is not None:
        from pitboss.drafts.quote import price_draft
        from pitboss.drafts.reading import load

        if chapter or wager or table or house or chosen:
            raise PitbossError("a draft states its own game: leave out the chapter and the other options")
        with progress(draft.stem) as tell:
            quote = price_draft(load(draft), tell)
        found, name = quote.distribution, quote.name
    else:
        from pitboss.odds.asking import odds_of
        from pitboss.submissions.reading import house_for

        if not chapter:
            raise PitbossError("name a chapter, for example `pitboss risk 565`, or a draft with --draft")
        with progress(f"chapter {chapter}") as tell:
            row = odds_of(chapter, wager, table, house_for(chapter, house, chosen or []).given, tell)
        found, name = row.distribution, " ".join(filter(None, (row.wager, row.table)))
    if found is None:
        raise PitbossError(f"of {name} only the mean is known, not how often each result occurs")
    return name, found


def _money(cents: float) -> str:
    return f"{'−' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def _number(option: str, words: str) -> Fraction:
    try:
        value = Fraction(words)
    except (ValueError, ZeroDivisionError):
        value = Fraction(0)
    if not 0 < value <= 10_000:
        raise PitbossError(f"--{option} is a number above 0 and at most 10,000, such as 60 or 7.5, not {words[:20]!r}")
    return value


def _dollars(option: str, words: str) -> int:
    """Cents of an amount such as $10."""
    try:
        value = Fraction(words.removeprefix("$").replace(",", "")) * 100
    except (ValueError, ZeroDivisionError):
        value = Fraction(0)
    if value.denominator != 1 or not 0 < value <= 100_000_000_00:
        raise PitbossError(f"--{option} is an amount of whole cents such as $10 or $2.50, not {words[:20]!r}")
    return int(value)


def _percent(option: str, words: str) -> Fraction:
    try:
        value = Fraction(words.removesuffix("%").strip()) / 100 if words.endswith("%") else Fraction(-1)
    except (ValueError, ZeroDivisionError):
        value = Fraction(-1)
    if not 0 <= value <= 1:
        raise PitbossError(f"--{option} is a part such as 5%, not {words[:20]!r}")
    return value
