"""Which statements carry a paragraph and which tests really have it: every step, refusal and void hand says who made it.

Citations of shared procedure are built from the chapter's number, so the text of the source does not tell. While the tests run,
each `Step`, `PitbossError` and `Void` notes the statements of the package that led to it.
"""

import importlib.abc
import importlib.machinery
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import CodeType, FrameType, ModuleType
from typing import Any

from tools.mutants.changes import CITING
from tools.mutants.places import SRC
from tools.mutants.trials import cases_of, cited_by, collect, holds

ROOMS = tuple(str(SRC / room) for room in ("games/", "table/", "hands/", "card_room/", "house/house.py", "shoe.py", "money.py"))
GAMES = str(SRC / "games") + os.sep
# The words in which procedures are written: who uses them carries the rule, not they.
VERBS = {
    *CITING,
    "vigorish",
    "ask",
    "decided",
    "dismiss",
    "remedy",
    "moment",
    "__init__",
    "__post_init__",
    "collect_forfeited",
    "ask_together",
    "take_deferred",
    "verify",
    "named",
}
# What only shows, seals, stores or replays a step that a rule has made.
SHOWING = (
    *("view/views", "view/viewers", "view/proofs", "view/layout", "log/records", "log/proving", "log/sealed", "log/log"),
    *("log/replay", "incidents"),
)
SHOWN = tuple(str(SRC / "table" / f"{name}.py") for name in SHOWING)
ROUND = str(SRC / "table" / "round.py")
STEPS = str(SRC / "table" / "steps.py")


@dataclass
class Traced:
    """What is known of one paragraph: its tests, the statements behind it by how often they ran, and what was done."""

    tests: dict[str, None] = field(default_factory=dict)
    places: Counter[tuple[str, int]] = field(default_factory=Counter)
    callers: Counter[tuple[str, int]] = field(default_factory=Counter)
    acts: set[str] = field(default_factory=set)


