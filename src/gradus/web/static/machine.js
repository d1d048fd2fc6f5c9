// The machine of an instance: so many right answers in a row, the world speaks or listens; the present state is lit.
const NS = "http://www.w3.org/2000/svg", STEP = 62, TOP = 44, LOW = 112, RAIL = 158, R = 17;

function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

export function instanceMachine(goal) {
  // The picture, and a function that lights a state: right answers in a row and whose turn it is.
  const x = (n) => 118 + n * STEP, end = x(goal), width = end + 60, nodes = {};
  const arrow = (d, kind) => svg("path", { d, class: `edge ${kind}`, "marker-end": "url(#head)" });
  const node = (key, at, y, text) => (nodes[key] = svg("g", { class: "state" }, svg("circle", { cx: at, cy: y, r: R }), svg("text", { x: at, y: y + 5 }, text)));
  const parts = [svg("defs", {}, svg("marker", { id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, svg("path", { d: "M0 0 8 4 0 8z", class: "head" })))];
  parts.push(svg("text", { x: 4, y: TOP + 5, class: "row-name" }, "speaks"), svg("text", { x: 4, y: LOW + 5, class: "row-name" }, "listens"), svg("text", { x: 4, y: RAIL + 4, class: "row-name" }, "wrong"), svg("text", { x: 4, y: 14, class: "row-name" }, "right answers in a row"));
  for (let n = 0; n < goal; n += 1) {
    parts.push(arrow(`M${x(n)} ${TOP + R} V${LOW - R - 2}`, "turn"), arrow(`M${x(n) + R} ${LOW - 4} L${n + 1 < goal ? x(n + 1) - R : end - R} ${n + 1 < goal ? TOP + 9 : LOW - 2}`, "right"), svg("path", { d: `M${x(n)} ${LOW + R} V${RAIL}`, class: "edge wrong" }));
    parts.push(node(`${n} speaks`, x(n), TOP, n), node(`${n} listens`, x(n), LOW, n));
  }
  parts.push(arrow(`M${x(goal - 1)} ${RAIL} H${x(0) - 34} V${TOP} H${x(0) - R - 2}`, "wrong"), node("ended", end, LOW, "end"));
  const picture = svg("svg", { viewBox: `0 0 ${width} ${RAIL + 14}`, width, height: RAIL + 14, class: "instance-machine", role: "img", "aria-label": "The machine of this instance" }, ...parts);
  let lit = null;
  return [picture, (streak, turn) => {
    lit?.classList.remove("lit");
    lit = nodes[turn === "ended" ? "ended" : `${Math.min(streak, goal - 1)} ${turn}`] || null;
    lit?.classList.add("lit");
    const view = picture.parentElement, at = turn === "ended" ? goal : Math.min(streak, goal - 1);
    if (view && view.scrollWidth > view.clientWidth) view.scrollLeft = x(at) - view.clientWidth / 2;
    picture.dataset.state = lit ? (turn === "ended" ? "ended" : `${streak} ${turn}`) : "";
  }];
}
