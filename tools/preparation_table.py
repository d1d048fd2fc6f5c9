"""Writes the stored gains between all tasks of the public curriculum anew; minutes.

python tools/preparation_table.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from gradus.mechanics.models import preparation
from gradus.stream import make

if __name__ == "__main__":
    names = list(make("round1").tasks)
    rows = []
    for name in names:
        rows.append(json.dumps(preparation.prepared_by(name, names).to_json()))
        print(name, rows[-1][:100], file=sys.stderr, flush=True)
    path = Path(preparation.__file__).with_name("preparation.json")
    path.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
