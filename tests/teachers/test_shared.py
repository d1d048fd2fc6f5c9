"""One teacher for many processes: exact records, lost workers, dead servers, strangers."""

import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time

import msgspec
import pytest
import zmq

from gradus import __version__
from gradus.kits.teacher import PracticeStudent
from gradus.school import Box, DamagedError, Discrete, Outcome, Ticket, UserError
from gradus.teachers import make
from gradus.teachers.shared import Desk, SharedTeacher, TeacherServer, connect, events, replay
from gradus.teachers.shared.messages import (
    Alive,
    Dealt,
    Exchange,
    Hello,
    Leave,
    Refused,
    Welcome,
    pack,
    read_reply,
    read_request,
)

BOX = Box((0.0, 1.0, -1.0), (1.0, 1.0, 3.0))
QUICK = {"fit_every": 20, "max_k": 2}


def alp_gmm():
    return make("alp-gmm", BOX, 3, **QUICK)


def hello(desk, *names, now=0.0):
    for name in names:
        assert isinstance(desk.answer(Hello(name, __version__), now), Welcome)


def frozen(teacher):
    return json.dumps(teacher.state(), sort_keys=True)


class Direct:
    """A line that needs no socket: the desk is right here."""

    def __init__(self, desk):
        self.desk, self.cut = desk, False

    def ask(self, message):
        answer = pack(self.desk.answer(read_request(message), 0.0))
        if self.cut:
            self.cut = False
            raise UserError("The line broke before the answer came.")
        return answer

    def twin(self):
        return self


def test_through_a_desk_tickets_are_the_teachers_own():
    alone, student, other = make("plr", BOX, 5, buffer=8), PracticeStudent(), PracticeStudent()
    shared = SharedTeacher(Direct(Desk(make("plr", BOX, 5, buffer=8))), "only")
    assert shared.name == "plr-v0" and shared.space == BOX and shared.seed == 5
    for _ in range(40):
        ticket = alone.issue()
        assert shared.issue() == ticket
        assert shared.trains_on(ticket) == alone.trains_on(ticket)
        alone.observe(student(ticket))
        shared.observe(other(ticket))
    assert shared.issue_many(7) == alone.issue_many(7)


def test_measured_tickets_are_known_to_workers():
    shared = SharedTeacher(Direct(Desk(make("plr", BOX, 0, buffer=4, train_on_new=False))))
    assert not shared.trains_on(shared.issue())


def test_nothing_left_is_none_and_an_empty_list():
    shared = SharedTeacher(Direct(Desk(make("examiner", Discrete(("a",)), 0, instances=2))))
    assert [ticket.task for ticket in shared.issue_many(5)] == ["a", "a"]
    assert shared.issue() is None and shared.issue_many(3) == []


def test_an_answer_that_got_lost_is_given_again():
    line = Direct(Desk(alp_gmm()))
    shared = SharedTeacher(line, "w")
    first = shared.issue()
    line.cut = True
    with pytest.raises(UserError, match="line broke"):
        shared.issue_many(2)
    assert [ticket.serial for ticket in shared.issue_many(3)] == [1, 2, 3]  # none is lost, none dealt twice
    line.cut = True
    with pytest.raises(UserError, match="line broke"):
        shared.observe(Outcome(first, 1, 1.0, True, "solved"))
    assert shared.issue().serial == 4
    assert not line.desk.teacher.is_open(first)


