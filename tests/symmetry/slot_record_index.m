-- The bag is found by a field of a local record, which a function changes.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=invariant
type
  P: scalarset(2);
  R: record d: P; k: 0..1; end;
var
  box: array [P] of multiset [2] of R;
  g: P;
  x: 0..2;

function mv(var l: R; q: P): boolean; begin l.d := q; return true; end;

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
    x := 0;
  end;
end;

ruleset q: P do
  rule "x" x = 0 & g != q ==>
    var l: R;
  begin
    l.d := g;
    x := multisetcount(i: box[l.d], mv(l, q) & box[l.d][i].k = 0);
  end;
end;

invariant "not one" x != 1;
