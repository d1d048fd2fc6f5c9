"""Learners in other processes: the protocol of 2017 over ZeroMQ, and the same messages over a Unix socket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import renamed
from gradus.stream.learner import DisconnectReason, LearnerDisconnected
from gradus.stream.remote.address import PORT, TcpAddress, UnixAddress, parse_address
from gradus.stream.remote.budget import LearnerBudget
from gradus.stream.remote.child import Supervision, split_command
from gradus.stream.remote.client import Connection, connect, serve_learner
from gradus.stream.remote.learner import RemoteLearner
from gradus.stream.remote.messages import read_reward

LearnerGone = LearnerDisconnected
"""The older name, kept for one version."""
__all__ = [
    "PORT",
    "LearnerBudget",
    "Connection",
    "DisconnectReason",
    "LearnerDisconnected",
    "LearnerGone",
    "RemoteLearner",
    "Supervision",
    "TcpAddress",
    "UnixAddress",
    "connect",
    "parse_address",
    "read_reward",
    "serve_learner",
    "split_command",
]

if not TYPE_CHECKING:  # a type checker should not believe that every name is here
    __getattr__ = renamed(
        __name__,
        {
            "Budget": "gradus.stream.remote:LearnerBudget",
            "Ending": "gradus.stream.remote:DisconnectReason",
        },
    )
