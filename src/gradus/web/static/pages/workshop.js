// Workshop: choose or draw a terrain, put walkers on it, drive one yourself.
import { controls } from "../controls.js";
import { Drawing, PRESETS } from "../drawing.js";
import { driver } from "../driver.js";
import { ask, command, el, failure, post, show } from "../lib.js";
import { BODY, Player, readFilm, Stage, Windows } from "../stage.js";

const MODES = [["", "move the view"], ["ground", "draw the ground"], ["bend ground", "bend the ground"], ["ceiling", "draw the ceiling"], ["bend ceiling", "bend the ceiling"], ["stumps", "put stumps"], ["creepers", "hang creepers"], ["erase", "erase stumps and creepers"]];

export async function open(main, _key, query) {
  const choices = await ask("choices"), runs = (await ask("runs")).filter((row) => row.kind === "training");
  const drawing = new Drawing();
  const option = (value, text, selected = false) => el("option", { value, selected }, text);
  const track = el("select", { id: "track", onchange: () => { drawing.forget(); values = null; sliders(); preview(); } }, Object.keys(choices.tracks).map((name) => option(name, name)));
  const body = el("select", { id: "body" }, choices.bodies.map((name) => option(name, name, name === "old_classic_bipedal")));
  const policy = el("select", { id: "policy" }, option("random", "random"), option("still", "does nothing"),
    el("optgroup", { label: "shipped walkers" }, (choices.walkers || []).map((w) => option(`walker:${w.name}`, `walker: ${w.name} (${w.summary})`))),
    runs.length ? el("optgroup", { label: "students of recorded runs" }, runs.slice(0, 300).map((row) => option(`run:${row.id}`, `trained: ${row.name}`))) : null);
  const checkpoint = el("select", { id: "checkpoint", "aria-label": "Checkpoint", hidden: true });
  const seed = el("input", { type: "number", min: "0", value: "0", style: "width:6rem", "aria-label": "Seed", id: "seed" });
  const knobs = el("div", { class: "tiles knobs" }), canvas = el("canvas", { id: "stage", "aria-label": "The track" }), note = el("div", { role: "status" }), below = el("div"), line = el("div"), walkers = el("div", { class: "row", id: "walkers" }), wheel = el("div");
  const mode = el("select", { id: "mode", onchange: () => { canvas.style.cursor = mode.value ? "crosshair" : "grab"; } }, MODES.map(([value, text]) => option(value, text)));
  const preset = el("select", { id: "preset", "aria-label": "A ready terrain", onchange: () => { if (!preset.value) return; drawing.preset(preset.value, isParkour()); preset.value = ""; edited(); } }, option("", "a ready terrain …"), Object.keys(PRESETS).map((name) => option(name, name)));
  const button = (id, text, act, more = {}) => el("button", { type: "button", id, onclick: act, ...more }, text);
  const undo = button("undo", "Undo", () => { drawing.undo(); edited(); }), redo = button("redo", "Redo", () => { drawing.redo(); edited(); });
  const clear = button("clear", "Forget the drawing", () => { drawing.forget(); stage.follow = true; preview(); marks(); });
  const level = el("input", { type: "range", min: "-8", max: "20", step: "0.1", id: "water", "aria-label": "Height of the water", oninput: () => { drawing.water(Number(level.value)); player.play(false); player.actors = []; redraw(); } });
  const pool = el("label", { hidden: true }, "water", level), dry = button("dry", "No water", () => { drawing.water(null); edited(); }, { hidden: true });
  const save = button("save", "Save", () => { const file = new Blob([JSON.stringify(scene(), null, 1)], { type: "application/json" }); el("a", { href: URL.createObjectURL(file), download: "track.json" }).click(); });
  const file = el("input", { type: "file", accept: ".json", class: "hidden-file", id: "file", onchange: async () => { try { apply(JSON.parse(await file.files[0].text())); show(note); } catch { show(note, failure(new Error("This file holds no track."))); } file.value = ""; } });
  const share = button("share", "Link", async () => { const link = `${location.origin}/#/workshop?track=${encodeURIComponent(JSON.stringify(scene()))}`; history.replaceState(null, "", link); try { await navigator.clipboard.writeText(link); } catch { /* the address shows it */ } show(note, el("p", { class: "note" }, "The address of this page now holds the scene with its ticket; whoever opens it here sees the same.")); });
  show(main, el("h1", {}, "Workshop"), el("div", { class: "panel" },
    el("fieldset", {}, el("legend", {}, "Who walks"), el("label", {}, "body", body), el("label", {}, "policy", policy), checkpoint, button("go", "Walk", () => start(false), { class: "primary" }), button("add", "Add a walker", () => start(true)), button("drive", "Drive it yourself", () => driving())),
    el("fieldset", {}, el("legend", {}, "Where"), el("label", {}, "track", track), el("label", {}, "seed", seed), preset, save, el("label", { class: "button", for: "file" }, "Load", file), share),
    el("fieldset", {}, el("legend", {}, "Draw"), el("label", {}, "mouse or finger", mode), undo, redo, clear, pool, dry)), knobs, note, canvas, wheel, walkers, below, line);
  const stage = new Stage(canvas), windows = new Windows(stage), player = new Player(windows);
  const isParkour = () => track.value === "parkour";
  show(below, controls(player));
  let values = null, drive = null, nth = 0, asked = 0;

  function sliders(given) {
    const known = choices.tracks[track.value], box = Object.values(known.spaces)[0];
    stage.names = known.names;
    values = {};
    show(knobs, known.names.map((name, i) => {
      const info = known.parameters[name], start = given ? given[i] : (box.low[i] + box.high[i]) / 2, low = Math.min(box.low[i], start), high = Math.max(box.high[i], start, low + (info.high - info.low) / 10);
      const shown = el("b", {}, start.toFixed(2));
      values[name] = start;
      const knob = el("input", { type: "range", min: String(low), max: String(high), step: "0.01", value: String(start), "aria-label": name, oninput: () => { values[name] = Number(knob.value); shown.textContent = values[name].toFixed(2); nth = 0; if (drawing.drawn) { drawing.forget(); marks(); } preview(); } });
      return el("div", { class: "tile", title: info.text }, el("label", {}, el("span", {}, `${name.replaceAll("_", " ")} `), shown, knob));
    }));
  }
  const policyWish = () => (policy.value.startsWith("run:") ? { run: policy.value.slice(4), checkpoint: checkpoint.value } : policy.value.startsWith("walker:") ? { walker: policy.value.slice(7) } : { kind: policy.value });
  const scene = () => ({ track: track.value, body: body.value, seed: Number(seed.value), nth, task: choices.tracks[track.value].names.map((name) => values[name]), terrain: drawing.drawn ? drawing.terrain(isParkour()) : null });
  function apply(given) {
    if (!choices.tracks[given.track] || !choices.bodies.includes(given.body)) throw new Error("no track");
    const box = Object.values(choices.tracks[given.track].spaces)[0];
    track.value = given.track; body.value = given.body; seed.value = String(given.seed || 0); nth = given.nth || 0;
    sliders(given.task || box.low);
    drawing.forget();
    if (given.terrain) { drawing.load(given.terrain); stage.follow = false; edited(); } else { stage.follow = true; preview(); }
    marks();
  }
  function marks() {
    undo.disabled = !drawing.past.length; redo.disabled = !drawing.future.length; clear.disabled = !drawing.drawn;
    pool.hidden = !(drawing.drawn && isParkour()); dry.hidden = pool.hidden || drawing.now.water === null; level.value = String(drawing.now.water ?? -8);
    knobs.classList.toggle("faint", drawing.drawn);
  }
  async function preview() {
    // The terrain of the task before anybody walks on it.
    if (drawing.drawn) return;
    const mine = (asked += 1);
    await new Promise((resolve) => setTimeout(resolve, 150));
    if (mine !== asked) return;
    try {
      const film = readFilm(await post("walk", { ...scene(), policy: { kind: "still" }, preview: true }));
      if (mine !== asked || drawing.drawn) return;
      stage.land = film.land; player.play(false); player.actors = [{ film, colour: 0, alpha: 1 }]; player.go(0);
      show(line, command(film.command));
    } catch (error) { show(note, failure(error)); }
  }
  function redraw() {
    if (drawing.drawn) stage.land = drawing.land(isParkour());
    if (player.actors.length) player.go(player.frame); else windows.draw([], 0);
  }
  function edited() { player.play(false); player.actors = []; stop(); if (!drawing.drawn) preview(); marks(); redraw(); }
  const stop = () => { drive?.close(); drive = null; };
  async function start(more) {
    show(note, el("p", { class: "note" }, "Computing …"));
    stop();
    try {
      const film = readFilm(await post("walk", { ...scene(), policy: policyWish() })), actors = more ? player.actors.filter((actor) => actor.name) : [];
      actors.push({ film, colour: actors.length, alpha: 1, name: policy.value.startsWith("walker:") ? "the shipped one" : policy.selectedOptions[0].textContent.split(" (")[0] });
      legend(actors);
      show(note, el("p", { class: "note", id: "result" }, `${film.body}: ${film.frames - 1} steps, return ${film.total.toFixed(1)}, ${film.solved ? "mastered" : "not mastered"} (${film.end})`));
      show(line, command(film.command, drawing.drawn ? "after Save, where track.json lies" : ""));
      windows.follow = true; player.load(actors); window.gradusFilm = film;
    } catch (error) { show(note, failure(error)); }
  }
  function legend(actors) {
    const remove = (actor) => { const rest = player.actors.filter((other) => other !== actor); player.actors = rest; legend(rest); player.go(player.frame); };
    show(walkers, actors.map((actor) => el("span", { class: "tile" }, el("i", { class: "swatch", style: `background:${BODY[actor.colour % BODY.length]}` }), ` ${actor.film.body}, ${actor.name}: ${actor.film.frames - 1} steps, return ${actor.film.total.toFixed(1)} `,
      actors.length > 1 ? el("button", { type: "button", "aria-label": `follow ${actor.name}`, onclick: () => { player.actors = [actor, ...player.actors.filter((other) => other !== actor)]; windows.follow = true; player.go(player.frame); } }, "follow") : null, actors.length > 1 ? el("button", { type: "button", "aria-label": `remove ${actor.name}`, onclick: () => remove(actor) }, "×") : null)));
  }
  function driving() {
    stop();
    player.play(false); player.actors = []; show(walkers); windows.follow = true;
    drive = driver(scene(), wheel, note, (film) => windows.draw([{ film, colour: 0, alpha: 1 }], 0));
    show(line);
  }
  policy.onchange = async () => {
    const w = (choices.walkers || []).find((each) => `walker:${each.name}` === policy.value), run = runs.find((row) => `run:${row.id}` === policy.value);
    checkpoint.hidden = true; show(checkpoint, option("", "newest state"));
    if (run) { const { kept } = await ask(`runs/${run.id}/curves`); show(checkpoint, option("", "newest state"), kept.map((name) => option(name, `after ${Number(name.split("-")[0]).toLocaleString()} steps`))); checkpoint.hidden = !kept.length; }
    const where = w ? w.track : run ? run.where.replace(/-v\d+$/, "") : track.value, who = w ? w.body : run ? run.who.split(", ")[1] : body.value;
    if (choices.bodies.includes(who)) body.value = who;
    if (choices.tracks[where] && track.value !== where) { track.value = where; drawing.forget(); sliders(); marks(); }
    preview();
  };
  let down = null, held = null;
  canvas.onpointerdown = (event) => {
    canvas.setPointerCapture(event.pointerId);
    down = [event.clientX, event.clientY]; held = null;
    if (!mode.value) return;
    player.play(false); player.actors = []; stop(); stage.follow = false;
    drawing.begin(stage.land, isParkour(), mode.value);
    canvas.onpointermove(event);
  };
  canvas.onpointermove = (event) => {
    if (!down) return;
    const box = canvas.getBoundingClientRect();
    if (mode.value) { held = drawing.stroke(mode.value, stage.world(event.clientX - box.left, event.clientY - box.top), held); redraw(); return; }
    stage.follow = false; stage.left -= (event.clientX - down[0]) / stage.scale;
    if (isParkour()) stage.bottom += (event.clientY - down[1]) / stage.scale;
    down = [event.clientX, event.clientY]; redraw();
  };
  canvas.onpointerup = canvas.onpointercancel = () => { if (down && mode.value) marks(); down = null; };
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); const box = canvas.getBoundingClientRect(), [x, y] = stage.world(event.clientX - box.left, event.clientY - box.top); stage.scale = Math.max(9, Math.min(60, stage.scale * (event.deltaY < 0 ? 1.15 : 1 / 1.15))); const [nx, ny] = stage.world(event.clientX - box.left, event.clientY - box.top); stage.left += x - nx; stage.bottom += y - ny; redraw(); }, { passive: false });
  body.onchange = preview; seed.onchange = () => { nth = 0; preview(); };
  sliders(); marks();
  windows.draw([], 0);
  if (query.track) try { apply(JSON.parse(query.track)); } catch { show(note, failure(new Error("This link holds no track."))); preview(); } else preview();
  const resized = () => { windows.resize(); redraw(); };
  addEventListener("resize", resized);
  return () => { player.stop(); stop(); removeEventListener("resize", resized); };
}
