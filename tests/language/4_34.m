-- 4.34: corner case of the language, in a model of its own
-- expect: verdict=holds
type V: 0..1;
var m: multiset [2] of V; v: V;
startstate begin v := 0; undefine m; multisetadd(v, m); multisetadd(v, m); end;
choose i: m do choose j: m do rule begin v := 1 - v; end; end; end;
invariant multisetcount(k: m, m[k] = 0) = 2;
