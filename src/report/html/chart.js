// A run as a message sequence chart. A message is an element of a multiset, or a cell of a channel: an array of
// enumerated values, or of records with one, of which a value means that nothing is there.
const emptyWord = /^(empty|nothing|none|no_?(msg|message|req|request|op)?|null|nil|idle_?msg)$/i;
const channelWord = /chan|mess|msg|packet|netw|mail|inbox|outbox/i;
const fromWord = /^(src|source|from|sender|orig|origin)$/i, toWord = /^(dst|dest|destination|to|receiver|target)$/i;

class Messages {
  constructor(shape, run, lanes) {
    this.shape = shape;
    this.lanes = lanes;
    this.run = run;
    this.open = new Map();   // container -> messages under way
    this.list = [];
    this.touches = new Map(); // variable -> how often sends, and receives, change what is not indexed
    const state = new Map();
    run.steps.forEach((step, number) => this.step(state, step, number));
    this.aim();
  }

  laneOf(type, name) { return this.lanes.findIndex(lane => lane.type === type && lane.name === name); }
  laneNamed(name) { return typeof name === "string" ? this.lanes.findIndex(lane => lane.name === name && this.shape.types[lane.type].kind !== "range") : -1; }

  // The lanes of the indices of a path.
  lanesOn(path) { return this.shape.follow(path).steps.filter(step => step.index !== undefined).map(step => this.laneOf(step.type, step.index)).filter(lane => lane >= 0); }

  // Which lane a step happens on: that of its first such argument, or the one that it changes.
  actor(step) {
    for (const [, value, type] of step.arguments) {
      const at = type === undefined ? -1 : this.shape.simple(type).map(id => this.laneOf(id, value)).find(lane => lane >= 0);
      if (at >= 0) return at;
    }
    for (const [path] of step.changes) { const on = this.lanesOn(path); if (on.length) return on[0]; }
    return -1;
  }

  // A leaf that tells whether a channel holds a message: the name of the channel, or null.
  channel(path) {
    const known = this.shape.follow(path), type = known.type;
    if (!type || type.kind !== "enum" || !(type.members || []).some(name => emptyWord.test(name))) return null;
    const last = known.steps[known.steps.length - 1], record = last && last.record;
    if (!known.steps.some(step => step.index !== undefined)) return null;
    if (record) return path.slice(0, path.length - last.text.length);
    return channelWord.test(known.name) || channelWord.test(type.name || "") ? path : null;
  }

  send(where, text, value, number) {
    const message = {where, text, value, from: number, to: null};
    this.list.push(message);
    if (!this.open.has(where)) this.open.set(where, []);
    this.open.get(where).push(message);
  }

  receive(where, text, number) {
    const waiting = this.open.get(where) || [], at = waiting.findIndex(message => message.text === text);
    if (at >= 0) waiting.splice(at, 1)[0].to = number;
  }

  step(state, step, number) {
    for (const [path, value] of step.changes) {
      const before = state.get(path);
      if (Array.isArray(value)) {
        const old = (Array.isArray(before) ? before : []).map(element), now = value.map(element);
        const left = [...now];
        for (const one of old) { const at = left.indexOf(one); if (at >= 0) left.splice(at, 1); else this.receive(path, one, number); }
        for (const one of left) this.send(path, one, value[now.indexOf(one)], number);
      } else {
        const where = this.channel(path);
        const isMessage = one => one !== undefined && one !== "Undefined" && !emptyWord.test(one);
        if (where && isMessage(before)) this.receive(where, before, number);
        if (where && isMessage(value)) this.send(where, value, null, number);
      }
      state.set(path, value);
    }
  }

  // Does the step change something that belongs to no process, and is no message?
  changesShared(number) {
    return this.run.steps[number].changes.some(([path, value]) => !Array.isArray(value) && !this.channel(path) && !this.lanesOn(path).length);
  }

  aim() {
    const votes = new Map();
    for (const message of this.list) {
      const name = this.shape.follow(message.where).name, vote = votes.get(name) || 0;
      const late = message.to !== null && this.changesShared(message.to) ? 1 : 0;
      votes.set(name, vote + (message.from && this.changesShared(message.from) ? 1 : 0) - late);
    }
    for (const message of this.list) {
      const on = this.lanesOn(message.where), fields = message.value && typeof message.value === "object" ? Object.entries(message.value) : [];
      const field = word => { const found = fields.find(([name]) => word.test(name)); return found ? this.laneNamed(found[1]) : -1; };
      const shared = -1, isOutward = (votes.get(this.shape.follow(message.where).name) || 0) > 0;
      const sender = this.actor(this.run.steps[message.from]);
      const receiver = message.to === null ? shared : this.actor(this.run.steps[message.to]);
      const from = field(fromWord), to = field(toWord);
      if (message.value !== null) {
        message.a = from >= 0 ? from : sender;
        message.b = to >= 0 ? to : on.length ? on[on.length - 1] : receiver;
      } else if (on.length > 1) {
        [message.a, message.b] = on;
      } else {
        message.a = isOutward ? shared : on.length ? on[0] : sender;
        message.b = isOutward ? (on.length ? on[0] : receiver) : shared;
      }
    }
  }
}

