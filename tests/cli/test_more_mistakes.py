"""A hundred further mistakes: each gets one sentence, exit code 2 and nothing on standard output."""

import shlex
import shutil

import pytest
from tests.cli.test_mistakes import one_sentence

FILES = {
    "file.txt": "x",
    "numbers.toml": "tasks = 3\n",
    "broken.py": "def oops(:\n",
    "needs.py": "import nothing_like_this\n",
    "raises.py": 'raise ValueError("no")\n',
    "loud.py": (
        "class L:\n    def act(self, byte, reward):\n        return 300\n\n"
        "    def state(self):\n        return {}\n\n    def restore(self, state):\n        pass\n"
    ),
}
MISTAKES = {
    # names
    "list walkers nobody": "There is no walker named 'nobody'. There are ",
    "list learners gradul": "There is no learner named 'gradul'. Did you mean 'gradual'?",
    "list students pp": "There is no student named 'pp'. Did you mean 'ppo'?",
    "list tasks": "teachers, students, walkers, exams, curricula, bodies, suites, not 'tasks'.",
    "list teachers alp-gmm extra": "Got unexpected extra argument(s) (extra)",
    "tasks micro11 micro12": "Got unexpected extra argument(s) (micro12)",
    "tasks --curriculum round1": "No such option: --curriculum",
    'tasks ""': "A task is named by text, not by ''.",
    "help": "No such command 'help'",
    "--nonsense": "No such option: --nonsense",
    "learner show training-none": "training-none is not a run folder: it has no run.json.",
    # teach
    'teach -l ""': "A learner is named by text, not by ''.",
    'teach -l memory -c ""': "A curriculum is named by text, not by ''.",
    "teach -l memory --order reversed": "such option: --order (Possible options: --bitmode, --learner)",
    'teach -l memory --max-steps ""': "'--max-steps': it must be a number such as 500k or 20M, not ''",
    "teach -l memory --max-step 10": "No such option: --max-step (Possible options: --max-steps)",
    "teach -l memory --hours nan": "hours must be greater than 0, not nan.",
    "teach -l memory --hours -1": "hours must be greater than 0, not -1.0.",
    "teach -l loud:L --max-steps 10": "A learner says one byte, a whole number from 0 to 255, not 300.",
    "teach -l broken:L": "Cannot import the learner 'broken:L': invalid syntax (broken.py, line 1).",
    "teach -l needs:L": "Cannot import the learner 'needs:L': No module named 'nothing_like_this'.",
    "teach -l raises:L": "Cannot import the learner 'raises:L': no.",
    "teach -l loud": "There is no learner named 'loud'. There are ",
    "teach -l loud:": "A learner is a name or an import path such as my_module:MyLearner, not 'loud:'.",
    "teach -l ./loud.py": "and class, without .py, such as my_module:MyLearner, not './loud.py'.",
    "teach -l loud.py:L": "and class, without .py, such as my_module:MyLearner, not 'loud.py:L'.",
    "teach -l memory --option size": "A learner's option is written name=value, not 'size'.",
    "teach -l memory --max-steps 10 -o lesson": "it with `gradus resume lesson` or name another.",
    'teach -l memory --max-steps 10 -o ""': "-o needs the name of a folder or file, not ''.",
    "teach -l memory --from exam --max-steps 10": "exam is not a run folder: it has no run.json.",
    "teach -l memory -c numbers.toml": "numbers.toml needs a list of tasks that is not empty.",
    "teach -l memory -c broken.py": "be executed: SyntaxError: invalid syntax (broken.py, line 1).",
    "teach -l memory -c round1.toml": "read the curriculum round1.toml: No such file or directory.",
    "teach -l memory --scramble=yes": "Option '--scramble' does not take a value.",
    "teach --learner": "Option '--learner' requires an argument.",
    # folders
    "resume": "Missing argument 'run'",
    "resume lesson extra": "Got unexpected extra argument(s) (extra)",
    "resume torn": "torn/run.json is not valid JSON: Unterminated string",
    "replay lesson": "Name the instance with --serial, counted from 0.",
    "replay lesson --serial 100000": "The run in lesson has no instance 100000;",
    "replay torn --serial 0": "torn/run.json is not valid JSON: Unterminated string",
    "learner show lesson": "The run in lesson was not made by the gradual learner but by 'memory-v0'.",
    "report lesson -o report.txt": "*.html, not 'report.txt'; a browser prints it to PDF or paper.",
    "report lesson nothing-there": "There is no folder nothing-there to report on.",
    "report torn": "torn/run.json is not valid JSON: Unterminated string",
    "report file.txt": "holds no exam (table.json), no run (run.json) and no campaign (bench.json).",
    "web lesson --bundle": "Option '--bundle' requires an argument.",
    "web lesson --bundle file.txt": "the system refused file.txt: Not a directory.",
    # machines and curricula
    "draw micro1": "Missing option '-o' / '--output'",
    "draw micro99 -o x.svg": "There is no task named 'micro99'. Did you mean 'micro19'?",
    "draw micro1 -o x.svg --set size=three": "size must be like 10, not 'three'.",
    "draw micro1 -o x.svg --set size=99999": "parameters: Cannot draw 99999 of 2 different options.",
    "measure --again micro1 --budget 3": "No such option: --budget",
    "measure --description nothing": "The curriculum 'round1' has no task 'nothing'.",
    "curricula generate round1 --seed x": "for '--seed': Input should be a valid integer, not 'x'",
    "curricula diagram round9 -o x.svg": "There is no curriculum named 'round9'. Did you mean 'round1'?",
    # serving and playing
    "serve --transport tcp": "Invalid value for '--transport': 'tcp' is not one of 'zmq', 'unix'",
    "serve --port 0 -o lesson": "holds a run; continue it with `gradus resume lesson` or name another.",
    "play --successes 0": "value for '--successes': it must be a whole number of at least 1, not '0'",
    "play --curriculum round9": "There is no curriculum named 'round9'. Did you mean 'round1'?",
    "play --task micro1 --curriculum arithmetic": "The curriculum 'arithmetic' has no task 'micro1'.",
    "play -o lesson": "lesson already holds a run; name another folder.",
    "demo extra": "Got unexpected extra argument(s) (extra)",
    # exams
    "exam graduality -l memory -o lesson": "already holds a run; name another folder for the exam.",
    "exam graduality -l memory -o e --first 0": "first must be at least 1, not 0.",
    "exam graduality -l memory -o e --control some": "control names the unknown task 'some'.",
    "exam graduality -l memory -o e --order micro1,micro1": "The order names the task 'micro1' twice.",
    "exam graduality -l memory -o e --order random:x": "with a whole number, not 'random:x'.",
    "exam graduality -l memory -o e --stage micro1=2": "for 'micro1' must be within 0 and 1, not 2.0.",
    "exam graduality -l memory -o e --stage micro99=0.5": "task 'micro99'. Did you mean 'micro19'?",
    "exam graduality -l memory -o e --transport carrier": "must be one of zmq, unix, not 'carrier'.",
    'exam graduality --learner-cmd "" -o e': "is empty; it should be a program and its arguments.",
    "exam retention -l memory -o e --times 0": "times must be a whole number of at least 1, not 0.",
    "exam accuracy -l memory -o e --instances 0": "must be a whole number of at least 1, not 0.",
    "exam relaxed -l memory -o e --longer 0": "longer must be a whole number of at least 1, not 0.",
    "exam resume lesson": "lesson is not an exam's folder: it has no exam.json.",
    "exam open summer --curriculum round9 --key summer.key.json": "'round9'. Did you mean 'round1'?",
    "exam leaderboard winter --board mysql://x": "SQLite file or a postgresql:// URL, not 'mysql://x'.",
    # toys
    "bench toy -o lesson --seeds 1 --episodes 1": "the system refused lesson: Is a directory.",
    "bench toy --seeds 0": "value for '--seeds': Input should be greater than or equal to 1, not '0'",
    "bench export lesson": "Missing option '-o' / '--output'",
    "bench export lesson -o t": "lesson is not the folder of a benchmark: it has no bench.json.",
    "bench power lesson --effect x": "value for '--effect': Input should be a valid number, not 'x'",
    "bench ranks": "Missing argument 'cheap'",
}

