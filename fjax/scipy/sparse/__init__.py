"""Sparse linear algebra: systems given by functions."""

from fjax.scipy.sparse import linalg

__all__ = ["linalg"]
