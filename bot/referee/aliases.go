package referee

import "grognard/bot/referee/ledger"

// What callers of this package name stays here.
const Agreed = ledger.Agreed
const Agreement = ledger.Agreement

type Announced = ledger.Announced
type Answer = ledger.Answer

const AnswerTiming = ledger.AnswerTiming
const Answered = ledger.Answered
const Arrived = ledger.Arrived
const Asked = ledger.Asked
const Asleep = ledger.Asleep
const Assigned = ledger.Assigned
const Awaited = ledger.Awaited

type Awaiting = ledger.Awaiting
type Awaits = ledger.Awaits

const Away = ledger.Away
const Back = ledger.Back
const Called = ledger.Called
const CameBack = ledger.CameBack
const Cancelled = ledger.Cancelled

type Caution = ledger.Caution
type Clock = ledger.Clock
type ClockDid = ledger.ClockDid
type ClockOffer = ledger.ClockOffer

const ClockOffered = ledger.ClockOffered

type ClockOut = ledger.ClockOut

const ClockRanOut = ledger.ClockRanOut
const Close = ledger.Close
const Closed = ledger.Closed
const Consented = ledger.Consented
const Declined = ledger.Declined
const Departed = ledger.Departed
const Deputised = ledger.Deputised

type DiceRoll = ledger.DiceRoll

const Dismissed = ledger.Dismissed
const Drawn = ledger.Drawn
const Ended = ledger.Ended

type Ending = ledger.Ending

var ErrBroken = ledger.ErrBroken
var ErrClockOff = ledger.ErrClockOff
var ErrClockOn = ledger.ErrClockOn
var ErrDamaged = ledger.ErrDamaged
var ErrDays = ledger.ErrDays
var ErrDeclined = ledger.ErrDeclined
var ErrDeputy = ledger.ErrDeputy
var ErrFed = ledger.ErrFed
var ErrFeeds = ledger.ErrFeeds
var ErrGameHere = ledger.ErrGameHere
var ErrHanded = ledger.ErrHanded
var ErrInvited = ledger.ErrInvited
var ErrJudge = ledger.ErrJudge
var ErrKnows = ledger.ErrKnows
var ErrNoBeacon = ledger.ErrNoBeacon
var ErrNoClock = ledger.ErrNoClock
var ErrNoDeputy = ledger.ErrNoDeputy
var ErrNoEnd = ledger.ErrNoEnd
var ErrNoGame = ledger.ErrNoGame
var ErrNoInvitation = ledger.ErrNoInvitation
var ErrNoList = ledger.ErrNoList
var ErrNoMember = ledger.ErrNoMember
var ErrNoModule = ledger.ErrNoModule
var ErrNoOffer = ledger.ErrNoOffer
var ErrNoPhase = ledger.ErrNoPhase
var ErrNoPlan = ledger.ErrNoPlan
var ErrNoScenario = ledger.ErrNoScenario
var ErrNoSeatOffer = ledger.ErrNoSeatOffer
var ErrNoSide = ledger.ErrNoSide
var ErrNoTiming = ledger.ErrNoTiming
var ErrNoUndo = ledger.ErrNoUndo
var ErrNotCommander = ledger.ErrNotCommander
var ErrNotOpener = ledger.ErrNotOpener
var ErrNotOut = ledger.ErrNotOut
var ErrNotPaused = ledger.ErrNotPaused
var ErrNotSeated = ledger.ErrNotSeated
var ErrNotSilent = ledger.ErrNotSilent
var ErrNotStarted = ledger.ErrNotStarted
var ErrNotUndoer = ledger.ErrNotUndoer
var ErrNote = ledger.ErrNote
var ErrNotesFull = ledger.ErrNotesFull
var ErrOdds = ledger.ErrOdds
var ErrOffered = ledger.ErrOffered
var ErrOtherGame = ledger.ErrOtherGame
var ErrOver = ledger.ErrOver
var ErrOwnClock = ledger.ErrOwnClock
var ErrOwnFeed = ledger.ErrOwnFeed
var ErrOwnOffer = ledger.ErrOwnOffer
var ErrOwnSeat = ledger.ErrOwnSeat
var ErrOwnTiming = ledger.ErrOwnTiming
var ErrOwnUndo = ledger.ErrOwnUndo
var ErrPaused = ledger.ErrPaused
var ErrPlanDelay = ledger.ErrPlanDelay
var ErrPlanNotNow = ledger.ErrPlanNotNow
var ErrPlanWaiting = ledger.ErrPlanWaiting
var ErrPlays = ledger.ErrPlays
var ErrReason = ledger.ErrReason
var ErrReused = ledger.ErrReused
var ErrSamePlace = ledger.ErrSamePlace
var ErrSameTerms = ledger.ErrSameTerms
var ErrSeatTaken = ledger.ErrSeatTaken
var ErrSeated = ledger.ErrSeated
var ErrSeatsOpen = ledger.ErrSeatsOpen
var ErrShut = ledger.ErrShut
var ErrSought = ledger.ErrSought
var ErrStale = ledger.ErrStale
var ErrStarted = ledger.ErrStarted
var ErrTaken = ledger.ErrTaken
var ErrTeamFull = ledger.ErrTeamFull
var ErrTime = ledger.ErrTime
var ErrTimed = ledger.ErrTimed
var ErrUndoAsked = ledger.ErrUndoAsked
var ErrWaived = ledger.ErrWaived
var ErrWord = ledger.ErrWord
var ErrWorded = ledger.ErrWorded

