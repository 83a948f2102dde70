"""Values that no operand gives: constants, ranges, random numbers."""

from __future__ import annotations

from tests.fuzz.operations.base import Family

family = Family("source")
DTYPES = "jnp.float64 jnp.float32 jnp.float16 jnp.bfloat16 jnp.int32 jnp.int64 jnp.uint8 bool"


def shape_like(g) -> tuple[int, ...]:
    """The shape of a value at hand."""
    return g.pick("fciubk").shape


@family(0.6)
def filled(g):
    shape = shape_like(g)
    name = g.choose("zeros ones full eye tri")
    if name == "full":
        return f"jnp.full({shape}, {g.number()}, {g.choose(DTYPES)})"
    if name in ("eye", "tri"):
        return f"jnp.{name}({shape[-1] if shape else 1}, k={g.choose(-1, 0, 1)})"
    return f"jnp.{name}({shape}, {g.choose(DTYPES)})"


@family(0.5)
def ranges(g):
    n = (shape_like(g) or (3,))[-1]
    return g.choose(
        f"jnp.arange({n})",
        f"jnp.arange({n}, dtype=jnp.float32)",
        f"jnp.linspace(-1.0, {g.number()}, {n})",
        f"jnp.arange({n}.0) - 1.5",
        f"jnp.arange({n}, 0, -1)",
        f"lax.iota(jnp.int32, {n})",
        f"lax.broadcasted_iota(jnp.int32, ({n}, 3), {g.choose(0, 1)})",
        f"jnp.geomspace(1.0, 3.0, {n})",
    )


@family(0.4)
def like(g):
    x = g.pick()
    name = g.choose("zeros_like ones_like empty_like full_like")
    if name == "full_like":
        return f"jnp.full_like({x}, {g.number()})"
    return f"jnp.zeros_like({x})" if name == "empty_like" else f"jnp.{name}({x})"


@family(0.7)
def keys(g):
    known = [v for v in g.pool if v.kind == "k" and not v.ndim]
    if not known or g.chance(0.2):
        return f"fjax.random.key({g.choose(0, 1, 7, 1234567)})"
    key = known[-1]
    return g.choose(
        f"fjax.random.split({key})[{g.choose(0, 1)}]",
        f"fjax.random.fold_in({key}, {g.choose(0, 3, 99)})",
        f"fjax.random.split({key}, 3)",
    )


SAMPLERS = (
    "normal uniform gumbel exponential logistic laplace cauchy rademacher_ truncated_ "
    "bits_ randint_ bernoulli_ gamma_ beta_ permutation_ choice_ categorical_ dirichlet_ "
    "poisson_ ball_ t_"
)


@family(1.0)
def sample(g):
    key = g.pick("k", most=0)
    shape = shape_like(g)
    name = g.choose(SAMPLERS)
    dtype = g.choose("", ", jnp.float32", ", jnp.float64", ", jnp.bfloat16", ", jnp.float16")
    r = "fjax.random"
    if not name.endswith("_"):
        return f"{r}.{name}({key}, {shape}{dtype})"
    if name in ("permutation_", "choice_"):
        x = g.pick(least=1, test=lambda v: v.shape[0] > 0)
        return (
            f"{r}.permutation({key}, {x})"
            if name == "permutation_"
            else f"{r}.choice({key}, {x}, (4,))"
        )
    if name == "categorical_":
        x = g.pick("f", least=1, test=lambda v: v.size > 0)
        return f"{r}.categorical({key}, {x})"
    return {
        "rademacher_": f"{r}.rademacher({key}, {shape})",
        "truncated_": f"{r}.truncated_normal({key}, -1.0, 2.0, {shape})",
        "bits_": f"{r}.bits({key}, {shape}, jnp.{g.choose('uint8 uint16 uint32 uint64')})",
        "randint_": f"{r}.randint({key}, {shape}, -3, 11)",
        "bernoulli_": f"{r}.bernoulli({key}, 0.3, {shape})",
        "gamma_": f"{r}.gamma({key}, {g.choose(0.5, 2.0)}, {shape})",
        "beta_": f"{r}.beta({key}, 0.7, 2.0, {shape})",
        "dirichlet_": f"{r}.dirichlet({key}, jnp.ones(3), (2,))",
        "poisson_": f"{r}.poisson({key}, 2.5, {shape})",
        "ball_": f"{r}.ball({key}, 3, 2.0, (2,))",
        "t_": f"{r}.t({key}, 3.0, {shape})",
    }[name]
