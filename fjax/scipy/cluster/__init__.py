"""Clustering."""

from fjax.scipy.cluster import vq

__all__ = ["vq"]
