// Package lobby finds opponents: it keeps who looks for a game, and says who is to play whom.
//
//	var l lobby.Lobby
//	wish := lobby.Wish{Modules: []string{"drill"}, Awake: lobby.AllDay, Secret: secret}
//	first := l.Apply("anna", at, lobby.Event{Sought: &wish}, 0)
//	second := l.Apply("boris", at, lobby.Event{Sought: &wish}, 0)
//	due := l.Due(at) // they play each other
//
// What is decided is an event of the log that follows from the state alone. Players who ask for the same game, for
// sides, a pace, a rating and a level that go together, are paired if they are awake together for some hours of a day:
// for 8 at first, and for fewer the longer somebody waits. Who is awake when is not known counts as no hours.
//
// A player has one request at a time, and a later one replaces it. After a week it is over.
//
// RULING: the sides that nobody has chosen are drawn by the dice of games (package dice), keyed with a secret of the
// older request, whose hash its post shows before anybody can take it up, and with the identifiers of both players'
// commands, which Discord has made: neither a player nor the program can have chosen the throw.
//
// RULING: two who have asked for bids bid for their sides (package bid), the one with the older request first. Only who
// asks for bids, or takes up such a request, has agreed to them.
//
// Limits: games of two players. Ratings and reliability are compared as they were when a request began.
package lobby

import (
	"crypto/sha256"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league/bid"
	"grognard/rules/dice"
)

// AllDay is Awake of somebody who is awake at all hours.
const AllDay = 1<<24 - 1

// Lasts is how long a request lasts.
const Lasts = 7 * 24 * time.Hour

// Near is how many points of rating players of one level are apart at most.
const Near = 200

// MostLapse is how many percent the reliability of an opponent lacks at most for who wants a reliable one.
const MostLapse = 20

// Kind is whether a game counts for ratings.
type Kind string

const (
	Either Kind = ""
	Rated  Kind = "rated"
	Casual Kind = "casual"
)

// Wish is what a player looks for.
type Wish struct {
	Modules []string `json:"modules"`          // any one of them, in the player's order
	Side    int      `json:"side,omitempty"`   // 1 or 2 in the order of play, 0 for either
	Pace    string   `json:"pace,omitempty"`   // terms of the clocks, "" for any
	Awake   uint32   `json:"awake,omitempty"`  // a bit for each hour of the day, UTC; 0 where it is not known
	Kind    Kind     `json:"kind,omitempty"`   //
	Level   bool     `json:"level,omitempty"`  // only an opponent whose rating is near
	Points  int      `json:"points,omitempty"` // the player's rating
	Most    int      `json:"most,omitempty"`   // victory points that can be bid for a side, 0 for no bids

	Steps [2]int `json:"steps,omitzero"` // instead of points: steps of a handicap that can be bid for the sides

	Reliable bool `json:"reliable,omitempty"` // only an opponent of whose failures there are few
	Lapse    int  `json:"lapse,omitempty"`    // what the player's own lacks to 100 percent; 0 if little is known

	Channel string `json:"channel"` // where the request stands, and beside which its game is opened
	Word    string `json:"word"`    // the command's identifier
	Secret  []byte `json:"secret"`  // of a draw of sides, 32 bytes
}

// Ending is why a request is over.
type Ending string

const (
	Withdrawn Ending = "withdrawn"
	Replaced  Ending = "replaced" // by a later one of the same player
	Expired   Ending = "expired"
	Bidding   Ending = "bidding" // its player and another bid for the sides of their game
	Met       Ending = "met"     // it has led to a game
)

// Request is a wish in the lobby.
type Request struct {
	Wish

	Number int // from 1
	By     string
	At     time.Time
	Hours  int    // of a day in which an opponent must be awake too
	Ended  Ending // "" while it is open
	Over   time.Time
	Game   int // that it has led to, as the season counts
	Bids   int // the auction that it has led to
}

// Event is what has happened: one of its members is set.
type Event struct {
	Sought *Wish  `json:"sought,omitempty"`
	Ended  *End   `json:"ended,omitempty"`
	Eased  *Ease  `json:"eased,omitempty"`
	Met    *Match `json:"met,omitempty"`
	Bids   *Match `json:"bids,omitempty"` // a game for whose sides its players bid, the older request's first
	Bid    *Call  `json:"bid,omitempty"`
}

// End ends a request.
type End struct {
	Request int    `json:"request"`
	Why     Ending `json:"why"`
}

// Ease lets a request do with fewer common hours.
type Ease struct {
	Request int `json:"request"`
	Hours   int `json:"hours"`
}

