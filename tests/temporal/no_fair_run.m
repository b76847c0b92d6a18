-- Conditions that no run meets from some states on: A of anything is true there, E of anything false; and that EX and
-- EU lead only to states from which a fair run goes on.
--
-- expect: verdict=violated kind=ctl property="may break" options="--deadlock=off"
-- claim: violated without=holds "may break"
-- claim: violated without=holds "may break at once"
-- claim: holds without=violated "never breaks"
-- claim: holds without=violated "works again and again"
-- claim: holds "it can break"

var
  broken: boolean;
  works: boolean;

startstate
begin
  broken := false;
  works := false;
end;

rule "work" !broken ==> begin works := !works; end;
rule "break" begin broken := true; works := false; end;

fair works;

ctl "may break"
  EF broken;

ctl "may break at once"
  EX broken;

ltl "never breaks"
  [] !broken;

ctl "works again and again"
  AG AF works;

mu "it can break"
  mu Z. broken | EX Z;
