"""Looking at the tracks: frames, films, contact sheets, a gallery, a window."""

from __future__ import annotations

from gradus.tracks.view.canvas import Camera
from gradus.tracks.view.film import save_film, save_picture
from gradus.tracks.view.painter import Painter
from gradus.tracks.view.scene import Scene, scene_of
from gradus.tracks.view.sheets import contact_sheet, gallery
from gradus.tracks.view.window import Window

__all__ = [
    "Camera",
    "Painter",
    "Scene",
    "Window",
    "contact_sheet",
    "gallery",
    "save_film",
    "save_picture",
    "scene_of",
]
