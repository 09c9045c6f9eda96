"""Whole boards are solved once for all tests of a run."""

from tests.solved import solved_once

__all__ = ["solved_once"]
