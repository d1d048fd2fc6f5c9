// Complexity: every task by its complexity, and the machine of one, to be walked through state by state.
import { chart, COLOURS } from "../chart.js";
import { ask, command, el, failure, show, sorted } from "../lib.js";

export async function open(main, _key, query) {
  const rows = await ask("complexity"), place = el("div", { class: "chart" }), table = el("table"), view = el("div", { id: "machine" });
  show(main, el("h1", {}, "Complexity of the tasks"), el("p", { class: "note" }, "C_μ in bits: how much of the past a machine must keep to continue the stream. Bars are brackets; crosses are extrapolated, not proved."), place, command("gradus measure"), view, el("div", { class: "wide" }, table));
  const kinds = ["exact", "bracketed", "extrapolated"], symbols = ["circle", "diamond", "x"];
  await chart(place, kinds.map((kind, n) => { const some = rows.filter((r) => r.kind === kind); return { x: some.map((r) => r.task), y: some.map((r) => (r.low + r.high) / 2), error_y: { type: "data", array: some.map((r) => (r.high - r.low) / 2) }, mode: "markers", marker: { symbol: symbols[n], color: COLOURS[n], size: 9 }, name: kind }; }),
    { xaxis: { categoryorder: "array", categoryarray: rows.map((r) => r.task), tickangle: -60 }, yaxis: { title: "C_μ (bits)", rangemode: "tozero" } }, (point) => look(point.x));
  sorted(table, [["task", "task"], ["kind", "kind"], ["C₀", "C_0", "number"], ["C_μ from", "low", "number"], ["to", "high", "number"], ["what is asked", null, "hide-small"]], () => rows, (r) => el("tr", {}, el("td", {}, el("button", { type: "button", onclick: () => look(r.task) }, r.task)), el("td", {}, r.kind), [r.C_0, r.low, r.high].map((v) => el("td", { class: "number" }, r.kind === "extrapolated" ? `~${v.toFixed(1)}` : v.toFixed(2))), el("td", { class: "hide-small" }, r.summary.split("\n")[0])), "low", false);
  async function look(task) {
    show(view, el("p", { class: "note" }, "Building the machine …"));
    try {
      const found = await ask("machine", { task }), picture = el("div", { class: "machine wide" }), said = el("p", { id: "state" }), inputs = el("div", { class: "row" });
      if (found.svg) picture.append(document.importNode(new DOMParser().parseFromString(found.svg, "image/svg+xml").documentElement, true));
      else picture.append(el("p", { class: "note" }, found.note));
      let now = found.start, told = "";
      const stand = () => {
        picture.querySelectorAll("g.node").forEach((node) => node.classList.toggle("lit", node.querySelector("title")?.textContent === String(now)));
        said.textContent = `State ${now} of ${found.offers.length}.${told}`;
        show(inputs, "Say: ", found.offers[now].slice(0, 40).map((offer) => el("button", { type: "button", onclick: () => { let left = Math.random(); const edge = offer.edges.find((e) => (left -= e.weight) < 0) || offer.edges[0]; told = ` You said ${offer.input}, it answered ${edge.output}.`; now = edge.target; stand(); } }, offer.input)));
      };
      show(view, el("h2", {}, `The machine of ${task} (a small variant): ${found.offers.length} states`), said, inputs, picture, command(found.command));
      stand();
      view.scrollIntoView({ block: "start" });
    } catch (error) { show(view, failure(error)); }
  }
  if (query.task) await look(query.task);
  return () => {};
}
