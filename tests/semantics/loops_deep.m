-- Forty loops in one another beside a multiset: what is known of its elements is followed through them in no time.
-- The bag has 0, 1 or 2 of three members: 1 + 3 + 6 bags, each with `on` and without; up to symmetry 4 bags.
-- expect: verdict=holds states=20
type
  Node: scalarset(3);

var
  on: boolean;
  bag: multiset [2] of Node;

startstate begin on := false; end;

rule "deep"
begin
  for l0 := 0 to 0 do for l1 := 0 to 0 do for l2 := 0 to 0 do for l3 := 0 to 0 do for l4 := 0 to 0 do for l5 := 0 to 0 do for l6 := 0 to 0 do for l7 := 0 to 0 do
  for l8 := 0 to 0 do for l9 := 0 to 0 do for l10 := 0 to 0 do for l11 := 0 to 0 do for l12 := 0 to 0 do for l13 := 0 to 0 do for l14 := 0 to 0 do for l15 := 0 to 0 do
  for l16 := 0 to 0 do for l17 := 0 to 0 do for l18 := 0 to 0 do for l19 := 0 to 0 do for l20 := 0 to 0 do for l21 := 0 to 0 do for l22 := 0 to 0 do for l23 := 0 to 0 do
  for l24 := 0 to 0 do for l25 := 0 to 0 do for l26 := 0 to 0 do for l27 := 0 to 0 do for l28 := 0 to 0 do for l29 := 0 to 0 do for l30 := 0 to 0 do for l31 := 0 to 0 do
  for l32 := 0 to 0 do for l33 := 0 to 0 do for l34 := 0 to 0 do for l35 := 0 to 0 do for l36 := 0 to 0 do for l37 := 0 to 0 do for l38 := 0 to 0 do for l39 := 0 to 0 do
    on := !on;
  end; end; end; end; end; end; end; end;
  end; end; end; end; end; end; end; end;
  end; end; end; end; end; end; end; end;
  end; end; end; end; end; end; end; end;
  end; end; end; end; end; end; end; end;
end;

ruleset n: Node do
  rule "add"
    multisetcount(i: bag, true) < 2
  ==>
  begin
    multisetadd(n, bag);
  end;
end;

choose i: bag do
  rule "remove" begin multisetremove(i, bag); end;
end;
