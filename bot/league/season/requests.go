package season

import (
	"fmt"
	"slices"
	"time"

	"grognard/bot/league/request"
	"grognard/bot/league/standings"
)

// Facts returns what package request must know of a game.
func Facts(s *Season, g *Game) request.Game {
	facts := request.Game{Number: g.Number, Players: [2]string{g.Pair.First, g.Pair.Second},
		Opened: g.ID != "", Over: g.IsOver(), Adjourned: !g.Adjourned.IsZero(), Agreed: s.Terms.Format == Agreed,
		Counts: g.How != Uncounted && (g.Met == nil || !g.Met.Casual)}
	for _, f := range slices.Concat(g.Lost[:]...) {
		facts.Lost = append(facts.Lost, f.Player)
	}
	if g.Pair.Pool > 0 {
		facts.Pool = s.Pools[g.Pair.Pool-1]
	}
	return facts
}

// gameFacts returns the game with a number, and its Facts. It refuses a game about which no requests can be made.
func gameFacts(s *Season, number int) (*Game, request.Game, error) {
	g := s.Game(number)
	switch {
	case g == nil || g.Pair.Second == "":
		return nil, request.Game{}, Refusal{Why: NoGame}
	case s.Stage == Cancelled:
		return nil, request.Game{}, Refusal{Why: IsOver}
	}
	return g, Facts(s, g), nil
}

// factsByRequest returns the game of the request with a number, and its Facts. It refuses what gameFacts refuses,
// and a request that is unknown or has lapsed.
func factsByRequest(s *Season, number int) (*Game, request.Game, error) {
	r := s.Requests.Request(number)
	if r == nil {
		return nil, request.Game{}, request.Refusal{Why: "unknown"}
	}
	if r.State == request.Lapsed {
		return nil, request.Game{}, request.Refusal{Why: "lapsed"}
	}
	return gameFacts(s, r.Game)
}

// toSeason wraps an event of package request in one of the season. It returns an error as it is.
func toSeason(e request.Event, err error) (Event, error) {
	if err != nil {
		return Event{}, err
	}
	return Event{Request: &e}, nil
}

// Ask returns the event by which a player asks the organisers for something in a game of his.
func Ask(s *Season, player string, a request.Asking) (Event, error) {
	g, facts, err := gameFacts(s, a.Game)
	if err == nil && a.Kind == request.Correct && isFollowed(s, g) {
		err = Refusal{Why: RoundFollowed}
	}
	if err != nil {
		return Event{}, err
	}
	return toSeason(s.Requests.Ask(player, a, facts))
}

// Decide returns the event of a decision on a request or an appeal. Its Ruled is set if the decision changes a result.
func Decide(s *Season, j request.Judge, d request.Decision, now time.Time) (Event, error) {
	g, facts, err := factsByRequest(s, d.Request)
	if err != nil {
		return Event{}, err
	}
	j.Organisers = s.Organisers
	event, err := toSeason(s.Requests.Decide(j, d, facts, now))
	r := s.Requests.Request(d.Request)
	if err != nil || !r.Kind.SetsResult() || !r.Changes(*event.Request.Decided) {
		return event, err
	}
	d = *event.Request.Decided
	o, err := outcome(g, r, d)
	if err != nil {
		return Event{}, err
	}
	ruled, err := rule(s, j.Name, o)
	if err != nil {
		return Event{}, err
	}
	event.Ruled = ruled.Ruled
	if r.Kind == request.Annul && d.Grant { // counts as unplayed, though rule goes by what was played
		event.Ruled.Result.Unplayed = true
	}
	return event, nil
}

// outcome returns the result of a game that follows from a decision. A forfeit is won by the seat of the player who has
// asked for it, even if another player has that seat by now.
func outcome(g *Game, r *request.Request, d request.Decision) (Outcome, error) {
	o := Outcome{Game: g.Number, Reason: d.Reason}
	switch seat, known := g.SeatOf(r.By); {
	case d.Points != nil:
		o.Result.Points = *d.Points
	case r.Kind == request.Forfeit && !known:
		return o, Refusal{Why: NotIn}
	case r.Kind == request.Forfeit:
		o.How, o.Result.Points[seat] = Forfeit, 2
	default: // the game is annulled
		o.How, o.Result = Uncounted, standings.Result{Points: [2]int{1, 1}}
	}
	return o, nil
}

// WithdrawRequest returns the event that takes back a player's own request.
func WithdrawRequest(s *Season, player string, number int) (Event, error) {
	return toSeason(s.Requests.Withdraw(player, number))
}

// Appeal returns the event that asks for a second decision.
func Appeal(s *Season, player string, a request.Appeal) (Event, error) {
	_, facts, err := factsByRequest(s, a.Request)
	if err != nil {
		return Event{}, err
	}
	return toSeason(s.Requests.Appeal(player, a, facts))
}

// TakeUp returns the event that goes on with an adjourned game; number is that of the request for the adjournment.
func TakeUp(s *Season, j request.Judge, number int) (Event, error) {
	_, facts, err := factsByRequest(s, number)
	if err != nil {
		return Event{}, err
	}
	j.Organisers = s.Organisers
	return toSeason(s.Requests.TakeUp(j, number, facts))
}

// Judges returns the organisers who may decide a request as it is now.
func Judges(s *Season, r *request.Request) []string {
	g := s.Game(r.Game)
	if g == nil {
		return nil
	}
	return request.Judges(r, s.Organisers, Facts(s, g))
}

