(model) @local.scope
(procedure) @local.scope
(rule) @local.scope
(startstate) @local.scope
(ruleset) @local.scope
(rule_alias) @local.scope
(choose) @local.scope
(for_statement) @local.scope
(alias_statement) @local.scope
(quantified) @local.scope
(quantified_formula) @local.scope
(fixed_point) @local.scope

(constant_declaration name: (identifier) @local.definition.constant)
(type_declaration name: (identifier) @local.definition.type)
(variable_declaration name: (identifier) @local.definition.var)
(enum_member) @local.definition.constant
(parameter name: (identifier) @local.definition.parameter)
(quantifier name: (identifier) @local.definition.var)
(alias name: (identifier) @local.definition.var)
(element name: (identifier) @local.definition.var)
(fixed_point name: (identifier) @local.definition.var)
(procedure name: (identifier) @local.definition.function)

(identifier) @local.reference
