"""Fetch the Box2D 2.3 source that the tracks are defined on, check it, and lay it out for the compiler.

The source lives inside the ``box2d-py`` 2.3.8 source distribution. It is downloaded with pip (so mirrors and
proxies work as usual) and must have the recorded SHA-256; nothing of it is kept in this repository. Set
``GRADUS_BOX2D_SOURCE`` to build without a network: either a folder that holds ``Box2D/Box2D.h``, or a folder that
holds the archive ``box2d-py-2.3.8.tar.gz``.

Usage: ``python fetch_box2d.py DESTINATION [--plain]``; afterwards ``DESTINATION/Box2D`` holds headers and sources,
with the scalar savings of ``savings.py`` applied unless ``--plain`` is given.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ARCHIVE = "box2d-py-2.3.8.tar.gz"
SHA256 = "bdacfbbc56079bb317548efe49d3d5a86646885cc27f4a2ee97e4b2960921ab7"
VARIABLE = "GRADUS_BOX2D_SOURCE"


def download(folder: Path) -> Path:
    """The archive, fetched into ``folder`` by pip without building or installing anything of it."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--no-binary", ":all:", "--no-build-isolation", "--dest", str(folder), "box2d-py==2.3.8"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no message"]
        sys.exit(f"pip could not download box2d-py 2.3.8: {lines[-1]}")
    return folder / ARCHIVE


def unpack(archive: Path, destination: Path) -> None:
    """Only headers and sources of the engine, after the hash has been checked."""
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        print(
            f"{archive.name} has SHA-256 {found}, expected {SHA256}: refusing to build it.", file=sys.stderr
        )
        sys.exit(3)
    with tarfile.open(archive) as tar:
        for member in tar:
            parts = Path(member.name).parts
            if (
                member.isfile()
                and parts[1:2] == ("Box2D",)
                and ".." not in parts
                and parts[-1].endswith((".h", ".cpp"))
            ):
                target = destination.joinpath(*parts[1:])
                target.parent.mkdir(parents=True, exist_ok=True)
                content = tar.extractfile(member)
                assert content is not None
                target.write_bytes(content.read())


def gather(destination: Path) -> None:
    """Put the source tree at ``destination`` from the named folder, or from the package index."""
    given = os.environ.get(VARIABLE)
    if given and (Path(given) / "Box2D" / "Box2D.h").is_file():
        shutil.copytree(Path(given) / "Box2D", destination / "Box2D")
    elif given:
        if not (Path(given) / ARCHIVE).is_file():
            sys.exit(f"{VARIABLE} names {given!r}, which holds neither Box2D/Box2D.h nor {ARCHIVE}.")
        unpack(Path(given) / ARCHIVE, destination)
    else:
        with tempfile.TemporaryDirectory() as folder:
            unpack(download(Path(folder)), destination)


def main() -> None:
    """Fetch, adapt, and only then put the result in place, so that a broken attempt leaves nothing behind."""
    import savings

    destination = Path(sys.argv[1])
    work = destination.with_name(destination.name + ".part")
    for stale in (work, destination):
        shutil.rmtree(stale, ignore_errors=True)
    gather(work)
    savings.adapt(work / "Box2D")
    if "--plain" not in sys.argv[2:]:
        savings.apply(work / "Box2D")
    work.rename(destination)


if __name__ == "__main__":
    main()
