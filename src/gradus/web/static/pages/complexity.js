// Complexity: every task by its complexity and by what it cost to learn; the machine of one, to be walked through.
import { chart, COLOURS } from "../chart.js";
import { ask, command, drawn, el, failure, show, site, sorted } from "../lib.js";

const KINDS = ["exact", "bracketed", "extrapolated"], SYMBOLS = ["circle", "diamond", "x"];

function byCost(place, rows, learners, look) {
  // What each task cost a learner against its complexity; only where lessons have been recorded.
  if (!learners.length) { show(place, el("p", { class: "note" }, "What the tasks cost is shown once a lesson has been recorded here: gradus teach --learner gradual --scramble -o RUN")); return null; }
  const who = el("select", { "aria-label": "Learner", id: "cost-of", onchange: () => draw() }, learners.map((l, i) => el("option", { value: String(i), selected: l.learner.startsWith("gradual") }, `${l.learner}, ${l.runs} ${l.runs === 1 ? "run" : "runs"}`)));
  const what = el("select", { "aria-label": "Cost", id: "cost-kind", onchange: () => draw() }, [["steps", "all steps"], ["cost", "steps above those of an informed learner"]].map(([value, text]) => el("option", { value }, text)));
  const picture = el("div", { class: "chart tall", id: "cost" }), said = el("p", { id: "rho" }), line = el("div");
  show(place, el("div", { class: "row" }, who, what), picture, said, el("p", { class: "note" }, "An informed learner knows the rules of a task, but not the secrets of its instances. Median over the runs; steps measure bytes before they measure learning."), line);
  async function draw() {
    const learner = learners[Number(who.value)], level = (n) => Math.max(1, learner[what.value][n]), of = Object.fromEntries(rows.map((r) => [r.task, r])), rho = learner.rho[what.value];
    await chart(picture, KINDS.map((kind, k) => { const some = learner.tasks.map((task, n) => [task, n]).filter(([task]) => of[task].kind === kind); return { x: some.map(([task]) => (of[task].low + of[task].high) / 2), y: some.map(([, n]) => level(n)), text: some.map(([task, n]) => `${task}: ${Math.round(learner[what.value][n]).toLocaleString()} steps, ${learner.records[n]} of ${learner.runs} runs`), customdata: some.map(([task]) => task), hoverinfo: "text", mode: "markers", marker: { symbol: SYMBOLS[k], color: COLOURS[k], size: 9 }, name: kind }; }),
      { xaxis: { title: "C_μ (bits)", type: "log" }, yaxis: { title: "steps", type: "log" }, says: "Steps needed against complexity" }, (point) => look(point.customdata));
    said.textContent = rho.note || `Spearman's rho between C_μ and the ${what.value === "cost" ? "steps above the informed floor" : "steps"}: ${rho.rho === null ? "none, all are alike" : `${rho.rho.toFixed(2)}, 95 % interval ${rho.low.toFixed(2)} to ${rho.high.toFixed(2)}`} (${rho.tasks} tasks, ${rho.records} records).`;
    show(line, command(learner.command));
  }
  return draw();
}

