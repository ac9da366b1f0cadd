"""The decks' files are what the drawings say, show every card, and hold nothing that a strict page would refuse."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from fudakai.server.games.cards import BRIDGE, HANAFUDA
from scripts.cards.sheet import FOLDER, decks

CARDS = {"hanafuda.svg": HANAFUDA, "bridge.svg": BRIDGE}


@pytest.mark.parametrize("name", CARDS)
def test_a_decks_file_is_not_stale(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == decks()[name], "run python -m scripts.cards"


@pytest.mark.parametrize("name", CARDS)
def test_every_card_and_a_back_is_a_symbol_of_its_own_drawing(name: str) -> None:
    drawn = dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', decks()[name], re.DOTALL))
    assert drawn.keys() == {*CARDS[name], "back"}
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("name", CARDS)
def test_a_file_uses_only_what_it_holds_and_has_no_style_or_script(name: str) -> None:
    tree = ElementTree.fromstring(decks()[name])  # noqa: S314  our own text
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in tree.iter():
        assert element.tag.rpartition("}")[2] not in {"style", "script", "image", "foreignObject", "a"}
        for attribute, value in element.attrib.items():
            assert attribute != "style"
            assert not attribute.startswith("on")
            if attribute == "href":
                assert value.removeprefix("#") in ids
            assert re.fullmatch(r"url\(#edge\)", value) or "url(" not in value
