// Package lobby finds opponents: it holds the requests of players who look for a game, and says who is to play whom.
//
//	var l lobby.Lobby
//	wish := lobby.Wish{Modules: []string{"drill"}, Awake: lobby.AllDay, Secret: secret}
//	first := l.Apply("anna", at, lobby.Event{Sought: &wish}, 0)
//	second := l.Apply("boris", at, lobby.Event{Sought: &wish}, 0)
//	due := l.Due(at) // they play each other
//
// Each decision is an event of the log that follows from the state alone. Players who ask for the same game are paired
// if their other wishes go together and they are awake together for some hours of a day: for 8 at first, and for fewer
// the longer somebody waits. Waking hours that are not known count as none.
//
// A player has one request at a time, and a later one replaces it. After a week it is over.
//
// RULING: sides that nobody has chosen are drawn by the dice of games (package dice). These are keyed with a secret of
// the older request, whose hash its post shows before anybody can take it up, and with the identifiers of both players'
// commands, which Discord has made: neither a player nor the program can have chosen the throw.
//
// RULING: two players who have asked for bids bid for their sides (package bid), the one with the older request first.
// Only those who ask for bids, or take up such a request, have agreed to them.
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

// AllDay is the value of Wish.Awake for somebody who is awake at all hours.
const AllDay = 1<<24 - 1

// Lasts is how long a request lasts.
const Lasts = 7 * 24 * time.Hour

// Near is the greatest difference of ratings, in points, between players of one level.
const Near = 200

// MostLapse is the greatest Wish.Lapse, in percent, of an opponent for a player who wants a reliable one.
const MostLapse = 20

// Kind says whether a game counts for ratings.
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
	Awake   uint32   `json:"awake,omitempty"`  // a bit for each hour of the day, UTC; 0 if it is not known
	Kind    Kind     `json:"kind,omitempty"`   // whether the game is to count, "" for either
	Level   bool     `json:"level,omitempty"`  // only an opponent whose rating is near
	Points  int      `json:"points,omitempty"` // the player's rating
	Most    int      `json:"most,omitempty"`   // victory points that can be bid for a side, 0 for no bids

	Steps [2]int `json:"steps,omitzero"` // instead of points: steps of a handicap that can be bid for the sides

	Reliable bool `json:"reliable,omitempty"` // only a reliable opponent: see MostLapse
	Lapse    int  `json:"lapse,omitempty"`    // 100 less the player's own reliability in percent; 0 if little is known

	Channel string `json:"channel"` // where the request is posted; its game is opened in a thread there
	Word    string `json:"word"`    // the command's identifier, for a draw of sides
	Secret  []byte `json:"secret"`  // for a draw of sides, 32 bytes
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
	Hours  int       // for how many hours of a day an opponent must be awake too
	Ended  Ending    // "" while it is open
	Over   time.Time // when it ended
	Game   int       // the number, in the season, of the game that it has led to; 0 for none
	Bids   int       // the number of the auction that it has led to; 0 for none
}

// Event is what has happened: one of its members is set.
type Event struct {
	Sought *Wish  `json:"sought,omitempty"`
	Ended  *End   `json:"ended,omitempty"`
	Eased  *Ease  `json:"eased,omitempty"`
	Met    *Match `json:"met,omitempty"`
	Bids   *Match `json:"bids,omitempty"` // the players begin to bid for the sides, the older request's first
	Bid    *Call  `json:"bid,omitempty"`
}

// End ends a request.
type End struct {
	Request int    `json:"request"`
	Why     Ending `json:"why"`
}

// Ease lowers the hours that a request asks an opponent to have in common.
type Ease struct {
	Request int `json:"request"`
	Hours   int `json:"hours"`
}

// Match is a game that is to be opened.
type Match struct {
	Requests []int     `json:"requests"` // the older first; only one if a player took up another's request
	Players  [2]string `json:"players"`  // in the order of play
	Module   string    `json:"module"`
	Pace     string    `json:"pace,omitempty"`
	Casual   bool      `json:"casual,omitempty"`
	Channel  string    `json:"channel"`
	Words    [2]string `json:"words"`            // Wish.Word of the older request, and of the other player
	Die      int       `json:"die,omitempty"`    // the throw that gave the sides, 0 if they were not drawn
	Secret   []byte    `json:"secret,omitempty"` // for that throw
	Most     int       `json:"most,omitempty"`   // the most points that can be bid for a side, 0 without bids
	Steps    [2]int    `json:"steps,omitzero"`   // the most for each side, in steps of a handicap instead of points
	Bid      *bid.Say  `json:"bid,omitempty"`    // the last bid, for the side of its bidder
}

// Older returns the player who had the older request of a match whose sides were drawn.
func (m *Match) Older() string { return m.Players[(m.Die-1)/3] } // the first with 1 to 3, see Throw

// Lobby is the state of a lobby. Its zero value is empty.
type Lobby struct {
	Requests []Request // those that are open, and those that ended within Lasts
	Last     int       // the number of the newest
	Auctions []Auction // those that are running
}

// Request returns a request by its number, nil if there is none or it ended too long ago.
func (l *Lobby) Request(number int) *Request {
	i := slices.IndexFunc(l.Requests, func(r Request) bool { return r.Number == number })
	if i < 0 {
		return nil
	}
	return &l.Requests[i]
}

// Open returns the open requests, the oldest first.
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

