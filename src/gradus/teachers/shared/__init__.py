"""One teacher for many processes: a desk that deals tickets, a server in front of it, and what workers hold.

``TeacherServer`` serves any teacher over ZeroMQ; ``connect(address)`` gives a worker something that issues and observes
like the teacher itself. ``gradus.teachers.shared.actor`` does the same through a Ray actor.
"""

from __future__ import annotations

from gradus.teachers.shared.client import SharedTeacher, connect
from gradus.teachers.shared.desk import Desk, replay
from gradus.teachers.shared.journal import events
from gradus.teachers.shared.server import TeacherServer

__all__ = ["Desk", "SharedTeacher", "TeacherServer", "connect", "events", "replay"]
