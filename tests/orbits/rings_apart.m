-- Who has one successor and is successor of one looks like everybody else who is: colours do not tell a ring of six from
-- two rings of three. A marker is made of colours, so of the four ways to stand in rings it meets one and leaves out the
-- others.
-- violated: 4 by all but markers, 1 by markers
type P: scalarset(6);
var next: array [P] of P; clock: boolean;

startstate begin undefine next; clock := false; end;

ruleset p: P; q: P do
  rule "link"
    p != q & isundefined(next[p]) & forall r: P do isundefined(next[r]) | next[r] != q end
  ==>
  begin next[p] := q; end;
end;

rule "tick" begin clock := !clock; end;

function Is(p: P; steps: 1..6): boolean;
var at: P; taken: 0..6;
begin
  at := p; taken := 0;
  while taken < steps do at := next[at]; taken := taken + 1; end;
  return at = p;
end;

function All(): boolean;
begin return forall p: P do !isundefined(next[p]) end; end;

invariant "pairs" All() -> exists p: P do !Is(p, 2) end;
invariant "threes" All() -> exists p: P do !Is(p, 3) end;
invariant "one ring" All() -> exists p: P do Is(p, 2) | Is(p, 3) | Is(p, 4) end;
invariant "four and two" All() -> (forall p: P do !Is(p, 2) end | forall p: P do Is(p, 2) end);
