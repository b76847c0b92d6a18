-- A number that says where the token is goes along with the places of the ring.
-- found: ST 6
const N: 6;
type ST: 0..N-1; PH: enum {Idle, Want, Use};
var ph: array [ST] of PH; token: ST; chan: array [ST] of boolean;
startstate begin for s: ST do ph[s] := Idle; chan[s] := false; end; token := 0; chan[0] := true; end;
ruleset s: ST do
rule "want" ph[s] = Idle ==> begin ph[s] := Want; end;
rule "use" ph[s] = Want & chan[s] ==> begin ph[s] := Use; end;
rule "pass" chan[s] & ph[s] != Want ==> begin ph[s] := Idle; chan[s] := false; chan[(s + 1) % N] := true; token := (s + 1) % N; end;
end;
invariant "one" forall s: ST do ph[s] = Use -> token = s end;
