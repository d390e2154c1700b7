package season

import (
	"slices"
	"time"

	"grognard/bot/league/standings"
)

// Kind is what kind of task it is.
type Kind string

const (
	Note       Kind = "note"       // Event has only to be added
	Open       Kind = "open"       // a game is to be opened, and its players told
	Adjudicate Kind = "adjudicate" // the level of victory of a game as it stands gives its result
	Hear       Kind = "hear"       // a thread is to be made for an appeal
)

// Task is something that is due.
type Task struct {
	Kind    Kind
	Game    int
	Request int   // of Hear
	Event   Event // of Note

	// of Note: who must not be asleep or away when it is noted, as he is called by it or loses something
	Awake []string
}

// How a game got a result that is not its own.
const (
	Forfeit   = "forfeit"
	Uncounted = "uncounted" // a casual game, or one of the lobby that was never opened
	Walkover  = "left"      // a player has left the season
	OutOfTime = "unfinished"
)

// Tasks returns what is due at a time, in order. The first one is to be carried out, or the first for which nobody is
// asleep who must be awake; then they are others. A season that has not begun or was cancelled has none, and one that
// is paused or over only those of requests. Games that could not be opened, or have ended without a result, are idle:
// they keep nobody from another one.
func (s *Season) Tasks(now time.Time, idle ...int) (tasks []Task) {
	if s.Stage != Running {
		return hearings(s)
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
	return append(tasks, hearings(s)...) // the next round waits for no organiser who sleeps
}

// Next is when something may be due after a time, if nothing is noted before; the zero time for never.
func (s *Season) Next(now time.Time) (at time.Time) {
	first := func(t time.Time) {
		if t.After(now) && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	switch {
	case s.Terms.Format == Agreed:
		first(s.Lobby.Next(now))
		for _, g := range s.Games {
			switch {
			case g.Met == nil || g.IsOver():
			case g.ID == "":
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
		if first(Deadline(s, g)); g.ID == "" {
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

// replacements puts reserves, in the order in which they have joined, in the places of players who have left.
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

// walkovers are the results of the games of players who have left: a win for the other one, or of two who have left for
// nobody.
func (s *Season) walkovers(time.Time) (events []Event) {
	gone := func(id string) bool { p := s.Player(id); return p == nil || !p.Left.IsZero() }
	for _, g := range s.Games {
		if s.Terms.Format != Agreed && !g.IsOver() && (gone(g.Pair.First) || gone(g.Pair.Second)) {
			events = append(events, lost(g, Walkover, gone(g.Pair.First), gone(g.Pair.Second)))
		}
	}
	return events
}

// lost is the event of a game that one of its players, or both, have lost without playing it to its end.
func lost(g Game, how string, first, second bool) Event {
	r := standings.Result{First: g.Pair.First, Second: g.Pair.Second, Unplayed: true}
	if !first {
		r.Points[0] = 2
	}
	if !second {
		r.Points[1] = 2
	}
	return Event{Ended: &Outcome{Game: g.Number, How: how, Result: r}}
}

// calls tells players of games that are open.
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

// absences warns players who do not show themselves in a game of which they were told, and has them lose it in the end.
// Who has a warning that no finished game has lifted gets no second one: it is for all his games.
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
		for _, awake := range who { // two who are never awake together need not be
			tasks = append(tasks, Task{Kind: Note, Awake: []string{awake},
				Event: lost(g, Forfeit, forfeits[0], forfeits[1])})
		}
	}
	return tasks
}

// late are the games that are not over when their round is.
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

// unfinished are the results of late games that need no look at them: those that count as drawn, and those that were
// never opened.
func (s *Season) unfinished(now time.Time) (events []Event) {
	for _, n := range s.late(now) {
		if g := s.Game(n); s.Terms.Unfinished == Unrated || g.ID == "" && s.Terms.Unfinished == Adjudicated {
			events = append(events, Halved(*g))
		}
	}
	return events
}

// Halved is the event of a game that counts as drawn without having been played, or for nothing at all: a casual one,
// and one of the lobby that was never opened.
func Halved(g Game) Event {
	how := OutOfTime
	if g.Met != nil && (g.Met.Casual || g.ID == "") {
		how = Uncounted
	}
	return Event{Ended: &Outcome{Game: g.Number, How: how, Result: standings.Result{
		First: g.Pair.First, Second: g.Pair.Second, Points: [2]int{1, 1}, Unplayed: true}}}
}

// openings are the games for which both players have room.
func (s *Season) openings(idle []int) (tasks []Task) {
	at := map[string]int{}
	for _, g := range s.Games {
		if g.ID != "" && !g.IsOver() && g.Adjourned.IsZero() && !slices.Contains(idle, g.Number) {
			at[g.Pair.First]++
			at[g.Pair.Second]++
		}
	}
	room := func(id string) bool {
		most := s.Terms.AtOnce
		if p := s.Player(id); p != nil && p.AtOnce > 0 {
			most = p.AtOnce
		}
		return at[id] < most || s.Terms.Format == Agreed
	}
	for _, again := range []bool{false, true} { // those that could not be opened before come last
		for _, g := range s.Games {
			if g.ID == "" && !g.IsOver() && slices.Contains(idle, g.Number) == again &&
				room(g.Pair.First) && room(g.Pair.Second) {
				at[g.Pair.First]++
				at[g.Pair.Second]++
				tasks = append(tasks, Task{Kind: Open, Game: g.Number})
			}
		}
	}
	return tasks
}
