"""Numbers of things in words, with the right plural."""


def many(number: int, noun: str) -> str:
    """A number of things.

    >>> many(1, "round"), many(2500, "round"), many(0, "entry"), many(3, "box")
    ('1 round', '2,500 rounds', '0 entries', '3 boxes')
    """
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}es" if noun.endswith("x") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def with_article(noun: str) -> str:
    """A noun with its article.

    >>> with_article("automated dealing shoe"), with_article("manual dealing shoe")
    ('an automated dealing shoe', 'a manual dealing shoe')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
