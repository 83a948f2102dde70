"""Small programs, one for each library made for JAX: what it prints is the same on JAX and on fjax.

Each defines `hello()`, which gives a pytree of arrays and numbers. They are run by
`tests.libraries`, each in a process of its own, with JAX and with fjax in its place.
"""

from __future__ import annotations

import textwrap

HEAD = """
import jax
import jax.numpy as jnp
import numpy as np
key = jax.random.key(0)
x = jnp.linspace(0.1, 1.0, 12).reshape(4, 3)
"""

PROGRAMS = {
    "flax": """
        from flax import linen
        model = linen.Sequential([linen.Dense(8), linen.LayerNorm(), linen.gelu, linen.Dense(2)])
        params = model.init(key, x)
        def hello():
            loss = lambda p: jnp.mean(model.apply(p, x) ** 2)
            return jax.value_and_grad(loss)(params)
    """,
    "flax.nnx": """
        from flax import nnx
        class Model(nnx.Module):
            def __init__(self, rngs):
                self.hidden = nnx.Linear(3, 8, rngs=rngs)
                self.norm = nnx.BatchNorm(8, rngs=rngs)
                self.out = nnx.Linear(8, 2, rngs=rngs)
            def __call__(self, x):
                return self.out(nnx.relu(self.norm(self.hidden(x))))
        model = Model(nnx.Rngs(0))
        def hello():
            loss, grads = nnx.value_and_grad(lambda m: jnp.mean(m(x) ** 2))(model)
            return loss, jax.tree.leaves(nnx.state(grads)), jax.tree.leaves(nnx.state(model))
    """,
    "haiku": """
        import haiku as hk
        def forward(x):
            return hk.nets.MLP([8, 8, 2])(hk.LayerNorm(-1, True, True)(x))
        model = hk.transform(forward)
        params = model.init(key, x)
        def hello():
            return jax.grad(lambda p: jnp.sum(model.apply(p, key, x) ** 2))(params)
    """,
    "chex": """
        import chex
        @chex.dataclass
        class State:
            a: chex.Array
            b: chex.Array
        def hello():
            chex.assert_shape(x, (4, 3))
            chex.assert_tree_all_finite(x)
            return jax.jit(lambda s: State(a=s.a * 2, b=s.b + s.a))(State(a=x, b=x)).b
    """,
    "optax": """
        import optax
        optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(
            optax.warmup_cosine_decay_schedule(0.0, 0.1, 3, 10)))
        def hello():
            w = jnp.ones((3, 2))
            state = optimizer.init(w)
            def step(carry, _):
                w, state = carry
                loss, grads = jax.value_and_grad(lambda w: jnp.mean((x @ w - 1) ** 2))(w)
                updates, state = optimizer.update(grads, state, w)
                return (optax.apply_updates(w, updates), state), loss
            return jax.lax.scan(step, (w, state), None, 10)[1]
    """,
    "equinox": """
        import equinox as eqx
        model = eqx.nn.MLP(3, 2, 8, 2, key=key)
        def hello():
            loss = eqx.filter_jit(eqx.filter_value_and_grad(
                lambda m: jnp.mean(jax.vmap(m)(x) ** 2)))
            value, grads = loss(model)
            return value, jax.tree.leaves(eqx.filter(grads, eqx.is_array))
    """,
    "diffrax": """
        import diffrax
        def hello():
            term = diffrax.ODETerm(lambda t, y, args: jnp.array([y[1], -args * y[0]]))
            def solve(k):
                return diffrax.diffeqsolve(
                    term, diffrax.Tsit5(), 0.0, 3.0, 0.1, jnp.array([1.0, 0.0]), k,
                    stepsize_controller=diffrax.PIDController(1e-5, 1e-5)).ys[-1, 0]
            return jax.value_and_grad(solve)(2.0)
    """,
    "lineax": """
        import lineax
        def hello():
            a = jnp.eye(4) * 3 + jnp.arange(16.0).reshape(4, 4) / 16
            operator = lineax.MatrixLinearOperator(a)
            return [lineax.linear_solve(operator, jnp.arange(4.0), solver).value
                    for solver in (lineax.LU(), lineax.QR(), lineax.GMRES(1e-5, 1e-5))]
    """,
    "optimistix": """
        import optimistix
        def hello():
            f = lambda y, args: jnp.array([y[0] ** 2 + y[1] - 1, y[0] - y[1] ** 3])
            root = optimistix.root_find(f, optimistix.Newton(1e-6, 1e-6), jnp.array([1.0, 0.5]))
            least = optimistix.least_squares(
                f, optimistix.LevenbergMarquardt(1e-6, 1e-6), jnp.array([1.0, 0.5]))
            return root.value, least.value
    """,
    "jaxopt": """
        import jaxopt
        def hello():
            f = lambda w, y: jnp.sum((x @ w - y) ** 2) + 0.1 * jnp.sum(w**2)
            solver = jaxopt.LBFGS(f, maxiter=20)
            gradient = jaxopt.GradientDescent(f, maxiter=50)
            y = jnp.arange(4.0)
            return solver.run(jnp.zeros(3), y).params, gradient.run(jnp.zeros(3), y).params
    """,
    "numpyro": """
        import numpyro
        import numpyro.distributions as dist
        from numpyro.infer import MCMC, NUTS
        def model(y):
            mean = numpyro.sample("mean", dist.Normal(0, 1))
            scale = numpyro.sample("scale", dist.HalfNormal(1))
            numpyro.sample("y", dist.Normal(mean, scale), obs=y)
        def hello():
            mcmc = MCMC(NUTS(model), num_warmup=20, num_samples=20, progress_bar=False)
            mcmc.run(jax.random.key(1), x.ravel())
            return {name: v[:3] for name, v in mcmc.get_samples().items()}
    """,
    "blackjax": """
        import blackjax
        def hello():
            density = lambda q: -0.5 * jnp.sum(q**2)
            nuts = blackjax.nuts(density, 0.3, jnp.ones(2))
            state = nuts.init(jnp.ones(2))
            step = jax.jit(nuts.step)
            for k in jax.random.split(key, 3):
                state, info = step(k, state)
            return state.position, info.num_integration_steps
    """,
    "distrax": """
        import distrax
        def hello():
            normal = distrax.MultivariateNormalDiag(jnp.zeros(3), jnp.ones(3))
            moved = distrax.Transformed(distrax.Normal(0.0, 1.0), distrax.Tanh())
            return normal.log_prob(x), moved.sample_and_log_prob(seed=key, sample_shape=4)
    """,
    "keras": """
        import os
        os.environ["KERAS_BACKEND"] = "jax"
        import keras
        keras.utils.set_random_seed(0)
        model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
        model.compile(optimizer="adam", loss="mse")
        def hello():
            history = model.fit(np.asarray(x), np.ones(4), epochs=3, verbose=0, shuffle=False)
            return history.history["loss"], model.predict(np.asarray(x), verbose=0)
    """,
    "e3nn_jax": """
        import e3nn_jax as e3nn
        def hello():
            y = e3nn.spherical_harmonics([0, 1, 2], x, True)
            product = e3nn.tensor_product(y, y).filter(lmax=2)
            return y.array, product.array
    """,
    "jaxlie": """
        import jaxlie
        def hello():
            pose = jaxlie.SE3.exp(jnp.arange(6.0) / 6)
            return (pose @ pose).log(), jax.jacobian(lambda v: jaxlie.SO3.exp(v).apply(v))(x[0])
    """,
    "tinygp": """
        import tinygp
        def hello():
            t = jnp.linspace(0.0, 3.0, 8)
            def loss(scale):
                kernel = 1.5 * tinygp.kernels.Matern32(scale)
                return tinygp.GaussianProcess(kernel, t, diag=0.1).log_probability(jnp.sin(t))
            return jax.value_and_grad(loss)(0.7)
    """,
    "gpjax": """
        import gpjax as gpx
        def hello():
            data = gpx.Dataset(X=jnp.linspace(0.0, 1.0, 8)[:, None], y=jnp.sin(
                jnp.linspace(0.0, 1.0, 8))[:, None])
            kernel = gpx.kernels.RBF()
            return kernel.gram(data.X).to_dense(), kernel.cross_covariance(data.X, data.X)
    """,
    "ott": """
        from ott.geometry import pointcloud
        from ott.solvers import linear
        def hello():
            def cost(a):
                return linear.solve(pointcloud.PointCloud(a, x + 0.3, epsilon=0.1)).reg_ot_cost
            return jax.value_and_grad(cost)(x)
    """,
    "s2fft": """
        import s2fft
        def hello():
            rng = np.random.default_rng(0)
            flm = s2fft.utils.signal_generator.generate_flm(rng, 8)
            f = s2fft.inverse_jax(flm, 8)
            return f, s2fft.forward_jax(f, 8)
    """,
    "orthax": """
        import orthax
        def hello():
            c = jnp.array([1.0, 2.0, 0.5, 0.25])
            return (orthax.legendre.legval(x, c), orthax.chebyshev.chebder(c),
                    orthax.hermite.hermgauss(5), orthax.chebyshev.chebroots(c))
    """,
    "jax_md": """
        from jax_md import energy, space, simulate, quantity
        def hello():
            displacement, shift = space.periodic(2.0)
            f = energy.soft_sphere_pair(displacement)
            positions = jnp.concatenate([x, x + 0.5])[:, :3]
            init, apply = simulate.nve(f, shift, 1e-3)
            state = init(key, positions, kT=0.1)
            for _ in range(5):
                state = apply(state)
            return f(positions), quantity.force(f)(positions), state.position
    """,
    "netket": """
        import netket as nk
        def hello():
            graph = nk.graph.Chain(6)
            hilbert = nk.hilbert.Spin(0.5, 6)
            ising = nk.operator.Ising(hilbert, graph, h=1.0)
            states = hilbert.all_states()[:5]
            return nk.exact.lanczos_ed(ising), ising.get_conn_padded(np.asarray(states))[1]
    """,
    "mctx": """
        import mctx
        def hello():
            def step(params, k, action, embedding):
                return mctx.RecurrentFnOutput(
                    reward=embedding[:, 0] * action, discount=jnp.full(2, 0.9),
                    prior_logits=jnp.zeros((2, 3)), value=embedding[:, 1]), embedding + 0.1
            root = mctx.RootFnOutput(prior_logits=jnp.zeros((2, 3)), value=jnp.zeros(2),
                                     embedding=x[:2])
            out = mctx.gumbel_muzero_policy((), key, root, step, num_simulations=8)
            return out.action, out.action_weights
    """,
    "evosax": """
        from evosax.algorithms import CMA_ES, OpenES
        import optax
        def hello():
            found = []
            es = CMA_ES(population_size=8, solution=jnp.zeros(3))
            params = es.default_params
            state = es.init(key, jnp.zeros(3), params)
            population, state = es.ask(key, state, params)
            fitness = jnp.sum((population - 1) ** 2, axis=1)
            state, metrics = es.tell(key, population, fitness, state, params)
            return population, fitness
    """,
    "dm_pix": """
        import dm_pix as pix
        def hello():
            image = jnp.linspace(0, 1, 8 * 8 * 3).reshape(8, 8, 3)
            return (pix.gaussian_blur(image, 1.0, 3), pix.rgb_to_hsv(image),
                    pix.random_crop(key, image, (4, 4, 3)), pix.ssim(image, image * 0.9, filter_size=5))
    """,
    "flowjax": """
        from flowjax.flows import masked_autoregressive_flow
        from flowjax.distributions import Normal
        def hello():
            flow = masked_autoregressive_flow(key, base_dist=Normal(jnp.zeros(3)), flow_layers=2)
            return flow.log_prob(x), flow.sample(key, (2,))
    """,
    "pytensor": """
        import pytensor
        import pytensor.tensor as pt
        def hello():
            v = pt.matrix("v")
            out = pt.tanh(v @ v.T).sum() + pt.linalg.det(v @ v.T + pt.eye(4))
            f = pytensor.function([v], [out, pytensor.grad(out, v)], mode="JAX")
            return f(np.asarray(x, dtype=np.float64))
    """,
    "array_api_extra": """
        import array_api_extra as xpx
        def hello():
            return (xpx.atleast_nd(x[0], ndim=3, xp=jnp), xpx.cov(x.T, xp=jnp),
                    xpx.at(x, 0).set(5.0), xpx.kron(x, x, xp=jnp), xpx.sinc(x, xp=jnp),
                    xpx.nunique(jnp.array([1, 2, 2]), xp=jnp), xpx.isclose(x, x, xp=jnp))
    """,
    "array_api_compat": """
        import array_api_compat
        def hello():
            xp = array_api_compat.array_namespace(x)
            return (array_api_compat.is_jax_array(x), array_api_compat.is_jax_namespace(xp),
                    xp.sum(x), array_api_compat.size(x), xp.__name__)
    """,
    "scipy": """
        import os
        os.environ["SCIPY_ARRAY_API"] = "1"
        from scipy import special, stats
        import scipy.cluster.vq
        def hello():
            return (special.gammaln(x), special.logsumexp(x), stats.zscore(x),
                    stats.skew(x), scipy.cluster.vq.whiten(x))
    """,
    "sklearn": """
        import os
        os.environ["SCIPY_ARRAY_API"] = "1"
        import sklearn
        from sklearn.metrics import mean_squared_error, r2_score
        def hello():
            with sklearn.config_context(array_api_dispatch=True):
                return mean_squared_error(x, x + 0.1), r2_score(x, x * 0.9)
    """,
    "penzai": """
        from penzai import pz
        from penzai.models import simple_mlp
        def hello():
            mlp = simple_mlp.MLP.from_config("mlp", init_base_rng=key, feature_sizes=[3, 8, 2])
            named = pz.nx.wrap(x, "batch", "features")
            return mlp(named).unwrap("batch", "features")
    """,
    "treescope": """
        import treescope
        def hello():
            return treescope.render_to_text({"a": 1, "b": [x.shape]})
    """,
    "jraph": """
        import jraph
        def hello():
            graph = jraph.GraphsTuple(
                nodes=x, edges=jnp.ones((5, 2)), senders=jnp.array([0, 1, 2, 3, 0]),
                receivers=jnp.array([1, 2, 3, 0, 2]), n_node=jnp.array([4]), n_edge=jnp.array([5]),
                globals=jnp.ones((1, 1)))
            net = jraph.GraphConvolution(update_node_fn=lambda n: n * 2)
            return net(graph).nodes, jraph.segment_softmax(jnp.arange(5.0), graph.senders, 4)
    """,
    "quax": """
        import quax
        from quax.examples import lora
        import equinox as eqx
        def hello():
            linear = eqx.nn.Linear(3, 4, key=key)
            adapted = lora.loraify(linear, rank=2, scale=0.1, key=key)
            return quax.quaxify(adapted)(x[0])
    """,
    "orbax.checkpoint": """
        import tempfile
        import orbax.checkpoint as ocp
        def hello():
            with tempfile.TemporaryDirectory() as folder, ocp.PyTreeCheckpointer() as checkpointer:
                checkpointer.save(folder + "/a", {"x": np.asarray(x), "n": 3})
                return checkpointer.restore(folder + "/a")
    """,
    "objax": """
        import objax
        def hello():
            objax.random.DEFAULT_GENERATOR.seed(0)
            net = objax.nn.Sequential([objax.nn.Linear(3, 8), objax.functional.tanh,
                                       objax.nn.Linear(8, 1)])
            loss = objax.GradValues(lambda x: (net(x) ** 2).mean(), net.vars())
            return loss(x)
    """,
    "scico": """
        import scico.numpy as snp
        from scico import functional, linop, loss
        from scico.optimize.admm import ADMM, LinearSubproblemSolver
        def hello():
            y = jnp.linspace(0.0, 1.0, 16).reshape(4, 4)
            f = loss.SquaredL2Loss(y=y, A=linop.Identity(y.shape))
            g = 0.1 * functional.L1Norm()
            C = linop.FiniteDifference(input_shape=y.shape)
            solver = ADMM(f=f, g_list=[g], C_list=[C], rho_list=[1.0], x0=y, maxiter=5,
                          subproblem_solver=LinearSubproblemSolver(), itstat_options={"display": False})
            return solver.solve()
    """,
    "dynamiqs": """
        import dynamiqs as dq
        dq.set_progress_meter(False)
        def hello():
            a = dq.destroy(6)
            result = dq.mesolve(a.dag() @ a, [0.3 * a], dq.coherent(6, 1.0), jnp.linspace(0, 1, 5),
                                exp_ops=[a.dag() @ a])
            return result.expects
    """,
    "optree": """
        import optree
        from optree.integrations.jax import tree_ravel
        def hello():
            flat, back = tree_ravel({"a": x, "b": [x[0]]})
            return flat, back(flat * 2)
    """,
    "einx": """
        import einx
        def hello():
            return (einx.sum("a [b]", x), einx.dot("a b, c b -> a c", x, x),
                    einx.id("a b -> b a", x) if hasattr(einx, "id") else einx.rearrange("a b -> b a", x))
    """,
    "einops": """
        import einops
        def hello():
            return (einops.rearrange(x, "a b -> (b a)"), einops.reduce(x, "a b -> a", "max"),
                    einops.einsum(x, x, "a b, c b -> a c"))
    """,
    "jaxtyping": """
        from jaxtyping import Array, Float, jaxtyped
        from beartype import beartype
        @jaxtyped(typechecker=beartype)
        def f(a: Float[Array, "n m"]) -> Float[Array, "m n"]:
            return a.T
        def hello():
            try:
                f(x[0])
            except Exception as error:
                return f(x), type(error).__name__
    """,
    "jax_dataclasses": """
        import jax_dataclasses as jdc
        @jdc.pytree_dataclass
        class Point:
            a: jax.Array
            name: jdc.Static[str] = "p"
        def hello():
            p = jax.jit(lambda p: jax.tree.map(lambda v: v * 2, p))(Point(x))
            with jdc.copy_and_mutate(p) as q:
                q.a = q.a + 1
            return q.a, q.name
    """,
    "jax_tqdm": """
        from jax_tqdm import scan_tqdm
        def hello():
            body = scan_tqdm(10)(lambda carry, i: (carry + i, carry))
            return jax.lax.scan(body, 0, jnp.arange(10))
    """,
    "gymnax": """
        import gymnax
        def hello():
            env, params = gymnax.make("CartPole-v1")
            obs, state = env.reset(key, params)
            rewards = []
            for k in jax.random.split(key, 5):
                obs, state, reward, *_ = env.step(k, state, 1, params)
                rewards.append(reward)
            return obs, rewards
    """,
    "jumanji": """
        import jumanji
        def hello():
            env = jumanji.make("Snake-v1")
            state, step = jax.jit(env.reset)(key)
            state, step = jax.jit(env.step)(state, jnp.array(1))
            return step.reward, step.observation.grid
    """,
    "pgx": """
        import pgx
        def hello():
            env = pgx.make("tic_tac_toe")
            state = jax.jit(env.init)(key)
            for action in (0, 4, 8):
                state = jax.jit(env.step)(state, action)
            return state.observation, state.rewards, state.legal_action_mask
    """,
    "matfree": """
        from matfree import decomp, stochtrace
        def hello():
            a = jnp.eye(4) * 2 + 0.1
            sample = stochtrace.sampler_rademacher(jnp.ones(4), num=8)
            trace = stochtrace.estimator(stochtrace.integrand_trace(), sample)
            return trace(lambda v: a @ v, key)
    """,
    "traceax": """
        import traceax
        import lineax
        def hello():
            a = jnp.eye(4) * 2 + 0.1
            operator = lineax.MatrixLinearOperator(a, lineax.positive_semidefinite_tag)
            return traceax.trace(operator, 3, traceax.HutchinsonEstimator(), key=key)[0]
    """,
    "pytreeclass": """
        import pytreeclass as tc
        class Tree(tc.TreeClass):
            a: float = 1.0
            b: jax.Array = x
        def hello():
            tree = Tree()
            return jax.tree.leaves(tree.at["a"].set(3.0)), tc.tree_diagram(tree)
    """,
    "sepes": """
        import sepes
        @sepes.autoinit
        class Tree(sepes.TreeClass):
            a: float = 1.0
            b: float = 2.0
        def hello():
            return jax.tree.leaves(jax.tree.map(lambda v: v + x.sum(), Tree().at["a"].set(3.0)))
    """,
    "interpax": """
        import interpax
        def hello():
            t = jnp.linspace(0.0, 3.0, 10)
            q = jnp.linspace(0.2, 2.8, 7)
            return [interpax.interp1d(q, t, jnp.sin(t), method=m)
                    for m in ("linear", "cubic", "cubic2", "akima", "monotonic")]
    """,
    "quadax": """
        import quadax
        def hello():
            f = lambda t: jnp.exp(-(t**2))
            return (quadax.quadgk(f, [0, 1])[0], quadax.quadcc(f, [0, 1])[0], quadax.quadts(f, [0, 1])[0])
    """,
    "jaxoplanet": """
        from jaxoplanet.core import kepler
        from jaxoplanet.light_curves import limb_dark_light_curve
        from jaxoplanet.orbits.transit import TransitOrbit
        def hello():
            orbit = TransitOrbit(period=1.0, duration=0.1, time_transit=0.0, radius_ratio=0.1)
            return limb_dark_light_curve(orbit, jnp.array([0.1, 0.3]))(jnp.linspace(-0.1, 0.1, 9))
    """,
    "pennylane": """
        import pennylane as qml
        def hello():
            device = qml.device("default.qubit", wires=2)
            @qml.qnode(device, interface="jax")
            def circuit(a):
                qml.RX(a[0], wires=0)
                qml.CNOT(wires=[0, 1])
                qml.RY(a[1], wires=1)
                return qml.expval(qml.PauliZ(1))
            return circuit(x[0]), jax.grad(circuit)(x[0])
    """,
    "qujax": """
        import qujax
        def hello():
            f = qujax.get_params_to_statetensor_func(["H", "Rx", "CX"], [[0], [1], [0, 1]], [[], [0], []])
            return f(jnp.array([0.3]))
    """,
    "dynamax": """
        from dynamax.hidden_markov_model import GaussianHMM
        def hello():
            hmm = GaussianHMM(2, 3)
            params, _ = hmm.initialize(key)
            return hmm.marginal_log_prob(params, x), hmm.filter(params, x).filtered_probs
    """,
    "kernex": """
        import kernex
        def hello():
            @kernex.kmap(kernel_size=(2,), padding=(0, 1))
            def total(v):
                return jnp.sum(v)
            return total(jnp.arange(6.0))
    """,
    "folx": """
        import folx
        def hello():
            f = lambda v: jnp.sum(jnp.tanh(v) ** 2) * jnp.exp(-jnp.sum(v**2))
            out = folx.forward_laplacian(f)(x[0])
            return out.x, out.laplacian
    """,
    "xminigrid": """
        import xminigrid
        def hello():
            env, params = xminigrid.make("MiniGrid-Empty-5x5")
            step = jax.jit(env.reset)(params, key)
            step = jax.jit(env.step)(params, step, 0)
            return step.observation, step.reward
    """,
    "probdiffeq": """
        import probdiffeq
        def hello():
            return probdiffeq.__name__
    """,
    "sympy2jax": """
        import sympy
        import sympy2jax
        def hello():
            a, b = sympy.symbols("a b")
            module = sympy2jax.SymbolicModule([sympy.sin(a) * b + a**2, sympy.exp(-a)])
            return module(a=x, b=2.0)
    """,
    "mpax": """
        import mpax
        def hello():
            problem = mpax.create_lp(
                jnp.array([1.0, 2.0]), jnp.zeros((0, 2)), jnp.zeros(0), jnp.array([[1.0, 1.0]]),
                jnp.array([1.0]), jnp.zeros(2), jnp.full(2, 10.0))
            solver = mpax.r2HPDHG(eps_abs=1e-4, eps_rel=1e-4, verbose=False)
            return jnp.round(solver.optimize(problem).primal_solution, 2)
    """,
    "flowMC": """
        from flowMC.resource.kernel.MALA import MALA
        def hello():
            kernel = MALA(0.1)
            density = lambda q, data: -0.5 * jnp.sum(q**2)
            return kernel.kernel(key, jnp.ones(2), density(jnp.ones(2), {}), density, {})
    """,
    "paramax": """
        import paramax
        def hello():
            positive = paramax.Parameterize(jnp.exp, x)
            return paramax.unwrap({"a": positive, "b": paramax.non_trainable(x)})
    """,
    "rax": """
        import rax
        def hello():
            scores, labels = jnp.array([2.2, 1.3, 5.4]), jnp.array([1.0, 0.0, 0.0])
            return (rax.softmax_loss(scores, labels), rax.ndcg_metric(scores, labels),
                    jax.grad(lambda s: rax.approx_t12n(rax.ndcg_metric)(s, labels))(scores))
    """,
    "dinosaur": """
        from dinosaur import spherical_harmonic
        def hello():
            grid = spherical_harmonic.Grid.T21()
            z = jnp.ones(grid.nodal_shape) * jnp.cos(grid.latitudes)
            return grid.to_modal(z), grid.to_nodal(grid.laplacian(grid.to_modal(z)))
    """,
    "exponax": """
        import exponax as ex
        def hello():
            stepper = ex.stepper.Burgers(1, 3.0, 32, 0.1)
            u = jnp.sin(jnp.linspace(0, 2 * jnp.pi, 32, endpoint=False))[None]
            return ex.repeat(stepper, 5)(u)
    """,
    "scoringrules": """
        import scoringrules as sr
        def hello():
            return (sr.crps_normal(x, 0.1, 0.4, backend="jax"),
                    sr.crps_ensemble(x[:, 0], x, backend="jax"))
    """,
    "pyhf": """
        import pyhf
        def hello():
            pyhf.set_backend("jax")
            model = pyhf.simplemodels.uncorrelated_background([12.0, 11.0], [50.0, 52.0], [3.0, 7.0])
            data = [51.0, 48.0, *model.config.auxdata]
            return model.logpdf(model.config.suggested_init(), data), pyhf.infer.mle.fit(data, model)
    """,
    "bijx": """
        import bijx
        from flax import nnx
        def hello():
            flow = bijx.Chain(bijx.AffineLinear(rngs=nnx.Rngs(0)), bijx.Tanh())
            return flow.forward(x, jnp.zeros(x.shape))
    """,
    "coreax": """
        import coreax
        from coreax.kernels import SquaredExponentialKernel
        from coreax.solvers import KernelHerding
        def hello():
            solver = KernelHerding(2, SquaredExponentialKernel())
            coreset, _ = solver.reduce(coreax.Data(x))
            return coreset.points.data if hasattr(coreset, "points") else coreset.coreset.data
    """,
    "nifty8.re": """
        import nifty8.re as jft
        def hello():
            model = jft.CorrelatedFieldMaker("cf")
            model.set_amplitude_total_offset(offset_mean=1.0, offset_std=(1e-1, 1e-2))
            model.add_fluctuations((8,), distances=1.0 / 8, fluctuations=(1.0, 0.5),
                                   loglogavgslope=(-3.0, 0.2), prefix="ax")
            field = model.finalize()
            return field(jft.random_like(key, field.domain))
    """,
    "jaxued": """
        from jaxued.environments import Maze
        def hello():
            env = Maze(max_height=5, max_width=5)
            return env.default_params.max_steps_in_episode
    """,
    "zodiax": """
        import zodiax as zdx
        class Model(zdx.Base):
            a: jax.Array
            b: float
        def hello():
            model = Model(x, 2.0)
            return model.set("a", x * 2).a, zdx.filter_grad(["b"])(lambda m: jnp.sum(m.a * m.b**2))(model).b
    """,
    "jax_cosmo": """
        import jax_cosmo as jc
        def hello():
            cosmo = jc.Planck15()
            a = jnp.linspace(0.2, 1.0, 5)
            return (jc.background.radial_comoving_distance(cosmo, a),
                    jc.power.linear_matter_power(cosmo, jnp.logspace(-2, 0, 5)))
    """,
    "foragax": """
        import foragax
        def hello():
            return foragax.__name__
    """,
    "evojax": """
        from evojax.algo import PGPE
        def hello():
            solver = PGPE(pop_size=8, param_size=3, seed=0, optimizer="adam")
            population = solver.ask()
            solver.tell(-jnp.sum(population**2, axis=1))
            return population, solver.best_params
    """,
    "ripplegw": """
        from ripplegw.waveforms.IMRPhenomD import gen_IMRPhenomD_hphc
        def hello():
            f = jnp.linspace(20.0, 200.0, 8)
            return gen_IMRPhenomD_hphc(f, jnp.array([28.0, 0.24, 0.1, 0.2, 400.0, 0.0, 0.0, 0.3]), 20.0)
    """,
    "jax_sgmc": """
        from jax_sgmc import data, potential
        def hello():
            f = potential.full_potential(
                lambda s: -0.5 * jnp.sum(s["w"] ** 2), lambda s, o: -jnp.sum((o["x"] - s["w"]) ** 2))
            return potential.__name__
    """,
    "brax": """
        from brax import envs
        def hello():
            env = envs.get_environment("fast")
            state = env.reset(key)
            return env.step(state, jnp.zeros(env.action_size)).reward
    """,
    "mujoco.mjx": """
        import mujoco
        from mujoco import mjx
        XML = "<mujoco><worldbody><body><joint type='free'/><geom size='.1'/></body></worldbody></mujoco>"
        def hello():
            model = mujoco.MjModel.from_xml_string(XML)
            mx = mjx.put_model(model)
            data = jax.jit(mjx.step)(mx, mjx.make_data(mx))
            return data.qpos, data.qvel
    """,
    "fedjax": """
        import fedjax
        def hello():
            return fedjax.tree_util.tree_l2_norm({"a": x, "b": x})
    """,
    "unxt": """
        import unxt as u
        def hello():
            q = u.Quantity(x, "km")
            return (q * 2).uconvert("m").value, (q**2).unit.to_string()
    """,
    "quaxed": """
        import quaxed.numpy as qnp
        def hello():
            return qnp.sum(qnp.sin(x)), qnp.linalg.norm(x), qnp.vectorize(lambda v: v + 1)(x)
    """,
    "coordinax": """
        import coordinax as cx
        def hello():
            return cx.__name__
    """,
    "dataclassish": """
        import dataclassish
        from dataclasses import dataclass
        @dataclass
        class Point:
            a: jax.Array
        def hello():
            return dataclassish.replace(Point(x), a=x * 2).a
    """,
    "cuthbert": """
        import cuthbert
        def hello():
            return cuthbert.__name__
    """,
    "bayesflow": """
        import os
        os.environ["KERAS_BACKEND"] = "jax"
        import bayesflow as bf
        def hello():
            import keras
            keras.utils.set_random_seed(0)
            return keras.ops.convert_to_numpy(bf.networks.DeepSet(summary_dim=2)(np.asarray(x)[None]))
    """,
    "inox": """
        import inox
        import inox.nn as nn
        def hello():
            layer = nn.Linear(3, 2, key=key)
            return layer(x)
    """,
    "jaxsim": """
        import jaxsim.math
        def hello():
            return jaxsim.math.Skew.wedge(x[0]), jaxsim.math.Quaternion.to_dcm(jnp.array([1.0, 0, 0, 0]))
    """,
    "jaxley": """
        import jaxley as jx
        from jaxley.channels import HH
        def hello():
            cell = jx.Cell(jx.Branch(jx.Compartment(), 2), parents=[-1])
            cell.insert(HH())
            cell.branch(0).loc(0.0).record(verbose=False)
            cell.branch(0).loc(0.0).stimulate(jx.step_current(0.5, 1.0, 0.1, 0.025, 2.0))
            return jx.integrate(cell)[:, -5:]
    """,
}


def program(name: str) -> str:
    """The whole text of a library's program."""
    return HEAD + textwrap.dedent(PROGRAMS[name])
