package season

import (
	"slices"
	"time"

	"grognard/bot/league/pairing"
	"grognard/bot/league/standings"
)

// Start returns the event with the games of the first round, or of all pools.
func (s *Season) Start(organiser string, now time.Time) (Event, error) {
	if s.Terms.Format == Ladder && s.Stage == SignUps {
		return Event{Stopped: &Halt{How: Running, Begins: true}}, s.checkOrganiser(organiser) // challenges come later
	}
	p, err := s.Preview(organiser, now)
	switch {
	case err != nil:
		return Event{}, err
	case s.Stage != SignUps:
		return Event{}, Refusal{Why: NoRound}
	}
	return Event{Paired: &p}, nil
}

// Preview returns the games that the next round would have now. An organiser may change it before it is announced.
func (s *Season) Preview(organiser string, now time.Time) (Pairings, error) {
	if err := s.checkOrganiser(organiser); err != nil {
		return Pairings{}, err
	}
	if s.Stage == Paused {
		return Pairings{}, Refusal{Why: IsPaused}
	}
	if s.openGames() > 0 || len(s.Undecided()) > 0 {
		return Pairings{}, Refusal{Why: RoundOpen}
	}
	p, err := s.compose(now)
	if err == nil && p == nil {
		err = Refusal{Why: NoRound}
	}
	if err != nil {
		return Pairings{}, err
	}
	return *p, nil
}

// Pair returns the event of a round as an organiser has changed it. It must have the players of Preview, each once.
func (s *Season) Pair(organiser string, changed Pairings, now time.Time) (Event, error) {
	p, err := s.Preview(organiser, now)
	if err != nil {
		return Event{}, err
	}
	if p.Pools != nil || changed.Round != p.Round {
		return Event{}, Refusal{Why: NoRound}
	}
	players := func(p Pairings) (ids []string) {
		for _, g := range p.Games {
			ids = append(ids, g.First)
			if g.Second != "" {
				ids = append(ids, g.Second)
			}
		}
		slices.Sort(ids)
		return ids
	}
	for _, g := range changed.Games {
		if g.First == g.Second {
			return Event{}, Refusal{Why: Oneself, What: g.First}
		}
	}
	if !slices.Equal(players(p), players(changed)) {
		return Event{}, Refusal{Why: BadOrder}
	}
	p.Games = changed.Games
	return Event{Paired: &p}, nil
}

// Unpair returns the event that undoes the last round, if nobody has played in it.
func (s *Season) Unpair(organiser string) (Event, error) {
	if err := s.checkOrganiser(organiser); err != nil {
		return Event{}, err
	}
	if len(s.Rounds) == 0 {
		return Event{}, Refusal{Why: NoRound}
	}
	r := s.Rounds[len(s.Rounds)-1]
	for _, n := range r.Games {
		if g := s.Game(n); g.Moved[0] || g.Moved[1] || g.IsOver() && g.Pair.Second != "" {
			return Event{}, Refusal{Why: RoundPlayed}
		}
	}
	return Event{Unpaired: r.Number}, nil
}

func (s *Season) openGames() (n int) {
	for _, g := range s.Games {
		if !g.IsOver() {
			n++
		}
	}
	return n
}

// next returns what follows without a command once all games are over: a round, when it is due, or the end; or nil.
func (s *Season) next(now time.Time) *Event {
	if s.openGames() > 0 || s.Terms.Format == Ladder || s.Terms.Format == Agreed || len(s.Undecided()) > 0 {
		return nil
	}
	p, err := s.compose(now)
	switch {
	case err == nil && p != nil && p.Round > 1 && s.Terms.Format == Swiss && !p.PlayOff &&
		now.Before(s.Rounds[len(s.Rounds)-1].Deadline):
		return nil // Swiss rounds begin on known dates; rounds of a knock-out follow each other at once
	case err == nil && p != nil:
		return &Event{Paired: p}
	}
	return &Event{Stopped: &Halt{How: Closed}} // all is played, or nobody is left to be paired
}

// inPlayOff reports whether the games after the format's own have begun.
func (s *Season) inPlayOff() bool { return len(s.Rounds) > 0 && s.Rounds[len(s.Rounds)-1].PlayOff }

