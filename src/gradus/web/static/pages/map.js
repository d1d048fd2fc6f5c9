// Teacher's map: what was taught over time, with the teacher's inner state; a click opens that very episode.
import { chart, ink } from "../chart.js";
import { ask, command, el, show, site } from "../lib.js";

function shapes(preview, axes) {
  if (!preview) return [];
  const [i, j] = axes, out = [];
  for (const s of preview.shapes) {
    if (s.kind === "rectangle") out.push({ type: "rect", x0: s.low[i], x1: s.high[i], y0: s.low[j], y1: s.high[j], line: { color: "#b07d00", width: 1.5 }, fillcolor: `rgba(245,196,81,${0.08 + 0.25 * Math.max(0, Math.min(1, s.heat))})`, layer: "below" });
    if (s.kind === "ellipse") {
      const a = s.covariance[i][i], b = s.covariance[i][j], d = s.covariance[j][j], half = (a + d) / 2, root = Math.sqrt(Math.max(0, ((a - d) / 2) ** 2 + b * b)), angle = Math.atan2(2 * b, a - d) / 2;
      const path = [];
      for (let n = 0; n <= 40; n += 1) { const t = (n / 40) * 2 * Math.PI, u = 2 * Math.sqrt(Math.max(0, half + root)) * Math.cos(t), v = 2 * Math.sqrt(Math.max(0, half - root)) * Math.sin(t); path.push(`${n ? "L" : "M"}${s.mean[i] + u * Math.cos(angle) - v * Math.sin(angle)},${s.mean[j] + u * Math.sin(angle) + v * Math.cos(angle)}`); }
      out.push({ type: "path", path: path.join(""), line: { color: "#b07d00", width: 2 }, fillcolor: `rgba(245,196,81,${0.08 + 0.25 * Math.max(0, Math.min(1, s.heat))})`, layer: "below" });
    }
    if (s.kind === "dots") s.points.slice(0, 300).forEach((p) => out.push({ type: "circle", x0: p[i] - 0.02, x1: p[i] + 0.02, y0: p[j] - 0.04, y1: p[j] + 0.04, line: { color: "#b07d00" } }));
  }
  return out;
}

export async function open(main, key) {
  const about = await ask(`runs/${key}`), map = await ask(`runs/${key}/map`), curves = await ask(`runs/${key}/curves`);
  const two = map.names.length >= 2, axes = [0, Math.min(1, map.names.length - 1)];
  const canvas = el("div", { class: "chart", id: "map", style: "height:460px" }), tests = el("div", { class: "chart", id: "mastery", style: "height:460px" }), said = el("p", { class: "note", id: "said" });
  const size = Math.max(20, Math.round(map.episodes / 20)), place = el("input", { type: "range", min: "0", max: String(map.episodes), value: String(map.episodes), class: "grow", id: "scrubber", "aria-label": "Episodes until now", oninput: () => draw() });
  const span = el("select", { "aria-label": "Episodes shown", onchange: () => draw() }, [size, size * 5, map.episodes].map((n) => el("option", { value: String(n) }, n === map.episodes ? "all until now" : `the latest ${n}`)));
  const pick = map.names.length > 2 ? [0, 1].map((n) => el("select", { "aria-label": `Axis ${n + 1}`, onchange: (e) => { axes[n] = Number(e.target.value); draw(); } }, map.names.map((name, i) => el("option", { value: String(i), selected: i === n }, name)))) : [];
  let timer = null;
  const run = el("button", { type: "button", class: "primary", onclick: () => { if (timer) { clearInterval(timer); timer = null; run.textContent = "Play"; return; } if (Number(place.value) >= map.episodes) place.value = "0"; run.textContent = "Pause"; timer = setInterval(() => { place.value = String(Number(place.value) + Math.max(1, map.episodes / 150)); draw(); if (Number(place.value) >= map.episodes) { clearInterval(timer); timer = null; run.textContent = "Play"; } }, 120); } }, "Play");
  show(main, el("h1", {}, `What ${about.summary.teacher} taught: ${about.summary.name}`), el("div", { class: "row" }, run, place, span, pick), said, el("div", { class: "cards" },
    el("section", { class: "card" }, el("h2", {}, "Tasks chosen"), canvas, el("p", { class: "note" }, site.bundled ? "Shapes are the teacher's inner state." : "Shapes are the teacher's inner state. Click a dot to see that very episode.")),
    el("section", { class: "card" }, el("h2", {}, "Test tasks"), tests, el("p", { class: "note" }, "Stars are mastered, squares are not."))), command(about.command));
  async function draw() {
    const now = Number(place.value), from = Math.max(0, now - Number(span.value)), shown = map.places.map((p, i) => [p, i]).filter(([p]) => p >= from && p < now).map(([, i]) => i);
    const before = map.previews.filter((p) => p.episodes <= now), preview = before[before.length - 1];
    said.textContent = `Episodes ${from.toLocaleString()} to ${now.toLocaleString()} of ${map.episodes.toLocaleString()}${preview ? `; the teacher's state after ${preview.episodes.toLocaleString()} episodes` : ""}.`;
    const [i, j] = axes, range = (n) => [map.low[n] - 0.04 * (map.high[n] - map.low[n]), map.high[n] + 0.04 * (map.high[n] - map.low[n])];
    await chart(canvas, [{ x: shown.map((n) => map.tasks[n][i]), y: shown.map((n) => (two ? map.tasks[n][j] : map.returns[n])), customdata: shown.map((n) => map.serials[n]), text: shown.map((n) => `return ${map.returns[n].toFixed(0)}`), hoverinfo: "text", mode: "markers", marker: { size: 8, line: { color: ink(), width: 0.8 }, color: shown.map((n) => map.returns[n]), cmin: -100, cmax: 300, colorscale: "Cividis", colorbar: { title: "return", thickness: 10 } } }],
      { xaxis: { title: map.names[i], range: range(i) }, yaxis: two ? { title: map.names[j], range: range(j) } : { title: "return" }, shapes: two ? shapes(preview, map.free.length === map.names.length ? axes : axes) : [], showlegend: false }, (point) => { if (!site.bundled) location.hash = `#/theatre/${key}?serial=${point.customdata}`; });
    const steps = curves.evaluations.filter((e) => e.step <= (about.summary.steps * now) / Math.max(1, map.episodes)), last = steps[steps.length - 1] || curves.evaluations[0];
    if (last) await chart(tests, [{ x: map.tests.map((t) => t[i]), y: map.tests.map((t, n) => (two ? t[j] : last.returns[n])), customdata: map.tests.map((_, n) => n), text: last.returns.map((r) => `return ${r.toFixed(0)}`), hoverinfo: "text", mode: "markers", marker: { size: 11, line: { color: ink(), width: 0.8 }, symbol: last.returns.map((r) => (r > 230 ? "star" : "square")), color: last.returns, cmin: -100, cmax: 300, colorscale: "Cividis", colorbar: { title: "return", thickness: 10 } } }],
      { xaxis: { title: map.names[i] }, yaxis: { title: two ? map.names[j] : "return" }, showlegend: false }, (point) => { location.hash = `#/theatre/${key}?test=${point.customdata}&evaluation=${curves.evaluations.indexOf(last)}`; });
    else show(tests, el("p", { class: "note" }, "No evaluation has been recorded yet."));
  }
  await draw();
  return () => { if (timer) clearInterval(timer); };
}
