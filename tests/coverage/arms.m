-- One rule with a big switch: that it fires says little.
const N: 4;
type Kind: enum { Get, Set, Ack, Nack };
var kind: Kind; left: 0..N; last: boolean;

procedure answer(k: Kind);
begin
  switch k
  case Ack:
    kind := Get;
  case Nack:
    kind := Set;
    left := 0;
  end;
end;

procedure forgotten();
begin
  left := N;
end;

function spare(n: 0..N): boolean;
begin
  return n > 0 ? true : n = 0;
end;

startstate begin
  kind := Get;
  left := N;
  last := false;
end;

rule "home receives" left > 0 ==>
begin
  switch kind
  case Get:
    kind := Set;
  case Set:
    kind := Ack;
    left := left - 1;
  case Ack, Nack:
    answer(kind);
  end;
  if left = N then
    last := false;
  elsif left > N - 2 then
    last := true;
  elsif left > N then
    last := false;
    left := N;
  end;
end;

rule "wrap" spare(left) & left = 0 ==>
begin
  left := N;
  while last do
    last := false;
  end;
end;

rule "never" left > N ==>
begin
  forgotten();
end;

invariant "a claim with branches" (last ? left <= N : left >= 0);
