-- A queue of at most SLOTS values: what docs/examples/queue.c should be.
--
-- expect: verdict=holds

const
  SLOTS: 4;
  VALUES: 3;

type
  Value: 0..VALUES - 1;
  Place: 0..SLOTS - 1;

var
  content: array [Place] of Value;
  count: 0..SLOTS;

startstate "empty"
begin
  undefine content;
  count := 0;
end;

ruleset v: Value do
  rule "put"
    count < SLOTS
  ==>
  begin
    content[count] := v;
    count := count + 1;
  end;

  rule "get"
    count > 0 & content[0] = v
  ==>
  begin
    for i: 0..SLOTS - 2 do
      if i + 1 < count then
        content[i] := content[i + 1];
      end;
    end;
    count := count - 1;
    undefine content[count];
  end;
end;

invariant "no more than there is room for"
  count <= SLOTS;
