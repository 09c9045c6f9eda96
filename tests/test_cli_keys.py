"""`pitboss key`, `play --key` and `replay --key` keep the contract of the command line."""

import json
from pathlib import Path

import pytest

from tests.commands import pitboss

WAGERS = "\nplay\n" * 2


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A new key of a house."""
    done = pitboss("key", "new", str(tmp_path / "house.key"), "--house", "Elm Street")
    assert (done.returncode, done.stderr) == (0, "")
    return tmp_path / "house.key"


def test_a_key_is_made_and_shown(key: Path) -> None:
    assert key.stat().st_mode & 0o777 == 0o600
    digits = pitboss("key", "show", str(key)).stdout.strip()
    assert len(digits) == 64
    for file in (str(key), f"{key}.pub"):
        [shown] = json.loads(pitboss("key", "show", file, "--json").stdout)
        assert shown == {"house": "Elm Street", "public": digits, "schema": 1}
    for args in (("new", str(key)), ("show", str(key.parent / "nothing"))):
        done = pitboss("key", *args)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_a_table_with_a_key_is_signed_and_fair(key: Path) -> None:
    log = str(key.parent / "log")
    done = pitboss("play", "565", "--log", log, "--key", str(key), "--rounds", "1", stdin=WAGERS)
    assert (done.returncode, done.stderr) == (0, "")
    digits = pitboss("key", "show", str(key)).stdout.strip()
    for given in (str(key), f"{key}.pub", digits):
        done = pitboss("replay", log, "--key", given)
        assert done.returncode == 0
        assert "Its chance was fair" in done.stdout and "Signed by" in done.stdout
    done = pitboss("replay", log)
    assert done.returncode == 0
    assert "not verified without --key" in done.stdout
    [shown] = json.loads(pitboss("replay", log, "--key", digits, "--json").stdout)
    assert (shown["fair"], shown["proven"], shown["signatures"], shown["closed"]) == (True, True, 2, True)


def test_seats_add_seeds_at_the_wagers_and_at_the_cut(key: Path) -> None:
    log = str(key.parent / "log")
    done = pitboss(
        "play", "565", "--log", log, "--key", str(key), "--rounds", "1", stdin="?\nseed\nseed  Rainy day \n10\nplay\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "seed any words" in done.stdout and "Which seed?" in done.stdout and "Promise 1: " in done.stdout
    assert '"do":"seed","seat":1,"seed":"Rainy day"' in Path(log).read_text()
    assert "Seats added seeds to every promise, and they fit." in pitboss("replay", log).stdout
    cut = str(key.parent / "cut")
    lines = "10\n?\nseed\nseed one\nseed two\n1\n50\n" + "stand\nno insurance\n" * 9
    done = pitboss("play", "blackjack", "--log", cut, "--key", str(key), "--rounds", "1", stdin=lines)
    assert "rearranged by it before they are cut" in done.stdout
    assert '"do":"cut","seat":1,"depth":50,"seed":"two"' in Path(cut).read_text()
    assert pitboss("replay", cut, "--key", str(key)).returncode == 0
    [shown] = json.loads(pitboss("replay", cut, "--key", str(key), "--json").stdout)
    assert (shown["fair"], shown["seeds"]) == (True, 1)


def test_a_seed_of_every_kind_at_poker_and_where_none_is_taken(key: Path) -> None:
    log = str(key.parent / "log")
    done = pitboss("play", "poker", "--log", log, "--key", str(key), stdin=f"seed {'x' * 999}\nseed rain\nseed wind\nquit\n")
    assert "1 to" in done.stdout and "adds its seed" in done.stdout and "has added its seed already" in done.stdout
    assert "This table takes no seeds" in pitboss("play", "565", stdin="seed rain\nquit\n").stdout


def test_replay_claims_no_seeds_where_there_were_none(key: Path) -> None:
    log = str(key.parent / "log")
    pitboss("play", "565", "--log", log, "--key", str(key), "--rounds", "1", stdin=WAGERS)
    told = pitboss("replay", log).stdout
    assert "No seat added a seed: the house could have tried several secrets" in told
    assert "seed fits" not in told


def test_the_wrong_half_of_a_key_is_said_to_be_that(key: Path) -> None:
    log = str(key.parent / "log")
    done = pitboss("play", "--log", log, "--key", f"{key}.pub")
    assert (done.returncode, done.stdout) == (2, ""), "before the menu"
    assert "is the public half" in done.stderr
    key.chmod(0o644)
    assert f"`chmod 600 {key}` is enough" in pitboss("play", "565", "--log", log, "--key", str(key)).stderr
    assert "64 hexadecimal digits" in pitboss("replay", log, "--key", "deadbeef").stderr
    assert "64 hexadecimal digits" in pitboss("replay", log, "--key", 300 * "x").stderr


def test_a_log_whose_secrets_are_sealed_is_not_proven_without_the_key(key: Path) -> None:
    log = str(key.parent / "log")
    pitboss("play", "565", "--log", log, "--key", str(key), stdin="10\nquit\n")
    done = pitboss("replay", log, "--key", f"{key}.pub")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"nothing of {log} is proven" in done.stderr
    done = pitboss("replay", log, "--key", str(key))
    assert done.returncode == 2 and "(0 rounds) is right" in done.stderr and "--key FILE" in done.stderr


def test_the_public_key_lists_what_it_cannot_verify(key: Path) -> None:
    """A shoe of Blackjack that is not over, and a Poker log, are honest: exit 0, and the rounds are named."""
    log, pub = str(key.parent / "log"), f"{key}.pub"
    lines = "10\n\n\n" + "stand\nno insurance\n" * 9
    pitboss("play", "565", "--log", log, "--key", str(key), "--rounds", "2", stdin=f"{WAGERS}10\nplay\n10\nquit\n")
    [told] = json.loads(pitboss("replay", log, "--key", pub, "--json").stdout)
    assert (told["ok"], told["rounds"], told["not_verified"]) == (True, 2, "")
    shoe = str(key.parent / "shoe")
    pitboss("play", "blackjack", "--log", shoe, "--key", str(key), stdin=lines)
    written = Path(shoe).read_bytes().splitlines(keepends=True)
    last = max(n for n, line in enumerate(written) if b'"signature"' in line and b'"closed":true' not in line)
    Path(shoe).write_bytes(b"".join(written[: last + 1]))  # as it was before the table closed
    done = pitboss("replay", shoe, "--key", pub)
    assert done.returncode == 0 and "every seal holds, and no round can be replayed" in done.stdout
    assert (
        "Not verified, as only the key of the house opens the cards: round" in done.stdout
        and "Signed by Elm Street" in done.stdout
    )
    [told] = json.loads(pitboss("replay", shoe, "--key", pub, "--json").stdout)
    assert told["ok"] and told["rounds"] == 0 and told["not_verified"].startswith("round") and told["chips"] is None
    done = pitboss("replay", shoe, "--key", pub, "--round", "1")
    assert done.returncode == 2 and "round 1 is not verified" in done.stderr
    assert pitboss("replay", shoe).returncode == 2, "without a key nothing of it is proven"


def test_another_key_proves_nothing(key: Path) -> None:
    log = key.parent / "log"
    pitboss("play", "565", "--log", str(log), "--key", str(key), "--rounds", "1", stdin=WAGERS)
    other = pitboss("key", "new", str(key.parent / "other")).stdout.strip()
    done = pitboss("replay", str(log), "--key", other)
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (1, 1, "")
    for args in ((), ("--key", str(key.parent / "other"))):
        done = pitboss("play", "--resume", "--log", str(log), *args, "--rounds", "1", stdin=WAGERS)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    done = pitboss("play", "--resume", "--log", str(log), "--key", str(key), "--rounds", "1", stdin=WAGERS)
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 rounds" in pitboss("replay", str(log), "--key", f"{key}.pub").stdout


def test_a_key_that_is_not_there_is_made_and_said(tmp_path: Path) -> None:
    made = tmp_path / "new.key"
    done = pitboss("play", "565", "--log", str(tmp_path / "log"), "--key", str(made), "--rounds", "1", stdin=WAGERS)
    assert done.returncode == 0
    assert f"{made}.pub" in done.stdout.replace("\n", "")
    assert made.stat().st_mode & 0o777 == 0o600
    done = pitboss("play", "565", "--key", str(made), stdin=WAGERS)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_seeded_table_is_signed_but_not_fair(key: Path) -> None:
    log = str(key.parent / "log")
    pitboss("play", "565", "--seed", "1", "--log", log, "--key", str(key), "--rounds", "1", stdin=WAGERS)
    done = pitboss("replay", log, "--key", f"{key}.pub")
    assert done.returncode == 0
    assert "fair" not in done.stdout and "Signed by" in done.stdout and "seeded" in done.stdout
