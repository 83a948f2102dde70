"""Random programs, split over processes, give what the program of whole arrays gives."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding
from tests.members.check_programs import N, made, mapped_over
from tests.ranks.whole import whole

MESHES = {
    2: [((2,), ("a",))],
    4: [((4,), ("a",)), ((2, 2), ("a", "b"))],
    8: [((8,), ("a",)), ((4, 2), ("a", "b")), ((2, 2, 2), ("a", "b", "c"))],
}[fjax.device_count()]


@pytest.mark.one_in(6)
@pytest.mark.parametrize("seed", range(6))
def test_values_and_gradients_are_those_of_whole_arrays(seed):
    rng, mesh, program, args = made(seed, MESHES)
    weights = rng.normal(size=(N, N))
    mapped = mapped_over(mesh, program, check_vma=bool(seed % 2))
    wanted = program.run(1, args)
    slopes = fjax.grad(lambda *xs: jnp.sum(program.run(1, xs) * weights), tuple(range(len(args))))(
        *args
    )
    placed = [
        fjax.device_put(x, NamedSharding(mesh, s))
        for x, s in zip(args, program.in_specs, strict=True)
    ]
    derivative = lambda *xs: fjax.vjp(mapped, *xs)[1](jnp.asarray(weights))
    for run, given in ((fjax.jit(derivative), placed), (derivative, args)):
        for a, b in zip(run(*given), slopes, strict=True):
            np.testing.assert_allclose(whole(a), b, rtol=1e-8, atol=1e-8)
    for run, given in ((fjax.jit(mapped), placed), (mapped, args)):
        result = run(*given)
        assert result.sharding.is_equivalent_to(NamedSharding(mesh, program.out_spec), 2)
        np.testing.assert_allclose(whole(result), wanted, rtol=1e-9, atol=1e-9)
    batch = fjax.vmap(mapped)(*[np.stack([x, 2 * x]) for x in args])
    np.testing.assert_allclose(whole(batch)[0], wanted, rtol=1e-9, atol=1e-9)
