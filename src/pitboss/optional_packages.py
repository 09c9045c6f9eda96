"""What pitboss needs beyond its core, by the extra of the package that installs it.

The core plays, replays and looks rules up. Exact odds, pictures, printed matter and the floor need more, and say so in one
sentence where it is not there.
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
    """Raises NotInstalled, with what to install, where a package of an extra is not there.

    >>> require("odds")
    """
    for package in EXTRAS[extra][1]:
        if find_spec(package) is None:
            raise NotInstalled(_sentence(extra, package))


def missing(error: ModuleNotFoundError) -> NotInstalled | None:
    """What to say of a module that was not found, where it is one of an extra.

    >>> print(missing(ModuleNotFoundError(name="numba.core")))
    exact odds need numba, which is not installed; `pip install 'pitboss[odds]'`
    >>> missing(ModuleNotFoundError(name="pitboss.nowhere"))
    """
    package = (error.name or "").partition(".")[0]
    found = (NotInstalled(_sentence(extra, package)) for extra, (_, packages) in EXTRAS.items() if package in packages)
    return next(found, None)


def _sentence(extra: str, package: str) -> str:
    return f"{EXTRAS[extra][0]} {package}, which is not installed; `pip install 'pitboss[{extra}]'`"
