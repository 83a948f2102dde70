import jax
import jax.numpy as jnp
from jax_tqdm import scan_tqdm


def hello():
    body = scan_tqdm(10)(lambda carry, i: (carry + i, carry))
    return jax.lax.scan(body, 0, jnp.arange(10))
