"""The messages between a world and a learner in another process, as they were in 2017.

The learner says ``hello`` once. Then, in every step, the world sends two messages, the reward as decimal text
and one character as UTF-8 text, and the learner sends one character back.
"""

from __future__ import annotations

HELLO = b"hello"
"""The learner's first message."""
MOST = 127
"""The most that a step may pay; the most that it may take is one more. Only tasks of 2017 go beyond 1."""
REWARDS = {reward: str(reward).encode() for reward in range(-MOST - 1, MOST + 1)}
"""How the world writes a reward."""
CHARACTERS = tuple(chr(code).encode() for code in range(256))
"""How a byte of the stream is written: codes from 128 on take two bytes of UTF-8."""
CODES = {text: code for code, text in enumerate(CHARACTERS)}
"""The way back. A message that is not a key here is not a character of the stream."""

# The world of 2017 sent the rewards of its mini-tasks as Python's booleans.
_READ_REWARDS = {**{text: reward for reward, text in REWARDS.items()}, b"True": 1, b"False": 0}


def read_reward(message: bytes) -> int:
    """The reward a world sent.

    >>> read_reward(b"-1"), read_reward(b"True"), read_reward(b"False")
    (-1, 1, 0)
    """
    reward = _READ_REWARDS.get(message)
    if reward is None:
        raise ValueError(
            f"A reward is a whole number from {-MOST - 1} to {MOST}, True or False, not {message[:40]!r}."
        )
    return reward


def complaint(message: bytes) -> str:
    """What is wrong with a learner's message that is not one character of the stream.

    >>> complaint(b"no")
    'sent 2 characters where one was expected'
    """
    if not message:
        return "sent an empty message where one character was expected"
    try:
        text = message.decode()
    except UnicodeDecodeError:
        return f"sent bytes that are not UTF-8 text ({message[:8].hex(' ')})"
    if len(text) > 1:
        return f"sent {len(text)} characters where one was expected"
    return f"sent a character with code {ord(text)}, above 255"
