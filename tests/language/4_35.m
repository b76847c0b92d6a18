-- 4.35: corner case of the language, in a model of its own
-- expect: verdict=holds
type V: 0..1;
var m: multiset [3] of V; v: V;
startstate begin v := 0; undefine m; multisetadd(v, m); end;
choose i: m do alias k: m[i] do rule v < 2 ==> begin v := 1 - v; k := 0; end; end; end;
