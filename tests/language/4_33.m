-- 4.33: corner case of the language, in a model of its own
-- expect: verdict=violated kind=assertion
type V: 0..1;
var m: multiset [2] of V; v: V;
startstate begin v := 0; undefine m; end;
rule begin multisetadd(v, m); end;
