"""A run that is really killed, again and again, ends byte-identical to one that never was."""

import os
import random
import signal
import subprocess
import sys
import time

import pytest

ARGUMENTS = [
    "--learner",
    "memory",
    "--seed",
    "11",
    "--scramble",
    "--max-steps",
    "120000",
    "--checkpoint-every",
    "900",
]


def gradus(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "gradus", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def killed_run(folder, kills, chance):
    """Start the run and kill it at random moments; how often it was really killed before it ended."""
    process = gradus("teach", *ARGUMENTS, "-o", str(folder))
    done = 0
    while done < kills:
        wait_for(folder / "run.json", process)
        time.sleep(chance.uniform(0.05, 0.5))
        process.send_signal(signal.SIGKILL)
        done += process.wait() == -signal.SIGKILL
        process = gradus("resume", str(folder))
        if process.poll() is not None:
            break
    _, err = process.communicate(timeout=1800)
    assert process.returncode == 0, err.decode()
    return done


def wait_for(path, process):
    while not path.exists() and process.poll() is None:
        time.sleep(0.01)


def compare(tmp_path, kills):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert gradus("teach", *ARGUMENTS, "-o", str(whole)).wait(timeout=1800) == 0
    assert killed_run(killed, kills, random.Random(kills)) == kills
    for name in ("outcomes.jsonl", "transcript.bin"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes()


def test_three_kills(tmp_path):
    compare(tmp_path, 3)


@pytest.mark.slow
def test_twenty_five_kills(tmp_path):
    compare(tmp_path, 25)


def test_the_record_does_not_depend_on_hash_seeds(tmp_path):
    for seed in ("0", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        arguments = ["teach", "--learner", "memory", "--max-steps", "20000", "-o", str(tmp_path / seed)]
        assert gradus(*arguments, env=environment).wait(timeout=600) == 0
    for name in ("outcomes.jsonl", "transcript.bin", "run.json"):
        assert (tmp_path / "0" / name).read_bytes() == (tmp_path / "77" / name).read_bytes()
