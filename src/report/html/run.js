// One run: what each step changes, a table, a chart, and whole states. A page of it at a time.
const stepsPerPage = 100;

// With each change the value before it.
function withOld(run) {
  const state = new Map();
  for (const step of run.steps)
    for (const change of step.changes) {
      change[2] = state.get(change[0]);
      state.set(change[0], change[1]);
    }
}

function stateAfter(run, number) {
  const state = new Map();
  for (let i = 0; i <= number && i < run.steps.length; i++) for (const [path, value] of run.steps[i].changes) state.set(path, value);
  return state;
}

function changeLine([path, value, old], isFirst) {
  if (Array.isArray(value) && Array.isArray(old)) {
    const before = old.map(element), now = value.map(element), come = [...now], gone = [];
    for (const one of before) { const at = come.indexOf(one); if (at >= 0) come.splice(at, 1); else gone.push(one); }
    return h("span", {class: "change"}, path + ": ", gone.map(one => h("span", {class: "old"}, "- " + one + " ")), come.map(one => h("span", {class: "now"}, "+ " + one)));
  }
  return h("span", {class: "change"}, path + ": ", isFirst ? shown(value) : [h("span", {class: "old"}, shown(old) + " → "), h("span", {class: "now"}, shown(value))]);
}

// The values of a state, as many columns of them as fit, and a field that shows only some. `view.filter` outlives it.
function leavesOf(state, changed, view) {
  const texts = [...state].map(([path, value]) => [path, path + ": " + shown(value)]), longest = Math.max(0, ...texts.map(([, text]) => text.length));
  const list = h("ul", {class: "leaves", tabindex: "0", style: `columns: auto ${Math.min(440, 40 + 8 * longest)}px`});
  const fill = () => replace(list, texts.filter(([, text]) => text.toLowerCase().includes(view.filter.toLowerCase())).map(([path, text]) => h("li", {class: changed.has(path) ? "new" : null}, text)));
  fill();
  return [h("input", {type: "search", placeholder: "show only", "aria-label": "show only variables with", value: view.filter, oninput: event => { view.filter = event.target.value; fill(); }}), list];
}

class RunView {
  constructor(data, run, id) {
    this.run = run;
    this.id = id;
    this.shape = new Shape(data);
    this.lanes = lanesOf(this.shape, run.steps);
    this.mode = "steps";
    this.page = 0;
    this.selected = run.steps.length - 1;
    this.page = Math.floor(this.selected / stepsPerPage);
    if (this.page > 0) { this.page = 0; this.selected = 0; }
    this.filter = "";
    withOld(run);
    this.body = h("div", {class: "runbody"});
    this.element = h("div", {onkeydown: event => this.key(event)}, this.bar = h("div", {class: "bar", role: "toolbar", "aria-label": "views of the run"}), this.body);
    this.draw();
  }

  get pages() { return Math.ceil(this.run.steps.length / stepsPerPage); }
  get first() { return this.page * stepsPerPage; }
  get last() { return Math.min(this.run.steps.length, this.first + stepsPerPage) - 1; }

  key(event) {
    const move = {ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: stepsPerPage, PageUp: -stepsPerPage}[event.key];
    if (!move || event.target.tagName === "INPUT") return;
    event.preventDefault();
    this.select(Math.max(0, Math.min(this.run.steps.length - 1, this.selected + move)), true);
  }

  select(number, focus) {
    this.selected = number;
    this.page = Math.floor(number / stepsPerPage);
    this.draw();
    if (!focus) return;
    const item = this.body.querySelector("[aria-selected=true]");
    if (item) { item.focus({preventScroll: true}); item.scrollIntoView({block: "nearest"}); }
  }

  drawBar() {
    const mode = (name, text) => h("button", {type: "button", "aria-pressed": this.mode === name ? "true" : "false", onclick: () => { this.mode = name; this.draw(); }}, text);
    const go = (page, text, label) => h("button", {type: "button", "aria-label": label, disabled: page < 0 || page >= this.pages, onclick: () => this.select(page * stepsPerPage)}, text);
    replace(this.bar, mode("steps", "Differences"), mode("table", "Table"), this.lanes.length ? mode("chart", "Chart") : null, mode("state", "State"), h("span", {class: "space"}),
      this.pages > 1 && this.mode !== "state" ? [go(this.page - 1, "‹", "earlier steps"), h("span", {}, `steps ${count(this.first)}–${count(this.last)} of ${count(this.run.steps.length - 1)}`), go(this.page + 1, "›", "later steps")] : null);
  }

