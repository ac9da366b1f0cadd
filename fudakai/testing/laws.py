"""The laws that hold in every game, each a function that raises AssertionError in words where its law is broken.

A game is seen only through `Game`. Two things are assumed of views: a string that `CARDS` matches is a card, and the
cards that a seat holds stand in fields whose names begin with `hand`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Union

import msgspec

from fudakai.clients.bots.offers import fill
from fudakai.server.games.api import CHANCE, UNSEEN, Choose, Chosen, Drawn, Game, IllegalMove, Shuffled, Step
from fudakai.server.games.options import Described
from fudakai.testing.offers import both_ends, is_template, offers_hold


def seats_of(game: Game, state: Any) -> range:
    return range(len(game.table(state)["scores"]))


def cards_in(game: Game, value: object) -> Iterator[str]:
    """Every card named anywhere in a value."""
    if isinstance(value, str):
        if game.CARDS is not None and re.search(game.CARDS.pattern, value):
            yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from cards_in(game, part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from cards_in(game, part)


def hand_in(game: Game, view: Mapping[str, Any]) -> list[str]:
    """The cards that a seat holds, by its part of the view, in its order."""
    found = (card for key, value in view.items() if key.startswith("hand") for card in cards_in(game, value))
    return list(dict.fromkeys(found))


def frozen(state: Any) -> bytes:
    """The state as bytes, to see that nothing changed it."""
    return msgspec.json.encode(state)


def answer(act: Callable[..., Step], *asked: Any) -> IllegalMove | None:
    """The refusal, or None when it was accepted."""
    try:
        act(*asked)
    except IllegalMove as refusal:
        return refusal
    return None


def refused(code: str, act: Callable[..., Step], state: Any, *asked: Any) -> None:
    """It must be refused with this code and in words, and the state be as it was."""
    before = frozen(state)
    refusal = answer(act, state, *asked)
    got = "accepted" if refusal is None else refusal.code
    assert got == code, f"{got}, wanted {code}, for {asked}"
    assert refusal is not None
    assert refusal.words, f"{code} without words"
    assert frozen(state) == before, f"a refused entry ({code}) changed the state"


def law_of_acting(game: Game, state: Any) -> None:
    """Somebody acts until the match is over; only who is to act has moves; who acts is still in the match."""
    to_act, over = game.to_act(state), game.outcome(state) is not None
    assert over == (not to_act), f"to act: {sorted(map(str, to_act))}, over: {over}"
    assert CHANCE not in to_act or to_act == {CHANCE}, "chance acts alone"
    draw = game.chance(state) if CHANCE in to_act else None
    assert not isinstance(draw, Choose) or len(draw.among) > 1, "a choice of one needs no draw"
    playing = {*game.present(state), *game.bots(state)}
    for seat in seats_of(game, state):
        offers = game.legal(state, seat)
        assert bool(offers) == (seat in to_act), f"seat {seat} has {len(offers)} offers"
        assert seat not in to_act or seat in playing, f"seat {seat} is to act and not in the match"
        assert len({repr(offer) for offer in offers}) == len(offers), "an offer twice"
        for offer in offers:
            assert not is_template(offer) or 0 < offer["count"] <= len(set(offer["among"])), (
                f"cannot be filled: {offer}"
            )


def law_of_cards(game: Game, state: Any, deck: frozenset[str]) -> frozenset[str]:
    """Every card of the deck lies somewhere, once. Returns the deck, once it is known."""
    cards = game.cards(state)
    assert len(set(cards)) == len(cards), f"twice: {[card for card, count in Counter(cards).items() if count > 1]}"
    if not cards:
        return deck
    assert not deck or deck == set(cards), f"lost or made: {deck ^ set(cards)}"
    return frozenset(cards)


def law_of_offers(game: Game, state: Any) -> None:
    """Every offer is accepted, gives itself as the move to log, and gives the same state each time; a template is no
    move. Some, not all, may be refused for what the seat cannot see; whose cards these are is not said."""
    before = frozen(state)
    for seat in game.to_act(state) - {CHANCE}:
        offers = game.legal(state, seat)
        unseen = [(offer, refusal.words) for offer in offers if (refusal := _unseen(game, state, seat, offer))]
        assert len(unseen) < len(offers), "every offer is refused"
        assert len({words.replace(offer["target"], "") for offer, words in unseen}) <= 1, f"the words tell: {unseen}"
        for move in both_ends(tuple(offer for offer in offers if offer not in [bad for bad, _ in unseen])):
            step = game.apply(state, seat, move)
            assert step.move == move, f"{move} is logged as {step.move}"
            assert game.apply(state, seat, dict(move)).state == step.state, f"{move} twice gives two states"
        for offer in offers:
            if is_template(offer):
                refused("wrong_type", game.apply, state, seat, offer)
    assert frozen(state) == before, "an accepted move changed the state it was made in"


def _unseen(game: Game, state: Any, seat: int, offer: Any) -> IllegalMove | None:
    """The refusal of an offer for what the seat cannot see."""
    refusal = answer(game.apply, state, seat, offer)
    return refusal if refusal is not None and refusal.code == UNSEEN else None


def law_of_spelling(game: Game, state: Any, rng: Random) -> None:
    """The order of cards and fields that nobody knows do not matter."""
    for seat in game.to_act(state) - {CHANCE}:
        offers = [offer for offer in game.legal(state, seat) if _unseen(game, state, seat, offer) is None]
        move = fill(rng.choice(offers), rng)
        spelled = {**move, "nobody": [1, None], "type": move["type"]}
        if "cards" in move:
            spelled["cards"] = rng.sample(move["cards"], len(move["cards"]))
        step = game.apply(state, seat, spelled)
        assert set(step.move) == set(move), f"{spelled} is logged as {step.move}"
        assert game.apply(state, seat, step.move).state == step.state, "the logged move gives another state"
        assert game.to_act(step.state) == game.to_act(game.apply(state, seat, move).state)


def law_of_bad_moves(game: Game, state: Any, rng: Random) -> None:
    """Whatever is no move is refused with its code, whoever sends it."""
    over = game.outcome(state) is not None
    to_act = game.to_act(state)
    pending = deciding(game, state)
    for seat in seats_of(game, state):
        code = "match_over" if over else "wrong_type" if seat in to_act else "not_your_turn"
        for nonsense in NONSENSE:
            refused("decision_pending" if pending else code, game.apply, state, seat, nonsense)
    for seat in to_act - {CHANCE}:
        move = fill(rng.choice(game.legal(state, seat)), rng)
        for code, bad in _mutations(game, state, seat, move):
            refused(code, game.apply, state, seat, bad)
        for other in seats_of(game, state):
            if other not in to_act:
                refused("decision_pending" if pending else "not_your_turn", game.apply, state, other, move)


def deciding(game: Game, state: Any) -> bool:
    """Whether a question must be answered before everything else (K4)."""
    return any(is_decision(game.legal(state, seat)) for seat in game.to_act(state) - {CHANCE})


def is_decision(offers: Sequence[Any]) -> bool:
    """Whether these are answers to a question that comes before everything else (K4): words alone, without a card."""
    return all(set(offer) == {"type"} for offer in offers)


NONSENSE: tuple[Any, ...] = (
    None,
    1,
    "play",
    [],
    {},
    ["type", "play"],
    {"type": None},
    {"type": 7},
    {"type": ["play"]},
    {"type": "fly"},
    {"type": "leave"},
    {"type": "return"},
    {"cards": []},
    {1: 2},
)
"""No game's move. `leave` and `return` are asked for elsewhere, so as moves they are unknown."""


