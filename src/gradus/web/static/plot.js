// Charts that the server describes as data (gradus.charts), drawn with Plotly; reports draw the same descriptions.
import { chart, DASHES } from "./chart.js";

const ORDER = [1, 6, 3, 4, 2, 5], IN_TURN = ["circle", "square", "up", "diamond", "down", "plus"];
const MARKS = { circle: "circle", square: "square", up: "triangle-up", diamond: "diamond", down: "triangle-down", plus: "cross", cross: "x-thin-open", star: "star", tick: "line-ns-open", hollow: "diamond-open", dot: "circle", none: "circle" };
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
export const colour = (look) => (look === -1 ? style("--soft") : look === -2 ? style("--ink") : style(`--c${ORDER[look % 6]}`));
const mark = (series) => series.mark || IN_TURN[Math.max(0, series.look) % 6];
const brief = (name, most = 30) => (name.length > most ? `…${name.slice(1 - most)}` : name);
const ends = (values, low, high, kind) => ({ type: "data", symmetric: false, array: values.map((v, i) => Math.max(0, high[i] - v)), arrayminus: values.map((v, i) => Math.max(0, v - low[i])), ...kind });

function line(s, plot) {
  const alone = plot.series.filter((other) => other.name && ["line", "stairs"].includes(other.kind)).length < 2; // dashes tell lines apart
  const look = colour(s.look), few = s.kind === "line" && !s.thin && s.x.length <= 30 && s.mark !== "none";
  const shape = s.kind === "stairs" ? "hv" : "linear";
  const made = { x: s.x, y: s.y, mode: few ? "lines+markers" : "lines", name: brief(s.name), text: s.x.map(() => s.name), hovertemplate: "%{text}: %{y:.4~g} at %{x:.4~s}<extra></extra>", line: { color: look, width: s.thin ? 1.4 : 2.5, dash: alone ? "solid" : DASHES[Math.max(0, s.look) % 6], shape }, marker: { symbol: MARKS[mark(s)], size: 7 }, cliponaxis: !few, showlegend: Boolean(s.name) };
  if (!s.low.length) return [made];
  const band = { x: [...s.x, ...[...s.x].reverse()], y: [...s.high, ...[...s.low].reverse()], mode: "lines", fill: "toself", fillcolor: `${look}33`, line: { width: 0, shape }, hoverinfo: "skip", showlegend: false };
  return [band, made];
}

const cloud = (s) => [{ x: s.x, y: s.y, mode: "markers", marker: { size: 4, color: colour(s.look), opacity: 0.5 }, name: s.name, hoverinfo: "y" }];

function points(s, plot) {
  const look = colour(s.look), across = plot.y.scale === "rows", { low, high } = plot.x;
  const side = s.x.map((v) => (high !== null && v > high ? 1 : low !== null && v < low ? -1 : 0)), x = s.x.map((v, i) => (side[i] > 0 ? high : side[i] < 0 ? low : v));
  const kind = { color: look, thickness: s.broad ? 6 : 1.6, width: s.broad ? 0 : 3 }, values = across ? s.x : s.y;
  const error = s.low.length ? { [across ? "error_x" : "error_y"]: ends(values, s.low, s.high, kind) } : {};
  const symbol = side.map((n) => (n > 0 ? "triangle-right" : n < 0 ? "triangle-left" : MARKS[mark(s)]));
  const size = s.broad ? 1 : { dot: 6, tick: 15 }[mark(s)] || 9, tips = across ? s.y.map((row, i) => s.text[i] || plot.tips[Math.round(row)] || "") : s.text;
  return [{ x, y: s.y, mode: "markers", name: brief(s.name), marker: { symbol, color: look, size, line: { color: look, width: 1.6 } }, opacity: s.broad ? 0.45 : mark(s) === "dot" ? 0.55 : 1, text: tips, hoverinfo: s.broad ? "skip" : tips.length ? "text" : "x+y", showlegend: Boolean(s.name) && !s.broad, ...error }];
}

