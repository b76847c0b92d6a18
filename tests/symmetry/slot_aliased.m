-- The bag, or the element, goes by another name, and is removed in one of several branches.
--
-- permuted: P
-- expect: verdict=holds
type
  P: scalarset(2);
  Home: enum {Server};
  Node: union {Home, P};
  Message: record from: P; kind: 0..2; end;
var
  net: array [Node] of multiset [2] of Message;
  box: array [P] of P;
  served: 0..1;

procedure Send(dst: Node; from: P; kind: 0..2);
var m: Message;
begin
  m.from := from;
  m.kind := kind;
  if multisetcount(i: net[dst], true) < 2 then multisetadd(m, net[dst]); end;
end;

function Serve(m: Message): boolean;
begin
  if m.kind = 0 then
    Send(m.from, m.from, 1);
    return true;
  end;
  return false;
end;

startstate begin undefine net; undefine box; served := 0; end;

ruleset p: P; q: P do
  rule "ask" begin Send(Server, p, 0); end;
  rule "tell" p != q ==> begin Send(q, p, 2); end;
end;

ruleset n: Node do
  choose i: net[n] do
    alias bag: net[n] do
    alias same: bag do
    alias m: bag[i] do
      rule "receive" bag[i].kind < 2 | m.from != same[i].from | ismember(n, P) ==>
      begin
        if ismember(n, Home) then
          if Serve(m) then
            served := 1 - served;
            multisetremove(i, bag);
          end;
        else
          switch same[i].kind
          case 1:
            multisetremove(i, same);
          case 2:
            box[n] := m.from;
            multisetremove(i, net[n]);
          else
            undefine box[n];
            multisetremove(i, bag);
          end;
        end;
      end;

      rule "lose" multisetcount(j: bag, same[j].kind = m.kind) > 1 ==>
      begin
        if m.kind = 1 then
          multisetremove(i, bag);
          return;
        end;
        box[m.from] := m.from;
        multisetremove(i, same);
      end;
    end;
    end;
    end;
  end;
end;
