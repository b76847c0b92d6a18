/* Union, difference, intersection. Bodies go the same way: what is decided without looking at nodes;
 * what is remembered; the two lists merged by labels. */
#include <assert.h>

#include "diagram/diagram_int.h"

uint32_t noe_diagram_union(struct noe_diagrams *diagrams, uint32_t left, uint32_t right) {
  if (left == right || !right)
    return left;
  if (!left)
    return right;
  assert(left != NOE_DIAGRAM_UNIT && right != NOE_DIAGRAM_UNIT && "no vector is the beginning of another one");
  if (left > right) { /* it commutes: one entry is enough */
    uint32_t other = left;
    left = right;
    right = other;
  }
  uint32_t result;
  if (noe_diagram_recall(diagrams, NOE_TAG_UNION, left, right, &result))
    return result;
  struct noe_diagram_node a = diagrams->nodes[left], b = diagrams->nodes[right];
  if (a.label < b.label) {
    result = noe_diagram_make(diagrams, a.label, a.down, noe_diagram_union(diagrams, a.right, right));
  } else if (a.label > b.label) {
    result = noe_diagram_make(diagrams, b.label, b.down, noe_diagram_union(diagrams, left, b.right));
  } else {
    uint32_t rest = noe_diagram_union(diagrams, a.right, b.right);
    result = noe_diagram_make(diagrams, a.label, noe_diagram_union(diagrams, a.down, b.down), rest);
  }
  noe_diagram_remember(diagrams, NOE_TAG_UNION, left, right, result);
  return result;
}

uint32_t noe_diagram_minus(struct noe_diagrams *diagrams, uint32_t left, uint32_t right) {
  if (!left || left == right)
    return NOE_DIAGRAM_NONE;
  if (!right)
    return left;
  assert(left != NOE_DIAGRAM_UNIT && right != NOE_DIAGRAM_UNIT && "no vector is the beginning of another one");
  uint32_t result;
  if (noe_diagram_recall(diagrams, NOE_TAG_MINUS, left, right, &result))
    return result;
  struct noe_diagram_node a = diagrams->nodes[left], b = diagrams->nodes[right];
  if (a.label < b.label) {
    result = noe_diagram_make(diagrams, a.label, a.down, noe_diagram_minus(diagrams, a.right, right));
  } else if (a.label > b.label) {
    result = noe_diagram_minus(diagrams, left, b.right);
  } else {
    uint32_t rest = noe_diagram_minus(diagrams, a.right, b.right);
    result = noe_diagram_make(diagrams, a.label, noe_diagram_minus(diagrams, a.down, b.down), rest);
  }
  noe_diagram_remember(diagrams, NOE_TAG_MINUS, left, right, result);
  return result;
}

uint32_t noe_diagram_meet(struct noe_diagrams *diagrams, uint32_t left, uint32_t right) {
  if (!left || left == right)
    return left;
  if (!right)
    return NOE_DIAGRAM_NONE;
  assert(left != NOE_DIAGRAM_UNIT && right != NOE_DIAGRAM_UNIT && "no vector is the beginning of another one");
  if (left > right) {
    uint32_t other = left;
    left = right;
    right = other;
  }
  uint32_t result;
  if (noe_diagram_recall(diagrams, NOE_TAG_MEET, left, right, &result))
    return result;
  struct noe_diagram_node a = diagrams->nodes[left], b = diagrams->nodes[right];
  if (a.label < b.label) {
    result = noe_diagram_meet(diagrams, a.right, right);
  } else if (a.label > b.label) {
    result = noe_diagram_meet(diagrams, left, b.right);
  } else {
    uint32_t rest = noe_diagram_meet(diagrams, a.right, b.right);
    result = noe_diagram_make(diagrams, a.label, noe_diagram_meet(diagrams, a.down, b.down), rest);
  }
  noe_diagram_remember(diagrams, NOE_TAG_MEET, left, right, result);
  return result;
}
