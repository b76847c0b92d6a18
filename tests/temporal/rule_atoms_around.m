-- Atoms about rules, whatever stands around the rule: nested rulesets, aliases, choose, priorities; and a rule that
-- stands below the claim. Names of the claim are not those of the guard: `x` of the claim hides the variable, but not
-- for the guard that reads it.
--
-- expect: verdict=holds options="--deadlock=off"
-- expect: verdict=violated property="held back" options="--priorities=off --deadlock=off"
-- claim: holds "some letter"
-- claim: holds "this letter"
-- claim: holds "names"
-- claim: holds "in an alias"
-- claim: holds "held back"
-- claim: holds "steps"
-- claim: holds "put by the right one"

type
  Process: scalarset(2);
  Letter: record from: Process; urgent: boolean; end;

var
  heap: multiset [2] of Letter;
  seen: array [Process] of 0..1;
  x: 0..1;

mu "steps"
  nu Z. ((enabled("take") -> <"take"> true) & (<"take"> true -> enabled("take")) &
         (enabled("count") -> <"count"> true) & (<"count"> true -> enabled("count")) &
         (enabled("put") -> <"put"> true) & (<"put"> true -> enabled("put"))) & AX Z;

startstate
begin
  undefine heap;
  for p: Process do
    seen[p] := 0;
  end;
  x := 0;
end;

ruleset p: Process do
  ruleset urgent: boolean do
    rule 2 "put"
      multisetcount(i: heap, true) < 2
    ==>
    var
      letter: Letter;
    begin
      letter.from := p;
      letter.urgent := urgent;
      multisetadd(letter, heap);
    end;
  end;

  alias mine: seen[p] do
    rule 1 "count"
      mine = 0 & x = 1
    ==>
    begin
      mine := 1;
    end;
  end;
end;

choose i: heap do
  ruleset n: 0..1 do
    rule 2 "take"
      heap[i].urgent & n = x
    ==>
    begin
      multisetremove(i, heap);
      x := 1 - x;
    end;
  end;
end;

ctl "some letter"
  AG (enabled("take") -> multisetcount(i: heap, heap[i].urgent) > 0);

ctl "this letter"
  AG (enabled("take", 0) -> x = 0);

ctl "names"
  forall x: Process do AG (enabled("count", x) -> enabled("count")) end;

ctl "in an alias"
  forall p: Process do AG (enabled("count", p) -> seen[p] = 0) end;

ctl "held back"
  AG !(enabled("count") & enabled("put"));

ltl "put by the right one"
  forall p: Process do
    [] (taken("put", p, true) -> next multisetcount(i: heap, heap[i].from = p & heap[i].urgent) > 0)
  end;
