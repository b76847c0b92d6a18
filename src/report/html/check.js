// The page of one check.
function figuresOf(data) {
  const found = [], add = (value, name) => found.push(h("div", {}, h("b", {}, value), h("span", {}, name)));
  if (data.states === undefined) return "";
  add(count(data.states), data.symmetry && data.symmetry !== "off" && (data.scalarsets || []).some(type => type.used) ? "states stored, one for each orbit" : "states stored");
  if (data.concrete_states && data.concrete_states !== String(data.states)) add(digits(data.concrete_states), "states they stand for");
  add(count(data.rules_fired), "rules fired");
  add(count(data.depth), "steps to the farthest state");
  add(seconds(data.seconds), "time");
  add(bytes(data.peak_bytes), "memory");
  return h("div", {class: "figures"}, found);
}

function headSection(data) {
  const constants = (data.constants || []).map(([name, value]) => `${name} = ${element(value)}`).join(", ");
  return h("section", {"aria-label": "verdict"},
    h("div", {class: "top"}, h("span", {class: "badge " + data.verdict}, data.verdict.toUpperCase()), h("h1", {}, data.model)),
    data.reason && data.reason.trim() ? h("p", {}, data.reason.trim().replace(/^,\s*/, "")) : "",
    data.error ? h("p", {class: "fault"}, data.error) : "", data.broken ? h("p", {class: "fault"}, data.broken) : "",
    data.expected ? h("p", {}, data.unmet ? h("span", {class: "word violated"}, "not as expected: " + data.unmet) : "as expected: " + data.expected) : "",
    constants ? h("p", {class: "dim"}, constants) : "",
    data.plan ? h("p", {class: "dim"}, `judged by ${data.plan}`, data.plan_reason ? `: ${data.plan_reason}` : "", data.complete ? "; the search is complete" : data.states !== undefined ? `; the search ended early (${data.stop})` : "") : "",
    figuresOf(data));
}

function propertiesSection(data) {
  if (!(data.properties || []).length) return "";
  return section("properties", "Properties", h("div", {class: "scroll"}, h("table", {class: "wide stack"}, h("thead", {}, h("tr", {}, ["verdict", "property", "where", "run"].map(text => h("th", {}, text)))), h("tbody", {}, data.properties.map((one, number) =>
    h("tr", {}, h("td", {}, h("span", {class: "word " + one.verdict}, one.verdict.toUpperCase())), h("td", {}, (!one.line && one.verdict !== "violated" ? "no " : "") + one.label, one.vacuous ? h("span", {class: "dim"}, " (vacuously)") : "", one.message ? h("div", {class: "dim"}, one.message) : ""),
      h("td", {}, lineLink(one.line)), h("td", {}, one.run ? h("a", {href: "#run" + number, class: "line"}, counted(one.run.steps.length - 1, "step")) : "")))))));
}

function runSections(data) {
  return (data.properties || []).map((one, number) => one.run ? section("run" + number, "Run: " + one.label,
    h("p", {}, one.run.loop !== undefined ? `${counted(one.run.loop, "step")}, then ` + (one.run.loop === one.run.steps.length - 1 ? "nothing more can fire" : `a loop of ${counted(one.run.steps.length - 1 - one.run.loop, "step")}`) : counted(one.run.steps.length - 1, "step"), one.instance ? `, for ${one.instance}` : ""),
    new RunView(data, one.run, number).element, one.why && one.why.trim() ? h("details", {open: true}, h("summary", {}, "Why"), h("pre", {}, one.why.replace(/^\n+|\n+$/g, ""))) : "") : "");
}

function growthSection(data) {
  const parts = [], levels = data.levels || [];
  if (levels.length > 1) {
    const most = Math.max(...levels), points = levels.map((value, level) => [level, value, `${counted(value, "state")} after ${counted(level, "step")}`]);
    parts.push(plot({title: "States by level", x: "steps from a start state", y: "states", bars: levels.length <= 120, isLog: most > 5000 && levels.length > 4, series: [{name: "states", colour: "--c0", points}]}));
  }
  const fired = (data.rules || []).filter(rule => rule.fired !== undefined).sort((a, b) => b.fired - a.fired), most = Math.max(1, ...fired.map(rule => rule.fired));
  const shownRules = fired.length > 24 ? [...fired.slice(0, 16), ...fired.slice(-8)] : fired;
  if (fired.length) parts.push(h("div", {class: "rest"}, h("h3", {}, "How often rules were fired"), h("table", {class: "wide"}, h("tbody", {}, shownRules.map(rule => h("tr", {}, h("td", {style: "max-width: 16em; overflow-wrap: anywhere"}, rule.name), h("td", {}, lineLink(rule.line)),
    h("td", {style: "width: 30%"}, h("div", {style: `height: 10px; margin-top: 7px; border-radius: 2px; background: var(${rule.fired ? "--c2" : "--bad"}); width: ${rule.fired ? Math.max(1, 100 * rule.fired / most) : 1}%`})), h("td", {class: "number"}, rule.fired ? count(rule.fired) : "never"))))),
    fired.length > shownRules.length ? h("p", {class: "dim"}, `${fired.length - shownRules.length} rules between these are not shown`) : ""));
  return parts.length ? section("growth", "Figures", h("div", {class: "plots"}, parts)) : "";
}

function symmetrySection(data) {
  const types = data.scalarsets || [], used = types.filter(type => type.used), lines = [];
  if (!types.length) return section("symmetry", "Symmetry", h("p", {}, "The model has no scalarsets, so no values are taken as interchangeable."));
  if (data.symmetry === "off") lines.push("Symmetry was switched off: every state was stored.");
  else if (used.length) {
    lines.push(used.map(type => `the ${type.size} values of ${type.name}`).join(" and ").replace(/^t/, "T") + " are interchangeable" + (used.some(type => type.trusted) ? ", on the user's word." : ": this was proved" + (data.samples ? ", and tested on " + counted(data.samples, "state") : "") + "."));
    lines.push(`Renaming them gives ${digits(data.group_order || "1")} permutations. Of states that differ only by such names one was stored` + (data.concrete_states && data.concrete_states !== String(data.states) ? `: ${count(data.states)} instead of ${digits(data.concrete_states)}.` : "."));
    if (data.uneven_starts) lines.push("Start states prefer some of these values, so concrete states are not counted.");
  } else lines.push("No values were used as interchangeable.");
  const limits = types.filter(type => !type.used && type.reason && data.symmetry !== "off");
  return section("symmetry", "Symmetry", lines.map(line => h("p", {}, line)), limits.length ? h("ul", {}, limits.map(type => h("li", {}, `${type.name || "A scalarset"} is not used: ${type.reason} `, lineLink(type.line)))) : "");
}

function notesSection(data) {
  const text = (data.notes || "").trim(), diagnostics = data.diagnostics || [];
  if (!text && !diagnostics.length) return "";
  return section("notes", "Notes", diagnostics.map(one => h("p", {}, h("code", {}, one.code), " ", one.message, " ", lineLink(one.line))), text ? h("pre", {}, text.replace(/^ {2}/gm, "")) : "");
}

function repeatSection(all) {
  return section("repeat", "How to repeat it", h("pre", {}, all.command), h("p", {class: "dim"}, `noether ${all.version}. The same options and model give the same verdict, states and run.`));
}

function checkSections(data) {
  if (data.states === undefined) return [headSection(data), notesSection(data), sourceSection(data)];
  return [headSection(data), propertiesSection(data), ...runSections(data), growthSection(data), symmetrySection(data), notesSection(data), sourceSection(data)];
}
