"""Where the kernels of all games meet: one `if` chain for each function of the contract.

Numba caches no function that is built in a closure or passed as an argument, so kernels reach a game by its number in
the record. A number that stands for no game is an error, never another game.
"""
