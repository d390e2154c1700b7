package api

import (
	"errors"
	"slices"
	"time"

	"grognard/rules/order"
	"grognard/rules/view"
)

type Kind string // a kind of notification

const (
	Opened  Kind = "opened"  // public: a game was opened, and its seats are open
	Joined  Kind = "joined"  // public: somebody took a seat
	Left    Kind = "left"    // public: somebody gave his seat up before the game began
	Started Kind = "started" // public with a picture, and each side that knows more: the game begins
	News    Kind = "news"    // public: the result of a command that cannot wait, such as a fight
	Phase   Kind = "phase"   // public with a picture, and each side that knows more: a player ended a phase
	Asked   Kind = "asked"   // public: a decision that is pending without a fight, and its result
	Called  Kind = "called"  // public: the players for whom the game waits are called by name

	Reminded Kind = "reminded" // public or for the player: a reminder of his deadline, as he has chosen

	// public with a picture, and each side that knows more: the game is over; if it never began, public without one
	Ended Kind = "ended"

	Offered  Kind = "offered"  // public: a side offers the other one to end the game
	Answered Kind = "answered" // public: the offer was declined or withdrawn

	// public: an order was accepted, and its dice wait for a round of the beacon, which is named
	Awaited Kind = "awaited"
	Voided  Kind = "voided" // public: the rules of a newer program refuse the order that waited
	Waived  Kind = "waived" // public: a side agrees to go on without the beacon

	Undone     Kind = "undone"     // public: something that had been announced was taken back
	UndoAgreed Kind = "undoAgreed" // public: something was taken back with the other side's consent
	UndoAsked  Kind = "undoAsked"  // public: a side asks the other one to consent to an undo
	UndoDenied Kind = "undoDenied" // public: a request for an undo was declined or withdrawn

	Vacationing  Kind = "vacation"     // public: a player announces a vacation, or cancels one
	ClockOffered Kind = "clockOffered" // public: a side offers the other one something about the clocks
	ClockRanOut  Kind = "clockRanOut"  // public: a clock has run out, and the other side has the choice
	Timed        Kind = "timed"        // public: something else was done about the clocks
	Defaulted    Kind = "defaulted"    // public: a clock has run out, and the game has answered for its player

	Mastered    Kind = "mastered"    // public: what a game master did
	SeatOffered Kind = "seatOffered" // public: a grant is offered to a user, or to whoever accepts it
	// public: a grant begins or ends, or its offer does; and for a user who acts for a side from then on
	SeatsChanged Kind = "seatsChanged"

	ListBegins Kind = "list-begins" // for one user: his list is about to begin
	ListRan    Kind = "list"        // for one user: what became of his list

	Departed Kind = "departed" // public, in the channel that the game leaves: where it is played now
	Arrived  Kind = "arrived"  // public, in the channel to which it was moved: how it stands

	FeedLost Kind = "feedLost" // public: a feed is dropped, as its channel cannot be reached

	// public: a user who plays a side takes no direct messages; Users names him
	DMsClosed Kind = "dmsClosed"
	// for each user who plays: the channel of the game cannot be reached, Table.Lost says why
	ChannelLost Kind = "channelLost"

	Daily Kind = "daily" // for one user, of no game: which of his games wait for somebody
)

// Loss is why a game's channel cannot be reached.
type Loss string

// The losses. A message of ChannelLost is made from them, so they must stay as they are.
const (
	Deleted  Loss = "deleted"   // the channel or thread does not exist any more
	NoAccess Loss = "no-access" // the bot may not see it, or not write there
	Removed  Loss = "removed"   // the bot is not in its server any more
	Locked   Loss = "locked"    // the thread is locked, and only those who manage threads can write there
	Crowded  Loss = "crowded"   // the thread is archived, and the server has all the open ones that it can have
)

// Due is a game of a user that waits for somebody, or whose channel cannot be reached.
type Due struct {
	Table    Table
	Public   view.Public
	Side     order.Side // the side that it waits for, "" for none
	Mine     bool       // the user plays that side
	Deadline time.Time  // the zero time for none
}

