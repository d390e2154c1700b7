package season

import (
	"slices"
	"time"

	"grognard/bot/league/standings"
)

// Kind is the kind of a task.
type Kind string

const (
	Note       Kind = "note"       // only add Event
	Open       Kind = "open"       // open a game, and tell its players
	Adjudicate Kind = "adjudicate" // give a game the result that its level of victory means now
	Hear       Kind = "hear"       // make a thread for an appeal
)

// Task is something that is due.
type Task struct {
	Kind    Kind
	Game    int
	Request int      // of Hear
	Event   Event    // of Note
	Awake   []string // of Note: who must be awake and not away then, because it pings him or he loses something by it
}

// The values of Outcome.How for a result that is not the game's own.
const (
	Forfeit   = "forfeit"
	Uncounted = "uncounted" // a casual game, or one of the lobby that was never opened
	Walkover  = "left"      // a player has left the season
	OutOfTime = "unfinished"
)

// Tasks returns what is due at a time, in order. The caller must carry out only the first one for which those in Awake
// are awake, and then ask again, as others may be due. A season that has not begun or was cancelled has no tasks; one
// that is paused or over has only those of requests. idle are games that could not be opened, or have ended without a
// result: they don't count against the games that a player has at once.
func (s *Season) Tasks(now time.Time, idle ...int) (tasks []Task) {
	if s.Stage != Running {
		return requestTasks(s)
	}
	for _, due := range []func(time.Time) []Event{s.replacements, s.walkovers, s.unfinished} {
		for _, e := range due(now) {
			tasks = append(tasks, Task{Kind: Note, Event: e})
		}
	}
	if s.Terms.Unfinished == Adjudicated {
		for _, g := range s.late(now) {
			tasks = append(tasks, Task{Kind: Adjudicate, Game: g})
		}
	}
	tasks = append(tasks, slices.Concat(s.absences(now), s.openings(idle), s.calls(), meetings(s, now))...)
	if e := s.next(now); len(tasks) == 0 && e != nil {
		tasks = append(tasks, Task{Kind: Note, Event: *e})
	}
	return append(tasks, requestTasks(s)...) // added last, so that the next round does not wait for them
}

