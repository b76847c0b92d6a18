// The explorer: what can fire, where one stands, what is true there. Keys do everything that buttons do.
class Explorer {
  constructor(data) {
    this.data = data;
    this.shape = new Shape(data);
    this.node = 0;
    this.watches = [];
    this.breaks = [];
    this.chosen = 0;
    this.filter = "";
    this.view = "state";
    this.depth = 2;
    this.orbits = data.has_orbits;
    this.note = h("p", {role: "status", "aria-live": "polite", class: "dim"}, " ");
    this.parts = Object.fromEntries(["enabled", "view", "properties", "watch", "path"].map(name => [name, h("div", {id: name})]));
    const button = (key, text, act) => h("button", {type: "button", "data-key": key, title: "key: " + key, onclick: act}, text, " ", h("span", {class: "dim"}, key));
    this.commands = {u: () => this.undo(), g: () => this.ask("Go to a state where", text => this.find(text)), r: () => this.run(), w: () => this.ask("Watch", text => { this.watches.push(text); this.show(); }),
      b: () => this.ask("Stop where", text => { this.breaks.push(text); this.show(); }), d: () => this.ask("Forget the watched expression or breakpoint number", text => this.forget(Number(text) - 1)),
      x: () => this.save(), s: () => this.change("state"), c: () => this.change("chart"), a: () => this.change("around"), o: () => this.look(this.depth, !this.orbits), "+": () => this.look(this.depth + 1, this.orbits), "-": () => this.look(this.depth - 1, this.orbits),
      n: () => this.ask("Go to the state around number", text => this.near(Number(text))),
      "[": () => this.along(this.alongAt() - 1), "]": () => this.along(this.alongAt() + 1), "{": () => this.along(0), "}": () => this.along(Infinity), t: () => this.ask("To the saved run's step number", text => this.along(Number(text))), "0": () => this.restart()};
    const names = {u: "undo", g: "go to", r: "run", w: "watch", b: "break", x: "export", "0": "restart"};
    this.bar = h("div", {class: "bar", role: "toolbar", "aria-label": "commands"}, Object.keys(names).map(key => button(key, names[key], this.commands[key])));
    this.slider = h("input", {type: "range", min: 0, max: Math.max(0, data.saved.length - 1), "aria-label": "step of the saved run", oninput: event => this.along(Number(event.target.value))});
    this.alongText = h("span", {class: "dim"});
    this.alongBar = data.saved.length ? h("div", {class: "bar", role: "toolbar", "aria-label": "saved run"}, h("span", {}, "saved run"), button("[", "earlier", this.commands["["]), this.slider, button("]", "later", this.commands["]"]), this.alongText) : null;
    this.dialog = h("form", {class: "bar", hidden: true, onsubmit: event => { event.preventDefault(); this.close(true); }}, this.question = h("label", {for: "expression"}), this.input = h("input", {id: "expression", size: "40", autocomplete: "off", spellcheck: "false", maxlength: "1000"}), h("button", {type: "submit"}, "OK"));
    this.views = h("div", {class: "bar", role: "toolbar", "aria-label": "views"});
    replace(document.getElementById("main"), h("section", {}, h("div", {class: "top"}, h("h1", {}, data.model), h("span", {class: "dim"}, "noether explore " + data.version)), this.bar, this.alongBar || "", this.dialog, this.note),
      h("div", {class: "panes"}, h("div", {}, h("section", {"aria-label": "what can fire"}, h("h2", {}, "What can fire"), this.parts.enabled), h("section", {"aria-label": "properties"}, h("h2", {}, "Properties here"), this.parts.properties), h("section", {"aria-label": "watched"}, h("h2", {}, "Watched"), this.parts.watch)),
        h("div", {}, h("section", {"aria-label": "where you are"}, this.views, this.parts.view))), section("walk", "The way here", this.parts.path),
      h("p", {class: "dim"}, "Keys: arrows or j and k choose, Enter or 1 to 9 fires, Left undoes, Esc leaves a field; d forgets what is watched; { and } go to the ends of a saved run, t to a step of it; + and - draw more or fewer steps around, o orbits or every state, n goes to one of them."));
    document.body.classList.add("explorer");
    document.addEventListener("keydown", event => this.key(event));
    if (data.saved_error) this.say(data.saved_error);
    this.go(data.saved.length ? data.saved[0] : 0);
  }

