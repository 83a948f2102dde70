"""Plans on disk: another process lowers nothing again, and computes the same bits."""

import io
import os
import pickle
import subprocess
import sys
import types

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, variables
from fjax.config import Scope, config
from fjax.core.events import count_events
from fjax.lowering import disk_cache, pipeline, plan_cache
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.fuse import fusion
from fjax.lowering.run import stored_plan
from fjax.lowering.run.plan import Evaluation
from fjax.lowering.run.stored_plan import Unstorable, restored
from fjax.lowering.skeleton import skeleton_of
from fjax.lowering.targets import current
from fjax.passes.cleanup import inline

pytestmark = pytest.mark.skipif(
    variables.CPU_EMITTER.read() == "numba", reason="plans on disk are for LLVM's machine code"
)
f32 = np.float32
X = np.linspace(-1.0, 2.0, 48).reshape(6, 8).astype(f32)
Y = np.linspace(0.5, 1.5, 64).reshape(8, 8)


@pytest.fixture(autouse=True)
def _folder(tmp_path):
    """A cache folder of this test. What is kept is not looked for where each pass is checked."""
    before = config.compilation_cache_dir
    config.update("compilation_cache_dir", str(tmp_path / "cache"))
    fjax.clear_caches()
    with Scope("check_ir", False):
        yield
    config.update("compilation_cache_dir", before)
    fjax.clear_caches()


def run(f, *args, **options):
    """The results of a function as in a new process, and how many plans it found on disk."""
    fjax.clear_caches()
    with count_events("plan_loaded") as loaded:
        outs = fjax.jit(f, **options)(*[jnp.array(x) for x in args])
        return [np.asarray(x) for x in fjax.tree.leaves(outs)], loaded()


def same(a, b):
    return all(x.dtype == y.dtype and x.tobytes() == y.tobytes() for x, y in zip(a, b, strict=True))


def rolled(x):
    return lax.fori_loop(0, 3, lambda _, x: x + 0.1 * (jnp.roll(x, 1, 0) + jnp.roll(x, 1, 1)), x)


def scanned(x):
    """Stacked results and an update in place, forwards and backwards."""

    def step(carry, row):
        return carry.at[1].add(jnp.tanh(row[1])), carry * row

    def loss(x):
        carry, ys = lax.scan(step, jnp.ones(8, x.dtype), x)
        return jnp.sum(carry) + jnp.sum(ys)

    return fjax.value_and_grad(loss)(x)


def searched(x):
    """A loop inside a loop without a known length."""
    halved = lambda r: lax.while_loop(lambda r: jnp.max(r) > 0.1, lambda r: r * 0.5, r)
    return lax.scan(lambda c, r: (c + jnp.sum(halved(r)), halved(r)), jnp.zeros((), x.dtype), x)


def chosen(x):
    return lax.switch(jnp.argmax(x[0]) % 3, [jnp.sin, lambda x: x @ x.T @ x, lambda x: x * 0], x)


def solved(y):
    return jnp.linalg.solve(y + 8 * jnp.eye(8), jnp.linalg.cholesky(y @ y.T + 9 * jnp.eye(8)))


def drawn(x):
    keys = fjax.random.split(fjax.random.key(1))
    return fjax.random.normal(keys[0], (7,)), fjax.random.key_data(keys)


def smooth(x):
    return lax.scan(lambda c, r: (fjax.nn.softplus(c + r), c), x[0], x)


