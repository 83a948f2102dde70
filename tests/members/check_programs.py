"""Random programs over random meshes give what the program of whole arrays gives."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, lax

pytestmark = pytest.mark.one_in(12)

MESHES = [((8,), ("a",)), ((4, 2), ("a", "b")), ((2, 2, 2), ("a", "b", "c"))]
N = 16  # of each axis: divisible by the product of any axes of a mesh


class Program:
    """A chain of steps: what a member does to its part, and what that is of the whole array.

    spec: for each of the two axes the axes of the mesh that it is split along.
    """

    def __init__(self, rng, shape, names):
        self.rng, self.sizes = rng, dict(zip(names, shape, strict=True))
        free = list(rng.permutation(names))
        cut = sorted(rng.integers(0, len(free) + 1, size=2))
        self.spec = [tuple(map(str, free[: cut[0]])), tuple(map(str, free[cut[0] : cut[1]]))]
        self.in_specs, self.steps = [P(*self.spec)], []
        for _ in range(rng.integers(2, 6)):
            getattr(self, rng.choice(STEPS))()

    @property
    def out_spec(self):
        return P(*self.spec)

    def add(self, local, whole):
        self.steps.append((local, whole))

    def argument(self, *spec):
        self.in_specs.append(P(*spec))
        return len(self.in_specs) - 1

    def run(self, which, args):
        x = args[0]
        for step in self.steps:
            x = step[which](x, args)
        return x

    # ---- steps

    def elements(self):
        k = self.argument(*self.spec)
        both = lambda x, args: jnp.sin(x) * args[k] + 0.5
        self.add(both, both)

    def centred(self):
        names = self.spec[1]
        mean = lambda x: jnp.mean(x, 1, keepdims=True)
        self.add(
            lambda x, _: x - (lax.pmean(mean(x), names) if names else mean(x)),
            lambda x, _: x - mean(x),
        )

    def product(self):
        rows, inner = self.spec
        left = tuple(n for n in self.sizes if n not in rows + inner)
        k = self.argument(inner, left)
        self.add(
            lambda x, args: lax.psum(x @ args[k], inner) if inner else x @ args[k],
            lambda x, args: x @ args[k] / 1,
        )
        self.spec = [rows, left]

    def scattered_product(self):
        rows, inner = self.spec
        if len(inner) != 1:
            return
        k = self.argument(inner, None)
        self.add(
            lambda x, args: lax.psum_scatter(x @ args[k], inner, scatter_dimension=1, tiled=True),
            lambda x, args: x @ args[k],
        )

    def gathered(self):
        """All members get what was split, and each takes a part of it along the other axis."""
        axis = int(self.rng.integers(2))
        names, other = self.spec[axis], 1 - axis
        if not names or self.spec[other]:
            return
        n = int(np.prod([self.sizes[name] for name in names]))
        part = lambda x, i: lax.dynamic_slice_in_dim(x, i * (N // n), N // n, other)
        self.add(
            lambda x, _: part(
                lax.all_gather(x, names, axis=axis, tiled=True), lax.axis_index(names)
            ),
            lambda x, _: x,
        )
        self.spec[axis], self.spec[other] = (), names

    def exchanged(self):
        for a, b in ((0, 1), (1, 0)):
            if len(self.spec[a]) == 1 and not self.spec[b]:
                name = self.spec[a]
                self.add(lambda x, _: lax.all_to_all(x, name, b, a, tiled=True), lambda x, _: x)
                self.spec = [(), name] if a == 0 else [name, ()]
                return

    def shifted(self):
        axis = int(self.rng.integers(2))
        if len(self.spec[axis]) == 1:
            (name,) = self.spec[axis]
            n = self.sizes[name]
            ring = [(i, (i + 1) % n) for i in range(n)]
            self.add(
                lambda x, _: lax.ppermute(x, name, ring), lambda x, _: jnp.roll(x, N // n, axis)
            )

    def largest(self):
        names = self.spec[0]
        top = lambda x: lax.stop_gradient(jnp.max(x, 0, keepdims=True))
        over = lambda x: lax.pmax(top(x), names) if names else top(x)
        self.add(lambda x, _: x / (1 + over(x) ** 2), lambda x, _: x / (1 + top(x) ** 2))


STEPS = ["elements", "centred", "product", "scattered_product", "gathered", "exchanged"]
STEPS += ["shifted", "largest"]


def made(seed, meshes=MESHES):
    """A generator, a mesh, a program for it and its arguments."""
    rng = np.random.default_rng(seed)
    shape, names = meshes[seed % len(meshes)]
    mesh = fjax.make_mesh(shape, names)
    program = Program(rng, shape, names)
    args = [rng.normal(size=(N, N)) for _ in program.in_specs]
    return rng, mesh, program, args


def mapped_over(mesh, program, check_vma):
    """The program as each member runs it."""
    return fjax.shard_map(
        lambda *xs: program.run(0, xs),
        mesh=mesh,
        in_specs=tuple(program.in_specs),
        out_specs=program.out_spec,
        check_vma=check_vma,
    )


@pytest.mark.parametrize("seed", range(18))
def test_values_and_gradients_are_those_of_whole_arrays(seed):
    rng, mesh, program, args = made(seed)
    mapped = mapped_over(mesh, program, check_vma=bool(seed % 2))
    wanted = program.run(1, args)
    np.testing.assert_allclose(mapped(*args), wanted, rtol=1e-9, atol=1e-9)
    numbers = tuple(range(len(args)))
    weights = rng.normal(size=(N, N))
    slopes = fjax.grad(lambda *xs: jnp.sum(program.run(1, xs) * weights), numbers)(*args)
    derivative = fjax.grad(lambda *xs: jnp.sum(mapped(*xs) * weights), numbers)
    placed = [
        fjax.device_put(x, NamedSharding(mesh, s))
        for x, s in zip(args, program.in_specs, strict=True)
    ]
    for found in (fjax.jit(derivative)(*placed), derivative(*args)):
        for a, b in zip(found, slopes, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-8)
    result = fjax.jit(mapped)(*placed)
    assert result.sharding.is_equivalent_to(NamedSharding(mesh, program.out_spec), 2)
    np.testing.assert_allclose(result, wanted, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(
        fjax.vmap(mapped)(*[np.stack([x, 2 * x]) for x in args])[0], wanted, rtol=1e-9, atol=1e-9
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_jitted_program_of_split_arrays_is_the_program_of_whole_ones(seed):
    _, mesh, program, args = made(seed)
    mesh = mesh.update(axis_types=(fjax.sharding.AxisType.Auto,) * len(mesh.shape))
    shardings = [NamedSharding(mesh, s) for s in program.in_specs]
    out = NamedSharding(mesh, program.out_spec)
    whole = lambda *xs: program.run(1, xs)
    wanted = whole(*args)
    jitted = fjax.jit(whole, in_shardings=tuple(shardings), out_shardings=out)
    for given in (args, [fjax.device_put(x, s) for x, s in zip(args, shardings, strict=True)]):
        result = jitted(*given)
        assert result.sharding == out
        np.testing.assert_allclose(result, wanted, rtol=1e-12, atol=1e-12)
        for shard in result.addressable_shards:
            np.testing.assert_array_equal(shard.data, np.asarray(result)[shard.index])