function bars(s, plot) {
  const look = s.look < 0 ? style("--line") : colour(s.look), tips = s.y.map((row) => plot.tips[row] || "");
  const error = s.low.length ? { error_x: ends(s.x, s.low, s.high, { color: style("--ink"), thickness: 1.5, width: 4 }) } : {};
  const words = { x: s.x.map((v, i) => s.high[i] ?? v), y: s.y, mode: "text", text: s.text.map((t) => ` ${t}`), textposition: "middle right", hoverinfo: "skip", showlegend: false, cliponaxis: false };
  return [{ type: "bar", orientation: "h", x: s.x, y: s.y, width: 0.62, marker: { color: look, line: { color: style("--soft"), width: s.look < 0 ? 1 : 0 } }, text: tips, textposition: "none", hoverinfo: tips.some(Boolean) ? "text" : "x", showlegend: false, ...error }, words];
}

function cells(s, plot) {
  const z = plot.y.names.map(() => plot.x.names.map(() => null)), text = z.map((row) => row.map(() => ""));
  s.x.forEach((x, i) => { z[s.y[i]][x] = s.values[i]; text[s.y[i]][x] = s.text[i]; });
  return [{ type: "heatmap", z, text, texttemplate: "%{text}", zmin: 0, zmax: 1, colorscale: "Cividis", xgap: 2, ygap: 2, showscale: false, hovertext: z.map((row, y) => row.map(() => plot.tips[y] || "")), hoverinfo: "text" }];
}

const DRAW = { line, stairs: line, cloud, points, bars, cells };

function axis(about, down) {
  const made = { title: about.title }, open = [about.low, about.high];
  if (about.scale === "rows") return { ...made, tickvals: about.names.map((_, i) => i), ticktext: about.names.map((name) => brief(name)), range: down ? [about.names.length - 0.4, -0.6] : [-0.5, about.names.length - 0.5], showgrid: down, zeroline: false, tickangle: down ? 0 : -30 };
  if (about.scale === "log") made.type = "log";
  if (about.scale === "share") made.tickformat = ".0%";
  if (about.scale === "steps") made.tickformat = "~s";
  if (about.scale === "whole") made.tickformat = "~d";
  if (!open.includes(null)) made.range = open.map((end) => (about.scale === "log" ? Math.log10(end) : end));
  return made;
}

export async function plotted(place, plot, { click = null, ...more } = {}) {
  // The height follows from the rows; a curve that begins at nought still has room above.
  const rows = plot.y.scale === "rows" ? plot.y.names.length : 0;
  if (rows) place.style.height = `${Math.max(170, 100 + 22 * (plot.row || 1) * rows)}px`;
  const x = axis(plot.x, false), y = axis(plot.y, true), reach = (key) => Math.max(0, ...plot.series.flatMap((s) => [...s[key], ...(key === "y" && !rows ? s.high : [])]).filter(Number.isFinite));
  if (plot.x.low === 0 && plot.x.high === null) x.range = [0, reach("x") || 1];
  if (!rows && plot.y.low === 0 && plot.y.high === null) { const most = Math.max(plot.y.scale === "whole" ? 1 : 0, reach("y")) || 1; y.range = [0, most * 1.06]; if (plot.y.scale === "whole" && most < 8) y.dtick = 1; }
  const shapes = plot.rules.map((r) => ({ type: "line", layer: "below", [`${r.axis}0`]: r.at, [`${r.axis}1`]: r.at, ...(r.axis === "x" ? { yref: "paper", y0: 0, y1: 1 } : { xref: "paper", x0: 0, x1: 1 }), line: { color: colour(r.look), width: 1, dash: r.dashed ? "dash" : "solid" } }));
  const named = plot.series.filter((s) => s.name && (s.x.length || !rows)).length;
  await chart(place, plot.series.filter((s) => s.x.length || !rows).flatMap((s) => DRAW[s.kind](s, plot)), { xaxis: x, yaxis: y, shapes, showlegend: named > 1, says: plot.says, barmode: "overlay", ...more }, click);
}
