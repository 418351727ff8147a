"""The sample world: believable databases of every family, made on demand."""
