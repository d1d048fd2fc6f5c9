"""Types of the compiled core."""

from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

CPPN_WEIGHTS: int
STUMP_ROW: int
PARKOUR_ROW: int

class Family(Enum):
    walker = 0
    climber = 1
    swimmer = 2
    amphibian = 3

class Shape(Enum):
    box = 0
    polygon = 1
    circle = 2

class Lidar(Enum):
    box2d = 0
    analytic = 1

class Wide(Enum):
    scalar = 0
    four = 1
    eight = 2
    sixteen = 3

def widest() -> Wide: ...

class BodySpec:
    name: str
    family: Family
    head: int
    torque: float
    torque_cost: float
    angle_term: bool
    mask: int
    width: float
    spawn_height: float
    @property
    def actions(self) -> int: ...
    def add_part(self, **fields: Any) -> None: ...
    def add_joint(self, **fields: Any) -> None: ...

class Settings:
    parkour: bool
    repaired: bool
    lidar: Lidar
    solver: Wide
    fan_span: float
    fan_offset: float
    max_steps: int
    push_clip: float
    ceiling_offset: float
    ceiling_clip: float
    movable_creepers: bool
    random_push: bool
    fixed_push: float

class Cppn:
    def __init__(self, weights: NDArray[np.float32]) -> None: ...
    def relief(self, a: float, b: float, c: float, /) -> NDArray[np.float32]: ...

def observation_size(body: BodySpec, settings: Settings, /) -> int: ...

class Batch:
    def __init__(
        self,
        body: BodySpec,
        settings: Settings,
        cppn: Cppn | None,
        lanes: int,
        threads: int,
        observations: NDArray[np.float32],
        rewards: NDArray[np.float64],
        ends: NDArray[np.uint8],
        totals: NDArray[np.float64],
        steps: NDArray[np.int32],
    ) -> None: ...
    def reset(
        self, lanes: NDArray[np.int32], tasks: NDArray[np.float64], seeds: NDArray[np.uint32]
    ) -> None: ...
    def reset_given(
        self,
        lane: int,
        pieces: list[tuple[int, list[tuple[float, float]]]],
        pad: float,
        finish: float,
        push: float,
        water: float,
    ) -> None: ...
    def step(self, actions: NDArray[np.float32]) -> int: ...
    def replay(self, lane: int, actions: NDArray[np.float32]) -> None: ...
    def history(self, lane: int) -> NDArray[np.float32] | None: ...
    def close_lane(self, lane: int, /) -> None: ...
    def scene(self, lane: int, /) -> dict[str, Any]: ...
    def terrain(self, lane: int, /) -> dict[str, Any]: ...
    def poses(self, lane: int, /) -> NDArray[np.float64]: ...
    def masses(self, lane: int, /) -> list[float]: ...
    def time_physics(self, on: bool, /) -> None: ...
    @property
    def physics_seconds(self) -> float: ...
    @property
    def threads(self) -> int: ...
