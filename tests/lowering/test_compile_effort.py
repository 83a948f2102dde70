"""What a first call costs grows with the program and no faster: counted in calls."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu.compile import cache_info
from fjax.lowering.kernel import dependence
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.run import buffers
from fjax.lowering.run.buffers import Span, TakenMemory, place
from fjax.passes import combine_all_reduces, optimize, peephole
from tests.growth import entered

TIMES = 4
MOST = 1.25  # of the effort for one part, in a program of four times as many
X = np.linspace(0.1, 1.0, 12)
M = np.linspace(-1.0, 1.0, 144).reshape(12, 12)
ORDER = jnp.asarray((np.arange(12) * 5) % 12)


def chain(n):
    """Equations that need each other's results."""

    def run(x):
        for k in range(4 * n):
            x = jnp.sin(x) * (k + 2) + x
        return x

    return run, (X,)


def tree(n):
    """Values that are joined in pairs."""

    def run(x):
        values = [jnp.tanh(x * (k + 1.5)) for k in range(4 * n)]
        while len(values) > 1:
            values = [sum(pair) for pair in zip(values[::2], values[1::2], strict=True)]
        return values[0]

    return run, (X,)


def layer(x, w):
    """A layer with a norm, a product and what is added to it."""
    centred = x - x.mean(-1, keepdims=True)
    return x + jnp.tanh(centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) @ w) @ w.T


def layers(n):
    """The gradient of unrolled layers."""

    def loss(ws, x):
        for w in ws:
            x = layer(x, w)
        return jnp.sum(x**2)

    return fjax.grad(loss), ([M] * n, M)


def side_by_side(n):
    """Results that have nothing to do with each other."""
    return lambda *xs: [jnp.cumsum(jnp.exp(x) * k) for k, x in enumerate(xs)], [X] * (2 * n)


def wide_loop(n):
    """A loop that carries many numbers."""

    def run(xs):
        def step(c, _):
            return [jnp.sin(a) + 0.5 * b for a, b in zip(c, c[1:] + c[:1], strict=True)], c[0]

        return lax.scan(step, xs, None, length=3)

    return run, ([np.float64(k) for k in range(2 * n)],)


def loops(n):
    """Loops, one after another, of which each has one inside."""

    def run(x):
        for k in range(n):
            x = lax.fori_loop(0, 3, lambda i, y, k=k: lax.fori_loop(0, i, inner(k), y), x)
        return x

    def inner(k):
        return lambda _, z: jnp.cos(z) * (k + 2.0)

    return run, (X[:3],)


def takes(n):
    """Columns chosen of columns chosen: each position is one of those before, asked for twice."""

    def run(x):
        for _ in range(n):
            x = jnp.take(x, ORDER, axis=1)
        return x

    return run, (M,)


def chosen(n):
    """A loop that chooses elements by numbers that it has chosen: places grow out of each other."""

    def step(i, x):
        for k in range(n):
            i = i[(i + k) % 8]
        return i, x[i]

    return lambda x: lax.scan(step, jnp.arange(8), x), (M[:, :8],)


def norms(n):
    """The gradient of layers of which each is made of all before by elementwise operations."""

    def loss(x):
        for _ in range(8 * n):
            x = (x - x.mean(1, keepdims=True)) / jnp.sqrt(x.var(1, keepdims=True) + 1e-5)
        return jnp.sum(x)

    return fjax.grad(loss), (M,)


def running_results(n):
    """Numbers of which each is made of the one before, and put at a place of its own."""

    def run(x):
        total, out = x[0], jnp.zeros_like(x)
        for k in range(8 * n):
            total = total * 0.5 + x[k]
            out = out.at[k].set(total)
        return out

    return run, (np.linspace(0.0, 1.0, 8 * n),)


def elements_set(n):
    """The gradient of a program that sets one element after another, made of others."""

    def loss(x):
        for k in range(8 * n):
            x = x.at[k].set(x[(k * 7 + 3) % (8 * n)] * 0.5 + k)
        return jnp.sum(x**2)

    return fjax.grad(loss), (np.linspace(0.0, 1.0, 8 * n),)


# Programs of these sizes have several kernels already, where one kernel is not all there is.
FAMILIES = {
    chain: 8,
    tree: 32,
    layers: 6,
    side_by_side: 8,
    wide_loop: 8,
    loops: 6,
    takes: 6,
    chosen: 8,
    norms: 8,
    running_results: 4,
    elements_set: 4,
}


def calls(function, args):
    """How many are during a first call."""
    fjax.clear_caches()
    step = fjax.jit(function)
    return entered(lambda: step(*args))


@pytest.mark.extended
@pytest.mark.parametrize("family", FAMILIES)
def test_a_program_of_four_times_as_many_parts_takes_four_times_the_effort(family):
    sizes = FAMILIES[family], TIMES * FAMILIES[family]
    for n in sizes:
        fjax.jit(family(n)[0])(*family(n)[1])  # kernels come from disk from here on, or do not
    small, large = [calls(*family(n)) for n in sizes]
    assert large <= MOST * TIMES * small, f"{small} calls, then {large}"


@pytest.mark.parametrize("family", [running_results, elements_set])
def test_a_kernel_does_not_compute_again_all_that_others_have_computed(family):
    def code(n):
        function, args = family(n)
        return sum(str(k.form).count("\n") for k in fjax.inspect(function)(*args).kernels)

    few, many = code(3), code(6)
    assert many <= 2.5 * few, f"{few} lines, then {many}"


