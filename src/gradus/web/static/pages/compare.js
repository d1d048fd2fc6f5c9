// Compare: curves with intervals, what each run mastered, paired differences, and what two descriptions differ in.
import { chart, COLOURS, ink, soft } from "../chart.js";
import { ask, command, el, failure, short, show, site, spoken } from "../lib.js";
import { plotted } from "../plot.js";

const GROUPS = [["", "as usual"], ["teacher", "by teacher"], ["who", "by learner or student"], ["where", "by world"], ["name", "every run for itself"]];
const brief = (name, most = 26) => (name.length > most ? `…${name.slice(1 - most)}` : name);
const plain = (name) => name.replace(/-v\d+(?=$|,)/, "");
const number = (v) => (v === null || v === undefined ? "–" : short(v));

function chooser(main) {
  show(main, el("h1", {}, "Compare"), el("p", {}, "Choose runs of one kind on the ", el("a", { href: "#/runs" }, "list"), " and press Compare: curves with intervals over seeds, what each mastered, differences seed by seed, and what the descriptions differ in."), el("div", { id: "offers" }));
  return ask("runs").then((rows) => show(main.querySelector("#offers"), ["training", "lesson"].map((kind) => { const exams = rows.filter((row) => row.kind === "exam"), some = rows.filter((row) => row.kind === kind && !exams.some((e) => row.name.startsWith(`${e.name}/`))).slice(0, 64); return some.length > 1 ? el("p", {}, el("a", { class: "button", href: `#/compare?ids=${some.map((row) => row.id).join(",")}` }, `Compare all ${some.length} ${kind}s`)) : null; })));
}

export async function open(main, _key, query) {
  if (!query.ids) { await chooser(main); return () => {}; }
  const ids = query.ids, wish = (by) => (by && !site.bundled ? { ids, by } : { ids });
  let found = await ask("compare", wish(query.by));
  const label = found.runs[0]?.label || "", kind = found.runs[0]?.kind;
  const bands = el("div", { class: "chart", id: "bands" }), singles = el("div", { class: "chart", id: "singles" }), maps = el("div", { id: "maps" }), pairs = el("div"), apart = el("div", { class: "chart", id: "apart" });
  const smooth = el("input", { type: "range", min: "1", max: "15", value: "1", "aria-label": "Smoothing", oninput: () => draw() });
  const by = el("select", { "aria-label": "Group by", id: "by", disabled: site.bundled, onchange: async () => { found = await ask("compare", wish(by.value)); history.replaceState(null, "", `#/compare?ids=${ids}${by.value ? `&by=${by.value}` : ""}`); await all(); } }, GROUPS.map(([value, text]) => el("option", { value, selected: value === (query.by || "") }, text)));
  show(main, el("h1", {}, found.runs.length === 1 ? "One run" : `${found.runs.length} runs side by side`), el("div", { class: "row" }, el("label", {}, "groups", by), el("label", {}, "smooth", smooth)), el("div", { class: "cards" },
    el("section", { class: "card" }, el("h2", {}, "Groups"), bands, el("p", { class: "note" }, `Bands: ${Math.round(found.level * 100)} % intervals of the mean (Student's t) from three runs on, cut where the scale ends; below that there is none.`), command(found.command)),
    el("section", { class: "card" }, el("h2", {}, "Single runs"), singles, command(found.command))),
    el("section", { class: "card" }, el("h2", {}, kind === "training" ? "Mastery maps" : "Steps to pass, task by task"), maps, command(found.command)),
    el("section", { class: "card", id: "pair-card" }, el("h2", {}, "Paired differences, seed by seed"), apart, pairs, command(found.command)), different(found.runs));
  const even = (v) => { const n = Number(smooth.value); return v.map((_, i) => { const part = v.slice(Math.max(0, i - n + 1), i + 1); return part.reduce((a, b) => a + b, 0) / part.length; }); };
  async function draw() {
    const smoothed = (plot) => ({ ...plot, series: plot.series.map((series) => ({ ...series, y: even(series.y), low: even(series.low), high: even(series.high) })) });
    await plotted(bands, smoothed(found.plots.groups), { showlegend: true });
    await plotted(singles, smoothed(found.plots.singles), { showlegend: found.runs.length < (innerWidth > 640 ? 9 : 5) });
  }
  async function paired() {
    main.querySelector("#pair-card").hidden = !found.pairs.length;
    if (!found.pairs.length) return;
    apart.hidden = !found.plots.apart;
    if (found.plots.apart) await plotted(apart, found.plots.apart);
    show(pairs, el("div", { class: "wide" }, el("table", { id: "pairs" }, el("thead", {}, el("tr", {}, ["pair", "of what", "seeds", "mean difference", "interval"].map((t, n) => el("th", { class: n === 3 ? "number" : "" }, t)))), el("tbody", {}, found.pairs.map((p) =>
      el("tr", {}, el("td", { class: "name" }, `${plain(p.one)} − ${plain(p.two)}`), el("td", {}, p.what), el("td", { class: "name" }, p.seeds.join(", ") || "none in common"), el("td", { class: "number" }, number(p.mean)), el("td", {}, p.low === undefined ? "too few pairs" : `${number(p.low)} to ${number(p.high)}`)))))));
  }
  async function all() { await draw(); await (kind === "training" ? mastery(maps, found) : needed(maps, found)); await paired(); }
  await all();
  return () => {};
}

