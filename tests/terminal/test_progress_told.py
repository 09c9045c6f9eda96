"""Work that takes a while is announced where nobody sees a bar, also when one part of it is done and the next says nothing."""

import time

import pytest

from pitboss.terminal import progress as told


def work(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_silent_work_after_a_part_is_announced(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(told, "MOMENT", 0.1)
    with told.progress("chapter 563") as tell:
        tell("Ante", 0.0)
        tell("Ante", 1.0)
        work(0.3)
        time.sleep(0.2)
    assert capsys.readouterr().err == "pitboss: chapter 563 takes a while …\n"


def test_each_thing_is_announced_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(told, "MOMENT", 0.1)
    with told.progress("chapter 563") as tell:
        for _ in range(2):
            tell("rules of chapter 563", 0.5)
            work(0.25)
            time.sleep(0.2)
    assert capsys.readouterr().err == "pitboss: rules of chapter 563 takes a while …\n"