def _mutations(game: Game, state: Any, seat: int, move: Any) -> Iterator[tuple[str, Any]]:
    """Moves one step beside a legal one, and the code each must be refused with."""
    hand = hand_in(game, game.seat(state, seat))
    foreign = [card for card in game.cards(state) if card not in hand]
    for field in WRONG.keys() & move.keys():
        value = move[field]
        rest = {key: other for key, other in move.items() if key != field}
        if field != "target" or move["type"] == "choose":
            yield "wrong_type", rest
        for wrong in (None, True, {}, {"0": "2C"}, *WRONG[field]):
            yield "wrong_type", {**rest, field: wrong}
        if field == "card":
            for bad in ("ZZ", "", *foreign[:1]):
                yield "not_in_hand", {**rest, field: bad}
        elif field == "cards":
            for bad in ("ZZ", "", "2c", "JK4", *foreign[:1]):
                yield "not_in_hand", {**rest, field: [*value[1:], bad]}
            yield "not_in_hand", {**rest, field: [*value, value[0]]}


WRONG: dict[str, tuple[Any, ...]] = {
    "cards": (5, "2C", [None], [3], [["2C"]]),
    "card": (5, ["01-bright"]),
    "target": (5, ["01-bright"]),
    "month": ("3", 3.0, [3]),
    "sign": (5, "", "ROCK", ["rock"]),
}
"""Values of a wrong type, by the field of a move."""


