import functools

import jax
from qdax.core.containers.mapelites_repertoire import compute_euclidean_centroids
from qdax.core.emitters.mutation_operators import isoline_variation
from qdax.core.emitters.standard_emitters import MixingEmitter
from qdax.core.map_elites import MAPElites
from qdax.tasks.arm import arm_scoring_function
from qdax.utils.metrics import default_qd_metrics

from tests.libraries.inputs import key


def hello():
    emitter = MixingEmitter(
        mutation_fn=lambda x, y: (x, y),
        variation_fn=functools.partial(
            isoline_variation, iso_sigma=0.05, line_sigma=0.1, minval=0.0, maxval=1.0
        ),
        variation_percentage=1.0,
        batch_size=16,
    )
    cells = compute_euclidean_centroids(grid_shape=(4, 4), minval=0.0, maxval=1.0)
    elites = MAPElites(
        scoring_function=arm_scoring_function,
        emitter=emitter,
        metrics_function=functools.partial(default_qd_metrics, qd_offset=0.0),
    )
    start, first, second = jax.random.split(key, 3)
    repertoire, state, _ = elites.init(jax.random.uniform(start, (16, 8)), cells, first)
    repertoire, _, metrics = elites.update(repertoire, state, second)
    return repertoire.fitnesses, metrics
