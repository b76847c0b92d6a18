-- Two-phase commit, with a slip.
--
-- As in two_phase_commit.m, but a participant that has voted yes and hears
-- nothing does not wait for the decision: it loses patience and aborts on its
-- own. Another participant may already have committed, or may yet do so.
--
-- Source: J. Gray, "Notes on Data Base Operating Systems", LNCS 60, 1978; see
-- also J. Gray and L. Lamport, "Consensus on Transaction Commit", ACM TODS
-- 31(1), 2006. The slip is ours.
--
-- With a single participant there is nobody to disagree with.
--
-- expect: N=1 verdict=holds states=123 rules=374
-- expect: N=2 verdict=violated property="agreement"
-- expect: N=3 verdict=violated property="agreement"

const
  N: 2;   -- number of participants

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

  rule "participant gives up"
    status[p] = Working | status[p] = Prepared   -- the slip: it has promised
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
