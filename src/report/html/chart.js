// A run as a message sequence chart: lanes are processes, arrows are messages.
function stepTitle(step) { return step.rule + step.arguments.map(([name, value]) => ", " + name + " = " + value).join(""); }

// Which lanes stand in which column. Where there are many, those that take no part are left out, and beyond
// `mostLanes` all others.
const fewLanes = 8, mostLanes = 48;
class Columns {
  constructor(lanes, messages) {
    const used = messages.used(), taking = lanes.map((_, lane) => lane).filter(lane => lanes.length <= fewLanes || used.has(lane));
    this.lanes = lanes;
    this.shown = taking.slice(0, mostLanes);
    this.idle = lanes.length - taking.length;
    this.hidden = taking.length - this.shown.length;
    this.hasShared = used.has(-1);
    this.count = this.shown.length + (this.hasShared ? 1 : 0);
    this.gap = this.count > 6 ? 100 : this.count > 4 ? 130 : 170;
  }

  // The place of a lane, or undefined.
  at(lane) { const column = lane < 0 ? this.shown.length : this.shown.indexOf(lane); return column < 0 ? undefined : (column + 0.5) * this.gap; }
  colour(lane) { return lane < 0 ? "--grey" : this.lanes[lane].colour; }
  note() {
    const text = [this.idle ? `${counted(this.idle, "lane")} without a step in this run ${this.idle === 1 ? "is" : "are"} left out` : "", this.hidden ? `${counted(this.hidden, "lane")} more ${this.hidden === 1 ? "is" : "are"} not drawn` : ""].filter(Boolean).join("; ");
    return text ? h("p", {class: "dim"}, text) : null;
  }
}

// Where on an arrow its word stands: near the middle, and between two lanes.
const between = gaps => gaps % 2 ? 0.5 : 0.5 - 0.5 / gaps;
const chartRow = 32, halo = "paint-order: stroke; stroke: var(--panel); stroke-width: 3px";
const tip = (id, colour) => h("svg:marker", {id, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto"}, h("svg:path", {d: "M0 0 L8 4 L0 8 z", style: `fill: var(${colour})`}));

function chartHead(columns, left, width) {
  const picture = h("svg:svg", {width, height: 34, "aria-hidden": "true"}), high = 24, gap = columns.gap;
  const head = (lane, name) => picture.append(h("svg:g", {}, h("svg:title", {}, name),
    h("svg:rect", {x: left + columns.at(lane) - gap / 2 + 4, y: 4, width: gap - 8, height: high, rx: 5, style: `fill: var(--panel); stroke: var(${columns.colour(lane)}); stroke-width: 2`}),
    h("svg:text", {x: left + columns.at(lane), y: 20, "text-anchor": "middle"}, short(name, Math.floor(gap / 8)))));
  for (const lane of columns.shown) head(lane, columns.lanes[lane].title);
  if (columns.hasShared) head(-1, "shared");
  return picture;
}

// Arrows first, their words over them, the dots of steps last.
function chartBody(run, columns, messages, first, last, left, width) {
  const y = number => (Math.max(first - 0.5, Math.min(last + 0.5, number)) - first + 0.5) * chartRow;
  const height = y(last) + chartRow * 0.9, picture = h("svg:svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "message sequence chart"}, h("svg:defs", {}, tip("tip", "--dim"), tip("turn", "--c3")));
  const at = lane => left + columns.at(lane), words = [];
  for (const lane of [...columns.shown, ...(columns.hasShared ? [-1] : [])]) picture.append(h("svg:line", {x1: at(lane), x2: at(lane), y1: 0, y2: height - 4, style: `stroke: var(${columns.colour(lane)}); stroke-width: 1.5; opacity: .45`}));
  for (const message of messages.list) {
    const end = message.to === null ? last + 0.5 : message.to;
    if (message.from > last || end < first || columns.at(message.a) === undefined || columns.at(message.b) === undefined) continue;
    const x1 = at(message.a), x2 = at(message.b), y1 = y(message.from), y2 = Math.max(y(end), y1 + 8), toward = x2 > x1 ? -7 : 7;
    const path = x1 === x2 ? `M${x1} ${y1} C${x1 + 46} ${y1} ${x1 + 46} ${y2} ${x1 + 8} ${y2}` : `M${x1} ${y1} L${x2 + toward} ${y2 - 1}`;
    const part = between(Math.round(Math.abs(x2 - x1) / columns.gap)), middle = x1 === x2 ? [x1 + 40, (y1 + y2) / 2 + 4] : [x1 + (x2 - x1) * part, y1 + (y2 - y1) * part - 1], about = h("svg:title", {}, message.where + ": " + message.text + (message.to === null ? " (not received)" : ""));
    picture.append(h("svg:path", {d: path, style: "fill: none; stroke: var(--dim); stroke-width: 1.4", "stroke-dasharray": message.to === null ? "4 4" : null, "marker-end": "url(#tip)"}, about));
    words.push(h("svg:text", {x: middle[0], y: middle[1], "text-anchor": x1 === x2 ? "start" : "middle", style: halo + "; font-size: 11.5px"}, short(messageWord(message), 20), about.cloneNode(true)));
  }
  picture.append(...words);
  for (let number = first; number <= last; number++) {
    const lane = messages.spot(number);
    if (columns.at(lane) !== undefined) picture.append(h("svg:circle", {cx: at(lane), cy: y(number), r: 5, style: `fill: var(${columns.colour(lane)})`}, h("svg:title", {}, stepTitle(run.steps[number]))));
  }
  if (run.loop !== undefined && last > run.loop) {
    const y1 = y(Math.max(run.loop + 0.55, first - 0.5)), y2 = y(last + 0.3), middle = (y1 + y2) / 2;
    picture.append(h("svg:path", {d: `M26 ${y2} H16 V${y1} H26`, style: "fill: none; stroke: var(--c3); stroke-width: 2", "marker-end": run.loop >= first ? "url(#turn)" : null}));
    if (y2 - y1 > 50) picture.append(h("svg:text", {x: 10, y: middle, transform: `rotate(-90 10 ${middle})`, "text-anchor": "middle", style: "fill: var(--c3); font-size: 11px"}, "for ever"));
  }
  return picture;
}

// Steps `first` to `last`: their names beside the lanes. `pick` is called with the number of a step.
function chart(run, lanes, messages, {first, last, selected, pick}) {
  const columns = new Columns(lanes, messages), left = run.loop !== undefined ? 34 : 6, width = left + columns.count * columns.gap + 10, names = [];
  for (let number = first; number <= last; number++)
    names.push(h("div", {role: "option", title: stepTitle(run.steps[number]), class: run.loop !== undefined && number > run.loop ? "loop" : null, tabindex: number === selected ? "0" : "-1", "aria-selected": number === selected ? "true" : "false", onclick: () => pick(number)}, h("span", {class: "n"}, number), run.steps[number].rule));
  return [h("div", {class: "chart", tabindex: "0"}, h("div", {class: "charthead"}, h("div", {class: "corner"}), chartHead(columns, left, width)),
    h("div", {class: "chartbody"}, h("div", {class: "names", role: "listbox", "aria-label": "steps"}, names), chartBody(run, columns, messages, first, last, left, width))), columns.note()];
}
