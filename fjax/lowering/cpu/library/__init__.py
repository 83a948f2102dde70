"""BLAS, LAPACK and oneDNN, and what stands in for them."""

from fjax.core import lazy

lazy.later(
    __name__,
    "convolutions fourier lapack lapack_lanes onednn_convolution onednn_launches onednn_primitives "
    "onednn_steps packing panel_kernel sorting sorting_calls vector_kernel",
)
