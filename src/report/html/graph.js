// States around the one at hand, in columns by distance. `pick` is called with the position of a state.
function stateGraph(found, pick) {
  const columns = new Map();
  found.nodes.forEach((node, at) => { if (!columns.has(node.depth)) columns.set(node.depth, []); columns.get(node.depth).push(at); });
  const wide = 210, high = 46, place = new Map();
  for (const [depth, list] of columns) list.forEach((at, row) => place.set(at, [20 + depth * wide, 24 + row * high]));
  const width = 40 + columns.size * wide, height = 40 + high * Math.max(...[...columns.values()].map(list => list.length));
  const picture = h("svg:svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "states around"});
  picture.append(h("svg:defs", {}, h("svg:marker", {id: "edge", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto"}, h("svg:path", {d: "M0 0 L8 4 L0 8 z", style: "fill: var(--dim)"}))));
  for (const [from, to, rule] of found.edges) {
    const [x1, y1] = place.get(from), [x2, y2] = place.get(to), back = x2 <= x1;
    const path = from === to ? `M${x1 - 5} ${y1 + 6} C${x1 - 16} ${y1 + 26} ${x1 + 16} ${y1 + 26} ${x1 + 4} ${y1 + 8}` : back ? `M${x1} ${y1} C${x1 + 50} ${y1 + 24} ${x2 + 50} ${y2 + 24} ${x2 + 8} ${y2 + 5}` : `M${x1 + 9} ${y1} L${x2 - 9} ${y2}`;
    picture.append(h("svg:path", {d: path, style: "fill: none; stroke: var(--dim); stroke-width: 1.1; opacity: .7", "marker-end": "url(#edge)"}, h("svg:title", {}, rule)));
  }
  found.nodes.forEach((node, at) => {
    const [x, y] = place.get(at), changes = node.step ? node.step.changes : [], text = at === 0 ? "here" : changes.slice(0, 2).map(([path, value]) => `${path} = ${shown(value)}`).join(", ") || "start", label = at ? at + "  " + text : text;
    const go = () => at && pick(at), key = event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); go(); } };
    picture.append(h("svg:g", {class: at ? "state" : null, role: at ? "button" : null, tabindex: at ? "0" : null, "aria-label": label, onclick: go, onkeydown: key}, h("svg:title", {}, (node.violates ? "an invariant is false here\n" : "") + changes.map(([path, value]) => `${path}: ${shown(value)}`).join("\n")),
      h("svg:circle", {cx: x, cy: y, r: 7, style: `fill: var(${node.violates ? "--bad" : at === 0 ? "--c0" : "--grey"})`}),
      h("svg:text", {x: x + 12, y: y - 6, style: halo + "; font-size: 11px"}, short(label, 32))));
  });
  return picture;
}
