// One run while it runs: the record is followed from where the last look ended.
import { ask, command, el, failure, lasting, short, show, site, tile } from "../lib.js";
import { plotted } from "../plot.js";
import { tapeLines } from "../tape.js";

export async function open(main, key) {
  const about = await ask(`runs/${key}`);
  const row = about.summary;
  if (row.status === "damaged") { show(main, el("h1", {}, row.name), failure(new Error(row.error)), el("p", { class: "note" }, "The folder is only read; all other runs are shown as usual."), el("p", {}, el("a", { class: "button", href: "#/runs" }, "To the list"))); return () => {}; }
  const page = row.kind === "training" ? training(main, key, about) : lesson(main, key, about);
  await page.look();
  if (site.bundled) { await page.settled?.(); return () => {}; }
  let busy = false;
  const here = main.firstChild; // somebody may leave before everything is drawn
  const timer = setInterval(async () => { if (!here.isConnected) clearInterval(timer); if (busy || !here.isConnected) return; busy = true; try { await page.look(); } catch { /* try again */ } busy = false; }, 1000);
  await page.settled?.(); // the figures are followed already while the slower parts are drawn for the first time
  return () => clearInterval(timer);
}

// A chart of the server that is still empty, with what the record holds by now.
const filled = (plot, ...columns) => ({ ...plot, series: plot.series.map((series, n) => ({ ...series, x: columns[n][0], y: columns[n][1] })) });

function heading(about, links) {
  const row = about.summary;
  return [el("h1", {}, row.name), el("p", { class: "note" }, `${row.who} · ${row.where}${row.teacher ? " · teacher " + row.teacher : ""}${row.seed === null ? "" : " · seed " + row.seed}`), el("div", { class: "row" }, links)];
}

const description = (about) => el("details", {}, el("summary", {}, "The whole description"), el("pre", { class: "wide" }, JSON.stringify(about.description, null, 1).slice(0, 20000)));

function lesson(main, key, about) {
  const tiles = el("div", { class: "tiles" }), curve = el("div", { class: "chart" }), tape = el("div", { class: "tape", id: "live-tape" }), tasks = el("div", { class: "wide" }), beliefs = el("div"), running = el("div", { class: "tape", id: "current-tape" }), replay = el("div"), now = el("div", { hidden: true }, el("h2", {}, "The instance being played"), running);
  const total = about.description.world ? Object.keys(about.description.world.curriculum.tasks).length : 0, threshold = about.description.world?.curriculum?.settings?.success_threshold || 5;
  const state = { next: 0, steps: 0, x: [0], y: [0], streak: {}, per: {}, last: null, times: [] };
  show(main, heading(about, [el("a", { class: "button", href: `#/tape/${key}` }, "All instances")]), tiles, el("div", { class: "cards" },
    el("div", { class: "column" }, el("section", { class: "card" }, el("h2", {}, "Tasks passed"), curve, command(about.command)), el("section", { class: "card" }, el("h2", {}, "Task by task"), tasks)),
    el("section", { class: "card" }, el("h2", {}, "The latest instance"), tape, now, replay, el("h2", {}, "What the learner believes now"), beliefs)), description(about));
  let seen = -1, wholly = false;
  async function look() {
    const fresh = await ask(`runs/${key}/outcomes`, { since: site.bundled ? 0 : state.next });
    if (fresh.again) Object.assign(state, { steps: 0, x: [0], y: [0], streak: {}, per: {}, last: null, times: [] });
    fresh.tasks.forEach((task, i) => {
      const per = (state.per[task] = state.per[task] || { instances: 0, solved: 0, steps: 0, passed: false });
      per.instances += 1; per.steps += fresh.steps[i]; per.solved += fresh.solved[i] ? 1 : 0;
      state.streak[task] = fresh.solved[i] ? (state.streak[task] || 0) + 1 : 0;
      per.passed = per.passed || state.streak[task] >= threshold;
      state.steps += fresh.steps[i]; state.last = { serial: fresh.serials[i], task };
      const done = Object.values(state.per).filter((p) => p.passed).length;
      if (done !== state.y[state.y.length - 1]) { state.x.push(state.steps); state.y.push(done); }
    });
    state.next = fresh.next;
    if (fresh.next < fresh.total) return look();
    const row = fresh.summary;
    if (seen === `${fresh.total} ${row.status}`) return undefined;
    seen = `${fresh.total} ${row.status}`;
    const passed = Object.values(state.per).filter((p) => p.passed).length;
    state.times.push([Date.now() / 1000, passed]);
    const first = state.times[0], speed = (passed - first[1]) / Math.max(1e-9, Date.now() / 1000 - first[0]);
    const left = row.status === "running" && speed > 0 ? lasting((total - passed) / speed) : "–";
    show(tiles, tile(row.status, "status"), tile(`${passed} of ${total}`, "tasks passed", "passed"), tile(short(state.steps), "steps", "steps"), tile(fresh.total, "instances", "instances"), tile(state.last ? state.last.task : "–", "latest task"), row.status === "running" ? tile(left, "time left, about") : null);
    show(tasks, el("table", {}, el("thead", {}, el("tr", {}, ["task", "passed", "instances", "solved", "steps"].map((t, i) => el("th", { class: i > 1 ? "number" : "" }, t)))), el("tbody", {}, Object.entries(state.per).map(([task, p]) =>
      el("tr", {}, el("td", {}, el("a", { href: `#/tape/${key}?task=${encodeURIComponent(task)}` }, task)), el("td", {}, p.passed ? "✓ yes" : "no"), [p.instances, p.solved, p.steps].map((n) => el("td", { class: "number" }, n)))))));
    if (following) { again = true; return undefined; }
    following = (async () => { do { again = false; await follow(); } while (again); following = null; })();
    return undefined;
  }
  let following = null, again = false;
  const across = () => Math.max(20, Math.min(70, Math.floor(tape.clientWidth / 9.2) - 8));
  async function follow() {
    // What takes longer goes on beside the figures, one at a time: they are never kept waiting by it.
    await plotted(curve, filled(about.plots.passed, [[...state.x, state.steps], [...state.y, state.y[state.y.length - 1]]]));
    if (state.last) {
      try { const found = await ask(`runs/${key}/tape`, { serial: state.last.serial }); show(tape, tapeLines(found, across(), "plain", -4)); show(replay, command(found.command)); } catch (error) { show(tape, failure(error)); }
    }
    if (!site.bundled) {
      const current = await ask(`runs/${key}/current`).catch(() => ({ heard: "" }));
      now.hidden = !current.heard; show(running, tapeLines(current, across(), "plain", -3));
    }
    try {
      const known = await ask(`runs/${key}/beliefs`);
      show(beliefs, el("p", { class: "note" }, known.note), el("ul", { class: "believes", id: "believes" }, known.lines.slice(0, 12).map((text) => el("li", {}, text))), known.lines.length > 12 ? el("details", { open: wholly, ontoggle: (e) => { wholly = e.target.open; } }, el("summary", {}, `${known.lines.length - 12} more`), el("ul", { class: "believes" }, known.lines.slice(12).map((text) => el("li", {}, text)))) : null);
    } catch (error) { show(beliefs, failure(error)); }
  }
  return { look, settled: () => following };
}

