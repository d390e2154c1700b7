// Package standings makes tables of results: points, tie-breaks, places, who has met whom, and which places can still
// be reached.
//
//	rows := standings.Table(players, results, []standings.TieBreak{standings.HeadToHead, standings.Margin})
//	fmt.Println(rows[0].Player, rows[0].Place, rows[0].Points)
//
// Points are half points: 2 for a win and 1 for a draw. A tie-break decides only among players whom everything before
// it leaves equal; players who are equal in all of them share a place. What was not played, such as a bye, counts in
// Buchholz and Sonneborn–Berger as a game against somebody with as many points as the player has himself (FIDE Handbook
// C.07, unplayed rounds).
//
// Limits: a game has two players. Which places can be reached is judged by points alone until no game is left, and
// exactly only for the last few games: before, some places may be listed that nobody can reach.
package standings

import (
	"cmp"
	"slices"
)

// Result is how a game has ended, or what stands in place of one.
type Result struct {
	First    string `json:"first"`
	Second   string `json:"second,omitempty"` // "" for a bye
	Points   [2]int `json:"points"`           // half points of both
	Margin   int    `json:"margin,omitempty"` // levels of victory; negative if they are those of Second
	Unplayed bool   `json:"unplayed,omitempty"`
	Clock    string `json:"clock,omitempty"` // whose clock has run out
}

// TieBreak is what decides among equals.
type TieBreak string

const (
	HeadToHead      TieBreak = "head-to-head"     // points of the games among those who are equal
	SonnebornBerger TieBreak = "sonneborn-berger" // for each game its points times those of the opponent
	Buchholz        TieBreak = "buchholz"         // the points of all opponents
	Wins            TieBreak = "wins"
	Margin          TieBreak = "margin" // levels of victory, won less lost
	Clocks          TieBreak = "clocks" // how few clocks ran out
)

// TieBreaks returns all tie-breaks, in an order that suits pools.
func TieBreaks() []TieBreak {
	return []TieBreak{HeadToHead, SonnebornBerger, Buchholz, Wins, Margin, Clocks}
}

// Row is a player in a table.
type Row struct {
	Player   string `json:"player"`
	Place    int    `json:"place"` // from 1; who is equal shares it
	Played   int    `json:"played"`
	Won      int    `json:"won"`
	Drawn    int    `json:"drawn"`
	Lost     int    `json:"lost"`
	Unplayed int    `json:"unplayed,omitempty"` // byes and forfeits
	Points   int    `json:"points"`             // half points
	Broken   []int  `json:"tie-breaks"`         // the value of each tie-break
	Out      bool   `json:"out,omitempty"`      // of a knock-out, whose table package season orders by it
}

// Table returns the rows of players, the best first. In Broken the value of HeadToHead has only the games among those
// who were equal until then; it is 0 for a player who was equal to nobody. Results of other players are ignored.
func Table(players []string, results []Result, by []TieBreak) []Row {
	s := newScores(players, results)
	rows := make([]Row, len(players))
	all := make([]int, len(players))
	for i, p := range players {
		rows[i] = s.row(i, p, len(by))
		all[i] = i
	}
	place := 1
	var order []int
	for _, group := range split(all, func(i int) int { return s.points[i] }) {
		for _, equal := range s.part(group, by, 0, rows) {
			for _, i := range equal {
				rows[i].Place = place
			}
			place += len(equal)
			order = append(order, equal...)
		}
	}
	sorted := make([]Row, 0, len(rows))
	for _, i := range order {
		sorted = append(sorted, rows[i])
	}
	return sorted
}

// game is a result as one of its players sees it.
type game struct {
	other    int // -1 for a bye
	points   int // half points
	margin   int // levels of victory
	unplayed bool
	clock    bool // the player's own has run out
}

// scores has the games and the half points of each player, by his index.
type scores struct {
	games  [][]game
	points []int
}

func newScores(players []string, results []Result) *scores {
	index := make(map[string]int, len(players))
	for i, p := range players {
		index[p] = i
	}
	s := &scores{games: make([][]game, len(players)), points: make([]int, len(players))}
	for _, r := range results {
		a, firstKnown := index[r.First]
		b, secondKnown := index[r.Second]
		if r.Second == "" {
			b, secondKnown = -1, true
		}
		if !firstKnown || !secondKnown {
			continue
		}
		s.add(a, game{b, r.Points[0], r.Margin, r.Unplayed || b < 0, r.Clock == r.First})
		if b >= 0 {
			s.add(b, game{a, r.Points[1], -r.Margin, r.Unplayed, r.Clock == r.Second})
		}
	}
	return s
}

func (s *scores) add(player int, g game) {
	s.games[player] = append(s.games[player], g)
	s.points[player] += g.points
}

func (s *scores) row(i int, player string, breaks int) Row {
	r := Row{Player: player, Points: s.points[i], Broken: make([]int, breaks)}
	for _, g := range s.games[i] {
		if g.unplayed {
			r.Unplayed++
			continue
		}
		r.Played++
		switch g.points {
		case 2:
			r.Won++
		case 1:
			r.Drawn++
		default:
			r.Lost++
		}
	}
	return r
}

// part divides players who are equal so far by the tie-breaks from by[next] on, the best first, and stores the values.
func (s *scores) part(group []int, by []TieBreak, next int, rows []Row) (parts [][]int) {
	if next == len(by) {
		return [][]int{group}
	}
	for _, i := range group {
		if by[next] != HeadToHead || len(group) > 1 {
			rows[i].Broken[next] = s.value(i, by[next], group)
		}
	}
	for _, g := range split(group, func(i int) int { return rows[i].Broken[next] }) {
		parts = append(parts, s.part(g, by, next+1, rows)...)
	}
	return parts
}

// split divides players by a value, the highest first; equals stay in their order.
func split(group []int, value func(int) int) (parts [][]int) {
	sorted := slices.Clone(group)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	for i, p := range sorted {
		if i == 0 || value(p) != value(sorted[i-1]) {
			parts = append(parts, nil)
		}
		last := len(parts) - 1
		parts[last] = append(parts[last], p)
	}
	return parts
}

// value returns a tie-break's value for player i; among has the players who are equal so far.
func (s *scores) value(i int, by TieBreak, among []int) (sum int) {
	for _, g := range s.games[i] {
		opponentPoints := s.points[i]
		if !g.unplayed {
			opponentPoints = s.points[g.other]
		}
		switch by {
		case HeadToHead:
			if g.other >= 0 && slices.Contains(among, g.other) {
				sum += g.points
			}
		case SonnebornBerger:
			sum += g.points * opponentPoints
		case Buchholz:
			sum += opponentPoints
		case Wins:
			if g.points == 2 && !g.unplayed {
				sum++
			}
		case Margin:
			sum += g.margin
		case Clocks:
			if g.clock {
				sum--
			}
		}
	}
	return sum
}

// Cross returns for each player and each of the others the half points of their games, in the order of the results.
func Cross(players []string, results []Result) [][][]int {
	cross := make([][][]int, len(players))
	s := newScores(players, results)
	for i := range players {
		cross[i] = make([][]int, len(players))
		for _, g := range s.games[i] {
			if g.other >= 0 {
				cross[i][g.other] = append(cross[i][g.other], g.points)
			}
		}
	}
	return cross
}
