"""Pai Gow Poker: chapters 561 and 645a."""