export async function open(main, _key, query) {
  const rows = await ask("complexity"), place = el("div", { class: "chart tall", id: "bits" }), table = el("table"), view = el("div", { id: "machine" }), costs = el("div");
  const scale = el("label", {}, el("input", { type: "checkbox", checked: true, onchange: (e) => { log = e.target.checked; bits(); } }), "logarithmic");
  let log = true;
  show(main, el("h1", {}, "Complexity of the tasks"), el("p", { class: "note" }, "C_μ in bits: how much of the past a machine must keep to continue the stream. Bars are brackets; crosses are extrapolated, not proved. Choose a task to see its machine."), el("div", { class: "cards" },
    el("section", { class: "card" }, el("h2", {}, "By complexity"), el("div", { class: "row" }, scale), place, command("gradus measure")), el("section", { class: "card" }, el("h2", {}, "By cost"), costs)), view, el("div", { class: "wide" }, table));
  async function bits() {
    await chart(place, KINDS.map((kind, n) => { const some = rows.filter((r) => r.kind === kind); return { x: some.map((r) => r.task), y: some.map((r) => (r.low + r.high) / 2), error_y: { type: "data", array: some.map((r) => (r.high - r.low) / 2) }, mode: "markers", marker: { symbol: SYMBOLS[n], color: COLOURS[n], size: 9 }, name: kind }; }),
      { xaxis: { categoryorder: "array", categoryarray: rows.map((r) => r.task), tickangle: -60, dtick: innerWidth > 640 ? 1 : 4, tickfont: { size: 10 } }, yaxis: { title: "C_μ (bits)", type: log ? "log" : "linear" }, says: "C_mu of every task, in the order of the curriculum" }, (point) => look(point.x));
  }
  sorted(table, [["task", "task"], ["kind", "kind", "hide-small"], ["C₀", "C_0", "number"], ["C_μ from", "low", "number"], ["to", "high", "number"], ["what is asked", null]], () => rows, (r) => el("tr", {}, el("td", {}, el("button", { type: "button", class: "link", onclick: () => look(r.task) }, r.task)), el("td", { class: "hide-small" }, r.kind), [r.C_0, r.low, r.high].map((v) => el("td", { class: "number" }, r.kind === "extrapolated" ? `~${v.toFixed(1)}` : v.toFixed(2))), el("td", { class: "asked" }, r.summary.split("\n")[0])), "low", false);
  async function look(task) {
    show(view, el("p", { class: "note" }, "Building the machine …"));
    try { machine(view, task, await ask("machine", { task })); view.scrollIntoView({ block: "start" }); } catch (error) { show(view, failure(error)); }
  }
  await bits();
  try { await byCost(costs, rows, await ask("costs"), look); } catch (error) { show(costs, failure(error)); }
  if (query.task) await look(query.task);
  return () => {};
}

function machine(view, task, found) {
  // A picture whose present state is lit, and buttons that say something to it.
  const picture = el("div", { class: "machine wide" }), said = el("p", { id: "state", role: "status" }), inputs = el("div", { class: "row" });
  const whole = el("label", {}, el("input", { type: "checkbox", id: "whole-machine", onchange: (e) => { picture.classList.toggle("fitted", e.target.checked); stand(); } }), "all of it at once");
  if (found.svg) picture.append(drawn(found.svg));
  else picture.append(el("p", { class: "note" }, found.note));
  let now = found.start, told = "";
  const go = (offer) => { let left = Math.random(); const edge = offer.edges.find((e) => (left -= e.weight) < 0) || offer.edges[0]; told = ` You said ${offer.input}, it answered ${edge.output}.`; now = edge.target; stand(); };
  const stand = () => {
    picture.querySelectorAll("g.node").forEach((node) => node.classList.toggle("lit", node.querySelector("title")?.textContent === String(now)));
    const lit = picture.querySelector("g.node.lit"), here = lit?.getBoundingClientRect(), view = picture.getBoundingClientRect();
    if (here) picture.scrollBy({ left: here.x - view.x - view.width / 2, top: here.y - view.y - view.height / 3 });
    said.textContent = `State ${found.names[now]}, one of ${found.offers.length}.${told}`;
    show(inputs, "Say: ", found.offers[now].slice(0, 40).map((offer) => el("button", { type: "button", onclick: () => go(offer) }, offer.input)));
  };
  show(view, el("section", { class: "card" }, el("h2", {}, `The machine of ${task} (a small variant): ${found.offers.length} states`), el("p", { class: "note" }, "An arrow says what is heard and earned, and after the bar what was said. Walk through it: the lit state is where you stand."), said, inputs, found.svg ? el("div", { class: "row" }, whole) : null, picture, command(found.command), site.bundled ? null : el("p", {}, el("a", { href: `#/play?small=${task}` }, `Play this small ${task} yourself`))));
  stand();
}
