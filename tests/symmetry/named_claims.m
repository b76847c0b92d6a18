-- Claims that name processes leave fewer symmetries than the model has: those that fix the names.
-- expect: verdict=violated
-- permuted: P
type P: scalarset(3); L: enum {out, waiting, inside};
var l: array [P] of L; last: P;
startstate begin for i: P do l[i] := out; end; undefine last; end;
ruleset p: P do rule "wait" l[p] = out ==> begin l[p] := waiting; end; end;
ruleset p: P do
  rule "enter" l[p] = waiting & forall q: P do l[q] != inside end ==> begin l[p] := inside; last := p; end;
end;
ruleset p: P do rule "leave" l[p] = inside ==> begin l[p] := out; end; end;
ruleset p: P; q: P do
  invariant "one inside" p != q -> !(l[p] = inside & l[q] = inside);
  ctl "after you" p != q -> AG EF (l[p] = inside & l[q] = waiting & last = p);
end;
ruleset p: P do
  ctl "everyone gets in" AG (l[p] = waiting -> AF l[p] = inside);
  ctl "one can stay out of it" EG l[p] = out;
  ctl "one cannot stay out of it" !EG l[p] != inside;
  liveness "can get in" l[p] = inside;
  mu "can be last" nu Z. ((mu Y. (last = p | EX Y)) & AX Z);
  never "out of nowhere" {l[p] = out; l[p] = inside};
end;
