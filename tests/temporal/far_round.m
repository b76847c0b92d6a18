-- A long way round by one rule, which passes what the claim is about once: the step that does is like all others, and
-- only the letter that it leads to tells (src/fair/sieve_fair.c).
-- expect: verdict=violated kind=ltl
-- claim: violated "not passed again and again"
-- claim: holds "passed again and again"
const
  L: 5000;

var
  place: 0..L-1;

startstate
begin
  place := 0;
end;

rule "on"
begin
  place := (place + 1) % L;
end;

ltl "not passed again and again" <>[] place != 4500;
ltl "passed again and again" []<> place = 4500;
