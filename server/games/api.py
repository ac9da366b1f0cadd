"""The interface of a game, and the types that all games share.

A game is a module of pure functions over a frozen state (principles 1-3 of docs/design.md). It imports nothing but
the standard library's pure parts, msgspec and its neighbours in this package. Rooms, records, bots and the conformance
suite know a game only through the protocol `Game` below.

Who knows what: `table` is what everybody may know, `seat` is what one seat knows beyond it. Events are public by
construction. There is no third way for a card to leave a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NewType, Protocol, TypeAlias, TypeVar

import msgspec

from fudakai.server.games.options import Described
from fudakai.server.games.shapes import Shapes

Seat = NewType("Seat", int)
"""A place at the table, 0..n-1, clockwise."""

CHANCE: Final = -1
"""The actor that draws: no seat has this number. It never has legal moves: it has a draw (`chance`)."""

Data: TypeAlias = Mapping[str, Any]
"""A map as it travels. Any: what a field holds depends on the map's `type`; `SHAPES` says it, and tests hold it."""

Item: TypeAlias = int | str
"""What chance draws: a seat, a card, or a word of the game's."""

State: TypeAlias = msgspec.Struct
"""A game's own frozen struct. Everybody else carries it and never looks inside."""

Move: TypeAlias = Data
"""What a seat does: a mapping with `type` and that type's fields. From the wire it is untrusted until `apply` took
it."""

Offer: TypeAlias = Data
"""A legal move, or a template of many: `{"type": "fold", "count": 3, "among": [...]}` stands for every choice of 3
different cards of `among`, made as `{"type": "fold", "cards": [...]}`. No offer holds another seat's hidden card."""

Event: TypeAlias = Data
"""What an entry showed to everybody: a mapping with `type`."""


