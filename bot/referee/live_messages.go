package referee

import (
	"slices"

	"grognard/storage"
)

// message is one that stands in the game's channel: what it is about, and the row that
// it began with. One that is live is edited by later rows: its account goes on, or its
// buttons have had their moment.
type message struct {
	Kind Kind   `json:"kind"`
	Row  uint64 `json:"row"`
}

// edit is a notice that changes the message.
func (m message) edit() storage.Notice {
	return storage.Notice{Audience: everybody, Kind: string(m.Kind), From: m.Row, Edits: m.Row}
}

// thread says whether the message tells of a fight, or of another decision, as it goes on.
func (m message) thread() bool { return m.Kind == News || m.Kind == Asked }

// notificationPlan gathers what is to be told of a command, and which messages are live after it.
type notificationPlan struct {
	*newRow
	live   []message
	list   []storage.Notice
	goesOn bool // a message that was live tells of the command

	endsOffer uint64   // the row of the offer of a seat that the command ends, 0 for none
	invited   []uint64 // the rows of the invitations that stand after it

	back     bool             // a player acts whose clock had run out
	separate []storage.Notice // that he does: it tells nothing of the command
}

// editLive edits the live messages whose account goes on with the command, or whose moment
// has passed. Those that nothing more can happen to are live no longer.
func (n *notificationPlan) editLive() {
	var live []message
	for _, m := range n.live {
		changed, lives := n.touches(m)
		switch {
		case changed && m.Kind == ClockRanOut && n.back:
			n.separate = append(n.separate, m.edit())
		case changed:
			n.list = append(n.list, m.edit())
		}
		if lives {
			live = append(live, m)
		}
		n.goesOn = n.goesOn || m.thread()
	}
	n.live = live
}

// touches says whether the command changes a live message, and whether it stays live.
func (n *notificationPlan) touches(m message) (changed, lives bool) {
	rowBody := n.body
	switch m.Kind {
	case News, Asked:
		return n.turned() || !rowBody.framed() && len(n.account.Public()) > 0, n.after.Owed != 0
	case Owed:
		return n.turned(), !n.turned()
	case Called: // as long as the same side is to act, see calls
		return false, true
	case UndoAsked:
		return false, true // see lapse
	case Awaited: // as long as the round is awaited that it names
		over := rowBody.Bound != nil || rowBody.Renamed != nil || rowBody.Ended != nil
		return over, !over
	case ClockOffered: // until another one is made, it is answered, what it is about has come, or a player leaves
		over := rowBody.Left != nil || rowBody.aboutClocks() && rowBody.Timed.Does != RanOut &&
			rowBody.Timed.Does != WaitForClock || n.after.Over
		return over, !over
	case ClockRanOut:
		over := n.back || n.after.Over || rowBody.Undone != nil || rowBody.Master != nil &&
			rowBody.Master.Does == HandOver ||
			rowBody.seatTaken() ||
			rowBody.aboutClocks() && (rowBody.Timed.Does == WaitForClock || rowBody.Timed.Does == NewTerms ||
				rowBody.Timed.Does == PauseClock)
		return over, !over
	case Offered: // an offer lapses with its turn, and when the end of a phase is taken back
		over := rowBody.Answered != nil || rowBody.Ended != nil || rowBody.seatTaken() ||
			n.after.Turn != n.before.Turn ||
			n.after.Over ||
			rowBody.Undone != nil && closes(n.before, n.after)
		return over, !over
	}
	if m.Kind == SeatOffered { // an offer has one message, and a later one its own
		over := rowBody.Ended != nil || n.after.Over || m.Row == n.endsOffer
		return over, !over
	}
	if m.Kind == SeatInvited {
		over := rowBody.Ended != nil || n.after.Over || !slices.Contains(n.invited, m.Row)
		return over, !over
	}
	over := rowBody.Joined != nil || rowBody.Left != nil || rowBody.Started != nil || rowBody.Ended != nil
	return over, !over
}

// tell tells everybody of the command in a message that stays as it is.
func (n *notificationPlan) tell(k Kind) {
	n.list = append(n.list, storage.Notice{Audience: everybody, Kind: string(k), From: n.seq})
}

// begin tells everybody of the command in a message that later commands may edit.
func (n *notificationPlan) begin(k Kind) {
	n.tell(k)
	if m := (message{k, n.seq}); !m.thread() || n.after.Owed != 0 {
		n.live = append(n.live, m)
	}
}

// tellClocks tells what is done about the clocks.
func (n *notificationPlan) tellClocks(does Timing) {
	switch does {
	case OfferTiming:
		n.begin(ClockOffered)
	case RanOut:
		n.begin(ClockRanOut)
	default:
		n.tell(Timed)
	}
}

// askDecision tells who owes a decision that he did not owe before, unless the message that tells of the
// command says so.
func (n *notificationPlan) askDecision() {
	if n.asks() && !n.goesOn && !slices.Contains(n.live, message{News, n.seq}) {
		n.begin(Asked)
	}
}

// moveChannel tells a channel that the game is played elsewhere from now on, and the other one that it is
// there. All messages that could change stand in the one that it leaves: they are closed.
func (n *notificationPlan) moveChannel() {
	for _, m := range n.live {
		n.list = append(n.list, m.edit())
	}
	n.live = nil
	n.tell(Departed)
	n.begin(Arrived)
}

// lapseUndo closes the request for an undo that the command answers or overtakes. A command of
// which nobody is told leaves it open to be pressed in vain: the edit would tell of it.
func (n *notificationPlan) lapseUndo() {
	overtakes := n.body.play() != nil || n.body.Undone != nil || n.body.UndoDenied != nil || n.body.Ended != nil ||
		n.body.seatTaken()
	if len(n.list) == 0 || !overtakes {
		return
	}
	n.live = slices.DeleteFunc(slices.Clone(n.live), func(m message) bool {
		if m.Kind == UndoAsked {
			n.list = append(n.list, m.edit())
		}
		return m.Kind == UndoAsked
	})
}
