"""What a yaku still takes, held to the plain meaning of it: the fewest cards that can still come and make it."""

from __future__ import annotations

from random import Random

from fudakai.server.games.cards import HANAFUDA
from fudakai.server.games.flowers.cards import Cards
from fudakai.server.games.koikoi.yaku import BRIGHTS, FEW, Yaku, bits, table_of


def fewest(yaku: Yaku, pile: Cards, lost: Cards) -> int | None:
    """The fewest cards beyond this pile that make the yaku; None when it is made, or can no longer be made."""
    if yaku.made(bits(pile)):
        return None
    free = sorted(
        [card for card in yaku.cards if card not in pile + lost], key=lambda card: not bits((card,)) & yaku.key
    )
    return next((count for count in range(1, len(free) + 1) if yaku.made(bits(pile + tuple(free[:count])))), None)


def test_k5_what_is_missing_is_the_fewest_cards_that_make_it() -> None:
    dice = Random(5)
    seen: dict[str, set[int | None]] = {}
    for _ in range(1500):
        table = table_of(dice.choice(tuple(BRIGHTS)), True, dice.random() < 0.5, dice.randint(1, 12))
        deck = tuple(dice.sample(HANAFUDA, len(HANAFUDA)))
        first = dice.randint(0, 26)
        pile, lost = deck[:first], deck[first : first + dice.randint(0, 20)]
        for yaku in (*table.brights, *table.others):
            wanted = fewest(yaku, pile, lost)
            what = yaku.missing(bits(pile), bits(lost))
            seen.setdefault(yaku.name, set()).add(wanted)
            assert (None if what is None else what["need"]) == wanted, yaku.name
            if what is not None and len(yaku.cards) <= FEW:
                assert what["cards"] == tuple([card for card in yaku.cards if card not in pile + lost])
    assert all({None, 1, 2} <= needs for needs in seen.values()), seen


def test_k5_every_yaku_lists_its_cards_in_deck_order() -> None:
    table = table_of("standard", True, True, 1)
    for yaku in (*table.brights, *table.others):
        assert list(yaku.cards) == sorted(yaku.cards, key=HANAFUDA.index)
