// Exams and campaigns: their runs and their tables.
import { ask, command, el, failure, show } from "../lib.js";

function cells(value) {
  if (Array.isArray(value) && value.length && typeof value[0] === "object" && value[0] !== null && !Array.isArray(value[0])) {
    const columns = [...new Set(value.flatMap((row) => Object.keys(row)))];
    return el("div", { class: "wide" }, el("table", {}, el("thead", {}, el("tr", {}, columns.map((c) => el("th", {}, c)))), el("tbody", {}, value.slice(0, 500).map((row) => el("tr", {}, columns.map((c) => el("td", {}, text(row[c]))))))));
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value)) return el("dl", {}, Object.entries(value).flatMap(([name, part]) => [el("dt", {}, name), el("dd", {}, typeof part === "object" && part !== null ? cells(part) : text(part))]));
  return el("p", {}, text(value));
}
const text = (value) => (value === null || value === undefined ? "–" : typeof value === "object" ? JSON.stringify(value) : typeof value === "number" && !Number.isInteger(value) ? value.toPrecision(4) : String(value));

export async function open(main, key) {
  const about = await ask(`runs/${key}`), row = about.summary;
  if (row.status === "damaged") { show(main, el("h1", {}, row.name), failure(new Error(row.error))); return () => {}; }
  const inside = (await ask("runs")).filter((r) => r.name.startsWith(row.name + "/") && r.kind !== "exam");
  show(main, el("h1", {}, row.name), el("p", { class: "note" }, `${row.where} ${row.who}: ${row.figure}, ${row.status}`), command(about.command),
    about.table ? [el("h2", {}, "Result"), cells(about.table)] : el("p", { class: "note" }, row.kind === "exam" ? "It has no table yet." : ""),
    el("h2", {}, "Runs"), el("ul", {}, inside.map((r) => el("li", {}, el("a", { href: `#/run/${r.id}` }, r.name), ` · ${r.figure} · ${r.status}`))),
    inside.length ? el("p", {}, el("a", { class: "button", href: `#/compare?ids=${inside.map((r) => r.id).slice(0, 64).join(",")}` }, "Compare them all")) : null);
  return () => {};
}