async function mastery(place, found) {
  // One map per group: the share of its runs that mastered each test task, at the evaluation that is chosen.
  const same = (a, b) => JSON.stringify(a.mastery.tests) === JSON.stringify(b.mastery.tests), groups = found.groups.map((g) => [g, found.runs.filter((r) => r.group === g.name && r.mastery.steps.length)]).filter(([, runs]) => runs.length && runs.every((r) => same(r, runs[0])));
  if (!groups.length) { show(place, el("p", { class: "note" }, "No evaluation has been recorded that these runs share.")); return; }
  const most = Math.max(...groups.map(([, runs]) => Math.max(...runs.map((r) => r.mastery.steps.length)))), at = el("input", { type: "range", min: "0", max: String(most - 1), value: String(most - 1), class: "grow", id: "map-at", "aria-label": "Evaluation", oninput: () => draw() }), said = el("span", { class: "note" });
  const cells = groups.map(([g, runs]) => { const chartPlace = el("div", { class: "chart small" }); return [g, runs, chartPlace, el("figure", {}, el("figcaption", {}, `${brief(plain(g.name))} (n = ${runs.length})`), chartPlace)]; });
  show(place, el("div", { class: "row" }, el("label", { class: "grow" }, "after", at), said), el("div", { class: "maps" }, cells.map(([, , , node]) => node)), el("p", { class: "note" }, "Filled: mastered by all runs of the group; a cross: by none; the size in between is the share. Test tasks at their place in the task space."));
  async function draw() {
    const n = Number(at.value);
    for (const [g, runs, chartPlace] of cells) {
      const first = runs[0].mastery, flags = runs.map((r) => r.mastery.mastered[Math.min(n, r.mastery.mastered.length - 1)]), share = first.tests.map((_, i) => flags.reduce((a, f) => a + f[i], 0) / flags.length), two = first.names.length > 1;
      said.textContent = `${(first.steps[Math.min(n, first.steps.length - 1)]).toLocaleString()} steps`;
      await chart(chartPlace, [{ x: first.tests.map((t) => t[0]), y: first.tests.map((t, i) => (two ? t[1] : share[i])), text: share.map((s) => `${Math.round(s * 100)} % of ${flags.length}`), hoverinfo: "text", mode: "markers", marker: { size: share.map((s) => 5 + 7 * s), symbol: share.map((s) => (s === 0 ? "x-thin-open" : s === 1 ? "circle" : "circle-open")), color: share.map((s) => (s === 0 ? soft() : COLOURS[0])), line: { width: 1.2, color: share.map((s) => (s === 0 ? soft() : ink())) } } }],
        { xaxis: { title: spoken(first.names[0]) }, yaxis: { title: two ? spoken(first.names[1]) : "share" }, showlegend: false, margin: { l: 44, r: 6, t: 4, b: 38 }, says: `${g.name}: ${share.filter((s) => s === 1).length} of ${share.length} test tasks mastered by all` });
    }
  }
  await draw();
}

