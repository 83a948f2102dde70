"""Side-by-side timings against JAX, PyTorch, NumPy, autograd and Numba: `make bench`."""
