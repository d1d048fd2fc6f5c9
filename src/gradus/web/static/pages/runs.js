// Runs: everything below the scanned folders, live.
import { ago, ask, el, short, show, site, sorted, spark } from "../lib.js";

const COLUMNS = [["", null], ["name", "name"], ["kind", "kind", "hide-small"], ["who", "who", "hide-small"], ["teacher", "teacher", "hide-small"], ["world", "where", "hide-small"], ["status", "status"],
  ["progress", "progress", "hide-small"], ["result", "score"], ["", null, "hide-small"], ["steps", "steps", "number"], ["changed", "changed", "hide-small"]];

export const linkOf = (row) => (["exam", "bench", "board"].includes(row.kind) ? `#/exam/${row.id}` : `#/run/${row.id}`);

function line(row, chosen, changed) {
  if (row.status === "damaged") return el("tr", { class: "row-damaged" }, el("td"), el("td", { class: "name" }, row.name), el("td", { colSpan: 10, class: "status damaged" }, row.error));
  const box = el("input", { type: "checkbox", checked: chosen.has(row.id), "aria-label": `choose ${row.name}`, onchange: (e) => { e.target.checked ? chosen.add(row.id) : chosen.delete(row.id); changed(); } });
  return el("tr", { "data-id": row.id }, el("td", {}, row.kind === "lesson" || row.kind === "training" ? box : null), el("td", { class: "name" }, el("a", { class: "clip", href: linkOf(row) }, row.name)), el("td", { class: "hide-small" }, row.kind),
    el("td", { class: "name hide-small" }, el("span", { class: "clip", title: row.who.slice(0, 400) }, row.who.slice(0, 400))), el("td", { class: "hide-small" }, row.teacher), el("td", { class: "hide-small" }, row.where), el("td", { class: `status ${row.status}` }, row.status),
    el("td", { class: "hide-small" }, row.progress === null ? "" : el("span", { class: "bar", role: "img", "aria-label": `${Math.round(row.progress * 100)} percent` }, el("i", { style: `width:${Math.round(row.progress * 100)}%` }))),
    el("td", {}, row.figure), el("td", { class: "hide-small" }, spark(row.spark)), el("td", { class: "number" }, short(row.steps)), el("td", { class: "hide-small" }, ago(row.changed)));
}

export async function open(main) {
  let rows = await ask("runs");
  const chosen = new Set(), words = el("input", { type: "search", placeholder: "filter: name, learner, teacher, kind …", class: "grow", "aria-label": "Filter", oninput: () => fill() });
  const group = el("select", { "aria-label": "Group by", onchange: () => fill() }, [["", "no groups"], ["teacher", "by teacher"], ["who", "by learner or student"], ["kind", "by kind"], ["where", "by world"]].map(([value, text]) => el("option", { value }, text)));
  const compare = el("button", { type: "button", disabled: true, onclick: () => { location.hash = `#/compare?ids=${[...chosen].join(",")}`; } }, "Compare");
  const place = el("div"), count = el("span", { class: "note" });
  const changed = () => { compare.disabled = chosen.size < 1; compare.textContent = chosen.size ? `Compare ${chosen.size}` : "Compare"; };
  const fits = (row) => words.value.toLowerCase().split(/\s+/).every((word) => [row.name, row.kind, row.who, row.teacher, row.where, row.status].join(" ").toLowerCase().includes(word));
  const fills = [];
  function fill() {
    const found = rows.filter(fits);
    count.textContent = `${found.length} of ${rows.length}`;
    fills.length = 0;
    const groups = group.value ? [...new Set(found.map((row) => row[group.value]))].sort() : [null];
    show(place, groups.map((name) => {
      const table = el("table");
      fills.push(sorted(table, COLUMNS, () => rows.filter(fits).filter((row) => name === null || row[group.value] === name), (row) => line(row, chosen, changed), "changed", true));
      return el("section", {}, name === null ? null : el("h2", {}, name || "(none)"), el("div", { class: "wide" }, table));
    }));
    if (!rows.length) show(place, el("p", { class: "note" }, "There is nothing here yet. Make a run: gradus teach --learner gradual --scramble -o RUN"));
  }
  show(main, el("h1", {}, "Runs"), el("div", { class: "row" }, words, group, compare, count), place);
  fill();
  if (site.bundled) return () => {};
  const timer = setInterval(async () => {
    try {
      const fresh = await ask("runs");
      if (JSON.stringify(fresh) !== JSON.stringify(rows)) { const names = fresh.map((row) => row.id).join() !== rows.map((row) => row.id).join(); rows = fresh; names ? fill() : fills.forEach((f) => f()); }
    } catch { /* the server may be gone for a moment */ }
  }, 1500);
  return () => clearInterval(timer);
}
