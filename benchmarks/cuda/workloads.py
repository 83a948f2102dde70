"""What is measured: arrays, and functions of them by NumPy's, JAX's and PyTorch's names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

Function = Callable[..., Any]


@dataclass(frozen=True)
class Row:
    """A workload.

    function: takes a library with NumPy's names, and arrays of `shapes`.
    program: instead, given a library with JAX's names, the function of the arrays; `torch`: given
    PyTorch. Libraries for which there is none take no part.
    moves: bytes that it reads and writes at least, for each element of the first array.
    goals: fjax's time over a peer's, at most.
    graph: whether fjax launches its kernels as one CUDA graph.
    """

    name: str
    shapes: tuple[tuple[int, ...], ...]
    function: Function | None = None
    moves: int = 0
    program: Callable[[Any], Function] | None = None
    torch: Callable[[Any], Function] | None = None
    dtype: str = "float32"
    tolerance: float = 2e-4
    elementwise: bool = False
    goals: dict[str, float] = field(default_factory=dict)
    graph: bool = False


def chain(xp: Any, x: Any, y: Any) -> Any:
    """Elementwise operations that are one kernel."""
    z = x * y + 1.0
    return xp.tanh(z) * xp.exp(-z * z)


def gelu(xp: Any, x: Any) -> Any:
    """By its approximation with tanh."""
    return 0.5 * x * (1.0 + xp.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def adam(xp: Any, p: Any, g: Any, m: Any, v: Any) -> Any:
    """An update; the parameters and both moments."""
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return p - 0.001 * m / (xp.sqrt(v) + 1e-8), m, v


def softmax(xp: Any, x: Any) -> Any:
    """Of rows."""
    e = xp.exp(x - xp.max(x, 1)[:, None])
    return e / xp.sum(e, 1)[:, None]


def layer_norm(xp: Any, x: Any) -> Any:
    """Of rows, without gain and bias."""
    centred = x - xp.mean(x, 1)[:, None]
    return centred / xp.sqrt(xp.mean(centred * centred, 1)[:, None] + 1e-5)


def columns(xp: Any, x: Any) -> Any:
    """Totals of columns."""
    return xp.sum(x, 0), xp.max(x, 0)


def running(xp: Any, x: Any) -> Any:
    """Running totals of rows."""
    return xp.cumsum(x, 1)


def small(xp: Any, x: Any, y: Any, z: Any) -> Any:
    """What a call costs."""
    return x * y + z


def many_kernels(xp: Any, x: Any) -> Any:
    """Thirty reductions, each of what the one before gave."""
    for _ in range(15):
        x = xp.tanh(x - xp.mean(x, 0)[None, :])
        x = xp.tanh(x - xp.mean(x, 1)[:, None])
    return x


# ---- programs by JAX's names


def gradient_of(function: Function) -> Callable[[Any], Function]:
    """The gradient of a function of rows, whose results are weighted by a second array."""

    def program(jax: Any) -> Function:
        return jax.grad(lambda x, g: (function(jax.numpy, x) * g).sum())

    return program


def gradient_in_torch(function: Function) -> Callable[[Any], Function]:
    """The same by PyTorch's autograd."""

    def program(torch: Any) -> Function:
        def run(x: Any, g: Any) -> Any:
            x = x.detach().requires_grad_()
            (found,) = torch.autograd.grad((function(torch, x) * g).sum(), x)
            return found

        return run

    return program


def network_step(jax: Any) -> Function:
    """SGD of three layers, mean squared error."""

    def loss(layers: Any, x: Any, y: Any) -> Any:
        for w in layers[:-1]:
            x = jax.nn.relu(x @ w / w.shape[0])
        return ((x @ layers[-1] / y.shape[1] - y).astype("float32") ** 2).mean()

    def step(a: Any, b: Any, c: Any, x: Any, y: Any) -> Any:
        slopes = jax.grad(loss)((a, b, c), x, y)
        return tuple(w - (0.1 * s).astype(w.dtype) for w, s in zip((a, b, c), slopes, strict=True))

    return step


def network_step_in_torch(torch: Any) -> Function:
    """The same by PyTorch's autograd."""

    def step(a: Any, b: Any, c: Any, x: Any, y: Any) -> Any:
        layers = [w.detach().requires_grad_() for w in (a, b, c)]
        for w in layers[:-1]:
            x = torch.relu(x @ w / w.shape[0])
        loss = ((x @ layers[-1] / y.shape[1] - y).float() ** 2).mean()
        slopes = torch.autograd.grad(loss, layers)
        return tuple(w.detach() - 0.1 * s for w, s in zip(layers, slopes, strict=True))

    return step


def attention(jax: Any) -> Function:
    """Gradients of softmax(q kᵀ / √d) v, of arrays (batch, time, heads, width)."""

    def loss(q: Any, k: Any, v: Any, g: Any) -> Any:
        return (jax.nn.dot_product_attention(q, k, v) * g).astype("float32").sum()

    return jax.grad(loss, (0, 1, 2))


def attention_in_torch(torch: Any) -> Function:
    """The same by PyTorch's own function, which chooses a fused kernel."""

    def run(*arrays: Any) -> Any:
        q, k, v, g = (x.transpose(1, 2) for x in arrays)
        q, k, v = (x.detach().requires_grad_() for x in (q, k, v))
        found = torch.nn.functional.scaled_dot_product_attention(q, k, v)
        slopes = torch.autograd.grad((found * g).float().sum(), (q, k, v))
        return tuple(x.transpose(1, 2) for x in slopes)

    return run


