"""The web client's files: a fixed map, kept by browsers, packed, under a strict policy."""

from __future__ import annotations

import gzip
import posixpath
import re

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from fudakai.clients import web
from fudakai.server.transport.site import POLICY, Site
from tests.transport.table import HOST, house

TEXT = b"export const cards = 48;\n" * 20


def asked(path: str, **fields: str) -> Request:
    return Request(path, Headers([(name.replace("_", "-"), value) for name, value in fields.items()]))


def site() -> Site:
    return Site({"/": b"<!doctype html><title>x</title>", "/main.js": TEXT, "/tiny.css": b"a{}"})


def found(path: str, **fields: str) -> Response:
    answer = site().answer(asked(path, **fields))
    assert answer is not None
    return answer


def test_a_file_has_its_kind_its_length_and_the_policy() -> None:
    answer = found("/main.js?x=1")
    assert (answer.status_code, answer.body) == (200, TEXT)
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Content-Length"] == str(len(TEXT))
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert "unsafe" not in POLICY
    assert found("/").headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("accepted", ["gzip", "br;q=1.0, GZIP;q=0.5", "*", "identity, gzip;q=0.001"])
def test_who_takes_gzip_gets_it(accepted: str) -> None:
    answer = found("/main.js", Accept_Encoding=accepted)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Length"] == str(len(answer.body))
    assert gzip.decompress(answer.body) == TEXT


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "gzip; q=0.000", "*;q=0", "gzip;q=0, *", "xgzip"])
def test_who_does_not_take_gzip_does_not_get_it(accepted: str) -> None:
    answer = found("/main.js", Accept_Encoding=accepted)
    assert "Content-Encoding" not in answer.headers
    assert answer.body == TEXT


def test_what_packing_makes_longer_is_not_packed() -> None:
    assert "Content-Encoding" not in found("/tiny.css", Accept_Encoding="gzip").headers


def test_who_has_a_file_is_not_sent_it_again() -> None:
    tag = found("/main.js").headers["ETag"]
    for named in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = found("/main.js", If_None_Match=named)
        assert (answer.status_code, answer.body) == (304, b"")
        assert (answer.headers["ETag"], answer.headers["Connection"]) == (tag, "close")
    assert found("/main.js", If_None_Match='"other"').status_code == 200
    assert found("/tiny.css").headers["ETag"] != tag


@pytest.mark.parametrize(
    "path", ["/main", "/main.js/", "//main.js", "/../main.js", "/%6dain.js", "/web/../main.js", "/main.js%00", ""]
)
def test_only_the_paths_of_the_map_are_there(path: str) -> None:
    assert site().answer(asked(path)) is None


def test_a_file_of_an_unknown_kind_is_refused_at_the_start() -> None:
    with pytest.raises(ValueError, match=r"/notes\.txt is of no kind"):
        Site({"/notes.txt": b"x"})


async def test_the_page_comes_over_the_websockets_port_and_the_rest_is_answered_as_before() -> None:
    async with house(site=site()) as home:
        status, fields, body = await home.get("/")
        assert (status, body) == (200, "<!doctype html><title>x</title>")
        assert fields["content-security-policy"] == POLICY
        assert fields["cache-control"] == "no-cache"
        assert "server" not in fields
        assert (await home.get("/healthz"))[0] == 200
        assert (await home.get("/nothing.js"))[0] == 404
        assert (await home.get("/main.js", "POST"))[0] == 405
        raw = await home.say(f"GET /main.js HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        assert gzip.decompress(raw.partition(b"\r\n\r\n")[2]) == TEXT
        tag = (await home.get("/main.js"))[1]["etag"]
        status, fields, body = await home.get("/main.js", fields=f"If-None-Match: {tag}\r\n")
        assert (status, body, fields["etag"]) == (304, "", tag)


def test_the_pages_own_files_are_all_of_a_kind_that_is_served_and_no_others_are() -> None:
    files = web.files()
    Site(files)
    assert {"/", "/favicon.ico", "/web/main.js", "/js/fudakai.js", "/web/cards/hanafuda.svg"} <= files.keys()
    assert not [path for path in files if path.endswith((".py", ".md", ".ts", ".json")) or "node_modules" in path]


def test_the_page_names_all_its_modules_so_that_they_come_at_once() -> None:
    files = web.files()
    named = set(re.findall(r'rel="modulepreload" href="([^"]+)"', files["/"].decode()))
    assert named == {path for path in files if path.endswith(".js")}
    reached, waiting = set(), ["/web/main.js"]
    while waiting:
        path = waiting.pop()
        reached.add(path)
        found = re.findall(r'(?:from|import) ?"(\.[^"]+)"', files[path].decode())
        waiting += {posixpath.normpath(posixpath.join(path, "..", name)) for name in found} - reached
    assert reached == named
