"""The dealer school in the browser: lessons, drills and the cards of a day, with progress for each account; table tests.

`rows` reads and writes what an account has done, `classroom` goes on from there, `table_tests` is the examiner's side, `web`
answers over HTTP. Nothing is held that cannot be rebuilt from the rows: any server goes on with a lesson. Start reading at
`classroom.py`.
"""
