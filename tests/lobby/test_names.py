"""Which names people may have."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fudakai.server.lobby.names import LONGEST, BadName, clean_name


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Ann", "Ann"),
        ("  Ann   Bee ", "Ann Bee"),
        ("\uff21\uff4e\uff4e", "Ann"),
        ("e\u0301mile", "\u00e9mile"),
        ("\u82b1\u672d", "\u82b1\u672d"),
        ("O'Neil-2 \U0001f3b4", "O'Neil-2 \U0001f3b4"),
        ("a\u00a0b", "a b"),
        ("x" * LONGEST, "x" * LONGEST),
        ("\u0e01\u0e34\u0e48", "\u0e01\u0e34\u0e48"),
    ],
)
def test_names_are_normalised(raw: str, clean: str) -> None:
    assert clean_name(raw) == clean


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "   ",
        "x" * (LONGEST + 1),
        "\ufdfa" * LONGEST,  # one character becomes 18
        "x" * 100_000,
        "a\nb",
        "a\tb",
        "a\x00b",
        "a\x1b[31m",
        "\u202eann",  # right-to-left override
        "a\u2066b",
        "a\u200bb",  # zero width
        "a\u200db",
        "\ufeffa",
        "\u3164",  # Hangul filler: a letter that shows nothing
        "\u2800",
        "a\ufe0f",
        "a\U000e0101",
        "\ue000",  # private use
        "\u0378",  # unassigned
        "\u0301",  # an accent on nothing
        "a\u0316\u0316\u0316\u0316",
        "a\ud800",
        "a\u2028b",
    ],
)
def test_names_that_hide_or_disturb_are_refused_in_words(raw: str) -> None:
    with pytest.raises(BadName) as caught:
        clean_name(raw)
    assert caught.value.words.startswith("a name has ")


@given(st.text(max_size=40))
def test_a_clean_name_stays_as_it_is(raw: str) -> None:
    try:
        name = clean_name(raw)
    except BadName:
        return
    assert clean_name(name) == name
    assert 1 <= len(name) <= LONGEST
    assert name.isprintable()
