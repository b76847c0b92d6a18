-- The same under `choose`, and in a guard.
-- expect: verdict=holds states=4 rules=6
-- expect: options="--compile=always" verdict=holds states=4 rules=6
type K: 0..3; M: multiset [2] of K;
var k: K;
function f(): M; var t: M; begin
  multisetadd(0, t); multisetadd(k, t); multisetremovepred(e: t, t[e] = 0); return t;
end;
startstate begin k := 0; end;
rule "start" k = 0 ==> begin k := 1; end;
alias q: f() do
  choose e: q do rule "next" q[e] < 3 ==> begin k := k + 1; end; end;
  rule "back" multisetcount(e: q, true) = 1 ==> begin k := 0; end;
end;
