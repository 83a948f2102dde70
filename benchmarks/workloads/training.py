"""Training steps."""

import numpy as np

from benchmarks.workload import FASTEST, Workload


def mlp(rng, sizes):
    """Weights and biases of a network with these layer sizes."""
    return [
        (
            rng.standard_normal((m, n)).astype(np.float32) / np.sqrt(m).astype(np.float32),
            np.zeros(n, np.float32),
        )
        for m, n in zip(sizes, sizes[1:], strict=False)
    ]


def batch(rng, sizes, n):
    return (
        rng.standard_normal((n, sizes[0])).astype(np.float32),
        rng.integers(0, sizes[-1], n).astype(np.int32),
    )


def loss_of(m):
    np = m.numpy

    def loss(params, x, y):
        for w, b in params[:-1]:
            x = np.tanh(x @ w + b)
        w, b = params[-1]
        logits = x @ w + b
        logp = m.nn.log_softmax(logits)
        return -np.mean(np.take_along_axis(logp, y[:, None], axis=1))

    return loss


class Training(Workload):
    group = "training"
    rtol = 1e-3
    sizes = (784, 1024, 1024, 10)
    n = 128

    def data(self, rng):
        return mlp(rng, self.sizes), *batch(rng, self.sizes, self.n)

    def program(self, m):
        value_and_grad = m.value_and_grad(loss_of(m))

        def step(params, x, y):
            value, grads = value_and_grad(params, x, y)
            return [
                (w - 0.01 * gw, b - 0.01 * gb)
                for (w, b), (gw, gb) in zip(params, grads, strict=True)
            ], value

        return m.jit(step)

    def torch(self, torch):
        def step(params, x, y):
            flat = [t.detach().requires_grad_() for pair in params for t in pair]
            h = x
            for i in range(0, len(flat) - 2, 2):
                h = torch.tanh(torch.addmm(flat[i + 1], h, flat[i]))
            value = torch.nn.functional.cross_entropy(torch.addmm(flat[-1], h, flat[-2]), y.long())
            grads = torch.autograd.grad(value, flat)
            with torch.no_grad():
                new = [p - 0.01 * g for p, g in zip(flat, grads, strict=True)]
            return [(new[i], new[i + 1]) for i in range(0, len(new), 2)], value.detach()

        return step


class MlpLarge(Training):
    title = "MLP 784-1024-1024-10, batch 128, SGD step"
    goals = {FASTEST: 1.0}
    reason = (
        "the products: 49 % of the samples are in OpenBLAS's kernel, 15 % in its packing, "
        "which each thread does for its slice. Slices along the other axis gain 3 %, "
        "workers that spin for longer 2 %"
    )
    peers = ("jax", "torch")


class MlpTiny(Training):
    title = "MLP 16-32-32-10, batch 8, SGD step"
    goals = {"jax": 0.15}
    reason = (
        "11 kernels and 8 products of BLAS are half of a call, taking eight arguments and "
        "making seven results in native code a quarter, Python around that the rest"
    )
    peers = ("jax", "torch")
    sizes = (16, 32, 32, 10)
    n = 8


class MlpAdam(Training):
    title = "MLP 1000-100-10, batch 64, Adam step"
    goals = {FASTEST: 0.7}
    peers = ("jax", "torch")
    sizes = (1000, 100, 10)
    n = 64

    def data(self, rng):
        params = mlp(rng, self.sizes)
        zeros = [(np.zeros_like(w), np.zeros_like(b)) for w, b in params]
        return (
            params,
            zeros,
            [(a.copy(), b.copy()) for a, b in zeros],
            *batch(rng, self.sizes, self.n),
        )

    def program(self, m):
        value_and_grad = m.value_and_grad(loss_of(m))
        tree_map = m.tree_util.tree_map

        def step(params, first, second, x, y):
            value, grads = value_and_grad(params, x, y)
            first = tree_map(lambda a, g: 0.9 * a + 0.1 * g, first, grads)
            second = tree_map(lambda a, g: 0.999 * a + 0.001 * g * g, second, grads)
            params = tree_map(
                lambda p, a, b: p - 1e-3 * (a / 0.1) / (m.numpy.sqrt(b / 0.001) + 1e-8),
                params,
                first,
                second,
            )
            return params, first, second, value

        return m.jit(step)

    def torch(self, torch):
        def step(params, first, second, x, y):
            flat = [t.detach().requires_grad_() for pair in params for t in pair]
            h = torch.tanh(torch.addmm(flat[1], x, flat[0]))
            value = torch.nn.functional.cross_entropy(torch.addmm(flat[3], h, flat[2]), y.long())
            grads = torch.autograd.grad(value, flat)
            with torch.no_grad():
                one = torch._foreach_mul([t for pair in first for t in pair], 0.9)
                torch._foreach_add_(one, grads, alpha=0.1)
                two = torch._foreach_mul([t for pair in second for t in pair], 0.999)
                torch._foreach_addcmul_(two, grads, grads, 0.001)
                new = [
                    p - 1e-3 * (a / 0.1) / (torch.sqrt(b / 0.001) + 1e-8)
                    for p, a, b in zip(flat, one, two, strict=True)
                ]
            pairs = [[(z[0], z[1]), (z[2], z[3])] for z in (new, one, two)]
            return *pairs, value.detach()

        return step


class Attention(Training):
    title = "causal attention 4×256×64, forward and gradient"
    goals = {FASTEST: 0.9}
    peers = ("jax", "torch")

    def data(self, rng):
        return tuple(rng.standard_normal((4, 256, 64)).astype(np.float32) for _ in range(3))

    def program(self, m):
        np = m.numpy

        def loss(q, k, v):
            scores = np.einsum("hqd,hkd->hqk", q, k) / np.float32(8.0)
            mask = np.tril(np.ones((256, 256), bool))
            weights = m.nn.softmax(np.where(mask, scores, -1e30), axis=-1)
            return np.sum(np.einsum("hqk,hkd->hqd", weights, v) ** 2)

        return m.jit(m.value_and_grad(loss, argnums=(0, 1, 2)))

    def torch(self, torch):
        mask = torch.tril(torch.ones(256, 256, dtype=torch.bool))

        def f(q, k, v):
            q, k, v = (t.detach().requires_grad_() for t in (q, k, v))
            scores = torch.einsum("hqd,hkd->hqk", q, k) / 8
            weights = torch.softmax(torch.where(mask, scores, -1e30), -1)
            value = (torch.einsum("hqk,hkd->hqd", weights, v) ** 2).sum()
            return value.detach(), torch.autograd.grad(value, (q, k, v))

        return f


class Embedding(Training):
    title = "embedding 50k×64: gather and scatter-add gradient"
    goals = {FASTEST: 0.9}
    peers = ("jax", "torch")

    def data(self, rng):
        return (
            rng.standard_normal((50_000, 64)).astype(np.float32),
            rng.integers(0, 50_000, 4096).astype(np.int32),
        )

    def program(self, m):
        return m.jit(m.grad(lambda table, ids: m.numpy.sum(table[ids] ** 2)))

    def torch(self, torch):
        def f(table, ids):
            table = table.detach().requires_grad_()
            return torch.autograd.grad(
                (torch.nn.functional.embedding(ids, table) ** 2).sum(), table
            )[0]

        return f
