// Sections that an exam or a leaderboard describes as data: sentences, a chart by its kind, tables that can be sorted.
import { chart, COLOURS } from "./chart.js";
import { command, el, sorted } from "./lib.js";

const shown = (value) => (value === null || value === undefined ? "–" : value === true ? "yes" : value === false ? "no" : typeof value === "number" && !Number.isInteger(value) ? value.toPrecision(3) : typeof value === "number" ? value.toLocaleString() : String(value));
const ends = (value) => (value && value.estimate !== null && value.estimate !== undefined ? [value.estimate, value.low ?? value.estimate, value.high ?? value.estimate] : null);
const bars = (values) => ({ type: "data", symmetric: false, array: values.map(([m, , h]) => h - m), arrayminus: values.map(([m, l]) => m - l), thickness: 1.5, width: 4 });
const down = (names) => ({ autorange: "reversed", type: "category", categoryorder: "array", categoryarray: names, dtick: 1 });
const around = (rows) => { const all = rows.flatMap((row) => [...(ends(row.ratio) || []), ...(ends(row.interval) || [])]).filter((v) => v > 0); return { range: [Math.log10(Math.min(0.5, ...all) / 1.3), Math.log10(Math.max(2, ...all) * 1.3)] }; };
const tall = (rows) => Math.max(200, 90 + 22 * rows);

const KINDS = {
  ratios(part, options) {
    const rows = part.rows.filter((row) => ends(row.ratio));
    const groups = [[options.better, "circle", COLOURS[0]], [options.worse, "square", COLOURS[1]], [null, "diamond-open", "#777777"]];
    const traces = groups.flatMap(([verdict, symbol, color]) => {
      const some = rows.filter((row) => (verdict === null ? row.verdict !== options.better && row.verdict !== options.worse : row.verdict === verdict));
      if (!some.length) return [];
      const exact = some.filter((row) => ends(row.interval));
      const name = verdict === null ? options.neither : verdict;
      return [
        ...(exact.length ? [{ x: exact.map((row) => Math.max(row.interval.estimate, 1e-3)), y: exact.map((row) => row.task), mode: "markers", marker: { size: 1, color }, error_x: { ...bars(exact.map((row) => ends(row.interval))), color, thickness: 5, width: 0 }, opacity: 0.4, hoverinfo: "skip", showlegend: false }] : []),
        { x: some.map((row) => Math.max(row.ratio.estimate, 1e-3)), y: some.map((row) => row.task), mode: "markers", marker: { symbol, color, size: 9 }, error_x: { ...bars(some.map((row) => ends(row.ratio))), color }, name, text: some.map((row) => row.verdict) },
      ];
    });
    return { traces, rows: rows.length, layout: { xaxis: { title: options.what, type: "log", ...around(rows) }, yaxis: down(rows.map((row) => row.task)), shapes: [{ type: "line", x0: 1, x1: 1, yref: "paper", y0: 0, y1: 1, line: { color: "#777777" } }] } };
  },
  accuracies(rows) {
    const some = rows.filter((row) => ends(row.accuracy)), chance = some.filter((row) => row.chance !== null && row.chance !== undefined);
    return { rows: some.length, layout: { xaxis: { title: "right answers", range: [0, 1.02], tickformat: ".0%" }, yaxis: down(some.map((row) => row.task)) }, traces: [
      { x: some.map((row) => row.accuracy.estimate), y: some.map((row) => row.task), mode: "markers", name: "accuracy", marker: { size: 9, color: COLOURS[0] }, error_x: bars(some.map((row) => ends(row.accuracy))) },
      { x: chance.map((row) => row.chance), y: chance.map((row) => row.task), mode: "markers", name: "chance", marker: { symbol: "line-ns-open", size: 14, color: COLOURS[1] } },
    ] };
  },
  steps(groups) {
    const names = [...new Set(groups.flatMap(([, rows]) => rows.filter((row) => row.mean).map((row) => row.task)))];
    return { rows: names.length * Math.max(1, groups.length * 0.7), layout: { xaxis: { title: "steps to pass", type: "log" }, yaxis: down(names) }, traces: groups.map(([name, rows], n) => {
      const some = rows.filter((row) => row.mean);
      return { x: some.map((row) => row.mean.estimate), y: some.map((row) => row.task), name, mode: "markers", marker: { symbol: ["circle", "square", "diamond"][n % 3], size: 9, color: COLOURS[n] }, error_x: bars(some.map((row) => ends(row.mean))) };
    }) };
  },
  retention(part) {
    const rows = part.rows.filter((row) => row.cells.some(Boolean));
    const shares = rows.map((row) => row.cells.map((cell) => (cell ? cell.estimate : null)));
    return { rows: rows.length, layout: { xaxis: { title: "tested after the walk had passed", type: "category" }, yaxis: down(rows.map((row) => row.task)) }, traces: [
      { type: "heatmap", x: part.times.map(String), y: rows.map((row) => row.task), z: shares, zmin: 0, zmax: 1, colorscale: "Cividis", texttemplate: "%{text}", text: shares.map((line) => line.map((v) => (v === null ? "" : `${Math.round(100 * v)} %`))), xgap: 2, ygap: 2, showscale: false },
    ] };
  },
  board(rows) {
    return { rows: rows.length, layout: { xaxis: { title: "tasks passed", rangemode: "tozero" }, yaxis: down(rows.map((row) => brief(row.name))), showlegend: false }, traces: [
      { type: "bar", orientation: "h", x: rows.map((row) => row.passed), y: rows.map((row) => brief(row.name)), marker: { color: COLOURS[0] }, text: rows.map((row) => `${row.passed} of ${row.of}, ${row.steps.toLocaleString()} steps`), textposition: "auto" },
    ] };
  },
};

const cell = (value) => (typeof value === "string" && value.length > 40 ? el("span", { class: "clip", title: value.slice(0, 400) }, value) : shown(value));
const brief = (name) => (name.length > 26 ? `${name.slice(0, 24)}…` : name);

function table(about) {
  const rows = about.rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [i, cell])));
  const numeric = about.columns.map((_, i) => about.rows.some((row) => typeof row[i] === "number"));
  const made = el("table");
  sorted(made, about.columns.map((name, i) => [name, String(i), numeric[i] ? "number" : ""]), () => rows, (row) => el("tr", {}, about.columns.map((_, i) => el("td", { class: numeric[i] ? "number" : "name" }, cell(row[i])))), null, false);
  return el("details", { open: about.rows.length <= 12 }, el("summary", {}, `${about.name}: ${about.rows.length} rows`), el("div", { class: "wide" }, made));
}

export function section(about) {
  // The element, and a function that draws its chart once it stands on the page.
  const place = el("div", { class: "chart" }), draw = about.chart && KINDS[about.chart.kind] ? KINDS[about.chart.kind](about.chart.data, about.chart.options) : null;
  const node = el("section", { class: "card" }, el("h2", {}, about.title), about.text.split("\n").filter(Boolean).map((line) => el("p", { class: "note name" }, line)),
    draw && draw.rows ? place : null, about.tables.map(table), command(about.command));
  return [node, async () => { if (draw && draw.rows) { place.style.height = `${tall(draw.rows)}px`; await chart(place, draw.traces, draw.layout); } }];
}
