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
// nobody's delay. A warning or a forfeit that is due to them all the same is left out.
//
// A player has finished a game that was played to its end, also if he has resigned. He has not finished it if he never
// came, left the season, or lost it by his clock. In the lobby nobody forfeits games: there he has not finished a game
// if he does not come after his warning either, for example because he does not like the side that he has drawn.
//
// RULING: games that say nothing about a player are left out: those that an organiser has decided, that ended with the
// time of their round, that the other player has given up, or that ended without a result, and casual games.
//
// Limits: answers count when their game is over. A game by agreement counts for whoever has its seats at that time.
package reliability

import (
	"time"

	"grognard/bot/league/season"
)

// few is the least number of games with which percentages say more than counts.
const few = 5

// Record counts what a player was asked for, and what he has finished.
type Record struct {
	Asked    int `json:"asked"`             // answers that were asked for
	InTime   int `json:"inTime"`            // of these
	Begun    int `json:"begun"`             // games that are over, or that the player has given up
	Finished int `json:"finished"`          // of these
	Excused  int `json:"excused,omitempty"` // answers and games left out because of a vacation or an outage
}

// Plus returns the sum of two records.
func (r Record) Plus(o Record) Record {
	return Record{Asked: r.Asked + o.Asked, InTime: r.InTime + o.InTime, Begun: r.Begun + o.Begun,
		Finished: r.Finished + o.Finished, Excused: r.Excused + o.Excused}
}

// Enough reports whether there are enough games for percentages.
func (r Record) Enough() bool { return r.Begun >= few }

// Percent returns how reliable a player is: the lesser of the percentages of answers in time and of finished games,
// each rounded down. With too few games enough is false and the percentage 100.
func (r Record) Percent() (percent int, enough bool) {
	if !r.Enough() {
		return 100, false
	}
	return min(Share(r.InTime, r.Asked), Share(r.Finished, r.Begun)), true
}

// Share returns how many percent a part is, rounded down; 100 of nothing.
func Share(part, of int) int {
	if of == 0 {
		return 100
	}
	return 100 * part / of
}

// Lacks returns how many more answers in time and finished games, without a failure, a player needs to be as reliable
// as floor asks, in percent below 100; 0 if he has enough.
func (r Record) Lacks(floor int) (answers, games int) {
	if p, enough := r.Percent(); !enough || p >= floor || floor >= 100 {
		return 0, 0
	}
	return lacks(r.InTime, r.Asked, floor), lacks(r.Finished, r.Begun, floor)
}

// lacks solves (part + n) / (of + n) ≥ floor/100 for the least n.
func lacks(part, of, floor int) int { return max(0, (floor*of-100*part+99-floor)/(100-floor)) }

// Of returns the record of a player in a season as of now.
func Of(s *season.Season, player string, now time.Time) (r Record) {
	for i := range s.Games {
		g := &s.Games[i]
		seat, plays := g.Has(player)
		if !plays || g.Pair.Second == "" || g.ID == "" || g.Met != nil && g.Met.Casual {
			continue
		}
		countCall(&r, s, g, seat)
		r.Asked += g.Answers[seat].Asked
		r.InTime += g.Answers[seat].Asked - min(g.Answers[seat].Late, g.Answers[seat].Asked)
		if !g.Called[seat].IsZero() || g.Moved[seat] { // he knew of the game
			countFinish(&r, s, g, seat, now)
		}
	}
	return r
}

// countCall adds whether a player came to a game in time. It skips games that count by agreement: both had come.
func countCall(r *Record, s *season.Season, g *season.Game, seat int) {
	switch warned := !g.Warned[seat].IsZero(); {
	case s.Terms.Format == season.Agreed && g.Met == nil:
	case warned && g.Excused[seat], isForfeit(g, seat) && g.Spared[seat] && !warned: // warned in another game
		r.Excused++
	case warned, isForfeit(g, seat):
		r.Asked++
	case g.Moved[seat]:
		r.Asked++
		r.InTime++
	}
}

// countFinish adds whether a player has finished a game.
func countFinish(r *Record, s *season.Season, g *season.Game, seat int, now time.Time) {
	me := []string{g.Pair.First, g.Pair.Second}[seat]
	p := s.Player(me)
	away := isAway(s, g, seat, now)
	switch {
	case away && g.Excused[seat], isForfeit(g, seat) && g.Spared[seat]:
		r.Excused++
	case away, isForfeit(g, seat), g.How == season.Walkover && p != nil && !p.Left.IsZero(),
		g.IsOver() && g.Result.Clock == me:
		r.Begun++
	case !g.IsOver() || g.Ruled != "" || g.Result.Unplayed || g.How == season.OutOfTime: // it says nothing about him
	default:
		r.Begun++
		r.Finished++
	}
}

// isForfeit reports whether a player has lost a game because he did not come.
func isForfeit(g *season.Game, seat int) bool {
	return g.How == season.Forfeit && !g.Moved[seat] && g.IsOver() && g.Result.Points[seat] == 0
}

// isAway reports whether a player has not come to a game of the lobby in time after his warning, until now or until the
// game's end.
func isAway(s *season.Season, g *season.Game, seat int, now time.Time) bool {
	if g.IsOver() && g.Ended.Before(now) {
		now = g.Ended
	}
	warned := g.Warned[seat]
	return g.Met != nil && !g.Moved[seat] && !warned.IsZero() && !now.Before(warned.Add(s.Terms.Warning))
}
