"""The shapes of what is stored, out of the code: `python -m tests.rooms.manifest` adds those of a new format.

The file beside the golden logs lists by format each kind of entry with its fields, their types and defaults, and the
settings of a room. What is listed there is never changed: servers of that format have written it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from fudakai.server.lobby.results import Finished
from fudakai.server.records.record import FORMAT as RECORD, Record, RecordedEntry
from fudakai.server.rooms.effects import MatchResult
from fudakai.server.rooms.entries import FORMAT, AnyEntry, Base
from fudakai.server.rooms.settings import RoomSettings

BOUNDS: Final = ("ge", "gt", "le", "lt", "min_length", "max_length", "pattern")
FILE: Final = Path(__file__).parent / "logs" / "manifest.json"
RECORDS: Final = {"record": Record, "entry": RecordedEntry}
RESULTS: Final = {"written": MatchResult, "read": Finished}


def shape(kind: inspect.Type) -> Any:
    """A type as JSON: structs by their fields, whatever their classes are called; values with their bounds."""
    match kind:
        case inspect.Metadata(type=inner):
            return shape(inner)
        case inspect.StructType(fields=fields):
            return {
                field.encode_name: [shape(field.type)] + ([] if field.required else [default(field)])
                for field in fields
            }
        case inspect.UnionType(types=types):
            return {"one of": sorted((shape(one) for one in types), key=json.dumps)}
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return [shape(item)]
        case inspect.TupleType(item_types=items):
            return {"tuple": [shape(item) for item in items]}
        case inspect.DictType(value_type=value):
            return {"map of": shape(value)}
        case inspect.LiteralType(values=values):
            return {"words": sorted(values)}
    name = type(kind).__name__.removesuffix("Type").lower()
    bounds = {bound: value for bound in BOUNDS if (value := getattr(kind, bound, None)) is not None}
    return {name: bounds} if bounds else name


def default(field: inspect.Field) -> Any:
    """A field's default, as it would be stored."""
    if field.default is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default)
    return "absent" if field.default_factory is msgspec.NODEFAULT else msgspec.to_builtins(field.default_factory())


def log() -> dict[str, Any]:
    """The room log."""
    entries = {kind.__struct_config__.tag: shape(inspect.type_info(kind)) for kind in get_args(AnyEntry)}
    return {
        "base": shape(inspect.type_info(Base)),
        "entries": dict(sorted(entries.items())),
        "settings": shape(inspect.type_info(RoomSettings)),
    }


def now() -> dict[str, dict[str, Any]]:
    """What the code stores now: by the kind of file and its format."""
    found = {
        "log": {str(FORMAT): log()},
        "record": {str(RECORD): {name: shape(inspect.type_info(kind)) for name, kind in RECORDS.items()}},
        "result": {"1": {name: shape(inspect.type_info(kind)) for name, kind in RESULTS.items()}},
    }
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


def main() -> int:
    """Adds the shapes of formats that the file does not have. Refuses to change one that it has."""
    kept: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for kind, formats in now().items():
        for number, found in formats.items():
            before = kept.setdefault(kind, {}).setdefault(number, found)
            if before != found:
                print(f"manifest: {kind} format {number} is out: raise its number, or leave its shape as it was")
                return 1
    FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
