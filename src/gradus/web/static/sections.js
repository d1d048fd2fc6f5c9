// Sections that an exam or a leaderboard describes as data: sentences, a chart, tables that can be sorted.
import { command, el, sorted } from "./lib.js";
import { plotted } from "./plot.js";

const shown = (value) => (value === null || value === undefined ? "–" : value === true ? "yes" : value === false ? "no" : typeof value === "number" && !Number.isInteger(value) ? (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString() : value.toPrecision(3)) : typeof value === "number" ? value.toLocaleString() : String(value));
const cell = (value) => (typeof value === "string" && value.length > 40 ? el("span", { class: "clip", title: value.slice(0, 400) }, value) : shown(value));

function table(about) {
  const rows = about.rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [i, cell])));
  const numeric = about.columns.map((_, i) => about.rows.some((row) => typeof row[i] === "number"));
  const made = el("table");
  sorted(made, about.columns.map((name, i) => [name, String(i), numeric[i] ? "number" : ""]), () => rows, (row) => el("tr", {}, about.columns.map((_, i) => el("td", { class: numeric[i] ? "number" : "name" }, cell(row[i])))), null, false);
  return el("details", { open: about.rows.length <= 12 }, el("summary", {}, `${about.name}: ${about.rows.length} rows`), el("div", { class: "wide" }, made));
}

export function section(about) {
  // The element, and a function that draws its chart once it stands on the page.
  const place = el("div", { class: "chart" });
  const node = el("section", { class: "card" }, el("h2", {}, about.title), about.text.split("\n").filter(Boolean).map((line) => el("p", { class: "note name" }, line)),
    about.plot ? place : null, about.tables.map(table), command(about.command));
  return [node, async () => { if (about.plot) await plotted(place, about.plot); }];
}
