// The frame of the page: addresses like #/tape/ID?serial=3 choose a module of pages/ and hand it a place to draw in.
import { el, failure, show, site } from "./lib.js";

const PAGES = [
  ["runs", "Runs"], ["theatre", "Theatre"], ["workshop", "Workshop"], ["play", "Play"], ["compare", "Compare"], ["complexity", "Complexity"],
];
const INNER = ["run", "map", "tape", "exam"];
const main = document.getElementById("main");
let leave = () => {}, turn = 0;

function theme(wanted) {
  document.documentElement.dataset.theme = wanted;
  try { localStorage.setItem("theme", wanted); } catch { /* a browser without storage forgets */ }
}
let stored = null;
try { stored = localStorage.getItem("theme"); } catch { /* as above */ }
theme(stored || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
document.getElementById("theme").addEventListener("click", () => { theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"); route(); });

async function route() {
  const [path, query] = (location.hash.slice(2) || "runs").split("?");
  const [page, key] = path.split("/");
  const known = PAGES.some(([name]) => name === page) || INNER.includes(page);
  show(document.getElementById("nav"), PAGES.filter(([name]) => !site.bundled || !["workshop", "play"].includes(name)).map(([name, title]) =>
    el("a", { href: `#/${name}`, "aria-current": name === page ? "page" : null, class: name === "runs" && INNER.includes(page) ? "near-by" : null }, title)));
  leave();
  leave = () => {};
  // Each page draws in a place of its own: one that is left while it loads must not draw over the next.
  const mine = ++turn, place = el("div", { class: "page" }, el("p", { class: "note" }, "Loading …"));
  show(main, place);
  let ending = null;
  try {
    if (!known) throw new Error("There is no such page.");
    const module = await import(`./pages/${page}.js`);
    ending = await module.open(place, key, Object.fromEntries(new URLSearchParams(query || "")));
  } catch (error) {
    show(place, failure(error));
  }
  if (mine !== turn) { if (ending) ending(); return; }
  leave = ending || leave;
  document.body.dataset.ready = page;
}

show(document.getElementById("foot"), site.bundled ? "A static copy made by gradus web --bundle." : "Served on this machine only; runs are read, never changed.");
addEventListener("hashchange", route);
route();
