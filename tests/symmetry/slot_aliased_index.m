-- An alias of a bag stays where it is when the variable changes by which the bag was found: names of elements
-- of the bag that is found now are no names of its elements.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=invariant
type P: scalarset(3); M: record id: P; k: 0..1; end; B: multiset[2] of M; N: 0..1;
var m: array [N] of B; x: 0..2;
procedure Other(var n: N); begin n := 1 - n; end;
ruleset p: P; q: P; r: P do
  startstate var e: M; begin
    assume p != q & q != r & p != r;
    x := 2;
    e.id := p; e.k := 0; multisetadd(e, m[0]); multisetadd(e, m[1]);
    e.k := 1; e.id := q; multisetadd(e, m[0]); e.id := r; multisetadd(e, m[1]);
  end;
end;
ruleset n: N do
  alias b: m[n] do
    rule n = 0 & x = 2 ==> begin Other(n); x := multisetcount(j: m[n], m[n][j].k = 0 & b[j].k = 1); end;
  end;
end;
rule begin x := 2; end;
invariant "i" x != 1;
