"""Pictures and films on disk: PNG, GIF, and MP4 when the extra ``[view]`` is installed."""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from gradus.school import UserError

Frames = Iterable[NDArray[np.uint8]]


def save_picture(picture: NDArray[np.uint8], path: str | Path) -> Path:
    """Write one picture; the suffix decides the format."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        Image.fromarray(picture).save(target)
    except (ValueError, OSError) as error:
        raise UserError(f"The picture cannot be written to {str(target)!r}: {error}.") from error
    return target


def save_film(frames: Frames, path: str | Path, fps: int = 50) -> Path:
    """Write frames as a GIF, a WebP or an MP4."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.suffix in (".gif", ".webp"):
        _save_animation(frames, target, fps)
    elif target.suffix == ".mp4":
        _save_mp4(frames, target, fps)
    else:
        raise UserError(f"A film is written as .gif, .webp or .mp4, not {target.suffix!r}.")
    return target


def _save_animation(frames: Frames, target: Path, fps: int) -> None:
    """GIF players round delays to hundredths, so at most 50 frames a second; a WebP is a tenth of the size."""
    pictures = [Image.fromarray(frame) for frame in frames]
    if not pictures:
        raise UserError("A film needs at least one frame.")
    if target.suffix == ".gif":
        pictures = [picture.quantize(96, dither=Image.Dither.NONE) for picture in pictures]
    delay = max(20, round(1000 / fps))
    pictures[0].save(
        target, save_all=True, append_images=pictures[1:], duration=delay, loop=0, quality=60, method=2
    )


def _save_mp4(frames: Frames, target: Path, fps: int) -> None:
    try:
        from imageio_ffmpeg import write_frames
    except ImportError as error:
        raise UserError(
            "MP4 films need the extra [view]: pip install 'gradus[view]', or write a .gif."
        ) from error
    writer = None
    for frame in frames:
        if writer is None:
            size = (frame.shape[1] // 2 * 2, frame.shape[0] // 2 * 2)  # the codec wants even sizes
            writer = write_frames(str(target), size, fps=fps, macro_block_size=2, ffmpeg_log_level="error")
            _start(writer)
        writer.send(np.ascontiguousarray(frame[: size[1], : size[0]]))
    if writer is None:
        raise UserError("A film needs at least one frame.")
    writer.close()


def _start(writer: Generator[None, NDArray[np.uint8] | None, None]) -> None:
    """Start the encoder's process. JAX warns of forks, but this one becomes another program at once."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"os\.fork\(\) was called", category=RuntimeWarning)
        writer.send(None)
