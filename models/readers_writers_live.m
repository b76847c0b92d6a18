-- Who waits for ever? Readers and writers, with fairness.
--
-- The system of readers_writers.m, every component strongly fair. A reader that tries
-- gets in: again and again nobody writes. A writer needs a moment in which nobody reads
-- either, and readers who relieve each other need never leave one: even strong
-- fairness lets a writer starve.
--
-- Source: as readers_writers.m; one of the examples checked by V. Gyuris and
-- A. P. Sistla (CAV 1997).
--
-- expect: N=1 verdict=holds states=8 rules=14
-- expect: N=2 verdict=violated property="every writer gets in"

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

strongfair ruleset r: Reader do

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

end;

strongfair ruleset w: Writer do

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

end;

ltl "no reading while someone writes"
  [] !(SomeoneReads() & SomeoneWrites());

ltl "every reader gets in"
  forall r: Reader do [] (reader[r] = ReaderTrying -> <> reader[r] = Reading) end;

ltl "every writer gets in"
  forall w: Writer do [] (writer[w] = WriterTrying -> <> writer[w] = Writing) end;
