// Compare: curves with intervals, paired differences, and what the descriptions differ in.
import { chart, COLOURS, DASHES } from "../chart.js";
import { ask, command, el, show, short } from "../lib.js";

export async function open(main, _key, query) {
  if (!query.ids) {
    show(main, el("h1", {}, "Compare"), el("p", {}, "Choose runs on the ", el("a", { href: "#/runs" }, "list"), " and press Compare."));
    return () => {};
  }
  const found = await ask("compare", { ids: query.ids }), bands = el("div", { class: "chart" }), singles = el("div", { class: "chart" }), label = found.runs[0]?.label || "";
  const smooth = el("input", { type: "range", min: "1", max: "15", value: "1", "aria-label": "Smoothing", oninput: () => draw() });
  const number = (v) => (v === null || v === undefined ? "–" : short(v));
  show(main, el("h1", {}, found.runs.length === 1 ? "One run" : `${found.runs.length} runs side by side`), el("div", { class: "row" }, el("label", {}, "smooth", smooth)), el("div", { class: "cards" },
    el("section", { class: "card" }, el("h2", {}, "Groups"), bands, el("p", { class: "note" }, `Bands: ${Math.round(found.level * 100)} % intervals of the mean (Student's t) from three runs on; below that there is none.`), command(found.command)),
    el("section", { class: "card" }, el("h2", {}, "Single runs"), singles, command(found.command))),
    found.pairs.length ? el("h2", {}, "Paired differences at the end") : null, el("div", { class: "wide", hidden: !found.pairs.length }, el("table", { id: "pairs" }, el("thead", {}, el("tr", {}, ["pair", "seeds", "mean difference", "interval"].map((t) => el("th", {}, t)))), el("tbody", {}, found.pairs.map((p) =>
      el("tr", {}, el("td", {}, `${p.one} − ${p.two}`), el("td", {}, p.seeds.join(", ") || "none in common"), el("td", {}, number(p.mean)), el("td", {}, p.low === undefined ? "too few pairs" : `${number(p.low)} to ${number(p.high)}`)))))),
    found.differences.length ? el("h2", {}, "What the first two descriptions differ in") : null, el("div", { class: "wide", hidden: !found.differences.length }, el("table", { id: "differences" }, el("thead", {}, el("tr", {}, ["entry", found.runs[0].name, found.runs[1]?.name || ""].map((t) => el("th", {}, t)))), el("tbody", {}, found.differences.map((d) => el("tr", {}, [d.entry, JSON.stringify(d.one), JSON.stringify(d.two)].map((t) => el("td", { class: "name" }, t === undefined ? "–" : String(t).slice(0, 300)))))))));
  const even = (v) => { const n = Number(smooth.value); return v.map((_, i) => { const part = v.slice(Math.max(0, i - n + 1), i + 1); return part.reduce((a, b) => a + b, 0) / part.length; }); };
  async function draw() {
    const traces = [];
    found.groups.forEach((g, n) => {
      const colour = COLOURS[n % COLOURS.length];
      if (g.low) traces.push({ x: [...g.x, ...[...g.x].reverse()], y: [...even(g.high), ...even(g.low).reverse()], fill: "toself", fillcolor: colour + "33", line: { width: 0 }, hoverinfo: "skip", showlegend: false });
      traces.push({ x: g.x, y: even(g.mean), mode: "lines", name: `${g.name} (n = ${g.n})`, line: { color: colour, width: 2.5, dash: DASHES[n % DASHES.length] } });
    });
    const layout = { xaxis: { title: "steps" }, yaxis: { title: label, rangemode: "tozero" } };
    await chart(bands, traces, layout);
    await chart(singles, found.runs.map((r, n) => ({ x: r.x, y: even(r.y), mode: "lines", name: r.name, line: { color: COLOURS[n % COLOURS.length], dash: DASHES[n % DASHES.length] } })), layout);
  }
  await draw();
  return () => {};
}