// inKnockOut reports whether the season is in a knock-out, where the next round depends on who wins.
func inKnockOut(s *Season) bool {
	return s.inPlayOff() || s.Terms.Format == Knock && len(s.Rounds) > 0
}

// compose returns the next round, nil if there is none.
func (s *Season) compose(now time.Time) (p *Pairings, err error) {
	p = &Pairings{Round: len(s.Rounds) + 1, Deadline: now.Add(time.Duration(s.Terms.Days) * 24 * time.Hour)}
	switch in := s.Playing(); {
	case inKnockOut(s):
		return s.knockOn(p)
	case len(s.Rounds) == 0 && s.Terms.Format == Pools:
		err = s.composePools(p, in)
	case len(s.Rounds) == 0 && s.Terms.Format == Knock:
		err = s.knockOut(p, in)
	case s.Terms.Format == Swiss && len(s.Rounds) < s.Terms.Rounds:
		if err = s.composeSwiss(p, in); err != nil && s.Terms.PlayOff > 0 && len(s.Rounds) > 0 {
			p.PlayOff = true // no Swiss pairing is left: the play-off comes sooner
			err = s.knockOut(p, s.best(s.Terms.PlayOff))
		}
	case s.Terms.PlayOff > 0 && len(s.Rounds) > 0:
		p.PlayOff = true
		err = s.knockOut(p, s.best(s.Terms.PlayOff))
	default:
		return nil, nil
	}
	return p, err
}

func (s *Season) composePools(p *Pairings, in []string) error {
	pools, err := pairing.Pools(in)
	if err != nil {
		return Refusal{Why: TooFew}
	}
	p.Pools = pools
	var byPool [][][]pairing.Game
	for _, pool := range pools {
		byPool = append(byPool, pairing.Twice(pool))
	}
	for r := range 2 * 5 { // a round of each pool in turn, so that all begin at once; a pool of five has ten rounds
		for i, rounds := range byPool {
			if r >= len(rounds) {
				continue
			}
			for _, g := range rounds[r] {
				p.Games = append(p.Games, Pair{First: g.First, Second: g.Second, Pool: i + 1})
			}
		}
	}
	return nil
}

func (s *Season) composeSwiss(p *Pairings, in []string) error {
	if len(in) < 2 {
		return Refusal{Why: TooFew}
	}
	field := make([]pairing.Player, len(in))
	for i, id := range in {
		field[i] = s.standingOf(id)
	}
	round, err := pairing.Swiss(field)
	if err != nil {
		return Refusal{Why: TooFew, What: err.Error()}
	}
	for _, g := range round.Games {
		p.Games = append(p.Games, Pair{First: g.First, Second: g.Second})
	}
	if round.Bye != "" {
		p.Games = append(p.Games, Pair{First: round.Bye})
	}
	return nil
}

// standingOf returns what package pairing needs to know of a player.
func (s *Season) standingOf(id string) pairing.Player {
	me := s.Player(id)
	p := pairing.Player{ID: id, Awake: me.Awake, Avoid: me.Avoid, Knows: knows(s, me)}
	last := len(s.Rounds)
	points := map[string]int{} // before the last round
	for _, g := range s.Games {
		if g.Round < last && g.Result != nil && !s.isAnnulled(g) {
			points[g.Pair.First] += g.Result.Points[0]
			points[g.Pair.Second] += g.Result.Points[1]
		}
	}
	for _, g := range s.Games {
		seat, plays := g.Has(id)
		if !plays || g.Result == nil || s.isAnnulled(g) {
			continue
		}
		p.Score += g.Result.Points[seat]
		p.Bye = p.Bye || g.Pair.Second == ""
		p.Given = p.Given || g.Pair.Second != "" && g.Result.Unplayed && g.Result.Points[seat] == 2
		if g.Pair.Second == "" {
			continue
		}
		other := []string{g.Pair.Second, g.Pair.First}[seat]
		p.Met = append(p.Met, other)
		p.Last = []pairing.Side{pairing.First, pairing.Second}[seat]
		p.Sides += int(p.Last)
		if g.Round == last {
			p.Down, p.Up = points[other] < points[id], points[other] > points[id]
		}
	}
	return p
}

