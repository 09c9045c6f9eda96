"""What the commands about odds do with a draft: price it, show its best play, write its table, print one to begin with."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.app import show
from pitboss.drafts.blackjack import choices_of, grid_lines
from pitboss.drafts.quote import Quote, decisions_of, price_draft
from pitboss.drafts.reading import load
from pitboss.drafts.tables import write_table
from pitboss.errors import PitbossError
from pitboss.json_output import print_json
from pitboss.terminal.progress import progress

if TYPE_CHECKING:
    from pitboss.drafts.verification import Statement

TEMPLATES = ("wager", "payouts", "blackjack", "game", "draw")
LONGEST_TABLE = 60  # lines that are printed; more go into a file


def print_odds(file: Path, out: Path | None, as_json: bool, verified: bool = False) -> bool:
    """Price a draft and print its odds; write its combination table and verify it by a second method where asked. False if
    the two methods differ."""
    draft = load(file)
    statement: Statement | None = None
    with progress(file.stem) as tell:
        if verified:
            from pitboss.drafts.verification import verify

            statement = verify(draft, tell)
        quote = statement.quote if statement is not None else price_draft(draft, tell)
    if out is not None:
        write_table(quote, out)
    if as_json:
        show([quote.record() | ({"verification": statement.record()} if statement is not None else {})], True)
    else:
        _print_quote(quote)
        if statement is not None:
            print(f"\n{statement}")
    return statement is None or statement.agrees is not False


def _print_quote(quote: Quote) -> None:
    print(quote)
    for line in _facts(quote):
        print(f"  {line}")
    _print_lines(quote)
    _print_tables(quote)
    print(_verdict(quote))


def _verdict(quote: Quote) -> str:
    verdict = {True: "Lawful in Pennsylvania", False: "Not lawful in Pennsylvania", None: "In Pennsylvania"}[quote.lawful]
    return f"{verdict}: {quote.remark} (§ {quote.section})"


def _print_tables(quote: Quote) -> None:
    """A line for each further pay table of the draft."""
    if quote.tables:
        print(f"{'pay table':<40}{'edge':>12}{'risk':>12}{'hit rate':>12}{'deviation':>12}")
    for table in quote.tables:
        print(f"{table.name[:38]:<40}{float(table.edge):>12.4%}", end="")
        if (known := table.distribution) is not None:
            print(
                f"{float(known.element_of_risk):>12.4%}{float(known.hit_rate):>12.4%}{known.standard_deviation:>12.3f}", end=""
            )
        print()
    if quote.tables:
        print()


def _facts(quote: Quote) -> list[str]:
    facts = []
    if (known := quote.distribution) is not None and (top := quote.top_award) is not None:
        facts.append(
            f"element of risk {float(known.element_of_risk):.4%}, hit rate {float(known.hit_rate):.4%}, "
            f"standard deviation {known.standard_deviation:.3f}, skewness {known.skewness:.3f}"
        )
        chance = float(1 / top[1])
        facts.append(f"top award {top[0]} times {quote.of}, once in {chance:,.1f} deals")
    facts.append(f"{quote.method}; {quote.seconds:.2f} s")
    return [*facts, quote.note] if quote.note else facts


def _print_lines(quote: Quote) -> None:
    bet = ""
    for line in quote.lines[:LONGEST_TABLE]:
        if line.bet != bet:
            bet = line.bet
            print(f"\n{bet[:34]:<36}{'pays':>14}{'deals':>24}{'chance':>14}{'return':>12}{'paid one more':>15}")
        hand = line.hand if len(line.hand) < 33 else line.hand[:31] + "…"
        print(f"  {hand:<34}{line.pays:>14} {_deals(line.deals):>23}{float(line.probability):>14.6%}", end="")
        print(f"{float(line.contribution):>+12.6f}", end="")
        print("" if line.sensitivity is None else f"{float(line.sensitivity):>+15.6%}")
    if quote.lines:
        print()


def _deals(number: int) -> str:
    """A number of deals, in powers of ten where it is long."""
    return f"{number:,}" if number < 10**15 else f"{number:.6e}"


def print_strategy(file: Path, as_json: bool) -> None:
    """Print best play of a draft: every hand that the player may see, with what each option brings."""
    draft = load(file)
    if "blackjack" in draft.data:
        with progress(f"best play of {file.stem}") as tell:
            if as_json:
                print_json(choices_of(draft, tell))
            else:
                print("\n".join(grid_lines(draft, tell)))
        return
    with progress(f"best play of {file.stem}") as tell:
        decisions = decisions_of(draft, tell)
    records = [
        {
            "cards": decision.cards,
            "best": decision.best,
            "deals": decision.deals,
            **{name: float(value) for name, value in decision.values.items()},
        }
        for decision in decisions
    ]
    if as_json:
        print_json(records)
        return
    for record, decision in zip(records, decisions, strict=True):
        values = ", ".join(f"{name} {float(value):+.6f}" for name, value in decision.values.items())
        print(f"{record['cards']:<24}{record['best']:<14}{values}")


def template(kind: str) -> str:
    """A draft to begin with."""
    from importlib.resources import files

    if kind not in TEMPLATES:
        raise PitbossError(f"there is no draft of the kind {kind!r}; there is {', '.join(TEMPLATES)}")
    return (files("pitboss.drafts") / "templates" / f"{kind}.toml").read_text(encoding="utf-8")
