"""How often Hanafuda is dealt again (H6) and a hand of four pairs is dealt (H7)."""

from __future__ import annotations

from random import Random

import pytest

from scripts import deals


def test_h6_h7_the_expected_shares_are_those_of_the_page() -> None:
    assert f"{deals.FOUR_OF_A_MONTH:.2%}" == "0.43%"
    assert f"{deals.FOUR_PAIRS:.3%}" == "0.170%"


def test_h6_h7_dealt_often_enough_they_happen_as_often_as_expected() -> None:
    for share in deals.measure(15_000, Random(48)):
        assert abs(share.off) < deals.FAR
        assert share.happened > 10


def test_the_table_is_printed_with_its_errors(capsys: pytest.CaptureFixture[str]) -> None:
    assert deals.main(["--deals", "2000", "--seed", "3"]) == 0
    head, again, pairs = capsys.readouterr().out.splitlines()
    assert head.split() == ["happened", "of", "measured", "error", "expected", "off"]
    assert (again.split()[-2], pairs.split()[-2]) == ("0.4317%", "0.1700%")