def law_of_nothing_else(game: Game, state: Any, rng: Random) -> None:
    """Cards of one's own hand, with any target, are accepted exactly when they are offered, each kind of move by
    itself; so are the hiki of any month (in Koi-Koi it is no move) and the choice of any card."""
    for seat in game.to_act(state) - {CHANCE}:
        offers = game.legal(state, seat)
        hand = hand_in(game, game.seat(state, seat))
        for move in _of_the_hand(game, state, hand, offers, rng):
            refusal = answer(game.apply, state, seat, move)
            if refusal is None:
                said = game.apply(state, seat, move).move
                assert offers_hold(offers, _sorted(said, hand)), f"{move} is accepted and not offered"
                continue
            offered = offers_hold(offers, _sorted(move, hand))
            assert not offered or refusal.code == UNSEEN, f"{move} is offered, and refused: {refusal}"
            assert refusal.code not in ("not_in_hand", "bad_chance"), f"{move}: {refusal}"
            assert refusal.code != "wrong_type" or move["type"] == "hiki", f"{move}: {refusal}"


def _of_the_hand(
    game: Game, state: Any, hand: list[str], offers: Sequence[Any], rng: Random
) -> Iterator[dict[str, Any]]:
    """A move of each kind that is offered, with cards of the own hand, and with or without a target."""
    for kind in sorted({offer["type"] for offer in offers if "cards" in offer or is_template(offer)}):
        yield {"type": kind, "cards": rng.sample(hand, rng.randint(0, min(4, len(hand))))}
    for kind in sorted({offer["type"] for offer in offers if "card" in offer}):
        target = rng.choice([None, *sorted(set(cards_in(game, game.table(state))))])
        yield {"type": kind, "card": rng.choice(hand)} | ({} if target is None else {"target": target})
    if any("card" in offer for offer in offers):
        yield from [{"type": "hiki", "month": month} for month in range(-1, 14)]
    if any(offer["type"] == "choose" for offer in offers):
        yield from [{"type": "choose", "target": card} for card in sorted(set(cards_in(game, game.table(state))))]


def _sorted(move: Mapping[str, Any], hand: list[str]) -> dict[str, Any]:
    """The move with its cards, if it has some, in the order of the hand, as offers list them."""
    return {**move, **({"cards": tuple(sorted(move["cards"], key=hand.index))} if "cards" in move else {})}


def law_of_chance(game: Game, state: Any) -> None:
    """A wrong outcome, or one that nobody waits for, is `bad_chance`."""
    if game.outcome(state) is not None:
        refused("match_over", game.draw, state, Chosen(0))
        refused("match_over", game.draw, state, Shuffled(()))
        return
    wrong: list[Drawn] = [
        Chosen(None),
        Chosen("0"),
        Chosen(True),
        Chosen(-1),
        Chosen([0]),
        Shuffled(("ZZ",)),
        Shuffled((None,)),
    ]
    if CHANCE not in game.to_act(state):
        wrong += [Chosen(0), Shuffled(())]
        try:
            game.chance(state)
        except AssertionError:
            pass
        else:
            raise AssertionError("something is to be drawn while a seat is to act")
    elif isinstance(draw := game.chance(state), Choose):
        wrong += [Shuffled(()), Shuffled(draw.among), Chosen(len(draw.among) + 99)]
    else:
        twice = (*draw.deck, draw.deck[0])
        wrong += [Chosen(0), Chosen(draw.deck[0]), Shuffled(twice), Shuffled((draw.deck[0], draw.deck[0]))]
    for drawn in wrong:
        refused("bad_chance", game.draw, state, drawn)


def law_of_leaving(game: Game, state: Any) -> None:
    """Only who is present can leave, only a stand-in's seat can be given back, and nothing can after the end."""
    over = game.outcome(state) is not None
    code = "match_over" if over else "not_your_turn"
    present, bots = game.present(state), game.bots(state)
    assert not set(present) & set(bots), "present and stood in for"
    assert over or present or bots, "nobody is left, and the match goes on"
    for seat in seats_of(game, state):
        if over or seat not in present:
            refused(code, game.leave, state, seat)
        else:
            assert seat not in game.present(game.leave(state, seat).state), f"seat {seat} left and is present"
        if over or seat not in bots:
            refused("decision_pending" if deciding(game, state) else code, game.give_back, state, seat)
    if over:
        refused("match_over", game.abandon, state)


def law_of_the_clock(game: Game, state: Any) -> None:
    """The clock's moves are offered ones."""
    for seat in game.to_act(state) - {CHANCE}:
        moves = game.timeout_moves(state, seat)
        assert moves, f"the clock has no move for seat {seat}"
        offers = game.legal(state, seat)
        for move in moves:
            assert offers_hold(offers, game.apply(state, seat, move).move), f"the clock's {move} is no offer"


