"""Mutation testing by paragraph: the code and data behind each paragraph are broken on purpose, and some test must notice.

`make mutants CHAPTER=565` traces the tests of a chapter (`tracing`), breaks the statements and data behind each citation one
change at a time (`changes`, `data`), runs the tests against each mutant (`running`), and stores which test noticed it in
`tests/mutants/565.json` (`results`). `rooms` does the same for code that no paragraph is about. See docs/mutants.md.
"""

import os

# These options are meant for another pytest run; an option that is unknown here would look like a failing test.
os.environ.pop("PYTEST_ADDOPTS", None)