// Match is a game that is to be opened.
type Match struct {
	Requests []int     `json:"requests"` // one or two, the older first; a player may take up one without his own
	Players  [2]string `json:"players"`  // in the order of play
	Module   string    `json:"module"`
	Pace     string    `json:"pace,omitempty"`
	Casual   bool      `json:"casual,omitempty"`
	Channel  string    `json:"channel"`
	Words    [2]string `json:"words"`            // of the older request and of the other player
	Die      int       `json:"die,omitempty"`    // that gave the sides, 0 where they were chosen
	Secret   []byte    `json:"secret,omitempty"` // of that draw
	Most     int       `json:"most,omitempty"`   // that could be bid for a side, 0 where there were no bids
	Steps    [2]int    `json:"steps,omitzero"`   // the same for each side, in steps of a handicap instead of points
	Bid      *bid.Say  `json:"bid,omitempty"`    // the last bid, for the side of its bidder
}

// Older is who had the older request of a match whose sides were drawn.
func (m *Match) Older() string { return m.Players[(m.Die-1)/3] }

// Lobby is who looks for a game. Its zero value is empty.
type Lobby struct {
	Requests []Request // those that are open, and those that were lately
	Last     int       // the number of the newest
	Auctions []Auction // that go on
}

// Request returns a request by its number, nil for one that is not there or is forgotten.
func (l *Lobby) Request(number int) *Request {
	i := slices.IndexFunc(l.Requests, func(r Request) bool { return r.Number == number })
	if i < 0 {
		return nil
	}
	return &l.Requests[i]
}

// Open are the requests that are open, the oldest first.
func (l *Lobby) Open() (list []Request) {
	for _, r := range l.Requests {
		if r.Ended == "" {
			list = append(list, r)
		}
	}
	return list
}

// Of returns the open request of a player, nil for none.
func (l *Lobby) Of(player string) *Request {
	i := slices.IndexFunc(l.Requests, func(r Request) bool { return r.Ended == "" && r.By == player })
	if i < 0 {
		return nil
	}
	return &l.Requests[i]
}

// Apply adds an event of the log. game is the number of the game that a match leads to. An error means that the log is
// not one of a lobby.
func (l *Lobby) Apply(by string, at time.Time, e Event, game int) error {
	l.Requests = slices.DeleteFunc(slices.Clone(l.Requests), func(r Request) bool {
		return r.Ended != "" && r.Ended != Bidding && at.Sub(r.Over) > Lasts
	})
	end := func(number int, why Ending) error {
		r := l.Request(number)
		if r == nil || r.Ended != "" && !(r.Ended == Bidding && why == Met) {
			return fmt.Errorf("request %d is not open", number)
		}
		r.Ended, r.Over = why, at
		return nil
	}
	switch {
	case e.Sought != nil:
		if _, err := l.Seek(by, *e.Sought); err != nil {
			return err
		}
		if r := l.Of(by); r != nil {
			r.Ended, r.Over = Replaced, at
		}
		l.Last++
		l.Requests = append(l.Requests, Request{Wish: *e.Sought, Number: l.Last, By: by, At: at, Hours: hours(0)})
	case e.Ended != nil:
		return end(e.Ended.Request, e.Ended.Why)
	case e.Eased != nil:
		r := l.Request(e.Eased.Request)
		if r == nil {
			return fmt.Errorf("there is no request %d", e.Eased.Request)
		}
		r.Hours = e.Eased.Hours
	case e.Met != nil:
		for _, number := range e.Met.Requests {
			if err := end(number, Met); err != nil {
				return err
			}
			l.Request(number).Game = game
		}
		l.Auctions = slices.DeleteFunc(slices.Clone(l.Auctions), func(a Auction) bool {
			return a.Number == e.Met.Requests[0]
		})
		for _, player := range e.Met.Players {
			if r := l.Of(player); r != nil && e.Met.Most == 0 { // who takes up another's request has what he looked for
				r.Ended, r.Over, r.Game = Met, at, game
			}
		}
	case e.Bids != nil:
		for _, number := range e.Bids.Requests {
			if err := end(number, Bidding); err != nil {
				return err
			}
			l.Request(number).Bids = e.Bids.Requests[0]
		}
		for _, player := range e.Bids.Players {
			if r := l.Of(player); r != nil {
				r.Ended, r.Over = Replaced, at
			}
		}
		l.Auctions = append(slices.Clone(l.Auctions), Auction{Number: e.Bids.Requests[0], Match: *e.Bids,
			Auction: bid.Auction{Players: e.Bids.Players, Most: e.Bids.Most, Steps: e.Bids.Steps, Since: at}})
	case e.Bid != nil:
		l.Auctions = slices.Clone(l.Auctions)
		a := l.Auction(e.Bid.Auction)
		if a == nil {
			return fmt.Errorf("auction %d does not go on", e.Bid.Auction)
		}
		return a.Add(e.Bid.Player, at, e.Bid.Say)
	default:
		return fmt.Errorf("an event of a lobby says nothing")
	}
	return nil
}

