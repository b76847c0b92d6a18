-- The condition of a loop uses the name again after the element has gone.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=assertion
type
  P: scalarset(2);
  R: record d: P; k: 0..1; end;
var
  net: multiset [2] of R;
  done: boolean;

procedure empty(); begin multisetremovepred(u: net, true); end;

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

choose i: net do
  rule "x" !done & net[i].k = 0 ==>
    var r: R; x: 0..2;
  begin
    x := 0; r := net[i];
    while x = 0 | (x = 1 & net[i].k = 1 - 0) do
      empty(); multisetadd(r, net); x := 1;
    end;
    done := true;
  end;
end;