ON_THE_TRACKS = {
    "train --steps 1k --lanes 0": "for '--lanes': Input should be greater than or equal to 1, not '0'",
    "train --steps 1k --teacher-option step": "A setting is written name=value, not 'step'.",
    "train --steps 1k --teacher adr --teacher.stepp 1": "--teacher, --teacher.queue, --teacher.step)",
    "train --steps 1k --teacher adr --teacher.step much": "a finite number greater than 0, not 'much'.",
    "train --steps 1k --student.batch 256": "--student.clip, --student.epochs, --student.minibatch)",
    "train --steps 1k --student.hidden a,b": "in hidden must be a whole number of at least 1, not 'a'.",
    "train --steps 1k --task 9,99": "Task parameter obstacle_spacing = 99.0 is outside 0.0 .. 90.0.",
    "train --steps 1k --checkpoint-every 0": "must be a whole number of at least 1, not '0'.",
    "train --steps 1k --teacher consecutive": "needs a list of named tasks, not a box.",
    "train --steps 1k -o lesson": "a run; continue it with `gradus resume lesson` or name another.",
    "watch": "Name either the folder of a training or a --walker, or a --policy.",
    "watch lesson --task 1,2": "The run in lesson is not a training on the tracks.",
    "watch --walker nobody --task 1,2": "There is no walker named 'nobody'. There are ",
    "watch --walker fish --task 1,2": "creeper_height, creeper_spacing, smoothing), not (1.0, 2.0).",
    "tracks show --task 1,2,3 -o x.png": "(stump_height, obstacle_spacing), not (1.0, 2.0, 3.0).",
    "tracks show --body nobody -o x.png": "There is no body named 'nobody'. There are ",
    "tracks show --test-set nobody -o x.png": "is no test set 'nobody', only stump, walk, swim, climb.",
    "bench original --seeds 0 --dry-run": "Input should be greater than or equal to 1, not '0'",
    "bench original --level much --dry-run": "level must be one of no, low, high, original, not 'much'.",
    "bench original --student dqn --dry-run": "There is no student named 'dqn'. There are ",
    "bench original --experiment x --dry-run": "has no experiment 'x', only original_stump_tracks.",
    "bench original --plan colour=3 --dry-run": "A plan has no entry 'colour'.",
    "bench original --plan body=dog --dry-run": "There is no body named 'dog'.",
    "bench original --plan space=dog --dry-run": "The stump track has no task space 'dog'",
    "bench original --plan track_options=3 --dry-run": "track_options must be a table, not 3.",
    'bench original --plan \'space={"kind":"box"}\' --dry-run': "No world can be made of a plan: KeyError",
    "bench original --plan 'student_settings={\"lr\":3}' --dry-run": "This student has no setting 'lr'",
    "bench original --import nothing_here --dry-run": "'nothing_here': No module named 'nothing_here'.",
    "bench original --ray nowhere -o b": "A Ray address is HOST:PORT or auto, not 'nowhere'.",
    "bench original -o lesson --steps 1k --seeds 1 --teacher random": "an exam; name another folder.",
}


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """A short lesson, and the same with a torn description."""
    from gradus import teach

    folder = tmp_path_factory.mktemp("records")
    teach("memory", max_steps=1_000, output=folder / "lesson")
    shutil.copytree(folder / "lesson", folder / "torn")
    description = folder / "torn" / "run.json"
    description.write_bytes(description.read_bytes()[:40])
    return folder


@pytest.fixture
def here(tmp_path, monkeypatch, records):
    place = tmp_path / "place"
    shutil.copytree(records, place)
    for name, text in FILES.items():
        (place / name).write_text(text)
    monkeypatch.chdir(place)
    return place


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_gets_one_sentence(here, gradus, line):
    before = sorted(here.iterdir())
    one_sentence(gradus(*shlex.split(line)), MISTAKES[line])
    after = sorted(
        path for path in here.iterdir() if path.name != "__pycache__"
    )  # Python's own, of a learner's file
    assert after == before, "what is refused leaves nothing behind"


@pytest.mark.tracks
@pytest.mark.parametrize("line", ON_THE_TRACKS)
def test_a_mistake_on_the_tracks_gets_one_sentence(here, gradus, line):
    before = sorted(here.iterdir())
    one_sentence(gradus(*shlex.split(line)), ON_THE_TRACKS[line])
    assert sorted(here.iterdir()) == before, "what is refused leaves nothing behind"
