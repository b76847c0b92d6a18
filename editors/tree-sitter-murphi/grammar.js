// Murphi for tree-sitter: what docs/language.md describes, section 2 and section 8.
//
// Keywords are written in any case; soft words are keywords only where one can stand, and names elsewhere.
// A tree is for colours, folds and motions, not for verdicts, so the grammar is a little wider than the
// language: what only a declaration can tell (is `G` a name here?) is taken as the language's words first.

const PREC = {
  fixed_point: -2,
  conditional: 1,
  implies: 2,
  or_else: 3,
  and_then: 4,
  or: 5,
  xor: 6,
  and: 7,
  until: 8,
  not: 9,
  compare: 10,
  shift: 11,
  add: 12,
  multiply: 13,
  complement: 14,
};

// Spellings of one operator are one token, shown as the first of them.
const OPERATORS = [
  ["or_else", [["||", "∨"]]],
  ["and_then", [["&&", "∧"]]],
  ["or", [["|"]]],
  ["xor", [["^"]]],
  ["and", [["&"]]],
  ["compare", [["<"], ["<=", "≤"], ["=", "=="], ["!=", "≠"], [">=", "≥"], [">"]]],
  ["shift", [["<<"], [">>"]]],
  ["add", [["+"], ["-", "−"]]],
  ["multiply", [["*", "×"], ["/", "÷", "∕"], ["%"]]],
];

const SOFT_CLAIMS = ["assume", "cover", "liveness"];
const SOFT_ITEMS = ["choose", "ltl", "ctl", "ctlstar", "mu", "never", "weakfair", "strongfair", "fair", "hint"];
const SOFT_TYPES = ["multiset", "ringset"];
const TEMPORAL_WORDS = ["always", "eventually", "next", "once", "historically", "previous"];
const TEMPORAL_LETTERS = ["G", "F", "X", "O", "H", "Y", "A", "E", "AG", "AF", "AX", "EG", "EF", "EX"];

/** A word in any case, shown in lower case in the tree. */
function word(text) {
  const pattern = [...text].map((letter) => `[${letter}${letter.toUpperCase()}]`).join("");
  return alias(token(new RegExp(pattern)), text);
}

function words(...texts) {
  return choice(...texts.map(word));
}

/** A sign, with its other spellings. */
function sign(first, ...others) {
  return others.length ? alias(token(choice(first, ...others)), first) : first;
}

/** One or more, with commas between and perhaps one at the end. */
function listed(rule) {
  return seq(rule, repeat(seq(",", rule)), optional(","));
}

function binary(operand, operators) {
  return seq(field("left", operand), field("operator", choice(...operators.map((one) => sign(...one)))), field("right", operand));
}

function quantifier() {
  return choice(words("forall", "exists"), "∀", "∃");
}

/** The operators of expressions over `operand`, without `? :`. Formulas have the same ones. */
function operations(operand) {
  return [
    prec.right(PREC.implies, binary(operand, [["->", "→"]])),
    ...OPERATORS.map(([level, operators]) => prec.left(PREC[level], binary(operand, operators))),
  ];
}

function prefixes(operand) {
  return [
    [PREC.not, [["!", "¬"]]],
    [PREC.multiply, [["+"], ["-", "−"]]],
    [PREC.complement, [["~"]]],
  ].map(([level, operators]) =>
    prec.left(level, seq(field("operator", choice(...operators.map((one) => sign(...one)))), field("operand", operand))));
}

function closed(...own) {
  return words("end", ...own.map((one) => "end" + one));
}

/** Local declarations and statements; all of it may be missing. */
function body($) {
  return [repeat(choice(";", $._section)), optional(seq(word("begin"), repeat(";"))), optional($.statements)];
}

function block($) {
  return [repeat(";"), optional($.statements)];
}

