"""Attention of the stand-in for cuDNN: what the binding takes, refuses and computes.

Limits are those of its `sdpa_support_surface` for cuDNN 9.12 and a GPU of the machine's capability.
Where lengths are given, rows in the padding are left as they were: nobody may read them.
"""

import numpy as np

from tests.lowering.cuda.standin_tensors import DataType, Refused, Tensor

NARROW = DataType.HALF, DataType.BFLOAT16
OPTIONS = {
    "attn_scale",
    "use_padding_mask",
    "diagonal_band_left_bound",
    "diagonal_band_right_bound",
}


class Attention:
    """sdpa"""

    kind, own_options = "sdpa", {"generate_stats": True}

    def __init__(self, machine, given, compute_data_type, name="", **options):
        self.machine, self.compute_data_type = machine, compute_data_type
        names = ("bias", "seq_len_q", "seq_len_kv", "dBias")
        self.given = given | {n: options.pop(n) for n in names if n in options}
        for key, value in self.own_options.items():
            if options.pop(key) is not value:
                raise Refused(f"{key} is not {value}")
        if set(options) - OPTIONS:
            raise Refused(f"what is {options}?")
        self.scale = options["attn_scale"]
        self.has_lengths = options["use_padding_mask"]
        self.left = options.get("diagonal_band_left_bound")
        self.right = options.get("diagonal_band_right_bound")
        if type(self.scale) is not float or (self.left is not None and self.left < 1):
            raise Refused(f"not a scale or a window: {self.scale}, {self.left}")
        if self.has_lengths != ("seq_len_q" in self.given) or self.right not in (None, 0):
            raise Refused("lengths without a padding mask, or a band ahead")
        self.operands = [t for n, t in self.given.items() if n != "dBias"]
        self.made = [Tensor(None, None, DataType.NOT_SET, None) for _ in self.expected()]
        self.results = [*self.made, *([self.given["dBias"]] if "dBias" in self.given else [])]

    def expected(self):
        """Of which tensor among the operands each result has dimensions and dtype."""
        return ("q", "stats")

    def sizes(self):
        """Batch, heads of queries and of keys, lengths, size."""
        (b, n, t, h), (bk, k, s, hk) = self.given["q"].dim, self.given["k"].dim
        if (b, h) != (bk, hk) or self.given["v"].dim != self.given["k"].dim:
            raise Refused("queries, keys and values do not agree")
        return b, n, k, t, s, h

    def shapes(self):
        """Dimensions and dtypes of all that have names."""
        b, n, k, t, s, h = self.sizes()
        dtype, exact, whole = self.given["q"].data_type, DataType.FLOAT, DataType.INT32
        of_queries, of_keys = ([b, n, t, h], dtype), ([b, k, s, h], dtype)
        found = dict.fromkeys(("q", "o", "dO"), of_queries) | {"k": of_keys, "v": of_keys}
        found |= {"stats": ([b, n, t, 1], exact)}
        return found | {name: ([b, 1, 1, 1], whole) for name in ("seq_len_q", "seq_len_kv")}

    def validate(self):
        """Raises for what the binding would not take; says what it has no engine for."""
        b, n, k, t, s, h = self.sizes()
        shapes = self.shapes()
        named = [*self.given.items(), *zip(self.expected(), self.made, strict=True)]
        for name, tensor in named:
            if name in ("bias", "dBias"):
                sizes = zip(tensor.dim, (b, n, t, s), (True, True, False, False), strict=True)
                if not all(x == y or (x == 1 and free) for x, y, free in sizes):
                    raise Refused(f"a bias of {tensor.dim}")
            elif (tensor.dim, tensor.data_type) != shapes[name]:
                raise Refused(f"{name} is {tensor.dim} of {tensor.data_type}")
            if tensor.stride[-1] != 1:
                raise Refused(f"{name} has elements of rows apart")
        if self.given["q"].data_type not in NARROW:
            return "only narrow floats"
        if h % 8 or h > (256 if self.machine.capability[0] == 9 else 128):
            return f"a head of {h}"
        if n % k:
            return "heads of queries are no multiple of those of keys"
        if self.left is not None and not self.has_lengths and t > s:
            return "a window with more queries than keys"
        return self.limits()

    def limits(self):
        """What more it has no engine for."""

    def note(self, machine, exact):
        machine.attention.append((self.kind, self.given["q"].data_type.name))

    def weights(self, q, k, **given):
        """Of float32: logits with -inf where a query sees no key, and keys of each query head."""
        b, n, kinds, t, s, _ = self.sizes()
        k = np.repeat(k, n // kinds, 1)
        logits = np.einsum("bnth,bnsh->bnts", q, k) * np.float32(self.scale)
        logits = logits + given.get("bias", np.float32(0))
        row, column = np.arange(t)[:, None], np.arange(s)[None]
        seen = np.ones((b, 1, t, s), bool)
        if self.right is not None:
            seen &= column <= row + self.right
        if self.left is not None:
            seen &= column > row - self.left
        if self.has_lengths:
            seen &= (row < given["seq_len_q"]) & (column < given["seq_len_kv"])
        return np.where(seen, logits, -np.inf), k

    def rows(self, given, out, which):
        """Where an output is written: not in the padding."""
        if not self.has_lengths:
            return np.ones(out.shape, bool)
        ends = given[("seq_len_q", "seq_len_kv")[which]].reshape(-1, 1, 1, 1)
        return np.broadcast_to(np.arange(out.shape[2])[:, None] < ends, out.shape)

    def computed(self, operands, results):
        given = dict(zip(self.given, operands, strict=True))
        logits, _ = self.weights(**{n: x for n, x in given.items() if n != "v"})
        v = np.repeat(given["v"], logits.shape[1] // given["v"].shape[1], 1)
        with np.errstate(invalid="ignore", divide="ignore"):
            greatest = logits.max(-1, keepdims=True)
            weights = np.exp(logits - greatest)
            total = weights.sum(-1, keepdims=True)
            values = np.einsum("bnts,bnsh->bnth", weights / total, v), greatest + np.log(total)
        return [
            np.where(self.rows(given, out, 0), found, out.astype(np.float32))
            for out, found in zip(results, values, strict=True)
        ]


class AttentionGradient(Attention):
    """sdpa_backward"""

    kind, own_options = "sdpa_backward", {"use_deterministic_algorithm": True}

    def expected(self):
        return ("q", "k", "v")

    def limits(self):
        if self.machine.capability[0] == 10:
            return "no deterministic algorithm"
        return None

    def computed(self, operands, results):
        names = [n for n in self.given if n != "dBias"]
        given = dict(zip(names, operands, strict=True))
        q, v, o, c, sums = (given.pop(n) for n in ("q", "v", "o", "dO", "stats"))
        logits, k = self.weights(q, **given)
        kinds = given["k"].shape[1]
        v = np.repeat(v, logits.shape[1] // kinds, 1)
        inside = self.rows(given, q, 0)
        q, o, c = (np.where(inside, x, 0) for x in (q, o, c))
        weights = np.where(inside[..., :1], np.exp(logits - sums), 0)
        pulled = np.einsum("bnth,bnsh->bnts", c, v) - (c * o).sum(-1, keepdims=True)
        pulled = weights * pulled
        summed = lambda x: x.reshape(x.shape[0], kinds, -1, *x.shape[2:]).sum(2)
        scale = np.float32(self.scale)
        found = [
            np.einsum("bnts,bnsh->bnth", pulled, k) * scale,
            summed(np.einsum("bnts,bnth->bnsh", pulled, q) * scale),
            summed(np.einsum("bnts,bnth->bnsh", weights, c)),
        ]
        written = [
            np.where(self.rows(given, out, min(which, 1)), x, out.astype(np.float32))
            for which, (out, x) in enumerate(zip(results[:3], found, strict=True))
        ]
        if len(results) > 3:
            axes = tuple(a for a, n in enumerate(results[3].shape) if n != pulled.shape[a])
            written.append(pulled.sum(axes, keepdims=True))
        return written
