// What a path such as cache[Client_1].permission leads through, and which values are lanes.
function tokens(path) {
  const parts = [], pattern = /\[([^\]]*)\]|\.([^.[]+)/g, name = path.match(/^[^.[]*/)[0];
  for (let match; (match = pattern.exec(path));) parts.push(match[1] !== undefined ? {index: match[1]} : {field: match[2]});
  return {name, parts};
}

class Shape {
  constructor(data) {
    this.types = data.types || [];
    this.variables = new Map((data.variables || []).map(variable => [variable.name, variable.type]));
    this.cache = new Map();
  }

  // The simple types of an index: the parts of a union, or the type itself.
  simple(id) { const type = this.types[id]; return type.kind === "union" ? type.parts : [id]; }

  // The name of a leaf taken apart: indices with their types, the type at its end.
  follow(path) {
    let known = this.cache.get(path);
    if (known) return known;
    const {name, parts} = tokens(path), steps = [];
    let type = this.types[this.variables.get(name)];
    for (const part of parts) {
      if (!type) break;
      if (part.index !== undefined && type.kind === "array") {
        const at = this.simple(type.index).find(id => (this.types[id].members || []).includes(part.index));
        steps.push({index: part.index, type: at, text: "[" + part.index + "]"});
        type = this.types[type.element];
      } else if (part.field !== undefined && type.kind === "record") {
        const field = type.fields.find(one => one.name === part.field);
        steps.push({field: part.field, record: type, text: "." + part.field});
        type = field && this.types[field.type];
      } else break;
    }
    known = {name, steps, type};
    this.cache.set(path, known);
    return known;
  }

  indexTypes() {
    const found = new Set(), visit = id => {
      const type = this.types[id];
      if (type.kind === "array") { found.add(type.index); visit(type.element); }
      else if (type.kind === "record") type.fields.forEach(field => visit(field.type));
      else if (type.kind === "multiset") visit(type.element);
    };
    for (const id of this.variables.values()) visit(id);
    return [...found];
  }

  // Processes: scalarsets that index the state, other types if rules are about their values too.
  laneTypes(parameterTypes) {
    const lanes = new Set();
    for (const index of this.indexTypes()) {
      const simple = this.simple(index);
      const isLane = id => this.types[id].kind === "scalarset" || (parameterTypes.has(id) && this.types[id].name);
      if (simple.some(isLane)) simple.forEach(id => lanes.add(id));
    }
    return [...lanes].filter(id => this.types[id].members);
  }
}

// Colours: one for each class of interchangeable values, grey for the others.
function lanesOf(shape, steps) {
  const parameterTypes = new Set();
  for (const step of steps) for (const argument of step.arguments) if (argument.length > 2) shape.simple(argument[2]).forEach(id => parameterTypes.add(id));
  const lanes = [];
  let next = 0;
  for (const id of shape.laneTypes(parameterTypes)) {
    const type = shape.types[id], colour = type.symmetric ? colours[next++ % colours.length] : "--grey";
    for (const name of type.members) lanes.push({type: id, name, colour, symmetric: type.symmetric, title: type.kind === "range" ? (type.name || "") + " " + name : name});
  }
  return lanes;
}
