"""`make bench-cuda`: fjax on an NVIDIA GPU beside JAX, PyTorch and CuPy, in one run."""
