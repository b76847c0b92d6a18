/* Fair runs: the product of all states with an automaton, and its fair hull (hull.c); demands on runs (demands.c); runs
 * of the hull (lasso.c). */
#ifndef NOE_BDD_HULL_H
#define NOE_BDD_HULL_H

#include "bdd/bdd_int.h"
#include "logic/automaton.h"

/* What a run must do again and again; `strong`: only if it is in states of `asks` again and again. A step does it that
 * leaves a state of `from`, that is by one of the parts, or, of a mark of the automaton, that an edge with the mark reads. */
struct noe_bdd_demand {
  bool strong;
  BDD asks;
  BDD from;
  uint64_t mark;
  uint32_t *parts, part_count;
};

/* Sets of states, by state of the automaton. */
typedef BDD *noe_bdd_family;

struct noe_bdd_product {
  struct noe_bdd *b;
  const struct noe_automaton *automaton;
  BDD *letters; /* by edge: reached states that it reads */
  BDD ends;     /* states in which a run stays that can do nothing else */
  struct noe_bdd_demand *demands;
  uint32_t demand_count;
  BDD fault; /* states in which a condition of fairness cannot be evaluated */
};

/* Opens a product with the automaton, whose propositions are these sets. */
void noe_bdd_product_open(struct noe_bdd_product *product, struct noe_bdd *b, const struct noe_automaton *automaton,
                          const BDD *propositions);
void noe_bdd_product_close(struct noe_bdd_product *product);

/* Fairness of rules and of conditions, unless it is ignored, and the marks of the automaton. (demands.c) */
void noe_bdd_add_demands(struct noe_bdd_product *product);
/* Is the instance in one of the demand's parts? */
bool noe_bdd_is_demanded(const struct noe_bdd_product *product, const struct noe_bdd_demand *demand,
                         const struct noe_clause *clause, const int64_t *arguments);

noe_bdd_family noe_bdd_family_new(struct noe_bdd_product *product);
void noe_bdd_family_drop(struct noe_bdd_product *product, noe_bdd_family family);
bool noe_bdd_family_is_empty(const struct noe_bdd_product *product, noe_bdd_family family);
/* What is reached in the product from these states and the first state of the automaton. */
noe_bdd_family noe_bdd_family_from(struct noe_bdd_product *product, BDD starts);
/* Members of `within` with a step to one of `to`; only with steps that meet the demand unless it is NULL. */
noe_bdd_family noe_bdd_family_before(struct noe_bdd_product *product, noe_bdd_family within, noe_bdd_family to,
                                     const struct noe_bdd_demand *demand);

/* The largest part of the family in which each member has a successor, and a way to every demand (to a strong one, if it
 * asks): not empty if and only if there is a run in the family that meets all demands. The family is given up. */
noe_bdd_family noe_bdd_hull(struct noe_bdd_product *product, noe_bdd_family family);

/* A run into the hull, which is not empty and can be reached, and round there for ever. NULL: none was found. */
const struct noe_trace *noe_bdd_lasso(struct noe_bdd_product *product, noe_bdd_family reached, noe_bdd_family hull);

#endif
