"""The signing key that is made once."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from fudakai.server.config import WrongSettings, kept_key


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "data"
    key = kept_key(folder)
    assert len(key) == 64
    assert kept_key(folder) == key
    assert [path.name for path in folder.iterdir()] == ["secret_key"]
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert kept_key(tmp_path / "other") != key


def test_many_that_start_at_once_get_one_key(tmp_path: Path) -> None:
    barrier = Barrier(16)

    def start(_number: int) -> str:
        barrier.wait(timeout=30)
        return kept_key(tmp_path)

    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(start, range(16)))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("content", [b"", b"short\n", b"\xff" * 64])
def test_a_broken_key_file_is_named_and_not_replaced(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    path.write_bytes(content)
    with pytest.raises(WrongSettings) as caught:
        kept_key(tmp_path)
    (line,) = caught.value.lines
    assert str(path) in line
    assert path.read_bytes() == content


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(WrongSettings) as caught:
        kept_key(tmp_path / "file" / "data")
    assert "cannot be read or made" in caught.value.lines[0]