// Deadline returns by when a game must be over; the zero time if there is no deadline, as while it is adjourned.
func Deadline(s *Season, g *Game) time.Time {
	i := slices.IndexFunc(s.Rounds, func(r Round) bool { return r.Number == g.Round })
	if i < 0 || !g.Adjourned.IsZero() {
		return time.Time{}
	}
	return s.Rounds[i].Deadline.Add(g.Extra)
}

// LastWarned returns the time from which the last warning of the player with a seat counts in a game: the later one of
// his warning in this game, which an adjournment or more time moves on, and of his last one in any game.
func LastWarned(s *Season, g *Game, seat int) time.Time {
	last := g.Warned[seat]
	if p := s.Player([]string{g.Pair.First, g.Pair.Second}[seat]); p != nil && p.Warned.After(last) {
		last = p.Warned
	}
	return last
}

// requestTasks returns what is due for requests: a thread for an appeal, and for each request the task to call an
// organiser, one for each who may decide it. Only one is carried out: that of the first organiser awake. If the
// one called may no longer decide the request, another one is called.
func requestTasks(s *Season) (tasks []Task) {
	if s.Stage == SignUps || s.Stage == Cancelled {
		return nil
	}
	for _, r := range s.Requests.Waiting() {
		appeal, level := r.State == request.Appealed, 0 // level: 0 for the first decision, 1 for the second
		if appeal {
			level = 1
		}
		switch {
		case appeal && r.Heard == "":
			tasks = append(tasks, Task{Kind: Hear, Request: r.Number})
			continue
		case slices.Contains(Judges(s, &r), r.Called[level]):
			continue
		}
		for _, o := range Judges(s, &r) {
			called := request.Calling{Request: r.Number, Organiser: o, Appeal: appeal}
			tasks = append(tasks, Task{Kind: Note, Awake: []string{o},
				Event: Event{Request: &request.Event{Called: &called}}})
		}
	}
	return tasks
}

// applyRequest applies an event of requests, and does to the game what follows from it, except for a result, which is
// in Ruled. With the first decision on a request it sets Others of the request.
func applyRequest(s *Season, e Entry) error {
	var was request.Request // the one that is decided, as it was before; the zero value if none is
	if d := e.Request.Decided; d != nil && s.Requests.Request(d.Request) != nil {
		was = *s.Requests.Request(d.Request)
	}
	if err := s.Requests.Apply(e.By, e.At, *e.Request); err != nil {
		return err
	}
	if g := s.Game(was.Game); g != nil && was.State == request.Open {
		s.Requests.Request(was.Number).Others = slices.ContainsFunc(Judges(s, &was), func(o string) bool {
			return o != e.By
		})
	}
	switch d := e.Request.Decided; {
	case e.Request.Asked != nil && s.Game(e.Request.Asked.Game) == nil:
		return fmt.Errorf("there is no game %d of a request", e.Request.Asked.Game)
	case e.Request.TakenUp > 0:
		goOn(s, s.Game(s.Requests.Request(e.Request.TakenUp).Game), e.At)
	case d != nil && was.Changes(*d) && s.Game(was.Game) != nil:
		follow(s, s.Game(was.Game), &was, *d, e.At)
	}
	return nil
}

// follow does to a game what a decision on r says; r is the request before the decision.
//
// RULING: if time that was given is taken back on appeal, only the deadline moves: a player keeps the time that he was
// given to come to the game. An adjournment or a seat that a later request has granted stays when an appeal against an
// earlier request succeeds.
func follow(s *Season, g *Game, r *request.Request, d request.Decision, at time.Time) {
	const day = 24 * time.Hour
	seat, _ := g.SeatOf(r.By)
	switch {
	case g.IsOver(): // nothing is left to change
	case r.Kind == request.Extend && d.Grant:
		g.Extra += time.Duration(d.Days) * day
		putOff(g, time.Duration(d.Days)*day)
	case r.Kind == request.Extend: // taken back on appeal
		g.Extra -= time.Duration(r.Decisions[0].Days) * day
	case r.Kind == request.Adjourn && d.Grant:
		g.Rests = r.Number
		if g.Adjourned.IsZero() {
			g.Adjourned = at
		}
	case r.Kind == request.Adjourn && g.Rests == r.Number:
		goOn(s, g, at)
	case r.Kind == request.Restore && (d.Grant || g.Seated[seat] == r.Number):
		g.Seated[seat] = r.Number
		restore(s, g, r.By, d.Grant, at)
	}
}

// goOn ends an adjournment and puts off the game's deadlines by its length, up to the pause if the season is paused.
func goOn(s *Season, g *Game, at time.Time) {
	if g == nil || g.Adjourned.IsZero() {
		return
	}
	if s.Stage == Paused {
		at = s.Since
	}
	rest := max(0, at.Sub(g.Adjourned))
	g.Extra, g.Adjourned = g.Extra+rest, time.Time{}
	putOff(g, rest)
}

// restore gives a player back the place in a game that a reserve has taken, or with back false, on appeal, gives it to
// the reserve again. If only the seat at the table had changed hands, the season stays as it is.
//
// RULING: the player takes part again, but of his games that the reserve has taken over he gets only this one.
func restore(s *Season, g *Game, player string, back bool, at time.Time) {
	seat, _ := g.SeatOf(player)
	holder, p := []string{g.Pair.First, g.Pair.Second}[seat], s.Player(player)
	switch {
	case back:
		g.Displaced[seat] = ""
		if p != nil && holder != player {
			reseat(s, g, seat, player)
			g.Displaced[seat], p.Left = holder, time.Time{}
		}
	case p != nil && holder == player && g.Displaced[seat] != "":
		reseat(s, g, seat, g.Displaced[seat])
		g.Displaced[seat], p.Left = "", at
	}
}
