// Theatre: recorded episodes of the tracks, exactly as they were; a ghost of another evaluation or run beside them.
import { controls } from "../controls.js";
import { ask, command, el, failure, show } from "../lib.js";
import { Player, readFilm, Stage, Windows } from "../stage.js";

async function chooser(main) {
  const runs = (await ask("runs")).filter((row) => row.kind === "training");
  show(main, el("h1", {}, "Theatre"), runs.length ? el("ul", {}, runs.map((row) => el("li", {}, el("a", { href: `#/theatre/${row.id}` }, row.name), ` · ${row.who} · ${row.figure}`))) : el("p", { class: "note" }, "No training has been recorded here yet: gradus train --steps 300k -o RUN"));
}

export async function open(main, key, query) {
  if (!key) { await chooser(main); return () => {}; }
  const about = await ask(`runs/${key}`), curves = await ask(`runs/${key}/curves`), runs = (await ask("runs")).filter((row) => row.kind === "training");
  const canvas = el("canvas", { id: "stage", "aria-label": "The track" }), below = el("div"), note = el("div");
  const tests = curves.evaluations.length ? curves.evaluations[0].returns.length : 0;
  const evaluation = el("select", { "aria-label": "Evaluation" }, curves.evaluations.map((e, i) => el("option", { value: String(i), selected: i === Number(query.evaluation ?? curves.evaluations.length - 1) }, `after ${e.step.toLocaleString()} steps, ${e.mastered.toFixed(0)} %`)));
  const test = el("select", { "aria-label": "Test task" }), ghost = el("select", { "aria-label": "Ghost" }, el("option", { value: "" }, "no ghost"), curves.evaluations.map((e, i) => el("option", { value: `${key}:${i}` }, `ghost: this run after ${e.step.toLocaleString()} steps`)), runs.filter((r) => r.id !== key).map((r) => el("option", { value: `${r.id}:-1` }, `ghost: ${r.name}`)));
  const serial = el("input", { type: "number", min: "0", placeholder: "serial", "aria-label": "Serial of a training episode", style: "width:8rem", value: query.serial ?? "" });
  const listTests = () => { const e = curves.evaluations[Number(evaluation.value)]; const old = test.value || query.test; show(test, e ? e.returns.map((r, i) => el("option", { value: String(i), selected: String(i) === old }, `test ${i}: return ${r.toFixed(0)}`)) : []); if (e && !old) test.value = String(e.returns.indexOf(Math.max(...e.returns))); };
  show(main, el("h1", {}, `Theatre: ${about.summary.name}`), el("div", { class: "row" }, tests ? [evaluation, test, ghost, el("button", { type: "button", class: "primary", id: "watch", onclick: () => watchTest() }, "Watch the test")] : el("span", { class: "note" }, "No evaluation has been recorded yet."), serial, el("button", { type: "button", id: "watch-training", onclick: () => watchTraining() }, "Watch a training episode")), note, canvas, below);
  const stage = new Stage(canvas), player = new Player(new Windows(stage)), knobs = controls(player);
  const made = el("div");
  show(below, knobs, made);
  listTests(); evaluation.onchange = listTests;
  async function watchTest() {
    await start(async () => {
      const actors = [{ film: readFilm(await ask(`runs/${key}/episode`, { test: test.value, evaluation: evaluation.value })), colour: 0, alpha: 1, name: about.summary.name }];
      if (ghost.value) { const [id, number] = ghost.value.split(":"); actors.push({ film: readFilm(await ask(`runs/${id}/episode`, { test: test.value, evaluation: number })), colour: 1, alpha: 0.45, name: ghost.selectedOptions[0].textContent }); }
      return actors;
    });
  }
  async function watchTraining() {
    if (serial.value === "") return;
    const way = await ask(`runs/${key}/way`, { serial: serial.value }).catch((error) => { show(note, failure(error)); return null; });
    if (!way) return;
    show(note, el("p", { class: "note" }, `Training on from ${way.kept ? "checkpoint " + way.kept : "the beginning"} for ${way.steps.toLocaleString()} steps: about ${Math.ceil(way.seconds)} s …`));
    await start(async () => [{ film: readFilm(await ask(`runs/${key}/episode`, { serial: serial.value })), colour: 0, alpha: 1 }]);
  }
  async function start(load) {
    try {
      const actors = await load();
      show(note); show(made, command(actors[0].film.command));
      player.load(actors);
      window.gradusFilm = actors[0].film;
    } catch (error) { show(note, failure(error)); }
  }
  addEventListener("resize", resized);
  function resized() { player.stage.resize(); player.go(player.frame); }
  stage.draw([], 0);
  if (query.serial !== undefined) watchTraining(); else if (tests) watchTest();
  return () => { player.stop(); removeEventListener("resize", resized); };
}
