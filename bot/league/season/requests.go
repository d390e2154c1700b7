package season

import (
	"fmt"
	"slices"
	"time"

	"grognard/bot/league/request"
	"grognard/bot/league/standings"
)

// Asked is what the requests of players must know of a game.
func Asked(s *Season, g *Game) request.Game {
	is := request.Game{Number: g.Number, Players: [2]string{g.Pair.First, g.Pair.Second},
		Opened: g.ID != "", Over: g.IsOver(), Adjourned: !g.Adjourned.IsZero(), Agreed: s.Terms.Format == Agreed,
		Counts: g.How != Uncounted && (g.Met == nil || !g.Met.Casual)}
	for _, f := range slices.Concat(g.Lost[:]...) {
		is.Lost = append(is.Lost, f.Player)
	}
	if g.Pair.Pool > 0 {
		is.Pool = s.Pools[g.Pair.Pool-1]
	}
	return is
}

// asked returns the game of a request, of which requests can be made.
func asked(s *Season, number int) (*Game, request.Game, error) {
	g := s.Game(number)
	switch {
	case g == nil || g.Pair.Second == "":
		return nil, request.Game{}, Refusal{Why: NoGame}
	case s.Stage == Cancelled:
		return nil, request.Game{}, Refusal{Why: IsOver}
	}
	return g, Asked(s, g), nil
}

// askedIn returns the game of a request by the number of the request.
func askedIn(s *Season, number int) (*Game, request.Game, error) {
	r := s.Requests.Request(number)
	if r == nil {
		return nil, request.Game{}, request.Refusal{Why: "unknown"}
	}
	if r.State == request.Lapsed {
		return nil, request.Game{}, request.Refusal{Why: "lapsed"}
	}
	return asked(s, r.Game)
}

// hearing is the event of a request.
func hearing(e request.Event, err error) (Event, error) {
	if err != nil {
		return Event{}, err
	}
	return Event{Request: &e}, nil
}

// Ask has a player ask the organisers for something in a game of his.
func Ask(s *Season, player string, a request.Asking) (Event, error) {
	g, is, err := asked(s, a.Game)
	if err == nil && a.Kind == request.Correct && isFollowed(s, g) {
		err = Refusal{Why: RoundFollowed}
	}
	if err != nil {
		return Event{}, err
	}
	return hearing(s.Requests.Ask(player, a, is))
}

// Decide has an organiser decide a request, or an appeal. What it does to a result is a ruling, in the same event.
func Decide(s *Season, j request.Judge, d request.Decision, now time.Time) (Event, error) {
	g, is, err := askedIn(s, d.Request)
	if err != nil {
		return Event{}, err
	}
	j.Organisers = s.Organisers
	event, err := hearing(s.Requests.Decide(j, d, is, now))
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
	if event.Ruled = ruled.Ruled; r.Kind == request.Annul && d.Grant {
		event.Ruled.Result.Unplayed = true
	}
	return event, nil
}

// outcome is the result of a game that follows from a decision. A forfeit is for the seat of who has asked for it, also
// where another one has it by now.
func outcome(g *Game, r *request.Request, d request.Decision) (Outcome, error) {
	o := Outcome{Game: g.Number, Reason: d.Reason}
	switch seat, known := g.SeatOf(r.By); {
	case d.Points != nil:
		o.Result.Points = *d.Points
	case r.Kind == request.Forfeit && !known:
		return o, Refusal{Why: NotIn}
	case r.Kind == request.Forfeit:
		o.How, o.Result.Points[seat] = Forfeit, 2
	default: // it is annulled
		o.How, o.Result = Uncounted, standings.Result{Points: [2]int{1, 1}}
	}
	return o, nil
}

// WithdrawRequest takes back a player's own request.
func WithdrawRequest(s *Season, player string, number int) (Event, error) {
	return hearing(s.Requests.Withdraw(player, number))
}

// Appeal asks for a second decision.
func Appeal(s *Season, player string, a request.Appeal) (Event, error) {
	_, is, err := askedIn(s, a.Request)
	if err != nil {
		return Event{}, err
	}
	return hearing(s.Requests.Appeal(player, a, is))
}

