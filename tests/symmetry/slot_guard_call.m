-- A function called by the guard changes the variable by which the bag is found.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=assertion
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
    g := s;
    for q: P do
      r.d := q; r.k := (q = p) ? 1 : 0; multisetadd(r, box[s]);
    end;
    r.d := p; r.k := 0; multisetadd(r, box[p]);
    done := false;
  end;
end;

ruleset q: P do choose i: box[g] do
  rule "x" !done & g != q & box[g][i].k = 0 & mv(q) & box[g][i].k = 0 ==>
  begin done := true; end;
end; end;
