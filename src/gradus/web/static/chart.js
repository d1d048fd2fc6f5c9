// Charts: Plotly as its Python package ships it, loaded when first needed, in the colours of the page.

let loading = null;
function plotly() {
  loading = loading || new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "plotly.js";
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => reject(new Error("Charts need the package plotly: pip install 'gradus[web]'."));
    document.head.append(script);
  });
  return loading;
}

// Safe for the colour-blind (Okabe and Ito), and told apart by dashes and marks as well.
// The palette has them for light and for dark paper.
export const COLOURS = [];
function recolour() {
  const style = getComputedStyle(document.documentElement);
  COLOURS.splice(0, COLOURS.length, ...[1, 6, 3, 4, 2, 5].map((n) => style.getPropertyValue(`--c${n}`).trim()), "#999999");
}
recolour();
new MutationObserver(recolour).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
export const DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot"];

export const soft = () => getComputedStyle(document.documentElement).getPropertyValue("--soft");
export const ink = () => getComputedStyle(document.documentElement).getPropertyValue("--ink");

const TICKS = Array.from({ length: 12 }, (_, k) => [1, 2, 5].map((n) => n * 10 ** (k - 4))).flat();
const words = (v) => (v >= 1e6 ? `${v / 1e6} M` : v >= 1e3 ? `${v / 1e3} k` : String(Number(v.toPrecision(1))));
// Plotly writes 2 to 9 under every power of ten; 1, 2 and 5 with their noughts are read at once.
const logarithmic = (given = {}) => (given.type === "log" && !given.tickvals ? { ...given, tickvals: TICKS, ticktext: TICKS.map(words) } : given);

// Plotly reads <b> and <a> in every text; names come from strangers, so a sign stays a sign.
const signs = (value) => (typeof value === "string" ? value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;") : Array.isArray(value) ? value.map(signs) : value);
const WORDS = ["name", "text", "hovertext", "ticktext", "categoryarray", "title"];
function plain(about) {
  const made = { ...about };
  for (const key of WORDS) if (key in made) made[key] = signs(made[key]);
  for (const key of ["x", "y"]) if (Array.isArray(made[key]) && made[key].some((v) => typeof v === "string")) made[key] = signs(made[key]);
  return made;
}

export async function chart(place, traces, layout = {}, click = null) {
  const tool = await plotly();
  const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue("--ink"), line = style.getPropertyValue("--line");
  const named = (given = {}) => (typeof given.title === "string" ? { ...given, title: { text: given.title } } : given);
  const axis = { gridcolor: line, zerolinecolor: line, linecolor: line, automargin: true };
  const whole = {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: ink, size: 13 }, margin: { l: 50, r: 12, t: 12, b: 44 },
    legend: { orientation: "h", y: 1.02, yanchor: "bottom" }, hovermode: "closest", modebar: { bgcolor: "rgba(0,0,0,0)", color: line, activecolor: ink }, ...layout,
    xaxis: { ...axis, ...logarithmic(named(plain(layout.xaxis))) }, yaxis: { ...axis, ...logarithmic(named(plain(layout.yaxis))) },
  };
  await tool.react(place, traces.map(plain), whole, { displaylogo: false, responsive: true, displayModeBar: innerWidth > 640 && matchMedia("(hover: hover)").matches ? "hover" : false });
  place.setAttribute("role", "img");
  if (layout.says) place.setAttribute("aria-label", layout.says);
  if (click && !place.dataset.clicks) {
    place.dataset.clicks = "yes";
    place.on("plotly_click", (event) => click(event.points[0]));
  }
}
