-- A snooping cache coherence protocol in the manner of Futurebus+.
--
-- N processors, each with a cache that holds one line, and a memory sit on a
-- single bus. A line is invalid, shared (clean, others may have it), exclusive
-- clean or exclusive dirty. Whoever wins the free bus becomes its master and
-- puts a command on it: read a shared copy, read a copy to modify, invalidate
-- the other copies, or copy a dirty line back. The other caches snoop the
-- command one after the other and answer on two wires: "shared" says that a copy
-- stays behind, "intervene" that a dirty owner supplies the data in place of the
-- memory, which reads them too. When all have answered, the master completes.
-- A clean exclusive line may be written without the bus, and clean lines may be
-- dropped at any time.
--
-- Source: after the single-bus, single-line Futurebus protocol used as a
-- benchmark in S. Barner and O. Grumberg, "Combining Symmetry Reduction and
-- Under-Approximation for Symbolic Model Checking", CAV 2002; the protocol
-- itself is in IEEE standard 896.1 and in E. M. Clarke et al., "Verification of
-- the Futurebus+ Cache Coherence Protocol", CHDL 1993. The simplification is
-- ours.
--
-- expect: N=2 DATA=1 verdict=holds states=48 rules=94
-- expect: N=2 DATA=2 verdict=holds states=116 rules=264
-- expect: N=4 DATA=2 verdict=holds states=2064 rules=6832

const
  N: 3;      -- number of processors
  DATA: 2;   -- number of data values

type
  Processor: scalarset(N);
  Value: scalarset(DATA);
  Line: enum {Invalid, Shared, ExclusiveClean, ExclusiveDirty};
  Command: enum {ReadShared, ReadModified, InvalidateOthers, CopyBack};
  Phase: enum {Free, Snooping};
  Cache: record
    line: Line;
    data: Value;
  end;
  Bus: record
    phase: Phase;
    master: Processor;
    command: Command;
    answered: array [Processor] of boolean;
    shared: boolean;
    intervene: boolean;
    data: Value;         -- supplied by an intervening cache or a copy back
  end;

var
  cache: array [Processor] of Cache;
  bus: Bus;
  memory: Value;
  latest: Value;         -- auxiliary: the last value written

procedure FreeBus();
begin
  bus.phase := Free;
  undefine bus.master;
  undefine bus.command;
  undefine bus.data;
  bus.shared := false;
  bus.intervene := false;
  for p: Processor do
    bus.answered[p] := false;
  end;
end;

procedure Issue(p: Processor; c: Command);
begin
  bus.phase := Snooping;
  bus.master := p;
  bus.command := c;
  bus.answered[p] := true;
end;

procedure Drop(var c: Cache);
begin
  c.line := Invalid;
  undefine c.data;
end;

-- A dirty owner puts its data on the bus; the memory takes them as well.
procedure Supply(p: Processor);
begin
  bus.intervene := true;
  bus.data := cache[p].data;
  memory := cache[p].data;
end;

procedure Snoop(p: Processor);
begin
  alias mine: cache[p] do
    switch bus.command
      case ReadShared:
        if mine.line != Invalid then
          if mine.line = ExclusiveDirty then
            Supply(p);
          end;
          bus.shared := true;
          mine.line := Shared;
        end;
      case ReadModified:
        if mine.line = ExclusiveDirty then
          Supply(p);
        end;
        Drop(mine);
      case InvalidateOthers:
        assert mine.line = Invalid | mine.line = Shared
          "the master of an invalidation has a shared copy";
        Drop(mine);
      case CopyBack:
        assert mine.line = Invalid "a dirty copy is the only copy";
    end;
  end;
  bus.answered[p] := true;
end;

procedure Complete(p: Processor);
begin
  alias mine: cache[p] do
    switch bus.command
      case ReadShared:
        mine.data := (bus.intervene ? bus.data : memory);
        mine.line := (bus.shared ? Shared : ExclusiveClean);
      case ReadModified:
        mine.data := (bus.intervene ? bus.data : memory);
        mine.line := ExclusiveClean;
      case InvalidateOthers:
        mine.line := ExclusiveClean;
      case CopyBack:
        memory := bus.data;
        Drop(mine);
    end;
  end;
  FreeBus();
end;

function MayActAlone(p: Processor): boolean;
begin
  return bus.phase = Free | bus.master != p;
end;

ruleset v: Value do
  startstate "caches empty, any memory contents"
  begin
    for p: Processor do
      Drop(cache[p]);
    end;
    FreeBus();
    memory := v;
    latest := v;
  end;
end;

ruleset p: Processor do
  alias mine: cache[p] do

    rule "master reads a shared copy"
      bus.phase = Free & mine.line = Invalid
    ==>
    begin
      Issue(p, ReadShared);
    end;

    rule "master reads a copy to modify"
      bus.phase = Free & mine.line = Invalid
    ==>
    begin
      Issue(p, ReadModified);
    end;

    rule "master invalidates the other copies"
      bus.phase = Free & mine.line = Shared
    ==>
    begin
      Issue(p, InvalidateOthers);
    end;

    rule "master copies its line back"
      bus.phase = Free & mine.line = ExclusiveDirty
    ==>
    begin
      Issue(p, CopyBack);
      bus.data := mine.data;
    end;

    rule "cache snoops"
      bus.phase = Snooping & !bus.answered[p]
    ==>
    begin
      Snoop(p);
    end;

    rule "master completes"
      bus.phase = Snooping & bus.master = p
      & forall q: Processor do bus.answered[q] end
    ==>
    begin
      Complete(p);
    end;

    rule "drop a clean line"
      (mine.line = Shared | mine.line = ExclusiveClean) & MayActAlone(p)
    ==>
    begin
      Drop(mine);
    end;

    ruleset v: Value do
      rule "write"
        (mine.line = ExclusiveClean | mine.line = ExclusiveDirty)
        & MayActAlone(p)
      ==>
      begin
        mine.line := ExclusiveDirty;
        mine.data := v;
        latest := v;
      end;
    end;

    liveness "every processor can write again" mine.line = ExclusiveDirty;

    invariant "every copy is up to date"
      mine.line != Invalid -> mine.data = latest;

  end;
end;

ruleset p: Processor; q: Processor do
  invariant "an exclusive copy is the only copy"
    p != q
    & (cache[p].line = ExclusiveClean | cache[p].line = ExclusiveDirty)
    -> cache[q].line = Invalid;
end;

invariant "memory is up to date unless a copy is dirty"
  memory = latest
  | exists p: Processor do cache[p].line = ExclusiveDirty end;

cover "all processors share"
  forall p: Processor do cache[p].line = Shared end;

cover "a dirty owner intervenes"
  bus.phase = Snooping & bus.intervene;
