"""The floor: many people play over the network, on a database that loses nothing acknowledged.

`server` opens and serves a floor; `client` is the other end, for bots, tests and the terminal. The packages, from the lowest:
`storage` keeps lines, `people` has accounts, `play` runs tables, `books` reads records, `desk` processes submissions, `web`
answers over HTTP from `pages`. None imports a later one. `laboratory` and `school` are rooms of their own beside them, with
work and addresses together. Start reading at `play/floor.py`.
"""
