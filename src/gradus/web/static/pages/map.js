// Teacher's map: what was taught over time, with the teacher's inner state; a click opens that very episode.
import { chart, ink } from "../chart.js";
import { ask, command, el, failure, show, site, spoken } from "../lib.js";

const GOLD = "#b07d00";

function warmth(preview) {
  // How much the teacher cares, from 0 to 1 within what is shown.
  const heats = preview.shapes.flatMap((s) => (s.kind === "dots" ? s.heats : [s.heat])), most = Math.max(1e-9, ...heats);
  return (heat) => Math.max(0, Math.min(1, heat / most));
}

function ellipse(s, [i, j]) {
  const a = s.covariance[i][i], b = s.covariance[i][j], d = s.covariance[j][j], half = (a + d) / 2, root = Math.sqrt(Math.max(0, ((a - d) / 2) ** 2 + b * b)), angle = Math.atan2(2 * b, a - d) / 2, path = [];
  for (let n = 0; n <= 40; n += 1) {
    const t = (n / 40) * 2 * Math.PI, u = 2 * Math.sqrt(Math.max(0, half + root)) * Math.cos(t), v = 2 * Math.sqrt(Math.max(0, half - root)) * Math.sin(t);
    path.push(`${n ? "L" : "M"}${s.mean[i] + u * Math.cos(angle) - v * Math.sin(angle)},${s.mean[j] + u * Math.sin(angle) + v * Math.cos(angle)}`);
  }
  return { type: "path", path: `${path.join("")}Z` };
}

function shapes(preview, axes) {
  if (!preview) return [];
  const [i, j] = axes, warm = warmth(preview);
  return preview.shapes.filter((s) => s.kind !== "dots").map((s) => ({ ...(s.kind === "rectangle" ? { type: "rect", x0: s.low[i], x1: s.high[i], y0: s.low[j], y1: s.high[j] } : ellipse(s, axes)), line: { color: GOLD, width: 1 + 2 * warm(s.heat) }, fillcolor: `rgba(245,196,81,${0.04 + 0.18 * warm(s.heat)})`, layer: "below" }));
}

function kept(preview, [i, j]) {
  // Tasks that a teacher keeps in its buffer.
  const points = preview ? preview.shapes.filter((s) => s.kind === "dots").flatMap((s) => s.points.map((p, n) => [p, s.heats[n]])) : [];
  if (!points.length) return [];
  const warm = warmth(preview);
  return [{ x: points.map(([p]) => p[i]), y: points.map(([p]) => p[j]), text: points.map(([, heat]) => `kept by the teacher, ${heat.toPrecision(2)}`), hoverinfo: "text", mode: "markers", name: "kept by the teacher", marker: { symbol: "diamond-open", size: points.map(([, heat]) => 7 + 6 * warm(heat)), color: GOLD, line: { width: 1.5 } } }];
}

function inWords(preview, map) {
  if (map.rugged) return "The task space was shuffled for the teacher, so its inner state has no place on this map.";
  if (!preview) return `The teacher's inner state is recorded every ${map.preview_every.toLocaleString()} steps; none is recorded up to here.`;
  const count = (kind) => preview.shapes.filter((s) => s.kind === kind).length, dots = preview.shapes.filter((s) => s.kind === "dots").reduce((n, s) => n + s.points.length, 0);
  const parts = [[count("ellipse"), "Gaussian", "Gaussians"], [count("rectangle"), "region", "regions"], [dots, "task kept in a buffer", "tasks kept in a buffer"]].filter(([n]) => n).map(([n, one, many]) => `${n} ${n === 1 ? one : many}`);
  return parts.length ? `Inner state after ${preview.episodes.toLocaleString()} episodes: ${parts.join(", ")}${preview.shapes.length > 1 ? "; the warmer, the more the teacher cares" : ""}.` : `After ${preview.episodes.toLocaleString()} episodes the teacher shows no inner state.`;
}

