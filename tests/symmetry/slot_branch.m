-- In one branch the element is removed, and another one takes its place; behind both its name is used once more.
--
-- permuted:
-- expect: options=--deadlock=off verdict=violated kind=assertion
type P: scalarset(2); M: record id: P; k: 1..2; end;
var m: multiset[2] of M; x: 0..1;
startstate begin undefine m; x:=0; end;
ruleset p:P; k: 1..2 do rule "s" multisetcount(i:m, m[i].id = p | m[i].k = k)=0 ==> var mm: M; begin mm.id := p; mm.k := k; multisetadd(mm, m); end; end;
choose i: m do choose j: m do rule "r" m[i].k=1 & m[j].k=2 ==> var mm: M; begin
  mm := m[i];
  if x = 1 then x := 0;
  elsif mm.k = 1 then multisetremove(i,m); multisetremove(j,m); multisetadd(mm,m);
  else x := 0;
  end;
  mm := m[i];
  x := 1-x;
end; end; end;
