"""A command line called in this process: what it printed and how it ended."""

import pytest

from gradus.cli import main


@pytest.fixture
def gradus(capsys):
    def call(*arguments):
        try:
            main([str(a) for a in arguments])
            code: object = 0
        except SystemExit as end:
            code = end.code or 0
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call
