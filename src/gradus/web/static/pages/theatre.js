// Theatre: recorded episodes of the tracks, exactly as they were; ghosts of others on the very same ticket beside them.
import { controls } from "../controls.js";
import { ask, command, el, failure, show, site } from "../lib.js";
import { Player, readFilm, Stage, Windows } from "../stage.js";

async function chooser(main) {
  const runs = (await ask("runs")).filter((row) => row.kind === "training");
  show(main, el("h1", {}, "Theatre"), el("p", { class: "note" }, "Every recorded episode of a training can be seen again, state for state. Choose a training."),
    runs.length ? el("div", { class: "tiles broad" }, runs.map((row) => el("a", { class: "tile", href: `#/theatre/${row.id}` }, el("b", {}, row.name), el("span", {}, `${row.who.replace(/-v\d+/, "")}, taught by ${row.teacher.replace(/-v\d+$/, "")}`), el("span", {}, `${row.figure} · ${row.status}`)))) : el("p", { class: "note" }, "No training has been recorded here yet: gradus train --steps 300k -o RUN"));
}

function ghosts(key, about, curves, runs, choices) {
  // Everybody who can walk on this track: earlier states of this student, other students, shipped walkers.
  const track = about.summary.where, plain = track.replace(/-v\d+$/, ""), steps = (name) => Number(name.split("-")[0]).toLocaleString();
  const option = (value, text) => el("option", { value }, text);
  return [option("", "no ghost"),
    curves.kept.length ? el("optgroup", { label: "this student earlier" }, curves.kept.map((name) => option(`run:${key}@${name}`, `ghost: this run after ${steps(name)} steps`))) : null,
    el("optgroup", { label: "other students, and this one as it is now" }, option(`run:${key}`, "ghost: this run, newest state"), runs.filter((r) => r.id !== key && r.where === track).slice(0, 200).map((r) => option(`run:${r.id}`, `ghost: ${r.name.slice(0, 80)}`))),
    el("optgroup", { label: "shipped walkers" }, (choices.walkers || []).filter((w) => w.track === plain).map((w) => option(`walker:${w.name}`, `ghost: ${w.name} (shipped)`)))];
}

export async function open(main, key, query) {
  if (!key) { await chooser(main); return () => {}; }
  const [about, curves, all, choices] = await Promise.all([ask(`runs/${key}`), ask(`runs/${key}/curves`), ask("runs"), ask("choices")]);
  const names = choices.tracks[about.summary.where.replace(/-v\d+$/, "")]?.names || [];
  const canvas = el("canvas", { id: "stage", "aria-label": "The track" }), below = el("div"), note = el("div", { role: "status" }), made = el("div");
  const tests = curves.evaluations.length ? curves.evaluations[0].returns.length : 0;
  const evaluation = el("select", { "aria-label": "Evaluation", id: "evaluation" }, curves.evaluations.map((e, i) => el("option", { value: String(i), selected: i === Number(query.evaluation ?? curves.evaluations.length - 1) }, `after ${e.step.toLocaleString()} steps, ${e.mastered.toFixed(0)} % mastered`)));
  const test = el("select", { "aria-label": "Test task", id: "test" }), ghost = el("select", { "aria-label": "Ghost", id: "ghost", disabled: site.bundled, title: site.bundled ? "a static site cannot compute a ghost" : "somebody else on the same ticket" }, ghosts(key, about, curves, all.filter((row) => row.kind === "training"), choices));
  const serial = el("input", { type: "number", min: "0", placeholder: "serial", "aria-label": "Serial of a training episode", id: "serial", style: "width:8rem", value: query.serial ?? "" });
  const listTests = () => { const e = curves.evaluations[Number(evaluation.value)], old = test.value || query.test; show(test, e ? e.returns.map((r, i) => el("option", { value: String(i), selected: String(i) === old }, `test ${i}: return ${r.toFixed(0)}${r > 230 ? " ★" : ""}`)) : []); if (e && !old) test.value = String(e.returns.indexOf(Math.max(...e.returns))); };
  show(main, el("h1", {}, `Theatre: ${about.summary.name}`),
    el("div", { class: "row" }, el("a", { class: "button", href: `#/run/${key}` }, "To the run"), el("a", { class: "button", href: `#/map/${key}` }, "Teacher's map")),
    el("div", { class: "row" }, tests ? [el("label", {}, "a test", evaluation), test, el("button", { type: "button", class: "primary", id: "watch", onclick: () => { shown = "test"; watch(); } }, "Watch the test")] : el("span", { class: "note" }, "No evaluation has been recorded yet."), site.bundled ? null : [el("label", {}, "or a training episode", serial), el("button", { type: "button", id: "watch-training", onclick: () => { shown = "serial"; watch(); } }, "Watch it")], site.bundled ? null : el("label", {}, "beside it", ghost)), note, canvas, below);
  const stage = new Stage(canvas), player = new Player(new Windows(stage));
  stage.names = names;
  show(below, controls(player), made);
  listTests(); evaluation.onchange = listTests;
  ghost.onchange = () => watch();
  let shown = query.serial !== undefined ? "serial" : tests ? "test" : null;
  const episode = () => (shown === "serial" ? { serial: serial.value } : { test: test.value, evaluation: evaluation.value });
  async function watch() {
    const wish = episode();
    if (!shown || Object.values(wish).includes("")) return;
    try {
      if (shown === "serial") {
        const way = await ask(`runs/${key}/way`, wish);
        show(note, el("p", { class: "note" }, `Training on from ${way.kept ? `the checkpoint of step ${Number(way.kept.split("-")[0]).toLocaleString()}` : "the beginning"} for ${way.steps.toLocaleString()} steps: about ${Math.ceil(way.seconds)} s …`));
      } else show(note, el("p", { class: "note" }, "Loading …"));
      const actors = [{ film: readFilm(await ask(`runs/${key}/episode`, wish)), colour: 0, alpha: 1, name: about.summary.name }];
      if (ghost.value) actors.push({ film: readFilm(await ask(`runs/${key}/ghost`, { ...wish, by: ghost.value })), colour: 1, alpha: 0.45, name: ghost.selectedOptions[0].textContent });
      present(actors);
    } catch (error) { show(note, failure(error)); }
  }
  function present(actors) {
    const [first, other] = actors, { ticket, body } = first.film, track = about.summary.where.replace(/-v\d+$/, "");
    const there = encodeURIComponent(JSON.stringify({ track, body, seed: ticket.seed, nth: ticket.nth, task: ticket.task, terrain: null }));
    show(note, other ? el("p", { class: "note", id: "ghost-said" }, `The pale one is the ${other.name}: return ${other.film.total.toFixed(1)} against ${first.film.total.toFixed(1)} on the same ticket.`) : null);
    show(made, command(first.film.command), other ? command(other.film.command, "the ghost") : null, site.bundled ? null : el("p", {}, el("a", { href: `#/workshop?track=${there}` }, "This very ticket in the workshop")));
    player.load(actors);
    window.gradusFilm = first.film; window.gradusGhost = other?.film;
  }
  const resized = () => { player.stage.resize(); player.go(player.frame); };
  addEventListener("resize", resized);
  stage.draw([], 0);
  watch();
  return () => { player.stop(); removeEventListener("resize", resized); };
}
