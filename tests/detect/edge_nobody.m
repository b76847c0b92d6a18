-- Nobody is below all processes, or above them: `>` and `<` with the last number before name nobody, no order.
-- found: NODE 3, SEAT 3, SEAT 3
const N: 3; NOBODY: -1;
type NODE: 1..N; HOLDER: 0..N; SEAT: 0..N-1; GUEST: NOBODY..N-1; CHAIR: 0..N;
var holder: HOLDER; on: array [NODE] of boolean; guest: GUEST; chair: array [SEAT] of CHAIR;
function taken(c: CHAIR): boolean; begin return c < N; end;
procedure free(var h: HOLDER); begin if h >= 1 then on[h] := true; h := 0; end; end;
startstate begin
  holder := 0; guest := NOBODY;
  for n: NODE do on[n] := false; end;
  for s: SEAT do chair[s] := N; end;
end;
ruleset n: NODE do
  rule "take" holder <= 0 & !on[n] ==> begin holder := n; end;
end;
rule "free" 0 < holder ==> begin free(holder); end;
rule "all" forall n: NODE do on[n] end ==> begin for n: NODE do on[n] := false; end; end;
ruleset s: SEAT do
  rule "come" guest < 0 ==> begin guest := s; end;
  rule "sit" guest > NOBODY & !taken(chair[s]) ==> begin chair[s] := guest; guest := NOBODY; end;
  alias c: chair[s] do
    rule "stand" c <= N - 1 & guest = NOBODY ==> begin c := N; end;
  end;
end;
invariant "on, or nobody" holder > 0 -> !on[holder];
invariant "one" !(on[1] & on[2] & on[3] & holder > 0);
invariant "chairs differ" forall s: SEAT do forall t: SEAT do s != t & chair[s] < N -> chair[s] != chair[t] end end;
invariant "not all sit" exists s: SEAT do !taken(chair[s]) end | guest < 0;
