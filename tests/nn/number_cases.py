"""What takes numbers in nn, losses, metrics, optim, data.images and image, as functions of arrays.

Each row: a name whose first words are the public name, a function of arrays, their shapes where
they are few, and where they are many: beyond 65,504 in sums and counts, which float16 cannot hold.
"""

from typing import Any, NamedTuple

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import image, nn
from fjax.data import images
from fjax.nn import losses, metrics

KEY = fjax.random.key(0)
MANY = 70_000


class Case(NamedTuple):
    """A function of arrays, their shapes, and how large the values of the many are."""

    function: Any
    few: tuple
    many: tuple
    size: float = 1.0


OF_CLASSES = ("metrics.confusion_matrix", "metrics.Confusion", "metrics.F1")


def as_wide(name, given):
    """Numbers for a case in float64; in int64 those that are the classes of predictions."""
    first = np.int64 if name in OF_CLASSES else np.float64
    return [x.astype(np.float64 if k else first) for k, x in enumerate(given)]


def labels(x):
    """A label for each row, class after class."""
    return jnp.arange(x[..., 0].size).reshape(x.shape[:-1]) % x.shape[-1]


def shares(y):
    """Probabilities of classes: twice as much for each that is positive."""
    weights = (y > 0) + 1.0
    return weights / jnp.sum(weights, axis=-1, keepdims=True)


def of_layer(layer):
    """A layer as a function of its input: with its first state, while it trains, if it has one."""
    layer, state = nn.with_state(layer)
    return lambda x: nn.state.call(layer, x, state, train=bool(state))[0]


