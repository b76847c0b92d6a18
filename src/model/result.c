#include "model/result.h"

const char *noe_model_verdict_name(enum noe_verdict verdict) {
  switch (verdict) {
  case NOE_VERDICT_HOLDS:
    return "holds";
  case NOE_VERDICT_VIOLATED:
    return "violated";
  case NOE_VERDICT_UNKNOWN:
    return "unknown";
  case NOE_VERDICT_ERROR:
    return "error";
  }
  return "?";
}

const char *noe_model_finding_kind_name(enum noe_finding_kind kind) {
  switch (kind) {
  case NOE_FINDING_INVARIANT:
    return "invariant";
  case NOE_FINDING_DEADLOCK:
    return "deadlock";
  case NOE_FINDING_ASSERTION:
    return "assertion";
  case NOE_FINDING_COVER:
    return "cover";
  case NOE_FINDING_LIVENESS:
    return "liveness";
  case NOE_FINDING_LTL:
    return "ltl";
  case NOE_FINDING_CTL:
    return "ctl";
  case NOE_FINDING_MU:
    return "mu";
  case NOE_FINDING_SEQUENCE:
    return "sequence";
  }
  return "?";
}