async function needed(place, found) {
  // Every run a row, every task a column: how many steps it took until it was passed.
  const every = [...new Set(found.runs.flatMap((r) => r.tasks))], met = every.filter((t) => found.runs.some((r) => r.steps_to_pass[t])), tasks = met.length ? met : every.slice(0, 12), z = found.runs.map((r) => tasks.map((t) => (r.steps_to_pass[t] ? Math.log10(r.steps_to_pass[t]) : null))), text = found.runs.map((r) => tasks.map((t) => (r.steps_to_pass[t] ? `${r.steps_to_pass[t].toLocaleString()} steps` : "not passed")));
  const grid = el("div", { class: "chart" });
  grid.style.height = `${130 + 26 * found.runs.length}px`;
  show(place, el("div", { class: "wide" }, grid), el("p", { class: "note" }, `Empty: not passed. Darker: fewer steps.${every.length > tasks.length ? ` ${every.length - tasks.length} tasks that nobody passed are left out.` : ""}`));
  grid.style.minWidth = `${Math.min(900, 220 + 14 * tasks.length)}px`;
  await chart(grid, [{ type: "heatmap", x: tasks, y: found.runs.map((r) => brief(r.name)), z, text, hovertemplate: "%{y}, %{x}: %{text}<extra></extra>", colorscale: "Cividis", xgap: 1, ygap: 1, colorbar: { title: { text: "steps" }, tickvals: [1, 2, 3, 4, 5], ticktext: ["10", "100", "1 k", "10 k", "100 k"], thickness: 10 } }], { xaxis: { type: "category", tickangle: -60, dtick: 1, tickfont: { size: 10 } }, yaxis: { type: "category", automargin: true }, says: "Steps to pass each task, run by run" });
}

const flat = (value, name = "") => (value && typeof value === "object" && !Array.isArray(value) ? Object.entries(value).flatMap(([key, part]) => flat(part, name ? `${name}.${key}` : key)) : [[name, Array.isArray(value) && value.length > 19 ? `${value.length} entries` : JSON.stringify(value)]]);

function different(runs) {
  // Any two of the descriptions, entry by entry.
  if (runs.length < 2) return null;
  const other = Math.max(1, runs.findIndex((run) => run.group !== runs[0].group)); // two of different groups differ in more than the seed
  const pick = (n, chosen) => el("select", { "aria-label": `Description ${n + 1}`, id: `description-${n}`, onchange: () => look() }, runs.map((run, i) => el("option", { value: run.id, selected: i === chosen }, run.name.slice(0, 80)))), one = pick(0, 0), two = pick(1, other), view = el("div");
  async function look() {
    try {
      const [a, b] = await Promise.all([one, two].map(async (s) => new Map(flat((await ask(`runs/${s.value}`)).description)))), names = [...new Set([...a.keys(), ...b.keys()])].sort().filter((name) => a.get(name) !== b.get(name));
      show(view, names.length ? el("div", { class: "wide" }, el("table", { id: "differences" }, el("thead", {}, el("tr", {}, ["entry", ...[one, two].map((s) => s.selectedOptions[0].textContent)].map((t) => el("th", {}, t)))), el("tbody", {}, names.slice(0, 200).map((name) => el("tr", {}, [name, a.get(name), b.get(name)].map((t) => el("td", { class: "name" }, t === undefined ? "–" : String(t).slice(0, 300)))))))) : el("p", { class: "note" }, "The two descriptions are the same."));
    } catch (error) { show(view, failure(error)); }
  }
  look();
  return el("section", { class: "card" }, el("h2", {}, "What two descriptions differ in"), el("div", { class: "row" }, one, "and", two), view);
}
