// What every page shares: asking the server, making elements, numbers as people read them.
// Text only ever enters the page as text, never as markup: names come from strangers.

export const site = { bundled: document.documentElement.dataset.bundled === "yes" };

function fileName(path, params) {
  const query = Object.entries(params).map(([name, value]) => `${name}-${value}`).join("_");
  return `data/${shortName(`${path}${query ? "_" + query : ""}`.replace(/,/g, "+"))}.json`;
}

function shortName(name) {
  // Many runs make a name that no file system takes: a number (FNV-1a) stands for it, as in the bundle.
  if (name.length <= 120) return name;
  let number = 0xcbf29ce484222325n;
  for (const letter of name) number = ((number ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n) % 2n ** 64n;
  return `${name.slice(0, 20)}-${number.toString(16)}`;
}

export async function ask(path, params = {}) {
  const query = new URLSearchParams(params).toString();
  const address = site.bundled ? fileName(path, params) : `/api/${path}${query ? "?" + query : ""}`;
  const response = await fetch(address);
  if (site.bundled && !response.ok) throw new Error("This is not part of the static site; `gradus web` on the runs themselves shows it.");
  const found = await response.json();
  if (!response.ok || (site.bundled && found.error)) throw new Error(found.error || response.statusText);
  return found;
}

export async function post(path, body) {
  if (site.bundled) throw new Error("A static site cannot compute: start `gradus web`.");
  const response = await fetch(`/api/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const found = await response.json();
  if (!response.ok) throw new Error(found.error || response.statusText);
  return found;
}

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "style") node.style.cssText = value;
    else if (name in node && typeof value !== "string") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(3)) if (child !== null && child !== undefined) node.append(child);
  return node;
}

export const show = (place, ...children) => { place.replaceChildren(...children.flat().filter((c) => c !== null && c !== undefined)); return place; };
export function command(text, note = "") {
  // Under every picture: the command that makes it, ready to be copied.
  if (!text) return null;
  const copy = el("button", { type: "button", class: "copy", "aria-label": "copy the command that makes this", onclick: async () => { try { await navigator.clipboard.writeText(text); copy.textContent = "copied"; } catch { copy.textContent = "select it"; } } }, "copy");
  return el("div", { class: "made" }, el("span", { class: "note" }, `The command that makes this${note ? ` (${note})` : ""}: `), el("code", { class: "command" }, text), copy);
}
export const failure = (error) => el("p", { class: "error", role: "alert" }, error.message || String(error));
export const tile = (value, text, id) => el("div", { class: "tile", id }, el("b", {}, String(value)), el("span", {}, text));

export function short(number) {
  if (number === null || number === undefined) return "–";
  const size = Math.abs(number);
  if (size >= 1e6) return (number / 1e6).toFixed(size >= 1e7 ? 1 : 2) + " M";
  if (size >= 1e4) return (number / 1e3).toFixed(0) + " k";
  return Number.isInteger(number) ? String(number) : number.toFixed(2);
}

export function lasting(seconds) {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 90) return `${Math.max(0, Math.round(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

export function drawn(markup) {
  // A picture of the server's own Graphviz as an element; a broad one may be scrolled instead of shrunk.
  const picture = document.importNode(new DOMParser().parseFromString(markup, "image/svg+xml").documentElement, true), [, , width, height] = (picture.getAttribute("viewBox") || "0 0 1 1").split(" ").map(Number);
  picture.classList.toggle("broad", width > 1.2 * height);
  return picture;
}

export const spoken = (name) => String(name).replaceAll("_", " ");
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function ago(seconds) {
  const past = Date.now() / 1000 - seconds;
  if (past < 90) return "now";
  if (past < 5400) return `${Math.round(past / 60)} min ago`;
  if (past < 129600) return `${Math.round(past / 3600)} h ago`;
  return new Date(seconds * 1000).toLocaleDateString();
}

export function spark(values) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "spark"); svg.setAttribute("viewBox", "0 0 100 24"); svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img"); svg.setAttribute("aria-label", values.length ? `from ${Math.round(values[0] * 100)} to ${Math.round(values[values.length - 1] * 100)} percent` : "no curve yet");
  if (values.length > 1) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", values.map((v, i) => `${i ? "L" : "M"}${(i * 100) / (values.length - 1)},${22 - 20 * Math.max(0, Math.min(1, v))}`).join(""));
    svg.append(path);
  }
  return svg;
}

export function numbers(text) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i += 1) bytes[i] = raw.charCodeAt(i);
  return new Float32Array(bytes.buffer);
}

export function sorted(table, columns, rows, draw, start, wayDown) {
  // A table whose headings sort it. columns: [title, key or null, class]; start: a key, or {by, down} that is kept.
  const state = start && typeof start === "object" ? start : { by: start, down: wayDown };
  const body = el("tbody"), heads = [];
  const fill = () => {
    const { by, down } = state;
    if (by === null) { show(body, rows().map(draw)); return; }
    const value = (row) => (row[by] === null || row[by] === undefined ? -Infinity : row[by]);
    const ordered = [...rows()].sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (down ? -1 : 1));
    show(body, ordered.map(draw));
    heads.forEach(([head, key]) => head.setAttribute("aria-sort", key === by ? (down ? "descending" : "ascending") : "none"));
  };
  const line = columns.map(([title, key, kind]) => {
    const turn = () => { state.down = state.by === key ? !state.down : true; state.by = key; fill(); state.changed?.(); };
    const head = el("th", { class: kind, scope: "col" }, key ? el("button", { type: "button", onclick: turn }, title) : title);
    if (key) heads.push([head, key]);
    return head;
  });
  show(table, el("thead", {}, el("tr", {}, line)), body);
  fill();
  return fill;
}
