-- A function called for each element changes the variable by which the bag is found.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=invariant
type
  P: scalarset(2);
  R: record d: P; k: 0..1; end;
var
  box: array [P] of multiset [2] of R;
  g: P;
  done: boolean;

function mv(q: P): boolean; begin g := q; return true; end;

ruleset p: P; s: P do
  startstate
    var r: R;
  begin
    assume p != s;
    for q: P do
      r.d := q; r.k := (q = p) ? 1 : 0; multisetadd(r, box[s]);
      if q != s then g := q; end;
    end;
    r.d := s; r.k := 0; multisetadd(r, box[g]);
    done := false;
  end;
end;

ruleset q: P do
  rule "x" !done & g != q & multisetcount(i: box[g], mv(q) & box[g][i].k = 0) = 1 ==>
  begin done := true; end;
end;

invariant "not done" !done;
