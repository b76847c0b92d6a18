// The page of measurements: plots side by side, one legend if they have the same lines, then tables.
const benchLine = line => ({name: line.name, colour: colours[line.colour % colours.length], dash: line.dashed ? "5 4" : null});
function benchPlot(one, isNamed) {
  const all = one.series.flatMap(line => line.points), ys = all.map(point => point[1]).filter(value => value > 0), xs = all.map(point => point[0]);
  if (!ys.length) return "";
  const series = one.series.map(line => ({...benchLine(line),
    points: line.points.map(([x, y]) => [x, y, `${line.name}, ${one.x} = ${x}: ${brief(y)} ${one.y}`])}));
  const isWide = values => Math.max(...values) > 20 * Math.min(...values);
  return plot({wide: 325, title: one.title, x: one.x, y: one.y, series, isLog: isWide(ys), isLogX: Math.min(...xs) > 0 && isWide(xs), hasLegend: isNamed});
}

function benchTable(table) {
  const [head, ...rows] = table.rows, kind = at => ({class: at ? "number" : null});
  return h("section", {"aria-label": table.title}, h("h2", {}, table.title), h("div", {class: "scroll", tabindex: "0"}, h("table", {class: "wide"}, h("thead", {}, h("tr", {}, head.map((name, at) => h("th", kind(at), name)))),
    h("tbody", {}, rows.map(row => h("tr", {}, row.map((cell, at) => h("td", kind(at), cell))))))));
}

(function () {
  const data = JSON.parse(document.getElementById("data").textContent), longest = data.plots.reduce((best, one) => one.series.length > best.length ? one.series : best, []);
  const isShared = data.plots.length > 1 && data.plots.every(one => one.series.every(line => longest.some(its => its.name === line.name)));
  replace(document.getElementById("main"), h("section", {"aria-label": "about"}, h("h1", {}, data.title), data.about.map(line => h("p", {class: "dim"}, line))),
    data.plots.length ? section("cost", "Cost", isShared ? legend(longest.map(benchLine)) : "", h("div", {class: "plots"}, data.plots.map(one => benchPlot(one, !isShared)))) : "",
    data.tables.map(benchTable), section("repeat", "How to repeat it", h("pre", {}, data.command)));
})();
