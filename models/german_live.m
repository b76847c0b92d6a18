-- Does every request get its answer? German's protocol, with fairness.
--
-- The protocol of german.m, every step weakly fair: what can be done all the time is
-- done at last. Home picks the next request freely, and a client's request is out of
-- its reach while another one is served, so that picking it up must be strongly fair.
-- Then every client that asks for an exclusive copy gets one. Mark that rule weakfair
-- instead and the claim fails: the others may be served for ever.
--
-- Source: as german.m.
--
-- expect: N=2 DATA=1 verdict=holds states=1461 rules=4026

const
  N: 2;      -- number of clients
  DATA: 1;   -- number of data values, 1 for a model without data

type
  Client: scalarset(N);
  Value: scalarset(DATA);
  Permission: enum {Invalid, Shared, Exclusive};
  Kind: enum {
    Nothing,                            -- the channel is empty
    RequestShared, RequestExclusive,    -- client to home
    Invalidate,                         -- home to client
    InvalidateAck,                      -- client to home
    GrantShared, GrantExclusive         -- home to client
  };
  Channel: record
    kind: Kind;
    data: Value;
  end;
  Cache: record
    permission: Permission;
    data: Value;
  end;

var
  cache: array [Client] of Cache;
  request: array [Client] of Channel;    -- client to home
  order: array [Client] of Channel;      -- home to client
  reply: array [Client] of Channel;      -- client to home

  sharer: array [Client] of boolean;     -- home: who may have a copy
  pending: array [Client] of boolean;    -- home: who is still to be invalidated
  exclusiveGranted: boolean;             -- home: the one sharer is exclusive
  command: Kind;                         -- home: request being served
  requester: Client;                     -- home: on whose behalf
  memory: Value;

  latest: Value;                         -- auxiliary: the last value stored

procedure Empty(var c: Channel);
begin
  c.kind := Nothing;
  undefine c.data;
end;

procedure Drop(var c: Cache);
begin
  c.permission := Invalid;
  undefine c.data;
end;

procedure FinishCommand();
begin
  command := Nothing;
  undefine requester;
end;

ruleset v: Value do
  startstate "no copies, any memory contents"
  begin
    for c: Client do
      Drop(cache[c]);
      Empty(request[c]);
      Empty(order[c]);
      Empty(reply[c]);
      sharer[c] := false;
      pending[c] := false;
    end;
    exclusiveGranted := false;
    FinishCommand();
    memory := v;
    latest := v;
  end;
end;

-- Clients ---------------------------------------------------------------------

ruleset c: Client do

  rule "client asks for a shared copy"
    request[c].kind = Nothing & cache[c].permission = Invalid
  ==>
  begin
    request[c].kind := RequestShared;
  end;

  rule "client asks for an exclusive copy"
    request[c].kind = Nothing & cache[c].permission != Exclusive
  ==>
  begin
    request[c].kind := RequestExclusive;
  end;

  weakfair rule "client obeys an invalidation"
    order[c].kind = Invalidate & reply[c].kind = Nothing
  ==>
  begin
    reply[c].kind := InvalidateAck;
    if cache[c].permission = Exclusive then
      reply[c].data := cache[c].data;
    end;
    Drop(cache[c]);
    Empty(order[c]);
  end;

  weakfair rule "client receives a shared copy"
    order[c].kind = GrantShared
  ==>
  begin
    cache[c].permission := Shared;
    cache[c].data := order[c].data;
    Empty(order[c]);
  end;

  weakfair rule "client receives an exclusive copy"
    order[c].kind = GrantExclusive
  ==>
  begin
    cache[c].permission := Exclusive;
    cache[c].data := order[c].data;
    Empty(order[c]);
  end;

  ruleset v: Value do
    rule "client stores a value"
      cache[c].permission = Exclusive
    ==>
    begin
      cache[c].data := v;
      latest := v;
    end;
  end;

end;

-- Home ------------------------------------------------------------------------

ruleset c: Client do

  strongfair rule "home takes up a request"
    command = Nothing & request[c].kind != Nothing
  ==>
  begin
    command := request[c].kind;
    requester := c;
    Empty(request[c]);
    for d: Client do
      pending[d] := sharer[d];
    end;
  end;

  weakfair rule "home sends an invalidation"
    pending[c] & order[c].kind = Nothing
    & (command = RequestExclusive
       | command = RequestShared & exclusiveGranted)
  ==>
  begin
    order[c].kind := Invalidate;
    pending[c] := false;
  end;

  weakfair rule "home receives an acknowledgement"
    reply[c].kind = InvalidateAck & command != Nothing
  ==>
  begin
    sharer[c] := false;
    if exclusiveGranted then
      exclusiveGranted := false;
      memory := reply[c].data;
    end;
    Empty(reply[c]);
  end;

  weakfair rule "home grants a shared copy"
    command = RequestShared & requester = c
    & !exclusiveGranted & order[c].kind = Nothing
  ==>
  begin
    order[c].kind := GrantShared;
    order[c].data := memory;
    sharer[c] := true;
    FinishCommand();
  end;

  weakfair rule "home grants an exclusive copy"
    command = RequestExclusive & requester = c
    & !exclusiveGranted & order[c].kind = Nothing
    & forall d: Client do !sharer[d] end
  ==>
  begin
    order[c].kind := GrantExclusive;
    order[c].data := memory;
    sharer[c] := true;
    exclusiveGranted := true;
    FinishCommand();
  end;

end;

-- Claims ----------------------------------------------------------------------

ltl "an exclusive copy is the only copy"
  [] forall c: Client do forall d: Client do
       c != d & cache[c].permission = Exclusive -> cache[d].permission = Invalid
     end end;

ltl "every request for an exclusive copy is granted"
  forall c: Client do
    [] (request[c].kind = RequestExclusive -> <> cache[c].permission = Exclusive)
  end;
