/* Classes of values: which places of a model hold values of one kind.
 *
 * Every place that can hold a number or a member of an enumeration (a variable, an element, a field, the index of an
 * array, a parameter, a bound name, the result of a function) begins with a class of its own. Places whose values meet
 * (by an assignment, a comparison, an index, an argument) get one class, by union and find. So it is the use of values
 * that makes a class, not the name of a type: a counter 1..4 and a process 1..4 stay apart.
 *
 * A class is a *candidate* for symmetry until something is done with its values that a scalarset does not allow:
 * arithmetic, order, a range that is run through in steps. It is dead then, and the first reason is kept. Literals do
 * not kill a class, they are noted: each of them tells one value apart from the others.
 *
 * Lives in one arena, and is used while one model is looked at. */
#ifndef NOE_DETECT_CLASSES_H
#define NOE_DETECT_CLASSES_H

#include "model/model.h"

/* Why a class is no candidate. */
enum noe_limit {
  NOE_LIMIT_NONE,
  NOE_LIMIT_KIND,       /* never was one: truth values, declared scalarsets, unions */
  NOE_LIMIT_ARITHMETIC, /* + - * / % and the like */
  NOE_LIMIT_ORDER,      /* < <= > >= */
  NOE_LIMIT_COMPUTED,   /* holds a number that was computed */
  NOE_LIMIT_STEPS,      /* a loop between bounds that change, or in steps */
  NOE_LIMIT_MEMBER,     /* taken into a union, or out of one */
  NOE_LIMIT_SHAPE,      /* one place is seen under several types */
  NOE_LIMIT_LARGE,      /* too many values */
  NOE_LIMIT_LITERALS,   /* literals leave no two values alike */
  NOE_LIMIT_LOOP,       /* the proof for scalarsets says no */
  NOE_LIMIT_WORTH,      /* it would cost more than it saves */
};

/* Who meets a literal: a bit each. */
enum noe_speaker {
  NOE_SPEAKER_START = 1,
  NOE_SPEAKER_RULE = 2,  /* rules, assumptions */
  NOE_SPEAKER_CLAIM = 4, /* a claim, by itself */
  NOE_SPEAKER_CALLED = 8 /* a claim, through a function */
};

struct noe_literal {
  uint32_t class; /* of when it was noted: ask for its root */
  int64_t value;
  struct noe_place place;
  uint32_t owner; /* of the text: clauses and functions, numbered by infer.c */
};

struct noe_interval {
  int64_t low, high;
};

/* A range that places of a class have, and a type with a name that has it; NULL: there is none. */
struct noe_named_range {
  int64_t low, high;
  const struct noe_type *named;
};

struct noe_class {
  uint32_t parent;
  enum noe_limit limit;
  struct noe_place place;           /* of what limits it */
  const struct noe_type *member_of; /* the enumeration, or NULL: numbers */
  struct noe_place declared;
  NOE_LIST(struct noe_named_range) ranges; /* of the root: those of all its places */
};

struct noe_classes {
  struct noe_arena *arena;
  NOE_LIST(struct noe_class) items;
  NOE_LIST(struct noe_literal) literals;
};

/* No class: a literal takes that of what it meets. */
enum { NOE_NO_CLASS = UINT32_MAX, NOE_PLAIN_CLASS = 0 };
/* Ranges of more values are not looked at. */
enum { NOE_LARGEST_RANGE = 64 };

void noe_detect_classes_init(struct noe_classes *classes, struct noe_arena *arena);
/* A new class for a place of simple type. */
uint32_t noe_detect_class(struct noe_classes *classes, const struct noe_type *type);
void noe_detect_add_range(struct noe_classes *classes, uint32_t class, struct noe_named_range range);
uint32_t noe_detect_root(const struct noe_classes *classes, uint32_t class);
/* Values of the two meet here. */
void noe_detect_merge(struct noe_classes *classes, uint32_t a, uint32_t b, struct noe_place place);
/* No candidate any more, unless it is none already. */
void noe_detect_limit(struct noe_classes *classes, uint32_t class, enum noe_limit limit, struct noe_place place);
void noe_detect_literal(struct noe_classes *classes, uint32_t class, int64_t value, struct noe_place place,
                        uint32_t owner);

#endif
