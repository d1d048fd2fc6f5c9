"""A contract for import-linter: a room is entered through its door.

A room is a package directly below the root; its door is its ``__init__``. What lies behind may be imported by the room
itself and by nobody else. A side door is listed by hand: a part that is public under a name of its own because it is
a vocabulary (``gradus.school.checks``), or because the room should not pay for it (an optional package, a slow import).
"""

from __future__ import annotations

from typing import Any

import grimp
from importlinter import Contract, ContractCheck, fields, output


class DoorsContract(Contract):
    """No import from one room into another except through the door or a listed side door."""

    type_name = "doors"
    root = fields.StringField()
    side_doors: Any = fields.SetField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        """Every import that climbs through a window, and every side door that nobody uses."""
        climbed, used = [], set()
        for importer in sorted(graph.modules):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                if self._inside(imported) and self._room(importer) != self._room(imported):
                    if imported in self.side_doors:
                        used.add(imported)
                    climbed += self._climbed(graph, importer, imported)
        unused = sorted(set(self.side_doors) - used)
        return ContractCheck(kept=not climbed and not unused, metadata={"climbed": climbed, "unused": unused})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line per fault."""
        for importer, imported, line in check.metadata["climbed"]:
            output.print_error(f"- {importer} (l. {line}) imports {imported}: use its room's __init__")
        for door in check.metadata["unused"]:
            output.print_error(f"- nobody uses the side door {door}: take it off the list")

    def _climbed(self, graph: grimp.ImportGraph, importer: str, imported: str) -> list[tuple[str, str, int]]:
        """The lines that name the module itself; ``from gradus.room import thing`` names only the door."""
        if imported in self.side_doors:
            return []
        door = imported.rpartition(".")[0]
        through = f"from {door} import" if door in {*self.side_doors, self._room(imported)} else None
        details = graph.get_import_details(importer=importer, imported=imported)
        lines = [
            d["line_number"] for d in details if not (through and d["line_contents"].startswith(through))
        ]
        return [(importer, imported, line) for line in lines]

    def _inside(self, module: str) -> bool:
        return module.startswith(f"{self.root}.") and module.count(".") >= 2

    def _room(self, module: str) -> str:
        return ".".join(module.split(".")[:2])
