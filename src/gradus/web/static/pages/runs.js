// Runs: everything below the scanned folders, live. What is filtered, grouped and sorted stands in the address.
import { ago, ask, el, short, show, site, sorted, spark } from "../lib.js";

const COLUMNS = [["", null, "box"], ["name", "name"], ["kind", "kind", "hide-small"], ["who", "who", "hide-small"], ["teacher", "teacher", "hide-small"], ["world", "where", "hide-small"], ["status", "status"],
  ["progress", "progress", "hide-small"], ["result", "score"], ["curve", null], ["steps", "steps", "number"], ["changed", "changed"]];
const GROUPS = [["", "no groups"], ["teacher", "group by teacher"], ["who", "group by learner or student"], ["kind", "group by kind"], ["where", "group by world"], ["status", "group by status"]];

export const linkOf = (row) => (["exam", "bench", "board"].includes(row.kind) ? `#/exam/${row.id}` : `#/run/${row.id}`);
const plain = (id) => String(id).replace(/-v\d+(?=$|,)/, "");

function line(row, chosen, changed) {
  const name = el("td", { class: "name" }, el("a", { class: "clip", href: linkOf(row), title: row.name.slice(0, 400) }, row.name));
  if (row.status === "damaged") return el("tr", { class: "row-damaged" }, el("td", { class: "box" }), name, el("td", { colSpan: 10, class: "status damaged" }, row.error));
  const percent = Math.round((row.progress ?? 0) * 100);
  const box = el("input", { type: "checkbox", checked: chosen.has(row.id), "aria-label": `choose ${row.name.slice(0, 100)}`, onchange: (e) => { e.target.checked ? chosen.add(row.id) : chosen.delete(row.id); changed(); } });
  return el("tr", { "data-id": row.id }, el("td", { class: "box" }, row.kind === "lesson" || row.kind === "training" ? box : null), name, el("td", { class: "hide-small" }, row.kind),
    el("td", { class: "who hide-small" }, el("span", { class: "clip", title: row.who.slice(0, 400) }, plain(row.who).slice(0, 400))), el("td", { class: "hide-small" }, plain(row.teacher)), el("td", { class: "hide-small" }, plain(row.where)), el("td", { class: `status ${row.status}` }, row.status),
    el("td", { class: "hide-small" }, row.progress === null ? "" : el("span", { class: "bar", role: "img", "aria-label": `${percent} percent`, title: `${percent} %` }, el("i", { style: `width:${percent}%` }))),
    el("td", {}, row.figure), el("td", {}, row.spark.length > 1 ? spark(row.spark) : ""), el("td", { class: "number" }, row.steps ? `${short(row.steps)}` : "", el("span", { class: "only-small" }, row.steps ? " steps" : "")), el("td", { class: "soft" }, ago(row.changed)));
}

function meets(row, word) {
  // A word of the filter: text that occurs, -text that does not, or a limit like steps>100k.
  const limit = /^(steps|score|seed)([<>])([\d.]+)([km]?)$/.exec(word);
  if (limit) { const bound = Number(limit[3]) * ({ k: 1e3, m: 1e6 }[limit[4]] || 1), value = row[limit[1]]; return value !== null && value !== undefined && (limit[2] === ">" ? value > bound : value < bound); }
  const occurs = (text) => [row.name, row.kind, row.who, row.teacher, row.where, row.status].join(" ").toLowerCase().includes(text);
  return word.length > 1 && word.startsWith("-") ? !occurs(word.slice(1)) : occurs(word);
}

function heading(name, rows) {
  // A group says how many it has and how they did; only figures of one kind have a mean.
  const kinds = new Set(rows.map((row) => row.kind)), scores = rows.filter((row) => row.score >= 0).map((row) => row.score), unit = kinds.has("training") ? "% mastered" : "% of the tasks passed";
  const mean = kinds.size === 1 && (kinds.has("training") || kinds.has("lesson")) && scores.length ? ` · mean ${(scores.reduce((a, b) => a + b, 0) / scores.length).toFixed(1)} ${unit}, best ${Math.max(...scores).toFixed(1)}` : "";
  return el("h2", {}, plain(name).slice(0, 200) || "(none)", el("span", { class: "note" }, ` ${rows.length} ${rows.length === 1 ? "row" : "rows"}${mean}`));
}

