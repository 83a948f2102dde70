"""Neural collaborative filtering finds what users like, from a table made by a rule.

Of 400 users and 300 items each has one of seven kinds, which nobody is told. A user of kind k likes
items of the kinds k and 3 k + 1 modulo 7. The model sees twenty liked items of every user; then one
that it has not seen is to be found among 99 that the user does not like.

    python examples/ncf_ratings.py
"""

import time
from typing import Any

import numpy as np

import fjax
from fjax import models, nn, optim, random

USERS, ITEMS, KINDS, SEEN, BATCH = 400, 300, 7, 20, 1024


def table() -> tuple[np.ndarray, ...]:
    """Pairs to learn from, and for each user the liked item and 99 others to rank: (users, 100)."""
    draw = np.random.default_rng(0)
    user, item = draw.integers(0, KINDS, USERS), draw.integers(0, KINDS, ITEMS)
    likes = (item == user[:, None]) | (item == (3 * user[:, None] + 1) % KINDS)
    pairs, ranked = [], []
    for u in range(USERS):
        liked, others = np.flatnonzero(likes[u]), np.flatnonzero(~likes[u])
        liked = draw.permutation(liked)
        pairs += [(u, i) for i in liked[1 : SEEN + 1]]
        ranked.append([liked[0], *draw.permutation(others)[:99]])
    return np.array(pairs, np.int32), np.array(ranked, np.int32)


def main(epochs: int = 25) -> tuple[float, float]:
    """How often the liked item is among the first ten of a hundred, and its NDCG."""
    pairs, ranked = table()
    model, _ = models.ncf(
        random.key(0), users=USERS, items=ITEMS, factors=16, layers=(64, 64, 32, 16)
    )
    optimizer = optim.adam(3e-3)

    def loss(model: Any, x: Any, y: Any) -> Any:
        return nn.losses.binary_cross_entropy(model(x), y)

    def step(model: Any, memory: Any, x: Any, y: Any) -> Any:
        value, g = fjax.value_and_grad(loss)(model, x, y)
        updates, memory = optimizer.update(g, memory, model)
        return optim.apply_updates(model, updates), memory, value

    step = fjax.jit(step, donate_argnums=(0, 1))
    memory, draw, start = optimizer.init(model), np.random.default_rng(1), time.perf_counter()
    value: Any = 0.0
    for epoch in range(epochs):
        # Four items for each liked one, of which we only know that the user was not seen with them.
        others = np.repeat(pairs, 4, axis=0)
        others[:, 1] = draw.integers(0, ITEMS, len(others))
        x = np.concatenate([pairs, others])
        y = np.concatenate([np.ones(len(pairs)), np.zeros(len(others))]).astype(np.float32)
        for rows in draw.permutation(len(x))[: len(x) // BATCH * BATCH].reshape(-1, BATCH):
            model, memory, value = step(model, memory, x[rows], y[rows])
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: loss {value:.3f}")

    users = np.broadcast_to(np.arange(USERS, dtype=np.int32)[:, None], ranked.shape)
    every = np.stack([users, ranked], axis=-1).reshape(-1, 2)
    scores = np.asarray(fjax.jit(model)(every)).reshape(ranked.shape)
    place = np.sum(scores[:, 1:] >= scores[:, :1], axis=1)
    hits = place < 10
    ndcg = float(np.mean(np.where(hits, 1 / np.log2(place + 2), 0)))
    print(
        f"found among the first ten: {hits.mean():.1%} (by chance 10 %), NDCG {ndcg:.3f}, "
        f"{time.perf_counter() - start:.0f} s"
    )
    return float(hits.mean()), ndcg


if __name__ == "__main__":
    if main()[0] < 0.9:
        raise SystemExit("too few items were found")
