"""What all tests share: a clean configuration, a kernel cache of their own, golden files."""

import difflib
import functools
import gc
import hashlib
import itertools
import math
import os
import pathlib
import shutil
import tempfile
import zlib

# Before fjax is imported: compiled kernels of a test run are not the user's. FJAX_TEST_CACHE names
# a folder that several runs share; kernels are found by the sources of what makes their code.
_shared = os.environ.get("FJAX_TEST_CACHE")
_cache = _shared or tempfile.mkdtemp(prefix="fjax-test-cache-")
os.environ["FJAX_COMPILATION_CACHE_DIR"] = _cache
os.environ.setdefault("FJAX_COMPILATION_CACHE_MAX_SIZE", str(1 << 29))
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ["FJAX_INTERNAL_ERRORS"] = "raise"  # in programs that tests start, too: faults are seen

import hypothesis  # noqa: E402
import numpy as np  # noqa: E402
import pytest  # noqa: E402

import fjax  # noqa: E402
from fjax.config import config  # noqa: E402
from fjax.core import later  # noqa: E402
from fjax.core.parser import parse  # noqa: E402
from fjax.core.printer import host_table  # noqa: E402
from fjax.core.rewrite import without_layouts  # noqa: E402
from fjax.interpreters.staging import StagingTrace  # noqa: E402
from fjax.lowering.cpu import heuristic  # noqa: E402
from fjax.lowering.cuda import heuristic as gpu_heuristic  # noqa: E402
from fjax.lowering.kernel import spelling, verify  # noqa: E402
from fjax.lowering.kernel.fingerprint import fingerprint  # noqa: E402
from fjax.lowering.kernel.parser import parse_kernel  # noqa: E402
from fjax.lowering.kernel.printer import function_table, print_kernel  # noqa: E402
from fjax.lowering.schedule import language  # noqa: E402
from tests import effort, modes  # noqa: E402

# A run tries the same examples each time; HYPOTHESIS_PROFILE=explore looks for new ones.
hypothesis.settings.register_profile("repeatable", derandomize=True)
hypothesis.settings.register_profile("explore", print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

later.DELAY = 0  # files are there when a call returns; programs that tests start wait

GOLDEN = pathlib.Path(__file__).parent / "golden"

_generators = {}  # of modules, with the states that they had when all modules were there


def pytest_addoption(parser):
    """`--update-golden` rewrites the golden files with what the tests produce."""
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden")


def pytest_configure(config):
    """Put the settings of FJAX_TEST_MODE in force; all cases run of what is named or recorded."""
    modes.install()
    named = config.args and all("::" in each for each in config.args)
    if named or config.getoption("update_golden"):
        config.option.markexpr = ""
    effort.state["short"] = config.option.markexpr == "not extended"


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc):
    """Of the cases of a test marked `one_in(n)` all but one in n are extended tests.

    The names of the cases decide which: tests of the same samples run different ones of them.
    """
    yield
    numbers = [mark.args[0] for mark in metafunc.definition.iter_markers("one_in")]
    if not numbers:
        return
    calls, extended = metafunc._calls, pytest.mark.extended.mark
    kept = chosen(metafunc.definition.nodeid, [call.id for call in calls], max(numbers))
    if metafunc.config.option.markexpr == "not extended":  # to make and drop them takes seconds
        calls[:] = [call for call in calls if call.id in kept]
        return
    for call in calls:
        if call.id not in kept:
            call.marks.append(extended)


def chosen(test, cases, n):
    """One in n of the cases of a test, one at least: they change little when a case is added."""
    in_turn = sorted(cases, key=lambda case: hashlib.sha256(f"{test}[{case}]".encode()).digest())
    return set(in_turn[: math.ceil(len(cases) / n)])


def pytest_collection_modifyitems(items):
    """Slow tests come first: at the end of a run one process would wait for the other's."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Garbage collections pass over what tests make, not over two million objects of the suite.

    While those are made, passes over them would take a third of the time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()


def pytest_collection_finish(session):
    """Note where the random generators of modules stand before the first test."""
    for module in {getattr(item, "module", None) for item in session.items}:
        _generators[module] = [
            (x.bit_generator, x.bit_generator.state)
            for x in vars(module or object).values()
            if isinstance(x, np.random.Generator)
        ]


def pytest_runtest_setup(item):
    """In a mode, a test that needs what it takes away is skipped. Whichever tests ran before, a
    module's generator gives the same numbers."""
    modes.skip_if_marked(item)
    for generator, state in _generators.get(getattr(item, "module", None), ()):
        generator.state = state


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call():
    """In a mode, a test whose own program promotes is skipped."""
    try:
        return (yield)
    except (Exception, pytest.fail.Exception) as error:
        modes.skip_if_the_program_promotes(error)
        raise


