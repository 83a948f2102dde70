"""Programs over processes and devices, measured: `make bench-ranks`."""
