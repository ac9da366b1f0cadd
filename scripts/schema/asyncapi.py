"""The AsyncAPI 3 document: the one connection, who says what on it, and what answers what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, get_args

from fudakai.protocol.codec import CODECS
from fudakai.protocol.from_client import FromClient
from fudakai.protocol.from_server import FromServer
from fudakai.protocol.version import MAJOR, MINOR
from scripts.schema.names import FROM_CLIENT, FROM_SERVER, Names, name_of
from scripts.schema.structs import Schema

CHANNEL: Final = {"$ref": "#/channels/connection"}


def asyncapi() -> Schema:
    """The document of the server as AsyncAPI sees it: it receives requests and sends everything else."""
    requests, told = get_args(FromClient), get_args(FromServer)
    answers = {kind.ANSWER for kind in requests} | {"refused"}
    news = [_tag(kind) for kind in told if _tag(kind) not in answers]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Fudakai",
            "version": f"{MAJOR}.{MINOR}",
            "description": "A server where people and programs play card games in rooms, over one WebSocket. Every "
            "request is answered once, by its reply; the rest comes by itself. PROTOCOL.md is the guide.",
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "local": {
                "host": "127.0.0.1:8765",
                "protocol": "ws",
                "description": "A server on this machine; others use wss.",
            }
        },
        "channels": {
            "connection": {
                "address": "/",
                "description": "The one WebSocket. A frame holds one message: binary frames with the MessagePack "
                "subprotocol, text frames with the JSON one. `hello` comes first.",
                "messages": {
                    _tag(kind): {"$ref": f"#/components/messages/{_tag(kind)}"} for kind in (*requests, *told)
                },
                "bindings": {"ws": {"method": "GET", "headers": _headers(), "bindingVersion": "0.1.0"}},
            }
        },
        "operations": {
            **{_tag(kind): _request(kind) for kind in requests},
            "news": {
                "action": "send",
                "channel": CHANNEL,
                "summary": "What comes by itself.",
                "messages": _messages(news),
            },
        },
        "components": {
            "messages": {
                **{_tag(kind): _message(kind, "from_client.json", FROM_CLIENT) for kind in requests},
                **{_tag(kind): _message(kind, "from_server.json", FROM_SERVER) for kind in told},
            },
            "correlationIds": {
                "request": {"description": "The number that the client chose.", "location": "$message.payload#/id"},
                "answer": {"description": "The number of the request.", "location": "$message.payload#/re"},
            },
        },
    }


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def _headers() -> Schema:
    return {
        "type": "object",
        "properties": {
            "Sec-WebSocket-Protocol": {
                "type": "string",
                "enum": list(CODECS),
                "description": "One of these has to be offered; the first one that the server knows is taken.",
            }
        },
        "required": ["Sec-WebSocket-Protocol"],
    }


def _messages(names: Iterable[str]) -> list[Schema]:
    return [{"$ref": f"#/channels/connection/messages/{name}"} for name in names]


def _request(kind: Any) -> Schema:
    return {
        "action": "receive",
        "channel": CHANNEL,
        "summary": _words(kind),
        "messages": _messages([_tag(kind)]),
        "reply": {"channel": CHANNEL, "messages": _messages([kind.ANSWER, "refused"])},
    }


def _message(kind: Any, file: str, names: Names) -> Schema:
    name = name_of(kind, names)
    named = "request" if "id" in kind.__struct_fields__ else "answer" if "re" in kind.__struct_fields__ else None
    return {
        "name": _tag(kind),
        "title": name,
        "summary": _words(kind),
        "payload": {"$ref": f"{file}#/$defs/{name}"},
        **({"correlationId": {"$ref": f"#/components/correlationIds/{named}"}} if named else {}),
    }


def _words(kind: Any) -> str:
    return " ".join((kind.__doc__ or "").split())
