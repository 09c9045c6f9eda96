"""Names: what people may be called, and which names are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.people.names import BadNameError, key_of, read_name
from pitboss.table.door import is_name


@pytest.mark.parametrize(
    "name",
    ["Ann", "Zoë", "O'Neil", "Jean-Luc 2", "Анна", "Ελένη", "山田 太郎", "דוד", "محمد", "x", "a" * 40, "A. B.", "ひろし Ken"],
)
def test_names_that_people_have(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize("name", ["Işıl", "Əli", "Ɔkɔ"])
def test_letters_of_a_language_that_phonetics_uses_too_are_no_look_alikes(name: str) -> None:
    assert read_name(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "1 to 40"),
        ("a" * 41, "1 to 40"),
        ("ﷺ" * 10, "1 to 40"),  # eighteen characters each in NFKC
        (" Ann", "space"),
        ("Ann ", "space"),
        ("Ann  Bee", "two in a row"),
        ("Ann\n", "printable"),
        ("Ann\x00", "printable"),
        ("An\u200bn", "printable"),  # zero width space
        ("An\u200dn", "printable"),  # zero width joiner
        ("\u202eAnn", "printable"),  # right-to-left override
        ("Ann\u00a0", "printable"),
        ("\ud800", "printable"),
        ("An\u3164n", "invisible"),
        ("Ann\ufe0f", "invisible"),
        ("Ann\u2800", "invisible"),
        ("An\u034fn", "invisible"),
        ("Аnn", "look alike"),  # a Cyrillic A
        ("Αnn", "look alike"),  # a Greek one
        ("ᴀɴɴ", "phonetic"),  # small capitals
        ("ᴅᴇᴀʟᴇʀ", "phonetic"),
        ("ɑnn", "phonetic"),  # a Latin alpha
        ("Ⱳɡ", "phonetic"),  # a script g
        ("Pauǀ", "phonetic"),  # a click
        ("ƖAN", "phonetic"),  # the capital of a Latin iota
        ("Annדוד", "not both"),
        ("a\u0316\u0317\u0318\u0319", "accents"),
        ("\u0316a", "accents"),
        ("../../etc/passwd", "slashes"),
        ("a\\b", "slashes"),
        ("...", "letter or a digit"),
        ("dealer", "word of the house"),
        ("ＤＥＡＬＥＲ", "word of the house"),
        ("House", "word of the house"),
        ("seat_1", "word of the house"),
        ("Seat 12", "word of the house"),
        ("Pit Boss", "word of the house"),
        ("Guest 4821", "word of the house"),
        ("The Dealer", "word of the house"),
    ],
)
def test_names_that_nobody_has(name: str, why: str) -> None:
    with pytest.raises(BadNameError, match=why):
        read_name(name)


@given(st.text(max_size=60))
def test_whatever_is_a_name_can_be_put_on_record(text: str) -> None:
    try:
        name = read_name(text)
    except BadNameError:
        return
    assert is_name(name) and 1 <= len(name) <= 40 and name == name.strip()
    assert read_name(name) == name and key_of(key_of(name)) == key_of(name)


def test_keys_are_the_same_for_what_looks_the_same() -> None:
    assert key_of("ANN") == key_of("ann") == key_of("ＡＮＮ")
    assert key_of("ТОМ") == key_of("Tom")  # all Cyrillic
    assert key_of("ΑΝΝΑ") == key_of("Anna")  # all Greek
    assert key_of("Straße") == key_of("STRASSE")
    assert key_of("Ann") != key_of("Anna")
