"""`jit`: compile a function, and what it says of one without a call."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypedDict, Unpack, overload

from fjax import errors
from fjax.api import demanded
from fjax.api.compiler_options import check_compiler_options
from fjax.api.flatten import check_argument, resolve_argnums
from fjax.api.jit_function import JitFunction
from fjax.api.jit_shardings import JitShardings
from fjax.core.annotations import P, R
from fjax.errors import api_boundary
from fjax.pytrees.operations import UNSPECIFIED, Unspecified
from fjax.tree_util import tree_flatten


class JitOptions(TypedDict, total=False):
    """The options of `jit`, for its two forms; their defaults are the function's."""

    in_shardings: Any
    out_shardings: Any
    static_argnums: int | Sequence[int] | None
    static_argnames: str | Iterable[str] | None
    donate_argnums: int | Sequence[int] | None
    donate_argnames: str | Iterable[str] | None
    keep_unused: bool
    device: Any
    backend: Any
    inline: bool
    abstracted_axes: Any
    compiler_options: Any
    cuda_graph: bool | None


@overload
def jit(fun: Callable[P, R], **options: Unpack[JitOptions]) -> JitFunction[P, R]: ...
@overload
def jit(
    fun: Unspecified = UNSPECIFIED, **options: Unpack[JitOptions]
) -> Callable[[Callable[P, R]], JitFunction[P, R]]: ...
def jit(
    fun: Callable[..., Any] | Unspecified = UNSPECIFIED,
    *,
    in_shardings: Any = None,
    out_shardings: Any = None,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: Any = None,
    inline: bool = False,
    abstracted_axes: Any = None,
    compiler_options: Any = None,
    cuda_graph: bool | None = None,
) -> Any:
    """Compile `fun`: traced once per structure, shapes and dtypes of its arguments.

    Works as a decorator, also with options (`@jit(static_argnums=0)`) and on methods. All `jit`s
    of one function share its traces, so `jit(f)(x)` may stand in a loop.

    static_argnums, static_argnames: arguments that are Python values while tracing; they must be
        hashable, and each new value is traced again.
    donate_argnums, donate_argnames: arguments whose memory the outputs may reuse; the caller must
        not use them afterwards.
    inline: within another trace, put the body there instead of one call.
    in_shardings, out_shardings: a Sharding (or a PartitionSpec of the mesh in force) for each
        positional argument and for the result, or pytree prefixes of such; None leaves it open.
        They are checked against the arrays' ranks; results have the shardings that are given.
    device, backend: where the program runs, a device or its name, or the first of a platform;
        arguments that are committed to another one raise. By default it runs where they are.
    compiler_options: have no effect; see `fjax.stages.Lowered.compile`.
    cuda_graph: whether a GPU gets the program's kernels as one CUDA graph, from the second call
        with the same memory on; None: as the option cuda_graphs says. Nothing changes elsewhere,
        nor within another jitted function.
    keep_unused: whether arguments without effect stay arguments of the program.
    Returns a function that runs the compiled program.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.jit(lambda x: jnp.sum(x * 2))(jnp.arange(3.))
    Array(6., dtype=float64)
    """
    check_compiler_options(compiler_options)
    options: dict[str, Any] = {
        "in_shardings": in_shardings,
        "out_shardings": out_shardings,
        "static_argnums": static_argnums,
        "static_argnames": static_argnames,
        "donate_argnums": donate_argnums,
        "donate_argnames": donate_argnames,
        "keep_unused": keep_unused,
        "inline": inline,
        "cuda_graph": cuda_graph,
    }
    if isinstance(fun, Unspecified):
        return functools.partial(jit, device=device, backend=backend, **options)
    if callable(fun) and (device is not None or backend is not None):
        fun = demanded.bound(fun, device, backend)
    return _jit(fun, **options)


@api_boundary
def _jit(
    fun: Any,
    static_argnums: Any,
    static_argnames: Any,
    donate_argnums: Any,
    donate_argnames: Any,
    inline: bool,
    keep_unused: bool,
    in_shardings: Any,
    out_shardings: Any,
    cuda_graph: bool | None,
) -> JitFunction:
    if not callable(fun):
        raise errors.FjaxTypeError(
            f"jit: Expected a callable value, got {fun!r} of type {type(fun).__name__}"
        )
    if inspect.isgeneratorfunction(fun):
        raise errors.FjaxTypeError(
            f"jit: Expected a function, got a generator function: {fun!r}; return a list instead"
        )
    numbers, names = resolve_argnums("jit static_argnums", fun, static_argnums, static_argnames)
    donated, donated_names = resolve_argnums(
        "jit donate_argnums", fun, donate_argnums, donate_argnames
    )
    overlap = set(numbers) & set(donated)
    if overlap:
        raise errors.FjaxValueError(
            f"jit: static_argnames and donate_argnames cannot intersect: arguments "
            f"{sorted(overlap)} are both static and donated; static arguments have no memory to "
            "give away"
        )
    shardings = None
    if in_shardings is not None or out_shardings is not None:
        shardings = JitShardings(in_shardings, out_shardings)
    if cuda_graph not in (None, False, True):
        raise errors.FjaxTypeError(
            "jit: cuda_graph is True, False or None (as fjax.config.cuda_graphs), got "
            f"{cuda_graph!r}"
        )
    return JitFunction(
        *(fun, numbers, names, donated, donated_names, inline, keep_unused),
        shardings=shardings,
        cuda_graph=cuda_graph,
    )


@api_boundary
def eval_shape(fun: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The shapes and dtypes of `fun`'s outputs, without computing anything.

    args, kwargs: arrays, numbers, or anything with shape and dtype.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.eval_shape(jnp.dot, jnp.ones((2, 3)), jnp.ones(3))
    ShapeDtypeStruct(shape=(2,), dtype=float64)
    """
    for leaf in tree_flatten((args, kwargs))[0]:
        check_argument(leaf, f"eval_shape({getattr(fun, '__name__', 'function')})", args)
    return jit(fun).eval_shape(*args, **kwargs)
