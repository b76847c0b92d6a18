-- A ring that steps over its end in one instance: that cannot be written out beforehand, and the range is no ring.
-- found:
const N: 4;
type Station: 1..N;
var
  token: Station;
  full: array [Station] of boolean;

startstate
begin
  token := 1;
  for s: Station do full[s] := false; end;
end;

ruleset s: Station do
  rule "fill" token = s ==> begin full[s] := true; end;
  rule "pass" token = s & s < N ==> begin full[s + 1] := full[s]; token := token + 1; end;
  rule "begin again" token = s & s = N ==> begin token := 1; end;
end;

invariant "first" full[1] | !full[1];
