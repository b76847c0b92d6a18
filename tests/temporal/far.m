-- Everything that claims are about lies behind thousands of states: that nothing is violated is found out by a pass
-- over the whole product (src/fair/sieve.h), and so it is with what is violated only there.
-- expect: options="--deadlock=off" verdict=violated kind=ltl
-- claim: holds without=violated "everyone rises"
-- claim: violated "the light goes on again and again"
-- claim: violated "everyone goes home"
-- claim: holds without=violated "who holds the lamp goes home"
-- claim: holds "what was counted stays counted"
-- claim: violated "nobody goes home"
-- claim: violated "not twice in a row"
-- claim: holds "nobody comes back"
-- claim: violated "who rises has the lamp"
-- claim: violated "not stuck for ever"
-- claim: violated "this one stays"
-- claim: violated "does not blink for ever"
-- claim: violated "holds the lamp lying or at home"
const
  N: 3;
  L: 5000;

type
  P: scalarset(N);

var
  count: 0..L;
  risen, home: array [P] of boolean;
  lamp: P;
  light, stuck: boolean;

startstate
begin
  count := 0;
  for p: P do
    risen[p] := false;
    home[p] := false;
  end;
  undefine lamp;
  light := false;
  stuck := false;
end;

weakfair rule "count"
  count < L
==>
begin
  count := count + 1;
end;

ruleset p: P do
  weakfair rule "rise"
    count = L & !stuck & !risen[p]
  ==>
  begin
    risen[p] := true;
  end;

  rule "take the lamp"
    count = L & !stuck
  ==>
  begin
    lamp := p;
  end;

  strongfair rule "go home"
    count = L & !stuck & light & !isundefined(lamp) & lamp = p & !home[p]
  ==>
  begin
    home[p] := true;
  end;
end;

rule "switch"
  count = L & !stuck & !isundefined(lamp)
==>
begin
  light := !light;
end;

rule "get stuck"
  !stuck & forall p: P do home[p] & risen[p] end
==>
begin
  stuck := true;
end;

rule "stay"
  stuck
==>
begin
end;

ltl "everyone rises" forall p: P do <> risen[p] end;
ltl "the light goes on again and again" []<> light;
ltl "everyone goes home" forall p: P do <> home[p] end;
ltl "who holds the lamp goes home"
  forall p: P do ([]<> (count = L & light & !isundefined(lamp) & lamp = p)) -> <> home[p] end;
ltl "what was counted stays counted" [] (count = L -> X count = L);
ltl "nobody goes home" forall p: P do [] !home[p] end;
never "not twice in a row" { light; !light; light };
ruleset p: P do
  never "nobody comes back" { home[p]; !home[p] };
end;
ltl "who rises has the lamp"
  forall p: P do [] (risen[p] -> !isundefined(lamp) & <> lamp = p) end;
ltl "not stuck for ever" [] (stuck -> <> !stuck);
ruleset p: P do
  ltl "this one stays" [] !home[p];
  ltl "holds the lamp lying or at home" [] !(!isundefined(lamp) & lamp = p & risen[p] & !home[p]);
end;
ltl "does not blink for ever" !([]<> (count = L & light) & []<> (count = L & !light));