def test_a_silent_worker_loses_its_tickets_and_nothing_else():
    desk = Desk(make("plr", BOX, 0, buffer=4), patience=10.0)
    hello(desk, "a", "b")
    mine = desk.answer(Exchange("a", 1, (), 3), 1.0).tickets
    other = desk.answer(Exchange("b", 1, (), 1), 1.0).tickets[0]
    desk.answer(Alive("b"), 9.0)
    assert desk.silent(11.0) == [] and desk.silent(11.5) == ["a"] and desk.silent(12.0) == []
    assert not any(desk.teacher.is_open(ticket) for ticket in mine)
    done = Outcome(other, 1, 1.0, True, "solved")
    assert isinstance(desk.answer(Exchange("b", 2, (done,), 0), 12.0), Dealt)
    # It was only slow: what it brings is not counted, and it may go on.
    late = desk.answer(Exchange("a", 2, (Outcome(mine[0], 1, 5.0, True, "solved"),), 1), 13.0)
    assert late.ignored == (mine[0].serial,) and len(late.tickets) == 1
    assert len(desk.teacher.levels) == 1


def test_a_ticket_that_two_workers_observe_counts_once():
    desk = Desk(make("learning-progress", Discrete(("x", "y"))))
    hello(desk, "a", "b")
    (ticket,) = desk.answer(Exchange("a", 1, (), 1)).tickets
    outcome = Outcome(ticket, 1, 1.0, True, "solved")
    refused = desk.answer(Exchange("b", 1, (outcome,), 1))
    assert refused == Refused("Ticket 0 was dealt to worker 'a'; 'b' cannot observe it.")
    assert isinstance(desk.answer(Exchange("a", 2, (outcome,), 0)), Dealt)
    refused = desk.answer(Exchange("b", 2, (outcome,), 0))
    assert refused == Refused("Ticket 0 was observed before or never dealt; worker 'b' reports it.")
    assert desk.teacher.plays.sum() == 1
    assert isinstance(desk.answer(Exchange("b", 3, (), 1)), Dealt)


def test_strangers_are_told_in_one_sentence():
    desk = Desk(alp_gmm())
    assert "install the same version" in desk.answer(Hello("w", "0.0.1")).sentence
    assert "protocol 99" in desk.answer(Hello("w", __version__, 99)).sentence
    assert "not known" in desk.answer(Exchange("w", 1)).sentence
    hello(desk, "w")
    assert "exchange 5 after 0" in desk.answer(Exchange("w", 5)).sentence
    assert "cannot be understood" in desk.answer(read_request(b"\x93junk")).sentence
    assert "cannot be understood" in read_request(msgspec.msgpack.encode({"type": "exchange"})).sentence
    bad = {"type": "exchange", "worker": "w", "number": 1, "tickets": 10**9}
    assert "cannot be understood" in read_request(msgspec.msgpack.encode(bad)).sentence
    with pytest.raises(UserError, match="patience"):
        Desk(alp_gmm(), patience=0)
    with pytest.raises(UserError, match="plain numbers"):
        pack(Exchange("w", 1, (Outcome(Ticket("a", 0, 0, 0), 1, 1.0, True, "solved", {"x": object()}),)))


def test_a_teacher_that_fails_tells_its_workers():
    teacher = make("learning-progress", Discrete(("x", "y")))
    desk = Desk(teacher)
    hello(desk, "w")
    teacher.choose = lambda rng: 1 / 0  # type: ignore[assignment, method-assign, return-value]
    teacher.choose_many = lambda rng, n: [1 / 0]  # type: ignore[list-item, method-assign]
    assert "failed: ZeroDivisionError" in desk.answer(Exchange("w", 1, (), 1)).sentence


def crowd(desk, rounds, names=("a", "b", "c"), start=1):
    """Several workers that come in an order of their own."""
    students = {name: PracticeStudent(seed) for seed, name in enumerate(names)}
    held = {name: [] for name in names}
    for number in range(start, start + rounds):
        for name in names if number % 2 else reversed(names):
            outcomes = tuple(students[name](ticket) for ticket in held[name])
            held[name] = list(desk.answer(Exchange(name, number, outcomes, 1 + number % 3)).tickets)
    return held


def test_the_record_replays_to_the_same_state(tmp_path):
    desk = Desk(alp_gmm(), tmp_path)
    hello(desk, "a", "b", "c")
    crowd(desk, 12)
    desk.answer(Leave("b"))
    desk.close()
    assert frozen(replay(tmp_path, alp_gmm())) == frozen(desk.teacher)
    assert sum(isinstance(event, Exchange) for event in events(tmp_path)) == 36