// TakeUp goes on with a game that was adjourned.
func TakeUp(s *Season, j request.Judge, number int) (Event, error) {
	_, is, err := askedIn(s, number)
	if err != nil {
		return Event{}, err
	}
	j.Organisers = s.Organisers
	return hearing(s.Requests.TakeUp(j, number, is))
}

// Judges are the organisers who may decide a request as it is now.
func Judges(s *Season, r *request.Request) []string {
	g := s.Game(r.Game)
	if g == nil {
		return nil
	}
	return request.Judges(r, s.Organisers, Asked(s, g))
}

// Deadline is by when a game must be over, the zero time for none, as while it is adjourned.
func Deadline(s *Season, g *Game) time.Time {
	i := slices.IndexFunc(s.Rounds, func(r Round) bool { return r.Number == g.Round })
	if i < 0 || !g.Adjourned.IsZero() {
		return time.Time{}
	}
	return s.Rounds[i].Deadline.Add(g.Extra)
}

// LastWarned is when a player of a game was warned for the last time, as it counts in that game: he may have more time
// in it than in others.
func LastWarned(s *Season, g *Game, seat int) time.Time {
	last := g.Warned[seat]
	if p := s.Player([]string{g.Pair.First, g.Pair.Second}[seat]); p != nil && p.Warned.After(last) {
		last = p.Warned
	}
	return last
}

// hearings are what is due for requests: a thread for an appeal, and for each request that one of the organisers who
// may decide it is called, whoever is awake first, and another one if he may no more.
func hearings(s *Season) (tasks []Task) {
	if s.Stage == SignUps || s.Stage == Cancelled {
		return nil
	}
	for _, r := range s.Requests.Waiting() {
		appeal, level := r.State == request.Appealed, 0
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

// hear adds an event of requests, and does to the game what follows from it; but a result follows as a ruling.
func hear(s *Season, e Entry) error {
	var was request.Request
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

// follow does to a game what a decision says.
//
// RULING: time that was given and is taken back on appeal moves the deadline alone: what a player was called to do in
// that time he may still do. An adjournment and a seat that were given anew by a later request stay on the appeal
// against an earlier one.
func follow(s *Season, g *Game, r *request.Request, d request.Decision, at time.Time) {
	const day = 24 * time.Hour
	seat, _ := g.SeatOf(r.By)
	switch {
	case g.IsOver():
	case r.Kind == request.Extend && d.Grant:
		g.Extra += time.Duration(d.Days) * day
		putOff(g, time.Duration(d.Days)*day)
	case r.Kind == request.Extend:
		g.Extra -= time.Duration(r.Decisions[0].Days) * day
	case r.Kind == request.Adjourn && d.Grant:
		if g.Rests = r.Number; g.Adjourned.IsZero() {
			g.Adjourned = at
		}
	case r.Kind == request.Adjourn && g.Rests == r.Number:
		goOn(s, g, at)
	case r.Kind == request.Restore && (d.Grant || g.Seated[seat] == r.Number):
		g.Seated[seat] = r.Number
		restore(s, g, r.By, d.Grant, at)
	}
}

// goOn ends an adjournment: all that was due has as much longer. A pause that lasts counts by itself, when it ends.
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

// restore gives a player the place in a game back that a reserve has taken, or on appeal the reserve. Where the season
// has given it to nobody else, there is nothing to change in it.
//
// RULING: the player takes part again; of his games that the reserve has taken over this one alone is his.
func restore(s *Season, g *Game, player string, back bool, at time.Time) {
	seat, _ := g.SeatOf(player)
	has, p := []string{g.Pair.First, g.Pair.Second}[seat], s.Player(player)
	switch {
	case back:
		g.Displaced[seat] = ""
		if p != nil && has != player {
			reseat(s, g, seat, player)
			g.Displaced[seat], p.Left = has, time.Time{}
		}
	case p != nil && has == player && g.Displaced[seat] != "":
		reseat(s, g, seat, g.Displaced[seat])
		g.Displaced[seat], p.Left = "", at
	}
}
