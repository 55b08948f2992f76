"""Rule policies: kernels that choose an action from what the seat to act may know, fast enough for playouts."""
