// The rules of a tree-sitter grammar as JSON: grammar.js executed with the functions of tree-sitter's
// grammar language, which are written here from their documentation.
"use strict";
const path = require("path");

function rule(value) {
  if (value instanceof RegExp) return { type: "PATTERN", value: value.source };
  if (typeof value === "string") return { type: "STRING", value };
  return value;
}

function precedence(type) {
  return (value, inner) =>
    inner === undefined ? { type, value: 0, content: rule(value) } : { type, value, content: rule(inner) };
}

function optional(inner) {
  return choice(inner, { type: "BLANK" });
}

function choice(...members) {
  return { type: "CHOICE", members: members.map(rule) };
}

Object.assign(globalThis, {
  choice,
  optional,
  seq: (...members) => ({ type: "SEQ", members: members.map(rule) }),
  repeat: (inner) => ({ type: "REPEAT", content: rule(inner) }),
  repeat1: (inner) => ({ type: "REPEAT1", content: rule(inner) }),
  field: (name, inner) => ({ type: "FIELD", name, content: rule(inner) }),
  token: (inner) => ({ type: "TOKEN", content: rule(inner) }),
  prec: Object.assign(precedence("PREC"), {
    left: precedence("PREC_LEFT"),
    right: precedence("PREC_RIGHT"),
    dynamic: precedence("PREC_DYNAMIC"),
  }),
  alias: (inner, name) => ({
    type: "ALIAS",
    content: rule(inner),
    named: typeof name !== "string",
    value: typeof name === "string" ? name : name.name,
  }),
  grammar: (parts) => parts,
});

const $ = new Proxy({}, { get: (_, name) => ({ type: "SYMBOL", name }) });
const parts = require(path.resolve(process.argv[2]));
const names = (list) => list.map((one) => one.name);
process.stdout.write(JSON.stringify({
  name: parts.name,
  word: parts.word($).name,
  rules: Object.fromEntries(Object.entries(parts.rules).map(([name, make]) => [name, rule(make($))])),
  extras: parts.extras($).map(rule),
  conflicts: parts.conflicts($).map(names),
  supertypes: names(parts.supertypes($)),
}));