@dataclass
class Trace:
    """What is known of a chapter: by paragraph, how long each test took, which functions run at import or in a test, and what
    fails as it is."""

    cites: dict[str, Traced] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    at_import: set[tuple[str, int]] = field(default_factory=set)
    marked: dict[str, list[str]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    played: dict[str, str] = field(default_factory=dict)  # the paragraphs that are played, with what they say
    orders: dict[str, list[str]] = field(default_factory=dict)  # the orders of hands by section
    called: dict[str, set[str]] = field(default_factory=dict)  # the tests that call a function, by its file and first line

    def encode(self) -> str:
        """The same as JSON."""
        cites = {
            cite: {
                "tests": list(found.tests),
                "places": [[*place, n] for place, n in found.places.most_common()],
                "callers": [[*place, n] for place, n in found.callers.most_common()],
                "acts": sorted(found.acts),
            }
            for cite, found in self.cites.items()
        }
        rest: dict[str, Any] = {"seconds": self.seconds, "marked": self.marked, "broken": self.broken}
        rest |= {"played": self.played, "orders": self.orders}
        rest["called"] = {function: sorted(tests) for function, tests in self.called.items()}
        return json.dumps({"cites": cites, "at_import": sorted(self.at_import), **rest})

    @staticmethod
    def decode(words: str) -> "Trace":
        """What `encode` wrote."""
        data = json.loads(words)
        cites = {
            cite: Traced(
                dict.fromkeys(found["tests"]),
                Counter({(file, line): n for file, line, n in found["places"]}),
                Counter({(file, line): n for file, line, n in found["callers"]}),
                set(found["acts"]),
            )
            for cite, found in data["cites"].items()
        }
        imports = {(file, line) for file, line in data["at_import"]}
        rest = (data[name] for name in ("seconds", "marked", "broken", "played", "orders"))
        seconds, marked, broken, played, orders = rest
        called = {function: set(tests) for function, tests in data["called"].items()}
        return Trace(cites, seconds, imports, marked, broken, played, orders, called)

    def callers_of(self, file: str, line: int) -> set[str]:
        """The tests that call a function."""
        return self.called.get(f"{file}:{line}", set())


class Watch(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports two modules of the package as usual, and makes what they define report to the trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.test = trace, ""
        self.usual: dict[str, Any] = {}

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Stands before the usual finder for the modules that are watched."""
        if name not in ("pitboss.table.steps", "pitboss.errors"):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None:
            self.usual[name], spec.loader = spec.loader, self
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Runs the module, then lets its records report."""
        self.usual[module.__name__].exec_module(module)
        if module.__name__ == "pitboss.errors":
            self._watch(module.PitbossError, lambda error: (error.cite, "refuse"))
            return
        steps: Any = module
        usual, note = steps.Step, self.note

        def __post_init__(step: Any) -> None:
            note(step.cite, step.act)

        steps.Step = type(
            "Step", (usual,), {"__post_init__": __post_init__, "__module__": usual.__module__}, frozen=True, gc=False
        )
        self._watch(module.Void, lambda void: (void.cite, "void"))

    def _watch(self, kind: type, told: Any) -> None:
        usual = kind.__init__  # type: ignore[misc]

        def __init__(this: Any, *args: Any, **kwargs: Any) -> None:
            usual(this, *args, **kwargs)
            self.note(*told(this))

        kind.__init__ = __init__  # type: ignore[misc]

    def note(self, cite: str, act: str) -> None:
        """A citation, and the statements on the stack that it came from."""
        if not self.test or not cite:
            return
        found = self.trace.cites.get(cite)
        if found is None:
            found = self.trace.cites[cite] = Traced()
        place = caller = None
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and caller is None:
            file = frame.f_code.co_filename
            if file in SHOWN:
                return  # a copy of a step, not the step itself
            if file.startswith(ROOMS):
                here = (file, frame.f_lineno)
                if place is None and not (file in (ROUND, STEPS) and frame.f_code.co_name in VERBS):
                    place = here
                if place is not None and file.startswith(GAMES):
                    caller = here
            frame = frame.f_back
        found.tests[self.test] = None
        found.acts.add(act)
        if place is not None:
            found.places[within(place)] += 1
        if caller is not None and caller != place:
            found.callers[within(caller)] += 1


def within(place: tuple[str, int]) -> tuple[str, int]:
    """A place by its file within the package."""
    return place[0][len(str(SRC)) + 1 :], place[1]


def trace(chapter: str) -> Trace:
    """Runs all tests of a chapter and notes what they show; in a process that has not imported the package yet."""
    found = Trace()
    watch = Watch(found)
    sys.meta_path.insert(0, watch)
    codes: set[CodeType] = set()
    package = str(SRC)

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(package):
            codes.add(frame.f_code)

    def calls(frame: FrameType, event: str, argument: Any) -> None:
        codes.add(frame.f_code)

    def run(items: dict[str, Any]) -> None:
        for name in [*cases_of(chapter), *items]:
            watch.test, start = name, time.process_time()
            codes.clear()
            sys.settrace(calls)
            try:
                right = holds(name, items)
            except Exception:
                right = False
            sys.settrace(None)
            watch.test = ""
            for code in codes:
                if code.co_filename.startswith(package):
                    file, line = within((code.co_filename, code.co_firstlineno))
                    found.called.setdefault(f"{file}:{line}", set()).add(name)
            found.seconds[name] = round(time.process_time() - start, 3)
            if not right:
                found.broken.append(name)
            if name in items:
                found.marked[name] = list(cited_by(items[name]))

    sys.setprofile(profile)
    import pitboss.cases  # noqa: F401  whose functions run already when it is imported
    from pitboss.games import game

    game(chapter)
    sys.setprofile(None)
    found.at_import = {within((code.co_filename, code.co_firstlineno)) for code in codes}
    collect(chapter, run)
    found.played, found.orders = played_in(chapter), {s: list(r.categories) for s, r in game(chapter).rankings.items()}
    return found


def played_in(chapter: str) -> dict[str, str]:
    """The paragraphs of a chapter that are played, with what they say; without those that only lead in to others."""
    from pitboss import rulebook
    from pitboss.proof.coverage import coverage

    book = rulebook.chapter(chapter)
    return {s.paragraph: book.paragraphs[s.paragraph].says for s in coverage(book) if s.status == "played" and not s.why}
