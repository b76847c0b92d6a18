// Plots: points joined by lines, or bars; on a logarithmic scale where figures differ a lot.
function ticks(low, high, isLog) {
  const found = [];
  if (isLog) {
    const every = Math.max(1, Math.ceil((Math.log10(high) - Math.log10(low)) / 6));
    for (let power = Math.ceil(Math.log10(low) - 1e-9); power <= Math.log10(high) + 1e-9; power += every) found.push(10 ** power);
    return found.length > 1 ? found : [low, high];
  }
  const raw = (high - low) / 5 || 1, base = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map(one => one * base).find(one => one >= raw);
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) found.push(+at.toPrecision(12));
  return found;
}

function brief(number) {
  for (const [unit, name] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]) if (Math.abs(number) >= unit) return +(number / unit).toPrecision(3) + name;
  return String(+number.toPrecision(3));
}

function legend(series) {
  const mark = one => one.dash ? `background: repeating-linear-gradient(90deg, var(${one.colour}) 0 4px, transparent 4px 7px)` : `background: var(${one.colour})`;
  return h("div", {class: "legend"}, series.map(one => h("span", {}, h("i", {style: mark(one) + (one.dash === undefined ? "" : "; width: 22px; height: 3px; vertical-align: middle")}), one.name)));
}

// series: {name, colour, dash, points: [[x, y, title]...]}
function plot({title, x, y, series, isLog, isLogX, bars, wide, hasLegend = true}) {
  const width = Math.max(260, Math.min(wide || 490, innerWidth - 60)), height = 240, left = 58, right = 14, top = 14, bottom = 42;
  const all = series.flatMap(one => one.points), xs = all.map(point => point[0]), ys = all.map(point => point[1]).filter(value => !isLog || value > 0);
  if (!ys.length) return "";
  let [x0, x1] = [Math.min(...xs), Math.max(...xs)], [y0, y1] = [isLog ? Math.min(...ys) : Math.min(0, ...ys), Math.max(...ys)];
  if (x0 === x1) { x0 -= 0.5; x1 += 0.5; }
  if (bars) { x0 -= 0.5; x1 += 0.5; }
  if (isLog) { y0 = 10 ** Math.floor(Math.log10(y0)); y1 = Math.max(y1, y0 * 10); }
  if (y0 === y1) y1 = y0 + 1;
  const scale = value => isLog ? Math.log10(Math.max(value, y0)) : value;
  const across = value => isLogX ? Math.log10(value) : value;
  const px = value => left + (across(value) - across(x0)) / (across(x1) - across(x0)) * (width - left - right);
  const py = value => height - bottom - (scale(value) - scale(y0)) / (scale(y1) - scale(y0)) * (height - top - bottom);
  const picture = h("svg:svg", {width, height, viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": title});
  const isWhole = series.every(one => one.points.every(point => Number.isInteger(point[1])));
  for (const value of ticks(y0, y1, isLog).filter(value => !isWhole || Number.isInteger(value))) {
    picture.append(h("svg:line", {x1: left, x2: width - right, y1: py(value), y2: py(value), class: "axis"}));
    picture.append(h("svg:text", {x: left - 6, y: py(value) + 4, "text-anchor": "end", class: "dim"}, brief(value)));
  }
  const labels = (isLogX ? [...new Set(xs)].sort((a, b) => a - b).filter((value, at, all) => !at || px(value) - px(all[at - 1]) > 26) : ticks(x0, x1, false).filter(Number.isInteger)).map(value => [value, brief(value)]);
  for (const [value, name] of labels) picture.append(h("svg:text", {x: px(value), y: height - bottom + 16, "text-anchor": "middle", class: "dim"}, short(String(name), 14)));
  picture.append(h("svg:text", {x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle", class: "dim"}, x));
  picture.append(h("svg:text", {x: 12, y: height / 2 - 10, transform: `rotate(-90 12 ${height / 2 - 10})`, "text-anchor": "middle", class: "dim"}, y + (isLog ? " (log)" : "")));
  for (const one of series) {
    const points = one.points.filter(point => !isLog || point[1] > 0), colour = `var(${one.colour})`;
    if (bars) {
      const wide = Math.max(1, Math.min(44, (px(1) - px(0)) * 0.8));
      for (const [at, value, tip] of points) picture.append(h("svg:rect", {x: px(at) - wide / 2, y: py(value), width: wide, height: Math.max(0, py(y0) - py(value)), style: "fill: " + colour}, h("svg:title", {}, tip)));
      continue;
    }
    picture.append(h("svg:path", {d: points.map(([at, value], number) => (number ? "L" : "M") + px(at).toFixed(1) + " " + py(value).toFixed(1)).join(""), style: "fill: none; stroke-width: 2; stroke: " + colour, "stroke-dasharray": one.dash || null}));
    for (const [at, value, tip] of points) picture.append(h("svg:circle", {cx: px(at), cy: py(value), r: 3.5, style: "fill: " + colour}, h("svg:title", {}, tip)));
  }
  return h("div", {style: `max-width: ${width}px`}, title ? h("h3", {}, title) : "", picture, hasLegend && series.length > 1 ? legend(series) : "");
}
