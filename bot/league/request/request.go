// Package request keeps what players ask of organisers about their games, and what was decided: to adjourn a game,
// adjudicate it, declare it lost by the other player, give back a seat, correct or annul a result, give more time.
//
//	var d request.Docket
//	g := request.Game{Number: 1, Opened: true, Players: [2]string{"anna", "boris"}}
//	asked, err := d.Ask("anna", request.Asking{Kind: request.Adjourn, Game: 1, Reason: "I move house."}, g)
//	err = errors.Join(err, d.Apply("anna", at, asked))
//	judge := request.Judge{Name: "olga", Organisers: []string{"olga"}}
//	decision := request.Decision{Request: 1, Grant: true, Reason: "Until May."}
//	decided, failed := d.Decide(judge, decision, g, at)
//	err = errors.Join(err, failed, d.Apply("olga", at, decided))
//	fmt.Println(d.Request(1).State, err)
//
// A request is decided once, by an organiser who plays neither in the game nor in its pool, and once more on appeal,
// which is final. A Refusal of this package is not in the log. Package season does to a game what a decision says.
//
// RULING: in a season without pools an organiser may decide about all games but his own: in a small league all play.
//
// RULING: no clock stops because of a request, or asking would be as good as being granted. If the game ends meanwhile,
// its open requests lapse; a player who finds its result wrong asks for another.
//
// Limits: the caller must know who is an organiser, and who has a seat at the table.
package request

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Kind is what is asked for.
type Kind string

const (
	Adjourn    Kind = "adjourn"    // the game rests until it is taken up again
	Adjudicate Kind = "adjudicate" // an organiser gives the game a result as it stands
	Forfeit    Kind = "forfeit"    // the other player has lost the game
	Restore    Kind = "restore"    // a player who has lost his seat gets it back
	Extend     Kind = "extend"     // the deadline is some days later
	Correct    Kind = "correct"    // another result
	Annul      Kind = "annul"      // of a game outside of seasons: it counts for no rating
)

// SetsResult reports whether a granted request of this kind gives a game a result.
func (k Kind) SetsResult() bool {
	return slices.Contains([]Kind{Adjudicate, Forfeit, Correct, Annul}, k)
}

// ofResult reports whether a request is about the result of a game that is over.
func (k Kind) ofResult() bool { return k == Correct || k == Annul }

// State is what has become of a request.
type State string

const (
	Open      State = "open"
	Withdrawn State = "withdrawn"
	Lapsed    State = "lapsed" // the game is over, or was undone
	Granted   State = "granted"
	Refused   State = "refused"
	Appealed  State = "appealed" // it waits for the second decision
)

// Bounds of requests.
const (
	MostDays   = 60
	MostReason = 200 // characters
	// MostWithdrawn is how often a player may withdraw a kind of request in a game: each is posted, and may ping.
	MostWithdrawn = 2
	// Patience is how long an appeal in a game without organisers waits for another judge than the first one.
	Patience = 72 * time.Hour
)

// Game is what must be known of a game.
type Game struct {
	Number    int
	Players   [2]string
	Lost      []string // players who have lost a seat in it to others
	Pool      []string // the players of its pool, nil without pools
	Opened    bool
	Over      bool
	Adjourned bool
	Agreed    bool // it is outside of seasons
	Counts    bool // it counts for ratings, if it is outside of seasons
}

// Has reports whether somebody plays a game.
func (g Game) Has(player string) bool { return player != "" && slices.Contains(g.Players[:], player) }

// HasLost reports whether somebody has lost his seat in a game.
func (g Game) HasLost(player string) bool { return player != "" && slices.Contains(g.Lost, player) }

// Asking is what a player asks for.
type Asking struct {
	Kind   Kind   `json:"kind"`
	Game   int    `json:"game"`
	Reason string `json:"reason"`
	Days   int    `json:"days,omitempty"`   // of Extend
	Holder string `json:"holder,omitempty"` // of Restore: who has the seat at the table
}