// knows returns the side of the next round's game that a player knows, NoSide if he knows both or none.
func knows(s *Season, p *Player) (only pairing.Side) {
	sides := s.Terms.Setting(len(s.Rounds) + 1).Sides
	for i, side := range []pairing.Side{pairing.First, pairing.Second} {
		if slices.Contains(p.Sides, sides[i]) {
			only += side
		}
	}
	return only // First and Second add up to NoSide
}

// best returns up to most players who still take part, by the table; of pools the first of each, then the second, …
func (s *Season) best(most int) (ids []string) {
	var tables [][]standings.Row
	if s.Pools == nil {
		tables = append(tables, s.Table(0))
	}
	for i := range s.Pools {
		tables = append(tables, s.Table(i+1))
	}
	for place := 0; len(ids) < most; place++ {
		found := false
		for _, t := range tables {
			if place >= len(t) {
				continue
			}
			found = true
			if s.Player(t[place].Player).plays() && len(ids) < most {
				ids = append(ids, t[place].Player)
			}
		}
		if !found {
			break
		}
	}
	return ids
}

// knockOut adds to p the first round of a knock-out. It refuses fewer than two players.
func (s *Season) knockOut(p *Pairings, seeds []string) error {
	if len(seeds) < 2 {
		return Refusal{Why: TooFew}
	}
	s.bracket(p, pairing.KnockOut(seeds))
	return nil
}

// bracket adds pairs of a knock-out to a round, with the sides that they have.
func (s *Season) bracket(p *Pairings, pairs [][2]string) {
	for _, pair := range pairs {
		a, b := pair[0], pair[1]
		switch {
		case a == "":
			a, b = b, ""
		case b != "" && pairing.Seat(s.standingOf(a), s.standingOf(b)) > 0: // b is to have the first side
			a, b = b, a
		}
		p.Games = append(p.Games, Pair{First: a, Second: b})
	}
}

// knockOn returns what follows a round of a knock-out: the repetition of a game, the next round, or nil for nothing.
func (s *Season) knockOn(p *Pairings) (*Pairings, error) {
	last := s.Rounds[len(s.Rounds)-1]
	var winners []string
	for _, n := range last.Games {
		g := s.Game(n)
		if g.Again != 0 {
			continue // a repetition: s.winner counts it in with the first game
		}
		winner, again := s.winner(*g)
		if again {
			p.Round, p.PlayOff, p.Again = last.Number, last.PlayOff, n
			p.Games = []Pair{{First: g.Pair.Second, Second: g.Pair.First}}
			return p, nil
		}
		winners = append(winners, winner)
	}
	if len(winners) < 2 {
		return nil, nil
	}
	p.PlayOff = last.PlayOff
	s.bracket(p, pairing.NextRound(winners))
	return p, nil
}

// winner returns who goes on after a game of a knock-out; again is true if the game must first be repeated. A player
// who has taken over another one's second game goes on in his place.
func (s *Season) winner(g Game) (id string, again bool) {
	r, first, second := *g.Result, g.Pair.First, g.Pair.Second
	if repetition := repetitionOf(s, g); repetition != nil {
		o := *repetition.Result // with sides exchanged
		r.Points[0], r.Points[1] = r.Points[0]+o.Points[1], r.Points[1]+o.Points[0]
		first, second = repetition.Pair.Second, repetition.Pair.First
	} else if r.Points == [2]int{1, 1} && s.Terms.Tied == Return && !r.Unplayed && s.Stage != Closed {
		return "", true
	}
	seeds := s.seeds()
	seed := func(id string) int { return slices.Index(append(seeds, id), id) } // who is no seed comes last
	gone := func(id string) bool { p := s.Player(id); return p != nil && !p.Left.IsZero() }
	switch {
	case second == "" || r.Points[0] > r.Points[1]:
		return first, false
	case r.Points[0] < r.Points[1]:
		return second, false
	case gone(first) && !gone(second):
		return second, false
	case gone(second) && !gone(first):
		return first, false
	case seed(second) < seed(first):
		return second, false
	}
	return first, false
}