const FeedLost = ledger.FeedLost

type Flaw = ledger.Flaw

const Forfeited = ledger.Forfeited

type GameID = ledger.GameID
type GameMoved = ledger.GameMoved

const HandOver = ledger.HandOver

type Hold = ledger.Hold
type Intervened = ledger.Intervened
type Intervention = ledger.Intervention
type Invitation = ledger.Invitation

const InvitationDeclined = ledger.InvitationDeclined
const InvitationRetracted = ledger.InvitationRetracted
const Invited = ledger.Invited
const Joined = ledger.Joined

type Kind = ledger.Kind

const Lapsed = ledger.Lapsed
const Left = ledger.Left
const Mastered = ledger.Mastered

type Measure = ledger.Measure
type Member = ledger.Member

const MostPause = ledger.MostPause
const MostWait = ledger.MostWait
const Move = ledger.Move
const NewTerms = ledger.NewTerms
const News = ledger.News

type NoForce = ledger.NoForce
type NotInvited = ledger.NotInvited
type NotYours = ledger.NotYours
type Notification = ledger.Notification

const OfferTiming = ledger.OfferTiming
const Offered = ledger.Offered
const OnVacation = ledger.OnVacation
const Opened = ledger.Opened
const Owed = ledger.Owed
const Pause = ledger.Pause
const PauseClock = ledger.PauseClock

type Paused = ledger.Paused

const Phase = ledger.Phase
const PlanAsks = ledger.PlanAsks
const PlanDelay = ledger.PlanDelay
const PlanDelayMost = ledger.PlanDelayMost
const PlanDone = ledger.PlanDone

type PlanEnd = ledger.PlanEnd
type PlanRefused = ledger.PlanRefused
type PlanRun = ledger.PlanRun

const PlanStopped = ledger.PlanStopped
const PlanYielded = ledger.PlanYielded
const Planned = ledger.Planned

type Proposal = ledger.Proposal

const RanOut = ledger.RanOut
const ReasonLimit = ledger.ReasonLimit
const Reminded = ledger.Reminded

type Reseated = ledger.Reseated
type Reseating = ledger.Reseating

const Resigned = ledger.Resigned
const Resume = ledger.Resume
const ResumeClock = ledger.ResumeClock

type Roll = ledger.Roll
type Seat = ledger.Seat

const SeatDeclined = ledger.SeatDeclined
const SeatInvited = ledger.SeatInvited

type SeatOffer = ledger.SeatOffer

const SeatOffered = ledger.SeatOffered
const SeatOpen = ledger.SeatOpen
const SeatRetracted = ledger.SeatRetracted
const SeatTaken = ledger.SeatTaken
const SeatsChanged = ledger.SeatsChanged
const Started = ledger.Started

type Table = ledger.Table

const TakeBack = ledger.TakeBack
const TakenBack = ledger.TakenBack

type Team = ledger.Team
type Teammate = ledger.Teammate
type Time = ledger.Time

const Timed = ledger.Timed

type Timing = ledger.Timing
type TurnPlan = ledger.TurnPlan

const Undelivered = ledger.Undelivered
const UndoAgreed = ledger.UndoAgreed
const UndoAsked = ledger.UndoAsked
const UndoDenied = ledger.UndoDenied

type UndoRequest = ledger.UndoRequest

const Undone = ledger.Undone

type Vacationer = ledger.Vacationer

const Vacationing = ledger.Vacationing
const Voided = ledger.Voided
const WaitForClock = ledger.WaitForClock
const Waived = ledger.Waived
const WordLimit = ledger.WordLimit
