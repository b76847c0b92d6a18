// The page of many checks: a table and what they cost, then the first violation.
function sweepPlots(sweep) {
  const last = sweep.columns.length - 1;
  if (last < 0) return [];
  const groups = new Map();
  for (const row of sweep.rows) {
    const x = Number(row.values[last]);
    if (row.verdict === "left out" || row.verdict === "waiting" || row.verdict === "error" || !Number.isFinite(x)) continue;
    const name = [sweep.has_files ? row.file.replace(/^.*\//, "") : "", ...sweep.columns.slice(0, -1).map((column, at) => `${column}=${row.values[at]}`)].filter(Boolean).join(" ") || "states";
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push([x, row]);
  }
  const draw = (title, y, value, text) => {
    const series = [...groups].map(([name, rows], at) => ({name, colour: colours[at % colours.length], points: rows.map(([x, row]) => [x, value(row), `${name} ${sweep.columns[last]}=${x}: ${text(value(row))}${row.complete ? "" : " (not complete)"}`])}));
    const all = series.flatMap(one => one.points.map(point => point[1])).filter(one => one > 0);
    return all.length ? plot({wide: 325, title, x: sweep.columns[last], y, series, isLog: Math.max(...all) > 50 * Math.min(...all)}) : "";
  };
  const slowest = Math.max(...[...groups.values()].flat().map(([, row]) => row.seconds));
  const drawTime = () => slowest < 0.1 ? draw("Time", "milliseconds", row => row.seconds * 1000, value => value.toFixed(1) + " ms") : draw("Time", "seconds", row => row.seconds, seconds);
  if (![...groups.values()].some(rows => rows.length > 1)) return [];
  return [draw("States", "states", row => row.states, value => counted(value, "state")), drawTime(), draw("Memory", "MB", row => row.bytes / (1 << 20), value => value.toFixed(1) + " MB")];
}

function sweepSections(sweep) {
  const verdicts = new Map();
  for (const row of sweep.rows) verdicts.set(row.verdict, (verdicts.get(row.verdict) || 0) + 1);
  const worst = ["error", "violated", "unknown", "holds"].find(name => verdicts.has(name)) || "unknown";
  return [
    h("section", {"aria-label": "verdict"}, h("div", {class: "top"}, h("span", {class: "badge " + worst}, worst.toUpperCase()), h("h1", {}, counted(sweep.rows.length, "run") + (sweep.has_files ? "" : " of " + (sweep.rows[0] || {}).file))),
      h("p", {class: "dim"}, [...verdicts].map(([name, number]) => `${count(number)} ${name === "holds" && number !== 1 ? "hold" : name}`).join(", "))),
    section("cost", "Cost", sweepPlots(sweep).length ? h("div", {class: "plots"}, sweepPlots(sweep)) : h("p", {class: "dim"}, "There is no constant with several numbers to draw over.")),
    section("runs", "Runs", h("div", {class: "scroll", tabindex: "0"}, h("table", {class: "wide"}, h("thead", {}, h("tr", {}, sweep.has_files ? h("th", {}, "model") : "", sweep.columns.map(name => h("th", {}, name)), h("th", {}, "verdict"), ["states", "seconds", "memory"].map(name => h("th", {class: "number"}, name)), h("th", {}, ""))),
      h("tbody", {}, sweep.rows.map(row => h("tr", {}, sweep.has_files ? h("td", {}, row.file) : "", row.values.map(value => h("td", {}, value)), h("td", {}, h("span", {class: "word " + row.verdict}, row.verdict.toUpperCase())),
        row.verdict === "left out" ? [h("td"), h("td"), h("td")] : [h("td", {class: "number"}, count(row.states)), h("td", {class: "number"}, row.seconds.toFixed(2)), h("td", {class: "number"}, bytes(row.bytes))], h("td", {class: "dim reason"}, row.unmet || row.reason || "")))))))];
}

(function () {
  const all = JSON.parse(document.getElementById("data").textContent), main = document.getElementById("main");
  const parts = all.sweep ? sweepSections(all.sweep) : [];
  if (all.check) parts.push(all.sweep ? h("h2", {style: "margin: 26px 0 0"}, "The first violation") : "", ...checkSections(all.check));
  parts.push(repeatSection(all));
  replace(main, parts);
})();
