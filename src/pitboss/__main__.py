"""`python -m pitboss`: the command line."""

from pitboss.cli import main

main()
