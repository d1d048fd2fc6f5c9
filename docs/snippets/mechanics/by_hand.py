from gradus.mechanics import Machine, measure_process

golden_mean = Machine.from_table(
    {
        "A": {"-": [(1, "1/2", "A"), (0, "1/2", "B")]},
        "B": {"-": [(1, 1, "A")]},
    }
)
found = measure_process(golden_mean)
print(f"C {found.complexity:.4f}, h {found.entropy_rate:.4f}, E {found.excess_entropy:.4f}")
