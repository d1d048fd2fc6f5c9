"""A plan says everything about a training run; it is data, and the same plan and seed give the same record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from gradus.school import Box, Coordinates, Teacher, UserError, space_from_spec
from gradus.school.checks import whole
from gradus.school.typed import read_settings
from gradus.students.catalogue import LANES, STUDENTS
from gradus.teachers import TEACHERS, Shuffle, Shuffled
from gradus.tracks import TRACKS
from gradus.tracks import test_set as fixed_tasks


@dataclass(frozen=True)
class Plan:
    """One student, one teacher, one track, one seed."""

    track: str = "stump"
    """The world."""
    body: str = "old_classic_bipedal"
    """The student's body."""
    space: str | Mapping[str, Any] | None = None
    """A named task space of the track, or the description of a box; none is the track's usual one."""
    track_options: Mapping[str, Any] = field(default_factory=dict)
    """Further options of the track."""
    teacher: str = "random"
    """The teacher's name."""
    teacher_settings: Mapping[str, Any] = field(default_factory=dict)
    """The teacher's settings, expert knowledge included."""
    rugged: bool = False
    """Whether the task space is cut up and shuffled before the teacher sees it."""
    student: str = "ppo"
    """The student's name."""
    student_settings: Mapping[str, Any] = field(default_factory=dict)
    """The student's hyperparameters."""
    forget_every: int | None = None
    """Steps after which the student starts afresh, again and again; the teacher is not told."""
    lanes: int | None = None
    """Episodes that run side by side; none is the student's usual number."""
    steps: int = 20_000_000
    """Length of the run, all lanes together."""
    seed: int = 0
    """Seed of every random stream of the run."""
    test: str | tuple[Coordinates, ...] = "stump"
    """A named test set, or the tasks themselves."""
    evaluate_every: int = 500_000
    """Steps between evaluations on the test set."""
    preview_every: int = 250_000
    """Steps between looks at what the teacher would choose."""
    previews: int = 100
    """Tasks per look."""
    checkpoint_every: int = 100_000
    """Steps between checkpoints."""
    keep_every: int = 300_000
    """Steps between checkpoints that are kept for good, from which any training episode can be played again within
    about a minute; 0 keeps only the newest."""
    keep_actions: bool = True
    """Whether the actions of test episodes are recorded, so that they can be played again at once."""

    def __post_init__(self) -> None:
        for name in ("steps", "evaluate_every", "preview_every", "previews", "checkpoint_every"):
            whole(name, getattr(self, name))
        for name in ("forget_every", "lanes"):
            if getattr(self, name) is not None:
                whole(name, getattr(self, name))
        whole("seed", self.seed, 0)
        whole("keep_every", self.keep_every, 0)
        names = {"track": TRACKS, "teacher": TEACHERS, "student": STUDENTS}
        for name, registry in names.items():
            object.__setattr__(self, name, registry.full_id(getattr(self, name)))
        if not isinstance(self.test, str):
            tasks = tuple(tuple(float(x) for x in task) for task in self.test)
            object.__setattr__(self, "test", tasks)
        self._memory_fits()

    def _memory_fits(self) -> None:
        margin = self.student_settings.get("margin", 200_000)
        if self.student.startswith("sac-") and margin < self.checkpoint_every + self.lane_count:
            raise UserError(
                f"checkpoint_every {self.checkpoint_every} must be below SAC's margin {margin}: "
                "what a checkpoint remembers would be written over."
            )

    @property
    def lane_count(self) -> int:
        """Episodes that run side by side."""
        return self.lanes or LANES.get(self.student.rsplit("-v", 1)[0], 1)

    @property
    def test_tasks(self) -> list[Coordinates]:
        """The tasks of an evaluation."""
        return fixed_tasks(self.test) if isinstance(self.test, str) else list(self.test)

    def make_world(self, lanes: int, tickets: Any) -> Any:
        """The track with so many lanes, taking its tickets from ``tickets``."""
        options: dict[str, Any] = {} if self.space is None else {"space": self.space}
        if isinstance(self.space, Mapping):
            options["space"] = space_from_spec(self.space)
        return TRACKS.get(self.track)(
            num_envs=lanes,
            tickets=tickets,
            seed=self.seed,
            autoreset_mode="Disabled",
            body=self.body,
            **options,
            **self.track_options,
        )

    def make_teacher(self, space: Box) -> Teacher:
        """The teacher for the track's task space; in a rugged space an expert's means are moved along."""
        settings = dict(self.teacher_settings)
        if not self.rugged:
            return TEACHERS.get(self.teacher)(space, self.seed, **settings)
        shuffle = Shuffle.drawn(space, self.seed)
        for name in ("initial_mean", "target_mean"):
            if settings.get(name) is not None:
                settings[name] = shuffle.to_teacher(tuple(settings[name]))
        return Shuffled(TEACHERS.get(self.teacher)(space, self.seed, **settings))

    def to_json(self) -> dict[str, Any]:
        """A JSON-able dictionary that :meth:`from_json` reads back."""
        return {name: _plain(value) for name, value in asdict(self).items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that :meth:`to_json` wrote."""
        return read_settings(cls, data, "A plan", "entry")


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
