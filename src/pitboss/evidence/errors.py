"""What can be wrong with evidence and with the key of the house."""

from pitboss.errors import PitbossError


class BadEvidence(PitbossError):
    """A promise, shuffle, number, seal, signature or record that does not fit or cannot be read."""


class Sealed(BadEvidence):
    """A secret that has not been revealed, and that only the key of the house opens."""


class IllegalSeed(PitbossError):
    """A seed or pledge that a seat may not add, or not any more."""


class BadKey(PitbossError):
    """A key that cannot be read, that others can read, or that is not a key."""
