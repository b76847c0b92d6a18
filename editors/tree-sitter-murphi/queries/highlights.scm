; Words in any case are shown in lower case in the tree, so that one spelling is enough here.

(comment) @comment
(string) @string
(integer) @number
(priority (integer) @number)

[
  "const" "type" "var" "procedure" "function" "record" "array" "of" "enum" "scalarset" "ringset" "union" "multiset"
  "endrecord" "endprocedure" "endfunction"
] @keyword

[
  "rule" "startstate" "ruleset" "choose" "alias" "begin" "do" "end" "endrule" "endstartstate" "endruleset"
  "endchoose" "endalias" "weakfair" "strongfair" "fair" "hint"
] @keyword

["if" "then" "elsif" "else" "endif" "switch" "case" "endswitch"] @keyword.conditional
["for" "to" "by" "endfor" "while" "endwhile"] @keyword.repeat
["return" "error" "put" "clear" "undefine"] @keyword
["forall" "exists" "∀" "∃" "endforall" "endexists" "isundefined" "ismember"] @keyword.operator

["invariant" "assert" "assume" "cover" "liveness" "ltl" "ctl" "ctlstar" "mu" "nu" "never"] @keyword

(temporal_operator) @keyword.operator
(until_operator) @keyword.operator

[
  ":=" "==>" "->" "||" "&&" "|" "^" "&" "!" "<" "<=" "=" "!=" ">=" ">" "<<" ">>" "+" "-" "*" "/" "%" "~" "?" ".."
  "|->" "|=>"
] @operator

["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter

(identifier) @variable
(field_access field: (identifier) @property)
(field_declaration name: (identifier) @property)
(type_name (identifier) @type)
(type_declaration name: (identifier) @type)
(constant_declaration name: (identifier) @constant)
(enum_member) @constant
(parameter name: (identifier) @variable.parameter)
(quantifier name: (identifier) @variable.parameter)
(procedure name: (identifier) @function)
(call function: (identifier) @function)
(call function: (identifier) @keyword.operator (arguments . (string)))

; The names of rules and claims stand in lists and pages: they are titles.
(rule name: (string) @string.special)
(startstate name: (string) @string.special)
(claim name: (string) @string.special)
(temporal_claim name: (string) @string.special)
(never_claim name: (string) @string.special)

((identifier) @constant.builtin (#match? @constant.builtin "^([tT][rR][uU][eE]|[fF][aA][lL][sS][eE]|[uU][nN][dD][eE][fF][iI][nN][eE][dD])$"))
((type_name (identifier) @type.builtin) (#match? @type.builtin "^[bB][oO][oO][lL][eE][aA][nN]$"))
((call function: (identifier) @function.builtin)
 (#match? @function.builtin "^([mM][uU][lL][tT][iI][sS][eE][tT]([aA][dD][dD]|[rR][eE][mM][oO][vV][eE]([pP][rR][eE][dD])?|[cC][oO][uU][nN][tT])|succ|pred)$"))
