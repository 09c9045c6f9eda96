"""Exact mathematics of every wager: what it holds for the house under best play, on every printed pay table.

A solver counts deals as integers and gives a `Distribution`; `catalogue` knows which wagers, tables and versions a chapter has
and asks the solvers. Nothing here is imported unless odds are asked for.
"""
