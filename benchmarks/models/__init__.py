"""Steps of real networks beside PyTorch and Flax: time, first step, memory. See `__main__.py`."""
