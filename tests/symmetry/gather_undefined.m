-- Gathering in what is undefined: the first error is the one that a loop meets which is not
-- watched, on whichever side of the operator it stands.
-- expect: verdict=violated kind=assertion code=R801 line=17
-- expect: K=2 verdict=violated kind=assertion code=R801 line=18
-- expect: K=3 verdict=violated kind=assertion code=R801 line=19
-- expect: K=4 verdict=violated kind=assertion code=R801 line=20
-- expect: K=5 verdict=violated kind=assertion code=R801 line=21
-- permuted: P
const K: 1;
type P: scalarset(2);
var b: array [P] of 0..1; d: array [P] of 0..3; o: P; z: 0..3; y: boolean;
startstate begin for p: P do b[p] := 0; end; end;
ruleset p: P do rule "set" b[p] = 0 ==> begin b[p] := 1; end; end;
rule "gather" var t: 0..3; last: P;
begin
  switch K
  case 1: for p: P do t := 1 + t; last := p; end;
  case 2: for p: P do t := b[p] + t; end; z := t;
  case 3: for p: P do z := b[p] + z; end;
  case 4: for p: P do d[o] := d[o] + b[p]; end;
  case 5: for p: P do z := d[p] + z; end;
  end;
end;
