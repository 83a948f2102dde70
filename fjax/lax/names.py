"""Names of JAX's primitives that libraries' tables of rules have; no program has most of them."""

from fjax.core.user_primitive import Primitive
from fjax.primitives.placing import ShardingConstraint

rng_uniform_p = Primitive("rng_uniform")
select_and_scatter_p = Primitive("select_and_scatter")
sharding_constraint_p = ShardingConstraint
