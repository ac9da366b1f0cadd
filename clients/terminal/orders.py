"""What may be typed in a room beside moves: saying something, and what the host may do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from fudakai.clients.bots import Strength
from fudakai.clients.sdk import Room, Seat, View
from fudakai.clients.terminal.options import BadValue, shown, value_of
from fudakai.clients.terminal.renderer import Unclear

EMOTES: Final[Mapping[str, str]] = {
    "hello": "Hello!",
    "good_luck": "Good luck!",
    "well_played": "Well played!",
    "thanks": "Thanks!",
    "sorry": "Sorry!",
    "wow": "Wow!",
}
"""The emotes of the wire, in words."""

SAYING: Final = "/text says it to the room; !hello !good !well !thanks !sorry !wow say just that."

Told = tuple[str, ...]
"""Lines for the person."""


@dataclass(frozen=True)
class RoomOrder:
    """`usage`: how it is typed and what it does. `host`: only for the host. `run` is given what stands behind the word
    and gives what there is to say; it raises Unclear or Refused."""

    usage: str
    host: bool
    run: Callable[[Room, View, str], Awaitable[Told]]


def is_order(line: str) -> bool:
    """Whether a line is none of the game's, nor about being ready."""
    words = line.split()
    return bool(words) and (words[0][0] in "/:!" or words[0].lower() in ORDERS)


async def carry_out(room: Room, view: View, line: str) -> Told:
    """Does what an order says; gives what there is to say besides. Raises Unclear, Refused."""
    line = line.strip()
    if line[0] in "/:":
        return await _say(room, line[1:].strip())
    if line[0] == "!":
        return await _emote(room, line[1:].strip().lower().replace(" ", "_"))
    word, _, rest = line.partition(" ")
    return await ORDERS[word.lower()].run(room, view, rest.strip())


def usage(view: View) -> Told:
    """The orders for this person between matches."""
    return tuple(
        order.usage
        for word, order in ORDERS.items()
        if order.usage and (view.host or not order.host) and (word == "sit" or view.seat is not None)
    )


async def _say(room: Room, text: str) -> Told:
    if not text:
        raise Unclear("Type what you want to say behind the /.")
    await room.chat(text)
    return ()


async def _emote(room: Room, typed: str) -> Told:
    fits = [emote for emote in EMOTES if typed and emote.startswith(typed)]
    if len(fits) != 1:
        raise Unclear(SAYING)
    await room.emote(fits[0])
    return ()


async def _bot(room: Room, view: View, typed: str) -> Told:
    strengths = [strength.value for strength in Strength]
    if typed.lower() not in ("", *strengths):
        raise Unclear(f"Type bot alone or with a strength: bot {', bot '.join(strengths)}")
    await room.add_bot(typed.lower() or Strength.STRONG.value)
    return ()


async def _kick(room: Room, view: View, typed: str) -> Told:
    await room.kick(_seat(view, typed, "kick").number)
    return ()


async def _sit(room: Room, view: View, typed: str) -> Told:
    if typed and not typed.isdecimal():
        raise Unclear("sit takes the first free seat, sit 2 that one.")
    await room.sit(int(typed) - 1 if typed and int(typed) else None)
    return ()


async def _wait(room: Room, view: View, typed: str) -> Told:
    await room.ready(False)
    return ()


async def _lock(room: Room, view: View, typed: str) -> Told:
    if not typed:
        raise Unclear("Type the passcode with it: lock PASSCODE")
    await room.configure(visibility="locked", passcode=typed)
    return ()


async def _unlock(room: Room, view: View, typed: str) -> Told:
    await room.configure(visibility="public")
    return ()


async def _hide(room: Room, view: View, typed: str) -> Told:
    await room.configure(visibility="unlisted")
    return ()


async def _title(room: Room, view: View, typed: str) -> Told:
    if not typed:
        raise Unclear(f"This is {view.state['title']}; title and words call it otherwise.")
    await room.configure(title=typed)
    return ()


async def _set(room: Room, view: View, typed: str) -> Told:
    name, _, value = typed.replace("=", " ", 1).partition(" ")
    if not name or not value.strip():
        return _options(view)
    try:
        chosen = {name: value_of(value.strip())}
    except BadValue as bad:
        raise Unclear(f"{name}: {bad}.") from None
    if name in view.state["settings"]:
        await room.configure(settings=chosen)
    else:
        await room.configure(options=chosen)
    return ()


def _options(view: View) -> Told:
    """The options and settings as they are."""
    lists = (("The game's", view.state["options"]), ("The room's", view.state["settings"]))
    lines = [
        f"{of}: {', '.join(f'{name}={shown(value)}' for name, value in those.items())}" for of, those in lists if those
    ]
    return (*lines, "The host changes one with: set NAME=VALUE")


async def _mute(room: Room, view: View, typed: str) -> Told:
    return await _let_talk(room, view, typed, "mute")


async def _unmute(room: Room, view: View, typed: str) -> Told:
    return await _let_talk(room, view, typed, "unmute")


async def _let_talk(room: Room, view: View, typed: str, word: str) -> Told:
    """`typed` is a seat, or the name of who has said something."""
    heard = {line.name.lower(): line.player for line in room.lines}
    player = heard.get(typed.lower())
    if player is None:
        player = view.state["seats"][_seat(view, typed, word).number]["player"]
    await room.mute(player, word == "mute")
    return ()


async def _close(room: Room, view: View, typed: str) -> Told:
    await room.close_for_all()
    return ()


def _seat(view: View, typed: str, word: str) -> Seat:
    """The seat of that number or of who is called so, or begins so. Raises Unclear."""
    taken = [seat for seat in view.seats if seat.name is not None]
    wanted = typed.lower()
    for fits in (
        [seat for seat in taken if wanted == str(seat.number + 1)],
        [seat for seat in taken if wanted == str(seat.name).lower()],
        [seat for seat in taken if wanted and str(seat.name).lower().startswith(wanted)],
    ):
        if len(fits) == 1:
            return fits[0]
    names = ", ".join(f"{seat.number + 1} {seat.name}" for seat in taken)
    raise Unclear(f"Type {word} with the number or name of a seat: {names}")


ORDERS: Final[Mapping[str, RoomOrder]] = {
    "sit": RoomOrder("sit takes a free seat, sit 2 the second one.", False, _sit),
    "wait": RoomOrder("", False, _wait),
    "bot": RoomOrder("bot adds a strong bot, bot random a weak one; kick 2 empties the second seat.", True, _bot),
    "kick": RoomOrder("", True, _kick),
    "set": RoomOrder("set shows the options; the host changes one: set rounds=3", False, _set),
    "lock": RoomOrder("lock PASSCODE, unlock (public), hide (unlisted), title WORDS: the room.", True, _lock),
    "unlock": RoomOrder("", True, _unlock),
    "hide": RoomOrder("", True, _hide),
    "title": RoomOrder("", True, _title),
    "mute": RoomOrder("mute NAME, unmute NAME: who may chat; close closes the room for all.", True, _mute),
    "unmute": RoomOrder("", True, _unmute),
    "close": RoomOrder("", True, _close),
}
"""By the word that is typed first, in the order of the help."""
