"""Notices between the processes of a job, over a communicator that only keeps them."""

import json

import pytest

from fjax.core import watch
from fjax.core.watch import WaitPlace, Watch
from fjax.errors import ProcessError

PLACE = WaitPlace(3, 2, (0, 1, 2, 3), 1)


class Request:
    """A message on its way, until the other reads it."""

    arrived = False

    def Test(self):
        return self.arrived


class Communicator:
    """What is sent, to whom; and what has come."""

    def __init__(self):
        self.sent, self.requests, self.came = [], [], []

    def Isend(self, what, rank):
        notice = json.loads(what[0])
        self.sent.append((rank, notice.pop("kind"), notice))
        self.requests.append(Request())
        return self.requests[-1]

    def Iprobe(self, status):
        return bool(self.came)

    def Recv(self, what, source):
        what[0][:] = self.came.pop(0)

    def come(self, sender, kind, **content):
        self.came.append(json.dumps({"kind": kind, "from": sender, **content}).encode())


class Status:
    def Get_count(self, kind):
        return 0

    def Get_source(self):
        return 0


class Mpi:
    BYTE, Status = None, Status


class Local:
    def gone(self):
        return set()


@pytest.fixture
def job(monkeypatch):
    monkeypatch.setattr(watch, "mpi", Mpi)
    made = Watch(Communicator(), 1, 4)
    made.local_processes = Local()
    return made


def told(job):
    found, job.communicator.sent = job.communicator.sent, []
    return found


def test_all_are_told_but_the_one_itself_and_those_that_have_left(job):
    job.communicator.come(3, "left")
    job.look()
    job.tell_all("failure", text="no memory")
    assert told(job) == [(rank, "failure", {"from": 1, "text": "no memory"}) for rank in (0, 2)]


def test_messages_are_kept_until_they_have_been_read(job):
    job.tell(0, "left")
    job.tell(2, "left")
    assert job._sent == job.communicator.requests
    job.communicator.requests[0].arrived = True
    job.tell(3, "left")
    assert job._sent == job.communicator.requests[1:]


def test_the_first_failure_that_is_told_ends_the_job_and_names_its_process(job):
    job.check()
    job.communicator.come(2, "failure", text="a bad shape")
    job.communicator.come(0, "failure", text="process 2 has ended the job")
    job.communicator.come(3, "reported")
    job.look()
    assert job.reported == {0, 2, 3}
    with pytest.raises(ProcessError, match="process 2 has ended the job: a bad shape"):
        job.check()
    with pytest.raises(ProcessError, match="while process 1 waited in psum: a bad shape"):
        job.wait(lambda: False, PLACE, "psum")


def test_who_waits_says_where_and_who_does_not_says_nothing(job):
    job.communicator.come(2, "where")
    job.look()
    assert told(job) == []
    tests = iter([False, True])

    def once():
        job.communicator.come(2, "where")
        job.look()
        return next(tests)

    job.wait(once, PLACE, "psum")
    (rank, kind, content), *_ = told(job)
    assert (rank, kind, content["what"]) == (2, "here", "psum")
    assert (
        WaitPlace(*content["place"][:2], tuple(content["place"][2]), content["place"][3]) == PLACE
    )
    job.look()
    assert job.here is None and told(job) == []


def test_one_that_has_left_is_not_waited_for(job):
    job.communicator.come(3, "left")
    with pytest.raises(ProcessError, match="waits in psum for process 3, which has ended its prog"):
        job.wait(lambda: False, PLACE, "psum")
    job.left = {0, 3}
    with pytest.raises(ProcessError, match="for processes 0, 3, which have ended their programs"):
        job.wait(lambda: False, PLACE, "psum")
    job.wait(lambda: job.here == "psum", PLACE, "psum")


def answered(job, *answers):
    job.place, job.here = PLACE, "psum"
    for sender, place, what in answers:
        job.communicator.come(sender, "here", what=what, line=f"line {sender}", place=place)
    job.look()


@pytest.mark.parametrize(
    "place, what, kind",
    [(PLACE._replace(mark=7), "psum", "programs"), (PLACE, "all_gather", "operations")],
)
def test_answers_from_elsewhere_end_a_wait(job, place, what, kind):
    answered(job, (0, PLACE, "psum"), (2, place, what))
    with pytest.raises(
        ProcessError, match=f"different {kind}.*psum; process 2 in {what}, at line 2"
    ):
        job._check_answers()


def test_answers_of_those_that_are_behind_end_no_wait(job):
    answered(job, (0, PLACE, "psum"), (2, PLACE._replace(point=2, mark=9), "all_gather"))
    answered(job, (3, PLACE._replace(number=2), "all_gather"))
    assert job._check_answers() is None


def test_a_long_wait_names_who_is_not_there(job):
    answered(job, (0, PLACE, "psum"), (2, PLACE._replace(number=0), "ppermute"))
    with pytest.raises(
        ProcessError, match=r"waited 9 s in psum; not there: process 2 \(in ppermute"
    ):
        job._give_up((0, 1, 2), 9.0)
    answered(job, (2, PLACE, "psum"))
    with pytest.raises(ProcessError, match="not there: nobody, so the network is at fault"):
        job._give_up((0, 1, 2), 9.0)


def test_the_line_that_waits_is_the_errors(job):
    job.local_processes.gone = lambda: {2}
    with pytest.raises(
        ProcessError, match="psum for process 2, which died without a word"
    ) as error:
        job.wait(lambda: False, PLACE, "psum")
    assert "test_watch.py" in str(error.value) and job.left == {2}
