"""Traces which statements implement a paragraph and which tests play it.

Citations of shared procedures are built from the chapter's number at run time, so the source text does not show them. While the
tests run, each `Step`, `PitbossError` and `Void` therefore records the statements of the package that led to it.
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
# The verbs that procedures are written with. The rule lies in their callers, not in them.
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
# Modules that only show, seal, store or replay steps that a rule has made.
SHOWING = (
    *("view/views", "view/viewers", "view/proofs", "view/layout", "log/records", "log/proving", "log/sealed", "log/log"),
    *("log/replay", "incidents"),
)
SHOWN = tuple(str(SRC / "table" / f"{name}.py") for name in SHOWING)
ROUND = str(SRC / "table" / "round.py")
STEPS = str(SRC / "table" / "steps.py")


@dataclass
class Traced:
    """The trace of one paragraph: the tests that play it, the statements behind it with how often they ran, and the acts."""

    tests: dict[str, None] = field(default_factory=dict)
    places: Counter[tuple[str, int]] = field(default_factory=Counter)
    callers: Counter[tuple[str, int]] = field(default_factory=Counter)
    acts: set[str] = field(default_factory=set)


@dataclass
class Trace:
    """The trace of a chapter: each paragraph's trace, how long each test took, which functions ran at import or in a test, and
    which tests fail on unchanged code."""

    cites: dict[str, Traced] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    at_import: set[tuple[str, int]] = field(default_factory=set)
    marked: dict[str, list[str]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    played: dict[str, str] = field(default_factory=dict)  # the paragraphs that are played, with what they say
    orders: dict[str, list[str]] = field(default_factory=dict)  # the orders of hands by section
    called: dict[str, set[str]] = field(default_factory=dict)  # the tests that call a function, by its file and first line

    def encode(self) -> str:
        """This trace as JSON."""
        cites = {
            cite: {
                "tests": list(traced.tests),
                "places": [[*place, n] for place, n in traced.places.most_common()],
                "callers": [[*place, n] for place, n in traced.callers.most_common()],
                "acts": sorted(traced.acts),
            }
            for cite, traced in self.cites.items()
        }
        rest: dict[str, Any] = {"seconds": self.seconds, "marked": self.marked, "broken": self.broken}
        rest |= {"played": self.played, "orders": self.orders}
        rest["called"] = {function: sorted(tests) for function, tests in self.called.items()}
        return json.dumps({"cites": cites, "at_import": sorted(self.at_import), **rest})

    @staticmethod
    def decode(words: str) -> "Trace":
        """The trace that `encode` wrote."""
        data = json.loads(words)
        cites = {
            cite: Traced(
                dict.fromkeys(traced["tests"]),
                Counter({(file, line): n for file, line, n in traced["places"]}),
                Counter({(file, line): n for file, line, n in traced["callers"]}),
                set(traced["acts"]),
            )
            for cite, traced in data["cites"].items()
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
    """Imports `pitboss.table.steps` and `pitboss.errors` so that steps, refusals and void hands report to the trace."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.test = trace, ""
        self.usual: dict[str, Any] = {}

    def find_spec(self, name: str, path: Sequence[str] | None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        """Find the watched modules; leave all others to the usual finders."""
        if name not in ("pitboss.table.steps", "pitboss.errors"):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None:
            self.usual[name], spec.loader = spec.loader, self
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the module, then make its classes report."""
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

    def _watch(self, kind: type, cite_and_act: Any) -> None:
        usual = kind.__init__  # type: ignore[misc]

        def __init__(this: Any, *args: Any, **kwargs: Any) -> None:
            usual(this, *args, **kwargs)
            self.note(*cite_and_act(this))

        kind.__init__ = __init__  # type: ignore[misc]

    def note(self, cite: str, act: str) -> None:
        """Record a citation with the statements on the stack that led to it."""
        if not self.test or not cite:
            return
        traced = self.trace.cites.get(cite)
        if traced is None:
            traced = self.trace.cites[cite] = Traced()
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
        traced.tests[self.test] = None
        traced.acts.add(act)
        if place is not None:
            traced.places[within(place)] += 1
        if caller is not None and caller != place:
            traced.callers[within(caller)] += 1


def within(place: tuple[str, int]) -> tuple[str, int]:
    """A place with its file relative to the package."""
    return place[0][len(str(SRC)) + 1 :], place[1]


def trace(chapter: str) -> Trace:
    """Run all tests of a chapter and trace them. The process must not have imported the package yet."""
    result = Trace()
    watch = Watch(result)
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
                passed = holds(name, items)
            except Exception:
                passed = False
            sys.settrace(None)
            watch.test = ""
            for code in codes:
                if code.co_filename.startswith(package):
                    file, line = within((code.co_filename, code.co_firstlineno))
                    result.called.setdefault(f"{file}:{line}", set()).add(name)
            result.seconds[name] = round(time.process_time() - start, 3)
            if not passed:
                result.broken.append(name)
            if name in items:
                result.marked[name] = list(cited_by(items[name]))

    sys.setprofile(profile)
    import pitboss.cases  # noqa: F401  its functions already run when it is imported
    from pitboss.games import game

    game(chapter)
    sys.setprofile(None)
    result.at_import = {within((code.co_filename, code.co_firstlineno)) for code in codes}
    collect(chapter, run)
    result.played, result.orders = played_in(chapter), {s: list(r.categories) for s, r in game(chapter).rankings.items()}
    return result


def played_in(chapter: str) -> dict[str, str]:
    """The paragraphs of a chapter that are played, with what they say, except those that only introduce others."""
    from pitboss import rulebook
    from pitboss.proof.coverage import coverage

    book = rulebook.chapter(chapter)
    return {s.paragraph: book.paragraphs[s.paragraph].says for s in coverage(book) if s.status == "played" and not s.why}
