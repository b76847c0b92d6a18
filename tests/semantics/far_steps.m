-- Values of a parameter may be so far apart that their difference does not fit 64 bits. Downwards from 2^62 by
-- 3 * 10^18 these are four, the last of them 2^62 - 9 * 10^18; from -2^62 by 2^62 upwards they are three.
-- expect: verdict=violated kind=invariant property=top states=7 options="--max-errors=0"
type Process: scalarset(2);
var
  last: -4611686018427387904..4611686018427387904;
  works: array [Process] of boolean;

startstate begin last := 5; for p: Process do works[p] := false; end; end;

ruleset i := 4611686018427387904 to -4611686018427387904 by -3000000000000000000 do
  rule "down" begin last := i; end;
end;
ruleset p: Process; i := -4611686018427387904 to 4611686018427387904 by 4611686018427387904 do
  rule "up" begin last := i; end;
end;

cover "last of four" last = 4611686018427387904 - 9000000000000000000;
invariant "these" last = 5 | last = 4611686018427387904 | last = 1611686018427387904 | last = -1388313981572612096
  | last = -4388313981572612096 | last = 0 | last = -4611686018427387904;
ruleset i := -4611686018427387904 to 4611686018427387904 by 4611686018427387904 do
  liveness "comes back" last = i;
  invariant "top" last = i -> i < 4611686018427387904;
end;
ruleset p: Process; i := -4611686018427387904 to 4611686018427387904 by 4611686018427387904 do
  liveness "comes back" last = i | works[p];
end;
