package luck_test

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"testing"

	"grognard/bot/luck"
	"grognard/rules/view"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// Critical values as they are printed in tables of the distribution.
func TestChiSquareAsPrinted(t *testing.T) {
	for _, c := range []struct {
		free int
		x, p float64
	}{
		{1, 3.841, 0.05}, {1, 6.635, 0.01}, {2, 5.991, 0.05}, {3, 7.815, 0.05}, {4, 13.277, 0.01}, {5, 1.145, 0.95},
		{5, 4.351, 0.5},
		{5, 9.236, 0.10}, {5, 11.070, 0.05}, {5, 15.086, 0.01}, {5, 20.515, 0.001}, {8, 15.507, 0.05},
		{10, 18.307, 0.05}, {10, 3.940, 0.95}, {10, 23.209, 0.01},
	} {
		if got := luck.ChiSquare(c.x, c.free); !near(got, c.p, 0.00005+0.001*c.p) {
			t.Errorf("Q(%v; %d) = %.6f, tables have %v", c.x, c.free, got, c.p)
		}
	}
	if luck.ChiSquare(0, 5) != 1 || luck.ChiSquare(0, 10) != 1 {
		t.Error("any series strays at least as far as 0")
	}
}

// density is that of chi-square.
func density(x float64, free int) float64 {
	k := float64(free) / 2
	lg, _ := math.Lgamma(k)
	return math.Exp((k-1)*math.Log(x) - x/2 - k*math.Ln2 - lg)
}

// The chance is the area under the density, which Simpson's rule measures.
func TestChiSquareIsAnArea(t *testing.T) {
	for free := 2; free <= 12; free++ {
		for _, x := range []float64{0.5, 1, 3, 7, 12, 25, 40} {
			const end, n = 200.0, 20_000
			h, area := (end-x)/n, density(x, free)+density(end, free)
			for i := 1; i < n; i++ {
				area += float64(2+2*(i%2)) * density(x+float64(i)*h, free)
			}
			if area *= h / 3; !near(area, luck.ChiSquare(x, free), 1e-9) {
				t.Errorf("Q(%v; %d) = %v, the area is %v", x, free, luck.ChiSquare(x, free), area)
			}
		}
	}
}

// Weldon threw 26306 dozens of dice and counted fives and sixes in each. With the last three cells
// counted together the published chi-square is 35.49, with 10 degrees of freedom and a chance of 0.0001.
func TestWeldonsDice(t *testing.T) {
	seen := []int{185, 1149, 3265, 5475, 6114, 5194, 3067, 1331, 403, 105, 14, 4, 0}
	var counts []luck.Count
	ways := 1.0
	for i, n := range seen {
		counts = append(counts, luck.Count{What: fmt.Sprint(i), Seen: n,
			Expected: 26306 * ways * math.Pow(1.0/3, float64(i)) * math.Pow(2.0/3, float64(12-i))})
		ways = ways * float64(12-i) / float64(i+1)
	}
	f := luck.Fitting(counts)
	if f.N != 26306 || f.Free != 10 || !near(f.Square, 35.49, 0.01) || !near(f.P, 0.0001, 0.00001) {
		t.Errorf("%+v", f)
	}
	if last := f.Cells[10]; last.What != "10–12" || last.Seen != 18 {
		t.Errorf("the last cell is %+v", last)
	}
}

func rolls(dice int, faces ...int) (out []luck.Roll) {
	for ; len(faces) > 0; faces = faces[dice:] {
		out = append(out, luck.Roll{Faces: faces[:dice]})
	}
	return out
}

func tallied(series ...[]luck.Roll) (t luck.Tally) {
	for _, s := range series {
		t.Add(s)
	}
	return t
}

