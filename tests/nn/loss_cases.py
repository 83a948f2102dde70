"""Losses beside PyTorch's: `python -m tests.nn.loss_cases` (with torch) writes losses.json."""

import json
import pathlib

import numpy as np

FILE = pathlib.Path(__file__).parent / "losses.json"
DRAW = np.random.default_rng(5)
A, B, C = (DRAW.standard_normal((4, 6)) for _ in range(3))
P = np.exp(A) / np.exp(A).sum(-1, keepdims=True)
LABELS = np.array([0, 3, 5, 1])
SOME = np.array([0, -1, 5, -1])
TIMES = DRAW.standard_normal((3, 7, 5))
WORDS = np.array([[1, 1, 2], [3, 4, 4], [2, 1, 3]])
LENGTHS = (np.array([7, 6, 4]), np.array([3, 2, 0]))

# name: (PyTorch's, `f` is torch.nn.functional; fjax's, `l` is fjax.nn.losses).
CASES = {
    "cross_entropy": (
        "f.cross_entropy(A, LABELS, label_smoothing=0.1)",
        "l.cross_entropy(A, LABELS, label_smoothing=0.1)",
    ),
    "ignored": (
        "f.cross_entropy(A, SOME, ignore_index=-1)",
        "l.cross_entropy(A, SOME, ignore_label=-1)",
    ),
    "probabilities": ("f.cross_entropy(B, P)", "l.cross_entropy(B, P)"),
    "binary": (
        "f.binary_cross_entropy_with_logits(A * 30, P)",
        "l.binary_cross_entropy(A * 30, P)",
    ),
    "squared": ("f.mse_loss(A, B)", "l.squared_error(A, B)"),
    "absolute": ("f.l1_loss(A, B, reduction='sum')", "l.absolute_error(A, B, reduction='sum')"),
    "huber": ("f.huber_loss(A, B, delta=0.7)", "l.huber(A, B, delta=0.7)"),
    "kl": (
        "f.kl_div(f.log_softmax(B, -1), P, reduction='batchmean')",
        "l.kl_divergence(nn.log_softmax(B), P)",
    ),
    "triplet": ("f.triplet_margin_loss(A, B, C, margin=0.5)", "l.triplet(A, B, C, margin=0.5)"),
    "ctc": (
        "f.ctc_loss(f.log_softmax(TIMES, -1).transpose(0, 1), WORDS, *LENGTHS, reduction='none')",
        "l.ctc(TIMES, WORDS, logit_lengths=LENGTHS[0], label_lengths=LENGTHS[1], reduction='none')",
    ),
}
INPUTS = ("A", "B", "C", "P", "LABELS", "SOME", "TIMES", "WORDS")


if __name__ == "__main__":
    import torch

    names = {name: torch.tensor(globals()[name]) for name in INPUTS}
    names |= {"f": torch.nn.functional, "LENGTHS": tuple(map(torch.tensor, LENGTHS))}
    found = {name: eval(text, dict(names)).tolist() for name, (text, _) in CASES.items()}
    found["made_with"] = f"torch {torch.__version__}"
    FILE.write_text(json.dumps(found, separators=(",", ":")) + "\n")