def newton(jax: Any) -> Function:
    """Square roots by Newton's method, each with as many steps as it takes."""

    def root(a: Any) -> Any:
        def far(x: Any) -> Any:
            return abs(x * x - a) > 1e-5 * a

        return jax.lax.while_loop(far, lambda x: 0.5 * (x + a / x), a)

    return jax.vmap(root)


def lorenz(steps: int) -> Callable[[Any], Function]:
    """Paths of the Lorenz system by Euler's method; arrays x, y, z."""

    def program(jax: Any) -> Function:
        def path(x: Any, y: Any, z: Any) -> Any:
            def step(_: Any, p: Any) -> Any:
                x, y, z = p
                slope = 10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z
                return tuple(a + 1e-4 * b for a, b in zip(p, slope, strict=True))

            return jax.lax.fori_loop(0, steps, step, (x, y, z))

        return jax.vmap(path)

    return program


def kalman(jax: Any) -> Function:
    """Means of Kalman filters: position and velocity, of which the position is observed."""
    jnp = jax.numpy

    def filtered(seen: Any) -> Any:
        moves = jnp.array([[1.0, 0.1], [0.0, 1.0]], jnp.float32)
        drift = 0.01 * jnp.eye(2, dtype=jnp.float32)

        def step(state: Any, z: Any) -> Any:
            mean, spread = state
            mean, spread = moves @ mean, moves @ spread @ moves.T + drift
            gain = spread[:, 0] / (spread[0, 0] + 0.1)
            mean = mean + gain * (z - mean[0])
            spread = spread - gain[:, None] * spread[0][None, :]
            return (mean, spread), mean[0]

        start = jnp.zeros(2, jnp.float32), jnp.eye(2, dtype=jnp.float32)
        return jax.lax.scan(step, start, seen)[1]

    return jax.vmap(filtered)


# ---- the rows


def rows(scale: int) -> list[Row]:
    """The workloads; `scale` divides the lengths of rows and how many there are."""
    return [*_maps(scale), *_networks(scale), *_calls(scale), *_loops(scale)]


def _maps(scale: int) -> Sequence[Row]:
    n, m = 4096 // scale, 16384 // scale
    flat = ((64 << 20) // scale**2,)
    best = {"jax": 1.0}
    own = best | {"cupy": 0.5, "cupy.fuse": 0.5}
    both = ((m, n), (m, n))
    return [
        Row("fused chain", (flat, flat), chain, 12, elementwise=True, goals=own),
        Row("gelu", (flat,), gelu, 8, elementwise=True, goals=own),
        Row("Adam update", (flat,) * 4, adam, 28, elementwise=True, goals=own),
        Row("softmax of rows", ((m, n),), softmax, 8, goals=best),
        Row("layer norm of rows", ((m, n),), layer_norm, 8, goals=best),
        *[
            Row(
                f"gradient of {name}",
                both,
                moves=12,
                program=gradient_of(f),
                torch=gradient_in_torch(f),
                goals=best,
            )
            for name, f in (("softmax", softmax), ("layer norm", layer_norm))
        ],
        Row("sum and maximum of columns", ((m, n),), columns, 4, goals=best),
        Row("cumsum of rows", ((m, n),), running, 8, goals=best),
    ]


def _networks(scale: int) -> Sequence[Row]:
    k, batch = 4096 // scale, 1024 // scale
    layers = ((k, k),) * 3 + ((batch, k),) * 2
    heads = ((8, 1024 // scale, 16, 64 if scale == 1 else 8),) * 4
    step = dict(program=network_step, torch=network_step_in_torch, goals={"jax": 1.0})
    return [
        Row(f"step of a network {k} wide", layers, tolerance=2e-3, **step),
        Row(f"the same in bfloat16, {batch} rows", layers, dtype="bfloat16", tolerance=0.1, **step),
        Row(
            "attention, gradients, bfloat16",
            heads,
            program=attention,
            torch=attention_in_torch,
            dtype="bfloat16",
            tolerance=0.1,
            goals={"jax": 1.0},
        ),
    ]


def _calls(scale: int) -> Sequence[Row]:
    goals = {"jax": 0.7}
    square = ((max(64 // scale, 4),) * 2,)
    return [
        Row("call on three small arrays", ((8,),) * 3, small, goals=goals),
        Row("thirty small kernels", square, many_kernels, goals=goals),
        Row("the same as a CUDA graph", square, many_kernels, goals=goals, graph=True),
    ]


def _loops(scale: int) -> Sequence[Row]:
    few = scale**2
    goals = {"jax": 0.2}
    paths, steps = ((100_000 // few + 1,),) * 3, max(1000 // scale, 2)
    return [
        Row("Newton's method, vmap(while)", ((10_000_000 // few,),), program=newton, goals=goals),
        Row(f"Lorenz paths, {steps} steps", paths, program=lorenz(steps), goals=goals),
        Row(
            "Kalman filters",
            ((10_000 // few + 1, max(100 // scale, 3)),),
            program=kalman,
            goals=goals,
        ),
    ]