def bodies(n):
    """A loop over the forces between n masses and their energy: as many equations for any n."""

    def pairs(x, m):
        between = x[:, None] - x[None]
        far = (between**2).sum(-1) + 0.01
        forces = -(m[None, :, None] * between / far[..., None] ** 1.5).sum(1)
        return forces, -(m[:, None] * m / jnp.sqrt(far)).sum()

    def run(x, v, m):
        def step(state, _):
            x, v = state
            v = v + 0.01 * pairs(x, m)[0]
            x = x + 0.01 * v
            return (x, v), 0.5 * (m * (v**2).sum(1)).sum() + pairs(x, m)[1]

        return lax.scan(step, (x, v), None, 100)

    x = np.linspace(0, 1, 3 * n).reshape(n, 3)
    return run, [x, x, np.ones(n)]


@pytest.mark.extended
def test_a_loop_is_given_up_for_its_elements_before_all_are_written_out():
    """Sixteen bodies are written out; of 32 and of 128 all but a part would be in vain."""
    few, many = calls(*bodies(32)), calls(*bodies(128))
    assert many <= 2 * few, f"{few} calls, then {many}"


def test_equal_layers_have_the_same_kernels():
    counts = []
    for n in (2, 4, 12):  # the first also loads what every program needs
        fjax.clear_caches()
        before = cache_info()
        fjax.jit(layers(n)[0])(*layers(n)[1])
        after = cache_info()
        counts.append(after.compiled + after.disk_hits - before.compiled - before.disk_hits)
    assert counts[1] == counts[2] <= 12


def test_passes_rest_once_all_have_left_a_program_as_it_is(monkeypatch):
    asked = []

    def noted(each):
        return replace(each, run=lambda jaxpr: asked.append(each.name) or each.run(jaxpr))

    names = [each.name for each in optimize.PASSES if each.about is None]
    monkeypatch.setattr(optimize, "PASSES", tuple(map(noted, optimize.PASSES)))
    jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: jnp.sin(x) + 1.0))(X).jaxpr
    optimize.optimize(jaxpr)
    assert asked == [*names, "inline"]  # only `inline` had something to do


def test_programs_without_collectives_are_not_searched_for_sums_to_send(monkeypatch):
    jaxpr = fjax.make_jaxpr(jnp.sum)(X).jaxpr
    for module, name in ((combine_all_reduces, "buckets"), (peephole, "_Rewriting")):
        monkeypatch.setattr(module, name, None)
    assert optimize._COMBINE(jaxpr) is combine_all_reduces.reduce_before_all_reduce(jaxpr) is jaxpr


def test_what_is_read_is_not_asked_of_passes_before_those_that_write(monkeypatch):
    parts = fjax.inspect(lambda x: x / x.sum(1, keepdims=True))(M).kernels[0].form
    monkeypatch.setattr(dependence, "read_buffers", None)
    assert dependence.PassOrder(parse_kernel(parts).body).reads_first(0, 1)


def test_what_statements_read_is_found_once_for_all_results_of_a_kernel(monkeypatch):
    asked = []
    read_buffers = dependence.read_buffers

    def noted(statements):
        asked[-1] += 1
        return read_buffers(statements)

    def products(xs):
        x, found = xs[0], []
        for y in xs:
            x = jnp.sin(x) * y
            found += [x, x / x.sum()]
        return found

    monkeypatch.setattr(dependence, "read_buffers", noted)
    for n in (4, 8):
        asked.append(0)
        assert len(fjax.inspect(products)([np.ones(40)] * n).kernels) == 1
    assert 0 < asked[1] <= 2 * asked[0], asked


def test_memory_of_values_that_live_at_the_same_time_is_found_by_few_looks(monkeypatch):
    looks = []
    during = TakenMemory.during

    def noted(self, first, last):
        found = during(self, first, last)
        looks[-1] += len(found)
        return found

    monkeypatch.setattr(TakenMemory, "during", noted)
    for n in (200, 800):
        looks.append(0)
        sizes = itertools.cycle((4096, 640, 100_000))
        spans = [s for k in range(n) for s in (Span(k, 2 * n - k, next(sizes)), Span(k, k + 2, 64))]
        place(spans)
    assert looks[1] <= 2 * 4 * looks[0]  # four times as many, each by the logarithm


@pytest.mark.parametrize("few", [0, 40])
@pytest.mark.parametrize("seed", range(20))
def test_each_value_lies_as_low_as_it_can(seed, few, monkeypatch):
    monkeypatch.setattr(buffers, "FEW", few)
    random = np.random.default_rng(seed)
    spans = []
    for _ in range(40):
        first = int(random.integers(20))
        last = first + int(random.integers(10))
        spans.append(Span(first, last, int(random.choice([0, 1, 64, 100, 1000, 4096]))))
    placed = []
    offsets = place(spans)
    for k in sorted(range(len(spans)), key=lambda k: (-spans[k].size, k)):
        busy = sorted(
            (offsets[j], offsets[j] + spans[j].size)
            for j in placed
            if spans[j].first <= spans[k].last and spans[k].first <= spans[j].last
        )
        lowest = 0
        for start, end in busy:
            if lowest + spans[k].size <= start:
                break
            lowest = max(lowest, -(-end // 64) * 64)
        assert offsets[k] == lowest
        placed.append(k)
