-- The message that the last round has filled in is read behind the loop: it shows the order.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2); Message: record dst: P; hot: boolean; end;
var a: array [P] of boolean; net: multiset [2] of Message; seen: boolean; sent: boolean;
procedure Cast(var msg: Message);
begin
  for p: P do msg.dst := p; msg.hot := a[p]; multisetadd(msg, net); end;
end;
startstate begin for p: P do a[p] := false; end; undefine net; seen := false; sent := false; end;
ruleset p: P do rule "turn" !sent ==> begin a[p] := !a[p]; end; end;
rule "cast" !sent & multisetcount(i: net, true) = 0 & exists p: P do a[p] end & exists p: P do !a[p] end ==>
var msg: Message;
begin
  Cast(msg);
  seen := msg.hot;
  sent := true;
end;
choose m: net do rule "take" true ==> begin multisetremove(m, net); end; end;
rule "again" sent & multisetcount(i: net, true) = 0 ==> begin sent := false; end;
invariant "the last one is cold" !seen;