function short(text, most) { return text.length > most ? text.slice(0, most - 1) + "…" : text; }

// What a message is called on its arrow: the first word of it that is a name.
function messageWord(message) {
  if (message.value === null || typeof message.value !== "object") return message.text;
  const values = Object.values(message.value).filter(value => typeof value === "string" && !/_\d+$/.test(value));
  return values[0] || message.text;
}

function chart(shape, run, lanes, messages, first, last) {
  const gap = lanes.length > 6 ? 130 : 200, row = 38, left = run.loop !== undefined ? 76 : 56, top = 46;
  const usesShared = messages.list.some(message => message.a < 0 || message.b < 0) || run.steps.some(step => messages.actor(step) < 0);
  const at = lane => left + gap / 2 + (lane < 0 ? lanes.length : lane) * gap;
  const columns = lanes.length + (usesShared ? 1 : 0), width = left + columns * gap + 60;
  const y = number => top + 22 + (Math.max(first - 0.6, Math.min(last + 0.6, number)) - first) * row;
  const height = y(last) + 34, picture = h("svg:svg", {width, height, viewBox: "0 0 " + width + " " + height, role: "img", "aria-label": "message sequence chart"});
  picture.append(h("svg:defs", {}, h("svg:marker", {id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto"}, h("svg:path", {d: "M0 0 L8 4 L0 8 z", style: "fill: var(--dim)"}))));
  const head = (lane, name, colour) => {
    const x = at(lane);
    picture.append(h("svg:line", {x1: x, x2: x, y1: top - 8, y2: height - 8, class: "lane", "stroke-width": 1.5}));
    picture.append(h("svg:rect", {x: x - gap / 2 + 6, y: 8, width: gap - 12, height: 26, rx: 5, style: `fill: none; stroke: var(${colour}); stroke-width: 2`}));
    picture.append(h("svg:text", {x, y: 25, "text-anchor": "middle"}, short(name, Math.floor(gap / 8)), h("svg:title", {}, name)));
  };
  lanes.forEach((lane, number) => head(number, lane.title, lane.colour));
  if (usesShared) head(-1, "shared", "--grey");
  for (const message of messages.list) {
    const end = message.to === null ? last + 0.5 : message.to;
    if (message.from > last || end < first) continue;
    const x1 = at(message.a), x2 = at(message.b), y1 = y(message.from) + 4, y2 = Math.max(y(end), y1 + 8), word = short(messageWord(message), 18);
    const path = x1 === x2 ? `M${x1} ${y1} C${x1 + 46} ${y1} ${x1 + 46} ${y2} ${x1 + 5} ${y2}` : `M${x1} ${y1} L${x2 + (x2 > x1 ? -3 : 3)} ${y2}`;
    const mid = x1 === x2 ? [x1 + 40, (y1 + y2) / 2] : [x1 + (x2 - x1) * 0.5, y1 + (y2 - y1) * 0.5 - 4];
    picture.append(h("svg:path", {d: path, style: "fill: none; stroke: var(--dim); stroke-width: 1.4", "stroke-dasharray": message.to === null ? "4 4" : null, "marker-end": "url(#tip)"},
      h("svg:title", {}, message.where + ": " + message.text + (message.to === null ? " (not received)" : ""))));
    picture.append(h("svg:text", {x: mid[0], y: mid[1], "text-anchor": x1 === x2 ? "start" : "middle", class: "dim", style: "paint-order: stroke; stroke: var(--panel); stroke-width: 3px"}, word));
  }
  for (let number = first; number <= last; number++) {
    const step = run.steps[number], lane = messages.actor(step), x = at(lane), colour = lane < 0 ? "--grey" : lanes[lane].colour;
    picture.append(h("svg:text", {x: left - 14, y: y(number) + 4, "text-anchor": "end", class: "dim"}, number));
    picture.append(h("svg:circle", {cx: x, cy: y(number), r: 5, style: `fill: var(${colour})`}, h("svg:title", {}, stepTitle(step))));
    picture.append(h("svg:text", {x: x + 9, y: y(number) - 4, style: "paint-order: stroke; stroke: var(--panel); stroke-width: 3px; font-size: 11.5px"}, short(step.rule, Math.floor(gap / 6)), h("svg:title", {}, stepTitle(step))));
  }
  if (run.loop !== undefined && last > run.loop) {
    const y1 = y(Math.max(run.loop + 0.5, first - 0.5)), y2 = y(last) + 10, x = left - 52;
    picture.append(h("svg:path", {d: `M${x + 10} ${y2} H${x} V${y1} H${x + 10}`, style: "fill: none; stroke: var(--c3); stroke-width: 2", "marker-end": run.loop >= first ? "url(#tip)" : null}));
    picture.append(h("svg:text", {x: x - 4, y: (y1 + y2) / 2, transform: `rotate(-90 ${x - 4} ${(y1 + y2) / 2})`, "text-anchor": "middle", style: "fill: var(--c3)"}, "for ever"));
  }
  return picture;
}

function stepTitle(step) { return step.rule + step.arguments.map(([name, value]) => ", " + name + " = " + value).join(""); }
