"""What is in the baskets of John and Mary: things and their properties, as the tasks before the challenge knew them."""

from __future__ import annotations

_TABLE = """
apple; green sour hard cheap healthy juicy local; red sweet hard fresh juicy expensive crunchy
asparagus; -; white soft old long expensive dirty
avocado; -; green ripe exotic expensive large healthy smooth buttery
banana; yellow sweet soft cheap healthy exotic ripe; yellow tasteless soft sweet old exotic
beet; red dirty hard old cheap sweet healthy local large; -
carrot; orange hard fresh local healthy sweet crunchy; orange hard old dirty local small crunchy
cucumber; green fresh juicy local cheap healthy frozen crunchy; green fresh hard cheap local long
mango; brown rotten; red green yellow juicy sweet expensive
onion; white pungent smelly cheap local healthy; yellow old cheap dry local large
pear; brown sweet dry cheap local big; green tasteless hard local cheap big
pineapple; yellow sweet hard exotic brown rough; yellow sweet dry fresh expensive exotic
potato; yellow old cheap hard tasteless dirty bumpy; -
tomato; red soft sour juicy local cheap; red soft sour local cheap
"""


def _baskets() -> dict[str, dict[str, list[str]]]:
    baskets: dict[str, dict[str, list[str]]] = {"john": {}, "mary": {}}
    for line in _TABLE.strip().splitlines():
        name, *columns = (part.strip() for part in line.split(";"))
        for owner, properties in zip(baskets, columns, strict=True):
            if properties != "-":
                baskets[owner][name] = properties.split()
    return baskets


def _reversed(baskets: dict[str, dict[str, list[str]]]) -> dict[str, dict[str, list[str]]]:
    turned: dict[str, dict[str, list[str]]] = {owner: {} for owner in baskets}
    for owner, things in baskets.items():
        for thing, properties in things.items():
            for quality in properties:
                turned[owner].setdefault(quality, []).append(thing)
    return turned


global_properties = _baskets()
"""The properties of each thing in each basket."""
rev_global_properties = _reversed(global_properties)
"""The things with each property in each basket."""
global_objects = list(dict.fromkeys(thing for things in global_properties.values() for thing in things))
"""The names of all things."""
all_properties = list(dict.fromkeys(p for turned in rev_global_properties.values() for p in turned))
"""The names of all properties."""