// Undecided returns the drawn games of the last round of a knock-out in which an organiser has to decide who goes on.
// If he decides that one is a draw, the better seed goes on.
func (s *Season) Undecided() (numbers []int) {
	if s.Terms.Tied != Decision || !inKnockOut(s) {
		return nil
	}
	for _, n := range s.Rounds[len(s.Rounds)-1].Games {
		if g := s.Game(n); g.IsOver() && g.Ruled == "" && g.Result.Points[0] == g.Result.Points[1] {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// Winner returns who has won the knock-out or the play-off, "" if there is none or nobody has won yet.
func (s *Season) Winner() string {
	if !inKnockOut(s) || s.openGames() > 0 || len(s.Undecided()) > 0 {
		return ""
	}
	last := s.Rounds[len(s.Rounds)-1]
	final := s.Game(last.Games[0])
	winner, again := s.winner(*final)
	if again || slices.ContainsFunc(last.Games, func(n int) bool { return n != final.Number && s.Game(n).Again == 0 }) {
		return "" // it is to be repeated, or others played in the round: it was not the final
	}
	return winner
}

// seeds returns the players in the order in which they entered the knock-out.
func (s *Season) seeds() (ids []string) {
	if i := slices.IndexFunc(s.Rounds, func(r Round) bool { return r.PlayOff }); i > 0 {
		before := *s
		before.Rounds = s.Rounds[:i]
		before.Games = s.Games[:s.Rounds[i].Games[0]-1] // those before the play-off's first game
		return before.best(s.Terms.PlayOff)
	}
	return s.Playing()
}

// Results returns the results that count in the table of a pool, 1 for the first, 0 for all. Play-offs never count.
func (s *Season) Results(pool int) (list []standings.Result) {
	for _, g := range s.Games {
		if !g.IsOver() || pool != 0 && g.Pair.Pool != pool || s.isAnnulled(g) || s.isPlayOff(g.Round) {
			continue
		}
		list = append(list, *g.Result)
	}
	return list
}

func (s *Season) isPlayOff(round int) bool {
	return slices.ContainsFunc(s.Rounds, func(r Round) bool { return r.Number == round && r.PlayOff })
}

// isAnnulled reports whether a game does not count because one of its players has left.
func (s *Season) isAnnulled(g Game) bool {
	gone := func(id string) bool { p := s.Player(id); return p != nil && !p.Left.IsZero() }
	return s.Terms.Dropped == Annul && (gone(g.Pair.First) || gone(g.Pair.Second))
}

// playersOf returns the players of a pool, or with 0 all who play or have played.
func (s *Season) playersOf(pool int) (ids []string) {
	if pool > 0 {
		return s.Pools[pool-1]
	}
	for _, p := range s.Players {
		played := slices.ContainsFunc(s.Games, func(g Game) bool { _, in := g.Has(p.ID); return in })
		if p.plays() || played {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// Table returns the table of a pool, or with 0 of all. In a knock-out those still in come before those who are out.
func (s *Season) Table(pool int) []standings.Row {
	return outLast(s, standings.Table(s.playersOf(pool), s.Results(pool), s.Terms.TieBreaks))
}

// Reachable returns the places that the players of a pool can still reach, in the order of the table.
func (s *Season) Reachable(pool int) []standings.Range {
	var open [][2]string
	for _, g := range s.Games {
		if !g.IsOver() && g.Pair.Pool == pool && !s.isAnnulled(g) {
			open = append(open, [2]string{g.Pair.First, g.Pair.Second})
		}
	}
	var ids []string
	for _, row := range s.Table(pool) {
		ids = append(ids, row.Player)
	}
	return standings.Reachable(ids, s.Results(pool), open, s.Terms.TieBreaks)
}

// Promoted returns the order of strength in which a season of pools leaves its players for the next season: the best of
// each pool have changed places with the last of the pool above.
func (s *Season) Promoted() (order []string) {
	var pools [][]string
	for i := range s.Pools {
		var ids []string
		for _, row := range s.Table(i + 1) {
			if s.Player(row.Player).Left.IsZero() { // those who have left are not in the order
				ids = append(ids, row.Player)
			}
		}
		pools = append(pools, ids)
	}
	for i := range len(pools) - 1 {
		for k := range min(s.Terms.Up, len(pools[i])/2, len(pools[i+1])/2) {
			last := len(pools[i]) - 1 - k
			pools[i][last], pools[i+1][k] = pools[i+1][k], pools[i][last]
		}
	}
	return slices.Concat(pools...)
}
