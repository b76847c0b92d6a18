-- The argument of a step that a claim asks about is one of the values that are permuted: 1 to 3 are alike, 0 is nobody.
-- found: Node 3
type
  Node: 1..3;
  Owner: 0..3;

var
  owner: Owner;
  last: Owner;

startstate
begin
  owner := 0;
  last := 0;
end;

ruleset n: Node do
  weakfair rule "enter"
    owner = 0
  ==>
  begin
    owner := n;
    last := n;
  end;

  weakfair rule "leave"
    owner = n
  ==>
  begin
    owner := 0;
  end;
end;

ltl "everyone enters"
  forall n: Node do []<> taken("enter", n) end;

ltl "entered by the owner"
  forall n: Node do [] (taken("enter", n) -> next owner = n) end;

ltl "entered before it leaves"
  [] (taken("leave") -> taken("leave", owner));
