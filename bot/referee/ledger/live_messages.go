package ledger

import (
	"slices"

	"grognard/bot/referee/api"
	"grognard/storage"
)

// message is a message in the game's channel: what it is about, and the row that it began with. A live message
// is edited by later rows: they continue its account, or close its buttons.
type Message struct {
	Kind api.Kind `json:"kind"`
	Row  uint64   `json:"row"`
}

// edit is a notice that changes the message.
func (m Message) edit() storage.Notice {
	return storage.Notice{Audience: Everybody, Kind: string(m.Kind), From: m.Row, Edits: m.Row}
}

// thread says whether the message follows a fight, or another decision, until it is settled.
func (m Message) Thread() bool { return m.Kind == api.News || m.Kind == api.Asked }

// notificationPlan collects the notices of a row, and which messages are live after it.
type NotificationPlan struct {
	*NewRow
	Live   []Message
	List   []storage.Notice
	goesOn bool // a live message tells of the row

	endsOffer uint64   // the row of the offer of a seat that this row ends, 0 for none
	invited   []uint64 // the rows of the invitations that are open after it

	back     bool             // a player acts after his clock had run out
	separate []storage.Notice // notices of that alone: they do not announce the row
}

// editLive edits the live messages that the row continues or closes, and drops those that no later row can
// edit.
func (n *NotificationPlan) EditLive() {
	var live []Message
	for _, m := range n.Live {
		changed, lives := n.touches(m)
		switch {
		case changed && m.Kind == api.ClockRanOut && n.back:
			n.separate = append(n.separate, m.edit())
		case changed:
			n.List = append(n.List, m.edit())
		}
		if lives {
			live = append(live, m)
		}
		n.goesOn = n.goesOn || m.Thread()
	}
	n.Live = live
}

// touches says whether the row changes a live message, and whether the message stays live.
func (n *NotificationPlan) touches(m Message) (changed, lives bool) {
	rowBody := n.Body
	switch m.Kind {
	case api.News, api.Asked:
		return n.turned() || !rowBody.Framed() && len(n.Account.Public()) > 0, n.After.Owed != 0
	case api.Owed:
		return n.turned(), !n.turned()
	case api.Called: // see callNotices
		return false, true
	case api.UndoAsked:
		return false, true // see lapseUndo
	case api.Awaited: // until the round that it names is no longer awaited
		over := rowBody.Bound != nil || rowBody.Renamed != nil || rowBody.Ended != nil
		return over, !over
	case api.ClockOffered: // until it is answered, replaced or pointless, or a player leaves
		over := rowBody.Left != nil || rowBody.aboutClocks() && rowBody.Timed.Does != api.RanOut &&
			rowBody.Timed.Does != api.WaitForClock || n.After.Over
		return over, !over
	case api.ClockRanOut:
		over := n.back || n.After.Over || rowBody.Undone != nil || rowBody.Master != nil &&
			rowBody.Master.Does == api.HandOver ||
			rowBody.SeatTaken() ||
			rowBody.aboutClocks() && (rowBody.Timed.Does == api.WaitForClock || rowBody.Timed.Does == api.NewTerms ||
				rowBody.Timed.Does == api.PauseClock)
		return over, !over
	case api.Offered: // an offer lapses with its turn, and when the end of a phase is taken back
		over := rowBody.Answered != nil || rowBody.Ended != nil || rowBody.SeatTaken() ||
			n.After.Turn != n.Before.Turn ||
			n.After.Over ||
			rowBody.Undone != nil && Closes(n.Before, n.After)
		return over, !over
	}
	if m.Kind == api.SeatOffered { // each offer has a message of its own
		over := rowBody.Ended != nil || n.After.Over || m.Row == n.endsOffer
		return over, !over
	}
	if m.Kind == api.SeatInvited {
		over := rowBody.Ended != nil || n.After.Over || !slices.Contains(n.invited, m.Row)
		return over, !over
	}
	over := rowBody.Joined != nil || rowBody.Left != nil || rowBody.Started != nil || rowBody.Ended != nil
	return over, !over
}

// tell announces the row to everybody in a message that will not change.
func (n *NotificationPlan) Tell(k api.Kind) {
	n.List = append(n.List, storage.Notice{Audience: Everybody, Kind: string(k), From: n.Seq})
}

// begin announces the row to everybody in a message that later rows may edit.
func (n *NotificationPlan) begin(k api.Kind) {
	n.Tell(k)
	if m := (Message{k, n.Seq}); !m.Thread() || n.After.Owed != 0 {
		n.Live = append(n.Live, m)
	}
}

// tellClocks announces what was done about the clocks.
func (n *NotificationPlan) tellClocks(does api.Timing) {
	switch does {
	case api.OfferTiming:
		n.begin(api.ClockOffered)
	case api.RanOut:
		n.begin(api.ClockRanOut)
	default:
		n.Tell(api.Timed)
	}
}

// askDecision begins a message about a decision that is newly owed, unless a message that announces the row
// shows it.
func (n *NotificationPlan) askDecision() {
	if n.Asks() && !n.goesOn && !slices.Contains(n.Live, Message{api.News, n.Seq}) {
		n.begin(api.Asked)
	}
}

// moveChannel says in the old channel that the game has moved, and in the new one that it is there. It closes
// all live messages, because they are in the old channel.
func (n *NotificationPlan) moveChannel() {
	for _, m := range n.Live {
		n.List = append(n.List, m.edit())
	}
	n.Live = nil
	n.Tell(api.Departed)
	n.begin(api.Arrived)
}

// lapseUndo closes the request for an undo that the row answers or overtakes. A row that is not announced
// leaves the request's buttons open, though they no longer work, because the edit would betray the row.
func (n *NotificationPlan) LapseUndo() {
	overtakes := n.Body.Play() != nil || n.Body.Undone != nil || n.Body.UndoDenied != nil || n.Body.Ended != nil ||
		n.Body.SeatTaken()
	if len(n.List) == 0 || !overtakes {
		return
	}
	n.Live = slices.DeleteFunc(slices.Clone(n.Live), func(m Message) bool {
		if m.Kind == api.UndoAsked {
			n.List = append(n.List, m.edit())
		}
		return m.Kind == api.UndoAsked
	})
}
