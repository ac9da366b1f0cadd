"""Wrong guesses: who waits how long, and when it is forgotten."""

from __future__ import annotations

import weakref

from fudakai.server.guesses import FIRST, FORGOTTEN, FREE, FREE_OF_SOURCE, LONGEST, MOST, Guesses
from tests.lobby.visitors import Visitor

C, OTHER = 1, 2
"""Two connections."""


def by(connection: int, source: str) -> Visitor:
    return Visitor(source, connection)


class Time:
    now = 0


def test_the_first_guesses_are_free_and_then_each_wait_is_twice_the_one_before() -> None:
    guesses = Guesses(lambda: Time.now)
    waits = [guesses.wrong(by(C, "a")) for _ in range(FREE + 4)]
    assert waits == [0] * FREE + [FIRST, 2 * FIRST, 4 * FIRST, 8 * FIRST]
    assert [guesses.wrong(by(C, "a")) for _ in range(100)][-1] == LONGEST
    assert guesses.wait(by(C, "elsewhere")) == guesses.wait(by(OTHER, "a")) == LONGEST
    assert guesses.wait(by(OTHER, "elsewhere")) == 0


def test_many_connections_of_one_address_count_together() -> None:
    guesses = Guesses(lambda: Time.now)
    waits = [guesses.wrong(by(number, "a")) for number in range(FREE_OF_SOURCE + 2)]
    assert waits == [0] * FREE_OF_SOURCE + [FIRST, 2 * FIRST]
    for number in range(FREE_OF_SOURCE + 2):
        guesses.closed(by(number, "a"))
    assert len(guesses) == 1
    assert guesses.wait(by(OTHER, "a")) == 2 * FIRST


def test_waits_run_out_and_all_is_forgotten_after_a_while() -> None:
    time = Time()
    guesses = Guesses(lambda: time.now)
    for _ in range(FREE + 1):
        guesses.wrong(by(C, "a"))
    time.now = FIRST - 1
    assert guesses.wait(by(C, "a")) == 1
    time.now = FIRST
    assert guesses.wait(by(C, "a")) == 0
    assert guesses.wrong(by(C, "a")) == 2 * FIRST
    time.now += FORGOTTEN
    assert guesses.wrong(by(C, "a")) == 0
    assert len(guesses) == 2


def test_memory_is_bounded_and_who_guessed_last_is_remembered() -> None:
    guesses = Guesses(lambda: Time.now)
    for number in range(MOST):
        guesses.wrong(by(10 + number, f"a{number}"))
        guesses.wrong(by(OTHER, "a"))
        assert len(guesses) <= MOST + 3
    assert guesses.wait(by(OTHER, "b")) == guesses.wait(by(C, "a")) == LONGEST


def test_who_has_shown_who_they_are_waits_for_their_own_guesses_only_and_everywhere() -> None:
    guesses = Guesses(lambda: Time.now)
    for _ in range(FREE_OF_SOURCE + 1):
        guesses.wrong(by(C, "a"))
    assert guesses.wait(by(C, "a"), "ann") == 0
    waits = [guesses.wrong(by(10 + number, f"a{number}"), "eve") for number in range(FREE + 2)]
    assert waits == [0] * FREE + [FIRST, 2 * FIRST]
    assert guesses.wait(by(OTHER, "elsewhere"), "eve") == 2 * FIRST
    assert guesses.wait(by(10, "a0"), "ann") == 0
    assert [guesses.wrong(by(C, "b"), f"p{number}") for number in range(FREE)] == [0] * FREE
    assert guesses.wait(by(C, "b")) == LONGEST, "and they count for the connection as well"


def test_a_guess_that_was_under_way_when_its_connection_closed_keeps_nothing_of_it() -> None:
    time = Time()
    guesses = Guesses(lambda: time.now)
    visitor = by(C, "a")
    guesses.closed(visitor)
    guesses.wrong(visitor)
    gone = weakref.ref(visitor)
    del visitor
    assert gone() is None
    time.now += FORGOTTEN
    assert guesses.wait(by(OTHER, "b")) == len(guesses) == 0
