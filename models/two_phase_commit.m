-- Two-phase commit, with message loss and a coordinator that may crash.
--
-- A coordinator asks N participants to prepare. Each votes yes, after which it is
-- bound to follow the decision, or votes no and aborts at once. If all have voted
-- yes the coordinator decides to commit; if someone votes no, or the coordinator
-- loses patience, it decides to abort. It writes its decision to a log and
-- repeats it to everybody until it is acknowledged. Any message may be lost. A
-- crash wipes out what the coordinator knew but not its log; with nothing logged
-- it decides to abort when it comes back. When everybody has acknowledged, the
-- next transaction begins. Each participant has two one-place mailboxes, one for
-- each direction.
--
-- Source: J. Gray, "Notes on Data Base Operating Systems", LNCS 60, 1978; see
-- also J. Gray and L. Lamport, "Consensus on Transaction Commit", ACM TODS
-- 31(1), 2006.
--
-- A prepared participant is blocked while the coordinator is down: the price of
-- the protocol. Nothing is ever blocked for good.
--
-- expect: N=1 verdict=holds states=98 rules=280
-- expect: N=2 verdict=holds states=1308 rules=6290
-- expect: N=3 verdict=holds states=23810 rules=166743

const
  N: 3;   -- number of participants

type
  Participant: scalarset(N);
  Status: enum {Working, Prepared, Committed, Aborted};
  Message: enum {
    Nothing,                  -- the mailbox is empty
    Prepare, Commit, Abort,   -- to a participant
    Yes, No, Ack              -- to the coordinator
  };
  Journal: enum {NothingLogged, CommitLogged, AbortLogged};

var
  status: array [Participant] of Status;
  toParticipant: array [Participant] of Message;
  toCoordinator: array [Participant] of Message;

  up: boolean;                                   -- coordinator is running
  started: boolean;                              -- it has sent the prepares
  journal: Journal;
  votedYes: array [Participant] of boolean;      -- lost in a crash
  acknowledged: array [Participant] of boolean;  -- lost in a crash

procedure ForgetAnswers();
begin
  for p: Participant do
    votedYes[p] := false;
    acknowledged[p] := false;
  end;
end;

procedure BeginTransaction();
begin
  for p: Participant do
    status[p] := Working;
    toParticipant[p] := Nothing;
    toCoordinator[p] := Nothing;
  end;
  started := false;
  journal := NothingLogged;
  ForgetAnswers();
end;

-- A prepared or working participant obeys; one that has decided stays with it.
procedure Obey(p: Participant; decision: Status);
begin
  if status[p] = Working | status[p] = Prepared then
    status[p] := decision;
  end;
  toCoordinator[p] := Ack;
end;

procedure CountVote(p: Participant; vote: Message);
begin
  if journal = NothingLogged & started then
    if vote = Yes then
      votedYes[p] := true;
    else
      journal := AbortLogged;
    end;
  end;
end;

startstate "first transaction"
begin
  up := true;
  BeginTransaction();
end;

-- Participants ----------------------------------------------------------------

ruleset p: Participant do

  rule "participant gives up before voting"
    status[p] = Working
  ==>
  begin
    status[p] := Aborted;
  end;

  rule "participant votes yes"
    toParticipant[p] = Prepare & toCoordinator[p] = Nothing
    & status[p] = Working
  ==>
  begin
    status[p] := Prepared;
    toCoordinator[p] := Yes;
    toParticipant[p] := Nothing;
  end;

  rule "participant votes no"
    toParticipant[p] = Prepare & toCoordinator[p] = Nothing
    & (status[p] = Working | status[p] = Aborted)
  ==>
  begin
    status[p] := Aborted;
    toCoordinator[p] := No;
    toParticipant[p] := Nothing;
  end;

  rule "participant hears the decision"
    (toParticipant[p] = Commit | toParticipant[p] = Abort)
    & toCoordinator[p] = Nothing
  ==>
  begin
    if toParticipant[p] = Commit then
      Obey(p, Committed);
    else
      Obey(p, Aborted);
    end;
    toParticipant[p] := Nothing;
  end;

  rule "message to participant is lost"
    toParticipant[p] != Nothing
  ==>
  begin
    toParticipant[p] := Nothing;
  end;

  rule "message to coordinator is lost"
    toCoordinator[p] != Nothing
  ==>
  begin
    toCoordinator[p] := Nothing;
  end;

end;

-- Coordinator -----------------------------------------------------------------

rule "coordinator asks all to prepare"
  up & !started & journal = NothingLogged
==>
begin
  started := true;
  for p: Participant do
    toParticipant[p] := Prepare;
  end;
end;

ruleset p: Participant do

  rule "coordinator takes in an answer"
    up & toCoordinator[p] != Nothing
  ==>
  begin
    switch toCoordinator[p]
      case Yes, No:
        CountVote(p, toCoordinator[p]);
      case Ack:
        acknowledged[p] := true;
      else
        error "a participant sent a message of the wrong kind";
    end;
    toCoordinator[p] := Nothing;
  end;

  rule "coordinator announces its decision"
    up & journal != NothingLogged & !acknowledged[p] & toParticipant[p] = Nothing
  ==>
  begin
    toParticipant[p] := (journal = CommitLogged ? Commit : Abort);
  end;

end;

rule "coordinator decides to commit"
  up & started & journal = NothingLogged
  & forall p: Participant do votedYes[p] end
==>
begin
  journal := CommitLogged;
end;

rule "coordinator loses patience"
  up & started & journal = NothingLogged
==>
begin
  journal := AbortLogged;
end;

rule "coordinator crashes"
  up
==>
begin
  up := false;
  ForgetAnswers();
end;

rule "coordinator comes back"
  !up
==>
begin
  up := true;
  if journal = NothingLogged then
    journal := AbortLogged;
  end;
end;

rule "next transaction"
  up & (forall p: Participant do
          acknowledged[p]
          & toParticipant[p] = Nothing & toCoordinator[p] = Nothing
        end)
==>
begin
  BeginTransaction();
end;

-- Claims ----------------------------------------------------------------------

ruleset p: Participant; q: Participant do
  invariant "agreement"
    !(status[p] = Committed & status[q] = Aborted);
end;

ruleset p: Participant do
  invariant "a commit was decided"
    status[p] = Committed -> journal = CommitLogged;

  invariant "no commit without everyone's vote"
    journal = CommitLogged -> status[p] = Prepared | status[p] = Committed;
end;

liveness "a transaction can commit"
  forall p: Participant do status[p] = Committed end;

liveness "the next transaction can begin"
  up & !started & journal = NothingLogged;

cover "the coordinator is down while someone is prepared"
  !up & exists p: Participant do status[p] = Prepared end;
