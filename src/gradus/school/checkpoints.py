"""The state of a run as files: the newest checkpoint, and those that are kept for good.

A checkpoint is ``state.json`` and, if it has arrays, ``NUMBER.npz`` beside it. The arrays are written first, and the
state that names them takes its place whole, so that a kill at any moment leaves the older or the newer one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from gradus.school.errors import DamagedError
from gradus.school.files import read_with_format, replace_file, sealed

Checkpoint = tuple[dict[str, Any], dict[str, NDArray[Any]], dict[str, int]]
"""State, arrays and record offsets."""


def save(
    folder: Path, content: dict[str, Any], arrays: Mapping[str, NDArray[Any]], keep: str | None = None
) -> None:
    """Put a checkpoint in the place of the older one; with ``keep`` a copy of that name stays for good."""
    folder.mkdir(exist_ok=True)
    number, saved = content["number"], b""
    if arrays:
        saved = _packed(arrays)
        replace_file(folder / f"{number}.npz", saved)
        content = {**content, "arrays_digest": sha256(saved).hexdigest()}
    text = sealed(json.dumps(content, allow_nan=False, separators=(",", ":")))
    if keep is not None:  # first, so that a kill in between leaves nothing out when the run goes on
        _keep(folder / "kept", keep, text, saved)
    replace_file(folder / "state.json", text)
    for old in folder.glob("*.npz"):
        if old.stem != str(number):
            old.unlink()


def _keep(folder: Path, name: str, text: bytes, arrays: bytes) -> None:
    folder.mkdir(exist_ok=True)
    if arrays:
        replace_file(folder / f"{name}.npz", arrays)
    replace_file(folder / f"{name}.json", text)


def kept_names(folder: Path) -> list[str]:
    """The names of the checkpoints that are kept for good, those with smaller numbers first."""
    names = [path.stem for path in (folder / "kept").glob("*.json")]
    # A longer number is a larger one: names need no zeros in front to stand in order.
    return sorted(names, key=lambda name: (len(name.split("-")[0]), name))


def load(
    folder: Path, form: int, kept: str | None = None
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
    """The content of the newest checkpoint, or of a kept one, and its arrays; None if there is none.

    ``form`` is the format of the run: a checkpoint of an older one does not belong to it.
    """
    path = folder / ("state.json" if kept is None else f"kept/{kept}.json")
    if not path.exists():
        return None
    found, content = read_with_format(path)
    try:
        if found < form:
            raise ValueError(f"its format is {found}, the run's {form}")
        number = int(content["number"])
        if not isinstance(content["state"], dict):
            raise ValueError("its state is no table")
        digest = content["arrays_digest"] if content["arrays"] and form > 1 else None
        arrays = _unpacked(path.with_name(f"{kept or number}.npz"), digest) if content["arrays"] else {}
    except (KeyError, TypeError, ValueError, AttributeError, OSError, EOFError, BadZipFile) as error:
        raise DamagedError(f"The checkpoint in {path.parent} is damaged: {error}.") from error
    return content, arrays


def _packed(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    data = BytesIO()
    np.savez(data, **dict(arrays))  # type: ignore[arg-type]
    return data.getvalue()


def _unpacked(path: Path, digest: str | None) -> dict[str, NDArray[Any]]:
    data = path.read_bytes()
    if digest is not None and sha256(data).hexdigest() != digest:
        raise ValueError("its arrays do not fit their digest")
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}
