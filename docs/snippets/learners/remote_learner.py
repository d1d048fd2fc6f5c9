"""A stream learner in a process of its own: python remote_learner.py ADDRESS"""

import sys

from gradus.stream.remote import serve_learner


class Imitator:
    """Says at its turn what it heard last, unless that has just cost it something."""

    def __init__(self):
        self.punished = set()
        self.last = None

    def act(self, byte, reward):
        if reward < 0 and self.last is not None:
            self.punished.add(self.last)
        self.last = byte
        return 32 if byte in self.punished else byte


if __name__ == "__main__":
    steps = serve_learner(Imitator(), sys.argv[1])
    print(f"The run ended after {steps} steps.")
