-- A later round of a loop uses a name whose element an earlier one has removed. What is added takes the first place that
-- is free: that of the marked node if its number is the lesser, and otherwise not.
-- permuted:
-- expect: verdict=violated kind=assertion
type
  Node: scalarset(2);

var
  bag: multiset [2] of Node;
  mark: array [Node] of boolean;
  last: Node;
  done: boolean;

ruleset n: Node do
  startstate
  begin
    for o: Node do mark[o] := o = n; multisetadd(o, bag); end;
    done := false;
  end;
end;

choose i: bag do
  choose j: bag do
    rule "twice"
      !done & mark[bag[i]] & !mark[bag[j]]
    ==>
    var
      other: Node;
    begin
      done := true;
      for round := 0 to 1 do
        if round = 1 then
          last := bag[i];
        else
          other := bag[j];
          multisetremove(i, bag);
          multisetremove(j, bag);
          multisetadd(other, bag);
        end;
      end;
    end;
  end;
end;

rule "on" done ==> begin end;
