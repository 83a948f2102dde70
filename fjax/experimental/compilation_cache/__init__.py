"""The folder of compiled kernels, under the names of JAX."""