def test_only_a_fresh_teacher_of_the_same_kind_is_taught_a_record(tmp_path):
    desk = Desk(alp_gmm(), tmp_path / "record")
    desk.close()
    with pytest.raises(UserError, match="nowhere holds no record of a teacher"):
        replay(tmp_path / "nowhere", alp_gmm())
    with pytest.raises(UserError, match="belongs to another teacher: its teacher differs"):
        replay(tmp_path / "record", make("random", alp_gmm().space))
    used = alp_gmm()
    used.issue()
    with pytest.raises(UserError, match="this one has issued 1 tickets"):
        replay(tmp_path / "record", used)


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "killed"])
def test_a_desk_goes_on_where_its_record_ends(tmp_path, closed):
    whole, broken = Desk(alp_gmm(), tmp_path / "whole"), Desk(alp_gmm(), tmp_path / "broken")
    for desk in (whole, broken):
        hello(desk, "a", "b", "c")
        crowd(desk, 9)
    if closed:
        broken.close()
    else:
        broken._journal.close()  # as a kill leaves it: no state was saved
        with (tmp_path / "broken" / "arrivals.jsonl").open("ab") as file:
            file.write(b'{"crc":1,"event":{"type":"exch')
    again = Desk(alp_gmm(), tmp_path / "broken")
    assert frozen(again.teacher) == frozen(whole.teacher) and again.workers == whole.workers
    for desk in (whole, again):
        hello(desk, "d")
        crowd(desk, 5, names=("d",))
        desk.close()
    files = [tmp_path / name / "arrivals.jsonl" for name in ("whole", "broken")]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_records_of_others_and_damaged_ones_are_refused(tmp_path):
    desk = Desk(alp_gmm(), tmp_path)
    hello(desk, "a", "b", "c")
    crowd(desk, 3)
    with pytest.raises(UserError, match="Another process"):
        Desk(alp_gmm(), tmp_path)
    desk.close()
    with pytest.raises(UserError, match="its settings differs"):
        Desk(make("alp-gmm", BOX, 3, fit_every=30), tmp_path)
    with pytest.raises(UserError, match="its seed differs"):
        Desk(make("alp-gmm", BOX, 4, **QUICK), tmp_path)
    path = tmp_path / "arrivals.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"worker":"b"', b'"worker":"c"', 1))
    with pytest.raises(DamagedError, match="does not fit its checksum"):
        Desk(alp_gmm(), tmp_path)


def test_a_worker_named_again_begins_anew():
    desk = Desk(make("learning-progress", Discrete(("x", "y"))))
    hello(desk, "w")
    (old,) = desk.answer(Exchange("w", 1, (), 1)).tickets
    hello(desk, "w")
    assert not desk.teacher.is_open(old)
    assert desk.answer(Exchange("w", 1, (), 1)).tickets[0].serial == 1


def play(address, worker, episodes):
    with connect(address, worker) as teacher:
        student = PracticeStudent(len(worker))
        for _ in range(episodes):
            teacher.observe(student(teacher.issue()))


def test_processes_share_one_curriculum(tmp_path):
    spawn = multiprocessing.get_context("spawn")
    with TeacherServer(alp_gmm(), tmp_path) as server:
        workers = [spawn.Process(target=play, args=(server.address, name, 15)) for name in ("a", "bb")]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(600)
        assert [worker.exitcode for worker in workers] == [0, 0]
    assert server.desk.teacher.serial == 30 and server.desk.teacher.episodes == 30
    assert frozen(replay(tmp_path, alp_gmm())) == frozen(server.desk.teacher)