// Decision is what an organiser decides.
type Decision struct {
	Request int     `json:"request"`
	Appeal  bool    `json:"appeal,omitempty"` // it is the second one
	Grant   bool    `json:"grant,omitempty"`  // what the request asks for is granted, also on appeal
	Reason  string  `json:"reason"`
	Days    int     `json:"days,omitempty"` // of Extend
	Points  *[2]int `json:"points,omitempty"`
}

// Appeal asks for a second decision.
type Appeal struct {
	Request int    `json:"request"`
	Reason  string `json:"reason"`
	Cites   string `json:"cites,omitempty"` // paragraphs
	Channel string `json:"channel"`         // where the appeal's thread is opened
}

// Calling says that an organiser was called because of a request, or of an appeal on it, which waits for a decision.
type Calling struct {
	Request   int    `json:"request"`
	Organiser string `json:"organiser"`
	Appeal    bool   `json:"appeal,omitempty"`
}

// Hearing says in which thread an appeal is heard.
type Hearing struct {
	Request int    `json:"request"`
	Channel string `json:"channel"`
}

// Event is what has happened: one of its members is set.
type Event struct {
	Asked     *Asking   `json:"asked,omitempty"`
	Withdrawn int       `json:"withdrawn,omitempty"` // the number of the request
	Called    *Calling  `json:"called,omitempty"`
	Decided   *Decision `json:"decided,omitempty"`
	Appealed  *Appeal   `json:"appealed,omitempty"`
	Heard     *Hearing  `json:"heard,omitempty"`
	TakenUp   int       `json:"takenUp,omitempty"` // the number of the request by which the game was adjourned
	NoSeat    int       `json:"noSeat,omitempty"`  // the number of a request for a seat that can never be given
}

// Decided is a decision as it was made.
type Decided struct {
	Decision
	By string
	At time.Time
}

// Request is a request with what has become of it.
type Request struct {
	Asking
	Number    int // from 1
	By        string
	At        time.Time
	State     State
	Called    [2]string // which organiser was called for the first and the second decision
	Decisions []Decided
	Others    bool // when it was decided first, another organiser could have decided it
	Appealed  *Appeal
	Appellant string
	Since     time.Time // when the appeal was made
	Heard     string    // the thread of the appeal
	Over      time.Time // when it was withdrawn or lapsed
	Undone    [2]string // the players of its game, if that was undone: another game may have its number
	NoSeat    bool      // the player who should get a seat by it can never have it
}

// Waits reports whether a request waits for a decision.
func (r *Request) Waits() bool { return r.State == Open || r.State == Appealed }

// Last returns the last decision, nil before the first.
func (r *Request) Last() *Decided {
	if len(r.Decisions) == 0 {
		return nil
	}
	return &r.Decisions[len(r.Decisions)-1]
}

// Changes reports whether a decision on a request as it is now changes something in its game: a first decision that
// grants it, or one on appeal that differs from the first.
func (r *Request) Changes(d Decision) bool {
	if d.Appeal {
		return len(r.Decisions) > 0 && r.Decisions[0].Grant != d.Grant
	}
	return d.Grant
}

// Docket holds all requests of a season. Its zero value has none.
type Docket struct{ List []Request }

// Request returns a request by its number, nil for none.
func (d *Docket) Request(number int) *Request {
	if number < 1 || number > len(d.List) {
		return nil
	}
	return &d.List[number-1]
}

// Waiting returns the requests that wait for a decision.
func (d *Docket) Waiting() (list []Request) {
	for _, r := range d.List {
		if r.Waits() {
			list = append(list, r)
		}
	}
	return list
}

// Lapse ends the open requests of a game that is over, except those about its result. Appeals are heard after the
// game's end, too.
func (d *Docket) Lapse(game int, at time.Time) {
	d.List = slices.Clone(d.List)
	for i := range d.List {
		if r := &d.List[i]; r.Game == game && r.State == Open && !r.Kind.ofResult() {
			r.State, r.Over = Lapsed, at
		}
	}
}

