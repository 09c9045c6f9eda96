"""Nonbanked Poker (chapters 553 and 637a): players against each other, ten variants as data over one engine."""
