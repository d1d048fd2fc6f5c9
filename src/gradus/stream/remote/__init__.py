"""Learners in other processes: the protocol of 2017 over ZeroMQ, and the same messages over a Unix socket."""

from __future__ import annotations

from gradus.stream.departure import LearnerGone
from gradus.stream.remote.address import PORT, TcpAddress, UnixAddress, parse_address
from gradus.stream.remote.budget import Budget
from gradus.stream.remote.child import split_command
from gradus.stream.remote.client import Connection, connect, serve_learner
from gradus.stream.remote.learner import RemoteLearner
from gradus.stream.remote.messages import read_reward

__all__ = [
    "PORT",
    "Budget",
    "Connection",
    "LearnerGone",
    "RemoteLearner",
    "TcpAddress",
    "UnixAddress",
    "connect",
    "parse_address",
    "read_reward",
    "serve_learner",
    "split_command",
]
