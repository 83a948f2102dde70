import jax.numpy as jnp
from evojax.algo import PGPE


def hello():
    solver = PGPE(pop_size=8, param_size=3, seed=0, optimizer="adam")
    population = solver.ask()
    solver.tell(-jnp.sum(population**2, axis=1))
    return population, solver.best_params
