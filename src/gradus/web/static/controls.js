// The knobs under a stage: play, pause, step, speed, place, lidar, follow.
import { el } from "./lib.js";

export function controls(player) {
  const toggle = el("button", { type: "button", class: "primary", id: "toggle", title: "space", onclick: () => { if (!player.playing && player.frame >= player.length - 1) player.go(0); player.play(!player.playing); } }, "Pause");
  const back = el("button", { type: "button", "aria-label": "One step back", title: "one step back (comma)", onclick: () => { player.play(false); player.go(Math.floor(player.frame) - 1); } }, "◂");
  const on = el("button", { type: "button", "aria-label": "One step on", title: "one step on (full stop)", onclick: () => { player.play(false); player.go(Math.floor(player.frame) + 1); } }, "▸");
  const place = el("input", { type: "range", min: "0", max: "1", value: "0", class: "grow", id: "place", "aria-label": "Step", oninput: () => { const wanted = Number(place.value); player.play(false); player.go(wanted); } });
  const speed = el("select", { "aria-label": "Speed", onchange: () => { player.speed = Number(speed.value); } }, [0.25, 0.5, 1, 2, 4].map((v) => el("option", { value: String(v), selected: v === 1 }, `${v}×`)));
  const box = (text, read, write) => el("label", {}, el("input", { type: "checkbox", checked: read(), onchange: (e) => { write(e.target.checked); player.go(player.frame); } }), text);
  const keys = (event) => {
    // Space plays and pauses, comma and full stop step; whoever types elsewhere is left alone.
    if (!place.isConnected) { removeEventListener("keydown", keys); return; }
    if (event.target.matches("input,select,textarea,button,a,summary") || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { " ": toggle, ",": back, ".": on }[event.key];
    if (act) { event.preventDefault(); act.click(); }
  };
  addEventListener("keydown", keys);
  player.changed = (p) => { toggle.textContent = p.playing ? "Pause" : "Play"; place.max = String(p.length - 1); place.value = String(Math.floor(p.frame)); };
  return el("div", { class: "row" }, toggle, back, on, speed, place, box("lidar", () => player.stage.lidar, (v) => { player.stage.lidar = v; }), box("windows side by side", () => player.stage.apart, (v) => { player.stage.apart = v; }), box("follow", () => player.stage.follow, (v) => { player.stage.follow = v; }));
}