// Next returns when something may be due next after a time, if no event is added before; the zero time for never.
func (s *Season) Next(now time.Time) (at time.Time) {
	first := func(t time.Time) {
		if t.After(now) && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	switch {
	case s.Terms.Format == Agreed: // the lobby belongs to this season, which has no rounds
		first(s.Lobby.Next(now))
		for _, g := range s.Games {
			switch isFromLobby := g.Met != nil; {
			case !isFromLobby || g.IsOver():
			case g.ID == "": // not opened yet: until then Opened is when it came from the lobby
				first(g.Opened.Add(Patience))
			case !g.Met.Casual:
				for seat, called := range g.Called {
					if !called.IsZero() && !g.Moved[seat] {
						first(called.Add(s.Terms.Contact))
					}
				}
			}
		}
		return at
	case s.Stage != Running:
		return at
	}
	for _, r := range s.Rounds {
		first(r.Deadline)
	}
	for i := range s.Games {
		g := &s.Games[i]
		if g.IsOver() || !g.Adjourned.IsZero() {
			continue
		}
		first(Deadline(s, g))
		if g.ID == "" {
			continue
		}
		for _, called := range g.Called {
			if !called.IsZero() {
				first(called.Add(s.Terms.Contact))
			}
		}
		for seat, warned := range g.Warned {
			if !warned.IsZero() && !g.Moved[seat] {
				first(warned.Add(s.Terms.Warning))
			}
		}
	}
	for _, p := range s.Players {
		if p.Warnings > 0 {
			first(p.Warned.Add(s.Terms.Warning))
		}
	}
	return at
}

// replacements returns events that put reserves, in the order in which they joined, in the places of players who left.
func (s *Season) replacements(time.Time) (events []Event) {
	if s.Terms.Dropped != Replace {
		return nil
	}
	var free []string
	for _, p := range s.Players {
		if p.Reserve && p.Left.IsZero() {
			free = append(free, p.ID)
		}
	}
	for _, p := range s.Players {
		waits := slices.ContainsFunc(s.Games, func(g Game) bool {
			_, plays := g.Has(p.ID)
			return plays && g.ID == "" && !g.IsOver()
		})
		if len(free) > 0 && !p.Left.IsZero() && waits {
			events = append(events, Event{Replaced: &Change{Out: p.ID, In: free[0]}})
			free = free[1:]
		}
	}
	return events
}

// walkovers returns the results of games of players who have left: a win for the other one, for nobody if both left.
func (s *Season) walkovers(time.Time) (events []Event) {
	gone := func(id string) bool { p := s.Player(id); return p == nil || !p.Left.IsZero() }
	for _, g := range s.Games {
		if s.Terms.Format != Agreed && !g.IsOver() && (gone(g.Pair.First) || gone(g.Pair.Second)) {
			events = append(events, lostGame(g, Walkover, gone(g.Pair.First), gone(g.Pair.Second)))
		}
	}
	return events
}

// lostGame returns the event of a game that its first or second player, or both, have lost without playing to its end.
func lostGame(g Game, how string, first, second bool) Event {
	r := standings.Result{First: g.Pair.First, Second: g.Pair.Second, Unplayed: true}
	if !first {
		r.Points[0] = 2
	}
	if !second {
		r.Points[1] = 2
	}
	return Event{Ended: &Outcome{Game: g.Number, How: how, Result: r}}
}

// calls returns the tasks that tell players of games that were opened.
func (s *Season) calls() (tasks []Task) {
	for _, g := range s.Games {
		if g.ID == "" || g.IsOver() || !g.Adjourned.IsZero() {
			continue
		}
		for seat, id := range []string{g.Pair.First, g.Pair.Second} {
			if g.Called[seat].IsZero() && !g.Moved[seat] {
				tasks = append(tasks, Task{Kind: Note, Awake: []string{id},
					Event: Event{Called: &Contact{Game: g.Number, Player: id}}})
			}
		}
	}
	return tasks
}

// absences returns warnings for players who do not show themselves in a game of which they were told, and later the
// forfeits. A warning counts for all of a player's games: while no finished game has lifted it, he gets no second one.
func (s *Season) absences(now time.Time) (tasks []Task) {
	for _, g := range s.Games {
		if g.ID == "" || g.IsOver() || s.Terms.Format == Agreed || !g.Adjourned.IsZero() {
			continue
		}
		var forfeits [2]bool
		var who []string
		for seat, id := range []string{g.Pair.First, g.Pair.Second} {
			called, p := g.Called[seat], s.Player(id)
			if g.Moved[seat] || called.IsZero() || now.Before(called.Add(s.Terms.Contact)) {
				continue
			}
			if p.Warnings == 0 { // none yet, or a finished game has lifted it
				tasks = append(tasks, Task{Kind: Note, Awake: []string{id},
					Event: Event{Warned: &Contact{Game: g.Number, Player: id}}})
			} else if !now.Before(LastWarned(s, &g, seat).Add(s.Terms.Warning)) {
				forfeits[seat], who = true, append(who, id)
			}
		}
		for _, awake := range who { // a task for each, as two who forfeit may never be awake together
			tasks = append(tasks, Task{Kind: Note, Awake: []string{awake},
				Event: lostGame(g, Forfeit, forfeits[0], forfeits[1])})
		}
	}
	return tasks
}

// late returns the games that are not over at their deadline.
func (s *Season) late(now time.Time) (numbers []int) {
	for _, r := range s.Rounds {
		for _, n := range r.Games {
			if g := s.Game(n); !g.IsOver() && g.Adjourned.IsZero() && !now.Before(Deadline(s, g)) {
				numbers = append(numbers, n)
			}
		}
	}
	return numbers
}

// unfinished returns draws for late games that need no look at the game: for all if the terms say Unrated, although
// they may be played on, and if they say Adjudicated for those that were never opened and have nothing to judge.
func (s *Season) unfinished(now time.Time) (events []Event) {
	for _, n := range s.late(now) {
		if g := s.Game(n); s.Terms.Unfinished == Unrated || s.Terms.Unfinished == Adjudicated && g.ID == "" {
			events = append(events, Halved(*g))
		}
	}
	return events
}

// Halved returns the event of a game that ends for the season as a draw without having been played out. Outcome.How
// says how it counts: Uncounted, as nothing, if it is casual or of the lobby and never opened, else OutOfTime.
func Halved(g Game) Event {
	how := OutOfTime
	if g.Met != nil && (g.Met.Casual || g.ID == "") {
		how = Uncounted
	}
	return Event{Ended: &Outcome{Game: g.Number, How: how, Result: standings.Result{
		First: g.Pair.First, Second: g.Pair.Second, Points: [2]int{1, 1}, Unplayed: true}}}
}

// openings returns the tasks to open games for which both players have room; those that failed before (idle) come last.
func (s *Season) openings(idle []int) (tasks []Task) {
	playing := map[string]int{} // how many games each player has at once
	for _, g := range s.Games {
		if g.ID != "" && !g.IsOver() && g.Adjourned.IsZero() && !slices.Contains(idle, g.Number) {
			playing[g.Pair.First]++
			playing[g.Pair.Second]++
		}
	}
	room := func(id string) bool {
		most := s.Terms.AtOnce
		if p := s.Player(id); p != nil && p.AtOnce > 0 {
			most = p.AtOnce
		}
		return playing[id] < most || s.Terms.Format == Agreed
	}
	for _, failedBefore := range []bool{false, true} {
		for _, g := range s.Games {
			if g.ID == "" && !g.IsOver() && slices.Contains(idle, g.Number) == failedBefore &&
				room(g.Pair.First) && room(g.Pair.Second) {
				playing[g.Pair.First]++
				playing[g.Pair.Second]++
				tasks = append(tasks, Task{Kind: Open, Game: g.Number})
			}
		}
	}
	return tasks
}
