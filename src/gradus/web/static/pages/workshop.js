// Workshop: choose or draw a terrain, put walkers on it, drive one yourself.
import { controls } from "../controls.js";
import { ask, command, el, failure, post, show } from "../lib.js";
import { BODY, Player, readFilm, Stage, Windows } from "../stage.js";

const STEP = 14 / 30, PAD = 20 * STEP, LENGTH = 90, LEVEL = 400 / 30 / 4;
const KEYS = { q: [0, 1], a: [0, -1], w: [1, 1], s: [1, -1], o: [2, 1], l: [2, -1], p: [3, 1], ö: [3, -1], ";": [3, -1] };

const flat = (height) => Array.from({ length: Math.round(LENGTH / STEP) + 1 }, (_, i) => [i * STEP, height]);

export async function open(main, _key, query) {
  const choices = await ask("choices"), runs = (await ask("runs")).filter((row) => row.kind === "training");
  const made = { ground: flat(LEVEL), ceiling: [], water: null, drawn: false };
  const walkers = el("div", { class: "row", id: "walkers" });
  const track = el("select", { "aria-label": "Track", id: "track", onchange: () => { made.drawn = false; made.water = null; sliders(); preview(); } }, Object.keys(choices.tracks).map((name) => el("option", { value: name }, name)));
  const body = el("select", { "aria-label": "Body", id: "body" }, choices.bodies.map((name) => el("option", { value: name, selected: name === "old_classic_bipedal" }, name)));
  const policy = el("select", { "aria-label": "Policy", id: "policy" }, el("option", { value: "random" }, "random"), el("option", { value: "still" }, "does nothing"), runs.map((row) => el("option", { value: `run:${row.id}` }, `trained: ${row.name}`)), (choices.walkers || []).map((w) => el("option", { value: `walker:${w.name}` }, `walker: ${w.name} (${w.summary})`)));
  const seed = el("input", { type: "number", min: "0", value: "0", style: "width:6rem", "aria-label": "Seed" });
  const knobs = el("div", { class: "tiles" }), canvas = el("canvas", { id: "stage", "aria-label": "The track" }), note = el("div"), below = el("div"), line = el("div");
  const mode = el("select", { "aria-label": "Mouse", id: "mode" }, [["", "mouse moves the view"], ["ground", "mouse draws the ground"], ["ceiling", "mouse draws the ceiling"]].map(([value, text]) => el("option", { value }, text)));
  const go = el("button", { type: "button", class: "primary", id: "go", onclick: () => start(false) }, "Walk"), add = el("button", { type: "button", id: "add", onclick: () => start(true) }, "Add a walker");
  const drive = el("button", { type: "button", id: "drive", onclick: () => driving() }, "Drive it yourself"), clear = el("button", { type: "button", onclick: () => { made.drawn = false; made.ground = flat(LEVEL); made.ceiling = []; made.water = null; pool.hidden = true; stage.follow = true; preview(); } }, "Forget the drawing");
  const level = el("input", { type: "range", min: "-8", max: "20", step: "0.1", id: "water", "aria-label": "Height of the water", oninput: () => { made.water = Number(level.value); player.play(false); player.actors = []; redraw(); } });
  const pool = el("label", { hidden: true }, "water", level);
  const save = el("button", { type: "button", id: "save", onclick: () => { const file = new Blob([JSON.stringify(wish(), null, 1)], { type: "application/json" }), link = el("a", { href: URL.createObjectURL(file), download: "track.json" }); link.click(); } }, "Save");
  const load = el("input", { type: "file", accept: ".json", "aria-label": "Load a track", onchange: async () => { try { apply(JSON.parse(await load.files[0].text())); } catch (error) { show(note, failure(new Error("This file holds no track."))); } } });
  const share = el("button", { type: "button", id: "share", onclick: () => { const link = `${location.origin}/#/workshop?track=${encodeURIComponent(JSON.stringify(wish()))}`; history.replaceState(null, "", link); show(note, el("p", { class: "note" }, "The address of this page now holds the track.")); } }, "Link");
  show(main, el("h1", {}, "Workshop"), el("div", { class: "row" }, track, body, policy, el("label", {}, "seed", seed), go, add, drive), knobs, el("div", { class: "row" }, mode, clear, save, el("label", {}, "load", load), share, pool), note, canvas, walkers, below, line);
  const stage = new Stage(canvas), windows = new Windows(stage), player = new Player(windows);
  policy.onchange = () => { const w = (choices.walkers || []).find((each) => `walker:${each.name}` === policy.value); if (!w) return; body.value = w.body; if (track.value !== w.track) { track.value = w.track; made.drawn = false; sliders(); } preview(); };
  show(below, controls(player));
  let values = {}, socket = null;

  function sliders(given) {
    const known = choices.tracks[track.value], box = Object.values(known.spaces)[0];
    values = {};
    show(knobs, known.names.map((name, i) => {
      const info = known.parameters[name], start = given ? given[i] : (box.low[i] + box.high[i]) / 2;
      const shown = el("b", {}, start.toFixed(2)), low = Math.min(box.low[i], start), high = Math.max(box.high[i], start, low + (info.high - info.low) / 10);
      values[name] = start;
      return el("div", { class: "tile" }, shown, el("label", {}, el("span", {}, name), el("input", { type: "range", min: String(low), max: String(high), step: "0.01", value: String(start), title: info.text, oninput: (e) => { values[name] = Number(e.target.value); shown.textContent = values[name].toFixed(2); preview(); } })));
    }));
  }
  const isParkour = () => track.value === "parkour";
  const policyWish = () => (policy.value.startsWith("run:") ? { run: policy.value.slice(4) } : policy.value.startsWith("walker:") ? { walker: policy.value.slice(7) } : { kind: policy.value });
  const wish = () => ({ track: track.value, body: body.value, seed: Number(seed.value), task: choices.tracks[track.value].names.map((name) => values[name]), terrain: made.drawn ? { ground: made.ground, ceiling: made.ceiling, ...(isParkour() ? { water: made.water } : {}) } : null });
  function apply(given) {
    if (!choices.tracks[given.track]) throw new Error("no track");
    track.value = given.track; body.value = given.body; seed.value = String(given.seed || 0); sliders(given.task);
    if (given.terrain) { made.drawn = true; made.ground = given.terrain.ground; made.ceiling = given.terrain.ceiling || []; made.water = given.terrain.water ?? null; }
    redraw();
  }
  let asked = 0;
  async function preview() {
    // The terrain of the task before anybody walks on it.
    if (made.drawn) return;
    const mine = (asked += 1);
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (mine !== asked) return;
    try {
      const film = readFilm(await post("walk", { ...wish(), policy: { kind: "still" }, preview: true }));
      if (mine !== asked) return;
      stage.land = film.land; player.play(false); player.actors = [{ film, colour: 0, alpha: 1 }]; player.go(0);
    } catch (error) { show(note, failure(error)); }
  }
  function sampled(outline, height) {
    // A drawing begins with the terrain that is shown, one point per terrain step.
    if (!outline || outline.length < 2) return flat(height);
    let n = 0;
    return flat(height).map(([x]) => { while (n < outline.length - 2 && outline[n + 1][0] < x) n += 1; const [a, b] = [outline[n], outline[n + 1]], share = Math.max(0, Math.min(1, (x - a[0]) / (b[0] - a[0] || 1))); return [x, a[1] + share * (b[1] - a[1])]; });
  }
  function redraw() {
    if (made.drawn) stage.land = { ground: made.ground, ceiling: made.ceiling, pieces: [], water: isParkour() ? made.water : null, finish: 88.6, parkour: isParkour() };
    pool.hidden = !(made.drawn && isParkour()); level.value = String(made.water ?? -8);
    if (player.actors.length && !made.drawn) player.go(player.frame); else windows.draw([], 0);
  }
  async function start(more) {
    show(note, el("p", { class: "note" }, "Computing …"));
    socket?.close();
    try {
      const film = readFilm(await post("walk", { ...wish(), policy: policyWish() }));
      const actors = more ? player.actors : [];
      actors.push({ film, colour: actors.length, alpha: 1, name: policy.selectedOptions[0].textContent.split(" (")[0] });
      legend(actors);
      show(note, el("p", { class: "note", id: "result" }, `${film.body}: ${film.frames - 1} steps, return ${film.total.toFixed(1)}, ${film.solved ? "mastered" : "not mastered"} (${film.end})`));
      show(line, command(film.command));
      windows.follow = true; player.load(actors); window.gradusFilm = film;
    } catch (error) { show(note, failure(error)); }
  }
  function legend(actors) {
    show(walkers, actors.map((actor) => el("span", { class: "tile" }, el("i", { class: "swatch", style: `background:${BODY[actor.colour % BODY.length]}` }), ` ${actor.film.body}, ${actor.name}: ${actor.film.frames - 1} steps, return ${actor.film.total.toFixed(1)} `,
      actors.length > 1 ? el("button", { type: "button", "aria-label": `remove ${actor.name}`, onclick: () => { const rest = player.actors.filter((other) => other !== actor); player.actors = rest; legend(rest); player.go(player.frame); } }, "×") : null)));
  }
  function driving() {
    socket?.close();
    player.play(false); player.actors = [];
    socket = new WebSocket(`ws://${location.host}/ws/drive`);
    socket.binaryType = "arraybuffer";
    let film = null;
    const state = {};
    socket.onopen = () => socket.send(JSON.stringify({ open: wish() }));
    const press = (event, on) => { const key = KEYS[event.key.toLowerCase()]; if (!key || !film || event.target.matches("input,select")) return; event.preventDefault(); state[key[0]] = on ? key[1] : 0; socket.send(JSON.stringify({ action: Array.from({ length: film.actions }, (_, i) => state[i % 4] || 0) })); };
    const down = (e) => press(e, true), up = (e) => press(e, false);
    addEventListener("keydown", down); addEventListener("keyup", up);
    socket.onclose = () => { removeEventListener("keydown", down); removeEventListener("keyup", up); };
    socket.onmessage = (event) => {
      if (typeof event.data === "string") {
        const message = JSON.parse(event.data);
        if (message.kind === "error") show(note, failure(new Error(message.text)));
        if (message.kind === "end") show(note, el("p", { class: "note", id: "result" }, `Over: ${message.end}, return ${message.total.toFixed(1)}.`));
        if (message.kind === "open") { film = { ...message, count: message.parts.length, frames: 1, returns: [0], end: "running", ray_count: 0, head: Math.max(0, message.parts.findIndex((p) => p.head)) }; show(note, el("p", { class: "note" }, "q a, w s, o l, p ; move the joints. It falls easily!")); }
        return;
      }
      const numbers = new Float32Array(event.data);
      film.pose = (_, part) => [numbers[1 + 3 * part], numbers[2 + 3 * part], numbers[3 + 3 * part]];
      film.returns = [numbers[0]];
      window.gradusDriven = (window.gradusDriven || 0) + 1;
      windows.draw([{ film, colour: 0, alpha: 1 }], 0);
    };
  }
  function begin() {
    // A drawing begins with the terrain that is shown: its ground, its ceiling and, on Parkour, its water.
    made.ground = sampled(stage.land?.ground, LEVEL);
    made.ceiling = stage.land?.ceiling?.length ? sampled(stage.land.ceiling, 12) : [];
    made.water = isParkour() ? stage.land?.water ?? null : null;
    made.drawn = true;
  }
  let held = null;
  function bend(points, at) {
    const column = Math.max(0, Math.min(points.length - 1, Math.round(at[0] / STEP)));
    const from = held === null ? column : held;
    for (let i = Math.min(from, column); i <= Math.max(from, column); i += 1) if (points[i][0] > PAD) points[i][1] = Math.max(-8, Math.min(30, at[1]));
    held = column;
  }
  canvas.onpointerdown = (event) => { canvas.setPointerCapture(event.pointerId); held = null; canvas.dataset.down = "yes"; canvas.dataset.x = event.clientX; canvas.dataset.y = event.clientY; if (mode.value) { player.play(false); player.actors = []; stage.follow = false; if (!made.drawn) begin(); if (mode.value === "ceiling" && !made.ceiling.length) made.ceiling = flat(12); canvas.onpointermove(event); } };
  canvas.onpointermove = (event) => {
    if (canvas.dataset.down !== "yes") return;
    const box = canvas.getBoundingClientRect();
    if (!mode.value) { stage.follow = false; stage.left -= (event.clientX - Number(canvas.dataset.x)) / stage.scale; canvas.dataset.x = event.clientX; if (isParkour()) stage.bottom += (event.clientY - Number(canvas.dataset.y)) / stage.scale; canvas.dataset.y = event.clientY; player.actors.length ? player.go(player.frame) : redraw(); return; }
    bend(mode.value === "ground" ? made.ground : made.ceiling, stage.world(event.clientX - box.left, event.clientY - box.top));
    redraw();
  };
  canvas.onwheel = (event) => { event.preventDefault(); const box = canvas.getBoundingClientRect(), [x, y] = stage.world(event.clientX - box.left, event.clientY - box.top); stage.scale = Math.max(9, Math.min(60, stage.scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15))); const [nx, ny] = stage.world(event.clientX - box.left, event.clientY - box.top); stage.left += x - nx; stage.bottom += y - ny; player.actors.length ? player.go(player.frame) : redraw(); };
  canvas.onpointerup = () => { canvas.dataset.down = "no"; };
  sliders();
  windows.draw([], 0);
  body.onchange = preview; seed.onchange = preview;
  if (query.track) try { apply(JSON.parse(query.track)); } catch { show(note, failure(new Error("This link holds no track."))); }
  preview();
  const resized = () => { windows.resize(); redraw(); };
  addEventListener("resize", resized);
  return () => { player.stop(); socket?.close(); removeEventListener("resize", resized); };
}