func TestCounts(t *testing.T) {
	tally := tallied(rolls(2, 1, 1, 6, 6, 3, 4), rolls(1, 5), rolls(3, 2, 2, 2))
	if tally.Rolls != 5 || tally.Dice != 10 || tally.Pairs != 3 {
		t.Errorf("%+v", tally)
	}
	var faces, sums []int
	expected, whole := 0.0, 0.0
	for _, c := range tally.Faces() {
		faces, whole = append(faces, c.Seen), whole+c.Expected
	}
	for _, c := range tally.Sums() {
		sums, expected = append(sums, c.Seen), expected+c.Expected
	}
	if !reflect.DeepEqual(faces, []int{2, 3, 1, 1, 1, 2}) ||
		!reflect.DeepEqual(sums, []int{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}) {
		t.Errorf("faces %v, sums %v", faces, sums)
	}
	if !near(whole, 10, 1e-9) || !near(expected, 3, 1e-9) || !near(tally.Sums()[5].Expected, 0.5, 1e-12) {
		t.Errorf("of 10 faces %v are expected, of 3 sums %v", whole, expected)
	}
	if f := luck.Fitting(tally.Sums()); f.Free != 0 || f.P != 1 || f.Square != 0 || f.N != 3 {
		t.Errorf("three sums are compared: %+v", f)
	}
}

// Sums that are seldom are counted together, from the outside in.
func TestMerging(t *testing.T) {
	var all []luck.Roll
	for range 72 {
		all = append(all, luck.Roll{Faces: []int{3, 4}})
	}
	f := luck.Fitting(tallied(all).Sums()) // 2, 4, 6 … are expected
	var what []string
	for _, c := range f.Cells {
		what = append(what, c.What)
	}
	if !reflect.DeepEqual(what, []string{"2–3", "4", "5", "6", "7", "8", "9", "10", "11–12"}) || f.Free != 8 ||
		!near(f.Square, 72*5, 1e-9) {
		t.Errorf("%v, %+v", what, f)
	}
}

// 14 of one kind and 6 of the other in 5 runs: 2·14·6/20 + 1 = 9.4 are to be expected, with a
// variance of 168·148/(20²·19).
func TestRuns(t *testing.T) {
	faces := []int{1, 2, 3, 2, 1, 6, 4, 1, 1, 2, 3, 3, 2, 5, 5, 6, 4, 3, 1, 2}
	r := tallied(rolls(1, faces...)).Run()
	if r.N != 20 || r.Runs != 5 || !near(r.Expected, 9.4, 1e-9) ||
		!near(r.Z, -4.4/math.Sqrt(168*148.0/7600), 1e-9) || !near(r.P, 0.0150, 0.0002) {
		t.Errorf("%+v", r)
	}
	if two := tallied(rolls(1, faces...), rolls(1, faces...)).Run(); two.Runs != 10 ||
		!near(two.Expected, 18.8, 1e-9) || !near(two.Z, r.Z*math.Sqrt2, 1e-9) {
		t.Errorf("two games: %+v", two)
	}
	if none := tallied(rolls(1, 1, 2, 3)).Run(); none.P != 1 || none.Runs != 1 || none.Expected != 1 {
		t.Errorf("one face after the other is low: %+v", none)
	}
}

// The mean and the variance of runs are those over all arrangements.
func TestRunsByEnumeration(t *testing.T) {
	for low := 1; low <= 6; low++ {
		for high := 1; high <= 6; high++ {
			n, sum, squares := 0.0, 0.0, 0.0
			var z []float64
			var got luck.Run
			for set := range 1 << (low + high) {
				var faces []int
				for i := range low + high {
					faces = append(faces, 1+5*(set>>i&1))
				}
				if r := tallied(rolls(1, faces...)).Run(); bits.OnesCount(uint(set)) == high {
					got, n, sum, squares = r, n+1, sum+float64(r.Runs), squares+float64(r.Runs*r.Runs)
					z = append(z, r.Z)
				}
			}
			spread := 0.0
			for _, one := range z {
				spread += one * one / n
			}
			constant := near(squares/n, sum/n*sum/n, 1e-9) // one of each: always two runs
			if !near(got.Expected, sum/n, 1e-9) || !constant && !near(spread, 1, 1e-9) {
				t.Errorf("%d low and %d high: %v runs are expected, the mean is %v; z² is %v in the mean", low, high,
					got.Expected, sum/n, spread)
			}
		}
	}
}

