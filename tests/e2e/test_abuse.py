"""Floods and guesses at a real server, while people play (item 10, L7). The same with full counts is in the soak."""

from __future__ import annotations

import time
from pathlib import Path

import jwt
import pytest

from fudakai.clients.sdk import Refused, connect
from tests.e2e.process import ServerProcess
from tests.soak.kit import abuse

SECRET = "what the site and the server share, for tests"


async def test_two_hundred_connections_of_one_address_are_held_off_while_a_game_goes_on(tmp_path: Path) -> None:
    verdict = await abuse.connections(200, tmp_path, lambda line: None)
    assert verdict.wrong == []
    assert verdict.refused.total() == 150
    assert verdict.talkers >= 100
    assert verdict.during.moves > 20


async def test_l7_a_thousand_wrong_tokens_against_a_held_seat_and_the_right_one_gets_it(tmp_path: Path) -> None:
    verdict = await abuse.tokens(1000, tmp_path, lambda line: None)
    assert verdict.wrong == []
    assert verdict.refused == 1000


async def test_an_account_is_one_player_from_anywhere_also_after_a_restart_and_guests_stay_out(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, jwt_key=SECRET, guests="false", jwt_audience="cards")

    def token(**claims: object) -> str:
        whole = {"sub": "7", "name": "Ann\u202e Lee", "aud": "cards", "exp": time.time() + 600, **claims}
        return jwt.encode(whole, SECRET, algorithm="HS256")

    try:
        url = await server.start()
        async with connect(url, token=token()) as ann, connect(url, token=token(sub="8")) as other:
            room = await ann.create("agurk")
            assert ann.name == "Ann Lee"
            assert ann.player != other.player
            player = ann.player
        await server.terminate()
        async with connect(await server.start(), token=token(exp=time.time() + 900)) as again:
            assert again.player == player
            assert again.seated_in == (room.code,)
        for hello in ({"name": "bob"}, {"token": token(aud="shop")}, {"token": token(exp=time.time() - 90)}):
            with pytest.raises(Refused) as refused:
                async with connect(server.url, **hello):
                    pass
            assert refused.value.code == "wrong_token"
        assert SECRET not in server.log.read_text() + "".join(server.said)
    finally:
        await server.clean_up()
