"""Drafts: wagers that nobody has printed, written as data and priced exactly.

`conditions` is the language in which a row says what wins, `records` has the wager as frozen records, `reading` makes them of a
TOML file with the line of each error, `procedures` has ways of dealing that many wagers share. `deals` counts the ways in which
cards can fall, `draws` adds the cards drawn later and `one_suit` their suits, `measures` evaluates conditions over arrays of
hands, and `pricing` plans the cheapest count and prices it: every deal listed, `discards` for draw games, or, where hands are
compared with the dealer's (`comparing`), `boards` and `showdowns`. docs/drafts.md documents the language. `printed` has the
printed wagers as drafts, by which `lawfulness` judges; `verification` prices a draft by a second method, `sampling` deals it by
chance.

The commands and `pitboss.price` call it; it calls `odds`. Start reading at `records.py`, then `pricing.py`.
"""
