from pathlib import Path

from gradus.mechanics import Machine, sample

weather = Machine.from_table(
    {
        "dry": {"-": [("sun", 0.8, "dry"), ("rain", 0.2, "wet")]},
        "wet": {"-": [("rain", 0.6, "wet"), ("sun", 0.4, "dry")]},
    }
)
days = [str(output) for _input, output in sample(weather, 3000, seed=1)]
Path("weather.csv").write_text("output\n" + "\n".join(days) + "\n")