// Undo ends all requests of a game that is undone, and stores the game's players in them, as another game may get its
// number. Requests of an earlier undone game with that number stay as they are.
func (d *Docket) Undo(game int, players [2]string, at time.Time) {
	d.List = slices.Clone(d.List)
	for i := range d.List {
		r := &d.List[i]
		if r.Game != game || r.IsUndone() {
			continue
		}
		r.Undone = players
		if r.State != Withdrawn {
			r.State, r.Over = Lapsed, at
		}
	}
}

// IsUndone reports whether the game of a request was undone.
func (r *Request) IsUndone() bool { return r.Undone != [2]string{} }

// Apply adds an event of the log. An error means that the event does not fit the state, so that the log is damaged.
func (d *Docket) Apply(by string, at time.Time, e Event) error {
	d.List = slices.Clone(d.List)
	find := func(number int, states ...State) (*Request, error) {
		r := d.Request(number)
		if r == nil || !slices.Contains(states, r.State) {
			return nil, fmt.Errorf("request %d is not %s", number, states)
		}
		return r, nil
	}
	switch {
	case e.Asked != nil:
		d.List = append(d.List, Request{Asking: *e.Asked, Number: len(d.List) + 1, By: by, At: at, State: Open})
	case e.Withdrawn > 0:
		r, err := find(e.Withdrawn, Open)
		if err == nil {
			r.State, r.Over = Withdrawn, at
		}
		return err
	case e.Called != nil:
		r, err := find(e.Called.Request, Open, Appealed)
		if err == nil {
			r.Called[level(e.Called.Appeal)] = e.Called.Organiser
		}
		return err
	case e.Decided != nil:
		return d.decide(by, at, *e.Decided, find)
	case e.Appealed != nil:
		r, err := find(e.Appealed.Request, Granted, Refused)
		if err == nil {
			r.State, r.Appealed, r.Appellant, r.Since = Appealed, e.Appealed, by, at
		}
		return err
	case e.Heard != nil:
		r := d.Request(e.Heard.Request)
		if r == nil || r.Appealed == nil {
			return fmt.Errorf("no appeal is made on request %d", e.Heard.Request)
		}
		r.Heard = e.Heard.Channel
	case e.TakenUp > 0:
		_, err := find(e.TakenUp, Granted, Appealed)
		return err
	case e.NoSeat > 0:
		r := d.Request(e.NoSeat)
		if r == nil || len(r.Decisions) == 0 {
			return fmt.Errorf("request %d gives nobody a seat", e.NoSeat)
		}
		r.NoSeat = true
	default:
		return fmt.Errorf("an event of requests says nothing")
	}
	return nil
}

// decide applies a decision: the request is granted or refused by it.
func (d *Docket) decide(by string, at time.Time, dec Decision, find func(int, ...State) (*Request, error)) error {
	from, to := Open, Refused
	if dec.Appeal {
		from = Appealed
	}
	r, err := find(dec.Request, from)
	if err != nil {
		return err
	}
	if dec.Grant {
		to = Granted
	}
	r.NoSeat = false
	r.State, r.Decisions = to, append(slices.Clone(r.Decisions), Decided{dec, by, at})
	return nil
}

func level(appeal bool) int {
	if appeal {
		return 1
	}
	return 0
}

// Refusal says why something is refused.
type Refusal struct{ Why string }

func (r Refusal) Error() string { return "refused: " + r.Why }

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// checkReason returns a reason in one line, or refuses one that is empty or too long.
func checkReason(text string) (string, error) {
	text = oneLine(text)
	switch n := len([]rune(text)); {
	case n == 0:
		return "", Refusal{"reason"}
	case n > MostReason:
		return "", Refusal{"long"}
	}
	return text, nil
}
