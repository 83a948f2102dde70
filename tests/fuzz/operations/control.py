"""Loops and branches, whose bodies are programs of their own."""

from __future__ import annotations

from tests.fuzz.operations.base import Family

family = Family("control")


def _index(g):
    """An example of a loop's counter."""
    return g.namespace["jnp"].asarray(1)


def _length(g) -> int:
    return g.choose(1, 2, 2, 3, 4)


@family(2)
def scan(g):
    xs = g.pick("fciu", least=1, test=lambda v: 0 < v.shape[0] <= 65)
    c = g.pick("fci", test=lambda v: v.size <= 1100)
    name, results = g.body([c.array, xs.array[0]], _length(g), want=[c.array])
    function = g.functions.pop()
    extra = [p for s in function.statements for p in s.targets if p][-1:] or [
        function.parameters[1]
    ]
    results = (function.results[0], *g.rng.sample(extra, 1))
    g.functions.append(
        type(function)(function.name, function.parameters, function.statements, results)
    )
    options = g.choose(
        "", "", ", reverse=True", ", unroll=2", ", unroll=True", ", reverse=True, unroll=3"
    )
    return f"lax.scan({name}, {c}, {xs}{options})"


@family(1)
def scan_without_input(g):
    c = g.pick("fci", test=lambda v: v.size <= 1100)
    d = g.pick("fci", test=lambda v: v.size <= 1100)
    name, _ = g.body([c.array, d.array], _length(g), want=[c.array, d.array])
    return (
        f"lax.scan(lambda c, _: ({name}(*c), c[0]), ({c}, {d}), None, "
        f"length={g.choose(0, 1, 3, 5)})[{g.choose('0', '0', '1:')}]"
    )


@family(2)
def fori(g):
    c = g.pick("fci", test=lambda v: v.size <= 1100)
    name, _ = g.body([_index(g), c.array], _length(g), want=[c.array])
    low, high = g.choose(0, 0, 1, -2), g.choose(0, 1, 3, 4, 7)
    return f"lax.fori_loop({low}, {high}, lambda i, c: {name}(i, c)[0], {c})"


@family(1.5)
def fori_with_updates(g):
    c = g.pick("fci", least=1, test=lambda v: 0 < v.size <= 1100 and v.shape[0] > 0)
    name, _ = g.body([_index(g), c.array], g.choose(1, 2), want=[c.array])
    n = c.shape[0]
    at = g.choose("i", f"{n - 1} - i", f"(2 * i) % {n}", "i + 1", "0", "i // 2")
    how = g.choose("set add multiply")
    new = g.choose(
        f"{name}(i, c)[0][i]", f"c[i - 1] * 0.5 + {name}(i, c)[0][0]", f"{name}(i, c)[0][-1]"
    )
    steps = g.choose(min(n, 33), min(n, 4))
    return f"lax.fori_loop(0, {steps}, lambda i, c: c.at[{at}].{how}({new}), {c})"


@family(1)
def while_loop(g):
    c = g.pick("fi", test=lambda v: v.size <= 1100)
    name, _ = g.body([c.array], _length(g), want=[c.array])
    test = g.choose("", f" & (jnp.sum(s[1]) < {g.number()})", " & jnp.all(s[1] < 2)")
    return (
        f"lax.while_loop(lambda s: (s[0] < {g.choose(0, 1, 3, 5)}){test}, "
        f"lambda s: (s[0] + 1, {name}(s[1])[0]), (0, {c}))[1]"
    )


@family(2)
def cond(g):
    x = g.pick("fciu", test=lambda v: v.size <= 2000)
    p = g.pick("fiub", test=lambda v: v.size > 0)
    name, results = g.body([x.array], _length(g))
    other, _ = g.body([x.array], _length(g), want=[r.array for r in results])
    test = g.choose(f"jnp.sum({p}) > 0.3", f"{p}.ravel()[0] > 0", "True", f"jnp.any({p} > 1)")
    return f"lax.cond({test}, {name}, {other}, {x})"


@family(1)
def switch(g):
    x = g.pick("fciu", test=lambda v: v.size <= 2000)
    i = g.pick("iu", test=lambda v: v.size > 0)
    name, results = g.body([x.array], _length(g))
    avals = [r.array for r in results]
    others = [g.body([x.array], g.choose(1, 2), want=avals)[0] for _ in range(g.choose(1, 2))]
    return f"lax.switch({i}.ravel()[0], [{name}, {', '.join(others)}], {x})"


@family(1)
def mapped(g):
    x = g.pick("fciu", least=1, test=lambda v: 0 < v.shape[0] <= 33)
    name, _ = g.body([x.array[0]], _length(g))
    return f"lax.map({name}, {x}{g.choose('', '', ', batch_size=2')})"
