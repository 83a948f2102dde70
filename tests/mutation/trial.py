"""A plugin for pytest that tries faults: each in a process forked after everything is collected.

`Trials` is the side that asks; `python -m pytest -p tests.mutation.trial` is the side that runs. A
fault that takes effect at import gets a process of its own, which imports the module changed.
"""

from __future__ import annotations

import ast
import gc
import importlib
import linecache
import os
import pathlib
import pickle
import resource
import shutil
import signal
import sys
import time

import pytest

from tests.mutation import blocks, faults, live, loader

MEMORY = 10 << 30  # bytes of address space of a trial
WORK = pathlib.Path(os.environ.get("FJAX_MUTATION_WORK", "/dev/shm/fjax-mutation"))
JOBS = os.environ.get("FJAX_MUTATION_JOBS", "")
# Folders above the lowering: a fault there changes which kernels are asked for, not their code.
ABOVE = {
    "api",
    "experimental",
    "example_libraries",
    "extend",
    "higher_order",
    "image",
    "lax",
    "nn",
    "numpy",
    "ops",
    "pytrees",
    "random",
    "scipy",
}


class Watch:
    """The parent's end of a trial: notes what the child says and ends it when it takes too long."""

    def __init__(self, process: int, words: int, limits: dict[str, float]):
        self.process, self.words, self.limits = process, words, limits
        self.current, self.since, self.used = "start", time.monotonic(), 0.0

    def result(self) -> tuple[str, str, str]:
        """(outcome, test, reason) when the child has ended."""
        import select

        text = b""
        while True:
            ready, _, _ = select.select([self.words], [], [], 1.0)
            if ready:
                piece = os.read(self.words, 65536)
                if not piece:
                    break
                text += piece
                *lines, text = text.split(b"\n")
                for line in lines:
                    word, _, rest = line.decode(errors="replace").partition(" ")
                    if word != "run":
                        self._end()
                        test, _, reason = rest.partition("\t")
                        return word, test or self.current, reason
                    self.current, self.since, self.used = rest, time.monotonic(), self._cpu()
            elif self._too_long():
                self._end()
                return "timeout", self.current, f"{time.monotonic() - self.since:.0f} s"
        status = self._end()
        return "crash", self.current, f"status {status}"

    def _too_long(self) -> bool:
        """By processor time, and by the clock for a child that waits for something."""
        limit = 10 + 8 * self.limits.get(self.current, 4.0)
        return self._cpu() - self.used > limit or time.monotonic() - self.since > 60 + 10 * limit

    def _cpu(self) -> float:
        try:
            fields = pathlib.Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2]
        except OSError:
            return self.used
        ticks = fields.split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def _end(self) -> int:
        try:
            os.killpg(self.process, signal.SIGKILL)
        except ProcessLookupError:
            self.process = self.process
        os.close(self.words)
        shutil.rmtree(WORK / str(self.process), ignore_errors=True)
        return os.waitpid(self.process, 0)[1]


def _say(words: int, text: str) -> None:
    os.write(words, text.replace("\n", " ")[:600].encode(errors="replace") + b"\n")


def _confine(scratch: pathlib.Path) -> None:
    """What a fault may damage: a folder of its own, bounded memory, no terminal."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    shutil.rmtree(scratch, ignore_errors=True)
    (scratch / "tmp").mkdir(parents=True)
    os.environ.update(
        HOME=str(scratch),
        XDG_CACHE_HOME=str(scratch / "cache"),
        TMPDIR=str(scratch / "tmp"),
        FJAX_COMPILATION_CACHE_DIR=str(scratch / "k"),
    )
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


class _Server:
    """Collects all tests once; each trial is a fork of that process."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        """Take jobs one by one until there are no more."""
        items = {item.nodeid: item for item in session.items}
        functions = live.Functions(blocks.PACKAGE)
        for name in LIBRARIES:  # each trial would import them anew
            importlib.import_module(name)
        gc.collect()
        gc.freeze()
        jobs = pathlib.Path(JOBS)
        while (job := _next_job(jobs)) is not None:
            job["tests"] = known(job, items)
            if job["cold"]:
                pathlib.Path(job["file"]).write_bytes(pickle.dumps(job))
                answer = _cold(job)
            else:
                answer = self._warm(job, items, functions)
            temporary = jobs / "answer.part"
            temporary.write_bytes(pickle.dumps(answer))
            os.replace(temporary, jobs / "answer")
        return True

    def _warm(self, job, items, functions):
        read, write = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(read)
            try:
                _child(job, items, functions, write)
            except BaseException as error:
                _say(write, f"broken {type(error).__name__}: {error}")
            finally:
                os._exit(0)
        os.close(write)
        return Watch(process, read, job["tests"]).result()


def known(job, items):
    """A job's tests without those that are gone; of other settings none are collected here."""
    if "settings" in job:
        return job["tests"]
    return {name: seconds for name, seconds in job["tests"].items() if name in items}


