package referee

import (
	"slices"
	"time"

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

// news gathers what is to be told of a command, and which messages are live after it.
type news struct {
	*command
	live   []message
	list   []storage.Notice
	goesOn bool // a message that was live tells of the command

	back  bool             // a player acts whose clock had run out
	apart []storage.Notice // that he does: it tells nothing of the command
}

// pass edits the live messages whose account goes on with the command, or whose moment
// has passed. Those that nothing more can happen to are live no longer.
func (n *news) pass() {
	var live []message
	for _, m := range n.live {
		changed, lives := n.touches(m)
		switch {
		case changed && m.Kind == ClockRanOut && n.back:
			n.apart = append(n.apart, m.edit())
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
func (n *news) touches(m message) (changed, lives bool) {
	said := n.said
	switch m.Kind {
	case News, Asked:
		return n.turned() || !said.framed() && len(n.account.Public()) > 0, n.after.Owed != 0
	case Owed:
		return n.turned(), !n.turned()
	case UndoAsked:
		return false, true // see lapse
	case Awaited: // as long as the round is awaited that it names
		over := said.Bound != nil || said.Renamed != nil || said.Ended != nil
		return over, !over
	case ClockOffered: // until another one is made, it is answered, or what it is about has come
		over := said.aboutClocks() && said.Timed.Does != RanOut && said.Timed.Does != WaitForClock || n.after.Over
		return over, !over
	case ClockRanOut:
		over := n.back || n.after.Over || said.Undone != nil || said.Master != nil && said.Master.Does == HandOver || said.seatTaken() ||
			said.aboutClocks() && (said.Timed.Does == WaitForClock || said.Timed.Does == NewTerms || said.Timed.Does == PauseClock)
		return over, !over
	case Offered: // an offer lapses with its turn, and when the end of a phase is taken back
		over := said.Answered != nil || said.Ended != nil || said.seatTaken() || n.after.Turn != n.before.Turn || n.after.Over ||
			said.Undone != nil && closes(n.before, n.after)
		return over, !over
	}
	if m.Kind == SeatOffered { // an offer has one message, and a later one its own
		over := said.Ended != nil || n.after.Over || said.Reseated != nil && said.Reseated.offers() || said.Master != nil && said.Master.Does == HandOver
		return over, !over
	}
	over := said.Joined != nil || said.Left != nil || said.Started != nil || said.Ended != nil
	return over, !over
}

// tell tells everybody of the command in a message that stays as it is.
func (n *news) tell(k Kind) {
	n.list = append(n.list, storage.Notice{Audience: everybody, Kind: string(k), From: n.seq})
}

// begin tells everybody of the command in a message that later commands may edit.
func (n *news) begin(k Kind) {
	n.tell(k)
	if m := (message{k, n.seq}); !m.thread() || n.after.Owed != 0 {
		n.live = append(n.live, m)
	}
}

// clocks tells what is done about the clocks.
func (n *news) clocks(does Timing) {
	switch does {
	case OfferTiming:
		n.begin(ClockOffered)
	case RanOut:
		n.begin(ClockRanOut)
	default:
		n.tell(Timed)
	}
}

// ask tells who owes a decision that he did not owe before. The message that tells of the
// command says so; where it is an edit, which wakes nobody, whoever must be woken is
// named in a message of its own. Nobody is woken for what a standing order answers at once.
func (n *news) ask(g *game) {
	if !n.asks() {
		return
	}
	owes, p := g.of(n.after.By), n.said.play()
	wake := n.wakes(owes, g.calledPlayers(owes)) && (p == nil || !p.Answers)
	if n.goesOn {
		if wake {
			n.begin(Owed)
		}
		return
	}
	if !slices.Contains(n.live, message{News, n.seq}) {
		n.begin(Asked)
	}
	n.said.Wakes = wake
}

// leave tells a channel that the game is played elsewhere from now on, and the other one that it is
// there. All messages that could change stand in the one that it leaves: they are closed.
func (n *news) leave() {
	for _, m := range n.live {
		n.list = append(n.list, m.edit())
	}
	n.live = nil
	n.tell(Departed)
	n.begin(Arrived)
}

// lapse closes the request for an undo that the command answers or overtakes. A command of
// which nobody is told leaves it open to be pressed in vain: the edit would tell of it.
func (n *news) lapse() {
	overtakes := n.said.play() != nil || n.said.Undone != nil || n.said.UndoDenied != nil || n.said.Ended != nil || n.said.seatTaken()
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

// awake is for how long after he did something a player is taken to be at the table.
const awake = 10 * time.Minute

// wakes says whether one of the players who owe a decision must be called: not he who gave the
// command, nor one who did something in the last ten minutes by the log's times.
//
// Only what everybody heard of at once counts as something done. A call that depended on
// a silent act, such as a stack put in another order or a move that is told when its
// phase ends, would tell the other side of it by coming or by staying away.
func (n *news) wakes(p player, called []string) bool {
	return slices.ContainsFunc(called, func(user string) bool {
		since := n.at.Sub(p.heardOf(user))
		return user != n.by && (since < 0 || since >= awake) // where a clock was put back he is called
	})
}

// calledPlayers are the players of a side who are called for what it owes, as everybody may know it.
func (g *game) calledPlayers(p player) []string {
	if len(p.Members) == 0 {
		return []string{p.User}
	}
	return g.seatsOf(Table{}).Called(p.Side, g.match.Public().Board().Due)
}
