// Package pairing says who plays whom, and with which side: rounds of a Swiss tournament, pools in which every pair
// plays twice, and knock-outs. Of Swiss pairs it gives the reasons too, for organisers who look at a round before it is
// announced.
//
//	round, err := pairing.Swiss([]pairing.Player{{ID: "anna", Score: 2}, {ID: "boris", Score: 2}, {ID: "olga"}})
//	fmt.Println(round.Games[0].First, "against", round.Games[0].Second, "and a bye for", round.Bye)
//
// A Swiss round is a matching of all players at the least cost (package matching), and not a choice of one pair after
// the other, which can leave the last two with only each other again. Forbidden are a second game of the same two, a
// second bye, and if it can be avoided a side that a player has had two times more often than the other. In an odd
// field the bye goes to a player with the fewest points possible; whom he would rather avoid does not matter. The
// rest is weighed in the order of [Criterion]: no number of faults of a later kind outweighs one of an earlier kind.
// That order, the halves of a score group and the sides follow the FIDE rules for Swiss tournaments (Handbook C.04).
// A player who avoids others still meets somebody with as many points as he would otherwise.
//
// Limits: at most 256 players. Scores are half points.
package pairing

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"grognard/bot/league/matching"
)

// Most is the most players of a field, so that the costs of all pairs together have room in an int64.
const Most = 256

// ErrNone is the error of Swiss if no allowed pairing is left, as when everybody has met everybody.
var ErrNone = errors.New("no pairing is left that repeats no game and no bye")

// Player is one of a field, with what pairing needs to know of the rounds before.
type Player struct {
	ID    string
	Score int    // half points
	Sides int    // games with the first side less those with the second
	Last  Side   // the side in the last game
	Knows Side   // the only side that the player knows; NoSide if it is not only one
	Bye   bool   // the player has had a bye
	Given bool   // the player has won without a game, other than by a bye: if possible others get the bye
	Down  bool   // in the round before the opponent had fewer points
	Up    bool   // in the round before the opponent had more points
	Awake uint32 // a bit for each hour of the day, UTC; 0 if it is not known
	Met   []string
	Avoid []string
}

// Side is the first or the second of a game's two sides in the order of play.
type Side int

const (
	Second Side = iota - 1
	NoSide
	First
)

// Criterion is a kind of fault of a pair, the gravest first.
type Criterion int

const (
	Scores  Criterion = iota // the square of the difference of scores in half points, which counts as at most 11
	Avoided                  // one of the two, or both, would rather not play the other
	Sides                    // how much more often the two have had the sides that they get than the other side
	Hours                    // 2 for less than 2 common waking hours, 1 for less than 6
	Floats                   // how many are paired below (or above) their own score as in the round before
	Order                    // how far the opponent is from the one that the order of the score group gives
	criteria
)

// The most that a pair can have of each criterion.
var mostOf = [criteria]int64{Scores: 11 * 11, Avoided: 1, Sides: 4, Hours: 2, Floats: 2, Order: Most / 2}

// Faults are what a pair costs, by criterion.
type Faults [criteria]int64

// Game is a pair, the player of the first side first.
type Game struct {
	First, Second string
	Faults        Faults
}

// Round is a round: games, those of the highest scores first, and who does not play, "" for nobody.
type Round struct {
	Games []Game
	Bye   string
}

// Swiss pairs a field, the strongest player first. The error is ErrNone, or says what is wrong with the field.
func Swiss(field []Player) (Round, error) {
	if err := check(field); err != nil {
		return Round{}, err
	}
	f := newField(field)
	partner, ok := f.matchRest()
	if !ok { // a side once too often is better than no round
		f.lopsided = true
		partner, ok = f.matchRest()
	}
	if !ok { // so is a bye for somebody who has won without a game
		f.given = true
		partner, ok = f.matchRest()
	}
	if !ok {
		return Round{}, ErrNone
	}
	n := len(f.players)
	var round Round
	for a, b := range partner {
		switch {
		case b == n: // the vertex of the bye
			round.Bye = f.players[a].ID
		case a < b:
			first, second := seat(f.players[a], f.players[b], a)
			round.Games = append(round.Games, Game{first.ID, second.ID, f.faults(a, b)})
		}
	}
	return round, nil
}

// matchRest returns the partner of each player, by index. In an odd field a last vertex stands for the bye, which a
// player with the fewest points gets of those without whom the others can be paired.
func (f *field) matchRest() (partner []int, ok bool) {
	if len(f.players)%2 == 0 {
		return f.match()
	}
	f.rests = -1
	for i := len(f.players) - 1; i >= 0 && !ok; i-- {
		if i == len(f.players)-1 || f.bye != f.players[i].Score { // each score once, the lowest first
			f.bye, f.ignoresAvoid = f.players[i].Score, true
			partner, ok = f.match()
		}
	}
	f.ignoresAvoid = false
	if ok { // so nobody's wishes have decided who rests
		f.rests = partner[len(f.players)]
		partner, ok = f.match()
	}
	return partner, ok
}

