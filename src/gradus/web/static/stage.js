// The stage: draws films of the tracks on a canvas. A film holds the terrain once and a pose per part and step.
import { calm, numbers } from "./lib.js";

const STUMP = 2, CREEPER = 3, VINE = 4;
export const BODY = ["#6070c4", "#0b8a6a", "#c2591c", "#a04a86", "#8a7a00", "#2f8fb8", "#b0305a", "#555555"];

export function readFilm(raw) {
  const poses = numbers(raw.poses), rays = raw.ray_count ? numbers(raw.rays) : null, count = raw.parts.length;
  return {
    ...raw, count,
    pose: (frame, part) => { const at = (frame * count + part) * 3; return [poses[at], poses[at + 1], poses[at + 2]]; },
    ray: (frame, n) => { const at = (frame * raw.ray_count + n) * 3; return rays ? [rays[at], rays[at + 1], rays[at + 2]] : null; },
    head: Math.max(0, raw.parts.findIndex((part) => part.head)),
  };
}

export function outline(part, [x, y, angle]) {
  const c = Math.cos(angle), s = Math.sin(angle);
  return part.outline.map(([px, py]) => [x + c * px - s * py, y + s * px + c * py]);
}

export class Stage {
  constructor(canvas, height = null) {
    this.canvas = canvas; this.given = height; this.names = []; this.scale = 28; this.follow = true; this.lidar = false; this.left = -2; this.bottom = 0; this.land = null;
    canvas.className = "stage"; canvas.setAttribute("role", "img");
    this.resize();
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    this.width = this.canvas.clientWidth || 800;
    this.height = this.given ?? Math.round(Math.max(260, Math.min(620, 0.5 * innerHeight, 0.75 * this.width)));
    this.canvas.style.height = `${this.height}px`;
    this.canvas.width = Math.round(this.width * ratio); this.canvas.height = Math.round(this.height * ratio);
    this.pen = this.canvas.getContext("2d");
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  place([x, y]) { return [(x - this.left) * this.scale, this.height - (y - this.bottom) * this.scale]; }
  world(px, py) { return [px / this.scale + this.left, (this.height - py) / this.scale + this.bottom]; }

  look(x, y, parkour) {
    if (!this.follow) return;
    this.left = x - this.width / this.scale / 4;
    this.bottom = parkour ? y - this.height / this.scale / 2.2 : Math.min(0, y - 3.4) + 0;
  }

  polygon(points, fill, edge, alpha = 1) {
    if (points.length < 2) return;
    const pen = this.pen;
    pen.globalAlpha = alpha; pen.beginPath();
    points.forEach((p, i) => { const [x, y] = this.place(p); i ? pen.lineTo(x, y) : pen.moveTo(x, y); });
    pen.closePath();
    if (fill) { pen.fillStyle = fill; pen.fill(); }
    if (edge) { pen.strokeStyle = edge; pen.lineWidth = 1.4; pen.stroke(); }
    pen.globalAlpha = 1;
  }

  line(points, colour, width) {
    const pen = this.pen;
    pen.beginPath(); points.forEach((p, i) => { const [x, y] = this.place(p); i ? pen.lineTo(x, y) : pen.moveTo(x, y); });
    pen.strokeStyle = colour; pen.lineWidth = width; pen.stroke();
  }

  scenery(land) {
    const pen = this.pen, sky = pen.createLinearGradient(0, 0, 0, this.height);
    sky.addColorStop(0, "#9ec7de"); sky.addColorStop(1, "#f3eede");
    pen.fillStyle = sky; pen.fillRect(0, 0, this.width, this.height);
    if (!land) return;
    const low = this.bottom - 2, high = this.bottom + this.height / this.scale + 2, g = land.ground, c = land.ceiling;
    for (const [kind, points] of land.pieces) if (kind === CREEPER || kind === VINE) this.polygon(points, "#5c8c4c", "#3e683a");
    if (g.length) { this.polygon([...g, [g[g.length - 1][0], low], [g[0][0], low]], "#7c624a"); this.line(g, "#70964e", 4); }
    if (c && c.length) { this.polygon([...c, [c[c.length - 1][0], high], [c[0][0], high]], "#6c707c"); this.line(c, "#969aa4", 3); }
    if (land.water !== null && land.water !== undefined && land.water > low) {
      const [, y] = this.place([0, land.water]);
      pen.fillStyle = "rgba(66,132,186,.36)"; pen.fillRect(0, y, this.width, this.height - y);
    }
    for (const [kind, points] of land.pieces) if (kind === STUMP) this.polygon(points, "#9e744e", "#684a32");
    const y = g.length ? g.reduce((best, p) => (Math.abs(p[0] - land.finish) < Math.abs(best[0] - land.finish) ? p : best), g[0])[1] : 0;
    this.line([[land.finish, y], [land.finish, y + 1.7]], "#46403a", 2); this.polygon([[land.finish, y + 1.7], [land.finish, y + 1.1], [land.finish + 0.85, y + 1.4]], "#46966e");
  }

  body(film, frame, colour = 0, alpha = 1) {
    const at = Math.min(frame, film.frames - 1), head = film.pose(at, film.head);
    if (this.lidar && alpha === 1 && film.ray_count) for (let n = 0; n < film.ray_count; n += 1) {
      const [x, y, share] = film.ray(at, n);
      this.line([[head[0], head[1]], [head[0] + share * (x - head[0]), head[1] + share * (y - head[1])]], "rgba(214,64,69,.45)", 1);
    }
    film.parts.forEach((part, i) => { if (!part.head) this.polygon(outline(part, film.pose(at, i)), part.hand ? "#d64045" : BODY[colour % BODY.length] + "cc", "#2e3054", alpha); });
    const skull = film.parts[film.head];
    if (skull) this.polygon(outline(skull, head), BODY[colour % BODY.length], "#2e3054", alpha);
  }

  text(words) {
    const pen = this.pen;
    pen.font = "14px system-ui, sans-serif"; pen.fillStyle = "rgba(255,255,255,.75)";
    pen.fillRect(8, 8, pen.measureText(words).width + 16, 26); pen.fillStyle = "#16202a"; pen.fillText(words, 16, 26);
  }

  draw(actors, frame) {
    // actors: [{film, colour, alpha, name}], the first one is followed
    const first = actors[0];
    this.canvas.dataset.parkour = (first ? first.film.land : this.land)?.parkour ? "yes" : "no";
    if (!first) { this.scenery(this.land); return; }
    const at = Math.min(frame, first.film.frames - 1), [x, y] = first.film.pose(at, first.film.head);
    this.look(x, y, first.film.land.parkour);
    this.scenery(first.film.land);
    for (const actor of [...actors].reverse()) this.body(actor.film, frame, actor.colour, actor.alpha);
    const end = frame >= first.film.frames - 1 ? ` · ${{ fell: "fell", finish: "reached the end", limit: "time was up", died: "died", running: "ready" }[first.film.end] ?? first.film.end}` : "";
    this.canvas.setAttribute("aria-label", `Step ${at} of ${first.film.frames - 1}, return ${first.film.returns[at].toFixed(1)}`);
    this.text(`${first.named ? first.name + " · " : ""}step ${at} · return ${first.film.returns[at].toFixed(1)}${first.film.task && first.film.task.length < 4 && this.width > 560 ? " · " + first.film.task.map((v, n) => `${this.names[n] || "task"} ${Number(v).toFixed(2)}`).join(", ") : ""}${end}`);
  }
}

export class Windows {
  // One stage for all walkers, or a window of its own for each, side by side; the knobs of the stage hold for all.
  constructor(stage) { this.main = stage; this.apart = false; this.stages = []; this.place = document.createElement("div"); this.place.className = "windows"; stage.canvas.after(this.place); }
  get lidar() { return this.main.lidar; }
  set lidar(on) { this.main.lidar = on; this.stages.forEach((s) => { s.lidar = on; }); }
  get follow() { return this.main.follow; }
  set follow(on) { this.main.follow = on; this.stages.forEach((s) => { s.follow = on; }); }
  resize() { if (this.stages.length) this.stages.forEach((s) => s.resize()); else this.main.resize(); }
  arrange(count) {
    if (this.stages.length === count) return;
    this.main.canvas.hidden = count > 0;
    this.place.replaceChildren(...Array.from({ length: count }, (_, n) => { const canvas = document.createElement("canvas"); canvas.setAttribute("aria-label", `Walker ${n + 1}`); return canvas; }));
    this.stages = [...this.place.children].map((canvas) => { const made = new Stage(canvas, 300); made.scale = 20; made.lidar = this.lidar; made.follow = this.follow; return made; });
    if (!count) this.main.resize();
  }
  draw(actors, frame) {
    this.arrange(this.apart && actors.length > 1 ? actors.length : 0);
    if (this.stages.length) this.stages.forEach((stage, n) => stage.draw([{ ...actors[n], alpha: 1, named: actors[n].name }], frame)); else this.main.draw(actors, frame);
  }
}

export class Player {
  // Plays films at fifty steps a second, whatever the screen's own rate is.
  constructor(stage, changed = () => {}) { this.stage = stage; this.actors = []; this.frame = 0; this.speed = 1; this.playing = false; this.changed = changed; this.last = null; this.alive = true; requestAnimationFrame((t) => this.tick(t)); }
  get length() { return Math.max(1, ...this.actors.map((a) => a.film.frames)); }
  load(actors) { this.actors = actors; this.go(0); this.play(!calm()); }
  play(on) { this.playing = on; this.last = null; this.changed(this); }
  go(frame) { this.frame = Math.max(0, Math.min(this.length - 1, frame)); this.stage.draw(this.actors, Math.floor(this.frame)); this.changed(this); }
  stop() { this.alive = false; }
  tick(time) {
    if (!this.alive) return;
    if (this.playing && this.actors.length) {
      if (this.last !== null) { this.go(this.frame + ((time - this.last) / 1000) * 50 * this.speed); if (this.frame >= this.length - 1) this.play(false); }
      this.last = time;
    }
    requestAnimationFrame((t) => this.tick(t));
  }
}
