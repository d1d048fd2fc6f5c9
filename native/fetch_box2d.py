"""Puts Box2D 2.3, patched, where the build wants it.

The source is that of the ``box2d-py`` 2.3.8 source distribution. It comes through pip (so your index, mirrors and
proxies work as usual), which must find the recorded SHA-256 before it looks into the archive; nothing of it is kept in
this repository. Set ``GRADUS_BOX2D_SOURCE`` to build without a network: either a folder that holds ``Box2D/Box2D.h``,
or a folder that holds the archive ``box2d-py-2.3.8.tar.gz``.

Usage: ``python fetch_box2d.py DESTINATION [--plain]``; afterwards ``DESTINATION/Box2D`` holds headers and sources.
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

import patch_box2d

ARCHIVE = "box2d-py-2.3.8.tar.gz"
SHA256 = "bdacfbbc56079bb317548efe49d3d5a86646885cc27f4a2ee97e4b2960921ab7"
VARIABLE = "GRADUS_BOX2D_SOURCE"


def download(folder: Path) -> Path:
    """The archive, fetched into ``folder``.

    To read the name out of the archive pip runs its setup script, which is why pip itself must check the hash first.
    """
    wanted = folder / "wanted.txt"
    wanted.write_text(f"box2d-py==2.3.8 --hash=sha256:{SHA256}\n", encoding="ascii")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", "--no-binary", ":all:", "--no-build-isolation"]
    command += ["--dest", str(folder), "--requirement", str(wanted)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(
            f"Box2D's source could not be fetched: {reason(done.stderr or done.stdout)} Go online, set {VARIABLE} to "
            "a folder that holds it, or set GRADUS_NATIVE=OFF for a package without tracks."
        )
    return folder / ARCHIVE


def reason(output: str) -> str:
    """The first complaint in pip's output."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR:").strip() for line in lines if line.startswith("ERROR:")]
    return (errors or lines or ["pip gave no reason"])[0].rstrip(".") + "."


def unpack(archive: Path, destination: Path) -> None:
    """Only headers and sources of the engine, after the hash has been checked."""
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != SHA256:
        sys.exit(f"{archive.name} has SHA-256 {found}, expected {SHA256}: refusing to build it.")
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
    """Fetch, patch, and only then put the result in place, so that a broken attempt leaves nothing behind."""
    destination = Path(sys.argv[1])
    work = destination.with_name(destination.name + ".part")
    for stale in (work, destination):
        shutil.rmtree(stale, ignore_errors=True)
    gather(work)
    try:
        patch_box2d.apply_all(work, plain="--plain" in sys.argv[2:])
    except patch_box2d.PatchError as error:
        sys.exit(str(error))
    work.rename(destination)


if __name__ == "__main__":
    main()