// Apply adds an event of the log. game is the number of the game that a match leads to. An error means that the event
// does not fit the state, so that the log is damaged.
func (l *Lobby) Apply(by string, at time.Time, e Event, game int) error {
	l.Requests = slices.DeleteFunc(slices.Clone(l.Requests), func(r Request) bool {
		return r.Ended != "" && r.Ended != Bidding && at.Sub(r.Over) > Lasts
	})
	end := func(number int, why Ending) error {
		r := l.Request(number)
		if r == nil || r.Ended != "" && !(r.Ended == Bidding && why == Met) { // bids lead to a game
			return fmt.Errorf("request %d is not open", number)
		}
		r.Ended, r.Over = why, at
		return nil
	}
	switch {
	case e.Sought != nil:
		if _, err := l.Seek(by, *e.Sought); err != nil { // asked only for its refusal
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
			if r := l.Of(player); r != nil && e.Met.Most == 0 { // his own request ends too; with bids it has ended
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

// Step says how many common hours of a day a request asks for when it has waited for the time After.
type Step struct {
	After time.Duration
	Hours int
}

// Steps returns all steps, the first one first.
func Steps() []Step {
	const day = 24 * time.Hour
	return []Step{{0, 8}, {day / 2, 6}, {day, 4}, {2 * day, 2}, {4 * day, 0}}
}

// hours returns the common hours that a request asks for when it has waited for a time.
func hours(waited time.Duration) (n int) {
	for _, s := range Steps() {
		if waited >= s.After {
			n = s.Hours
		}
	}
	return n
}

// Due returns what is due at a time. The caller must note only the first event, and then ask again.
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
		if m, err := a.result(); a.Over() && err == nil { // err would be for a secret that Apply had refused
			events = append(events, Event{Met: &m})
		}
	}
	if len(events) > 0 {
		return events // pair only after all requests are eased, so that those who wait longest have most choice
	}
	if m := pair(open); m != nil {
		events = append(events, begin(m))
	}
	for _, a := range l.Auctions { // last, as the pass of a player who sleeps must wait
		if now.Sub(a.Since) >= bid.Silence {
			events = append(events, Event{Bid: &Call{Auction: a.Number, Player: a.Players[a.Turn()]}})
		}
	}
	return events
}

// Next returns when something is due next after a time, if no event is noted before; the zero time for never.
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

// pair returns the next match, nil if no two requests fit. Of the players who fit somebody the one who has waited
// longest plays whoever shares most waking hours with him; of several such, the one who has waited longest.
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
		if m, err := meet(open[i], open[best]); err == nil { // err would be for a secret that Apply had refused
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

// Clash returns in what two wishes do not go together, whenever their players are awake: channel, module, side, bid,
// pace, kind, level or reliable. It is "" if they do.
//
// RULING: each channel has its own lobby: who reads another channel may not be allowed to read this one's threads.
func Clash(a, b Wish) string {
	near := max(a.Points-b.Points, b.Points-a.Points) <= Near
	switch {
	case a.Channel != b.Channel:
		return "channel"
	case sharedModule(a.Modules, b.Modules) == "":
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

// sharedModule returns the first module of mine that is among theirs too, "" for none.
func sharedModule(mine, theirs []string) string {
	for _, m := range mine {
		if slices.Contains(theirs, m) {
			return m
		}
	}
	return ""
}

// Hours returns a bit for each hour of a day, UTC, in which somebody is awake from now on; 0 if he has set no zone.
//
// RULING: a player who has set a zone and no night sleeps from 23 to 7, or zones would mean nothing.
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
	day := now.UTC().Truncate(24 * time.Hour).Add(48 * time.Hour) // by then the newest settings have taken effect
	for hour := range 24 {
		if !c.Asleep(day.Add(time.Duration(hour)*time.Hour + 30*time.Minute)) {
			mask |= 1 << hour
		}
	}
	return mask
}

// Common counts the hours of a day in which two are awake.
func Common(a, b uint32) int { return bits.OnesCount32(a & b) }

// meet returns the match of r, the older request, and another that goes together with it.
//
// RULING: a game counts if one of the players has asked for that, as the other one does not mind; if neither has, it
// does not. If neither has chosen a pace it is the usual one.
func meet(r, other Request) (m Match, err error) {
	m = Match{Requests: []int{r.Number}, Players: [2]string{r.By, other.By}, Pace: "normal",
		Module: sharedModule(r.Modules, other.Modules), Casual: r.Kind != Rated && other.Kind != Rated,
		Channel: r.Channel, Words: [2]string{r.Word, other.Word}}
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

// Throw returns the die of a draw of sides: with 1 to 3 the player with the older request has the first side, with 4 to
// 6 the other player. It fails if the secret is too short.
func Throw(secret []byte, words [2]string) (int, error) {
	s := dice.Stream{Secret: secret, Game: "sides", Order: sha256.Sum256([]byte(words[0])), Words: words[:]}
	faces, err := s.Roll(1, 1)
	if err != nil {
		return 0, err
	}
	return faces[0], nil
}

// Refusal says why something is refused: full, taken, own, others, or what Clash returns.
type Refusal struct{ Why string }

func (r Refusal) Error() string { return "refused: " + r.Why }

// Most is the most open requests that a lobby has.
const Most = 500

// Seek returns the event that puts a wish into the lobby.
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

// Take returns the event by which a player takes up a request; with is what he wishes himself.
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

// Withdraw returns the event that ends a player's own request.
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
