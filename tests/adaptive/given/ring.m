-- Stations in a ring pass a token on: rotations are symmetries that nobody finds by classes of values.
type Station: 0..4;
var token: Station; seen: array [Station] of boolean;
ruleset s: Station do startstate begin token := s; for i: Station do seen[i] := false; end; end; end;
rule "pass" begin seen[token] := !seen[token]; token := (token + 1) % 5; end;
invariant "not all" !forall s: Station do seen[s] end;
invariant "somewhere" token <= 4;
cover "half" seen[0] & seen[1] & !seen[2];
