// Driving a body yourself: the server steps it fifty times a second, keys or buttons move its joints.
import { el, failure, show } from "./lib.js";

const KEYS = { q: [0, 1], a: [0, -1], w: [1, 1], s: [1, -1], o: [2, 1], l: [2, -1], p: [3, 1], ö: [3, -1], ";": [3, -1] };
const PAIRS = [["q", "a"], ["w", "s"], ["o", "l"], ["p", ";"]];

export function driver(scene, wheel, note, draw) {
  // wheel: where the buttons for fingers go; draw: shows a film of one frame. Returns something to close.
  const socket = new WebSocket(`ws://${location.host}/ws/drive`), state = {};
  socket.binaryType = "arraybuffer";
  let film = null;
  const tell = () => { if (socket.readyState === 1) socket.send(JSON.stringify({ action: Array.from({ length: film.actions }, (_, i) => state[i % 4] || 0) })); };
  const turn = (key, on) => { const [joint, way] = KEYS[key]; state[joint] = on ? way : 0; if (film) tell(); };
  const press = (event, on) => { const key = event.key.toLowerCase(); if (!KEYS[key] || !film || event.target.matches("input,select")) return; event.preventDefault(); turn(key, on); };
  const down = (event) => press(event, true), up = (event) => press(event, false);
  addEventListener("keydown", down); addEventListener("keyup", up);
  const knob = (key) => el("button", { type: "button", class: "knob", "aria-label": `joint ${KEYS[key][0] + 1} ${KEYS[key][1] > 0 ? "forward" : "back"}`, onpointerdown: (e) => { e.target.setPointerCapture(e.pointerId); turn(key, true); }, onpointerup: () => turn(key, false), onpointercancel: () => turn(key, false) }, key);
  const leave = () => { removeEventListener("keydown", down); removeEventListener("keyup", up); show(wheel); };
  socket.onopen = () => socket.send(JSON.stringify({ open: scene }));
  socket.onclose = leave;
  socket.onmessage = (event) => {
    if (typeof event.data === "string") {
      const message = JSON.parse(event.data);
      if (message.kind === "error") show(note, failure(new Error(message.text)));
      if (message.kind === "end") show(note, el("p", { class: "note", id: "result" }, `Over: ${message.end}, return ${message.total.toFixed(1)}.`));
      if (message.kind === "open") {
        film = { ...message, count: message.parts.length, frames: 1, returns: [0], end: "driving", ray_count: 0, head: Math.max(0, message.parts.findIndex((p) => p.head)) };
        show(wheel, el("div", { class: "row" }, PAIRS.map((pair, n) => el("span", { class: "pair" }, `joint ${n + 1} `, pair.map(knob)))));
        show(note, el("p", { class: "note" }, `q a, w s, o l, p ; move the joints${film.actions > 4 ? `, every fourth of ${film.actions} together` : ""}. It falls easily!`));
      }
      return;
    }
    const numbers = new Float32Array(event.data);
    film.pose = (_, part) => [numbers[1 + 3 * part], numbers[2 + 3 * part], numbers[3 + 3 * part]];
    film.returns = [numbers[0]];
    window.gradusDriven = (window.gradusDriven || 0) + 1;
    draw(film);
  };
  return { close: () => { leave(); socket.close(); } };
}