# JAX, which other tests of this process may have loaded, warns of forks; the child here never touches it.
@pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")
def test_a_forked_worker_introduces_itself():
    with TeacherServer(alp_gmm()) as server:
        teacher = connect(server.address)
        parent = teacher.worker
        first = teacher.issue()
        child = multiprocessing.get_context("fork").Process(target=play_given, args=(teacher,))
        child.start()
        child.join(600)
        assert child.exitcode == 0
        teacher.observe(Outcome(first, 1, 0.0, False, "failed"))
        assert len(server.desk.workers) == 2 and teacher.worker == parent
        with pickle.loads(pickle.dumps(teacher)) as again:
            assert again.issue().serial == 2
        teacher.close()


def play_given(teacher):
    teacher.observe(PracticeStudent()(teacher.issue()))


def test_a_dead_server_is_one_sentence():
    teacher = connect("tcp://127.0.0.1:9", wait=0.3)
    with pytest.raises(UserError, match=r"tcp://127.0.0.1:9 has not answered for 0.3 s"):
        teacher.issue()
    teacher.close()
    with pytest.raises(UserError, match="no address"):
        connect("nonsense").issue()
    with pytest.raises(UserError, match="Cannot serve a teacher at nonsense"):
        TeacherServer(alp_gmm(), address="nonsense")


def test_bad_frames_do_not_stop_the_server():
    with TeacherServer(alp_gmm()) as server:
        socket = zmq.Context.instance().socket(zmq.DEALER)
        socket.setsockopt(zmq.LINGER, 0)
        socket.connect(server.address)
        for frames in ([b"x"], [b"1", b"\xff\xff"], [b"1", b"", b"3"]):
            socket.send_multipart(frames)
            assert socket.poll(60_000)
            assert isinstance(read_reply(socket.recv_multipart()[-1]), Refused)
        socket.close()
        with connect(server.address) as teacher:
            assert teacher.issue().serial == 0


SERVER = """
import sys, time
from gradus.school import Box
from gradus.teachers import make
from gradus.teachers.shared import TeacherServer
teacher = make("alp-gmm", Box((0.0, 1.0, -1.0), (1.0, 1.0, 3.0)), 3, fit_every=20, max_k=2)
with TeacherServer(teacher, sys.argv[1], sys.argv[2]) as server:
    print(server.address, flush=True)
    time.sleep(600)
"""


def start_server(folder, address):
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(folder), address], stdout=subprocess.PIPE, text=True
    )
    return process, process.stdout.readline().strip()


def test_a_killed_server_goes_on_and_nothing_is_lost(tmp_path):
    process, address = start_server(tmp_path, "tcp://127.0.0.1:*")
    teacher, student, played = connect(address, "w"), PracticeStudent(), []
    try:
        for episode in range(24):
            if episode in (7, 16):
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
                process, _ = start_server(tmp_path, address)
            ticket = teacher.issue()
            played.append(ticket)
            teacher.observe(student(ticket))
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    alone, pupil = alp_gmm(), PracticeStudent()
    for ticket in played:
        assert alone.issue() == ticket
        alone.observe(pupil(ticket))
    assert frozen(replay(tmp_path, alp_gmm())) == frozen(alone)


@pytest.mark.slow
def test_a_killed_worker_loses_only_its_tickets(tmp_path):
    spawn = multiprocessing.get_context("spawn")
    with TeacherServer(alp_gmm(), tmp_path, patience=8.0) as server:
        victim = spawn.Process(target=hold, args=(server.address,))
        victim.start()
        deadline = time.monotonic() + 120
        while not any(worker.open for worker in server.desk.workers.values()):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        os.kill(victim.pid, signal.SIGKILL)
        victim.join()
        play(server.address, "survivor", 10)
        while not server.gone:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert server.gone == ["victim"]
    teacher = server.desk.teacher
    assert teacher.state()["open"] == [] and teacher.episodes == 10 and teacher.serial == 15
    assert frozen(replay(tmp_path, alp_gmm())) == frozen(teacher)


def hold(address):
    connect(address, "victim").issue_many(5)
    time.sleep(600)
