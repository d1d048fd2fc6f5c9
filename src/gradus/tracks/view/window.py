"""A window that shows frames as they come; needs pygame, as Gymnasium's own environments do."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gradus.school import UserError


class Window:
    """Opens on the first frame."""

    def __init__(self, fps: int) -> None:
        try:
            import pygame
        except ImportError as error:
            raise UserError(
                "render_mode='human' needs the extra [view]: pip install 'gradus[view]'."
            ) from error
        self._pygame: Any = pygame
        self._fps = fps
        self._screen: Any = None
        self._clock: Any = None

    def show(self, frame: NDArray[np.uint8]) -> None:
        """Put a frame on the screen and wait for its time."""
        if self._screen is None:
            self._pygame.init()
            self._screen = self._pygame.display.set_mode((frame.shape[1], frame.shape[0]))
            self._pygame.display.set_caption("Gradus")
            self._clock = self._pygame.time.Clock()
        self._pygame.event.pump()
        self._pygame.surfarray.blit_array(self._screen, frame.swapaxes(0, 1))
        self._pygame.display.flip()
        self._clock.tick(self._fps)

    def close(self) -> None:
        """Close the window."""
        if self._screen is not None:
            self._pygame.display.quit()
            self._screen = None
