"""A second, slow way to the value of a game of 21: every deal of a small shoe, the hole card dealt first, in fractions.

The player's choices are found by plain recursion on what he knows, and followed card by card, splits one hand after the other.
Cards are point values from 1 to 10. Nothing of the solver is used but the record of the rules.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pitboss.odds.twenty_one.game import Game

Cards = tuple[int, ...]
Deck = tuple[int, ...]  # the number of cards of each value, from 1 to 10
Letter = Callable[[Cards, int, bool], str]  # the letter of a hand under an up card; whether it is one of two cards, not split


class Kind(NamedTuple):
    """Where a hand comes from."""

    pair: int = 0  # the value that was split
    free: bool = False


Held = tuple[Cards, Kind, str]  # a hand, where it comes from, and how it is doubled


def points(hand: Cards) -> tuple[int, bool]:
    low = sum(hand)
    return (low + 10, True) if 1 in hand and low <= 11 else (low, False)


def drawn(deck: Deck, *cards: int) -> Deck:
    left = list(deck)
    for card in cards:
        left[card - 1] -= 1
    return tuple(left)


def each(deck: Deck) -> Iterator[tuple[int, Fraction]]:
    """The next card."""
    whole = sum(deck)
    for at, number in enumerate(deck):
        if number > 0:
            yield at + 1, Fraction(number, whole)


class ByHand:
    """A game valued slowly, by best play or by letters."""

    def __init__(self, game: Game, letter: Letter | None = None) -> None:
        self.game, self.letter = game, letter
        self.dealer = cache(self._dealer)
        self.stand = cache(self._stand)
        self.worth = cache(self._worth)
        self.follow = cache(self._follow)

    # ------------------------------------------------------------ what is paid

    def _dealer(self, cards: Cards, deck: Deck) -> dict[tuple[int, bool], Fraction]:
        """The dealer's totals, and whether they are a Blackjack."""
        total, soft = points(cards)
        if total > 17 or (total == 17 and not (soft and self.game.hits_soft_17)):
            return {(total, len(cards) == 2 and total == 21): Fraction(1)}
        found: dict[tuple[int, bool], Fraction] = {}
        for card, chance in each(deck):
            for end, part in self.dealer(tuple(sorted((*cards, card))), drawn(deck, card)).items():
                found[end] = found.get(end, Fraction(0)) + chance * part
        return found

    def result(self, hand: Cards, dealer: tuple[int, bool], kind: Kind, doubled: str = "") -> Fraction:
        """What a finished hand wins or loses."""
        game, mine, (theirs, blackjack) = self.game, points(hand)[0], dealer
        bonus = dict(game.bonus)
        name = "777" if hand == (7, 7, 7) else "678" if hand == (6, 7, 8) else ""
        name = name or next((n for n in "765" if len(hand) >= int(n) and n in bonus), "")
        if mine > 21:
            win = Fraction(-1)
        elif mine == 21 and (game.bonus_after_split or not kind.pair) and not doubled and name in bonus:
            win = bonus[name]
        elif game.charlie and len(hand) >= game.charlie and (game.charlie_if_doubled or not doubled):
            win = game.charlie_pays
        elif mine == 21 and len(hand) > 2 and game.drawn_21_wins:
            win = Fraction(1)
        elif blackjack:
            win = Fraction(-1)
        elif theirs > 21:
            win = Fraction(0 if theirs == 22 and game.push_22 else 1)
        elif mine == theirs:
            win = Fraction(-1 if mine in game.ties_lose else 0)
        else:
            win = Fraction(1 if mine > theirs else -1)
        stakes = (0 if kind.free else 1) + (doubled == "paid")
        return win * (2 if doubled else 1) if win > 0 else win * stakes

    def peeks(self, up: int) -> bool:
        return self.game.hole in ("peek", "original lost") or (self.game.hole == "peek under aces" and up == 1)

    # ------------------------------------------------------------ what a player knows

    def holes(self, seen: Cards, up: int, deck: Deck) -> list[tuple[int, Fraction]]:
        """The hole card as the player sees its chances, `deck` being all that he has not seen; it makes no Blackjack where the
        dealer has looked. With both cards in sight `seen` has it."""
        if seen:
            return [(seen[0], Fraction(1))]
        found = [(hole, chance) for hole, chance in each(deck) if not (self.peeks(up) and {up, hole} == {1, 10})]
        whole = sum((chance for _, chance in found), Fraction(0))
        return [(hole, chance / whole) for hole, chance in found]

    def _stand(self, hand: Cards, up: int, seen: Cards, deck: Deck, kind: Kind, doubled: str) -> Fraction:
        value = Fraction(0)
        for hole, chance in self.holes(seen, up, deck):
            left = deck if seen else drawn(deck, hole)
            for end, part in self.dealer(tuple(sorted((up, hole))), left).items():
                value += chance * part * self.result(hand, end, kind, doubled)
        return value

    def next_card(self, up: int, seen: Cards, deck: Deck) -> dict[int, Fraction]:
        if seen:
            return dict(each(deck))
        found: dict[int, Fraction] = {}
        for hole, chance in self.holes(seen, up, deck):
            for card, part in each(drawn(deck, hole)):
                found[card] = found.get(card, Fraction(0)) + chance * part
        return found

    def doubles(self, hand: Cards, kind: Kind) -> str:
        """How a hand may be doubled."""
        game, (total, soft) = self.game, points(hand)
        if kind.pair and not game.double_after_split:
            return ""
        if kind.pair == 1 and not game.double_split_aces:
            return ""
        if len(hand) > 2 and not game.double_any:
            return ""
        if not soft and total in game.free_doubles:
            return "free"
        return "paid" if game.double_on is None or total in (game.double_soft if soft else game.double_on) else ""

    def ended(self, hand: Cards, kind: Kind) -> bool:
        one = kind.pair == 1 and self.game.one_card_to_split_aces and len(hand) == 2
        return points(hand)[0] >= 21 or bool(self.game.charlie and len(hand) >= self.game.charlie) or one

    def _worth(self, hand: Cards, up: int, seen: Cards, deck: Deck, kind: Kind) -> dict[str, Fraction]:
        """What each choice is worth."""
        found = {"stand": self.stand(hand, up, seen, deck, kind, "")}
        if self.ended(hand, kind):
            return found
        doubled = self.doubles(hand, kind)
        hit = double = Fraction(0)
        for card, chance in self.next_card(up, seen, deck).items():
            after, left = tuple(sorted((*hand, card))), drawn(deck, card)
            if points(after)[0] > 21:
                hit += chance * self.result(after, (17, False), kind)
                double += chance * self.result(after, (17, False), kind, doubled) if doubled else 0
                continue
            worth = self.worth(after, up, seen, left, kind)
            hit += chance * worth[self.does(after, up, seen, left, kind)]
            if doubled:
                value = self.stand(after, up, seen, left, kind, doubled)
                double += chance * (max(value, Fraction(-1)) if self.game.rescue else value)
        found["hit"] = hit
        if self.game.surrender_any and (kind.pair or len(hand) > 2):
            found["surrender"] = Fraction(-1, 2)
        if doubled:
            found["double"] = double
        return found

    def does(self, hand: Cards, up: int, seen: Cards, deck: Deck, kind: Kind) -> str:
        """What is done with a hand that is neither split nor surrendered."""
        if self.ended(hand, kind):
            return "stand"
        if self.letter is not None:
            letter = self.letter(hand, up, False)
            if letter in "Dd" and len(hand) == 2 and self.doubles(hand, kind):
                return "double"
            return "hit" if letter in "HDR" else "stand"
        worth = self.worth(hand, up, seen, deck, kind)
        return max(worth, key=lambda word: worth[word])

    # ------------------------------------------------------------ what comes of it, the hole card lying there

    def _follow(
        self, hands: tuple[Held, ...], at: int, up: int, hole: int, known: Deck, deck: Deck, seen: Cards, most: int
    ) -> Fraction:
        """All hands played from the `at`-th, `deck` without the hole card; `known` is what a hand of a split knows of."""
        if at == len(hands):
            value = Fraction(0)
            for end, part in self.dealer(tuple(sorted((up, hole))), deck).items():
                value += part * sum(self.settled(*hand, up, seen, known, end) for hand in hands)
            return value
        hand, kind, doubled = hands[at]

        def go_on(new: tuple[Held, ...], step: int, left: Deck) -> Fraction:
            return self.follow((*hands[:at], *new, *hands[at + 1 :]), at + step, up, hole, known, left, seen, most)

        if len(hand) == 1 or doubled == "begun":
            value = Fraction(0)
            for card, chance in each(deck):
                after, left = tuple(sorted((*hand, card))), drawn(deck, card)
                if doubled == "begun":
                    value += chance * go_on(((after, kind, self.doubles(hand, kind)),), 1, left)
                elif card == hand[0] and len(hands) < most:
                    other = Kind(kind.pair, self.game.free_splits and card != 10)
                    value += chance * go_on((((card,), kind, ""), ((card,), other, "")), 0, left)
                else:
                    value += chance * go_on(((after, kind, ""),), 0, left)
            return value
        if points(hand)[0] > 21 or doubled:
            return go_on((hands[at],), 1, deck)
        does = self.does(hand, up, seen, self.left(hand, kind, known), kind)
        if does == "stand":
            return go_on((hands[at],), 1, deck)
        if does == "double":
            return go_on(((hand, kind, "begun"),), 0, deck)
        if does == "surrender":
            return go_on(((hand, kind, "given up"),), 1, deck)
        value = Fraction(0)
        for card, chance in each(deck):
            value += chance * go_on(((tuple(sorted((*hand, card))), kind, ""),), 0, drawn(deck, card))
        return value

    def left(self, hand: Cards, kind: Kind, known: Deck) -> Deck:
        """What is not seen beside a hand and, where it was split, one card of the pair."""
        return drawn(known, *hand, *([kind.pair] if kind.pair else []))

    def settled(
        self, hand: Cards, kind: Kind, doubled: str, up: int, seen: Cards, known: Deck, end: tuple[int, bool]
    ) -> Fraction:
        if doubled == "given up":
            return Fraction(-1, 2)
        rescues = doubled and self.game.rescue and points(hand)[0] <= 21
        if rescues and self.stand(hand, up, seen, self.left(hand, kind, known), kind, doubled) < -1:
            return Fraction(-1)
        return self.result(hand, end, kind, doubled)

    # ------------------------------------------------------------ a whole round

    def value(self) -> Fraction:
        """The player's expectation."""
        value = Fraction(0)
        shoe: Deck = self.game.shoe
        for up, chance in each(shoe):
            deck = drawn(shoe, up)
            if self.game.both_shown:
                for hole, part in each(deck):
                    value += chance * part * self.attacked(self.under(up, (hole,), drawn(deck, hole)))
            else:
                value += chance * self.attacked(self.under(up, (), deck))
        return value

    def attacked(self, value: Fraction) -> Fraction:
        """What a round is worth under some cards in sight."""
        return 2 * value if self.game.attack and value > 0 else value

    def under(self, up: int, seen: Cards, deck: Deck) -> Fraction:
        value = Fraction(0)
        for first, one in each(deck):
            for second, two in each(drawn(deck, first)):
                hand = tuple(sorted((first, second)))
                value += one * two * self.dealt(hand, up, seen, deck)
        return value

    def dealt(self, hand: Cards, up: int, seen: Cards, deck: Deck) -> Fraction:
        """The value of two cards, whatever the hole card is."""
        game, left = self.game, drawn(deck, *hand)
        holes = [(seen[0], Fraction(1), left)] if seen else [(h, c, drawn(left, h)) for h, c in each(left)]
        if hand == (1, 10):
            return sum((c * (game.natural_tie if {up, h} == {1, 10} else game.natural) for h, c, _ in holes), Fraction(0))

        def outcome(most: int) -> Fraction:
            value = Fraction(0)
            for hole, chance, rest in holes:
                if not seen and self.peeks(up) and {up, hole} == {1, 10}:
                    value -= chance
                    continue
                hands: tuple[Held, ...] = ((hand, Kind(), ""),)
                if most:
                    free = game.free_splits and hand[0] != 10
                    hands = ((hand[:1], Kind(hand[0]), ""), (hand[:1], Kind(hand[0], free), ""))
                elif letter in "Dd" and self.doubles(hand, Kind()):
                    hands = ((hand, Kind(), "begun"),)
                elif letter in "DH":
                    for card, part in each(rest):
                        hands = ((tuple(sorted((*hand, card))), Kind(), ""),)
                        value += chance * part * self.follow(hands, 0, up, hole, deck, drawn(rest, card), seen, most)
                    continue
                stood = letter in "dS" and hands == ((hand, Kind(), ""),)
                value += chance * self.follow(hands, int(stood), up, hole, deck, rest, seen, most)
            return value

        letter = "-" if self.letter is None else self.letter(hand, up, True)
        options = {"play": outcome(0)}
        if hand[0] == hand[1] and game.most_hands > 1:
            most = 2 if hand[0] == 1 and not game.resplit_aces else game.most_hands
            options["split"] = max(outcome(number) for number in range(2, most + 1))
        surrenders = game.surrender != "none" and (not game.surrender_ups or up - 1 in game.surrender_ups)
        if surrenders and not (game.surrender == "early but under aces" and up == 1):
            blackjack = sum((c for h, c, _ in holes if {up, h} == {1, 10}), Fraction(0))
            options["surrender"] = -(1 + blackjack) / 2 if game.surrender == "late" else Fraction(-1, 2)
        if self.letter is None:
            return max(options.values())
        return options.get({"P": "split", "R": "surrender", "r": "surrender"}.get(letter, "play"), options["play"])