// match returns the partner of each player, by index; the bye is for a player with the score f.bye.
func (f *field) match() (partner []int, ok bool) {
	n := len(f.players)
	return matching.Perfect(n+n%2, func(a, b int) (int64, bool) {
		if b == n {
			return f.byeCost(a)
		}
		return f.weigh(f.faults(a, b)), f.allowed(a, b)
	})
}

// check refuses a field that cannot be paired, whatever was played.
func check(field []Player) error {
	if len(field) < 2 || len(field) > Most {
		return fmt.Errorf("a field has 2 to %d players, and this one %d", Most, len(field))
	}
	seen := map[string]bool{}
	for _, p := range field {
		if p.ID == "" || seen[p.ID] {
			return fmt.Errorf("player %q is in the field twice, or has no name", p.ID)
		}
		seen[p.ID] = true
	}
	return nil
}

// field holds all players, the best score first, and among equals the strongest first.
type field struct {
	players []Player
	place   []int // each player's place in his score group, from 0
	size    []int // the size of each player's score group
	weights Faults

	bye          int  // the score of the players who may have the bye
	rests        int  // the index of the player who has the bye, -1 while that is open
	given        bool // players with a win without a game may have the bye too
	ignoresAvoid bool // Player.Avoid is ignored
	lopsided     bool // a side may be played more than mostApart times more often than the other
}

func newField(list []Player) *field {
	f := &field{players: slices.Clone(list)}
	slices.SortStableFunc(f.players, func(a, b Player) int { return cmp.Compare(b.Score, a.Score) })
	n := len(f.players)
	f.place, f.size = make([]int, n), make([]int, n)
	for i := 0; i < n; {
		end := i
		for end < n && f.players[end].Score == f.players[i].Score {
			end++
		}
		for k := i; k < end; k++ {
			f.place[k], f.size[k] = k-i, end-i
		}
		i = end
	}
	weight := int64(1)
	for c := criteria - 1; c >= 0; c-- {
		f.weights[c] = weight
		weight *= mostOf[c]*int64((n+1)/2) + 1 // more than all pairs together can have of the later ones
	}
	return f
}

// mostApart is how much more often one side can be played than the other.
const mostApart = 2

// allowed reports whether two may play each other.
func (f *field) allowed(a, b int) bool {
	p, q := f.players[a], f.players[b]
	first, second := seat(p, q, a)
	balanced := first.Sides < mostApart && second.Sides > -mostApart
	return (balanced || f.lopsided) && !slices.Contains(p.Met, q.ID) && !slices.Contains(q.Met, p.ID)
}

// byeCost returns a bye's cost for a player, and whether he may have it: cheapest for the weakest of score f.bye.
func (f *field) byeCost(a int) (cost int64, allowed bool) {
	p := f.players[a]
	may := !p.Bye && (!p.Given || f.given) && p.Score == f.bye && (f.rests < 0 || f.rests == a)
	return f.weigh(Faults{Order: int64(f.size[a] - 1 - f.place[a])}), may
}

func (f *field) weigh(c Faults) (sum int64) {
	for i, w := range f.weights {
		sum += c[i] * w
	}
	return sum
}

// faults returns the faults of a pair, a before b in the order of the field.
func (f *field) faults(a, b int) (c Faults) {
	p, q := f.players[a], f.players[b]
	if d := int64(p.Score - q.Score); d > 0 {
		c[Scores] = min(d*d, mostOf[Scores])
		c[Floats] = count(p.Down) + count(q.Up)
		// the last of the higher group should come down, and play the first of the lower one
		c[Order] = int64(f.size[a] - 1 - f.place[a] + f.place[b])
	} else { // the first of the upper half of a group should play the first of the lower half
		c[Order] = int64(abs(f.place[b] - f.place[a] - f.size[a]/2))
	}
	c[Avoided] = count(!f.ignoresAvoid && (slices.Contains(p.Avoid, q.ID) || slices.Contains(q.Avoid, p.ID)))
	first, second := seat(p, q, a)
	c[Sides] = min(int64(max(first.Sides, 0)+max(-second.Sides, 0)), mostOf[Sides])
	if p.Awake != 0 && q.Awake != 0 {
		switch common := bits.OnesCount32(p.Awake & q.Awake & (1<<24 - 1)); {
		case common < 2:
			c[Hours] = 2
		case common < 6:
			c[Hours] = 1
		}
	}
	c[Order] = min(c[Order], mostOf[Order])
	return c
}

// seat returns two players, the one who has the first side first. place is p's index in the field.
func seat(p, q Player, place int) (first, second Player) {
	if Seat(p, q) < 0 || Seat(p, q) == 0 && place%2 == 0 {
		return p, q
	}
	return q, p
}

// Seat is below 0 if p has the first side in a game with q, above 0 if q has it: the player who has had it less often,
// or else did not have it last, or else knows only that side. If all is equal it is 0, and seat takes turns.
func Seat(p, q Player) int {
	return cmp.Or(cmp.Compare(p.Sides, q.Sides), cmp.Compare(p.Last, q.Last), cmp.Compare(q.Knows, p.Knows))
}

func count(fault bool) int64 {
	if fault {
		return 1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }
