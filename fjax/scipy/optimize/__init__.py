"""Minimization."""

from fjax import absent
from fjax.scipy.optimize.bfgs import OptimizeResults, minimize

__all__ = ["OptimizeResults", "minimize"]

absent.answer_for(__name__)
