import jax.numpy as jnp
from evosax.algorithms import CMA_ES

from tests.libraries.inputs import key


def hello():
    es = CMA_ES(population_size=8, solution=jnp.zeros(3))
    params = es.default_params
    state = es.init(key, jnp.zeros(3), params)
    population, state = es.ask(key, state, params)
    fitness = jnp.sum((population - 1) ** 2, axis=1)
    state, metrics = es.tell(key, population, fitness, state, params)
    return population, fitness
