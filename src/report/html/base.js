// Elements are made here and nowhere else. Texts of the model enter them as texts.
function h(tag, attributes, ...children) {
  const element = tag.startsWith("svg:") ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  return element;
}

function replace(element, ...children) { element.replaceChildren(...children.flat(Infinity).filter(Boolean)); }

// For lanes and lines that are to be told apart.
const colours = ["--c0", "--c1", "--c2", "--c3", "--c4", "--c5", "--c6"];

// 24,128
function count(number) { return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ","); }
function counted(number, thing) { return count(number) + " " + thing + (String(number) === "1" ? "" : "s"); }

// 3,390; 1.21 * 10^24
function digits(text) {
  if (!text) return "";
  return text.length <= 15 ? count(text) : "about " + text[0] + "." + text.slice(1, 3) + " * 10^" + (text.length - 1);
}

function bytes(number) {
  if (number < 1 << 20) return (number / 1024).toFixed(0) + " KB";
  return number < 1 << 30 ? (number / (1 << 20)).toFixed(1) + " MB" : (number / (1 << 30)).toFixed(2) + " GB";
}

function seconds(number) {
  if (number >= 120) return Math.floor(number / 60) + " min " + Math.round(number % 60) + " s";
  return number >= 10 ? number.toFixed(1) + " s" : number.toFixed(2) + " s";
}

// A value of a state: a text, or the elements of a multiset.
function shown(value) {
  if (Array.isArray(value)) return value.length ? "{| " + value.map(element).join(", ") + " |}" : "{| |}";
  return value === undefined ? "-" : String(value);
}

function element(value) {
  if (value === null) return "Undefined";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return "{| " + value.map(element).join(", ") + " |}";
  const parts = Object.entries(value).filter(([, part]) => part !== null);
  return "{" + parts.map(([name, part]) => name + ": " + element(part)).join(", ") + "}";
}

function short(text, most) { return text.length > most ? text.slice(0, most - 1) + "…" : text; }
function lineLink(line) { return line ? h("a", {href: "#line" + line, class: "line"}, "line " + line) : ""; }
function section(id, title, ...children) { return h("section", {id, "aria-label": title}, h("h2", {}, title), children); }
