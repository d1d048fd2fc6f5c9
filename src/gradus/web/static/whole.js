// The whole machine of a task: one picture where it is small, else a map of all states with the surroundings of the
// present one beside it. The present state is lit.
import { drawn, el, show } from "./lib.js";

const NS = "http://www.w3.org/2000/svg", MOST = 9;

function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

function layered(machine) {
  // Every state stands in the column of how few steps lead to it, in the order of its discovery.
  const depth = new Array(machine.states).fill(-1), columns = [[machine.start]];
  depth[machine.start] = 0;
  while (columns[columns.length - 1].length) {
    const next = [];
    for (const state of columns[columns.length - 1]) for (const [, edges] of machine.offers[state]) for (const [, , target] of edges) if (depth[target] < 0) { depth[target] = columns.length; next.push(target); }
    columns.push(next);
  }
  columns.pop();
  return columns;
}

function map(machine) {
  const columns = layered(machine), tallest = Math.max(...columns.map((c) => c.length)), width = 900, height = Math.min(420, 40 + 9 * tallest), places = [];
  columns.forEach((column, i) => column.forEach((state, j) => { places[state] = [14 + (i * (width - 28)) / Math.max(1, columns.length - 1), ((j + 0.5) * height) / column.length]; }));
  const r = Math.max(1.6, Math.min(7, (0.38 * height) / tallest, (0.3 * width) / columns.length)), lines = [], dots = [];
  const done = new Set();
  machine.offers.forEach((offers, from) => offers.forEach(([, edges]) => edges.forEach(([, , to]) => {
    const key = `${from} ${to}`;
    if (done.has(key) || from === to) return;
    done.add(key);
    const [ax, ay] = places[from], [bx, by] = places[to], far = Math.hypot(bx - ax, by - ay) || 1, x = bx - ((bx - ax) * r) / far, y = by - ((by - ay) * r) / far;
    lines.push(`M${ax.toFixed(1)} ${ay.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`);
  })));
  places.forEach(([cx, cy], state) => { dots[state] = svg("circle", { cx: cx.toFixed(1), cy: cy.toFixed(1), r: r.toFixed(1) }, svg("title", {}, `state ${state}: ${machine.names[state]}`)); });
  const ring = svg("circle", { r: Math.max(9, 2.2 * r), class: "ring", cx: -50, cy: -50 });
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "map", role: "img", "aria-label": `All ${machine.states} states, the present one ringed` }, svg("path", { d: lines.join(""), class: "edges" }), ...dots, ring);
  let lit = null;
  return [picture, (state) => {
    lit?.classList.remove("lit"); lit = dots[state] || null; lit?.classList.add("lit", "seen");
    const [x, y] = lit ? places[state] : [-50, -50];
    const view = picture.parentElement;
    if (view && view.scrollWidth > view.clientWidth && lit) view.scrollLeft = (x / width) * view.scrollWidth - view.clientWidth / 2;
    ring.setAttribute("cx", x); ring.setAttribute("cy", y);
  }];
}

function clip(text, most) { return text.length > most ? `${text.slice(0, most - 1)}…` : text; }

function near(machine, state, before) {
  // The present state in the middle, where it came from on the left, where every input leads on the right.
  const leads = new Map();
  for (const [said, edges] of machine.offers[state]) for (const [heard, weight, target] of edges) {
    if (!leads.has(target)) leads.set(target, []);
    leads.get(target).push(`say ${said}: hear ${heard}${weight < 1 ? ` (${Number(weight.toPrecision(2))})` : ""}`);
  }
  const targets = [...leads.entries()], shown = targets.slice(0, MOST), more = targets.length - shown.length, height = Math.max(130, 46 * (shown.length + (more > 0 ? 1 : 0)) + 20), middle = height / 2, width = 920;
  const name = (n) => clip(machine.names[n] || String(n), 22), parts = [svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, svg("path", { d: "M0 0 8 4 0 8z", class: "head" })))];
  const box = (x, y, n, kind) => svg("g", { class: kind }, svg("rect", { x: x - 75, y: y - 15, width: 150, height: 30, rx: 15 }), svg("text", { x, y: y + 5 }, name(n)), svg("title", {}, `state ${n}: ${machine.names[n]}`));
  if (before !== null && before !== state) parts.push(svg("path", { d: `M160 ${middle}H${200 - 2}`, class: "edge", "marker-end": "url(#tip)" }), box(83, middle, before, "other"));
  shown.forEach(([target, labels], i) => {
    const y = 30 + 46 * i, self = target === state;
    parts.push(svg("path", { d: `M352 ${middle}C400 ${middle} 372 ${y} 420 ${y}H${664}`, class: "edge", "marker-end": "url(#tip)" }), svg("text", { x: 424, y: y - 6, class: "label" }, clip(labels[0], 33)), svg("text", { x: 424, y: y + 16, class: "label" }, labels.length > 1 ? (labels.length > 2 ? `and ${labels.length - 1} more ways` : clip(labels[1], 33)) : ""), self ? svg("text", { x: 680, y: y + 5, class: "label" }, "stays here") : box(745, y, target, "other"));
  });
  if (more > 0) parts.push(svg("text", { x: 424, y: 30 + 46 * shown.length, class: "label" }, `… and to ${more} other states`));
  parts.push(box(275, middle, state, "lit"));
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "near", role: "img", "aria-label": `State ${machine.names[state]} and where it leads` }, ...parts);
}

export function wholeMachine(machine) {
  // The element, and a function that lights a state (null: outside of the machine).
  if (!machine.states) return [el("p", { class: "note", id: "whole-note" }, machine.note, machine.small ? [" ", el("a", { href: `#/play?small=${machine.small}` }, `Play a small ${machine.small} beside its machine.`)] : null), () => {}];
  const said = el("p", { id: "whole-state", role: "status" }), beside = el("div", { class: "wide" });
  let picture, light;
  if (machine.svg) {
    picture = drawn(machine.svg);
    const nodes = [...picture.querySelectorAll("g.node")];
    light = (state) => nodes.forEach((node) => node.classList.toggle("lit", node.querySelector("title")?.textContent === String(state)));
  } else [picture, light] = map(machine);
  const node = el("div", { id: "whole", "data-state": "" }, said, el("div", { class: machine.svg ? "machine wide" : "wide" }, picture), machine.svg ? null : el("p", { class: "note" }, "Columns: how few steps lead to a state. Blue states have been visited. “x? y” waits for the answer x and has heard y; other names are what is still to be said."), beside);
  let before = null, now = null;
  return [node, (state, continues = true) => {
    if (state !== now) { before = continues ? now : null; now = state; }
    light(state);
    node.dataset.state = state === null || state === undefined ? "" : String(state);
    if (state === null || state === undefined) { said.textContent = "Here the instance left the machine: limits of questions and of time are not part of it."; show(beside); return; }
    said.textContent = `State ${state} of ${machine.states}: ${machine.names[state]}`;
    if (!machine.svg) show(beside, near(machine, state, before));
  }];
}
