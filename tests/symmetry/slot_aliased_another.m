-- A name of an element of one bag is used for an alias of another one.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=invariant
type P: scalarset(3); M: record id: P; k: 0..1; end; B: multiset[2] of M;
var m1, m2: B; x: 0..2;
ruleset p: P; q: P; r: P do
  startstate var m: M; begin
    assume p != q & q != r & p != r;
    x := 2;
    m.id := p; m.k := 0; multisetadd(m, m1); multisetadd(m, m2);
    m.k := 1; m.id := q; multisetadd(m, m1); m.id := r; multisetadd(m, m2);
  end;
end;
choose i: m1 do
  alias a: m1 do alias b: m2 do
    rule a[i].k = 0 & x = 2 ==> begin x := b[i].k; end;
  end; end;
end;
rule begin x := 2; end;
invariant "i" x != 1;
