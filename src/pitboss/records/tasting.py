"""Tastings: 40 Pa. Code 13.201 to 13.228. What §§ 13.223 and 13.228 say is about tastings in State stores only."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from pitboss.house.problems import Problem
from pitboss.records.deadlines import Deadline, within, years_later
from pitboss.records.reading import Entry, Record

STORE, STORED = "state store", "resealed and stored"
SERVINGS = {
    "malt or brewed beverage": "beer_serving",
    "wine": "wine_serving",
    "fortified wine": "wine_serving",
    "spirits": "spirits_serving",
}


def sponsor_problems(record: Record) -> Iterator[Problem]:
    """Sponsors hold tastings, on licensed or unlicensed premises (§ 40-13.211(a)): vendors, importers, distributors and
    manufacturers, and their agents and employees, of 21 years or more (§ 40-13.201)."""
    if record.text("sponsor_is") == "other":
        allowed = list(record.fields["sponsor_is"].allowed[:-1])
        yield record.problem("tasting-sponsor", "sponsor_is", f"{record.text('sponsor')} is no sponsor", allowed)
    born, held, age = record.day("sponsor_born"), record.day("date"), record.kind.book.limit_named("sponsor_age")
    if born is not None and held is not None and held < years_later(born, age):
        message = f"{record.text('sponsor')} is {age} on {years_later(born, age)}, after the tasting"
        yield record.problem("tasting-age", "sponsor_born", message, f"{age} years or more")


def product_problems(record: Record) -> Iterator[Problem]:
    """Lawful, registered and taxed products (§ 40-13.211(b)(1)), at most a standard size of each (§ 40-13.211(b)(3)), and
    nobody has to buy (§ 40-13.211(b)(2))."""
    if record.flag("purchase_required"):
        message = "participants must buy something"
        yield record.problem("tasting-purchase", "purchase_required", message, False)
    for product in record.parts("product"):
        name = product.text("name")
        for field, what in (
            ("legally_procured", "lawfully obtained"),
            ("registered", "registered"),
            ("taxes_paid", "taxed as it should be"),
        ):
            if not product.flag(field):
                yield product.problem("tasting-product", field, f"{name} is not {what}", True)
        ounces = product.decimal("ounces")
        if ounces is not None and product.text("kind") and ounces > (most := standard_size(record, product.text("kind"))):
            message = f"{float(ounces):g} ounces of {name}; a standard size has {float(most):g}"
            yield product.problem("tasting-size", "ounces", message, {"max": most})


def standard_size(record: Record, kind: str) -> Fraction:
    """The fluid ounces of a standard size alcoholic beverage (§ 40-13.201)."""
    return Fraction(record.kind.book.limit_named(SERVINGS[kind]), 10)


def store_problems(record: Record) -> Iterator[Problem]:
    """In a State store: where the products come from (§ 40-13.223(a)), at most four of a sponsor (§ 40-13.223(b)), from
    original containers with their labels in sight (§ 40-13.223(c))."""
    if record.text("place") != STORE:
        return
    ways = ["sampling process", "purchased from the Board", "sponsor's own stock"]
    for product in record.parts("product"):
        if product.text("procured") not in ways:
            message = (
                f"where {product.text('name')} comes from is {'not allowed' if product.text('procured') else 'not stated'}"
            )
            yield product.problem("tasting-procured", "procured", message, ways)
        for field, what in (
            ("original_container", "poured from its original container"),
            ("label_visible", "shown with its label"),
        ):
            if not product.flag(field):
                yield product.problem("tasting-container", field, f"{product.text('name')} is not {what}", True)
    most = record.kind.book.limit_named("products_per_sponsor")
    for sponsor, number in Counter(each.text("sponsor") or record.text("sponsor") for each in record.parts("product")).items():
        if number > most:
            message = f"{sponsor} offers {number} products, and a sponsor may offer {most}"
            yield Problem(message, "40-13.223(b)", "product", number, {"max": most}, "tasting-products", fix=f"offer {most}")


def container_problems(record: Record) -> Iterator[Problem]:
    """In a State store: opened containers are thrown away or resealed, stored for at most 15 days or taken along
    (§ 40-13.228(a)); empty ones go as the Liquor Code says (§ 40-13.228(b)); resealed ones are for another tasting there only
    (§ 40-13.228(c))."""
    if record.text("place") != STORE:
        return
    if not record.flag("empties_disposed"):
        message = "empty containers are not disposed of as section 491(5) of the Liquor Code says"
        yield record.problem("tasting-empties", "empties_disposed", message, True)
    for container in record.parts("container"):
        if container.text("after") == "left open":
            ways = list(container.fields["after"].allowed[:-1])
            yield container.problem("tasting-leftover", "after", f"{container.text('product')} was left open", ways)
        yield from _stored_too_long(record, container)
        if container.text("furnished_to"):
            message = f"{container.text('product')} was given to {container.text('furnished_to')}"
            yield container.problem("tasting-resealed", "furnished_to", message, "")
        if container.text("used_for") == "other":
            message = f"{container.text('product')} was used for something else than an in-store tasting"
            yield container.problem("tasting-resealed", "used_for", message, ["in-store tasting"])


def _stored_too_long(record: Record, container: Entry) -> Iterator[Problem]:
    due, taken = _until(record, container), container.day("taken_out")
    if due is not None and (taken or record.on) > due:
        message = f"{container.text('product')} was in storage after {due}, the last of 15 days"
        yield container.problem("tasting-storage", "taken_out", message, f"{due} or earlier")


def _until(record: Record, container: Entry) -> date | None:
    """The last day on which a container may be in storage."""
    held = record.day("date")
    if held is None or container.text("after") != STORED or record.text("place") != STORE:
        return None
    return within(held, record.kind.book.limit_named("storage_days"))


def deadlines(record: Record) -> Iterator[Deadline]:
    """The last day in storage of each container (§ 40-13.228(a))."""
    for container in record.parts("container"):
        if (due := _until(record, container)) is not None:
            what = f"take {container.text('product')} out of storage"
            yield Deadline("40-13.228(a)", due, what, container.day("taken_out") is not None)