PROGRAMS = {
    "kernels": (lambda x: (jnp.tanh(x) + jnp.sum(x, 0), x.T, 1.5), X),
    "products": (lambda x: jnp.tanh(x @ x.T) @ x, X),
    "a loop of launches": (rolled, np.ones((64, 64), f32)),
    "a native loop": (scanned, X),
    "loops inside": (searched, np.abs(X)),
    "branches": (chosen, X),
    "libraries": (solved, Y),
    "orders": (lambda x: (jnp.sort(x, 1), jnp.argsort(x, 0), lax.top_k(x, 3)), X),
    "transforms": (lambda x: jnp.fft.rfft(x.astype(np.float64)), X),
    "evaluation": (lambda y: lax.linalg.schur(y + 1), Y),
    "keys": (drawn, X),
    "custom rules in a loop": (smooth, X),
    "small dtypes": (lambda x: (x.astype(jnp.bfloat16) * 2, x > 0, x.astype("int8")), X),
    "weights in front": (lambda x: x * jnp.asarray(X), X),
    "nothing": (lambda x: x, X),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_found_on_disk_computes_the_same_bits(name):
    first, found = run(*PROGRAMS[name])
    assert not found
    again, found = run(*PROGRAMS[name])
    assert found  # what is evaluated once has a plan of its own
    assert same(first, again)


def test_memory_that_is_given_away_is_used_again():
    step = lambda x: x.at[2].add(1.0)
    for _ in range(2):
        fjax.clear_caches()
        f, x = fjax.jit(step, donate_argnums=0), jnp.array(np.ones(2000))
        compiled = f.lower(x).compile()
        assert list(compiled.runtime_executable().changed) == [0]
        assert float(f(x)[2]) == 2.0 and x.is_deleted()


SCRIPT = """
import hashlib, numpy as np, fjax
from fjax.core.events import count_events
from tests.lowering.test_plan_cache import PROGRAMS
with count_events("plan_loaded") as loaded, count_events("kernel_compiled") as compiled:
    digest = hashlib.sha256()
    for name in ("branches", "libraries", "custom rules in a loop"):
        f, x = PROGRAMS[name]
        for out in fjax.tree.leaves(fjax.jit(f)(x)):
            digest.update(np.asarray(out).tobytes())
    print(loaded(), compiled(), digest.hexdigest())
"""


def test_a_second_process_compiles_and_lowers_nothing(tmp_path):
    def process(seed):
        env = {**os.environ, "FJAX_COMPILATION_CACHE_DIR": str(tmp_path), "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode().split()

    loaded, _, digest = process("1")
    assert loaded == "0"
    assert process("2") == ["3", "0", digest]


def test_a_plan_from_disk_tells_the_same_of_itself():
    told = []
    for expected in (0, 1):
        fjax.clear_caches()
        with count_events("plan_loaded") as loaded:
            compiled = fjax.jit(scanned).lower(X).compile()
            assert loaded() == expected
        told.append((compiled.as_text(), compiled.memory_analysis(), compiled.cost_analysis()))
        told[-1] += (str(fjax.inspect(scanned)(X)),)
    assert told[0] == told[1]


def test_lines_are_those_of_the_program_that_runs():
    def traced(f):
        return inline(fjax.make_jaxpr(f)(Y).jaxpr)

    first = traced(lambda y: lax.linalg.schur(y + 1))
    second = traced(lambda y: lax.linalg.schur(y + 1))
    plan = pipeline.plan_jaxpr(first)
    pipeline.executable_of_plan(plan)  # so that there is machine code
    found = restored(stored_plan.stored(plan, first), second, current())
    lines = [s.equation.source for s in found.steps if isinstance(s, Evaluation)]
    assert lines and all(line in [e.source for e in second.eqns] for line in lines)


# ---- keys


def key(f, *args, donated=()):
    jaxpr = inline(fjax.make_jaxpr(f)(*(args or (X,))).jaxpr)
    return plan_cache.key_of(skeleton_of(jaxpr), donated, current())


def test_all_that_tells_programs_apart_is_in_the_key():
    keys = [
        key(lambda x: x * 2.5),
        key(lambda x: x * 2.5, donated=(True,)),
        key(lambda x: x * 2.25),
        key(lambda x: x * -0.0),
        key(lambda x: x * 0.0),
        key(lambda x: x * np.nan),
        key(lambda x: x + 2.5),
        key(lambda x: (x * 2.5, x)),
        key(lambda x: (x, x * 2.5)),
        key(lambda x: x * 2.5, X[:5]),
        key(lambda x: x * 2.5, X.astype(np.float64)),
        key(lambda x: x * 2.5, X[0]),
        key(lambda x: x * 2.5, 3.0),
        key(lambda x: x * 2.5, np.float64(3.0)),
        key(lambda x: jnp.sum(x, 0)),
        key(lambda x: jnp.sum(x, 1)),
        key(lambda x: lax.fori_loop(0, 3, lambda _, x: x * 2.5, x)),
        key(lambda x: lax.fori_loop(0, 4, lambda _, x: x * 2.5, x)),
        key(lambda x: lax.fori_loop(0, 3, lambda _, x: x * 2.25, x)),
        key(lambda x: lax.fori_loop(0, 3, lambda _, x: x * 2.5, x), X[:5]),
        key(lambda x: fjax.random.bits(fjax.random.key(0, impl="rbg"), (3,))),
        key(lambda x: fjax.random.bits(fjax.random.key(0), (3,))),
        key(lambda x: fjax.random.bits(fjax.random.key(0), (4,))),
    ]
    assert None not in keys
    assert len(set(keys)) == len(keys)


def test_equal_programs_have_one_key():
    def loop(f):
        return lambda x: lax.scan(lambda c, r: (f(c) + r, c), x[0], x)

    def custom(rule):
        f = fjax.custom_jvp(lambda x: jnp.sin(x) * 2)
        f.defjvp(lambda primals, tangents: (f(*primals), rule(*tangents)))
        return f

    assert key(lambda x: x * 2.5) == key(fjax.jit(lambda y: y * 2.5))
    plain = key(loop(lambda x: jnp.sin(x) * 2))
    assert plain and plain == key(loop(custom(jnp.sin))) == key(loop(custom(jnp.cos)))
    assert plain != key(loop(lambda x: jnp.sin(x) * 3))


@pytest.mark.parametrize(
    "name, value",
    [("enable_x64", False), ("internal_errors", "survive"), ("loop_residual_budget", 0)],
)
def test_options_are_in_the_key(name, value):
    before = key(jnp.sin)
    with Scope(name, value):
        assert key(jnp.sin) != before
    assert key(jnp.sin) == before


@pytest.mark.parametrize(
    "name, value",
    [
        ("FJAX_NUM_THREADS", "5"),
        ("FJAX_CPU_LEVEL", "v2"),
        ("OPENBLAS_CORETYPE", "Haswell"),
        ("FJAX_ONEDNN", "0"),
        ("OMP_NUM_THREADS", "11"),
    ],
)
def test_the_environment_is_in_the_key(name, value, monkeypatch):
    before = key(jnp.sin)
    monkeypatch.setenv(name, value + "0" if os.environ.get(name) == value else value)
    assert key(jnp.sin) != before


def test_the_target_is_in_the_key(monkeypatch):
    before = key(jnp.sin)
    monkeypatch.setattr(compiler, "circumstances", lambda: "another processor")
    assert key(jnp.sin) not in (before, None)
    monkeypatch.setenv("FJAX_CPU_EMITTER", "numba")
    assert key(jnp.sin) is None


def test_files_and_packages_are_in_the_key_whatever_is_loaded(monkeypatch, tmp_path):
    for name in plan_cache.DECIDERS:
        (tmp_path / name / "inner").mkdir(parents=True)
        (tmp_path / name / "inner" / "module.py").write_text("x = 1")
    monkeypatch.setattr(plan_cache, "__file__", str(tmp_path / "lowering" / "here.py"))
    sources, seen = plan_cache._sources.__wrapped__, set()
    seen.add(sources())
    monkeypatch.setitem(sys.modules, "fjax.core.other", types.ModuleType("fjax.core.other"))
    assert {sources()} == seen
    for name in plan_cache.DECIDERS:
        (tmp_path / name / "inner" / "module.py").write_text("x = 20")
        seen.add(sources())
    monkeypatch.setattr(sys, "prefix", "elsewhere")
    seen.add(sources())
    assert len(seen) == 2 + len(plan_cache.DECIDERS)
    monkeypatch.setattr(plan_cache, "__file__", str(tmp_path / "none" / "lowering" / "here.py"))
    assert sources() is None


# ---- what is not kept


def kept(tmp_path):
    """The entries on disk that are plans: they begin as pickles do."""
    files = [p for p in (tmp_path / "cache").glob("??/*") if p.is_file()]
    return [p for p in files if p.read_bytes().partition(b"\n")[2][:2] == b"\x80\x05"]


def called(x):
    return fjax.pure_callback(np.sin, fjax.ShapeDtypeStruct(x.shape, x.dtype), x) + 1


def printed(x):
    fjax.debug.print("{}", x[0, 0])
    return x + 1


@pytest.mark.parametrize("f", [called, printed])
def test_programs_that_call_python_are_not_kept(f, tmp_path):
    run(f, X)
    assert run(f, X)[1] == 0
    assert not kept(tmp_path)


def test_primitives_of_the_users_are_not_kept():
    jaxpr = inline(fjax.make_jaxpr(jnp.sin)(X).jaxpr)
    (eqn,) = jaxpr.eqns
    foreign = type("Sin", (type(eqn.op),), {"__module__": "elsewhere"})()
    other = jaxpr.replace(eqns=[eqn.replace(op=foreign)])
    assert plan_cache.key_of(skeleton_of(other), (), current()) is None


def test_what_could_not_be_lowered_is_not_kept(monkeypatch, tmp_path):
    with Scope("internal_errors", "survive"), monkeypatch.context() as broken:
        broken.setattr(fusion, "fuse", lambda *_: 1 // 0)
        with pytest.warns(RuntimeWarning, match="could not compile"):
            run(jnp.sin, X)
    assert not kept(tmp_path)


def test_nothing_is_kept_where_passes_are_checked(tmp_path):
    with Scope("check_ir", True):
        run(jnp.sin, X)
    with Scope("enable_compilation_cache", False):
        run(jnp.cos, X)
    assert not kept(tmp_path)


# ---- trust


def written(tmp_path):
    """The bytes of the one plan on disk, without their header, and how to replace them."""
    (path,) = kept(tmp_path)
    name = path.parent.name + path.name
    return path.read_bytes().partition(b"\n")[2], lambda text: disk_cache.write(name, text)


def test_a_damaged_entry_counts_as_absent(tmp_path):
    f, x = PROGRAMS["a native loop"]
    first, _ = run(f, x)
    contents, put = written(tmp_path)
    for k in range(0, len(contents), max(1, len(contents) // 6)):
        put(contents[:k])
        again, found = run(f, x)
        assert not found and same(first, again)
    (path,) = kept(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:])
    assert run(f, x)[1] == 0


class _Calls:
    def __init__(self, *made):
        self.made = made

    def __reduce__(self):
        return self.made


HOSTILE = [
    _Calls(os.system, ("touch hostile",)),
    _Calls(eval, ("open('hostile', 'w')",)),
    _Calls(getattr, (io.BytesIO, "getvalue")),
    _Calls(disk_cache.clear, ()),
    _Calls(pickle.loads, (b"N.",)),
    [1, 2],
    None,
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_an_entry_calls_nothing_but_classes_of_data(hostile, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    jaxpr = inline(fjax.make_jaxpr(jnp.sin)(X).jaxpr)
    with pytest.raises(Unstorable):
        restored(pickle.dumps(hostile, 5), jaxpr, current())
    assert not (tmp_path / "hostile").exists()


def test_a_name_leads_to_no_other_module():
    for module, name in [("fjax.core.ir", "np.load"), ("fjax.core.lazy", "module"), ("os", "x")]:
        file = io.BytesIO()
        pickle.Pickler(file, 5).dump(None)
        text = b"\x80\x05" + b"".join(
            b"\x8c" + bytes([len(x)]) + x.encode() for x in (module, name)
        )
        with pytest.raises(Unstorable):
            restored(text + b"\x93.", inline(fjax.make_jaxpr(jnp.sin)(X).jaxpr), current())


def test_a_plan_without_its_machine_code_is_made_again(tmp_path):
    f, x = PROGRAMS["products"]
    first, _ = run(f, x)
    plans = kept(tmp_path)
    for file in (tmp_path / "cache").glob("??/*"):
        if file not in plans:
            file.unlink()
    again, found = run(f, x)
    assert not found and same(first, again)
    assert run(f, x)[1] == 1


def test_a_library_that_says_something_else_has_the_program_lowered(monkeypatch):
    first, _ = run(*PROGRAMS["libraries"])
    monkeypatch.setattr(type(current()), "library_launch", lambda self, eqn: None)
    again, found = run(*PROGRAMS["libraries"])
    assert not found
    np.testing.assert_allclose(again[0], first[0], rtol=1e-12)


def test_sizes_to_come_are_served_by_templates_and_not_by_files(tmp_path):
    f = fjax.jit(lambda x: jnp.tanh(x) * jnp.sum(x))
    for n in range(40, 46):
        f(np.ones(n))
    assert len(kept(tmp_path)) == 2


def test_texts_differ_where_classes_members_or_dtypes_do():
    """What a process has once is named by its number from the second time on."""
    single = [
        fjax.lax.Precision.HIGHEST,
        fjax.lax.Precision.DEFAULT,
        np.dtype("f4"),
        np.dtype("i4"),
    ]
    rows = [(a, b, c) for a in single for b in single for c in single]
    assert len({stored_plan.text_of(row) for row in rows}) == len(rows)
    other = np.dtype("f4", metadata={"apart": 1})
    assert stored_plan.text_of((other, other)) == stored_plan.text_of(
        (other, np.dtype("f4", metadata={"a": 2}))
    )
