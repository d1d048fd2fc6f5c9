from gradus.mechanics import Machine, measure_process

weather = Machine.from_table(
    {
        "dry": {"-": [("sun", 0.8, "dry"), ("rain", 0.2, "wet")]},
        "wet": {"-": [("rain", 0.6, "wet"), ("sun", 0.4, "dry")]},
    }
)
found = measure_process(weather)
print(f"to remember: {found.complexity:.2f} bits; news per day: {found.entropy_rate:.2f} bits")
