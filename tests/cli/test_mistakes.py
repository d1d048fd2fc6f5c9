"""What people type wrong: one sentence that names the field, the value and what was expected, and exit code 2."""

import pytest

FILES = {
    "file.txt": "x",
    "bad.json": "{",
    "bad.toml": "a = [",
    "broken_learners.py": (
        "class Mute:\n    def act(self, byte, reward):\n        return None\n"
        "    def state(self):\n        return {}\n    def restore(self, state):\n        pass\n\n\n"
        "class Crashing(Mute):\n    def act(self, byte, reward):\n        return 1 // reward\n\n\n"
        "class Empty:\n    pass\n"
    ),
}
MISTAKES = {
    # names
    "list teacher": "curricula, bodies, suites, not 'teacher'.",
    "list teachers alp-gm": "no teacher named 'alp-gm'. Did you mean 'alp-gmm'?",
    "list bodies fsh": "Did you mean 'fish'?",
    "list exams grad": "There are steps, ",
    "list suites nothing": "There is no suite named 'nothing'. There are challenges, original, parkour.",
    "tasks micr1": "Did you mean 'micro1'",
    "measure micr1": "no task 'micr1' in the table. Did you mean 'micro1'?",
    "curricula show round9": "Did you mean 'round1'?",
    "learner shw run": "No such command 'shw'. Did you mean 'show'?",
    "exam board": "Did you mean 'leaderboard'?",
    "tech": "No such command 'tech'. Did you mean 'teach'",
    # teach
    "teach silent": "Missing option '--learner' / '-l'",
    "teach -l broken_learners:Nobody": "has no attribute 'Nobody'",
    "teach -l broken_learners:Empty": "has neither act(byte, reward) nor next(char)",
    "teach -l broken_learners:Mute": "A learner says one byte, a whole number from 0 to 255, not None.",
    "teach -l gradual --option colour=3": "unexpected keyword argument 'colour'",
    "teach -l silent --max-steps 1.5": "'--max-steps': it must be a whole number of at least 1, not '1.5'",
    "teach -l silent --max-steps -5": "at least 1, not '-5'",
    "teach -l silent --max-steps 10x": "a number such as 500k or 20M, not '10x'",
    "teach -l silent --checkpoint-every often": "not 'often'",
    "teach -l silent --seed 1.5": "'--seed': Input should be a valid integer",
    "teach -l silent --scrambler": "'--scrambler' requires an argument",
    "teach -l silent -c bad.toml": "bad.toml is not a valid TOML file",
    "teach -l silent -c bad.json": "bad.json is not a valid JSON file",
    "teach -l silent -c file.txt": "no curriculum named 'file.txt'. There are ",
    "teach -l silent --tasks-path nowhere": "--tasks-path names nowhere, which is not a folder",
    "teach -l silent --bitmode --scramble": "In bit mode the world does not scramble",
    "teach -l silent --max-reward-per-task -1": "greater than or equal to 0, not '-1'",
    "teach -l silent -o file.txt": "Cannot write a run to file.txt: File exists.",
    "teach -l silent --from empty": "empty is not a run folder",
    # folders
    "resume file.txt": "file.txt is not a run folder: it has no run.json.",
    "replay empty --serial one": "'--serial': Input should be a valid integer, not 'one'",
    "replay empty --serial -1": "greater than or equal to 0, not '-1'",
    "learner show empty": "empty is not a run folder",
    "report": "Missing argument 'runs'",
    "report empty": "holds no exam (table.json), no run (run.json) and no campaign",
    "report empty -o x.pdf": "named *.html, not 'x.pdf'",
    "exam resume empty": "empty is not an exam's folder: it has no exam.json.",
    "exam human empty": "empty is not a run folder",
    "web nowhere": "There is no folder ",
    # machines and curricula
    "draw micro1 -o x.png": "must end in .svg or .html, not 'x.png'",
    "draw micro1 -o x.svg --view nobody": "'nobody' is not one of revealed, agent, evaluator",
    "draw micro1 -o x.svg --set size": "--set needs name=value, not 'size'",
    "draw micro1 -o x.svg --set sise=3": "no parameter 'sise'. Did you mean 'size'?",
    "curricula generate": "Name a curriculum to vary, or ask for a --graded one; not both.",
    "curricula generate round1 -o x.txt": "named *.toml, not 'x.txt'",
    "curricula diagram round1 -o x.png": "named *.svg, not 'x.png'",
    # serving and playing
    "serve --port many": "'--port': Input should be a valid integer, not 'many'",
    "serve --port 99999999": "from 1 to 65535 (0: any free one), not 99999999",
    "serve --hours 0": "--hours must be greater than 0, not 0.",
    "serve --seconds-per-answer -1": "--seconds-per-answer must be greater than 0, not -1.",
    "play --pace 0": "--pace must be greater than 0 seconds, not 0.",
    "play --task micro99": "has no task 'micro99'",
    "web --port 99999999": "less than or equal to 65535",
    # exams
    "exam graduality -o e": "Name either --learner or --learner-cmd.",
    "exam graduality -l silent": "Missing option '-o' / '--output'",
    "exam graduality -l nobody -o e": "no learner named 'nobody'. There are repeat, ",
    "exam graduality -l silent -o e --runs 0": "runs must be at least 1, not 0.",
    "exam graduality -l silent -o e --level 2": "level must lie between 0 and 1, not 2.0.",
    "exam graduality -l silent -o e --order backwards": "no task 'backwards'",
    "exam graduality -l silent -o e --max-steps some": "'--max-steps': it must be a number such as 500k",
    "exam steps -l silent -o e --stage micro1": "--stage is written name=number, not 'micro1'.",
    "exam submit r --name me --key nokey -l silent": "Cannot read nokey: No such file or directory.",
    "exam open": "Missing argument 'ROUND'",
    # toys
    "bench toy --teacher nobody": "no teacher named 'nobody'",
    "bench toy --world nowhere": "no toy world named 'nowhere'; known are plain, ",
    "bench toy --episodes few": "'--episodes': it must be a number such as 500k",
    "demo --seed -1": "'--seed': Input should be greater than or equal to 0",
}
ON_THE_TRACKS = {
    "train": "name a folder for their record with -o, or a length with --steps, such as 50k.",
    "train --steps many": "steps must be a number such as 500k or 20M, not 'many'.",
    "train --steps 0": "steps must be a whole number of at least 1, not '0'.",
    "train --steps 1k --track hill": "no track named 'hill'. There are stump, parkour",
    "train --steps 1k --teacher alp": "Did you mean 'alp-gmm'?",
    "train --steps 1k --student dqn": "no student named 'dqn'",
    "train --steps 1k --body horse": "no body named 'horse'",
    "train --steps 1k --knowledge much": "knowledge must be no, low or high, not 'much'.",
    "train --steps 1k --task 1": "2 numbers (stump_height, obstacle_spacing), not '1'.",
    "train --steps 1k --task a,b": "numbers with commas such as 0,6, not 'a,b'.",
    "train --steps 1k --task 1,2 --teacher random": "--teacher random has no meaning with --task",
    "train --steps 1k --test hills": "no test set 'hills', only stump, walk, swim, climb.",
    "train --steps 1k --space big": "no task space 'big', only original, ",
    "train --steps 1k --evaluate-every never": "evaluate_every must be a number such as 500k",
    "bench originl --dry-run": "Did you mean 'original'?",
    "bench original --tier days --dry-run": "no tier 'days', only minutes, hours, full.",
    "bench original": "bench needs a folder for its records: -o FOLDER (or --dry-run).",
    "bench nothing.toml --dry-run": "Cannot read the suite nothing.toml",
    "tracks show --track hill": "no track named 'hill'",
    "tracks show --task a,b": "--task must be numbers separated by commas, not 'a,b'.",
    "tracks show --steps some": "'--steps': it must be a number such as 500k",
    "watch empty --task 1,2": "empty is not a run folder",
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_gets_one_sentence(here, gradus, line):
    one_sentence(gradus(*line.split()), MISTAKES[line])


@pytest.mark.tracks
@pytest.mark.parametrize("line", ON_THE_TRACKS)
def test_a_mistake_on_the_tracks_gets_one_sentence(here, gradus, line):
    one_sentence(gradus(*line.split()), ON_THE_TRACKS[line])


def one_sentence(result, message):
    code, out, err = result
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1 and err.startswith("gradus: ") and "Traceback" not in err


def test_a_crash_of_a_learner_is_shown_in_its_own_file(here, gradus):
    code, _, err = gradus("teach", "-l", "broken_learners:Crashing")
    assert code == 1 and err.count("\n") == 1
    assert "ZeroDivisionError" in err and "at broken_learners.py, line 12, in act: return 1 // reward" in err


def test_a_fault_of_our_own_keeps_its_whole_story(gradus, monkeypatch):
    monkeypatch.setattr("gradus.cli.tasks.print_table", None)
    with pytest.raises(TypeError):
        gradus("tasks")
