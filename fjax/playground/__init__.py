"""Train a small network in a browser and watch it: `python -m fjax playground`."""
