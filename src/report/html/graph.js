// States around the one at hand, in columns by distance.
function stateGraph(found, note) {
  const columns = new Map();
  found.nodes.forEach((node, at) => { if (!columns.has(node.depth)) columns.set(node.depth, []); columns.get(node.depth).push(at); });
  const wide = 210, high = 46, place = new Map();
  for (const [depth, list] of columns) list.forEach((at, row) => place.set(at, [20 + depth * wide, 24 + row * high]));
  const width = 40 + columns.size * wide, height = 40 + high * Math.max(...[...columns.values()].map(list => list.length));
  const picture = h("svg:svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "states around"});
  picture.append(h("svg:defs", {}, h("svg:marker", {id: "edge", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto"}, h("svg:path", {d: "M0 0 L8 4 L0 8 z", style: "fill: var(--dim)"}))));
  for (const [from, to, rule] of found.edges) {
    const [x1, y1] = place.get(from), [x2, y2] = place.get(to), back = x2 <= x1;
    const path = from === to ? `M${x1 + 8} ${y1 - 8} C${x1 + 34} ${y1 - 30} ${x1 + 34} ${y1 + 10} ${x1 + 10} ${y1 + 3}` : back ? `M${x1} ${y1} C${x1 + 50} ${y1 + 24} ${x2 + 50} ${y2 + 24} ${x2 + 8} ${y2 + 5}` : `M${x1 + 9} ${y1} L${x2 - 9} ${y2}`;
    picture.append(h("svg:path", {d: path, style: "fill: none; stroke: var(--dim); stroke-width: 1.1; opacity: .7", "marker-end": "url(#edge)"}, h("svg:title", {}, rule)));
  }
  found.nodes.forEach((node, at) => {
    const [x, y] = place.get(at), changes = node.step ? node.step.changes : [], text = at === 0 ? "here" : changes.slice(0, 2).map(([path, value]) => `${path} = ${shown(value)}`).join(", ") || "start";
    picture.append(h("svg:circle", {cx: x, cy: y, r: 7, style: `fill: var(${node.violates ? "--bad" : at === 0 ? "--c0" : "--grey"})`}, h("svg:title", {}, changes.map(([path, value]) => `${path}: ${shown(value)}`).join("\n"))));
    picture.append(h("svg:text", {x: x + 12, y: y - 6, style: "font-size: 11px; paint-order: stroke; stroke: var(--panel); stroke-width: 3px"}, short(text, 28)));
  });
  return [picture, found.cut ? h("p", {class: "dim"}, note) : null];
}
