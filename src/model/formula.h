/* Temporal formulas and sequences: the claims `ltl`, `ctl`, `mu`, `ctlstar` and `never`.
 *
 * A formula is a tree over atoms. An atom is a Boolean expression of the model,
 * evaluated in one state, in the frame of the claim: the claim's own binders, and
 * one slot for each name that a quantifier of the formula binds. The front end has
 * already turned outermost `forall`s into binders of the claim (for the claim they
 * mean the same), so that every FORALL and EXISTS left here stands inside.
 *
 * Atoms are numbered by the claim (`clause->temporal->atoms`); bound names by
 * `variables`. Everything is immutable and lives in the model's arena. */
#ifndef NOE_MODEL_FORMULA_H
#define NOE_MODEL_FORMULA_H

#include "model/expr.h"

enum noe_formula_kind {
  NOE_FORMULA_TRUE,
  NOE_FORMULA_FALSE,
  NOE_FORMULA_ATOM, /* number: of the atom */
  NOE_FORMULA_NOT,
  NOE_FORMULA_AND,
  NOE_FORMULA_OR,
  NOE_FORMULA_IMPLIES,
  NOE_FORMULA_FORALL, /* number: of the variable; left */
  NOE_FORMULA_EXISTS,

  /* temporal operators; `path` tells E and A apart from plain LTL */
  NOE_FORMULA_NEXT,
  NOE_FORMULA_ALWAYS,
  NOE_FORMULA_EVENTUALLY,
  NOE_FORMULA_UNTIL,
  NOE_FORMULA_WEAK_UNTIL,
  NOE_FORMULA_RELEASE,

  /* looking back along a run, in LTL only; before the first state there is none */
  NOE_FORMULA_PREVIOUS,
  NOE_FORMULA_ONCE,
  NOE_FORMULA_HISTORICALLY,
  NOE_FORMULA_SINCE,

  NOE_FORMULA_TAKEN, /* the step that leaves the state is one that atom `number` speaks of; in LTL and CTL* only */
  NOE_FORMULA_PATH,  /* CTL*: left, a formula of linear time, on all runs or on some run, as `path` says */

  /* mu-calculus; steps by any rule are NEXT with a path */
  NOE_FORMULA_LEAST,    /* mu: number of the fixed-point variable; left */
  NOE_FORMULA_GREATEST, /* nu */
  NOE_FORMULA_POINT,    /* a fixed-point variable: number */
  NOE_FORMULA_DIAMOND,  /* <"r">: rule is its name; left */
  NOE_FORMULA_BOX,      /* ["r"] */
};

enum noe_path {
  NOE_PATH_NONE, /* LTL */
  NOE_PATH_ALL,
  NOE_PATH_SOME,
};

struct noe_formula {
  enum noe_formula_kind kind;
  enum noe_path path;
  uint32_t number;
  const char *rule;
  struct noe_place place;
  const struct noe_formula *left, *right;
  const int64_t *values; /* of the claim's variables, in a formula whose quantifiers are gone; else NULL */
};

/* Sequences over states, for `never`. */
enum noe_sequence_kind {
  NOE_SEQUENCE_EMPTY,  /* the empty word */
  NOE_SEQUENCE_LETTER, /* atom, `negated` or not */
  NOE_SEQUENCE_THEN,   /* left ; right */
  NOE_SEQUENCE_FUSE,   /* left : right, overlapping in one state */
  NOE_SEQUENCE_EITHER, /* left | right */
  NOE_SEQUENCE_REPEAT, /* left, between `low` and `high` times; high UINT32_MAX: without end */
};

struct noe_sequence {
  enum noe_sequence_kind kind;
  uint32_t atom;
  bool negated;
  uint32_t low, high;
  struct noe_place place;
  const struct noe_sequence *left, *right;
};

/* A name bound by a quantifier inside a formula: low, low + step, … up to high. */
struct noe_formula_variable {
  const char *name;
  const struct noe_type *type;
  int64_t low, high, step;
  uint32_t slot;    /* of the claim's frame */
  bool is_argument; /* no quantifier binds it: it is an argument of the step that an atom is about */
};

/* What an atom says about a step: it is by the rule of this name, and the atom is true in the state that the step
 * leaves, if variables first, first + 1, … (`count` of them) are its arguments at these places. No rule is taken by
 * standing still. */
struct noe_step_atom {
  const char *rule;
  uint32_t first, count;
  const uint32_t *parameters;
};

struct noe_temporal {
  const struct noe_formula *formula;   /* ltl, ctl, mu */
  const struct noe_sequence *sequence; /* never: no path may contain a match */
  const struct noe_expr *const *atoms;
  const struct noe_step_atom *const *steps; /* by atom, NULL: a condition on a state; NULL: all of them are */
  uint32_t atom_count;
  const struct noe_formula_variable *variables;
  uint32_t variable_count;
  uint32_t point_count; /* fixed-point variables */
};

/* -------------------------------------------------------------- fairness */

/* A mark `weakfair` or `strongfair`. It makes one *group* of rule instances for
 * each valuation of the parameters around it: its rules are those whose `marks`
 * name it, and an instance belongs to the group named by its first
 * `parameter_count` arguments, elements of multisets (`choose`) left out (they count
 * as 0). A group is enabled if one of its instances is, and taken by a step that
 * fires one.
 *
 * Or a condition: `fair p` (p again and again) or `strongfair p -> q` (if p again and again, then q again and again),
 * one group for each instance of the property that has p and q as its atoms. In these words, the group of `fair p` is
 * enabled where p is false, and nothing takes it; that of `strongfair p -> q` is enabled where p is true, and every
 * step from a state where q is true takes it. */
struct noe_fairness {
  bool strong;
  bool is_condition;
  uint32_t property; /* of a condition */
  uint32_t parameter_count;
  const char *title; /* for people: the first rule in it, or its ruleset; the condition */
  struct noe_place place;
};

#endif
