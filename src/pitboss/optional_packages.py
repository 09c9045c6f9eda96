"""The packages that pitboss needs beyond its core, by the extra that installs them.

The core plays, replays and looks rules up. Exact odds, pictures, printed matter and the floor need more packages, and say so in
one sentence if one is missing.
"""

from importlib.util import find_spec

from pitboss.errors import NotInstalled

FLOOR = ("alembic", "argon2", "fastapi", "jinja2", "prometheus_client", "psycopg", "pydantic", "sqlalchemy", "structlog")
EXTRAS = {
    "odds": ("exact odds need", ("numba", "numpy", "xlsxwriter")),
    "pictures": ("pictures of odds need", ("matplotlib",)),
    "design": ("the design of pay tables needs", ("highspy",)),
    "print": ("printed matter needs", ("segno", "typst", "ezdxf")),
    "cluster": ("a cluster needs", ("ray",)),
    "gpu": ("a GPU needs", ("numba_cuda",)),
    "school": ("a daily lesson with spaced repetition needs", ("fsrs",)),
    "calendar": ("a calendar needs", ("icalendar",)),
    "floor": ("the floor needs", (*FLOOR, "uvicorn", "websockets", "zxcvbn")),
}


def require(extra: str) -> None:
    """Raises NotInstalled, with what to install, if a package of an extra is missing.

    >>> require("odds")
    """
    for package in EXTRAS[extra][1]:
        if find_spec(package) is None:
            raise NotInstalled(_sentence(extra, package))


def missing(error: ModuleNotFoundError) -> NotInstalled | None:
    """The error for a module that was not found, if an extra installs it; otherwise None.

    >>> print(missing(ModuleNotFoundError(name="numba.core")))
    exact odds need numba, which is not installed; `pip install 'pitboss[odds]'`
    >>> missing(ModuleNotFoundError(name="pitboss.nowhere"))
    """
    package = (error.name or "").partition(".")[0]
    errors = (NotInstalled(_sentence(extra, package)) for extra, (_, packages) in EXTRAS.items() if package in packages)
    return next(errors, None)


def _sentence(extra: str, package: str) -> str:
    return f"{EXTRAS[extra][0]} {package}, which is not installed; `pip install 'pitboss[{extra}]'`"
