package luck

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Tally counts the rolls of several games.
type Tally struct {
	Rolls, Dice, Pairs int // Pairs are the rolls of two dice

	faces [6]int
	sums  [11]int
	runs  runs
}

// Add counts the rolls of a game, in their order. Runs end with the game.
func (t *Tally) Add(rolls []Roll) {
	var all []int
	for _, r := range rolls {
		t.Rolls++
		t.Dice += len(r.Faces)
		for _, f := range r.Faces {
			t.faces[f-1]++
		}
		if len(r.Faces) == 2 {
			t.Pairs++
			t.sums[r.Faces[0]+r.Faces[1]-2]++
		}
		all = append(all, r.Faces...)
	}
	t.runs.add(all)
}

// Count is how often something came, and how often that was expected.
type Count struct {
	What     string // 1 to 6, 2 to 12; several that are counted together as 2–4
	Seen     int
	Expected float64
}

func (t Tally) Faces() []Count {
	out := make([]Count, len(t.faces))
	for i, n := range t.faces {
		out[i] = Count{strconv.Itoa(i + 1), n, float64(t.Dice) / 6}
	}
	return out
}

// Sums counts each sum of two dice.
func (t Tally) Sums() []Count {
	out := make([]Count, len(t.sums))
	for i, n := range t.sums {
		out[i] = Count{strconv.Itoa(i + 2), n, float64(t.Pairs*(6-max(i-5, 5-i))) / 36}
	}
	return out
}

// Fit is the result of Pearson's chi-square test of counts.
type Fit struct {
	N      int // how much was counted
	Square float64
	Free   int     // degrees of freedom; 0 where too little was counted for the test
	P      float64 // the share of series in which fair dice deviate as much or more, 0 to 1
	Cells  []Count // the counts as they were compared
}

// leastCell is the least expected number in a cell of the chi-square test.
const leastCell = 5

// Fitting makes the chi-square test of counts. Neighbours whose expected number is below leastCell are counted
// together.
func Fitting(counts []Count) Fit {
	f := Fit{Cells: merged(counts)}
	for _, c := range counts {
		f.N += c.Seen
	}
	f.Free = max(len(f.Cells)-1, 0)
	if f.Free == 0 {
		return Fit{N: f.N, P: 1}
	}
	for _, c := range f.Cells {
		f.Square += (float64(c.Seen) - c.Expected) * (float64(c.Seen) - c.Expected) / c.Expected
	}
	f.P = ChiSquare(f.Square, f.Free)
	return f
}

// merged joins neighbouring counts until each has an expected number of at least leastCell.
func merged(counts []Count) (out []Count) {
	first := ""
	var open Count
	for _, c := range counts {
		first = cmp.Or(first, c.What)
		open = Count{together(first, c.What), open.Seen + c.Seen, open.Expected + c.Expected}
		if open.Expected >= leastCell {
			out, open, first = append(out, open), Count{}, ""
		}
	}
	if n := len(out); open.What != "" && n > 0 {
		last := &out[n-1]
		*last = Count{together(last.What, counts[len(counts)-1].What), last.Seen + open.Seen, last.Expected +
			open.Expected}
	}
	return out
}

// together names joined counts, from the first to the last.
func together(first, last string) string {
	if first, _, _ = strings.Cut(first, "–"); first == last {
		return first
	}
	return first + "–" + last
}

// ChiSquare returns the chance that a chi-square variable with so many degrees of freedom is at least x. It is the
// regularised gamma function Q(free/2, x/2), computed from Q(1/2, y) = erfc √y or Q(1, y) = e^-y by Q(a+1, y) =
// Q(a, y) + y^a e^-y / Γ(a+1).
func ChiSquare(x float64, free int) float64 {
	y, a := x/2, 1.0
	q := math.Exp(-y)
	if free%2 == 1 {
		a, q = 0.5, math.Erfc(math.Sqrt(y))
	}
	for ; a < float64(free)/2; a++ {
		lg, _ := math.Lgamma(a + 1)
		if y > 0 {
			q += math.Exp(a*math.Log(y) - y - lg)
		}
	}
	return min(q, 1)
}

// Run is the result of the runs test of Wald and Wolfowitz. A run is an unbroken series of low (1 to 3) or of high
// faces; the test compares the number of runs with what is expected of so many low and high faces. Runs are counted
// in each game and added.
type Run struct {
	N        int // faces
	Runs     int
	Expected float64
	Z        float64 // standard deviations from the expected number; positive for more runs
	P        float64 // the share of series in which fair dice deviate as much or more in either direction, 0 to 1
}

type runs struct {
	low, high, runs    int
	expected, variance float64
}

// add counts the runs of a game's faces, and adds how many are expected of so many low and high ones.
func (r *runs) add(faces []int) {
	var n [2]float64 // low faces, high faces
	stretches, last := 0, -1
	for _, f := range faces {
		half := 0
		if f > 3 {
			half = 1
		}
		n[half]++
		if half != last {
			stretches, last = stretches+1, half
		}
	}
	r.low, r.high, r.runs = r.low+int(n[0]), r.high+int(n[1]), r.runs+stretches
	all, twice := n[0]+n[1], 2*n[0]*n[1]
	if all == 0 {
		return
	}
	r.expected += 1 + twice/all
	if all > 1 {
		r.variance += twice * (twice - all) / (all * all * (all - 1))
	}
}

// Run makes the runs test of everything that was counted.
func (t Tally) Run() Run {
	r := t.runs
	out := Run{N: r.low + r.high, Runs: r.runs, Expected: r.expected, P: 1}
	if r.variance > 0 {
		out.Z = (float64(r.runs) - r.expected) / math.Sqrt(r.variance)
		out.P = math.Erfc(math.Abs(out.Z) / math.Sqrt2)
	}
	return out
}
