"""Reductions, cumulative operations, windows, statistics."""

from __future__ import annotations

from tests.fuzz.operations.base import Family

family = Family("reduction")
SUMS = "sum mean var std sum mean sum"
ORDER = "max min any all argmax argmin count_nonzero amax amin ptp"
NAN = "nansum nanmean nanmax nanmin nanprod nanvar nanstd nanargmax nancumsum"


def axes(g, x) -> str:
    """`, axis=…` and perhaps `, keepdims=True`."""
    if not x.ndim or g.chance(0.25):
        return ""
    two = x.ndim > 1 and g.chance(0.25)
    axis = tuple(g.rng.sample(range(x.ndim), 2)) if two else g.axis(x)
    return f", axis={axis}" + (", keepdims=True" if g.chance(0.3) else "")


@family(5)
def sums(g):
    x = g.pick("fciub")
    extra = g.choose(*[""] * 6, f", where={g.pick('b', fit=x)}" if g.chance(0.2) else "")
    return f"jnp.{g.choose(SUMS)}({x}{axes(g, x)}{extra})"


@family(0.7)
def product(g):
    if not g.tame:  # which partial products overflow depends on their order
        raise LookupError
    return f"jnp.prod({(x := g.pick())}{axes(g, x)})"


@family(2.5)
def order(g):
    x = g.pick("fiub", least=1)
    name = g.choose(ORDER)
    where = axes(g, x)
    if name.startswith("arg"):
        where = g.choose(f", axis={g.axis(x)}", "", f", axis={g.axis(x)}, keepdims=True")
    return f"jnp.{name}({x}{where})"


@family(1)
def ignoring_nan(g):
    x = g.pick("f", least=1)
    name = g.choose(NAN)
    return f"jnp.{name}({x}, axis={g.axis(x)})"


@family(1)
def moments(g):
    x = g.pick("f", least=1)
    w = g.pick("f", least=1, test=lambda v: v.shape == x.shape)
    return g.choose(
        f"jnp.average({x}, axis={g.axis(x)})",
        f"jnp.average({x}, axis={g.axis(x)}, weights=jnp.abs({w}) + 0.1)",
        f"jnp.var({x}, axis={g.axis(x)}, ddof=1)",
        f"jnp.sum({x}, dtype=jnp.float32)",
        f"jnp.median({x}, axis={g.axis(x)})",
        f"jnp.quantile({x}, 0.3, axis={g.axis(x)})",
        f"jnp.percentile({x}, jnp.array([10.0, 50.0]), axis={g.axis(x)})",
        f"jnp.max({x}, axis={g.axis(x)}, initial=0.5)",
        f"jnp.nanmedian({x})",
        f"jnp.sum({x}, initial=1.5)",
        f"jnp.cov({x})",
        f"jnp.corrcoef({x})",
        f"jnp.trapezoid({x}, axis={g.axis(x)})",
        f"fjax.scipy.stats.norm.logpdf({x})",
        f"jnp.min({x}, where={w} > 0, initial=9.0)",
    )


@family(2)
def soft(g):
    x = g.pick("f", least=1)
    name = g.choose("softmax log_softmax logsumexp standardize logmeanexp")
    return f"fjax.nn.{name}({x}, axis={g.axis(x)})"


@family(2.5)
def cumulative(g):
    x = g.pick("fciu", least=1)
    a = g.axis(x)
    p = a % x.ndim
    return g.choose(
        f"jnp.cumsum({x}, axis={a})",
        f"jnp.cumsum({x})",
        f"jnp.cumprod({x}, axis={a})",
        f"lax.cumsum({x}, axis={p}, reverse={g.choose('True False')})",
        f"lax.cummax({x}, axis={p}, reverse={g.choose('True False')})",
        f"lax.cummin({x}, axis={p})",
        f"lax.cumlogsumexp({x}, axis={p})",
        f"lax.cumprod({x}, axis={p}, reverse=True)",
        f"jnp.diff({x}, axis={a})",
        f"jnp.diff({x}, n=2, axis={a})",
        f"jnp.ediff1d({x})",
        f"jnp.gradient({x}, axis={a})",
        f"lax.associative_scan(jnp.{g.choose('add multiply maximum')}, {x}, axis={p})",
        f"jnp.cumulative_sum({x}, axis={a}, include_initial=True)",
    )


@family(0.8)
def lax_reduce(g):
    x = g.pick("fiu", least=1)
    a = g.axis(x) % x.ndim
    return g.choose(
        f"lax.reduce_{g.choose('sum max min prod')}({x}, ({a},))",
        f"lax.reduce({x}, jnp.zeros((), {x}.dtype), lax.add, ({a},))",
        f"lax.reduce({x}, jnp.ones((), {x}.dtype), lax.mul, ({a},))",
        f"lax.argmax({x}, {a}, jnp.int32)",
        f"lax.reduce_and({x} > 0, ({a},))",
        f"lax.reduce({x}, jnp.zeros((), {x}.dtype), lambda a, b: a + b * 1, ({a},))",
    )


@family(1)
def windows(g):
    x = g.pick("f", least=1, most=2)
    size, step = g.choose(1, 2, 3), g.choose(1, 2)
    window = (1,) * (x.ndim - 1) + (size,)
    strides = (1,) * (x.ndim - 1) + (step,)
    start, reduce = g.choose(("0.0", "lax.add"), ("-jnp.inf", "lax.max"), ("jnp.inf", "lax.min"))
    return (
        f"lax.reduce_window({x}, jnp.asarray({start}, {x}.dtype), {reduce}, {window}, "
        f"{strides}, {g.choose(chr(34) + 'VALID' + chr(34), chr(34) + 'SAME' + chr(34))})"
    )


@family(1.5)
def segments(g):
    x = g.pick("fi", least=1)
    i = g.pick("iu", least=1, most=1, test=lambda v: v.shape[0] == x.shape[0])
    n = g.choose(1, 3, 6)
    name = g.choose("sum max min prod")
    if name == "sum" or x.kind == "i":
        return f"fjax.ops.segment_{name}({x}, {i}, num_segments={n})"
    return f"jnp.nan_to_num(fjax.ops.segment_{name}({x}, {i}, num_segments={n}))"


@family(1)
def counts(g):
    x = g.pick("fiu", least=1)
    i = g.pick("iu", least=1, most=1)
    return g.choose(
        f"jnp.bincount({i}, length=6)",
        f"jnp.bincount(jnp.abs({i}), minlength=2, length=9)",
        f"jnp.histogram({x}, bins=5, range=(-2.0, 2.0))[0]",
        f"jnp.unique({x}, size=5, fill_value=0)",
        f"jnp.nonzero({x} > 0, size=4)[0]",
        f"jnp.unique({i}, size=3, return_inverse=True, fill_value=0)[1]",
        f"jnp.unique({i}, return_counts=True, size=4, fill_value=0)",
        f"jnp.isin({x}, {i})",
        f"fjax.nn.one_hot({i}, 4)",
        f"jnp.flatnonzero({x}, size=3)",
        f"jnp.argwhere({x} > 0, size=3)",
        f"jnp.intersect1d({i}, {i} + 1, size=4)",
        f"jnp.array_equal({x}, {x})",
        f"jnp.allclose({x}, {x})",
    )
