import keras
import numpy as np

from tests.libraries.inputs import x

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")


def hello():
    history = model.fit(np.asarray(x), np.ones(4), epochs=3, verbose=0, shuffle=False)
    return history.history["loss"], model.predict(np.asarray(x), verbose=0)