export async function open(main, _key, query = {}) {
  let rows = await ask("runs");
  const state = { by: query.sort || "changed", down: query.up === undefined, changed: () => remember() };
  const chosen = new Set(), words = el("input", { type: "search", value: query.words || "", placeholder: "filter: words, -words, steps>100k, score<20 …", class: "grow", "aria-label": "Filter", oninput: () => { fill(); remember(); } });
  const group = el("select", { "aria-label": "Group by", id: "group", onchange: () => { fill(); remember(); } }, GROUPS.map(([value, text]) => el("option", { value, selected: value === query.group }, text)));
  const compare = el("button", { type: "button", class: "primary", id: "compare", disabled: true, onclick: () => { location.hash = `#/compare?ids=${[...chosen].join(",")}`; } }, "Compare");
  const all = el("button", { type: "button", id: "all", onclick: () => { const some = rows.filter(fits).filter((row) => row.kind === "lesson" || row.kind === "training"); const full = some.every((row) => chosen.has(row.id)); some.forEach((row) => (full ? chosen.delete(row.id) : chosen.add(row.id))); changed(); fill(); } }, "Choose all");
  const place = el("div"), count = el("span", { class: "note", role: "status" });
  const changed = () => { compare.disabled = chosen.size < 1; compare.textContent = chosen.size ? `Compare ${chosen.size}` : "Compare"; };
  const within = (row) => rows.some((other) => ["exam", "bench"].includes(other.kind) && row.name.startsWith(`${other.name}/`));
  let inner = new Set();
  const hidden = el("input", { type: "checkbox", id: "inner", checked: query.inner !== undefined, onchange: () => { fill(); remember(); } }), many = el("span", {}), nested = el("label", { hidden: true }, hidden, many);
  const learn = () => { inner = new Set(rows.filter(within).map((row) => row.id)); nested.hidden = !inner.size; many.textContent = `also ${inner.size} runs inside exams`; };
  const fits = (row) => (hidden.checked || words.value || !inner.has(row.id)) && words.value.toLowerCase().split(/\s+/).every((word) => meets(row, word));
  const fills = [];
  function remember() {
    const told = new URLSearchParams({ ...(hidden.checked ? { inner: "" } : {}), ...(words.value ? { words: words.value } : {}), ...(group.value ? { group: group.value } : {}), ...(state.by === "changed" && state.down ? {} : { sort: state.by, ...(state.down ? {} : { up: "" }) }) }).toString();
    history.replaceState(null, "", `#/runs${told ? "?" + told : ""}`);
    if (group.value) fills.forEach((f) => f()); // all groups are sorted alike
  }
  function fill() {
    const found = rows.filter(fits);
    count.textContent = `${found.length} of ${rows.length}`;
    fills.length = 0;
    const groups = group.value ? [...new Set(found.map((row) => row[group.value]))].sort() : [null];
    show(place, groups.map((name) => {
      const table = el("table", { class: "rows" }), mine = () => rows.filter(fits).filter((row) => name === null || row[group.value] === name);
      fills.push(sorted(table, COLUMNS, mine, (row) => line(row, chosen, changed), state));
      return el("section", {}, name === null ? null : heading(name, mine()), el("div", { class: "wide" }, table));
    }));
    if (!rows.length) show(place, el("div", { class: "card empty" }, el("h2", {}, "There is nothing here yet"), el("p", {}, "This page shows every run, exam and leaderboard below the folders it was started with, as soon as it is there. Make one in another terminal:"), el("pre", { class: "command" }, "gradus teach --learner gradual --scramble -o first\ngradus train --teacher alp-gmm --steps 300k -o walker"), el("p", {}, "Or ", el("a", { href: "#/play" }, "play the stream yourself"), ", or ", el("a", { href: "#/workshop" }, "watch a shipped walker"), ".")));
    else if (!found.length) show(place, el("p", { class: "note" }, "No run fits the filter."));
  }
  show(main, el("h1", {}, "Runs"), el("div", { class: "row", hidden: !rows.length }, words, group, all, compare, nested, count), place);
  learn();
  fill();
  if (site.bundled) return () => {};
  const bar = main.querySelector(".row");
  const timer = setInterval(async () => {
    try {
      const fresh = await ask("runs");
      if (JSON.stringify(fresh) !== JSON.stringify(rows)) { const names = fresh.map((row) => row.id).join() !== rows.map((row) => row.id).join(); rows = fresh; bar.hidden = !rows.length; if (names) learn(); names ? fill() : fills.forEach((f) => f()); }
    } catch { /* the server may be gone for a moment */ }
  }, 1500);
  return () => clearInterval(timer);
}
