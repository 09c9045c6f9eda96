"""Further pay tables of a draft, [[pays]]: by name, each with what hands pay otherwise.

[[pays]]
name = "B"
"Flush" = "4 to 1"
ante = { "win" = "6 to 5" }
"""

from dataclasses import replace

from pitboss.drafts.reading import LONGEST_NAME, Draft, Table, pay_in
from pitboss.drafts.records import Pay, Wager
from pitboss.spelling import near

MOST_TABLES = 100


def pay_tables(draft: Draft) -> list[tuple[str, Table]]:
    """The further pay tables of a draft, [[pays]], by name; raises BadDraft."""
    top = Table(draft, (), draft.data)
    tables = [Table(draft, path, entry) for path, entry in top.several("pays", MOST_TABLES)]
    names = [table.text("name", longest=LONGEST_NAME) for table in tables]
    if len(set(names)) < len(names):
        raise draft.error(("pays",), "two pay tables have one name")
    return [(name, table.without("name")) for name, table in zip(names, tables, strict=True)]


def with_payouts(wager: Wager, table: Table) -> Wager:
    """A wager on another pay table, which says by hand what pays otherwise; hands of several bets stand under their bet."""
    payouts: dict[tuple[str, str], Pay] = {}
    for key, value in table.data.items():
        under_bets = [bet.name for bet in wager.bets if any(row.hand == key for row in bet.rows)]
        if isinstance(value, dict):
            under = Table(table.draft, (*table.path, key), value, tuple(_hands_of(wager, key)))
            payouts |= {(key, hand): pay_in(under, hand) for hand in under.data}
        elif len(under_bets) == 1:
            payouts[under_bets[0], key] = pay_in(table, key)
        else:
            known = tuple(dict.fromkeys(row.hand for bet in wager.bets for row in bet.rows))
            guess = near(key, known)
            meant = f"; did you mean {' or '.join(guess)}?" if guess else f"; there is {', '.join(known)}"
            several = f"{key[:40]!r} is a row of {' and '.join(under_bets)}: write it under its bet"
            raise table.error(key, several if under_bets else f"no row is called {key[:40]!r}{meant}")
    bets = [
        replace(bet, rows=tuple(replace(row, pays=payouts.get((bet.name, row.hand), row.pays)) for row in bet.rows))
        for bet in wager.bets
    ]
    return replace(wager, bets=tuple(bets))


def _hands_of(wager: Wager, bet: str) -> list[str]:
    return [row.hand for one in wager.bets if one.name == bet for row in one.rows]
