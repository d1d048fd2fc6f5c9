// Tape: any recorded instance, plain and as the learner saw it; filter, jump, ask what the learner knew.
import { ask, command, el, failure, show, site } from "../lib.js";
import { instanceMachine } from "../machine.js";
import { tapeLines } from "../tape.js";
import { wholeMachine } from "../whole.js";

export async function open(main, key, query) {
  const about = await ask(`runs/${key}`);
  let timer = null;
  let all = await ask(`runs/${key}/instances`, site.bundled ? {} : { task: query.task || "", solved: "" });
  const task = el("select", { "aria-label": "Task", onchange: () => again() }, el("option", { value: "" }, "all tasks"), all.names.map((name) => el("option", { value: name, selected: name === query.task }, name)));
  const how = el("select", { "aria-label": "Outcome", onchange: () => again() }, [["", "solved or not"], ["yes", "solved"], ["no", "not solved"]].map(([value, text]) => el("option", { value }, text)));
  const picker = el("select", { size: 12, "aria-label": "Instances", style: "width:100%", onchange: () => look(Number(picker.value)) });
  const view = el("div"), count = el("span", { class: "note", id: "count" });
  const earlier = el("button", { type: "button", id: "earlier", onclick: () => again(all.from) }, "◂ earlier"), latest = el("button", { type: "button", onclick: () => again() }, "latest");
  async function again(end) {
    // A static site has one list; the server chooses among half a million.
    if (!site.bundled) all = await ask(`runs/${key}/instances`, { task: task.value, solved: how.value, ...(end === undefined ? {} : { end }) });
    return list();
  }
  function list() {
    const places = all.serials.map((_, i) => i).filter((i) => (!task.value || all.tasks[i] === task.value) && (!how.value || all.solved[i] === (how.value === "yes")));
    count.textContent = places.length < all.found ? `${all.from + 1} to ${all.from + places.length} of ${all.found} instances` : `${places.length} of ${all.total} instances`;
    earlier.disabled = !all.from; latest.disabled = all.from + all.serials.length >= all.found;
    show(picker, places.map((i) => el("option", { value: String(all.serials[i]) }, `${all.serials[i]}  ${all.tasks[i]}  ${all.solved[i] ? "✓" : "✗"} ${all.reasons[i]}  ${all.steps[i]} steps`)));
    return places;
  }
  async function look(serial) {
    history.replaceState(null, "", `#/tape/${key}?serial=${serial}`);
    show(view, el("p", { class: "note" }, "Loading …"));
    try {
      const tape = await ask(`runs/${key}/tape`, { serial });
      const scrambled = tape.heard !== tape.heard_shown, wrong = tape.first_wrong;
      const width = Math.max(24, Math.min(120, Math.floor((main.clientWidth < 900 || !scrambled ? main.clientWidth : main.clientWidth / 2) / 9.2) - 12));
      const plain = el("div", { class: "tape", id: "plain" }, tapeLines(tape, width, "plain", 0, wrong)), shown = scrambled ? el("div", { class: "tape", id: "shown" }, tapeLines(tape, width, "shown", 0, wrong)) : null, known = el("div");
      const jump = el("button", { type: "button", id: "jump", disabled: wrong === null, onclick: () => [plain, shown].forEach((t) => t && t.querySelector(".mark")?.scrollIntoView({ block: "center" })) }, wrong === null ? "no wrong answer" : "First wrong answer");
      const step = el("input", { type: "number", min: 0, max: String(tape.heard.length - 1), value: String(wrong === null ? tape.heard.length - 1 : wrong), "aria-label": "Step of the instance", style: "width:7rem" });
      const knew = el("button", { type: "button", id: "knew", onclick: async () => {
        show(known, el("p", { class: "note" }, "The learner lives through the record once more …"));
        try { const found = await ask(`runs/${key}/beliefs`, { step: tape.start + Number(step.value) }); show(known, el("p", { class: "note" }, found.note), el("ul", { class: "believes" }, found.lines.map((text) => el("li", {}, text)))); } catch (error) { show(known, failure(error)); }
      } }, "What did the learner know at step");
      show(view, el("h2", {}, `Instance ${serial}: ${tape.task}, ${tape.heard.length} steps, ${tape.reason}`), el("div", { class: "row" }, jump, knew, step), el("div", { class: "cards" },
        el("section", { class: "card" }, el("h2", {}, "Plain"), plain), shown ? el("section", { class: "card" }, el("h2", {}, "As the learner saw it"), shown) : null), follow(tape), known, command(tape.command));
    } catch (error) { show(view, failure(error)); }
  }
  function follow(tape) {
    // The instance's machine, lit where it stood at a step of the tape.
    if (!tape.states?.length) return null;
    const [picture, light] = tape.goal > 60 ? [el("p", { class: "note" }, `${tape.goal} right answers in a row are too many to draw.`), () => {}] : instanceMachine(tape.goal), said = el("span", { class: "note", id: "moment" });
    const at = el("input", { type: "range", min: "0", max: String(tape.states.length - 1), value: "0", class: "grow", id: "moment-at", "aria-label": "Step of the instance", oninput: () => stand() });
    const stand = () => { const n = Number(at.value), [streak, turn] = tape.states[n], paid = tape.rewards[n]; light(streak, turn); stand.whole?.(tape.path[n] ?? null, n > 0); said.textContent = `step ${n}: heard ${JSON.stringify(tape.heard[n])}, said ${JSON.stringify(tape.said[n])}${paid ? `, ${paid > 0 ? "rewarded" : "punished"}` : ""}`; };
    const run = el("button", { type: "button", id: "moment-run", onclick: () => { clearInterval(timer); timer = setInterval(() => { if (Number(at.value) >= Number(at.max) || !at.isConnected) { clearInterval(timer); return; } at.value = String(Number(at.value) + 1); stand(); }, 120); } }, "Play");
    stand();
    const whole = el("div", {}, el("p", { class: "note" }, "Loading the machine …"));
    ask(`runs/${key}/whole`, { task: tape.task }).then((machine) => { const [node, light] = wholeMachine(machine); show(whole, node); stand.whole = light; stand(); }).catch((error) => show(whole, failure(error)));
    return [el("div", { class: "row" }, run, at, said), el("section", { class: "card" }, el("h2", {}, `The whole machine of ${tape.task}`), whole), el("section", { class: "card" }, el("h2", {}, "The dialogue of this instance"), el("div", { class: "follow" }, picture))];
  }
  show(main, el("h1", {}, about.summary.name), el("p", {}, el("a", { href: `#/run/${key}` }, "to the run")), el("div", { class: "row" }, task, how, earlier, latest, count), picker, view);
  const places = list();
  const serial = query.serial !== undefined ? Number(query.serial) : places.length ? all.serials[places[places.length - 1]] : null;
  if (serial !== null) { picker.value = String(serial); await look(serial); }
  return () => clearInterval(timer);
}
