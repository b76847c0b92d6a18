-- Everything is in one record, as in many models: loops that set what their own process has and read other fields
-- are proved from the text.
-- expect: verdict=holds
-- permuted: NODE
const N: 3;
type
  NODE: scalarset(N);
  STATE: record
    head: NODE; has_head: boolean;
    sharer: array [NODE] of boolean;
    pending: array [NODE] of boolean;
    proc: array [NODE] of record state: enum { invalid, shared, owned }; marked: boolean; end;
  end;
var s: STATE;

startstate begin
  undefine s.head; s.has_head := false;
  for n: NODE do s.sharer[n] := false; s.pending[n] := false; s.proc[n].state := invalid; s.proc[n].marked := false; end;
end;

ruleset n: NODE do
  rule "share" s.proc[n].state = invalid & !(s.has_head & s.proc[s.head].state = owned) ==> begin
    s.proc[n].state := shared; s.sharer[n] := true; s.head := n; s.has_head := true;
  end;
  rule "own" s.proc[n].state = shared & !exists m: NODE do s.pending[m] end ==> begin
    for m: NODE do
      if m != n & (s.sharer[m] | s.has_head & s.head = m) then
        s.pending[m] := true; s.proc[m].marked := true;
      else
        s.pending[m] := false; s.proc[m].marked := s.sharer[m] & m != n;
      end;
      s.sharer[m] := m = n;
    end;
    s.head := n;
  end;
  rule "leave" s.pending[n] ==> begin
    s.proc[n].state := invalid; s.proc[n].marked := false; s.pending[n] := false;
  end;
  rule "write" s.has_head & s.head = n & s.proc[n].state = shared
      & forall m: NODE do m = n | s.proc[m].state = invalid & !s.pending[m] end ==> begin
    s.proc[n].state := owned;
  end;
  rule "drop" s.proc[n].state = owned ==> begin s.proc[n].state := invalid; s.sharer[n] := false; end;
end;

invariant "an owner is alone"
  forall n: NODE do s.proc[n].state = owned -> forall m: NODE do m = n | s.proc[m].state = invalid end end;
