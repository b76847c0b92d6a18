-- 4.32: corner case of the language, in a model of its own
-- expect: verdict=violated kind=assertion
type V: 0..1;
var m: multiset [2] of V; v: V;
startstate begin v := 0; undefine m; multisetadd(v, m); end;
choose i: m do rule begin multisetremove(i, m); v := m[i]; end; end;
