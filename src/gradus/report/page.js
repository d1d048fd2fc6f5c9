// A reader who likes the dark gets the dark dress.
const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => (document.documentElement.dataset.theme = dark.matches ? "dark" : "light");
dark.addEventListener("change", dress);
dress();

// Paper is white, and shows everything that a click would open.
addEventListener("beforeprint", () => {
  document.documentElement.dataset.theme = "light";
  document.querySelectorAll("details").forEach((part) => (part.open = true));
});
addEventListener("afterprint", dress);

// A click on a heading sorts its table by that column, a second one the other way round; empty cells stay last.
addEventListener("click", (event) => {
  const heading = event.target.closest("th");
  if (!heading) return;
  const up = heading.getAttribute("aria-sort") !== "ascending";
  heading.parentNode.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
  heading.setAttribute("aria-sort", up ? "ascending" : "descending");
  const key = (row) => row.cells[heading.cellIndex].textContent.replaceAll(",", "");
  const compare = (a, b) => {
    if (a === "\u2013" || b === "\u2013") return (a === "\u2013") - (b === "\u2013");
    const order = isNaN(a) || isNaN(b) ? a.localeCompare(b, "en", { numeric: true }) : a - b;
    return up ? order : -order;
  };
  const body = heading.closest("table").tBodies[0];
  [...body.rows].sort((a, b) => compare(key(a), key(b))).forEach((row) => body.append(row));
});
