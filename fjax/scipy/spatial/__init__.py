"""Geometry in space."""

from fjax.scipy.spatial import transform

__all__ = ["transform"]
