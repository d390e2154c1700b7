package referee

import (
	"slices"

	"grognard/storage"
)

// message is a message in the game's channel: what it is about, and the row that it began with. A live message
// is edited by later rows: they continue its account, or close its buttons.
type message struct {
	Kind Kind   `json:"kind"`
	Row  uint64 `json:"row"`
}

// edit is a notice that changes the message.
func (m message) edit() storage.Notice {
	return storage.Notice{Audience: everybody, Kind: string(m.Kind), From: m.Row, Edits: m.Row}
}

// thread says whether the message follows a fight, or another decision, until it is settled.
func (m message) thread() bool { return m.Kind == News || m.Kind == Asked }

// notificationPlan collects the notices of a row, and which messages are live after it.
type notificationPlan struct {
	*newRow
	live   []message
	list   []storage.Notice
	goesOn bool // a live message tells of the row

	endsOffer uint64   // the row of the offer of a seat that this row ends, 0 for none
	invited   []uint64 // the rows of the invitations that are open after it

	back     bool             // a player acts after his clock had run out
	separate []storage.Notice // notices of that alone: they do not announce the row
}

// editLive edits the live messages that the row continues or closes, and drops those that no later row can
// edit.
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

// touches says whether the row changes a live message, and whether the message stays live.
func (n *notificationPlan) touches(m message) (changed, lives bool) {
	rowBody := n.body
	switch m.Kind {
	case News, Asked:
		return n.turned() || !rowBody.framed() && len(n.account.Public()) > 0, n.after.Owed != 0
	case Owed:
		return n.turned(), !n.turned()
	case Called: // see callNotices
		return false, true
	case UndoAsked:
		return false, true // see lapseUndo
	case Awaited: // until the round that it names is no longer awaited
		over := rowBody.Bound != nil || rowBody.Renamed != nil || rowBody.Ended != nil
		return over, !over
	case ClockOffered: // until it is answered, replaced or pointless, or a player leaves
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
	if m.Kind == SeatOffered { // each offer has a message of its own
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

// tell announces the row to everybody in a message that will not change.
func (n *notificationPlan) tell(k Kind) {
	n.list = append(n.list, storage.Notice{Audience: everybody, Kind: string(k), From: n.seq})
}

// begin announces the row to everybody in a message that later rows may edit.
func (n *notificationPlan) begin(k Kind) {
	n.tell(k)
	if m := (message{k, n.seq}); !m.thread() || n.after.Owed != 0 {
		n.live = append(n.live, m)
	}
}

// tellClocks announces what was done about the clocks.
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

// askDecision begins a message about a decision that is newly owed, unless a message that announces the row
// shows it.
func (n *notificationPlan) askDecision() {
	if n.asks() && !n.goesOn && !slices.Contains(n.live, message{News, n.seq}) {
		n.begin(Asked)
	}
}

// moveChannel says in the old channel that the game has moved, and in the new one that it is there. It closes
// all live messages, because they are in the old channel.
func (n *notificationPlan) moveChannel() {
	for _, m := range n.live {
		n.list = append(n.list, m.edit())
	}
	n.live = nil
	n.tell(Departed)
	n.begin(Arrived)
}

// lapseUndo closes the request for an undo that the row answers or overtakes. A row that is not announced
// leaves the request's buttons open, though they no longer work, because the edit would betray the row.
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
