-- A token ring whose product is searched as a whole (fair/sieve.h): most stored states stand for N, some for fewer.
--
-- claim: violated "not all wait for the one before"
-- claim: holds without=violated "is served"
-- claim: violated "somebody is served"
-- claim: violated "is served if it is idle"
-- claim: holds "can be served"
-- claim: holds "one at a time"
-- expect: N=9 verdict=violated property="not all wait for the one before" options="--deadlock=off"
const
  N: 8;
type
  R: ringset(N);
var
  token: R;
  st: array [R] of enum {idle, wants, works};

ruleset r: R do startstate begin for q: R do st[q] := idle; end; token := r; end; end;

ruleset r: R do
  rule "want" st[r] = idle ==> begin st[r] := wants; end;
  weakfair rule "work" st[r] = wants & token = r ==> begin st[r] := works; end;
  weakfair rule "end" st[r] = works ==> begin st[r] := idle; token := succ(r); end;
  weakfair rule "pass" st[r] = idle & token = r ==> begin token := succ(r); end;
end;
rule "idle" true ==> begin end;

ltl "not all wait for the one before" forall r: R do
  [] !(st[pred(r)] = works & forall q: R do q = pred(r) | st[q] = wants end) end;
ruleset r: R do ltl "is served" [] (st[r] = wants -> <> st[r] = works); end;
ltl "somebody is served" []<> exists r: R do st[r] = works end;
ltl "is served if it is idle" forall r: R do [] (st[r] = idle -> <> st[r] = works) end;
ctl "can be served" forall r: R do AG EF st[r] = works end;
ltl "one at a time" forall r: R do [] (st[r] = works -> token = r) end;
