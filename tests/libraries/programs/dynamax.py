from dynamax.hidden_markov_model import GaussianHMM

from tests.libraries.inputs import key, x


def hello():
    hmm = GaussianHMM(2, 3)
    params, _ = hmm.initialize(key)
    return hmm.marginal_log_prob(params, x), hmm.filter(params, x).filtered_probs