def law_of_views(game: Game, state: Any) -> int:
    """Two cards that a viewer cannot see, swapped: nothing the viewer gets changes. Returns the number of swaps."""
    seen = 0
    for viewer in (None, *seats_of(game, state)):
        for other in game.swapped(state, viewer):
            seen += 1
            assert other != state, "a swap that swaps nothing"
            assert Counter(game.cards(other)) == Counter(game.cards(state)), "a swap that makes cards"
            assert game.table(other) == game.table(state), "the table shows a hidden card"
            assert game.to_act(other) == game.to_act(state), "who is to act shows a hidden card"
            if viewer is not None:
                assert game.seat(other, viewer) == game.seat(state, viewer), f"seat {viewer} sees a hidden card"
                assert game.legal(other, viewer) == game.legal(state, viewer), f"the offers of seat {viewer} show one"
    return seen


DAYS = ("02-29", "05-31", "07-23", "09-17", "12-31")
OTHER_DAYS = ("03-30", "04-19", "08-28", "10-27", "11-26")
"""Days in order, and others in the same order."""


def law_of_starting(game: Game, options: Described, seats: int, rng: Random) -> None:
    """What a match has of the birthdays says their order and no date; nothing else of the options changes (H4)."""
    ranks = [rng.choice((None, *range(len(DAYS)))) for _ in range(seats)]
    made = game.starting(options, tuple(None if rank is None else DAYS[rank] for rank in ranks))
    plain = msgspec.to_builtins(made)
    assert not [day for day in DAYS if day in repr(plain)], f"a date is in {plain}"
    other = game.starting(options, tuple(None if rank is None else OTHER_DAYS[rank] for rank in ranks))
    assert other == made, "other days in the same order make another match"
    assert set(game.MATCH_OPTIONS) <= set(plain), "an option of a match that the game does not have"
    for name, value in msgspec.to_builtins(options).items():
        assert name in game.MATCH_OPTIONS or plain[name] == value, f"the start changes {name}"
    assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(plain)), game.Options) == made, "options are logged"
    game.setup(made, seats)


def law_of_events(game: Game, step: Step) -> None:
    """Events name no card that lies in a hand or in the stock after the step, or is folded; tell a person something,
    and are plain data. Of what only a seat knows `matches` alone are cards that lie open."""
    views = [game.seat(step.state, seat) for seat in seats_of(game, step.state)]
    held = {card for view in views for name, part in view.items() if name != "matches" for card in cards_in(game, part)}
    held |= set(_stock_in(game, msgspec.to_builtins(step.state)))
    names = tuple(f"player {seat}" for seat in seats_of(game, step.state))
    for event in step.events:
        shown = set(cards_in(game, dict(event)))
        assert not shown & held, f"{event['type']} shows {shown & held}"
        line = game.words(event, names)
        assert line, f"{event['type']} has no words"
        assert "\n" not in line
        assert msgspec.json.decode(msgspec.json.encode(event)), "events travel"


def _stock_in(game: Game, value: object) -> Iterator[str]:
    """The cards of the stock, wherever a state keeps one."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from cards_in(game, part) if name == "stock" else _stock_in(game, part)


def law_of_shapes(game: Game, state: Any, step: Step | None = None) -> None:
    """Views, offers, moves and events have the shapes that the game says they have, and no field beside."""
    shapes = game.SHAPES
    _shaped(game.table(state), shapes.table)
    for seat in seats_of(game, state):
        _shaped(game.seat(state, seat), shapes.private)
        for offer in game.legal(state, seat):
            _shaped(offer, Union[shapes.offers])  # noqa: UP007  # of a tuple that is not known before
    for event in () if step is None else step.events:
        _shaped(event, Union[shapes.events])  # noqa: UP007
    if step is not None and step.move:
        _shaped(step.move, Union[shapes.moves])  # noqa: UP007


def _shaped(value: Mapping[str, Any], kind: object) -> None:
    sent = msgspec.json.decode(msgspec.json.encode(value))
    back = msgspec.to_builtins(msgspec.convert(sent, kind))
    assert sent.keys() <= back.keys(), f"{sorted(sent.keys() - back.keys())} of {sent} is in no shape"


def law_of_outcomes(game: Game, state: Any) -> None:
    """The end of a match is complete: by seat, winners first, nothing for anybody in an abandoned one."""
    outcome = game.outcome(state)
    if outcome is None:
        return
    seats = len(seats_of(game, state))
    assert outcome.reason
    assert outcome.scores == tuple(game.table(state)["scores"])
    if not outcome.winners:
        assert not outcome.places
        assert not outcome.points
        return
    assert len(outcome.places) == len(outcome.points) == seats
    first = tuple(seat for seat, place in enumerate(outcome.places) if place == 1)
    assert first == outcome.winners, f"winners {outcome.winners}, first {first}"
    for place in outcome.places:
        assert sum(other < place for other in outcome.places) == place - 1, f"places {outcome.places}"
