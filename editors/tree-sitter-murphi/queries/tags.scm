(procedure name: (identifier) @name) @definition.function
(type_declaration name: (identifier) @name) @definition.type
(rule name: (string) @name) @definition.method
(startstate name: (string) @name) @definition.method
(claim name: (string) @name) @definition.interface
(temporal_claim name: (string) @name) @definition.interface
(never_claim name: (string) @name) @definition.interface
(call function: (identifier) @name) @reference.call
