-- A message that rounds of a loop fill in, each before it sends it, is nothing that shows their
-- order, wherever it lies: in the frame of the loop, or in that of whoever passes it on. Written
-- again behind the loop it may be read again.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(3); Message: record dst: P; hot: boolean; end;
var a: array [P] of boolean; net: multiset [3] of Message; got: 0..3; last: Message;
procedure Cast(var msg: Message; who: P);
begin
  for p: P do
    if p != who then msg.dst := p; msg.hot := a[p]; multisetadd(msg, net); end;
  end;
end;
startstate begin for p: P do a[p] := false; end; undefine net; got := 0; undefine last; end;
ruleset p: P do rule "turn" multisetcount(i: net, true) = 0 ==> begin a[p] := !a[p]; end; end;
ruleset p: P do rule "cast" multisetcount(i: net, true) = 0 ==>
var msg: Message;
begin
  Cast(msg, p);
  msg.dst := p;
  msg.hot := a[p];
  last := msg;
end; end;
rule "cast here" multisetcount(i: net, true) = 0 & got < 3 ==>
var msg: Message;
begin
  for p: P do
    msg.dst := p; msg.hot := false;
    if a[p] then multisetadd(msg, net); end;
  end;
  undefine msg;
  last := msg;
  got := got + 1;
end;
choose m: net do rule "take" true ==> begin multisetremove(m, net); end; end;
invariant "as it was sent" isundefined(last.dst) | last.hot = a[last.dst] | multisetcount(i: net, true) = 0;
