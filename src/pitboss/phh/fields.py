"""The fields of a file that are amounts, as integers: multiplied by `unit` if the file has fractions."""

import re
from decimal import Decimal
from typing import Any

from pitboss.errors import BadHand

MOST = 10**12  # the largest amount, as written in the file


class Fields:
    """The amounts of a file by name; raises BadHand where one is missing or wrong."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.unit = unit_of(data)

    def one(self, name: str) -> int:
        """A positive amount; only a Forced Bet may be 0."""
        cents = amount(self._given(name), self.unit, name)
        if cents <= 0 and name != "bring_in":
            raise BadHand(f"{name} must be more than 0")
        return cents

    def row(self, name: str, number: int = 0, signed: bool = False) -> list[int]:
        """A list of amounts, of this length if `number` is given."""
        row = self._given(name)
        if not isinstance(row, list) or (number and len(row) != number):
            raise BadHand(f"{name} must be a list" + (f" of {number} amounts, one for each player" if number else ""))
        return [amount(value, self.unit, name, signed) for value in row]

    def _given(self, name: str) -> Any:
        if name not in self.data:
            raise BadHand(f"{name} is missing")
        return self.data[name]


def unit_of(data: dict[str, Any]) -> int:
    """The power of ten by which the amounts of a file become integers."""
    values = [value for field in data.values() for value in (field if isinstance(field, list) else [field])]
    actions = [value.split("#")[0].split() for value in values if isinstance(value, str)]
    bets = [words[2] for words in actions if words[1:2] == ["cbr"] and len(words) > 2]
    places = max(map(decimal_places, [*values, *bets]), default=0)
    if places > 6:
        raise BadHand("amounts have more than six decimal places")
    return int(10**places)


def decimal_places(value: Any) -> int:
    """The number of decimal places of a value, 0 if it is no amount."""
    if isinstance(value, Decimal) and value.is_finite():
        exponent = value.normalize().as_tuple().exponent
        return max(-int(exponent), 0)
    if isinstance(value, str) and re.fullmatch(r"\d+\.\d+", value):
        return len(value.split(".")[1].rstrip("0"))
    return 0


def amount(value: Any, unit: int, name: str, signed: bool = False) -> int:
    """An amount in the file's smallest unit."""
    number = value if type(value) in (int, Decimal) else None
    if isinstance(value, str) and re.fullmatch(r"\d{1,15}(\.\d+)?", value):
        number = Decimal(value)
    if number is None or not Decimal(number).is_finite() or abs(number) > MOST or (number < 0 and not signed):
        raise BadHand(f"{name}: {value!r} is not an amount")
    return int(number * unit)
