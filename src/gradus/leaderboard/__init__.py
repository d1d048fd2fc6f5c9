"""The leaderboard: rounds with a committed key, strangers' submissions, their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradus.school import lazily

if TYPE_CHECKING:
    from gradus.leaderboard.board import Leaderboard, open_board
    from gradus.leaderboard.chain import Row, verify_chain
    from gradus.leaderboard.commitment import Key
    from gradus.leaderboard.entrant import Limits
    from gradus.leaderboard.sandbox import Isolation, choose, has_bubblewrap
    from gradus.leaderboard.submission import Submission, check, command_for, submit
    from gradus.leaderboard.verification import Finding, check_records, record_folder, rerun
else:
    __getattr__, __dir__ = lazily(__name__)


__all__ = [
    "Finding",
    "Isolation",
    "Key",
    "Leaderboard",
    "Limits",
    "Row",
    "Submission",
    "check",
    "check_records",
    "choose",
    "command_for",
    "has_bubblewrap",
    "open_board",
    "record_folder",
    "rerun",
    "submit",
    "verify_chain",
]
