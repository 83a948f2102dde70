"""Reading and writing by index: gathers, scatters, updates in place, dynamic slices."""

from __future__ import annotations

from tests.fuzz.operations.base import Family

family = Family("indexing")
HOW = "set add multiply min max subtract add set"
MODES = ("", "", "", ', mode="clip"', ', mode="drop"', ', mode="fill"', ', mode="wrap"')


def places(g, x) -> str:
    """An index of the leading axis."""
    n = x.shape[0]
    options = [
        "0",
        "-1",
        f"{n // 2}",
        "1:",
        "::2",
        ":2",
        "::-1",
        "jnp.array([0, 0, 1])",
        "jnp.array([1, -1])",
        "..., 0",
        "...",
        f"jnp.array([{n}, 0])",
        "jnp.array([-9])",
    ]
    known = [v for v in g.pool if v.kind in "iu" and v.ndim <= 2 and v.size <= 200]
    options += [str(v) for v in known] * 2
    masks = [v for v in g.pool if v.kind == "b" and v.shape == x.shape]
    options += [str(v) for v in masks]
    if x.ndim >= 2:
        options += [
            ":, 0",
            ":, ::2",
            "0, 1",
            "1:, jnp.array([0, 1])",
            "..., None, 0",
            "jnp.array([0, 1]), jnp.array([1, 0])",
            ":, jnp.array([0, -1])",
        ]
        options += [f":, {v}" for v in known] + [f"{v}, {v}" for v in known]
    return g.choose(*options)


@family(3)
def read(g):
    x = g.pick(least=1)
    where = places(g, x)
    return g.choose(
        f"{x}[{where}]",
        f"{x}[{where}]",
        f"{x}.at[{where}].get({g.choose(*MODES)[2:]})",
        f'{x}.at[{where}].get(mode="fill", fill_value=7)',
    )


@family(3.5)
def write(g):
    x = g.pick(least=1)
    y = g.pick("fiub", fit=x)
    where = places(g, x)
    new = g.choose(g.number(), f"{y}", f"{x}[{where}] * 2", f"jnp.sum({y})", "1.5", "0")
    return f"{x}.at[{where}].{g.choose(HOW)}({new}{g.choose(*MODES)})"


@family(0.8)
def applied(g):
    x = g.pick("f", least=1)
    where = places(g, x)
    return g.choose(
        f"{x}.at[{where}].apply(jnp.sin)",
        f"{x}.at[{where}].power(2)",
        f"{x}.at[{where}].divide(2.5)",
    )


@family(2)
def taken(g):
    x = g.pick(least=1)
    i = g.pick("iu", most=2, test=lambda v: v.size <= 200)
    a = g.axis(x)
    mode = g.choose("", ', mode="clip"', ', mode="wrap"', ', mode="fill"')
    return g.choose(
        f"jnp.take({x}, {i}, axis={a}{mode})",
        f"jnp.take({x}, {i}{mode})",
        f"jnp.take_along_axis({x}, jnp.argsort({x}, axis={a}), axis={a})",
        f"{x}.take(jnp.array([0, -1]), axis={a})",
        f"jnp.compress(jnp.array([True, False, True]), {x}, axis={a}, size=2)",
        f"jnp.choose(jnp.clip({i}, 0, 1), [{x}, {x}])",
        f"jnp.put_along_axis({x}, jnp.argmin({x}, axis={a}, keepdims=True), 2, axis={a}, "
        "inplace=False)",
        f"jnp.place({x}, {x} > 0, jnp.ones(2), inplace=False)",
        f"jnp.fill_diagonal({x}, 3, inplace=False)",
    )


def start(g, x) -> str:
    """The start of a dynamic slice."""
    scalars = [v for v in g.pool if v.kind in "iu" and not v.ndim]
    counted = [str(v) for v in scalars] + [f"jnp.argmax({x}.ravel())"] * (x.size > 0)
    return g.choose("1", "0", "-2", "99", *counted)


@family(2.5)
def dynamic(g):
    x = g.pick(least=1, test=lambda v: v.shape[0] > 0)
    n = g.rng.randint(1, x.shape[0])
    at = start(g, x)
    y = g.pick(
        "fciub",
        least=1,
        test=lambda v: (
            v.ndim == x.ndim
            and v.dtype == x.dtype
            and all(p <= q for p, q in zip(v.shape, x.shape))
        ),
    )
    return g.choose(
        f"lax.dynamic_slice_in_dim({x}, {at}, {n})",
        f"lax.dynamic_index_in_dim({x}, {at}, keepdims=False)",
        f"lax.dynamic_update_slice_in_dim({x}, {y}, {at}, 0)",
        f"lax.dynamic_update_slice({x}, {y}, ({at}, {', '.join(['0'] * (x.ndim - 1))}))",
        f"lax.dynamic_update_index_in_dim({x}, {x}[0] * 2, {at}, 0)",
        f"{x}.at[{at}].add({g.number()})",
        f"{x}[{at}]",
    )


@family(0.6)
def low_level(g):
    x = g.pick("f", least=1, most=1, test=lambda v: v.shape[0] > 1)
    i = g.choose("jnp.array([[0], [1]])", "jnp.array([[1], [7], [1]])")
    n = 2 if "7" not in i else 3
    numbers = "(), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)"
    mode = g.choose("fill clip promise_").rstrip("_")
    mode = "fill" if mode == "promise" else mode
    return g.choose(
        *[
            f"lax.scatter_{how}({x}, {i}, jnp.ones({n}, {x}.dtype) * 1.5, "
            "lax.ScatterDimensionNumbers("
            f'{numbers}), mode="{mode}")'
            for how in ("add", "mul", "min", "max")
        ],
        f'lax.gather({x}, {i}, lax.GatherDimensionNumbers((), (0,), (0,)), (1,), mode="{mode}")',
    )
