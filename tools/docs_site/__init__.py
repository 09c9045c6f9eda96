"""The documentation site: `make docs` writes it to build/site/html, without network.

`pages` copies what is written by hand in docs/, `games` writes one page per game, `reference` the commands, the HTTP and
WebSocket API and the formats, all from the commands and definitions that run. Zensical lays them out as zensical.toml says; a
warning or a dead link ends the build. Start reading at `__main__.py`.
"""
