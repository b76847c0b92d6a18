-- The procedure that fills the message in, in a loop, looks at it afterwards, by the reference that
-- it was given.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2); Message: record dst: P; hot: boolean; end;
var a: array [P] of boolean; seen: boolean;
procedure Fill(var msg: Message);
begin
  for p: P do msg.dst := p; msg.hot := a[p]; end;
  seen := msg.hot;
end;
startstate begin for p: P do a[p] := false; end; seen := false; end;
ruleset p: P do rule "turn" true ==> begin a[p] := !a[p]; end; end;
rule "fill" exists p: P do a[p] end & exists p: P do !a[p] end ==>
var msg: Message;
begin
  Fill(msg);
end;
invariant "the last one is cold" !seen;
