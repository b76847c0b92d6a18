-- Keys that count do not serve where an argument of a group is a process or something else.
--
-- Whoever is out goes, and so does the home; a process goes on while the home is away.
--
-- expect: verdict=violated
-- claim: holds without=violated "who is out is away at last"
-- claim: holds without=violated "who is away is back at last"
-- claim: violated "everybody is away again and again"
-- claim: holds "home is away again and again"

const
  N: 2;

type
  Process: scalarset(N);
  Home: enum {House};
  Anybody: union {Home, Process};
  Place: enum {Out, Away, Back, Resting, Ready};

var
  at: array [Process] of Place;
  home: Place;

startstate "everybody is out"
begin
  for p: Process do
    at[p] := Out;
  end;
  home := Out;
end;

ruleset a: Anybody do
  weakfair rule "go"
    (ismember(a, Home) ? home = Out : at[a] = Out)
  ==>
  begin
    if ismember(a, Home) then
      home := Away;
    else
      at[a] := Away;
    end;
  end;
end;

ruleset p: Process do

  strongfair rule "go on"
    at[p] = Away & home = Away
  ==>
  begin
    at[p] := Back;
  end;

  rule "go out"
    at[p] = Back
  ==>
  begin
    at[p] := Out;
  end;

  rule "rest"
    at[p] = Back
  ==>
  begin
    at[p] := Resting;
  end;

  weakfair rule "get ready"
    at[p] = Resting
  ==>
  begin
    at[p] := Ready;
  end;

  rule "go again"
    at[p] = Ready
  ==>
  begin
    at[p] := Away;
  end;

end;

rule "home is back"
  home = Away
==>
begin
  home := Out;
end;

ltl "who is out is away at last"
  forall p: Process do [] (at[p] = Out -> <> at[p] = Away) end;

ltl "who is away is back at last"
  forall p: Process do [] (at[p] = Away -> <> at[p] = Back) end;

ltl "everybody is away again and again"
  forall p: Process do [] <> at[p] = Away end;

ltl "home is away again and again"
  [] <> home = Away;