  draw() {
    this.drawBar();
    replace(this.body, this[this.mode]());
  }

  inLoop(number) { return this.run.loop !== undefined && number > this.run.loop; }

  end() {
    const run = this.run, lines = [];
    if (this.last < run.steps.length - 1) return lines;
    if (run.loop !== undefined)
      lines.push(h("div", {class: "turn"}, run.loop === run.steps.length - 1 ? "the run stands still here for ever" : `↺ back to the state after step ${run.loop}: ` + (run.loop + 2 === run.steps.length ? `step ${run.loop + 1} goes` : `steps ${run.loop + 1} to ${run.steps.length - 1} go`) + " on for ever"));
    if (run.fault) lines.push(h("div", {class: "fault"}, run.fault, " ", lineLink(run.fault_line)));
    return lines;
  }

  steps() {
    const items = [];
    for (let number = this.first; number <= this.last; number++) {
      const step = this.run.steps[number], isLong = number === 0 && step.changes.length > 60;
      const lines = isLong ? [] : step.changes.map(change => changeLine(change, number === 0));
      if (isLong) lines.push(h("span", {class: "change dim"}, count(step.changes.length) + " values: see State"));
      items.push(h("li", {role: "option", tabindex: number === this.selected ? "0" : "-1", class: this.inLoop(number) ? "loop" : null, "aria-selected": number === this.selected ? "true" : "false", onclick: () => this.select(number, true)},
        h("span", {class: "n"}, number), h("div", {}, h("span", {class: "rule"}, step.rule), step.arguments.map(([name, value]) => ", " + name + " = " + value), " ", lineLink(step.line),
          step.failed ? h("span", {class: "change fault"}, "this step fails") : lines)));
    }
    return [h("ol", {class: "steps", role: "listbox", "aria-label": "steps"}, items), ...this.end()];
  }

  // Columns are what changes on this page; more than fits is left to the other views.
  table() {
    const most = 40, seen = new Map();
    for (let number = Math.max(1, this.first); number <= this.last; number++) for (const [path] of this.run.steps[number].changes) seen.set(path, (seen.get(path) || 0) + 1);
    const paths = [...seen.keys()].slice(0, most), state = stateAfter(this.run, this.first - 1), rows = [];
    for (let number = this.first; number <= this.last; number++) {
      const step = this.run.steps[number], changed = new Set(step.changes.map(([path]) => path));
      for (const [path, value] of step.changes) state.set(path, value);
      rows.push(h("tr", {"aria-selected": number === this.selected ? "true" : "false", tabindex: number === this.selected ? "0" : "-1", onclick: () => this.select(number, true)}, h("td", {class: "dim"}, (this.inLoop(number) ? "↺ " : "") + number), h("td", {title: stepTitle(step)}, short(stepTitle(step), 48)),
        paths.map(path => h("td", {class: number && changed.has(path) ? "new" : "same"}, short(shown(state.get(path)), 60)))));
    }
    return [h("div", {class: "scroll", tabindex: "0"}, h("table", {class: "data"}, h("thead", {}, h("tr", {}, h("th", {}, "step"), h("th", {}, "rule"), paths.map(path => h("th", {}, path)))), h("tbody", {}, rows))),
      seen.size > most ? h("p", {class: "dim"}, `${count(seen.size - most)} more variables change; the other views show them`) : null, ...this.end()];
  }

  chart() {
    this.messages = this.messages || new Messages(this.shape, this.run, this.lanes);
    const classes = [...new Set(this.lanes.map(lane => lane.type))].map(id => [this.shape.types[id], this.lanes.find(lane => lane.type === id)]);
    return [h("div", {class: "legend"}, classes.map(([type, lane]) => h("span", {}, h("i", {style: `background: var(${lane.colour})`}), (type.name || "values") + (type.symmetric ? ": interchangeable" : "")))),
      ...chart(this.run, this.lanes, this.messages, {first: this.first, last: this.last, selected: this.selected, pick: number => this.select(number, true)}), ...this.end()];
  }

  state() {
    const step = this.run.steps[this.selected], changed = new Set(this.selected ? step.changes.map(([path]) => path) : []);
    const [field, list] = leavesOf(stateAfter(this.run, this.selected), changed, this);
    const go = (number, text) => h("button", {type: "button", disabled: number < 0 || number >= this.run.steps.length, onclick: () => this.select(number)}, text);
    return [h("div", {class: "bar"}, go(this.selected - 1, "‹ before"), h("span", {}, `after step ${count(this.selected)}: ${stepTitle(step)}`), go(this.selected + 1, "next ›"), field), list];
  }
}
