import netket as nk
import numpy as np


def hello():
    graph = nk.graph.Chain(6)
    hilbert = nk.hilbert.Spin(0.5, 6)
    ising = nk.operator.Ising(hilbert, graph, h=1.0)
    states = hilbert.all_states()[:5]
    return nk.exact.lanczos_ed(ising), ising.get_conn_padded(np.asarray(states))[1]
