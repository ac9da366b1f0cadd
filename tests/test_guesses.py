"""Wrong guesses: who waits how long, and when it is forgotten."""

from __future__ import annotations

from server.guesses import FIRST, FORGOTTEN, FREE, FREE_OF_SOURCE, LONGEST, MOST, Guesses


class Time:
    now = 0


def test_the_first_guesses_are_free_and_then_each_wait_is_twice_the_one_before() -> None:
    guesses = Guesses(lambda: Time.now)
    waits = [guesses.wrong("c", "a") for _ in range(FREE + 4)]
    assert waits == [0] * FREE + [FIRST, 2 * FIRST, 4 * FIRST, 8 * FIRST]
    assert [guesses.wrong("c", "a") for _ in range(100)][-1] == LONGEST
    assert guesses.wait("c", "elsewhere") == guesses.wait("other", "a") == LONGEST
    assert guesses.wait("other", "elsewhere") == 0


def test_many_connections_of_one_address_count_together() -> None:
    guesses = Guesses(lambda: Time.now)
    waits = [guesses.wrong(number, "a") for number in range(FREE_OF_SOURCE + 2)]
    assert waits == [0] * FREE_OF_SOURCE + [FIRST, 2 * FIRST]
    for number in range(FREE_OF_SOURCE + 2):
        guesses.closed(number)
    assert len(guesses) == 1
    assert guesses.wait("new", "a") == 2 * FIRST


def test_waits_run_out_and_all_is_forgotten_after_a_while() -> None:
    time = Time()
    guesses = Guesses(lambda: time.now)
    for _ in range(FREE + 1):
        guesses.wrong("c", "a")
    time.now = FIRST - 1
    assert guesses.wait("c", "a") == 1
    time.now = FIRST
    assert guesses.wait("c", "a") == 0
    assert guesses.wrong("c", "a") == 2 * FIRST
    time.now += FORGOTTEN
    assert guesses.wrong("c", "a") == 0
    assert len(guesses) == 2


def test_memory_is_bounded_and_who_guessed_last_is_remembered() -> None:
    guesses = Guesses(lambda: Time.now)
    for number in range(MOST):
        guesses.wrong(number, f"a{number}")
        guesses.wrong("same", "a")
        assert len(guesses) <= MOST + 3
    assert guesses.wait("same", "b") == guesses.wait("c", "a") == LONGEST
