"""Private names of JAX that fjax has no use for, and why: `absent.ABSENT` has the public ones."""

from __future__ import annotations

from fjax import absent

_NO_XLA = absent.NO_XLA
_CALLS = "a call of fjax carries a jaxpr, no Python function: there is no such primitive"
_STAGING = "it changes how JAX builds the equations of a jaxpr; a trace of fjax has another form"

# A name stands for all that is in it.
PRIVATE = {
    "jax._src.ad_checkpoint.remat_p.bind_with_trace": _CALLS,
    "jax._src.core.CallPrimitive": _CALLS,
    "jax._src.core.JaxprEqnContext": _STAGING,
    "jax._src.core.call_p": _CALLS,
    "jax._src.core.trace_ctx": _STAGING,
    "jax._src.cudnn": "it configures kernels of cuDNN for XLA",
    "jax._src.earray": "a type of the user enters a trace as a pytree",
    "jax._src.effects": "effects are declared by primitives",
    "jax._src.interpreters.batching": "fjax batches arrays alone: an element is a slice",
    "jax._src.interpreters.partial_eval": _STAGING,
    "jax._src.interpreters.pxla": _NO_XLA,
    "jax._src.pjit": _STAGING,
    "jax._src.pretty_printer": "texts of fjax are strings",
    "jax.core.CallPrimitive": _CALLS,
    "jax.core.trace_ctx": _STAGING,
    "jax.interpreters.mlir": _NO_XLA,
    "jax.profiler": "the format is that of XLA's profiler",
    "jax.typing.ArrayLike.__qualname__": "a union of types has no such name",
    "jaxlib.mlir": _NO_XLA,
}


def reason(name: str) -> str | None:
    """Why a name of jax is not offered on purpose; None if there is no reason.

    >>> reason("jaxlib.mlir.ir.Module") == absent.NO_XLA, reason("jax.nothing")
    (True, None)
    """
    public = absent.names()
    while name:
        if name in PRIVATE:
            return PRIVATE[name]
        if name.removeprefix("jax.") in public:
            return public[name.removeprefix("jax.")].why
        name = name.rpartition(".")[0]
    return None