WIDE, ROWS = ((2, MANY),), ((MANY, 3),)
CASES = {
    "losses.cross_entropy": Case(lambda x: losses.cross_entropy(x, labels(x)), ((5, 3),), ROWS),
    "losses.cross_entropy over many classes": Case(
        lambda x: losses.cross_entropy(x, labels(x), label_smoothing=0.1), ((5, 3),), WIDE
    ),
    "losses.cross_entropy that ignores": Case(
        lambda x: losses.cross_entropy(x, labels(x), ignore_label=1), ((5, 3),), ((2 * MANY, 3),)
    ),
    "losses.cross_entropy of shares": Case(
        lambda x, y: losses.cross_entropy(x, shares(y)), ((5, 3),) * 2, ROWS * 2
    ),
    "losses.binary_cross_entropy": Case(
        lambda x, y: losses.binary_cross_entropy(x, y > 0), ((5,),) * 2, ((MANY,),) * 2
    ),
    "losses.focal_loss": Case(
        lambda x, y: losses.focal_loss(x, y > 0), ((5,),) * 2, ((MANY,),) * 2
    ),
    "losses.squared_error": Case(losses.squared_error, ((5,),) * 2, ((MANY,),) * 2),
    "losses.squared_error whose squares overflow": Case(
        losses.squared_error, ((5,),) * 2, ((MANY,),) * 2, 100
    ),
    "losses.absolute_error": Case(losses.absolute_error, ((5,),) * 2, ((MANY,),) * 2),
    "losses.huber": Case(losses.huber, ((5,),) * 2, ((MANY,),) * 2),
    "losses.kl_divergence": Case(
        fjax.jit(lambda x, y: losses.kl_divergence(x, (y > 0) / 2)), ((5, 3),) * 2, ((2, 3000),) * 2
    ),
    "losses.triplet": Case(losses.triplet, ((5, 3),) * 3, ((2, MANY),) * 3),
    "losses.contrastive": Case(losses.contrastive, ((4, 3),) * 2, ((2, MANY),) * 2),
    "losses.ctc": Case(
        lambda x: losses.ctc(x, jnp.ones((x.shape[0], 2), int)), ((2, 5, 3),), ((2, 3, MANY),)
    ),
    "metrics.accuracy": Case(lambda x: metrics.accuracy(x, labels(x)), ((5, 3),), ROWS),
    "metrics.top_k_accuracy": Case(
        lambda x: metrics.top_k_accuracy(x, labels(x), 2), ((5, 3),), ROWS
    ),
    "metrics.confusion_matrix": Case(
        fjax.jit(lambda x, y: metrics.confusion_matrix(x, y, 3)), ((6,), (6,)), ()
    ),
    "metrics.f1_scores": Case(metrics.f1_scores, ((3, 3),), ((300, 300),)),
    "metrics.roc_auc": Case(lambda x, y: metrics.roc_auc(x, y > 0), ((9,),) * 2, ((MANY,),) * 2),
    "metrics.perplexity": Case(metrics.perplexity, ((5,),), ((MANY,),)),
    "metrics.perplexity of weights": Case(
        lambda x, y: metrics.perplexity(x, y > 0), ((5,),) * 2, ((MANY,),) * 2
    ),
    "metrics.hit_ratio": Case(lambda x: metrics.hit_ratio(x, labels(x), 2), ((5, 3),), ROWS),
    "metrics.ndcg": Case(lambda x: metrics.ndcg(x, labels(x), 2), ((5, 3),), ROWS),
    "metrics.Average": Case(
        lambda x, y: metrics.Average.empty().update(x, y > 0).value(), ((5,),) * 2, ((MANY,),) * 2
    ),
    "metrics.Perplexity": Case(
        lambda x: metrics.Perplexity.empty().update(x, labels(x)).value(), ((5, 3),), ROWS
    ),
    "metrics.RocAuc": Case(
        lambda x, y: metrics.RocAuc.empty(logits=True).update(x, y > 0).value(),
        ((9,),) * 2,
        ((MANY,),) * 2,
    ),
    "metrics.RocAuc of ones and zeros": Case(
        lambda x, y: metrics.RocAuc.empty().update(x > 0, y > 0).value(), ((9,),) * 2, ()
    ),
    "metrics.Confusion": Case(
        fjax.jit(lambda x, y: metrics.Confusion.empty(3).update(x, y).precision()), ((9,),) * 2, ()
    ),
    "metrics.F1": Case(
        fjax.jit(lambda x, y: metrics.F1.empty(3).update(x, y).value()), ((9,),) * 2, ()
    ),
    "nn.logsumexp": Case(lambda x: nn.logsumexp(x, axis=-1), ((2, 5),), WIDE),
    "nn.logsumexp of weights": Case(
        lambda x, y: nn.logsumexp(x, axis=-1, b=abs(y)), ((2, 5),) * 2, WIDE * 2
    ),
    "nn.logmeanexp": Case(lambda x: nn.logmeanexp(x, axis=-1), ((2, 5),), WIDE),
    "nn.softmax": Case(nn.softmax, ((2, 5),), WIDE),
    "nn.log_softmax": Case(nn.log_softmax, ((2, 5),), WIDE),
    "nn.standardize": Case(nn.standardize, ((2, 5),), WIDE),
    "nn.standardize of large numbers": Case(nn.standardize, ((2, 5),), WIDE, 300),
    "nn.standardize, stable": Case(
        lambda x: nn.standardize(x, algorithm="stable"), ((2, 5),), WIDE, 300
    ),
    "nn.LayerNorm": Case(lambda x: of_layer(nn.LayerNorm(x.shape[-1]))(x), ((2, 5),), WIDE),
    "nn.RMSNorm": Case(lambda x: of_layer(nn.RMSNorm(x.shape[-1]))(x), ((2, 5),), WIDE, 300),
    "nn.GroupNorm": Case(of_layer(nn.GroupNorm(2, 4)), ((2, 4, 3),), ((1, 4, MANY),)),
    "nn.InstanceNorm": Case(of_layer(nn.InstanceNorm(2)), ((2, 2, 3),), ((1, 2, MANY),)),
    "nn.BatchNorm": Case(of_layer(nn.BatchNorm(2)), ((2, 2, 3),), ((2, 2, MANY),)),
    "nn.AvgPool": Case(
        lambda x: nn.AvgPool((x.shape[-1] // 2,))(x), ((1, 2, 6),), ((1, 2, 2000),), 3000
    ),
    "nn.AdaptiveAvgPool": Case(nn.AdaptiveAvgPool((3,)), ((1, 2, 6),), ((1, 2, 2000),), 3000),
    "nn.global_avg_pool": Case(nn.global_avg_pool, ((1, 2, 6),), ((1, 2, MANY),)),
    "nn.MaxPool": Case(nn.MaxPool((2,), padding=1), ((1, 2, 6),), ()),
    "nn.AdaptiveMaxPool": Case(nn.AdaptiveMaxPool((2,)), ((1, 2, 6),), ()),
    "nn.global_max_pool": Case(nn.global_max_pool, ((1, 2, 6),), ()),
    "nn.dot_product_attention": Case(nn.dot_product_attention, ((1, 3, 1, 2),) * 3, ()),
    "nn.rotary_embedding": Case(
        lambda x: nn.rotary_embedding(x, jnp.arange(3)), ((1, 3, 1, 2),), ()
    ),
    "nn.Linear": Case(of_layer(nn.Linear(3, 2, key=KEY)), ((2, 3),), ()),
    "nn.LoRA": Case(of_layer(nn.LoRA(nn.Linear(3, 2, key=KEY), 2, key=KEY)), ((2, 3),), ()),
    "nn.Bilinear": Case(nn.Bilinear(3, 4, 2, key=KEY), ((2, 3), (2, 4)), ()),
    "nn.Conv1d": Case(nn.Conv1d(2, 3, 2, key=KEY), ((1, 2, 5),), ()),
    "nn.Conv2d": Case(nn.Conv2d(2, 3, 2, key=KEY), ((1, 2, 4, 4),), ()),
    "nn.Conv3d": Case(nn.Conv3d(2, 3, 2, key=KEY), ((1, 2, 3, 3, 3),), ()),
    "nn.ConvTranspose1d": Case(nn.ConvTranspose1d(2, 3, 2, key=KEY), ((1, 2, 5),), ()),
    "nn.ConvTranspose2d": Case(nn.ConvTranspose2d(2, 3, 2, key=KEY), ((1, 2, 4, 4),), ()),
    "nn.ConvTranspose3d": Case(nn.ConvTranspose3d(2, 3, 2, key=KEY), ((1, 2, 3, 3, 3),), ()),
    "nn.RNN": Case(lambda x: nn.RNN(3, 2, key=KEY)(x)[0], ((2, 4, 3),), ()),
    "nn.LSTM": Case(lambda x: nn.LSTM(3, 2, key=KEY)(x)[0], ((2, 4, 3),), ()),
    "nn.GRU": Case(lambda x: nn.GRU(3, 2, key=KEY)(x)[0], ((2, 4, 3),), ()),
    "nn.RNNCell": Case(lambda x: nn.RNNCell(3, 2, key=KEY)(x), ((4, 3),), ()),
    "nn.LSTMCell": Case(lambda x: nn.LSTMCell(3, 2, key=KEY)(x)[0], ((4, 3),), ()),
    "nn.GRUCell": Case(lambda x: nn.GRUCell(3, 2, key=KEY)(x), ((4, 3),), ()),
    "nn.PReLU": Case(nn.PReLU(), ((2, 3),), ()),
    "nn.PixelShuffle": Case(nn.PixelShuffle(2), ((1, 4, 2, 2),), ()),
    "nn.PixelUnshuffle": Case(nn.PixelUnshuffle(2), ((1, 1, 4, 2),), ()),
    "nn.Upsample": Case(nn.Upsample(2, "linear"), ((1, 2, 5),), ()),
    "nn.MultiHeadAttention": Case(nn.MultiHeadAttention(4, 2, key=KEY), ((2, 3, 4),), ()),
    "nn.TransformerEncoderLayer": Case(
        nn.TransformerEncoderLayer(4, 2, 4, key=KEY), ((2, 3, 4),), ()
    ),
    "nn.TransformerDecoderLayer": Case(
        nn.TransformerDecoderLayer(4, 2, 4, key=KEY), ((2, 3, 4),) * 2, ()
    ),
    "nn.WeightNorm": Case(nn.WeightNorm(nn.Linear(3, 2, key=KEY)), ((2, 3),), ()),
    "nn.SpectralNorm": Case(of_layer(nn.SpectralNorm(nn.Linear(3, 2, key=KEY))), ((2, 3),), ()),
    "nn.scaled_matmul": Case(nn.scaled_matmul, ((1, 3, 4), (1, 2, 4), (1, 3, 2), (1, 2, 2)), ()),
    "nn.Dropout": Case(nn.Dropout(0.5), ((4,),), ()),
    "nn.Flatten": Case(nn.Flatten(), ((2, 3, 4),), ()),
    "images.flip": Case(lambda x: images.flip(KEY, x, probability=1.0), ((3, 4, 4),), ()),
    "images.crop": Case(lambda x: images.crop(KEY, x, (3, 3)), ((3, 4, 4),), ()),
    "images.resized_crop": Case(
        lambda x: images.resized_crop(KEY, x.astype(np.float64), (3, 3)), ((3, 4, 4),), ()
    ),
    "images.cutout": Case(lambda x: images.cutout(KEY, x, 2, value=1), ((3, 4, 4),), ()),
    "images.colour": Case(lambda x: images.colour(KEY, x, contrast=0.5), ((3, 4, 4),), ()),
    "images.mixup": Case(
        lambda x, y: images.mixup(KEY, (x, jnp.eye(4)), alpha=1.0)[0], ((4, 3), (1,)), ()
    ),
    "image.resize": Case(lambda x: image.resize(x, (x.shape[0], 2), "area"), ((2, 5),), WIDE),
    "image.resize to the nearest": Case(
        lambda x: image.resize(x, (x.shape[0], 2), "nearest"), ((2, 5),), WIDE
    ),
}
for name in (
    "identity relu relu6 squareplus softplus sparse_plus sparse_sigmoid soft_sign sigmoid silu "
    "mish log_sigmoid elu leaky_relu hard_tanh celu selu gelu glu hard_sigmoid hard_silu tanh"
).split():
    CASES[f"nn.{name}"] = Case(getattr(nn, name), ((3, 8),), ())
CASES["nn.log1mexp"] = Case(nn.log1mexp, ((3, 8),), ())

# What takes no numbers, or only other layers', and what is tested beside: their reasons.
APART = {
    "of other layers": "Sequential Residual Stack Tied Lambda Module Stateful Summary Cache "
    "Capture capture LayerSummary to_torch "
    "combine mask partition part replace summary with_state load_torch to_dtype",
    "of integers alone": "Embedding one_hot",
    "by other names": "swish hard_swish",
    "with a key": "ChannelDropout DropPath",
    "modules": "initializers losses metrics",
    "lax.dot_general": "scaled_dot_general",
    "counts in Python": "bleu Bleu",
    "turns, by SciPy's rounding": "affine",
    "applies others": "each",
    "names of methods": "ResizeMethod scale_and_translate",
}
