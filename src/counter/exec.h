/* Executes one branch of a template: from the beginning, along the choices that its nodes have made, up to the first
 * place where there is no choice yet. See template.h. */
#ifndef NOE_COUNTER_EXEC_H
#define NOE_COUNTER_EXEC_H

#include "counter/template.h"

struct noe_exec *noe_counter_exec_new(struct noe_arena *arena, const struct noe_lowered *form,
                                      struct noe_counter_space *space);

/* Makes the node, which is NEW, what it is. */
void noe_counter_execute(struct noe_exec *exec, struct noe_templates *templates, struct noe_template *template,
                         struct noe_counter_node *node);

#endif
