// The text of the model: how often its lines were executed, and what is said about them.
function heat(value, most) { return value ? Math.round(12 + 30 * Math.log1p(value) / Math.log1p(most || 1)) : 0; }

// Rules fill the lines from their first one to their `end`, or to where something else begins.
function ruleLines(data, lines) {
  const counts = new Map(), begins = /^\s*(rule|ruleset|startstate|invariant|liveness|cover|assume|choose|alias|function|procedure|ltl|ctl|mu|never)\b/i;
  for (const rule of data.rules || []) {
    if (rule.fired === undefined || !rule.line) continue;
    const indent = (lines[rule.line - 1] || "").match(/^\s*/)[0].length;
    for (let at = rule.line; at <= lines.length; at++) {
      const text = lines[at - 1];
      if (at > rule.line && begins.test(text)) break;
      if (text.trim()) counts.set(at, (counts.get(at) || 0) + rule.fired);
      if (at > rule.line && /^\s*end(rule)?\s*;/i.test(text) && text.match(/^\s*/)[0].length <= indent) break;
    }
  }
  return counts;
}

// With --coverage: lines of which a statement never ran, and those whose branches were not all taken.
function idleLines(data) {
  const idle = new Map();
  for (const [line, isBranch, ran] of data.covered || []) if (!ran && line && idle.get(line) !== "never") idle.set(line, isBranch ? "branch" : "never");
  return idle;
}

function remarks(data) {
  const said = new Map(), add = (line, text, kind) => line && said.set(line, [...(said.get(line) || []), {text, kind}]);
  for (const type of data.scalarsets || []) if (!type.used && type.reason && type.size > 1) add(type.line, `limits symmetry: ${type.name || "a scalarset"} ${type.reason}`, "limit");
  for (const [line, kind] of idleLines(data)) if (kind === "branch") add(line, data.covered_all ? "a branch here was never taken" : "a branch here was not seen to be taken", "");
  for (const one of data.diagnostics || []) add(one.line, one.code + ": " + one.message, "");
  for (const one of data.properties || []) if (one.verdict !== "holds") add(one.line, one.label + ": " + one.verdict.toUpperCase(), "");
  return said;
}

function sourceView(data) {
  const lines = data.source.replace(/\r\n?/g, "\n").split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  const covered = ruleLines(data, lines), idle = idleLines(data), said = remarks(data);
  const most = Math.max(1, ...covered.values());
  return h("div", {class: "source", tabindex: "0"}, lines.map((text, at) => {
    const line = at + 1, value = covered.get(line), words = said.get(line) || [];
    const style = value ? `background: color-mix(in srgb, var(--c2) ${heat(value, most)}%, transparent)` : null;
    const kind = [value === 0 || idle.get(line) === "never" ? "never" : "", words.some(one => one.kind === "limit") ? "limit" : ""].join(" ").trim();
    return h("div", {id: "line" + line, class: kind || null}, h("span", {class: "count", style}, value === undefined ? "" : brief(value)), h("span", {class: "line"}, line),
      h("span", {class: "text"}, text || " "), words.map(one => h("span", {class: "said"}, "⟵ " + one.text)));
  }));
}

function sourceSection(data) {
  if (!data.source) return "";
  const box = h("div"), open = () => { if (!box.firstChild) box.append(sourceView(data)); };
  const details = h("details", {id: "source", ontoggle: event => event.target.open && open()}, h("summary", {}, `Model text, ${count(data.source.split("\n").length - 1)} lines`),
    h("p", {class: "dim"}, data.states === undefined ? "" : "How often the rules were fired; red lines never ran." + (data.covered ? "" : " With --coverage, statements and branches are told apart.")), box);
  const follow = () => {
    if (!/^#line\d+$/.test(location.hash)) return;
    details.open = true;
    open();
    const line = document.getElementById(location.hash.slice(1));
    if (line) line.scrollIntoView({block: "center"});
  };
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => { details.open = true; open(); });
  setTimeout(() => { if (data.source.length < 60000) { details.open = true; open(); } follow(); }, 0);
  return h("section", {"aria-label": "model text"}, details);
}