def pytest_unconfigure():
    """Remove the kernel cache, if it is of this run alone."""
    if _shared is None:
        shutil.rmtree(_cache, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def _checked_ir():
    """Every pass is followed by the type checker."""
    config.update("check_ir", True)


@pytest.fixture(scope="session", autouse=True)
def _every_jaxpr_round_trips():
    """Each jaxpr that a test stages, in a short run one in 12, prints, parses and prints alike.

    What types show of explicit axes is printed, and not read again: it has no mesh. Nor are types
    of more elements than memory has addresses. Sizes that note what is asked of them are not asked
    for their text; the checks of the IR are off then.
    """
    finish, seen = StagingTrace.finish, set()

    def checked(self, *args):
        jaxpr, constants = finish(self, *args)
        if not config.check_ir:
            return jaxpr, constants
        words = (type(e.primitive).__name__ for e in jaxpr.eqns)
        if not effort.tries(" ".join([*words, *(str(v.aval) for v in jaxpr.invars)]), 12):
            return jaxpr, constants
        made = [*jaxpr.invars, *[v for e in jaxpr.eqns for v in e.outvars]]
        beyond = any(v.aval.size >= 1 << 60 for v in made)
        if not beyond and jaxpr.canonical_key not in seen:
            seen.add(jaxpr.canonical_key)
            bare = without_layouts(jaxpr)
            text = str(bare)
            assert str(parse(text, host_table(bare))) == text, text
            if bare is not jaxpr:
                parse(str(jaxpr), host_table(jaxpr))
        return jaxpr, constants

    StagingTrace.finish = checked
    yield
    StagingTrace.finish = finish


def outline(kernel):
    """Buffers and statements of a kernel, without what it computes."""
    statements = (getattr(s, "mode", type(s)) for s in spelling.walk(kernel.body))
    return " ".join(map(str, (len(kernel.table), *kernel.buffers, *statements)))


@pytest.fixture(scope="session", autouse=True)
def _every_kernel_round_trips():
    """Each kernel that a test makes, in a short run one in 16, prints, and parses alike."""
    mistake, seen = verify.mistake, set()

    def checked(kernel):
        found = mistake(kernel)
        if found is not None or not effort.tries(outline(kernel), 16):
            return found
        key = fingerprint(kernel)
        if key not in seen:
            seen.add(key)
            text = print_kernel(kernel)
            again = parse_kernel(text, function_table(kernel))
            assert (again.buffers, again.table) == (kernel.buffers, kernel.table), text
            assert (again.body, again.index) == (kernel.body, kernel.index), text
        return found

    verify.mistake = checked
    yield
    verify.mistake = mistake


@pytest.fixture(scope="session", autouse=True)
def _every_schedule_replays():
    """Each schedule that is chosen prints and parses as the same steps.

    One in four is replayed, with verification after each step: it makes the same kernel. In a short
    run one in four is parsed, one in sixteen replayed.
    """
    seen = set()

    def checked(choose, kernel, *of):
        scheduled, steps = choose(kernel, *of)
        if not effort.tries(outline(kernel), 4):
            return scheduled, steps
        text, key = language.print_schedule(steps), fingerprint(scheduled)
        if key not in seen:
            seen.add(key)
            assert language.parse(text) == steps, text
            if zlib.crc32(text.encode()) % 4 == 0:
                assert language.replay(kernel, text).body == scheduled.body, text
        return scheduled, steps

    before = {of: of.choose for of in (heuristic, gpu_heuristic)}
    for of, choose in before.items():
        of.choose = functools.partial(checked, choose)
    yield
    for of, choose in before.items():
        of.choose = choose


@pytest.fixture
def compiled_with(monkeypatch):
    """`compiled_with(module, name, value)`: what is compiled after that uses the value instead."""

    def use(module, name, value):
        fjax.clear_caches()
        monkeypatch.setattr(module, name, value)

    yield use
    monkeypatch.undo()
    fjax.clear_caches()


@pytest.fixture(autouse=True)
def _configuration_is_restored():
    """No test changes an option for the next one."""
    before = config.values
    yield
    restore(before)


def restore(options):
    """Set the options of fjax that differ as they were."""
    for name, value in options.items():
        if config.read(name) is not value:
            config.update(name, value)


@pytest.fixture
def rng():
    """A NumPy generator with a fixed seed."""
    return np.random.default_rng(20240229)


@pytest.fixture
def golden(request):
    """`golden(name, text)` compares text with tests/golden/name (--update-golden rewrites it)."""
    update = request.config.getoption("--update-golden")

    def compare(name, text):
        path = GOLDEN / name
        text = text.rstrip("\n") + "\n"
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            return
        assert path.exists(), f"no golden file {path}; make it with --update-golden and read it"
        differs = difflib.unified_diff(
            path.read_text().splitlines(), text.splitlines(), "recorded", "now", n=2, lineterm=""
        )
        shown = "\n".join(itertools.islice(differs, 60))
        how = f"run this test with --update-golden if that is meant, and read {path}'s diff"
        assert not shown, f"{name} differs:\n{shown}\n{how}"

    return compare
