-- An element is removed under one of its names, another one may take its place, and the second name is used.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=assertion
type
  P: scalarset(2);
  R: record d: P; k: 0..1; end;
var
  net: multiset [2] of R;
  done: boolean;

ruleset p: P do
  startstate
    var r: R;
  begin
    for q: P do
      r.d := q; r.k := (q = p) ? 1 : 0; multisetadd(r, net);
    end;
    done := false;
  end;
end;

choose h: net do choose i: net do choose j: net do
  rule "x" !done & net[h].k = 1 & net[i].k = 0 & i = j ==>
    var r: R;
  begin
    r := net[h];
    multisetremove(h, net);
    multisetremove(i, net);
    multisetadd(r, net);
    r := net[j];
    done := true;
  end;
end; end; end;
