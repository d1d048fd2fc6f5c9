// Tape: any recorded instance, plain and as the learner saw it; filter, search, jump, ask what the learner knew.
import { ask, command, el, failure, show, site } from "../lib.js";
import { instanceMachine } from "../machine.js";
import { tapeLines } from "../tape.js";
import { wholeMachine } from "../whole.js";

export async function open(main, key, query) {
  const about = await ask(`runs/${key}`);
  let timer = null;
  let all = await ask(`runs/${key}/instances`, site.bundled ? {} : { task: query.task || "", solved: "" });
  const task = el("select", { "aria-label": "Task", id: "task", onchange: () => again() }, el("option", { value: "" }, "all tasks"), all.names.map((name) => el("option", { value: name, selected: name === query.task }, name)));
  const how = el("select", { "aria-label": "Outcome", id: "how", onchange: () => again() }, [["", "solved or failed"], ["yes", "solved"], ["no", "failed"]].map(([value, text]) => el("option", { value }, text)));
  const picker = el("select", { size: 14, "aria-label": "Instances", class: "picker", id: "picker", onchange: () => look(Number(picker.value)) });
  const words = el("input", { type: "search", placeholder: "find text", "aria-label": "Find instances in which this was said", id: "find", style: "width:9rem", hidden: site.bundled, onchange: () => again() });
  const view = el("div", { class: "view" }), count = el("p", { class: "note", id: "count", role: "status" });
  const earlier = el("button", { type: "button", id: "earlier", onclick: () => again(all.from) }, "◂ earlier"), latest = el("button", { type: "button", onclick: () => again() }, "latest");
  const step = (by) => { const at = picker.selectedIndex + by; if (at >= 0 && at < picker.options.length) { picker.selectedIndex = at; look(Number(picker.value)); } };
  async function again(end) {
    // A static site has one list; the server chooses among half a million.
    try { if (!site.bundled) all = await ask(`runs/${key}/instances`, { task: task.value, solved: how.value, ...(words.value ? { text: words.value } : {}), ...(end === undefined ? {} : { end }) }); } catch (error) { show(count, failure(error)); return []; }
    return list();
  }
  function list() {
    const places = all.serials.map((_, i) => i).filter((i) => (!task.value || all.tasks[i] === task.value) && (!how.value || all.solved[i] === (how.value === "yes")));
    count.textContent = places.length < all.found ? `${all.from + 1} to ${all.from + places.length} of ${all.found} instances` : `${places.length} of ${all.total} instances`;
    earlier.disabled = !all.from; latest.disabled = all.from + all.serials.length >= all.found;
    show(picker, places.map((i) => el("option", { value: String(all.serials[i]) }, `${all.serials[i]}  ${all.tasks[i]}  ${all.solved[i] ? "✓" : "✗"} ${all.reasons[i]}  ${all.steps[i]} steps`)));
    picker.size = Math.max(4, Math.min(14, places.length));
    return places;
  }
  async function look(serial) {
    history.replaceState(null, "", `#/tape/${key}?serial=${serial}${task.value ? `&task=${encodeURIComponent(task.value)}` : ""}`);
    clearInterval(timer);
    show(view, el("p", { class: "note" }, "Loading …"));
    try { shown(serial, await ask(`runs/${key}/tape`, { serial })); } catch (error) { show(view, failure(error)); }
  }
  function shown(serial, tape) {
    const scrambled = tape.heard !== tape.heard_shown, wrong = tape.first_wrong, room = view.clientWidth || main.clientWidth;
    const width = Math.max(20, Math.min(120, Math.floor((room < 900 || !scrambled ? room : room / 2) / 9.2) - 10));
    const plain = el("div", { class: "tape", id: "plain" }, tapeLines(tape, width, "plain", 0, wrong)), other = scrambled ? el("div", { class: "tape", id: "shown" }, tapeLines(tape, width, "shown", 0, wrong)) : null, known = el("div", { id: "known" });
    const jump = el("button", { type: "button", id: "jump", disabled: wrong === null, onclick: () => { [plain, other].forEach((t) => t?.querySelector(".mark")?.scrollIntoView({ block: "center" })); const at = view.querySelector("#moment-at"); if (at) { at.value = String(wrong); at.dispatchEvent(new Event("input")); } } }, wrong === null ? "no wrong answer" : `First wrong answer (step ${wrong})`);
    const when = el("input", { type: "number", min: 0, max: String(tape.heard.length - 1), value: String(wrong === null ? tape.heard.length - 1 : wrong), "aria-label": "Step of the instance", id: "when", style: "width:6rem" });
    const knew = el("button", { type: "button", id: "knew", onclick: async () => {
      show(known, el("p", { class: "note" }, "The learner lives through the record once more …"));
      try { const found = await ask(`runs/${key}/beliefs`, { step: tape.start + Number(when.value) }); show(known, el("section", { class: "card" }, el("h2", {}, "What the learner knew"), el("p", { class: "note" }, found.note), el("ul", { class: "believes" }, found.lines.map((text) => el("li", {}, text))))); } catch (error) { show(known, failure(error)); }
    } }, "What did the learner know?");
    show(view, el("div", { class: "row" }, el("h2", {}, `Instance ${serial}: ${tape.task}, ${tape.heard.length} steps, ${tape.reason}`), el("button", { type: "button", "aria-label": "The instance before", onclick: () => step(-1) }, "◂"), el("button", { type: "button", "aria-label": "The next instance", onclick: () => step(1) }, "▸")), el("div", { class: "row" }, jump, site.bundled ? null : [el("label", {}, "at step", when), knew]), known, el("div", { class: "cards" },
      el("section", { class: "card" }, el("h2", {}, "Plain"), plain), other ? el("section", { class: "card" }, el("h2", {}, "As the learner saw it"), other) : null), command(tape.command), follow(tape, when));
  }
  function follow(tape, when) {
    // The instance's machine, lit where it stood at a step of the tape.
    if (!tape.states?.length) return null;
    const [picture, light] = tape.goal > 60 ? [el("p", { class: "note" }, `${tape.goal} right answers in a row are too many to draw.`), () => {}] : instanceMachine(tape.goal), said = el("span", { class: "note", id: "moment", role: "status" });
    const at = el("input", { type: "range", min: "0", max: String(tape.states.length - 1), value: "0", class: "grow", id: "moment-at", "aria-label": "Step of the instance", oninput: () => stand() });
    const stand = () => { const n = Number(at.value), [streak, turn] = tape.states[n], paid = tape.rewards[n]; light(streak, turn); stand.whole?.(tape.path?.[n] ?? null, n > 0); when.value = String(n); said.textContent = `step ${n}: heard ${JSON.stringify(tape.heard[n])}, said ${JSON.stringify(tape.said[n])}${paid ? `, ${paid > 0 ? "rewarded" : "punished"}` : ""}`; };
    const pause = () => { clearInterval(timer); timer = null; run.textContent = "Play"; };
    const run = el("button", { type: "button", id: "moment-run", class: "primary", onclick: () => { if (timer) { pause(); return; } if (Number(at.value) >= Number(at.max)) at.value = "0"; run.textContent = "Pause"; timer = setInterval(() => { if (Number(at.value) >= Number(at.max) || !at.isConnected) { pause(); return; } at.value = String(Number(at.value) + 1); stand(); }, 120); } }, "Play");
    const first = when.value;
    stand();
    when.value = first;
    const whole = el("div", {}, el("p", { class: "note" }, "Loading the machine …"));
    ask(`runs/${key}/whole`, { task: tape.task }).then(async (machine) => { if (machine.states && !tape.path) tape.path = await ask(`runs/${key}/path`, { serial: tape.serial }); const [node, light] = wholeMachine(machine); show(whole, node); stand.whole = light; const kept = when.value; stand(); when.value = kept; }).catch((error) => show(whole, failure(error)));
    return [el("h2", {}, "Step by step"), el("div", { class: "row" }, run, at, said), el("section", { class: "card" }, el("h2", {}, "The dialogue of this instance"), el("div", { class: "follow" }, picture)), el("section", { class: "card" }, el("h2", {}, `The whole machine of ${tape.task}`), whole)];
  }
  show(main, el("h1", {}, `Tapes: ${about.summary.name}`), el("div", { class: "split" }, el("div", { class: "side" }, el("div", { class: "row" }, el("a", { class: "button", href: `#/run/${key}` }, "To the run"), task, how, words), picker, el("div", { class: "row" }, earlier, latest), count), view));
  const places = list();
  const serial = query.serial !== undefined ? Number(query.serial) : places.length ? all.serials[places[places.length - 1]] : null;
  if (serial !== null) { picker.value = String(serial); await look(serial); } else show(view, el("p", { class: "note" }, "No instance has ended yet."));
  return () => clearInterval(timer);
}
