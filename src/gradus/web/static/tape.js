// The tape of an instance: three rows, what the world said, what the learner said, what that earned.
import { el } from "./lib.js";

const visible = (text) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, "·");

export function tapeLines(tape, width, kind, lastLines = 0, markAt = null) {
  const heard = visible(kind === "shown" ? tape.heard_shown : tape.heard), said = visible(kind === "shown" ? tape.said_shown : tape.said), lines = [];
  const total = Math.ceil(heard.length / width), from = lastLines < 0 ? Math.max(0, total + lastLines) : 0;
  for (let n = from; n < total; n += 1) {
    const start = n * width, end = Math.min(heard.length, start + width), marks = el("span");
    for (let i = start; i < end; i += 1) {
      const reward = tape.rewards[i];
      marks.append(reward > 0 ? el("span", { class: "plus" }, "+") : reward < 0 ? el("span", { class: "minus" }, "-") : " ");
    }
    const row = (label, text) => {
      const line = el("div", {}, el("span", { class: "label" }, label));
      if (markAt !== null && markAt >= start && markAt < end) line.append(text.slice(0, markAt - start), el("span", { class: "mark" }, text[markAt - start]), text.slice(markAt - start + 1));
      else line.append(text);
      return line;
    };
    lines.push(el("div", { class: "lines", "data-start": start }, row("In  |", heard.slice(start, end)), row("Out |", said.slice(start, end)), el("div", {}, el("span", { class: "label" }, "Rew |"), marks)));
  }
  return lines;
}
