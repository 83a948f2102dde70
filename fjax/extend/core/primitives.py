"""The primitives by JAX's names, to compare with `eqn.primitive`.

One without parameters is the primitive; one with parameters is the class.
Both have `bind(*arrays, **parameters)`.

>>> import fjax, fjax.numpy as jnp
>>> eqn = fjax.make_jaxpr(lambda x: x.sum())(jnp.ones(3)).eqns[0]
>>> eqn.primitive is reduce_sum_p, eqn.primitive is sin_p
(True, False)
>>> reduce_sum_p.bind(jnp.ones(3), axes=(0,))
Array(3., dtype=float64)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fjax import lax
from fjax.higher_order.call import Call
from fjax.higher_order.checkpoint import Checkpoint, Name
from fjax.higher_order.custom_rules import CustomJVP, CustomTangent, CustomVJP
from fjax.higher_order.linear_solve import LinearSolve
from fjax.primitives.arithmetic import add
from fjax.primitives.conversion import stop_gradient
from fjax.primitives.random_bits import RandomBits, RandomSplit, random_fold_in, random_seed

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...  # type checkers do not see what a table makes


globals().update(
    {
        name: getattr(module, name)
        for module in (lax, lax.linalg)
        for name in dir(module)
        if name.endswith("_p")
    }
)

add_jaxvals_p = add
jit_p = call_p = closed_call_p = Call
remat_p, name_p = Checkpoint, Name
custom_jvp_call_p, custom_vjp_call_p, custom_lin_p = CustomJVP, CustomVJP, CustomTangent
linear_solve_p = LinearSolve
stop_gradient_p = stop_gradient
random_bits_p, random_split_p = RandomBits, RandomSplit
random_seed_p, random_fold_in_p = random_seed, random_fold_in

__all__ = sorted(name for name in globals() if name.endswith("_p"))