// Step is after how long a request does with how many common hours of a day.
type Step struct {
	After time.Duration
	Hours int
}

// Steps are all steps, the first one first.
func Steps() []Step {
	const day = 24 * time.Hour
	return []Step{{0, 8}, {day / 2, 6}, {day, 4}, {2 * day, 2}, {4 * day, 0}}
}

// hours are the common hours that a request asks for that has waited so long.
func hours(waited time.Duration) (n int) {
	for _, s := range Steps() {
		if waited >= s.After {
			n = s.Hours
		}
	}
	return n
}

// Due returns what is due at a time, of which the first is to be noted, and then it is asked again.
func (l *Lobby) Due(now time.Time) (events []Event) {
	open := l.Open()
	for _, r := range open {
		switch waited := now.Sub(r.At); {
		case waited >= Lasts:
			events = append(events, Event{Ended: &End{r.Number, Expired}})
		case hours(waited) < r.Hours:
			events = append(events, Event{Eased: &Ease{r.Number, hours(waited)}})
		}
	}
	for _, a := range l.Auctions {
		if m, err := a.sold(); a.Over() && err == nil { // a request without a secret is not applied
			events = append(events, Event{Met: &m})
		}
	}
	if len(events) > 0 {
		return events // who waits longer has the choice among all
	}
	if m := pair(open); m != nil {
		events = append(events, begin(m))
	}
	for _, a := range l.Auctions { // last, as it waits for a player who sleeps
		if now.Sub(a.Since) >= bid.Silence {
			events = append(events, Event{Bid: &Call{Auction: a.Number, Player: a.Players[a.Turn()]}})
		}
	}
	return events
}