module.exports = grammar({
  name: "murphi",

  word: ($) => $._word,

  extras: ($) => [/[\s\uFEFF]/, $.comment],

  supertypes: ($) => [$._expression, $._statement, $._type, $._item],

  conflicts: ($) => [
    // `cover (x)`: a claim, or a call of a procedure that has this name
    [$.claim_statement, $.identifier],
    // in a formula, `G - x`
    [$.temporal_operator, $._soft_operator],
    // behind a declaration, a name begins another one, a statement or a claim
    [$.constant_section],
    [$.type_section],
    [$.variable_section],
  ],

  rules: {
    model: ($) => repeat(choice($._item, ";")),

    _item: ($) => choice(
      $.constant_section,
      $.type_section,
      $.variable_section,
      $.procedure,
      $.rule,
      $.startstate,
      $.claim,
      $.ruleset,
      $.rule_alias,
      $.choose,
      $.fair_rule,
      $.fair_condition,
      $.temporal_claim,
      $.never_claim,
    ),

    comment: (_) => token(choice(
      /--[^\n]*/,
      /\/\*([^*]|\*+[^*\/])*(\*+\/?)?/,
    )),

    // -------------------------------------------------------------- declarations

    constant_section: ($) => seq(word("const"), repeat(choice($.constant_declaration, ";"))),
    type_section: ($) => seq(word("type"), repeat(choice($.type_declaration, ";"))),
    variable_section: ($) => seq(word("var"), repeat(choice($.variable_declaration, ";"))),

    constant_declaration: ($) => seq($._names, ":", field("value", $._expression)),
    type_declaration: ($) => seq($._names, ":", field("type", $._type)),
    variable_declaration: ($) => seq($._names, ":", field("type", $._type)),

    _names: ($) => listed(field("name", choice($.identifier, alias($._soft_item, $.identifier)))),
    _soft_item: (_) => words(...SOFT_ITEMS),

    _section: ($) => choice($.constant_section, $.type_section, $.variable_section),

    procedure: ($) => seq(
      words("procedure", "function"),
      field("name", $.identifier),
      "(",
      repeat(choice($.parameter, ";")),
      ")",
      optional(seq(":", field("result", $._type))),
      ...body($),
      closed("procedure", "function"),
    ),

    parameter: ($) => seq(optional(word("var")), $._names, ":", field("type", $._type)),

    // -------------------------------------------------------------------- types

    _type: ($) => choice(
      $.type_name,
      $.range_type,
      $.enum_type,
      $.record_type,
      $.array_type,
      $.scalarset_type,
      $.union_type,
      $.multiset_type,
    ),

    type_name: ($) => choice($.identifier, alias($._soft_type, $.identifier)),
    _soft_type: (_) => words(...SOFT_TYPES),

    range_type: ($) => seq(field("low", $._expression), "..", field("high", $._expression)),

    enum_type: ($) => seq(word("enum"), "{", optional(listed(alias($.identifier, $.enum_member))), "}"),

    record_type: ($) => seq(
      word("record"),
      repeat(choice($.field_declaration, ";")),
      closed("record"),
    ),
    field_declaration: ($) => seq($._names, ":", field("type", $._type)),

    array_type: ($) => seq(
      word("array"), "[", field("index", $._type), "]", word("of"), field("element", $._type),
    ),

    scalarset_type: ($) => prec.dynamic(1, seq(
      words("scalarset", "ringset"), "(", field("size", $._expression), ")",
    )),

    union_type: ($) => seq(word("union"), "{", optional(listed($._type)), "}"),

    multiset_type: ($) => prec.dynamic(1, seq(
      word("multiset"), "[", field("size", $._expression), "]", word("of"), field("element", $._type),
    )),

    // -------------------------------------------------------------------- rules

    rule: ($) => seq(
      word("rule"),
      optional(field("priority", $.priority)),
      optional(field("name", $.string)),
      optional(seq(field("guard", $._expression), sign("==>", "⇒"))),
      ...body($),
      closed("rule"),
    ),

    priority: ($) => prec(-1, $.integer),

    startstate: ($) => seq(
      word("startstate"), optional(field("name", $.string)), ...body($), closed("startstate"),
    ),

    claim: ($) => prec.dynamic(1, seq(
      field("kind", words("invariant", "assert", ...SOFT_CLAIMS)), $._claimed,
    )),

    _claimed: ($) => prec.right(choice(
      seq(field("name", $.string), field("condition", $._expression)),
      seq(field("condition", $._expression), optional(field("name", $.string))),
    )),

    ruleset: ($) => seq(word("ruleset"), $._quantifiers, $._do, repeat($._inner), closed("ruleset")),

    rule_alias: ($) => seq(word("alias"), $._aliases, $._do, repeat($._inner), closed("alias")),

    choose: ($) => seq(
      word("choose"), $.element, $._do, repeat($._inner), closed("choose"),
    ),

    fair_rule: ($) => seq(words("weakfair", "strongfair"), choice($.rule, $.ruleset, $.fair_rule)),

    fair_condition: ($) => seq(field("kind", words("fair", "strongfair", "hint")), $._claimed),

    _inner: ($) => choice(
      ";",
      $.rule,
      $.startstate,
      $.claim,
      $.ruleset,
      $.rule_alias,
      $.choose,
      $.fair_rule,
      $.fair_condition,
      $.temporal_claim,
      $.never_claim,
    ),

    _do: (_) => choice(word("do"), ":"),

    _quantifiers: ($) => seq($.quantifier, repeat(seq(repeat1(";"), $.quantifier))),

    quantifier: ($) => choice(
      seq(field("name", $.identifier), ":", field("type", $._type)),
      seq(
        field("name", $.identifier), sign(":=", "≔"), field("from", $._expression),
        word("to"), field("to", $._expression),
        optional(seq(word("by"), field("by", $._expression))),
      ),
    ),

    _aliases: ($) => repeat1(choice($.alias, ";")),
    alias: ($) => seq($._names, ":", field("value", $._expression)),

    element: ($) => seq(field("name", $.identifier), ":", field("multiset", $._designator)),

    // --------------------------------------------------------------- statements

    statements: ($) => seq($._statement, repeat(seq(repeat1(";"), $._statement)), repeat(";")),

    _statement: ($) => choice(
      $.assignment,
      $.if_statement,
      $.switch_statement,
      $.for_statement,
      $.while_statement,
      $.alias_statement,
      $.call_statement,
      $.clear_statement,
      $.error_statement,
      $.put_statement,
      $.return_statement,
      $.claim_statement,
    ),

    assignment: ($) => seq(field("left", $._designator), sign(":=", "≔"), field("right", $._expression)),

    if_statement: ($) => seq(
      word("if"), field("condition", $._expression), word("then"), ...block($),
      repeat($.elsif_clause), optional($.else_clause), closed("if"),
    ),
    elsif_clause: ($) => seq(
      word("elsif"), field("condition", $._expression), word("then"), ...block($),
    ),
    else_clause: ($) => seq(word("else"), ...block($)),

    switch_statement: ($) => seq(
      word("switch"), field("value", $._expression),
      repeat($.case_clause), optional($.else_clause), closed("switch"),
    ),
    case_clause: ($) => seq(word("case"), listed(field("value", $._expression)), ":", ...block($)),

    for_statement: ($) => seq(word("for"), $._quantifiers, $._do, ...block($), closed("for")),

    while_statement: ($) => seq(
      word("while"), field("condition", $._expression), $._do, ...block($), closed("while"),
    ),

    alias_statement: ($) => seq(word("alias"), $._aliases, $._do, ...block($), closed("alias")),

    call_statement: ($) => $.call,

    clear_statement: ($) => seq(words("clear", "undefine"), $._designator),
    error_statement: ($) => seq(word("error"), $.string),
    put_statement: ($) => seq(word("put"), choice($.string, $._expression)),
    return_statement: ($) => seq(word("return"), optional($._expression)),

    claim_statement: ($) => prec.dynamic(1, seq(
      field("kind", words("invariant", "assert", ...SOFT_CLAIMS)), $._claimed,
    )),

    // -------------------------------------------------------------- expressions

    _expression: ($) => choice($.conditional, $._operation),

    _operation: ($) => choice($.binary_expression, $.unary_expression, $._primary),

    conditional: ($) => prec.right(PREC.conditional, seq(
      field("condition", $._expression), "?", field("then", $._expression), ":", field("else", $._expression),
    )),

    binary_expression: ($) => choice(...operations($._operation)),
    unary_expression: ($) => choice(...prefixes($._operation)),

    _primary: ($) => choice(
      $.integer,
      $._designator,
      $.call,
      $.parenthesized,
      $.quantified,
      $.isundefined,
      $.ismember,
    ),

    parenthesized: ($) => seq("(", $._expression, ")"),

    quantified: ($) => seq(
      field("quantifier", quantifier()), $._quantifiers, $._do,
      field("body", $._expression), closed("forall", "exists"),
    ),

    isundefined: ($) => seq(word("isundefined"), "(", $._designator, ")"),
    ismember: ($) => seq(word("ismember"), "(", $._expression, ",", $._type, ")"),

    call: ($) => seq(field("function", $.identifier), $.arguments),
    // a string stands first in `enabled("rule", ...)` and `taken("rule", ...)`
    arguments: ($) => seq("(", optional(listed(choice($._expression, $.element, $.string))), ")"),

    _designator: ($) => choice($.identifier, $.field_access, $.index_access),
    field_access: ($) => seq(field("record", $._designator), ".", field("field", $.identifier)),
    index_access: ($) => seq(field("array", $._designator), "[", field("index", $._expression), "]"),

    // ---------------------------------------------------------- temporal claims

    temporal_claim: ($) => seq(
      field("kind", words("ltl", "ctl", "ctlstar", "mu")), field("name", $.string), field("formula", $._formula),
    ),

    _formula: ($) => choice(
      $.conditional_formula,
      $.binary_formula,
      $.unary_formula,
      $.fixed_point,
      $.quantified_formula,
      $.parenthesized_formula,
      $.integer,
      $._designator,
      alias($._soft_operator, $.identifier),
      $.call,
      $.isundefined,
      $.ismember,
    ),

    conditional_formula: ($) => prec.right(PREC.conditional, seq(
      field("condition", $._formula), "?", field("then", $._formula), ":", field("else", $._formula),
    )),

    binary_formula: ($) => choice(
      ...operations($._formula),
      prec.right(PREC.until, seq(
        field("left", $._formula),
        field("operator", $.until_operator),
        field("right", $._formula),
      )),
    ),

    unary_formula: ($) => choice(
      ...prefixes($._formula),
      prec(PREC.not, seq(field("operator", $.temporal_operator), field("operand", $._formula))),
    ),

    temporal_operator: ($) => prec.dynamic(1, choice(
      seq("[", optional(field("rule", $.string)), "]"),
      seq("<", optional(field("rule", $.string)), ">"),
      words(...TEMPORAL_WORDS),
      ...TEMPORAL_LETTERS,
    )),

    _soft_operator: (_) => choice(words(...TEMPORAL_WORDS, "mu", "nu"), ...TEMPORAL_LETTERS),

    until_operator: (_) => choice(words("until", "weakuntil", "release", "since"), "U", "W", "R", "S"),

    fixed_point: ($) => prec.right(PREC.fixed_point, seq(
      words("mu", "nu"), field("name", $.identifier), ".", field("body", $._formula),
    )),

    quantified_formula: ($) => seq(
      field("quantifier", quantifier()), $._quantifiers, $._do,
      field("body", $._formula), closed("forall", "exists"),
    ),

    parenthesized_formula: ($) => seq("(", $._formula, ")"),

    // ---------------------------------------------------------------- sequences

    never_claim: ($) => prec.right(seq(
      field("kind", word("never")), field("name", $.string), $.sequence,
      optional(seq(choice("|->", "|=>"), field("consequence", $._expression))),
    )),

    sequence: ($) => seq("{", $._chain, repeat(seq("|", $._chain)), "}"),
    _chain: ($) => seq($._part, repeat(seq(choice(";", ":"), $._part))),
    _part: ($) => choice($._letter, $.sequence, $.repetition),
    _letter: ($) => $._operation,
    repetition: ($) => seq($._part, choice(
      token(/\[\s*\+\s*\]/),
      seq(token(/\[\s*\*/), optional(seq($.integer, optional(seq(":", $.integer)))), "]"),
      seq(token(/\[\s*(->|=)/), $.integer, "]"),
    )),

    // ------------------------------------------------------------------- tokens

    // Where no keyword of its spelling can stand, a soft word is an ordinary one already. These are for the
    // places where both can be: at the start of a statement, of a declaration, of a type, in a formula.
    identifier: ($) => choice($._word, words(...SOFT_CLAIMS)),
    _word: (_) => /[A-Za-z][A-Za-z0-9_]*/,

    integer: (_) => token(choice(/[0-9]+/, /0[xX][0-9a-fA-F]+/)),

    string: (_) => token(choice(/"([^"\\]|\\(.|\n))*"/, /“[^”]*”/)),
  },
});
