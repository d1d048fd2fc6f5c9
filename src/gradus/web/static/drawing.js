// A terrain drawn by hand: ground and ceiling as heights at every terrain step, stumps, creepers, water; with undo.

const STEP = 14 / 30, PAD = 20 * STEP, LENGTH = 90, LEVEL = 400 / 30 / 4, HIGH = 12, REACH = 3;

const flat = (height) => Array.from({ length: Math.round(LENGTH / STEP) + 1 }, (_, i) => [i * STEP, height]);
const shaped = (height) => flat(LEVEL).map(([x]) => [x, x > PAD ? LEVEL + height(x - PAD) : LEVEL]);

export const PRESETS = {
  "gentle hills": { ground: () => shaped((x) => 0.9 * Math.sin(x / 4) * Math.min(1, x / 8)) },
  "stairs": { ground: () => shaped((x) => 0.3 * Math.min(20, Math.floor(x / 5))) },
  "a gap and a hill": { ground: () => shaped((x) => (x > 12 && x < 15 ? -2.5 : x > 25 && x < 45 ? 3 * Math.sin(((x - 25) / 20) * Math.PI) : 0)) },
  "hurdles": { ground: () => flat(LEVEL), stumps: () => Array.from({ length: 12 }, (_, i) => [PAD + 5 + 5.5 * i, 0.3 + 0.1 * i]) },
  "a cave": { ground: () => shaped((x) => 0.4 * Math.sin(x / 3)), ceiling: () => shaped((x) => 6 + 1.2 * Math.sin(x / 5)).map(([x, y]) => [x, Math.max(y, LEVEL + 5)]), creepers: () => Array.from({ length: 8 }, (_, i) => [PAD + 6 + 8 * i, 1.5]) },
};

function sampled(outline, height) {
  // A drawing begins with the terrain that is shown, one point per terrain step.
  if (!outline || outline.length < 2) return flat(height);
  let n = 0;
  return flat(height).map(([x]) => { while (n < outline.length - 2 && outline[n + 1][0] < x) n += 1; const [a, b] = [outline[n], outline[n + 1]], share = Math.max(0, Math.min(1, (x - a[0]) / (b[0] - a[0] || 1))); return [x, a[1] + share * (b[1] - a[1])]; });
}

const at = (line, x) => { const i = Math.max(0, Math.min(line.length - 1, Math.round(x / STEP))); return line.length ? line[i][1] : null; };
const copy = (terrain) => JSON.parse(JSON.stringify(terrain));
const box = (x, low, width, height) => [[x, low], [x + width, low], [x + width, low + height], [x, low + height]];

export class Drawing {
  constructor() { this.forget(); }
  forget() { this.drawn = false; this.past = []; this.future = []; this.now = { ground: flat(LEVEL), ceiling: [], stumps: [], creepers: [], water: null }; }

  remember() { this.past.push({ drawn: this.drawn, now: copy(this.now) }); this.past = this.past.slice(-50); this.future = []; this.drawn = true; }
  undo() { const was = this.past.pop(); if (was) { this.future.push({ drawn: this.drawn, now: this.now }); Object.assign(this, was); } }
  redo() { const will = this.future.pop(); if (will) { this.past.push({ drawn: this.drawn, now: this.now }); Object.assign(this, will); } }

  begin(land, parkour, mode) {
    // A stroke begins; the first one takes over the terrain that is shown: ground, ceiling, stumps, creepers, water.
    const first = !this.drawn;
    this.remember();
    if (first && land) {
      const things = (kind) => land.pieces.filter(([k]) => k === kind).map(([, p]) => [Math.min(...p.map((q) => q[0])), Math.max(...p.map((q) => q[1])) - Math.min(...p.map((q) => q[1]))]);
      this.now = { ground: sampled(land.ground, LEVEL), ceiling: land.ceiling?.length ? sampled(land.ceiling, HIGH) : [], stumps: things(2), creepers: [...things(3), ...things(4)].slice(0, 200), water: parkour ? land.water ?? null : null };
    }
    if (/ceiling|creepers/.test(mode) && !this.now.ceiling.length) this.now.ceiling = flat(HIGH);
  }

  stroke(mode, [x, y], held) {
    // One place of a stroke; what it returns is given back at the next one.
    const { now } = this, limited = (v) => Math.max(-8, Math.min(30, v));
    if (mode === "stumps" || mode === "creepers") {
      if (x <= PAD) return held;
      const line = mode === "stumps" ? now.ground : now.ceiling, size = Math.max(0.2, Math.min(8, mode === "stumps" ? y - at(line, x) : at(line, x) - y));
      if (held === null) { now[mode].push([x, size]); return now[mode].length - 1; }
      now[mode][held][1] = size;
      return held;
    }
    if (mode === "erase") { for (const kind of ["stumps", "creepers"]) now[kind] = now[kind].filter(([at]) => Math.abs(at + STEP / 2 - x) > 0.6); return null; }
    const points = /ceiling/.test(mode) ? now.ceiling : now.ground, column = Math.max(0, Math.min(points.length - 1, Math.round(x / STEP)));
    if (mode.startsWith("bend")) {
      // The place that was taken hold of follows the pointer, its neighbours follow less and less.
      if (held === null) return { x, y, from: points.map((p) => p[1]) };
      points.forEach((p, i) => { if (p[0] > PAD) p[1] = limited(held.from[i] + (y - held.y) * Math.exp(-(((p[0] - held.x) / REACH) ** 2))); });
      return held;
    }
    const [from, height] = held === null ? [column, y] : held;
    for (let i = Math.min(from, column); i <= Math.max(from, column); i += 1) if (points[i][0] > PAD) points[i][1] = limited(column === from ? y : height + ((y - height) * (i - from)) / (column - from));
    return [column, y];
  }

  water(height) { if (!this.drawn || this.now.water === null || height === null) this.remember(); this.now.water = height; }
  preset(name, parkour) { this.remember(); const made = PRESETS[name]; this.now = { ground: made.ground(), ceiling: made.ceiling ? made.ceiling() : parkour ? flat(HIGH) : [], stumps: made.stumps?.() || [], creepers: made.creepers?.() || [], water: null }; }
  load(terrain) { this.remember(); this.now = { ground: terrain.ground, ceiling: terrain.ceiling || [], stumps: terrain.stumps || [], creepers: terrain.creepers || [], water: terrain.water ?? null }; }
  terrain(parkour) { const { water, ...rest } = this.now; return parkour ? { ...rest, water } : rest; }

  land(parkour) {
    const { ground, ceiling, stumps, creepers, water } = this.now;
    const pieces = [...stumps.map(([x, size]) => [2, box(x, at(ground, x), STEP, size)]), ...(ceiling.length ? creepers : []).map(([x, size]) => [3, box(x, at(ceiling, x) - size, 0.25, size)])];
    return { ground, ceiling, pieces, water: parkour ? water : null, finish: 88.6, parkour };
  }
}
