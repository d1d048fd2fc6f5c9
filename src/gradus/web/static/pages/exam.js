// Exams, leaderboards and campaigns: what they found, with their own tables and charts, and their runs.
import { ask, command, el, failure, show } from "../lib.js";
import { section } from "../sections.js";

export async function open(main, key) {
  const about = await ask(`runs/${key}`), row = about.summary;
  if (row.status === "damaged") { show(main, el("h1", {}, row.name), failure(new Error(row.error)), el("p", { class: "note" }, "The folder is only read; all other runs are shown as usual."), el("p", {}, el("a", { class: "button", href: "#/runs" }, "To the list"))); return () => {}; }
  const inside = (await ask("runs")).filter((r) => r.name.startsWith(row.name + "/") && r.kind !== "exam");
  const sections = (about.sections || []).map(section);
  show(main, el("h1", {}, row.name), el("p", { class: "note" }, `${[row.where, row.who].filter(Boolean).join(" · ")}: ${row.figure}${row.kind === "board" ? "" : `, ${row.status}`}`),
    about.verdict ? el("p", { id: "verdict" }, "Verdict: ", el("b", {}, about.verdict)) : null,
    row.kind === "exam" && !sections.length ? el("p", { class: "note" }, "It has no table yet; the command goes on with it.") : null,
    command(about.command), sections.map(([node]) => node),
    inside.length ? [el("h2", {}, "Runs"), el("p", {}, el("a", { class: "button", href: `#/compare?ids=${inside.map((r) => r.id).slice(0, 64).join(",")}` }, "Compare them all")),
      el("details", { open: inside.length < 13 }, el("summary", {}, `${inside.length} runs, one by one`), el("ul", {}, inside.map((r) => el("li", {}, el("a", { href: `#/run/${r.id}` }, r.name), ` · ${r.figure} · ${r.status}`))))] : null);
  for (const [, draw] of sections) await draw();
  return () => {};
}
