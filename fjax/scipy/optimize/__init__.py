"""Minimization."""

from fjax.scipy.optimize.bfgs import OptimizeResults, minimize

__all__ = ["OptimizeResults", "minimize"]
