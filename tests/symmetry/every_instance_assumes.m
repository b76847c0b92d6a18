-- One instance of an assumption is false where another one cannot be evaluated: the state is dropped.
-- expect: verdict=holds states=4
-- permuted: P
type P: scalarset(2);
var a: array[P] of boolean; b: array[P] of boolean;x: 0..1;
startstate begin for p:P do a[p]:=true; b[p]:=true; end; x:=0; end;
ruleset p:P do rule "t" (forall q:P do !isundefined(a[q]) end) ==> begin b[p]:= !b[p]; end; end;
rule "t2" (exists q:P do b[q] end) & (exists q:P do !b[q] end) & (forall q:P do !isundefined(a[q]) end)==> begin 
  for p:P do if b[p] then undefine a[p]; else a[p]:=false; end; end; end;
rule "back" (exists q:P do isundefined(a[q]) end) ==> begin for p:P do a[p]:= true; end; end;
ruleset p:P do assume "c" a[p]; end;
