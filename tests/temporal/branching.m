-- Every kind of temporal claim on one lock; each instance of a claim is about one process.
-- expect: verdict=holds code=W312
-- expect: verdict=violated property="served" options="--ignore-fairness" code=W312
type
  P: scalarset(3);
var
  pc: array [P] of enum {idle, asking, holding};
  free: boolean;

startstate
begin
  for p: P do pc[p] := idle; end;
  free := true;
end;

strongfair ruleset p: P do
  rule "ask" pc[p] = idle ==> begin pc[p] := asking; end;
  rule "get" pc[p] = asking & free ==> begin pc[p] := holding; free := false; end;
  rule "put" pc[p] = holding ==> begin pc[p] := idle; free := true; end;
end;

ltl "served" forall p: P do [] (pc[p] = asking -> <> pc[p] = holding) end;
ctl "may be had" forall p: P do AG EF pc[p] = holding end;
ctl "will be had" forall p: P do AG (pc[p] = asking -> AF pc[p] = holding) end;
mu "asks first" forall p: P do nu Z. (pc[p] = idle -> [ "get" ] pc[p] != holding) & AX Z end;
ruleset p: P; q: P do
  never "two" { pc[p] = holding & pc[q] = holding & p != q };
  never "overtaken in one step" { pc[p] = holding ; pc[p] = asking };
end;
