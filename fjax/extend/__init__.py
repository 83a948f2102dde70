"""For code that extends fjax: the IR by its public names."""