// Next is when something is due after a time, if nothing is noted before; the zero time for never.
func (l *Lobby) Next(now time.Time) (at time.Time) {
	for _, r := range l.Open() {
		for _, s := range append(Steps(), Step{After: Lasts}) {
			if t := r.At.Add(s.After); t.After(now) && (at.IsZero() || t.Before(at)) {
				at = t
			}
		}
	}
	for _, a := range l.Auctions {
		if t := a.Since.Add(bid.Silence); t.After(now) && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	return at
}

// pair is who plays whom next: of those who can, the one who has waited longest, against the one with whom he is awake
// for most hours, or of several against who has waited longest. It is nil if nobody can.
func pair(open []Request) *Match {
	for i := range open {
		best := -1
		for j := i + 1; j < len(open); j++ {
			if fits(open[i], open[j]) && (best < 0 || Common(open[i].Awake, open[j].Awake) >
				Common(open[i].Awake, open[best].Awake)) {
				best = j
			}
		}
		if best < 0 {
			continue
		}
		if m, err := meet(open[i], open[best]); err == nil { // a request without a secret is not applied
			m.Requests = append(m.Requests, open[best].Number)
			return &m
		}
	}
	return nil
}

// fits reports whether two requests go together, and both are content with the hours that they have in common.
func fits(a, b Request) bool {
	return Clash(a.Wish, b.Wish) == "" && a.By != b.By && Common(a.Awake, b.Awake) >= max(a.Hours, b.Hours)
}

// Clash says in which way two wishes do not go together, whenever their players are awake: channel, module, side, bid,
// pace, kind, level or reliable. It is "" where they do.
//
// RULING: a lobby is that of a channel: who reads another one may not be allowed to read the threads of this.
func Clash(a, b Wish) string {
	near := max(a.Points-b.Points, b.Points-a.Points) <= Near
	switch {
	case a.Channel != b.Channel:
		return "channel"
	case common(a.Modules, b.Modules) == "":
		return "module"
	case a.Side != 0 && a.Side == b.Side:
		return "side"
	case a.Most != b.Most, a.Steps != b.Steps:
		return "bid"
	case a.Pace != "" && b.Pace != "" && a.Pace != b.Pace:
		return "pace"
	case a.Kind != Either && b.Kind != Either && a.Kind != b.Kind:
		return "kind"
	case (a.Level || b.Level) && !near:
		return "level"
	case a.Reliable && b.Lapse > MostLapse, b.Reliable && a.Lapse > MostLapse:
		return "reliable"
	}
	return ""
}

// common is the first of some modules that is among others too, "" for none.
func common(mine, theirs []string) string {
	for _, m := range mine {
		if slices.Contains(theirs, m) {
			return m
		}
	}
	return ""
}

// Hours are the hours of a day, UTC, in which somebody is awake from now on; 0 where he has set no zone.
//
// RULING: who has set a zone and no night sleeps from 23 to 7, or zones would mean nothing.
func Hours(c calendar.Calendar, now time.Time) (mask uint32) {
	if !c.Zoned(now) {
		return 0
	}
	if c.Night(now).None() {
		usual := calendar.Night{From: 23 * 60, Until: 7 * 60}
		if with, err := c.With(calendar.Change{At: now, What: calendar.OfNight, Value: usual.String()}); err == nil {
			c = with
		}
	}
	day := now.UTC().Truncate(24 * time.Hour).Add(48 * time.Hour) // what was set before now holds no more
	for hour := range 24 {
		if !c.Asleep(day.Add(time.Duration(hour)*time.Hour + 30*time.Minute)) {
			mask |= 1 << hour
		}
	}
	return mask
}

// Common counts the hours of a day in which two are awake.
func Common(a, b uint32) int { return bits.OnesCount32(a & b) }

// meet is the game of a request and another wish, which fit.
//
// RULING: a game counts if one of the players has asked for that, as the other one does not mind; if neither has, it
// does not. A pace that neither has chosen is the usual one.
func meet(r, other Request) (m Match, err error) {
	m = Match{Requests: []int{r.Number}, Players: [2]string{r.By, other.By}, Module: common(r.Modules, other.Modules),
		Pace: "normal", Casual: r.Kind != Rated && other.Kind != Rated, Channel: r.Channel,
		Words: [2]string{r.Word, other.Word}}
	for _, pace := range []string{other.Pace, r.Pace} {
		if pace != "" {
			m.Pace = pace
		}
	}
	if r.Most > 0 {
		m.Most, m.Steps, m.Secret = r.Most, r.Steps, r.Secret
		return m, nil
	}
	first := r.Side == 1 || other.Side == 2
	if r.Side == 0 && other.Side == 0 {
		m.Die, err = Throw(r.Secret, m.Words)
		m.Secret, first = r.Secret, m.Die <= 3
	}
	if !first {
		m.Players = [2]string{other.By, r.By}
	}
	return m, err
}

// Throw is the die of a draw of sides: with 1 to 3 who has the older request has the first side, with 4 to 6 the other
// one. An error means that the secret is too short.
func Throw(secret []byte, words [2]string) (int, error) {
	s := dice.Stream{Secret: secret, Game: "sides", Order: sha256.Sum256([]byte(words[0])), Words: words[:]}
	faces, err := s.Roll(1, 1)
	if err != nil {
		return 0, err
	}
	return faces[0], nil
}

// Refusal is why something is refused: full, taken, own, others, or a Clash.
type Refusal struct{ Why string }

func (r Refusal) Error() string { return "refused: " + r.Why }

// Most is how many requests a lobby has at once.
const Most = 500

// Seek puts a wish into the lobby.
func (l *Lobby) Seek(player string, w Wish) (Event, error) {
	switch {
	case len(w.Modules) == 0:
		return Event{}, Refusal{"module"}
	case len(l.Open()) >= Most && l.Of(player) == nil:
		return Event{}, Refusal{"full"}
	}
	_, err := Throw(w.Secret, [2]string{})
	return Event{Sought: &w}, err
}

// Take has a player take up a request, with what he wishes himself.
func (l *Lobby) Take(player string, number int, with Wish) (Event, error) {
	r := l.Request(number)
	switch {
	case r == nil || r.Ended != "":
		return Event{}, Refusal{"taken"}
	case r.By == player:
		return Event{}, Refusal{"own"}
	case Clash(r.Wish, with) != "":
		return Event{}, Refusal{Clash(r.Wish, with)}
	}
	m, err := meet(*r, Request{Wish: with, By: player})
	return begin(&m), err
}

// Withdraw ends a player's own request.
func (l *Lobby) Withdraw(player string, number int) (Event, error) {
	r := l.Request(number)
	switch {
	case r == nil || r.Ended != "":
		return Event{}, Refusal{"taken"}
	case r.By != player:
		return Event{}, Refusal{"others"}
	}
	return Event{Ended: &End{number, Withdrawn}}, nil
}
