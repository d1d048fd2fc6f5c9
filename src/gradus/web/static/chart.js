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
export const COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999999", "#F0E442"];
export const DASHES = ["solid", "dash", "dot", "dashdot", "longdash", "longdashdot"];

export const ink = () => getComputedStyle(document.documentElement).getPropertyValue("--ink");

export async function chart(place, traces, layout = {}, click = null) {
  const tool = await plotly();
  const style = getComputedStyle(document.documentElement), ink = style.getPropertyValue("--ink"), line = style.getPropertyValue("--line");
  const named = (given = {}) => (typeof given.title === "string" ? { ...given, title: { text: given.title } } : given);
  const axis = { gridcolor: line, zerolinecolor: line, linecolor: line, automargin: true };
  const whole = {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: ink, size: 13 }, margin: { l: 50, r: 12, t: 12, b: 44 },
    legend: { orientation: "h", y: 1.02, yanchor: "bottom" }, hovermode: "closest", modebar: { bgcolor: "rgba(0,0,0,0)", color: line, activecolor: ink }, ...layout,
    xaxis: { ...axis, ...named(layout.xaxis) }, yaxis: { ...axis, ...named(layout.yaxis) },
  };
  await tool.react(place, traces, whole, { displaylogo: false, responsive: true, displayModeBar: innerWidth > 640 && matchMedia("(hover: hover)").matches ? "hover" : false });
  place.setAttribute("role", "img");
  if (layout.says) place.setAttribute("aria-label", layout.says);
  if (click && !place.dataset.clicks) {
    place.dataset.clicks = "yes";
    place.on("plotly_click", (event) => click(event.points[0]));
  }
}
