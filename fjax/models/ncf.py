"""Neural collaborative filtering (He et al. 2017): who likes what, by products and a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax import nn, random
from fjax import numpy as jnp
from fjax.errors import ShapeError
from fjax.models.layers import embedding, linear
from fjax.nn import initializers
from fjax.nn.module import Module
from fjax.nn.state import State, with_state


class NCF(Module):
    """Users and items (batch, 2), integers → the log-odds that they meet (batch,).

    The products of factors (GMF) and a network (MLP) on other factors are weighed together. With
    a state, (that, state).

    >>> model, _ = ncf(fjax.random.key(0), users=5, items=7, factors=2, layers=(4, 2))
    >>> model(jnp.array([[0, 1], [4, 6]])).shape
    (2,)
    """

    mf_user_embed: nn.Embedding
    mf_item_embed: nn.Embedding
    mlp_user_embed: nn.Embedding
    mlp_item_embed: nn.Embedding
    mlp: tuple[nn.Linear, ...]
    final: nn.Linear

    def __call__(self, x: Any, state: Any = None) -> Any:
        x = jnp.asarray(x)
        if x.ndim != 2 or x.shape[1] != 2:
            raise ShapeError(f"NCF takes users and items of shape (batch, 2), got {x.aval}")
        users, items = x[:, 0], x[:, 1]
        products = self.mf_user_embed(users) * self.mf_item_embed(items)
        y = jnp.concatenate([self.mlp_user_embed(users), self.mlp_item_embed(items)], axis=-1)
        for layer in self.mlp:
            y = nn.relu(layer(y))
        y = self.final(jnp.concatenate([products, y], axis=-1))[:, 0]
        return y if state is None else (y, state)


def ncf(
    key: Any,
    *,
    users: int = 138_493,
    items: int = 26_744,
    factors: int = 64,
    layers: Sequence[int] = (256, 256, 128, 64),
) -> tuple[NCF, State]:
    """A model of users and items, by default of MovieLens-20M's numbers: 32 million parameters.

    factors: of the products; layers: inputs of the network (half of them a user's, half an item's),
    then what each of its Linear layers gives.

    >>> model, _ = ncf(fjax.random.key(0), users=5, items=7)
    >>> [layer.weight.shape for layer in model.mlp]
    [(256, 256), (128, 256), (64, 128)]
    """
    keys = iter(random.split(key, len(layers) + 4))
    start = initializers.normal(0.01)
    tables = [
        embedding(rows, features, start, key=next(keys))
        for features in (factors, layers[0] // 2)
        for rows in (users, items)
    ]
    mlp = [linear(a, b, "glorot_uniform", key=next(keys)) for a, b in zip(layers, layers[1:])]
    final = linear(factors + layers[-1], 1, "lecun_uniform", key=next(keys))
    return with_state(NCF(tables[0], tables[1], tables[2], tables[3], tuple(mlp), final))
