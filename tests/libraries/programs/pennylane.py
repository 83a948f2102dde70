import jax
import pennylane as qml

from tests.libraries.inputs import x


def hello():
    device = qml.device("default.qubit", wires=2)

    @qml.qnode(device, interface="jax")
    def circuit(a):
        qml.RX(a[0], wires=0)
        qml.CNOT(wires=[0, 1])
        qml.RY(a[1], wires=1)
        return qml.expval(qml.PauliZ(1))

    return circuit(x[0]), jax.grad(circuit)(x[0])
