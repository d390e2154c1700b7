package pairing

import "fmt"

// Pools divides players, the strongest first, into pools of three to five, if possible of four, the strongest ones
// together. It fails for fewer than three players.
func Pools(ids []string) (pools [][]string, err error) {
	n := len(ids)
	if n < 3 {
		return nil, fmt.Errorf("a pool has at least 3 players, and here are %d", n)
	}
	k := max((n+2)/4, 1) // how many pools
	for i := range k {
		size := n / k
		if i < n%k {
			size++
		}
		pools, ids = append(pools, ids[:size]), ids[size:]
	}
	return pools, nil
}

// Twice returns the games of a pool, in rounds: every pair plays twice with sides exchanged, and nobody has two games
// in a round. If the number of players is odd, one rests in each round.
func Twice(pool []string) (rounds [][]Game) {
	// Berger's circle: one player stays, the others move on by one place after each round.
	circle := append([]string{}, pool...)
	if len(circle)%2 != 0 {
		circle = append(circle, "")
	}
	n := len(circle)
	for r := range n - 1 {
		var round []Game
		for i := range n / 2 {
			a, b := circle[i], circle[n-1-i]
			if (i+r)%2 != 0 { // sides take turns
				a, b = b, a
			}
			if a != "" && b != "" {
				round = append(round, Game{First: a, Second: b})
			}
		}
		rounds = append(rounds, round)
		last := circle[n-1]
		copy(circle[2:], circle[1:n-1])
		circle[1] = last
	}
	for _, round := range rounds[:n-1] {
		var back []Game
		for _, g := range round {
			back = append(back, Game{First: g.Second, Second: g.First})
		}
		rounds = append(rounds, back)
	}
	return rounds
}

// KnockOut returns the first round of a knock-out of players in the order of their seeds. The pairs are in the order of
// the bracket: the winners of the first two pairs meet next, and the first two seeds can meet only in the last round. A
// player without an opponent is paired with "" and goes on.
func KnockOut(seeds []string) (bracket [][2]string) {
	size := 1
	for size < len(seeds) {
		size *= 2
	}
	order := []int{0}
	for len(order) < size { // the numbers of the two seeds of a pair have the same sum in all pairs
		var next []int
		for i, s := range order {
			pair := []int{s, 2*len(order) - 1 - s}
			if i%2 != 0 {
				pair[0], pair[1] = pair[1], pair[0]
			}
			next = append(next, pair...)
		}
		order = next
	}
	at := func(i int) string {
		if i < len(seeds) {
			return seeds[i]
		}
		return ""
	}
	for i := 0; i+1 < size; i += 2 {
		bracket = append(bracket, [2]string{at(order[i]), at(order[i+1])})
	}
	return bracket
}

// NextRound returns the pairs of the next round of a knock-out from the winners, in the order of the bracket.
func NextRound(winners []string) (bracket [][2]string) {
	for i := 0; i+1 < len(winners); i += 2 {
		bracket = append(bracket, [2]string{winners[i], winners[i+1]})
	}
	return bracket
}
