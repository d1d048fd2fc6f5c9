// Play: be the learner, alone or in a race with the gradual learner on the same seed.
import { ask, command, el, failure, show, tile } from "../lib.js";
import { instanceMachine } from "../machine.js";
import { tapeLines } from "../tape.js";
import { wholeMachine } from "../whole.js";

export async function open(main, _key, query = {}) {
  const choices = await ask("choices");
  const curriculum = el("select", { "aria-label": "Curriculum" }, choices.curricula.map((name) => el("option", { value: name, selected: name === "round1" }, name)));
  curriculum.append(el("optgroup", { label: "one small task, whose whole machine is drawn" }, (choices.small || []).map((name) => el("option", { value: `small:${name}` }, `small ${name}`))));
  if (query.small) curriculum.value = `small:${query.small}`;
  const seed = el("input", { type: "number", min: "0", value: "0", style: "width:6rem", "aria-label": "Seed" }), scramble = el("input", { type: "checkbox" }), race = el("input", { type: "checkbox", id: "race" });
  const small = () => curriculum.value.startsWith("small:");
  const at = el("input", { type: "checkbox", id: "at-once" });
  const begin = el("button", { type: "button", class: "primary", id: "begin", onclick: () => start() }, "Begin"), stop = el("button", { type: "button", id: "stop", disabled: true, onclick: () => socket?.send('{"stop":1}') }, "Stop");
  const tiles = el("div", { class: "tiles" }), mine = el("div", { class: "tape", id: "mine", tabIndex: 0, "aria-label": "Your tape" }), theirs = el("div", { class: "tape", id: "theirs" }), note = el("div", { role: "status" }), keys = el("div", { class: "keys" });
  const hint = (level, text) => el("button", { type: "button", onclick: () => socket?.send(JSON.stringify({ hint: level })) }, text);
  const typed = el("input", { type: "text", id: "typed", placeholder: "type, Enter says it", class: "grow", title: "Enter says it; an empty Enter is one silence", autocomplete: "off", "aria-label": "What you say" });
  const wait = el("button", { type: "button", id: "wait", onclick: () => listen() }, "Listen until it is silent");
  const place = el("div", { class: "follow", id: "machine-of" }), whole = el("div"), line = el("div");
  const secret = el("details", { id: "secret", class: "card", hidden: true, ontoggle: () => { if (secret.open) socket?.send('{"machine":1}'); } }, el("summary", {}, "The whole machine of this task, your state lit (it gives the task away)"), whole);
  const rivalCard = el("section", { class: "card", hidden: true }, el("h2", {}, "The gradual learner"), theirs);
  show(main, el("h1", {}, "Play the stream"), el("p", { class: "note" }, "The world says one character a step, you say one. A plus is a reward, a minus a punishment. Nobody tells you the task: find out what pays. An empty Enter is silence; “each key at once” says every key as you press it."),
    el("div", { class: "row" }, curriculum, el("label", {}, "seed", seed), el("label", {}, scramble, "scrambled"), el("label", {}, race, "race the gradual learner"), begin, stop), tiles,
    el("div", { class: "cards" }, el("section", { class: "card" }, el("h2", {}, "You"), mine, el("div", { class: "row" }, typed, el("button", { type: "button", class: "primary", id: "say", onclick: () => sayTyped() }, "Say"), wait, el("label", {}, at, "each key at once"), hint(1, "Hint"), hint(2, "What to say")), keys, note), rivalCard), place, secret, line);
  const tell = () => show(line, small() ? command(`gradus draw ${curriculum.value.slice(6)} -o machine.svg`, "its machine; the small variant is played on this page only") : command(`gradus play --curriculum ${curriculum.value} --seed ${seed.value}${scramble.checked ? " --scramble" : ""}`));
  [curriculum, seed, scramble].forEach((part) => part.addEventListener("change", tell));
  tell();
  let machine = null, goal = 0, stand = null, latest = null;
  function light(message) {
    // While a person plays, the state of the running instance is lit.
    if (!message.turn || !message.goal || message.goal > 60) { show(place); machine = null; return; }
    if (!machine || goal !== message.goal) { goal = message.goal; machine = instanceMachine(goal); show(place, el("h2", {}, "The dialogue of this instance"), machine[0]); }
    machine[1](message.streak, message.turn);
  }
  let socket = null, tape = null, rival = null, silence = " ", listening = 0;
  const width = () => Math.max(20, Math.min(70, Math.floor(mine.clientWidth / 9.3) - 8));
  const send = (text) => { if (socket && socket.readyState === 1) { for (const letter of text) tape.said += letter; socket.send(JSON.stringify({ say: text })); } };
  const sayTyped = () => { const text = typed.value; typed.value = ""; send(text === "" ? silence : text); typed.focus(); };
  const listen = () => { listening = 400; send(silence); };
  typed.onkeydown = (event) => {
    if (event.key === "Enter") { sayTyped(); return; }
    if (at.checked && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); send(event.key === " " ? silence : event.key); }
  };
  typed.oninput = () => { if (at.checked && typed.value) { send(typed.value); typed.value = ""; } }; // keyboards of telephones
  function start() {
    socket?.close();
    tape = { heard: "", said: "", rewards: [] }; rival = { heard: "", said: "", rewards: [] };
    rivalCard.hidden = !race.checked;
    socket = new WebSocket(`ws://${location.host}/ws/play`);
    socket.onopen = () => socket.send(JSON.stringify({ open: { ...(curriculum.value.startsWith("small:") ? { small: curriculum.value.slice(6) } : { curriculum: curriculum.value }), seed: Number(seed.value), scramble: scramble.checked, race: race.checked } }));
    socket.onclose = () => { stop.disabled = true; };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    stop.disabled = false; show(note); show(whole); show(keys); before = null; stand = null; secret.open = false; secret.hidden = false; typed.focus();
  }
  let waiting = false, before = null;
  function celebrate(message, score) {
    // A reward lights up; an instance that is solved and a task that is passed are said, too.
    if (message.reward > 0) score.classList.add("hurray");
    if (before && message.passed > before.passed) show(note, el("p", { class: "cheer hurray", id: "cheer" }, `★ Task passed: ${message.needed} instances in a row! A new one begins.`));
    else if (before && message.solved > before.solved) show(note, el("p", { class: "cheer hurray", id: "cheer" }, `✓ Instance solved${message.in_a_row ? `, ${message.in_a_row} of ${message.needed} in a row` : ""}. What it asked of you may change now.`));
    else if (before && message.instance > before.instance) show(note, el("p", { class: "note" }, "The instance ended without being solved; a new one begins."));
    before = message;
  }
  function paint() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      const padded = { ...tape, said: tape.said.slice(0, Math.max(0, tape.heard.length - 1)).padEnd(Math.max(0, tape.heard.length - 1), silence) + "_" };
      show(mine, tapeLines(padded, width(), "plain", -8));
      if (race.checked) show(theirs, tapeLines(rival, width(), "plain", -8));
    });
  }
  async function ended(message) {
    stop.disabled = true;
    const mine = message.record ? (await ask("runs").catch(() => [])).find((row) => row.name === message.record || row.name.endsWith(`/${message.record}`)) : null;
    const theirs = before?.rival ? ` The gradual learner had +${before.rival.gained} −${before.rival.lost} after as many steps, you +${before.gained} −${before.lost}.` : "";
    show(note, el("p", { id: "ended" }, `${message.tasks_passed} tasks passed in ${message.steps} steps.${theirs}${message.record ? ` Recorded as ${message.record}. ` : " Not recorded: the server is read-only."}`, mine ? el("a", { href: `#/tape/${mine.id}`, id: "examine" }, "Look at your tapes") : null));
  }
  function hear(message) {
    if (message.kind === "open") { silence = message.silence; return; }
    if (message.kind === "error") { show(note, failure(new Error(message.text))); return; }
    if (message.kind === "machine") { const [node, light] = wholeMachine(message); show(whole, node); stand = light; stand(latest, false); return; }
    if (message.kind === "hint") { show(note, el("p", { class: "note", id: "hint" }, message.text)); return; }
    if (message.kind === "end") { ended(message); return; }
    if (tape.heard) tape.rewards.push(message.reward);
    tape.heard += message.heard;
    if (message.rival) { rival.heard += message.rival.heard; rival.said += message.rival.said; rival.rewards.push(message.rival.reward); }
    const score = tile(`+${message.gained} −${message.lost}`, "rewards", "score");
    show(tiles, score, tile(`${message.streak} of ${message.goal}`, "right in a row", "streak"), tile(`${message.in_a_row} of ${message.needed}`, "instances in a row"), tile(message.instance, "instance"), tile(message.passed, "tasks passed"), tile(message.steps, "steps", "played"), message.rival ? tile(`+${message.rival.gained} −${message.rival.lost}`, "the rival's rewards", "rival") : null);
    light(message);
    latest = message.state;
    stand?.(latest);
    celebrate(message, score);
    if (listening > 0) { listening -= 1; if (message.heard !== silence && listening) send(silence); else listening = 0; }
    const known = [...new Set(tape.heard)].sort();
    if (keys.childElementCount !== known.length) show(keys, known.map((letter) => el("button", { type: "button", "aria-label": `say ${letter === silence ? "silence" : letter}`, onclick: () => send(letter) }, letter === silence ? "␣" : letter)));
    paint();
  }
  return () => socket?.close();
}