// Notification is a message to be sent or edited, rebuilt from the log as it was after its row. Exactly one of
// Public and Side is set, except of Daily, which has neither. The notifications of a game must be delivered in order.
//
// A notification may edit a message that was sent before. Where several for one message wait, the newest covers
// the others and takes the place of the first.
//
// Ref names the notification's message within its game. It is the same whenever the notification is rebuilt,
// and may be shown to anybody: unlike a sequence it does not tell how many commands were not announced, such as
// a stack put in another order, until the secret of the dice is published.
type Notification struct {
	ID     int64
	Covers []int64 // earlier notifications of the same message, done with this one
	Game   GameID
	Kind   Kind
	Seq    uint64    // for the program's log; it must not be shown to players
	Ref    string    // eight letters and digits
	Began  time.Time // when its message began; the channel cannot have it before that
	Edits  bool      // it edits a message that an earlier notification began
	// with Edits or Pictures: what Delivered was told about the message, "" where it was not sent
	Sent string
	// it only closes its message: if the message is not in the channel, nothing is to be sent
	Closing  bool
	Pictures bool // its text is in the channel, and its pictures are to be added by an edit
	Again    bool // it is sent once more, because it could not notify Users the first time
	Tried    bool // an earlier attempt may have succeeded: look for the message before sending again
	// the channel of the feed that it is for, "" for the game's own channel; of FeedLost: the feed that is dropped
	Feed string
	// the channel that the game has left since the message began, where the message is if it was sent before;
	// "" for none
	Left string

	Vacation *Vacationer // of Vacationing: the player, with his vacations

	Calls    order.Side // the side that is called or reminded
	Users    []string   // the users to be notified
	Deadline time.Time  // the deadline of Calls, the zero time for none
	// of a call: it is over because an order of another side was taken back, and not because Calls has acted; of
	// other messages: what they tell was taken back
	TakenBack bool
	Waits     string // of a call or reminder: the wait that it is about; for the referee alone
	Reminds   string // of a reminder: the kind of its notice; for the referee alone

	Table     Table
	Public    *view.Public // for the channel, with what everybody was told
	Side      *view.Secret // for Reader, as a direct message, with what his side was told
	Reader    string       // the user who gets Side; "" if it is to be sent to nobody
	SideOnly  *view.Secret // as Side, but only what was told to that side and not to everybody
	Announced Announced    // the rows of SideOnly that everybody was told before this notification

	Since time.Time // when the clock started that it tells the player of; the zero time for none
	Due   []Due     // of Daily: the games of Reader
	List  *ListRun  // of ListBegins and ListRan; nil where the reader has no such list, so that nothing is to be sent
}

// IsReport reports whether a message of the kind tells a side what the channel is told too. Unless the
// game has ended, it is sent to a side only if it says more.
func (k Kind) IsReport() bool { return slices.Contains([]Kind{Started, Phase, Ended, Undone}, k) }

// IsKnown reports whether everybody knows that there is this message for one reader: a report is only known if it tells
// of a decision that he owes.
func (n Notification) IsKnown() bool {
	if n.Side == nil || n.Kind == Reminded || n.List != nil {
		return false
	}
	due := n.Side.Board().Due
	return !n.Kind.IsReport() || due != nil && due.Side == n.Side.Side()
}

// Loser returns the user who has lost something by what a public notification tells, or is about to: whose clock has
// run out, whose seat has another player or is offered by somebody else, or whose game was claimed; "" for nobody.
func (n Notification) Loser() string {
	switch t := n.Table; {
	case n.Kind == ClockRanOut && t.ClockOut != nil:
		return t.Player(t.ClockOut.Side)
	case n.Kind == Defaulted && t.ClockDid != nil:
		return t.Player(t.ClockDid.Side)
	case n.Kind == SeatsChanged && t.Reseated != nil:
		return t.Reseated.Had
	case n.Kind == SeatOffered && t.Reseated != nil && t.Reseated.OffersAnothers(t.Player(t.Reseated.Side)):
		return t.Player(t.Reseated.Side)
	case n.Kind == Ended && t.Ending == Forfeited:
		return t.Player(t.EndedBy)
	}
	return ""
}

// Announced are the sequences of rows that were announced at once.
type Announced map[uint64]bool

// Why a channel cannot become a feed.
var (
	ErrFeeds   = errors.New("the game has as many feeds as are kept")
	ErrOwnFeed = errors.New("the game is played in that channel")
	ErrFed     = errors.New("the game is told in that channel already")
)

// The kinds of papers that are counted apart when a user asks what is stored of him. PaperOfNote is followed by the
// note's identifier, PaperOfWaiting by the server's. PaperOfCalendar has all changes of the user's calendar.
const (
	PaperOfNote     = "note "
	PaperOfWaiting  = "waits "
	PaperOfPanel    = "panel"
	PaperOfCalendar = "calendar"
)