// Of fair dice one series in twenty strays as far as the twentieth part, by each test.
func TestFairDice(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const series = 2000
	var under [3]int
	for range series {
		var all []luck.Roll
		for range 300 {
			all = append(all, luck.Roll{Faces: []int{1 + rng.IntN(6), 1 + rng.IntN(6)}})
		}
		tally := tallied(all)
		for i, p := range []float64{luck.Fitting(tally.Faces()).P, luck.Fitting(tally.Sums()).P, tally.Run().P} {
			if p <= 0.05 {
				under[i]++
			}
		}
	}
	for i, n := range under {
		if n < 70 || n > 130 { // 100 are expected, with a standard deviation of 9.7
			t.Errorf("test %d: %d of %d series lie in the last twentieth", i, n, series)
		}
	}
}

// A die that shows the six three times in ten is told from a fair one.
func TestBentDice(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var all []luck.Roll
	for range 300 {
		face := 1 + rng.IntN(5)
		if rng.IntN(10) < 3 {
			face = 6
		}
		all = append(all, luck.Roll{Faces: []int{face}})
	}
	if f := luck.Fitting(tallied(all).Faces()); f.P > 0.001 || f.Free != 5 || f.N != 300 {
		t.Errorf("%+v", f)
	}
}

// column is what a fight in a column can cost: of 36 throws.
var column = []view.Toll{{Throws: 10, Attacker: 2}, {Throws: 8, Attacker: 1, Defender: 1}, {Throws: 12, Defender: 1},
	{Throws: 6, Defender: 3}}

func fight(did view.Toll) luck.Fight {
	return luck.Fight{Stake: view.Stake{Throws: 36, Could: column, Did: did}}
}

// The steps expected and their variance are those of all throws, one by one.
func TestExpected(t *testing.T) {
	a, d := fight(view.Toll{}).Expected()
	if a.RatString() != "7/9" || d.RatString() != "19/18" { // 28/36, 38/36
		t.Errorf("expected are %v and %v", a, d)
	}
	var swings []float64
	mean, variance := 0.0, 0.0
	for _, c := range column {
		for range c.Throws {
			s, _ := fight(c).Swing().Float64()
			swings, mean = append(swings, s), mean+s/36
		}
	}
	for _, s := range swings {
		variance += s * s / 36
	}
	if v, _ := fight(view.Toll{}).Variance().Float64(); len(swings) != 36 || !near(mean, 0, 1e-12) ||
		!near(v, variance, 1e-12) {
		t.Errorf("the mean of the swings is %v, their variance %v, said to be %v", mean, variance, v)
	}
}

// What is good for one of the two is as bad for the other, and the best fight of one is the worst of the other.
func TestBalance(t *testing.T) {
	var attacker, defender luck.Balance
	var his, hers luck.Extremes
	for n, c := range []int{0, 1, 2, 2, 3, 0, 2, 3} {
		f := fight(column[c])
		f.Turn = n
		attacker.Add(f, true)
		defender.Add(f, false)
		his.Add("g", f, true)
		hers.Add("g", f, false)
	}
	sum := attacker.Difference()
	if sum.RatString() != "25/9" || sum.Add(sum, defender.Difference()).Sign() != 0 {
		t.Errorf("the attacker is at %v, the defender at %v", attacker.Difference(), defender.Difference())
	}
	if attacker.Own.Lost != 5 || attacker.Enemy.Lost != 10 || attacker.Own.Expected.RatString() != "56/9" ||
		defender.Enemy.Lost != 5 || attacker.Fights != 8 {
		t.Errorf("%+v", attacker)
	}
	one, _ := fight(view.Toll{}).Variance().Float64()
	if !near(attacker.Deviation(), math.Sqrt(8*one), 1e-12) || attacker.Deviation() != defender.Deviation() {
		t.Errorf("the deviations are %v and %v", attacker.Deviation(), defender.Deviation())
	}
	turns := func(list []luck.Ranked) (out []int) {
		for _, r := range list {
			out = append(out, r.Turn)
		}
		return out
	}
	if got := turns(his.Best); !reflect.DeepEqual(got, []int{4, 7, 2, 3, 6}) ||
		!reflect.DeepEqual(turns(hers.Worst), got) {
		t.Errorf("his best are %v, her worst %v", got, turns(hers.Worst))
	}
	if got := turns(his.Worst); !reflect.DeepEqual(got, []int{0, 5, 1}) || !reflect.DeepEqual(turns(hers.Best), got) {
		t.Errorf("his worst are %v, her best %v", got, turns(hers.Best))
	}
}
