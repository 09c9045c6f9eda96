"""Transfers of ownership: 40 Pa. Code 7.2."""

from collections.abc import Iterator

from pitboss.house.problems import Problem
from pitboss.money import dollars
from pitboss.records.deadlines import Statement
from pitboss.records.reading import Record

HOLDERS = ("attorney", "financial institution")


def escrow_problems(transfer: Record) -> Iterator[Problem]:
    """The whole price waits in escrow with an attorney or a financial institution (§ 40-7.2)."""
    price, held = transfer.number("price"), transfer.number("escrowed")
    if price is not None and held is not None and held < price:
        message = f"{dollars(held)} of {dollars(price)} is in escrow"
        yield transfer.problem("transfer-escrow", "escrowed", message, {"min": price})
    holder = transfer.text("escrow_with")
    if holder and holder not in HOLDERS:
        message = f"the {holder} holds the price" if holder != "other" else "neither attorney nor bank holds the price"
        yield transfer.problem("transfer-escrow", "escrow_with", message, list(HOLDERS))


def paper_problems(transfer: Record) -> Iterator[Problem]:
    """The licensee executes a bill of sale, and the Board sees it; the buyer shows a deed, a lease or a bill of sale
    (§ 40-7.2)."""
    by = transfer.text("bill_of_sale_by")
    if by and by != "seller":
        yield transfer.problem("transfer-papers", "bill_of_sale_by", f"{by} executed the bill of sale", ["seller"])
    if not transfer.flag("bill_of_sale_exhibited"):
        yield transfer.problem("transfer-papers", "bill_of_sale_exhibited", "the Board has not seen the bill of sale", True)
    if not transfer.texts("buyer_exhibits"):
        message = "the buyer has shown nothing for the premises"
        yield transfer.problem("transfer-papers", "buyer_exhibits", message, ["deed", "lease", "bill of sale"])


def approval_problems(transfer: Record) -> Iterator[Problem]:
    """Price, business and license wait until the Board approves (§ 40-7.2)."""
    approved = transfer.day("approved")
    for name, what in (
        ("paid_to_seller", "the price was paid"),
        ("ownership_passed", "the business changed hands"),
        ("license_passed", "the license changed hands"),
    ):
        day = transfer.day(name)
        if day is not None and (approved is None or day < approved):
            since = f"the Board approved on {approved}" if approved else "the Board has not approved"
            allowed = f"{approved} or later" if approved else "after the approval"
            yield transfer.problem("transfer-approval", name, f"{what} on {day}, and {since}", allowed)


def operation_problems(transfer: Record) -> Iterator[Problem]:
    """The seller may sell until the approval; one who stops sells nothing more and surrenders the license (§ 40-7.2)."""
    sale, closed, approved = transfer.day("last_sale"), transfer.day("closed"), transfer.day("approved")
    last = min((day for day in (closed, approved) if day is not None), default=None)
    if sale is not None and last is not None and sale > last:
        what = "stopping" if last == closed else "the approval"
        message = f"the seller sold on {sale}, after {what} on {last}"
        yield transfer.problem("transfer-operation", "last_sale", message, f"{last} or earlier")
    surrendered = transfer.day("surrendered")
    if closed is None or (approved is not None and closed >= approved):
        return
    if surrendered is None:
        message = f"the seller stopped on {closed} and has not surrendered the license"
        yield transfer.problem("transfer-operation", "surrendered", message, "the day of the surrender")
    elif approved is not None and surrendered > approved:
        message = f"the seller stopped on {closed} and surrendered the license after the approval, on {surrendered}"
        yield transfer.problem("transfer-operation", "surrendered", message, f"{approved} or earlier")


def statements(transfer: Record) -> Iterator[Statement]:
    """What waits in escrow."""
    yield Statement("40-7.2", "escrow", dollars(transfer.number("price") or 0), "until the Board approves")
