"""Errors in evidence and in the key of the house."""

from pitboss.errors import PitbossError


class BadEvidence(PitbossError):
    """A promise, shuffle, number, seal, signature or record that does not fit or cannot be read."""


class Sealed(BadEvidence):
    """A secret that has not been revealed; only the key of the house opens it."""


class IllegalSeed(PitbossError):
    """A seed or pledge that a seat may not add, or may no longer add."""


class BadKey(PitbossError):
    """A key file that cannot be read, that others can read, or that holds no key."""
