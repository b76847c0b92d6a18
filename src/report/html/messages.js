// The messages of a run: which step sends one, which takes it, and between which lanes. A message is an element
// of a multiset, or a cell of a channel: an array of enumerated values, or of records with one, of which a value
// means that nothing is there.
const emptyWord = /^(empty|nothing|none|no_?(msg|message|req|request|op)?|null|nil|idle_?msg)$/i;
const channelWord = /chan|mess|msg|packet|netw|mail|inbox|outbox/i;
const fromWord = /^(src|source|from|sender|orig|origin)$/i, toWord = /^(dst|dest|destination|to|receiver|target)$/i;

class Messages {
  constructor(shape, run, lanes) {
    this.shape = shape;
    this.lanes = lanes;
    this.numbers = new Map(lanes.map((lane, number) => [lane.type + " " + lane.name, number]));
    this.run = run;
    this.open = new Map();   // container -> messages under way
    this.list = [];
    const state = new Map();
    run.steps.forEach((step, number) => this.step(state, step, number));
    this.aim();
    this.spots = run.steps.map(step => this.actor(step));
    for (const message of this.list) this.spots[message.from] = message.a;
    for (const message of this.list) if (message.to !== null) this.spots[message.to] = message.b;
  }

  // The lane of a step: where it takes or leaves a message, else that of its actor; -1: shared.
  spot(number) { return this.spots[number]; }
  used() { return new Set([...this.spots, ...this.list.flatMap(message => [message.a, message.b])].filter(lane => lane !== undefined)); }

  laneOf(type, name) { const number = this.numbers.get(type + " " + name); return number === undefined ? -1 : number; }
  laneNamed(name) { return typeof name === "string" ? this.lanes.findIndex(lane => lane.name === name && this.shape.types[lane.type].kind !== "range") : -1; }

  // The lanes of the indices of a path.
  lanesOn(path) { return this.shape.follow(path).steps.filter(step => step.index !== undefined).map(step => this.laneOf(step.type, step.index)).filter(lane => lane >= 0); }

  // Which lane a step happens on: that of its first such argument, or the only one that it changes; a start state
  // is about all of them.
  actor(step) {
    for (const [, value, type] of step.arguments) {
      const at = type === undefined ? -1 : this.shape.simple(type).map(id => this.laneOf(id, value)).find(lane => lane >= 0);
      if (at >= 0) return at;
    }
    if (step === this.run.steps[0]) return undefined;
    const changed = new Set(step.changes.map(([path]) => this.lanesOn(path)[0]).filter(lane => lane !== undefined));
    return changed.size === 1 ? [...changed][0] : -1;
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
      const sender = this.actor(this.run.steps[message.from]) ?? shared;
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

// What a message is called on its arrow: the first word of it that is a name.
function messageWord(message) {
  if (message.value === null || typeof message.value !== "object") return message.text;
  const values = Object.values(message.value).filter(value => typeof value === "string" && !/_\d+$/.test(value));
  return values[0] || message.text;
}
