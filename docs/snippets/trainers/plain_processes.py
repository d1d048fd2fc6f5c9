"""Plain multiprocessing: every process connects for itself; the record can be replayed."""

from multiprocessing import Process

from gradus.school import Box, Outcome
from gradus.teachers import make
from gradus.teachers.shared import TeacherServer, connect, replay

SPACE = Box((0.0,), (10.0,), ("difficulty",))


def work(address, skill):
    with connect(address) as teacher:
        for _ in range(20):
            ticket = teacher.issue()
            solved = ticket.task[0] < skill  # here your own world is played
            teacher.observe(Outcome(ticket, 1, float(solved), solved, "solved" if solved else "failed"))


if __name__ == "__main__":
    teacher = make("learning-progress", SPACE, seed=0)
    with TeacherServer(teacher, folder="curriculum") as server:
        workers = [Process(target=work, args=(server.address, skill)) for skill in (3.0, 5.0)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    again = replay("curriculum", make("learning-progress", SPACE, seed=0))
    print(teacher.plays.sum(), "episodes; replayed alike:", again.state() == teacher.state())
