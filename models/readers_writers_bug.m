-- Readers and writers, with a slip.
--
-- As in readers_writers.m, but the memory is guarded by two flags instead of a
-- look at everybody's state. A starting reader raises the flag "being read", and
-- every reader that stops lowers it, although it should stay up until the last
-- one has gone. With two readers inside, the first to leave lets a writer in.
--
-- Source: the readers-writers benchmark described in M. Appold, "Efficient
-- Symmetry Reduction and the Use of State Symmetries for Symbolic Model
-- Checking", GandALF 2010; the slip is ours.
--
-- With a single reader the slip does no harm.
--
-- expect: N=1 verdict=holds states=8 rules=14
-- expect: N=2 verdict=violated property="no reading while someone writes"
-- expect: N=4 verdict=violated property="no reading while someone writes"

const
  N: 2;
  READERS: N;
  WRITERS: N;

type
  Reader: scalarset(READERS);
  Writer: scalarset(WRITERS);
  ReaderState: enum {ReaderIdle, ReaderTrying, Reading};
  WriterState: enum {WriterIdle, WriterTrying, Writing};

var
  reader: array [Reader] of ReaderState;
  writer: array [Writer] of WriterState;
  beingRead: boolean;
  beingWritten: boolean;

startstate "everyone idle"
begin
  for r: Reader do
    reader[r] := ReaderIdle;
  end;
  for w: Writer do
    writer[w] := WriterIdle;
  end;
  beingRead := false;
  beingWritten := false;
end;

ruleset r: Reader do

  rule "reader wants to read"
    reader[r] = ReaderIdle
  ==>
  begin
    reader[r] := ReaderTrying;
  end;

  rule "reader starts"
    reader[r] = ReaderTrying & !beingWritten
  ==>
  begin
    reader[r] := Reading;
    beingRead := true;
  end;

  rule "reader stops"
    reader[r] = Reading
  ==>
  begin
    reader[r] := ReaderIdle;
    beingRead := false;   -- the slip: others may still be reading
  end;

end;

ruleset w: Writer do

  rule "writer wants to write"
    writer[w] = WriterIdle
  ==>
  begin
    writer[w] := WriterTrying;
  end;

  rule "writer starts"
    writer[w] = WriterTrying & !beingRead & !beingWritten
  ==>
  begin
    writer[w] := Writing;
    beingWritten := true;
  end;

  rule "writer stops"
    writer[w] = Writing
  ==>
  begin
    writer[w] := WriterIdle;
    beingWritten := false;
  end;

end;

invariant "no reading while someone writes"
  !((exists r: Reader do reader[r] = Reading end)
    & exists w: Writer do writer[w] = Writing end);

ruleset v: Writer; w: Writer do
  invariant "one writer at a time"
    v != w -> !(writer[v] = Writing & writer[w] = Writing);
end;