class CardNaming(msgspec.Struct, frozen=True):
    """How a game names its cards. Clients draw cards by `deck` ("bridge", "flower", or a word of the game's own).
    `pattern`: a regular expression, in the subset that Python and ECMAScript share, from `^` to `$`. It matches each
    card's name, and no other string that the game sends."""

    deck: str
    pattern: str


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """Chance is to order this deck. The outcome lists cards from the top; a shorter list is the top, the rest follows
    in deck order (docs/records.md)."""

    deck: tuple[str, ...]


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Chance is to draw one of these seats (or items). The outcome is the item itself, never an index."""

    among: tuple[Item, ...]


Draw: TypeAlias = Shuffle | Choose
"""What chance is to draw."""


class Shuffled(msgspec.Struct, frozen=True, gc=False):
    """The outcome of a `Shuffle`."""

    order: tuple[object, ...]


class Chosen(msgspec.Struct, frozen=True, gc=False):
    """The outcome of a `Choose`."""

    item: object


Drawn: TypeAlias = Shuffled | Chosen


class IllegalMove(Exception):
    """A move that may not be made. `code` is a word of docs/records.md, `words` a sentence for a person.

    It is raised before anything changed; the state handed in is still the state.
    """

    def __init__(self, code: str, words: str) -> None:
        super().__init__(f"{code}: {words}")
        self.code = code
        self.words = words


UNSEEN: Final = "hiki"
"""The one code with which an offered move may be refused: for what its seat cannot see (H11)."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """What one entry did: the state after it, what it showed, the move as it is to be logged (unknown fields
    dropped; cards in deck order, or as they were named where the table shows them so; for chance and leave an empty
    mapping), whether a cycle (trick) or a round (hand) ended with it, so that a room may give people time to look, and
    whether the mover's turn goes on (a choice is pending), so that its clock does too."""

    state: State
    events: tuple[Event, ...]
    move: Move = MappingProxyType({})
    ended: Literal["", "cycle", "round"] = ""
    goes_on: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """The end of a match. All lists are by seat.

    `places` starts at 1, equal places are shared; `points` is what L11 adds up; an abandoned match has no winners,
    and empty places and points.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    reason: str


S = TypeVar("S", bound=State)
P = TypeVar("P", bound=Described)


class Rules(Protocol[S, P]):
    """A rule set over a state `S` with options `P`: what a game's module answers. `seat` is one of 0..seats-1."""

    NAME: str
    """The name on the wire, for example "agurk"."""
    TITLE: str
    """The name for people."""
    RULES: int
    """The version of the rules that a record names."""
    SEATS: tuple[int, int]
    """Fewest and most players, both included."""
    SHAPES: Shapes
    """What its moves, offers, views and events look like, for authors of clients."""
    MATCH_OPTIONS: tuple[str, ...]
    """Names of options that only a match has, set by `starting`: nobody gives them to a room, no room shows them."""

    @property
    def CARDS(self) -> CardNaming | None:
        """How its cards are named; None: it has none, and no tool looks for hidden ones."""

    @property
    def Options(self) -> type[P]:
        """A frozen, bounded struct with a default and words for every option; unknown fields are forbidden."""

    def starting(self, options: P, birthdays: tuple[str | None, ...]) -> P:
        """The options of a match for the people who sit down, from the room's. `birthdays`: by seat, as MM-DD; None
        where the player has given none. Options are logged, exported and shown: whatever a game takes out of the
        birthdays says no date in it, only stand-ins of the same order (H4)."""

    def setup(self, options: P, seats: int) -> S:
        """The state before the first entry. Raises ValueError for a number of seats outside SEATS, and for options
        that do not fit so many seats, in words for people."""

    def to_act(self, state: S) -> frozenset[int]:
        """The seats that may act now, or {CHANCE}, or nothing when the match is over."""

    def chance(self, state: S) -> Draw:
        """What is to be drawn. Raises AssertionError when it is not chance's turn."""

    def draw(self, state: S, drawn: Drawn) -> Step:
        """Takes chance's outcome. Raises IllegalMove `bad_chance` or `match_over`."""

    def legal(self, state: S, seat: int) -> tuple[Offer, ...]:
        """Everything the seat may do now, as far as its own view tells; empty for a seat that is not to act."""

    def apply(self, state: S, seat: int, move: object) -> Step:
        """Takes a seat's move: whatever `legal` offers, in any right spelling. `move` may be any decoded value from the
        wire. Raises IllegalMove; the order of codes is fixed by docs/records.md."""

    def leave(self, state: S, seat: int) -> Step:
        """The seat's player goes away for good (or until a return). From then on the seat is out, or, in a game with
        stand-ins, among `bots`: it goes on acting, and `legal`, `apply` and `timeout_moves` answer for it as before.
        The event (`left`) is the game's. Raises IllegalMove `match_over`, `not_your_turn`."""

    def give_back(self, state: S, seat: int) -> Step:
        """A player returns to a seat that a stand-in plays, at any time while the match runs. The event (`returned`,
        with the seat) is the game's: the room adds none. Raises IllegalMove `match_over`, `not_your_turn`."""

    def abandon(self, state: S) -> Step:
        """The room closed under the match: over, no winners. Raises IllegalMove `match_over`."""

    def timeout_moves(self, state: S, seat: int) -> tuple[Move, ...]:
        """Equally good moves of the clock for a seat to act, usually one; the caller draws among them."""

    def table(self, state: S) -> Data:
        """What everybody may know: `scores` and the game's own fields of a record."""

    def seat(self, state: S, seat: int) -> Data:
        """What this seat knows beyond the table. The cards of its hand stand in fields whose names begin with `hand`,
        and those that it laid aside face down in fields whose names begin with `folded`."""

    def bots(self, state: S) -> tuple[int, ...]:
        """Seats that a stand-in plays, sorted."""

    def present(self, state: S) -> tuple[int, ...]:
        """Seats whose own player is still in the running match (neither out, left, nor stood in for), sorted."""

    def outcome(self, state: S) -> Outcome | None:
        """None while the match runs."""

    def cards(self, state: S) -> tuple[str, ...]:
        """Every card of the deck wherever it lies, for the law that none is lost or doubled; empty while chance holds
        the deck. For tests and assertions only: it is never shown."""

    def swapped(self, state: S, viewer: int | None) -> tuple[S, ...]:
        """States that differ from this one only by what the viewer (None: a spectator) cannot see, two cards swapped or
        a secret throw, at most a handful, for the law that a view depends on nothing hidden. For tests only."""

    def words(self, event: Event, names: tuple[str, ...]) -> str:
        """One line for a person about an event."""


Game: TypeAlias = Rules[State, Described]
"""A game of unknown kind. Callers pass its state and options back to it unchanged."""