function training(main, key, about) {
  const tiles = el("div", { class: "tiles" }), returns = el("div", { class: "chart" }), mastered = el("div", { class: "chart" }), progress = el("div", { class: "chart" });
  const state = { next: 0, x: [], y: [], mean: [], progress: [], steps: 0, began: Date.now() / 1000, first: null };
  const plan = about.description.plan || {};
  show(main, heading(about, [el("a", { class: "button", href: `#/map/${key}` }, "Teacher's map"), el("a", { class: "button", href: `#/theatre/${key}` }, "Theatre")]), tiles, el("div", { class: "cards" },
    el("section", { class: "card" }, el("h2", {}, "Returns of training episodes"), returns, el("p", { class: "note" }, "The line is the mean of the latest hundred."), command(about.command)),
    el("section", { class: "card" }, el("h2", {}, "Test tasks mastered"), mastered, command(about.command)),
    el("section", { class: "card" }, el("h2", {}, "Learning progress"), progress, el("p", { class: "note" }, "Mean return of the latest hundred episodes minus that of the hundred before."), command(about.command))), description(about));
  let seen = -1, tests = -1;
  async function look() {
    const fresh = await ask(`runs/${key}/outcomes`, { since: site.bundled ? 0 : state.next });
    if (fresh.again) Object.assign(state, { steps: 0, x: [], y: [], mean: [], progress: [] });
    fresh.rewards.forEach((value, i) => {
      state.steps += fresh.steps[i]; state.x.push(state.steps); state.y.push(value);
      const late = state.y.slice(-100), before = state.y.slice(-200, -100), mean = (v) => v.reduce((a, b) => a + b, 0) / Math.max(1, v.length);
      state.mean.push(mean(late)); state.progress.push(before.length === 100 ? mean(late) - mean(before) : null);
    });
    state.next = fresh.next;
    if (fresh.next < fresh.total) return look();
    const now = fresh.summary;
    if (seen === `${fresh.total} ${now.status}` && tests === now.score) return undefined;
    seen = `${fresh.total} ${now.status}`; tests = now.score;
    state.first = state.first === null ? now.steps : state.first;
    const speed = (now.steps - state.first) / Math.max(1e-9, Date.now() / 1000 - state.began), left = now.status === "running" && speed > 0 ? lasting((plan.steps - now.steps) / speed) : "–";
    show(tiles, tile(now.status, "status"), tile(short(now.steps), `of ${short(plan.steps)} steps`, "steps"), tile(fresh.total, "episodes", "episodes"), tile(now.figure, "latest test"), tile(state.mean.length ? state.mean[state.mean.length - 1].toFixed(0) : "–", "mean return"), now.status === "running" ? tile(left, "time left, about") : null);
    const thin = Math.ceil(state.x.length / 4000), some = (v) => v.filter((_, i) => i % thin === 0);
    await plotted(returns, filled(about.plots.returns, [some(state.x), some(state.y)], [some(state.x), some(state.mean)]));
    progress.classList.toggle("chart", state.x.length >= 200);
    if (state.x.length < 200) show(progress, el("p", { class: "note" }, `Learning progress needs two hundred episodes; there are ${state.x.length}.`)); else { if (progress.querySelector(":scope > .note")) show(progress); await plotted(progress, filled(about.plots.progress, [some(state.x), some(state.progress)])); }
    const found = await ask(`runs/${key}/curves`);
    await plotted(mastered, filled(about.plots.mastered, [found.evaluations.map((e) => e.step), found.evaluations.map((e) => e.mastered)]));
    return undefined;
  }
  return { look };
}
