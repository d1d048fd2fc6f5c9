from gradus.mechanics import measure_env

lake = measure_env("FrozenLake-v1", is_slippery=True)
print(f"{lake.states} states, C_0 {lake.c0:.3f}, C_mu {lake.bracket.low:.3f} to {lake.bracket.high:.3f}")
