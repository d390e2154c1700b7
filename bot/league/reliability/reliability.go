// Package reliability says how reliable players are: how often they answered in time, and how many games they finished.
// It stands beside a rating and changes none.
//
//	r := reliability.Of(&s, "player 1", now)
//	if percent, enough := r.Percent(); enough {
//		fmt.Println(percent, "%") // the lesser of both
//	}
//
// An answer is asked for when a player is called to a game, and each time a game with clocks waits for him. He has
// answered in time if he came before he was warned, and if his clock did not run out. Games without clocks set no time
// for answers: only the call counts. Nights, vacations and outages stop clocks and put off warnings, so that they are
// nobody's delay; a warning or a forfeit that comes of them all the same is left out.
//
// A player has finished a game that was played to its end, whatever that was: who resigns has finished it. He has not
// if he never came, left the season, or lost it by his clock. For a game of the lobby, which nobody forfeits, he has
// not if he does not come after his warning either: also who does not like the side that was drawn for him.
//
// RULING: what says nothing of a player is left out: games that an organiser has ruled, that the time of their round
// has ended, that the other one has given up, or that have ended without a result, and casual games.
//
// Limits: answers count when their game is over. A game that was agreed on counts by its seats, whoever has them then.
package reliability

import (
	"time"

	"grognard/bot/league/season"
)

// few is with how many games percents say more than counts.
const few = 5

// Record counts what a player was asked for, and what he has finished.
type Record struct {
	Asked    int `json:"asked"` // answers
	InTime   int `json:"inTime"`
	Begun    int `json:"begun"` // games that are over, or that he has given up
	Finished int `json:"finished"`
	Excused  int `json:"excused,omitempty"` // answers and games that are left out, as a vacation or an outage was why
}

// Plus returns what two records come to.
func (r Record) Plus(o Record) Record {
	return Record{Asked: r.Asked + o.Asked, InTime: r.InTime + o.InTime, Begun: r.Begun + o.Begun,
		Finished: r.Finished + o.Finished, Excused: r.Excused + o.Excused}
}

// Enough reports whether there are games enough for percents.
func (r Record) Enough() bool { return r.Begun >= few }

// Percent returns how reliable a player is: the lesser of the answers in time and the games finished, each of a hundred
// and rounded down. enough is false as long as there are few games, and then it is 100.
func (r Record) Percent() (percent int, enough bool) {
	if !r.Enough() {
		return 100, false
	}
	return min(Share(r.InTime, r.Asked), Share(r.Finished, r.Begun)), true
}

// Share returns how many percent a part is, rounded down; of nothing it is all.
func Share(part, of int) int {
	if of == 0 {
		return 100
	}
	return 100 * part / of
}

// Lacks returns how many answers in time and finished games more, without a failure, make a player as reliable as a
// floor below 100 percent asks; 0 for what is enough.
func (r Record) Lacks(floor int) (answers, games int) {
	if p, enough := r.Percent(); !enough || p >= floor || floor >= 100 {
		return 0, 0
	}
	return lacks(r.InTime, r.Asked, floor), lacks(r.Finished, r.Begun, floor)
}

// lacks solves (part + n) / (of + n) ≥ floor/100 for the least n.
func lacks(part, of, floor int) int { return max(0, (floor*of-100*part+99-floor)/(100-floor)) }

// Of returns the record of a player in a season at a time.
func Of(s *season.Season, player string, now time.Time) (r Record) {
	for i := range s.Games {
		g := &s.Games[i]
		seat, plays := g.Has(player)
		if !plays || g.Pair.Second == "" || g.ID == "" || g.Met != nil && g.Met.Casual {
			continue
		}
		call(&r, s, g, seat)
		r.Asked += g.Answers[seat].Asked
		r.InTime += g.Answers[seat].Asked - min(g.Answers[seat].Late, g.Answers[seat].Asked)
		if !g.Called[seat].IsZero() || g.Moved[seat] {
			play(&r, s, g, seat, now)
		}
	}
	return r
}

// call counts whether a player came to a game in time. In one that was agreed on both were there.
func call(r *Record, s *season.Season, g *season.Game, seat int) {
	switch warned := !g.Warned[seat].IsZero(); {
	case s.Terms.Format == season.Agreed && g.Met == nil:
	case warned && g.Excused[seat], isForfeit(g, seat) && g.Spared[seat] && !warned:
		r.Excused++
	case warned, isForfeit(g, seat):
		r.Asked++
	case g.Moved[seat]:
		r.Asked++
		r.InTime++
	}
}

// play counts whether a player has finished a game.
func play(r *Record, s *season.Season, g *season.Game, seat int, now time.Time) {
	me := []string{g.Pair.First, g.Pair.Second}[seat]
	p := s.Player(me)
	away := isAway(s, g, seat, now)
	switch {
	case away && g.Excused[seat], isForfeit(g, seat) && g.Spared[seat]:
		r.Excused++
	case away, isForfeit(g, seat), g.How == season.Walkover && p != nil && !p.Left.IsZero(),
		g.IsOver() && g.Result.Clock == me:
		r.Begun++
	case !g.IsOver() || g.Ruled != "" || g.Result.Unplayed || g.How == season.OutOfTime:
	default:
		r.Begun++
		r.Finished++
	}
}

// isForfeit reports whether a player has lost a game because he did not come.
func isForfeit(g *season.Game, seat int) bool {
	return g.How == season.Forfeit && !g.Moved[seat] && g.IsOver() && g.Result.Points[seat] == 0
}

// isAway reports whether a player of a game of the lobby does not come to it, though he was warned, or did not while it
// went on.
func isAway(s *season.Season, g *season.Game, seat int, now time.Time) bool {
	if g.IsOver() && g.Ended.Before(now) {
		now = g.Ended
	}
	warned := g.Warned[seat]
	return g.Met != nil && !g.Moved[seat] && !warned.IsZero() && !now.Before(warned.Add(s.Terms.Warning))
}