export async function open(main, key) {
  const about = await ask(`runs/${key}`);
  let map = await ask(`runs/${key}/map`), curves = await ask(`runs/${key}/curves`);
  const two = map.names.length >= 2, axes = [0, Math.min(1, map.names.length - 1)];
  const canvas = el("div", { class: "chart tall", id: "map" }), tests = el("div", { class: "chart tall", id: "mastery" }), said = el("p", { class: "note", id: "said", role: "status" }), state = el("p", { class: "note", id: "inner" });
  const place = el("input", { type: "range", min: "0", max: String(map.episodes), value: String(map.episodes), class: "grow", id: "scrubber", "aria-label": "Episodes until now", oninput: () => draw() });
  const size = Math.max(20, Math.round(map.episodes / 20)), span = el("select", { "aria-label": "Episodes shown", onchange: () => draw() }, [[size, `the latest ${size}`], [size * 5, `the latest ${size * 5}`], [1e12, "all until now"]].map(([n, text]) => el("option", { value: String(n) }, text)));
  const pick = map.names.length > 2 ? [0, 1].map((n) => el("select", { "aria-label": `Axis ${n + 1}`, onchange: (e) => { axes[n] = Number(e.target.value); draw(); } }, map.names.map((name, i) => el("option", { value: String(i), selected: i === n }, name)))) : [];
  const last = el("a", { class: "button", id: "last", hidden: true }, "");
  let timer = null;
  const still = () => { clearInterval(timer); timer = null; run.textContent = "Play"; };
  const run = el("button", { type: "button", class: "primary", id: "run-map", onclick: () => {
    if (timer) { still(); return; }
    if (Number(place.value) >= map.episodes) place.value = "0";
    run.textContent = "Pause";
    timer = setInterval(() => { place.value = String(Number(place.value) + Math.max(1, map.episodes / 150)); draw(); if (Number(place.value) >= map.episodes) still(); }, 120);
  } }, "Play");
  show(main, el("h1", {}, `What ${about.summary.teacher.replace(/-v\d+$/, "")} taught: ${about.summary.name}`), el("p", { class: "row" }, el("a", { class: "button", href: `#/run/${key}` }, "To the run"), el("a", { class: "button", href: `#/theatre/${key}` }, "Theatre")), el("div", { class: "row" }, run, place, span, pick), said, el("div", { class: "cards" },
    el("section", { class: "card" }, el("h2", {}, "Tasks chosen, and the teacher's inner state"), canvas, state, site.bundled ? null : el("div", { class: "row" }, last, el("span", { class: "note" }, "Or click a dot to see that very episode.")), command(about.command)),
    el("section", { class: "card" }, el("h2", {}, "Test tasks"), tests, el("p", { class: "note" }, "Stars are mastered, squares are not; a click opens the recorded test."), command(about.command))));
  const bar = { title: { text: "return" }, thickness: 10 }, dot = { line: { color: ink(), width: 0.8 }, cmin: -100, cmax: 300, colorscale: "Cividis", colorbar: bar };
  async function draw() {
    const now = Number(place.value), from = Math.max(0, now - Number(span.value)), shown = map.places.map((p, i) => [p, i]).filter(([p]) => p >= from && p < now).map(([, i]) => i);
    const before = map.previews.filter((p) => p.episodes <= now), preview = before[before.length - 1];
    const different = new Set(shown.map((n) => map.tasks[n].join())).size;
    said.textContent = `Episodes ${Math.round(from).toLocaleString()} to ${Math.round(now).toLocaleString()} of ${map.episodes.toLocaleString()}${different < shown.length ? `, on ${different} ${different === 1 ? "task" : "different tasks"}` : ""}.`;
    state.textContent = inWords(preview, map);
    const newest = shown[shown.length - 1];
    last.hidden = newest === undefined;
    if (newest !== undefined) { last.href = `#/theatre/${key}?serial=${map.serials[newest]}`; last.textContent = `Watch episode ${map.serials[newest]}, the latest shown`; }
    const [i, j] = axes, range = (n) => [map.low[n] - 0.04 * (map.high[n] - map.low[n]), map.high[n] + 0.04 * (map.high[n] - map.low[n])];
    await chart(canvas, [{ x: shown.map((n) => map.tasks[n][i]), y: shown.map((n) => (two ? map.tasks[n][j] : map.returns[n])), customdata: shown.map((n) => map.serials[n]), text: shown.map((n) => `episode ${map.serials[n]}, return ${map.returns[n].toFixed(0)}`), hoverinfo: "text", mode: "markers", name: "taught", marker: { ...dot, size: 8, color: shown.map((n) => map.returns[n]) } }, ...(two ? kept(preview, axes) : [])],
      { xaxis: { title: spoken(map.names[i]), range: range(i) }, yaxis: two ? { title: spoken(map.names[j]), range: range(j) } : { title: "return" }, shapes: two ? shapes(preview, axes) : [], showlegend: false, says: said.textContent }, (point) => { if (!site.bundled && point.customdata !== undefined) location.hash = `#/theatre/${key}?serial=${point.customdata}`; });
    const ended = curves.evaluations.filter((e) => (e.episodes ?? (e.step * map.episodes) / Math.max(1, about.summary.steps)) <= now), latest = ended[ended.length - 1];
    if (!latest) { window.Plotly?.purge(tests); show(tests, el("p", { class: "note" }, curves.evaluations.length ? "No test had been taken until here." : "No evaluation has been recorded yet.")); return; }
    if (tests.querySelector(":scope > .note")) { show(tests); delete tests.dataset.clicks; }
    await chart(tests, [{ x: map.tests.map((t) => t[i]), y: map.tests.map((t, n) => (two ? t[j] : latest.returns[n])), customdata: map.tests.map((_, n) => n), text: latest.returns.map((r, n) => `test ${n}, return ${r.toFixed(0)}`), hoverinfo: "text", mode: "markers", marker: { ...dot, size: 11, symbol: latest.returns.map((r) => (r > 230 ? "star" : "square")), color: latest.returns } }],
      { xaxis: { title: spoken(map.names[i]) }, yaxis: { title: two ? spoken(map.names[j]) : "return" }, showlegend: false, says: `${latest.mastered.toFixed(0)} % of the test tasks mastered after ${latest.step} steps` }, (point) => { location.hash = `#/theatre/${key}?test=${point.customdata}&evaluation=${curves.evaluations.indexOf(latest)}`; });
  }
  await draw();
  let live = null;
  if (!site.bundled && about.summary.status === "running") live = setInterval(async () => {
    // A training that goes on is followed as long as nobody looks at its past.
    try {
      const atEnd = Number(place.value) >= map.episodes;
      [map, curves] = [await ask(`runs/${key}/map`), await ask(`runs/${key}/curves`)];
      place.max = String(map.episodes);
      if (atEnd && !timer && place.isConnected) { place.value = String(map.episodes); await draw(); }
    } catch (error) { show(said, failure(error)); }
  }, 3000);
  return () => { clearInterval(timer); clearInterval(live); };
}
