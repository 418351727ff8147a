"""How a scene becomes a picture: arrays in, painted slices out; nothing here knows a widget's state."""