  say(text) { this.note.textContent = text || " "; }

  async request(body) {
    const response = await fetch("api", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
    return response.ok ? response.json() : {error: await response.text()};
  }

  async go(node) { this.node = node; this.chosen = 0; await this.show(); }

  async show() {
    const answer = await this.request({do: "node", node: this.node, watch: [...this.watches, ...this.breaks]});
    if (answer.error) return this.say(answer.error);
    this.at = answer;
    this.run_ = {steps: answer.steps};
    withOld(this.run_);
    this.draw();
  }

  draw() { this.drawAlong(); this.drawEnabled(); this.drawView(); this.drawProperties(); this.drawWatches(); this.drawPath(); document.body.dataset.node = this.node; }

  // Groups of instances that lead to the same state but for names: one line, the others behind it.
  groups() {
    const groups = new Map();
    for (const one of this.at.enabled) { if (!groups.has(one.group)) groups.set(one.group, []); groups.get(one.group).push(one); }
    return [...groups.values()];
  }

  drawEnabled() {
    const groups = this.groups(), flat = groups.flat(), rows = [];
    this.flat = flat;
    this.chosen = Math.max(0, Math.min(this.chosen, flat.length - 1));
    for (const group of groups) {
      group.forEach((one, number) => {
        const at = flat.indexOf(one);
        rows.push(h("li", {role: "option", "aria-selected": at === this.chosen ? "true" : "false", class: number ? "more" : null, onclick: () => this.fire(one)},
          h("span", {class: "n"}, at < 9 ? at + 1 : ""), h("div", {}, h("span", {class: number ? "dim" : "rule"}, one.rule), one.arguments ? ", " + one.arguments : "", number === 0 && group.length > 1 ? h("span", {class: "dim"}, this.data.has_orbits ? `  (${group.length}, the same but for names)` : `  (${group.length})`) : "", one.tried ? h("span", {class: "dim"}, "  tried") : "")));
      });
    }
    replace(this.parts.enabled, flat.length ? h("ul", {class: "steps", role: "listbox", "aria-label": "instances"}, rows) : h("p", {}, "Nothing: no rule can fire here."), this.at.enabled_count > flat.length ? h("p", {class: "dim"}, `${count(this.at.enabled_count - flat.length)} more are not listed`) : null);
    const item = this.parts.enabled.querySelector("[aria-selected=true]");
    if (item) item.scrollIntoView({block: "nearest"});
  }

  change(view) { this.view = view; this.drawView(); }

  async drawView() {
    const steps = this.at.steps, mode = (name, key, text) => h("button", {type: "button", "aria-pressed": this.view === name ? "true" : "false", onclick: () => this.change(name)}, text, " ", h("span", {class: "dim"}, key));
    replace(this.views, mode("state", "s", "state"), mode("chart", "c", "chart"), mode("around", "a", "around"));
    if (this.view === "around") return this.drawAround();
    this.around = null;
    if (!steps.length) return replace(this.parts.view, h("p", {class: "dim"}, "Before the start: choose a start state."));
    if (this.view === "chart") {
      const lanes = lanesOf(this.shape, steps);
      const from = Math.max(0, steps.length - stepsPerPage);
      const wanted = {first: from, last: steps.length - 1, selected: steps.length - 1, pick: number => this.go(this.at.path[number])};
      return replace(this.parts.view, lanes.length ? chart(this.run_, lanes, new Messages(this.shape, this.run_, lanes), wanted) : h("p", {class: "dim"}, "No lanes to draw: nothing in a state is indexed by processes."));
    }
    const last = steps[steps.length - 1], changed = new Set(steps.length > 1 ? last.changes.map(([path]) => path) : []);
    replace(this.parts.view, leavesOf(stateAfter(this.run_, steps.length - 1), changed, this));
  }

  async drawAround() {
    const near = {node: this.node, depth: this.depth, orbits: this.orbits}, found = await this.request({do: "around", ...near});
    if (this.view !== "around" || near.node !== this.node) return;
    const button = (text, label, isOff, act, pressed) => h("button", {type: "button", "aria-label": label, "aria-pressed": pressed, disabled: isOff, onclick: act}, text);
    const bar = h("div", {class: "bar"}, button("−", "fewer steps", this.depth <= 1, this.commands["-"]), h("span", {}, counted(this.depth, "step")), button("+", "more steps", this.depth >= 4, this.commands["+"]),
      this.data.has_orbits ? [button(["orbits ", h("span", {class: "dim"}, "o")], "one state for each orbit", false, () => this.look(this.depth, true), String(this.orbits)), button("every state", "every state", false, () => this.look(this.depth, false), String(!this.orbits))] : null);
    const note = found.full ? "There are more: only the nearest 60 are drawn." : found.cut ? "There are more, farther away." : "These are all that can be reached.";
    replace(this.parts.view, bar, found.error ? h("p", {}, found.error) : [h("div", {class: "scroll graph", tabindex: "0"}, stateGraph(found, to => this.near(to))), h("p", {class: "dim"}, note)]);
  }

  near(to) { return this.moved({do: "near", node: this.node, depth: this.depth, orbits: this.orbits, to}, ""); }
  look(depth, orbits) { this.depth = Math.max(1, Math.min(4, depth)); this.orbits = orbits && this.data.has_orbits; this.change("around"); }

  drawProperties() {
    const word = {true: "holds", false: "violated", error: "error"}, said = one => one.kind === "cover" ? (one.truth === "true" ? "reached here" : "not here") : one.kind === "liveness" ? (one.truth === "true" ? "true here" : "not here") : one.truth;
    replace(this.parts.properties, this.at.properties.length ? h("table", {class: "wide"}, h("tbody", {}, this.at.properties.map(one => h("tr", {}, h("td", {}, one.kind + (one.name ? ` "${one.name}"` : "")), h("td", {class: "word " + (one.kind === "invariant" ? word[one.truth] || "dim" : "dim")}, said(one)))))) : h("p", {class: "dim"}, this.at.steps.length ? "The model has none." : "No state yet."));
  }

  drawWatches() {
    const row = (list, kind, before) => list.map((text, at) => {
      const found = (this.at.watch || []).find(one => one.expression === text), state = stateAfter(this.run_ || {steps: []}, 1e9);
      const value = state.has(text) ? shown(state.get(text)) : found ? found.value : "-";
      return h("tr", {}, h("td", {class: "dim number"}, before + at + 1), h("td", {class: "mono"}, kind, text), h("td", {class: found && found.wrong && !state.has(text) ? "fault" : "mono"}, value), h("td", {}, h("button", {type: "button", "aria-label": "forget " + text, onclick: () => this.forget(before + at)}, "×")));
    });
    replace(this.parts.watch, this.watches.length + this.breaks.length ? h("table", {class: "wide"}, h("tbody", {}, row(this.watches, "", 0), row(this.breaks, "stop: ", this.watches.length))) : h("p", {class: "dim"}, "w adds an expression, b a breakpoint for run."));
  }

  forget(number) {
    const isWatch = number < this.watches.length, list = isWatch ? this.watches : this.breaks, at = isWatch ? number : number - this.watches.length;
    if (!(number >= 0) || at >= list.length) return this.say("there is none of that number");
    list.splice(at, 1);
    this.show();
  }

  drawPath() {
    const first = Math.max(0, this.at.steps.length - stepsPerPage), isLong = step => step.changes.length > 60;
    const item = (step, number) => h("li", {onclick: () => this.go(this.at.path[number]), "aria-selected": number === this.at.steps.length - 1 ? "true" : "false"}, h("span", {class: "n"}, number), h("div", {}, h("span", {class: "rule"}, step.rule), step.arguments.map(([name, value]) => ", " + name + " = " + value),
      number ? (isLong(step) ? h("span", {class: "change dim"}, counted(step.changes.length, "value") + " change") : step.changes.map(change => changeLine(change, false))) : ""));
    replace(this.parts.path, first ? h("p", {class: "dim"}, counted(first, "step") + " before these") : null, this.at.steps.length ? h("ol", {class: "steps"}, this.at.steps.slice(first).map((step, at) => item(step, first + at))) : h("p", {class: "dim"}, "Nothing was fired yet."), this.at.branches.length ? h("p", {class: "dim"}, "tried from here: ", this.at.branches.map(one => [h("button", {type: "button", onclick: () => this.go(one.node)}, one.rule), " "])) : null);
  }

  async fire(one) {
    const answer = await this.request({do: "fire", node: this.node, instance: one.instance});
    this.say(answer.error || answer.note);
    if (!answer.error) await this.go(answer.node);
  }

  undo() { const path = this.at.path; this.say(""); return this.go(path.length > 1 ? path[path.length - 2] : 0); }

  restart() { this.say(""); return this.go(0); }

  // Along the run that was given: the last step of it that leads here; -1 off it.
  alongAt() {
    const saved = new Map(this.data.saved.map((node, step) => [node, step]));
    for (const node of [...this.at.path].reverse()) if (saved.has(node)) return saved.get(node);
    return -1;
  }

  along(step) {
    const saved = this.data.saved;
    if (!saved.length) return this.say("no run was given: noether explore MODEL TRACE");
    if (!Number.isFinite(step) && step !== Infinity) return this.say("this is no number of a step");
    this.say("");
    return this.go(saved[Math.max(0, Math.min(saved.length - 1, step))]);
  }

  drawAlong() {
    if (!this.alongBar) return;
    const at = this.alongAt();
    this.slider.value = Math.max(0, at);
    this.alongText.textContent = at < 0 ? "not on it" : `step ${count(at)} of ${count(this.data.saved.length - 1)}` + (this.data.saved[at] === this.node ? "" : ", and further on another way");
  }

  async moved(body, waiting) {
    this.say(waiting);
    const answer = await this.request(body);
    this.say(answer.error || [answer.note, answer.states ? counted(answer.states, "state") : ""].filter(Boolean).join("; "));
    if (!answer.error) await this.go(answer.node);
  }

  find(expression) { return this.moved({do: "find", node: this.node, expression}, "searching"); }
  run() { return this.moved({do: "run", node: this.node, steps: 20, break: this.breaks}, "running"); }

  async save() {
    const answer = await this.request({do: "trace", node: this.node});
    if (answer.error) return this.say(answer.error);
    const text = JSON.stringify(answer, null, 1);
    document.body.dataset.trace = text;
    const link = h("a", {href: URL.createObjectURL(new Blob([text], {type: "application/json"})), download: "run.json"}, "run.json");
    replace(this.note, "the run, for noether replay: ", link);
    link.click();
  }

  ask(question, act) {
    this.question.textContent = question + " ";
    this.dialog.hidden = false;
    this.input.value = "";
    this.act = act;
    this.input.focus();
  }

  close(good) {
    const text = this.input.value.trim();
    this.dialog.hidden = true;
    this.input.blur();
    if (good && text) this.act(text);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.tagName === "INPUT" && event.target.type === "range" && !/^Arrow|^Home$|^End$|^Page/.test(event.key)) event.target.blur();
    else if (event.target.tagName === "INPUT") { if (event.key === "Escape") { event.target === this.input ? this.close(false) : event.target.blur(); } return; }
    const move = {ArrowDown: 1, j: 1, ArrowUp: -1, k: -1}[event.key];
    if (move) { this.chosen += move; this.drawEnabled(); }
    else if (event.key === "Enter" && event.target.tagName !== "BUTTON" && event.target.tagName !== "A") { if (this.flat[this.chosen]) this.fire(this.flat[this.chosen]); }
    else if (/^[1-9]$/.test(event.key)) { if (this.flat[event.key - 1]) this.fire(this.flat[event.key - 1]); }
    else if (event.key === "ArrowLeft" || event.key === "Backspace") this.undo();
    else if (this.commands[event.key]) this.commands[event.key]();
    else return;
    event.preventDefault();
  }
}

new Explorer(JSON.parse(document.getElementById("data").textContent));
