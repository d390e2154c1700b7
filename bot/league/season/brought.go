package season

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// MostPast is the most results from before the program that a server can have, as each look at its ratings goes through
// all of them. A log of an earlier version may have more, which count.
const MostPast = 20_000

// Past holds results from before the program that count for ratings. They are in the season of format Agreed.
type Past struct {
	Channel string       `json:"channel"` // where the file was taken
	Results []PastResult `json:"results"`
}

// PastResult is a result from before the program.
type PastResult struct {
	At       time.Time `json:"at"`
	First    string    `json:"first"`
	Second   string    `json:"second"`
	Points   [2]int    `json:"points"` // half points
	Module   string    `json:"module"`
	Scenario string    `json:"scenario,omitempty"`
	Sided    bool      `json:"sided,omitempty"` // First had the module's first side; else the sides are not known

	Import int `json:"-"` // the number of the import with which it came, from 1
}

// Import is a file of results that was taken.
type Import struct {
	By      string
	At      time.Time
	Results int
	Out     bool // its results were all taken out again
}

// TakenOut takes all results of an import out again, as if they had never come.
type TakenOut struct {
	Import  int    `json:"import"` // from 1
	Channel string `json:"channel"`
	Reason  string `json:"reason"`
}

// TakeOut returns the event that takes an import out again.
func TakeOut(s *Season, t TakenOut) (Event, error) {
	t.Reason = strings.Join(strings.Fields(t.Reason), " ")
	switch {
	case t.Import < 1 || t.Import > len(s.Imports):
		return Event{}, Refusal{Why: NotIn}
	case s.Imports[t.Import-1].Out:
		return Event{}, Refusal{Why: AlreadyOut}
	case t.Reason == "":
		return Event{}, Refusal{Why: NoReason}
	}
	return Event{PastOut: &t}, nil
}

// remember adds the results of an import.
func remember(s *Season, p Past, by string, at time.Time) {
	s.Imports = append(slices.Clone(s.Imports), Import{By: by, At: at, Results: len(p.Results)})
	s.Past = slices.Clone(s.Past)
	for _, r := range p.Results {
		r.Import = len(s.Imports)
		s.Past = append(s.Past, r)
	}
}

// takeOut takes the results of an import out again.
func takeOut(s *Season, t TakenOut) error {
	if t.Import < 1 || t.Import > len(s.Imports) {
		return fmt.Errorf("there is no import %d", t.Import)
	}
	s.Imports = slices.Clone(s.Imports)
	s.Imports[t.Import-1].Out = true
	isOut := func(r PastResult) bool { return r.Import == t.Import }
	s.PastOut = slices.Clone(s.PastOut)
	for _, r := range s.Past {
		if isOut(r) {
			s.PastOut = append(s.PastOut, r)
		}
	}
	s.Past = slices.DeleteFunc(slices.Clone(s.Past), isOut)
	return nil
}

// Key is equal for results with the same day, module, players and points. They may still be two games.
func (p PastResult) Key() string {
	if p.Second < p.First || p.Second == p.First && p.Points[0] < p.Points[1] {
		p.First, p.Second, p.Points = p.Second, p.First, [2]int{p.Points[1], p.Points[0]}
	}
	return fmt.Sprint(p.At.UTC().Format(time.DateOnly), " ", p.First, " ", p.Second, " ", p.Points, " ", p.Module)
}

// Unknown returns the results of list that are not among known: alike has those that may be a known one (see below),
// fresh all others. A result that stands in list twice must be known twice. In known a forgotten player is "".
//
// RULING: a result that differs from a known one only in a forgotten player is alike, as it may be the same one: it is
// better to leave out a result than to count one twice and to name again a user who has had his name deleted.
func Unknown(list, known []PastResult) (fresh, alike []PastResult) {
	has := map[string]int{}
	for _, p := range known {
		has[p.Key()]++
	}
	for _, p := range list {
		noFirst, noSecond, noNames := p, p, p // the result as it is known if players of it were forgotten
		noFirst.First, noSecond.Second, noNames.First, noNames.Second = "", "", "", ""
		switch k := p.Key(); {
		case has[k] > 0:
			has[k]--
		case has[noFirst.Key()]+has[noSecond.Key()]+has[noNames.Key()] > 0:
			alike = append(alike, p)
		default:
			fresh = append(fresh, p)
		}
	}
	return fresh, alike
}

// Remember returns the event that adds results from before the program, which must not be known yet.
func Remember(s *Season, p Past) (Event, error) {
	switch {
	case s.Terms.Format != Agreed:
		return Event{}, Refusal{Why: NotRunning}
	case len(p.Results) == 0:
		return Event{}, Refusal{Why: AlreadyIn}
	case len(s.Past)+len(p.Results) > MostPast:
		return Event{}, Refusal{Why: PastFull}
	}
	return Event{Past: &p}, nil
}

// Bringing signs up players whom an organiser brings along.
type Bringing struct {
	Players []Newcomer `json:"players"`
}

// Newcomer is a player who is brought along.
type Newcomer struct {
	Player string `json:"player"`
	Awake  uint32 `json:"awake,omitempty"` // as in SignUp
	Place  int    `json:"place,omitempty"` // in the order of strength, from 1; 0 if it is not said
}

// Bring returns the event that signs up players whom an organiser brings along, but none who takes part or has left.
func Bring(s *Season, by string, list []Newcomer) (Event, error) {
	switch {
	case !slices.Contains(s.Organisers, by):
		return Event{}, Refusal{Why: NotOrganiser}
	case s.Stage != SignUps:
		return Event{}, Refusal{Why: SignUpOver}
	}
	list = slices.DeleteFunc(slices.Clone(list), func(n Newcomer) bool { return s.Player(n.Player) != nil })
	if len(list) == 0 {
		return Event{}, Refusal{Why: AlreadyIn}
	}
	return Event{Brought: &Bringing{list}}, nil
}

// bring signs players up. Those with a place come in the order of strength before all who have none.
func bring(s *Season, b Bringing, at time.Time) {
	s.Players = slices.Clone(s.Players)
	for _, n := range b.Players {
		s.Players = append(s.Players, Player{ID: n.Player, SignUp: SignUp{Awake: n.Awake}, Joined: at})
	}
	placed := slices.DeleteFunc(slices.Clone(b.Players), func(n Newcomer) bool { return n.Place == 0 })
	if len(placed) == 0 {
		return
	}
	slices.SortStableFunc(placed, func(a, b Newcomer) int { return cmp.Compare(a.Place, b.Place) })
	order := slices.Clone(s.Order)
	for _, n := range placed {
		order = append(order, n.Player)
	}
	for _, p := range s.Players {
		if !slices.Contains(order, p.ID) {
			order = append(order, p.ID)
		}
	}
	s.Order, s.Ordered = order, true
}
