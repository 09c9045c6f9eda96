"""Mutants by paragraph: what carries a paragraph of the regulation is broken on purpose, and some test must notice.

`make mutants CHAPTER=565` traces the tests of a chapter (`tracing`), breaks the statements and data behind each citation one
change at a time (`changes`, `data`), runs the tests against each (`running`), and keeps who noticed what in
`tests/mutants/565.json` (`results`). `rooms` does the same for code that no paragraph is about. See docs/mutants.md.
"""

import os

# Options meant for another pytest: one that is unknown here would look like a test that fails.
os.environ.pop("PYTEST_ADDOPTS", None)
