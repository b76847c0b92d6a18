-- Readers and writers.
--
-- N readers and N writers share one piece of memory. Each of them is idle,
-- trying, or at work. A trying reader may start as long as no writer is writing;
-- a trying writer may start only when nobody reads and nobody writes. Nothing
-- stops a stream of readers from holding a writer off for ever, but no state
-- makes it impossible for the writer to get in.
--
-- Source: the readers-writers benchmark described in M. Appold, "Efficient
-- Symmetry Reduction and the Use of State Symmetries for Symbolic Model
-- Checking", GandALF 2010; the problem goes back to Courtois, Heymans and
-- Parnas (1971).
--
-- Two component types, hence two independent scalarsets. Reduced by both, N+N
-- components have (N+1) C(N+2,2) + N (N+1) orbits.
--
-- expect: N=1 verdict=holds states=8 rules=14
-- expect: N=3 verdict=holds states=312 rules=1404
-- expect: N=5 verdict=holds states=10336 rules=74960

const
  N: 3;
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

function SomeoneReads(): boolean;
begin
  return exists r: Reader do reader[r] = Reading end;
end;

function SomeoneWrites(): boolean;
begin
  return exists w: Writer do writer[w] = Writing end;
end;

startstate "everyone idle"
begin
  for r: Reader do
    reader[r] := ReaderIdle;
  end;
  for w: Writer do
    writer[w] := WriterIdle;
  end;
end;

ruleset r: Reader do

  rule "reader wants to read"
    reader[r] = ReaderIdle
  ==>
  begin
    reader[r] := ReaderTrying;
  end;

  rule "reader starts"
    reader[r] = ReaderTrying & !SomeoneWrites()
  ==>
  begin
    reader[r] := Reading;
  end;

  rule "reader stops"
    reader[r] = Reading
  ==>
  begin
    reader[r] := ReaderIdle;
  end;

  liveness "every reader can read again" reader[r] = Reading;

end;

ruleset w: Writer do

  rule "writer wants to write"
    writer[w] = WriterIdle
  ==>
  begin
    writer[w] := WriterTrying;
  end;

  rule "writer starts"
    writer[w] = WriterTrying & !SomeoneReads() & !SomeoneWrites()
  ==>
  begin
    writer[w] := Writing;
  end;

  rule "writer stops"
    writer[w] = Writing
  ==>
  begin
    writer[w] := WriterIdle;
  end;

  liveness "every writer can write again" writer[w] = Writing;

end;

invariant "no reading while someone writes"
  !(SomeoneReads() & SomeoneWrites());

ruleset v: Writer; w: Writer do
  invariant "one writer at a time"
    v != w -> !(writer[v] = Writing & writer[w] = Writing);
end;

cover "all readers read together"
  forall r: Reader do reader[r] = Reading end;
