#include "model/result.h"

const char *noe_model_verdict_name(enum noe_verdict verdict) {
  switch (verdict) {
  case NOE_VERDICT_HOLDS: return "holds";
  case NOE_VERDICT_VIOLATED: return "violated";
  case NOE_VERDICT_UNKNOWN: return "unknown";
  case NOE_VERDICT_ERROR: return "error";
  }
  return "?";
}

enum noe_finding_kind noe_model_finding_kind(const struct noe_clause *property) {
  switch (property->property) {
  case NOE_PROPERTY_COVER: return NOE_FINDING_COVER;
  case NOE_PROPERTY_LIVENESS: return NOE_FINDING_LIVENESS;
  case NOE_PROPERTY_LTL: return NOE_FINDING_LTL;
  case NOE_PROPERTY_CTL: return NOE_FINDING_CTL;
  case NOE_PROPERTY_MU: return NOE_FINDING_MU;
  case NOE_PROPERTY_NEVER: return NOE_FINDING_SEQUENCE;
  case NOE_PROPERTY_CTLSTAR: return NOE_FINDING_CTLSTAR;
  case NOE_PROPERTY_INVARIANT:
  case NOE_PROPERTY_ASSUME:
  case NOE_PROPERTY_FAIR:
  case NOE_PROPERTY_HINT: break;
  }
  return NOE_FINDING_INVARIANT;
}

const char *noe_model_finding_kind_name(enum noe_finding_kind kind) {
  switch (kind) {
  case NOE_FINDING_INVARIANT: return "invariant";
  case NOE_FINDING_DEADLOCK: return "deadlock";
  case NOE_FINDING_ASSERTION: return "assertion";
  case NOE_FINDING_COVER: return "cover";
  case NOE_FINDING_LIVENESS: return "liveness";
  case NOE_FINDING_LTL: return "ltl";
  case NOE_FINDING_CTL: return "ctl";
  case NOE_FINDING_MU: return "mu";
  case NOE_FINDING_SEQUENCE: return "sequence";
  case NOE_FINDING_CTLSTAR: return "ctlstar";
  }
  return "?";
}

const char *noe_model_fault_name(struct noe_arena *arena, const struct noe_fault *fault) {
  const char *title = noe_base_diagnostic_title(fault->code);
  if (!fault->message || !*fault->message)
    return title;
  if (fault->code == NOE_R_ERROR || fault->code == NOE_R_ASSERT)
    return fault->message; /* the words of the model itself */
  return noe_base_arena_format(arena, "%s: %s", title, fault->message);
}
