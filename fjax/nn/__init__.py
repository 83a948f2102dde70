"""Neural networks: modules (layers are pytrees), and the functions that they are made of."""

from typing import TYPE_CHECKING

from fjax import absent
from fjax.nn.activations import (
    celu,
    elu,
    gelu,
    glu,
    hard_sigmoid,
    hard_silu,
    hard_swish,
    hard_tanh,
    identity,
    leaky_relu,
    log1mexp,
    log_sigmoid,
    mish,
    relu,
    relu6,
    selu,
    sigmoid,
    silu,
    soft_sign,
    softplus,
    sparse_plus,
    sparse_sigmoid,
    squareplus,
    swish,
    tanh,
)
from fjax.nn.normalization import log_softmax, logmeanexp, logsumexp, one_hot, softmax, standardize

if TYPE_CHECKING:
    from fjax.nn import initializers, losses, metrics
    from fjax.nn.attention import dot_product_attention, scaled_dot_general, scaled_matmul
    from fjax.nn.capturing import Capture, capture
    from fjax.nn.containers import Lambda, Residual, Sequential, Stack, Tied
    from fjax.nn.convolution import (
        AdaptiveAvgPool,
        AdaptiveMaxPool,
        AvgPool,
        Conv1d,
        Conv2d,
        Conv3d,
        ConvTranspose1d,
        ConvTranspose2d,
        ConvTranspose3d,
        MaxPool,
        global_avg_pool,
        global_max_pool,
    )
    from fjax.nn.dropout import ChannelDropout, Dropout, DropPath
    from fjax.nn.filters import combine, mask, partition, to_dtype
    from fjax.nn.linear import Bilinear, Embedding, Flatten, Linear, LoRA, PReLU
    from fjax.nn.module import Module, part, replace
    from fjax.nn.norms import (
        BatchNorm,
        GroupNorm,
        InstanceNorm,
        LayerNorm,
        RMSNorm,
        SpectralNorm,
        WeightNorm,
    )
    from fjax.nn.pixels import PixelShuffle, PixelUnshuffle, Upsample
    from fjax.nn.recurrent import GRU, LSTM, RNN, GRUCell, LSTMCell, RNNCell
    from fjax.nn.state import Stateful, with_state
    from fjax.nn.summaries import LayerSummary, Summary, summary
    from fjax.nn.torch_weights import load_torch, to_torch
    from fjax.nn.transformers import (
        Cache,
        MultiHeadAttention,
        TransformerDecoderLayer,
        TransformerEncoderLayer,
        rotary_embedding,
    )

__all__ = [
    "AdaptiveAvgPool",
    "AdaptiveMaxPool",
    "AvgPool",
    "BatchNorm",
    "Bilinear",
    "Cache",
    "Capture",
    "ChannelDropout",
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "ConvTranspose1d",
    "ConvTranspose2d",
    "ConvTranspose3d",
    "DropPath",
    "Dropout",
    "Embedding",
    "Flatten",
    "GRU",
    "GRUCell",
    "GroupNorm",
    "InstanceNorm",
    "LSTM",
    "LSTMCell",
    "Lambda",
    "LayerNorm",
    "LayerSummary",
    "Linear",
    "LoRA",
    "MaxPool",
    "Module",
    "MultiHeadAttention",
    "PReLU",
    "PixelShuffle",
    "PixelUnshuffle",
    "RMSNorm",
    "RNN",
    "RNNCell",
    "Residual",
    "Sequential",
    "SpectralNorm",
    "Stack",
    "Stateful",
    "Summary",
    "Tied",
    "TransformerDecoderLayer",
    "TransformerEncoderLayer",
    "Upsample",
    "WeightNorm",
    "capture",
    "celu",
    "combine",
    "dot_product_attention",
    "elu",
    "gelu",
    "global_avg_pool",
    "global_max_pool",
    "glu",
    "hard_sigmoid",
    "hard_silu",
    "hard_swish",
    "hard_tanh",
    "identity",
    "initializers",
    "losses",
    "metrics",
    "leaky_relu",
    "load_torch",
    "log1mexp",
    "log_sigmoid",
    "log_softmax",
    "logmeanexp",
    "logsumexp",
    "mask",
    "mish",
    "one_hot",
    "part",
    "partition",
    "relu",
    "relu6",
    "replace",
    "rotary_embedding",
    "scaled_dot_general",
    "scaled_matmul",
    "selu",
    "sigmoid",
    "silu",
    "soft_sign",
    "softmax",
    "softplus",
    "sparse_plus",
    "sparse_sigmoid",
    "squareplus",
    "standardize",
    "summary",
    "swish",
    "tanh",
    "to_dtype",
    "to_torch",
    "with_state",
]

# Layers and their tools, which programs of functions alone do without, load when they are named.
_LATER = ("initializers", "losses", "metrics")
_DEFINED_LATER = {
    "fjax.nn.attention": "dot_product_attention scaled_dot_general scaled_matmul",
    "fjax.nn.capturing": "Capture capture",
    "fjax.nn.containers": "Lambda Residual Sequential Stack Tied",
    "fjax.nn.convolution": "AdaptiveAvgPool AdaptiveMaxPool AvgPool Conv1d Conv2d Conv3d "
    "ConvTranspose1d ConvTranspose2d ConvTranspose3d MaxPool global_avg_pool global_max_pool",
    "fjax.nn.dropout": "ChannelDropout Dropout DropPath",
    "fjax.nn.filters": "combine mask partition to_dtype",
    "fjax.nn.linear": "Bilinear Embedding Flatten Linear LoRA PReLU",
    "fjax.nn.module": "Module part replace",
    "fjax.nn.norms": "BatchNorm GroupNorm InstanceNorm LayerNorm RMSNorm SpectralNorm WeightNorm",
    "fjax.nn.pixels": "PixelShuffle PixelUnshuffle Upsample",
    "fjax.nn.recurrent": "GRU LSTM RNN GRUCell LSTMCell RNNCell",
    "fjax.nn.state": "Stateful with_state",
    "fjax.nn.summaries": "LayerSummary Summary summary",
    "fjax.nn.torch_weights": "load_torch to_torch",
    "fjax.nn.transformers": "Cache MultiHeadAttention "
    "TransformerDecoderLayer TransformerEncoderLayer rotary_embedding",
}

absent.install(__name__)