def _next_job(jobs):
    """The next job, or None at the end."""
    while True:
        if (jobs / "job").exists():
            job = pickle.loads((jobs / "job").read_bytes())
            (jobs / "job").unlink()
            return job
        if os.getppid() == 1:
            return None
        time.sleep(0.01)


def _child(job, items, functions, write):
    """Plant the fault and run tests until one fails."""
    from fjax.config import config

    scratch = WORK / str(os.getpid())
    _confine(scratch)
    folder = pathlib.Path(job["path"]).relative_to(blocks.PACKAGE).parts[0] if job["path"] else ""
    kernels = WORK / "kernels" if folder in ABOVE else scratch / "k"
    config.update("compilation_cache_dir", str(kernels))
    import tempfile

    tempfile.tempdir = None
    if job["fault"] is not None:
        path = pathlib.Path(job["path"])
        if blocks.is_native(path):
            return _say(write, "cold \tits text is translated")
        tree = blocks.parse(path)
        try:
            functions.exchange(path, tree, faults.planted(tree, job["fault"])[0])
        except live.NeedsImport as reason:
            return _say(write, f"cold \t{reason}")
    try:
        _run([items[name] for name in job["tests"] if name in items], write)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _run(items, write):
    from _pytest.runner import runtestprotocol
    from _pytest.warnings import catch_warnings_for_item

    for item, after in zip(items, [*items[1:], None]):
        _say(write, f"run {item.nodeid}")
        filters = {"config": item.config, "ihook": item.ihook, "when": "runtest", "item": item}
        with catch_warnings_for_item(**filters):
            reports = runtestprotocol(item, nextitem=after, log=False)
        for report in reports:
            if report.failed:
                return _say(write, f"killed {item.nodeid}\t{_reason(report)}")
    _say(write, "survived ")


def _reason(report) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    return (crash.message if crash is not None else str(report.longrepr)[-200:])[:200]


def _cold(job):
    """A trial in a new process, which imports the changed module."""
    read, write = os.pipe()
    process = (
        os.posix_spawn(
            sys.executable,
            [sys.executable, "-m", "tests.mutation.trial", str(write)],
            {**os.environ, **job.get("settings", {}), "FJAX_MUTATION_COLD": job["file"]},
            file_actions=[(os.POSIX_SPAWN_CLOSE, read)],
            setpgroup=0,
        )
        if os.set_inheritable(write, True) is None
        else 0
    )
    os.close(write)
    return Watch(process, read, job["tests"]).result()


class _OneByOne:
    """Says what runs and what fails of the tests with these names."""

    def __init__(self, write: int, names: list[str]):
        self.write, self.names, self.collected = write, names, False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        """Run the tests in the order that was asked for."""
        self.collected = True
        items = {item.nodeid: item for item in session.items}
        _run([items[name] for name in self.names if name in items], self.write)
        return True

    def pytest_collectreport(self, report):
        """A module that cannot be imported any more has been caught, too."""
        if report.failed:
            _say(self.write, f"killed {report.nodeid}\t{_reason(report)}")


def _main() -> None:
    """The process of a cold trial."""
    write = int(sys.argv[1])
    job = pickle.loads(pathlib.Path(os.environ["FJAX_MUTATION_COLD"]).read_bytes())
    path = pathlib.Path(job["path"])
    scratch = WORK / str(os.getpid())
    _confine(scratch)
    tree = blocks.parse(path)
    changed = faults.planted(tree, job["fault"])[0]
    lines = ast.unparse(changed).splitlines(keepends=True)  # what native functions are read from
    linecache.cache[str(path)] = (sum(map(len, lines)), None, lines, str(path))
    loader.install(
        lambda found: (
            compile(changed, str(path), "exec", dont_inherit=True) if found == path else None
        )
    )
    try:
        _say(write, "run import")
        names = list(job["tests"])
        report = _OneByOne(write, names)
        # Whole files: tests that are named one by one run all their cases, unlike `make test`.
        files = dict.fromkeys(name.partition("::")[0] for name in names)
        status = pytest.main([*OPTIONS, f"--basetemp={scratch / 'base'}", *files], plugins=[report])
        if not report.collected:
            _say(write, f"killed import\tpytest ended with {status}")
    except BaseException as error:
        _say(write, f"killed import\t{type(error).__name__}: {error}")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(0)


LIBRARIES = (
    "llvmlite.binding",
    "scipy.special",
    "scipy.linalg",
    "scipy.signal",
    "scipy.stats",
    "opt_einsum",
    "mpmath",
)
OPTIONS = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler")


def pytest_configure(config):
    """Pytest asks the server to run the tests."""
    if JOBS:
        config.pluginmanager.register(_Server())


if __name__ == "__main__":
    _main()
