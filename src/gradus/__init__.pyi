"""What is found lazily, for editors and type checkers."""

from gradus import exams as exams
from gradus import learners as learners
from gradus import stream as stream
from gradus import students as students
from gradus import teachers as teachers
from gradus import tracks as tracks
from gradus.school import Box as Box
from gradus.start import load as load
from gradus.start import teach as teach
from gradus.stream import World as World
from gradus.teachers.gym import Taught as Taught

__version__: str
