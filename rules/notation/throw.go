package notation

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/dice"
	"grognard/rules/letters"
	"grognard/rules/view"
)

// Throw is a throw of dice, as players write it.
type Throw struct {
	Groups []Group
	Plus   int // added to their sums
}

// Group is dice of one kind in a throw.
type Group struct {
	N, Sides int
	Tens     bool // d66: two dice of six sides, tens and units
	Minus    bool // their sum is subtracted
	Keep     int  // how many of them count, the highest or the lowest; 0 for all
	Lowest   bool // the lowest count
}

// MostDice is the greatest number of dice in a throw.
const MostDice = 100

// part matches the next dice or number of a throw without blanks and in lower case. Its groups are 1 the sign; for dice
// 2 how many, 3 their sides, 4 h or l for highest or lowest, 5 how many are kept; 6 a number that is added.
var part = regexp.MustCompile(`^([+-]?)(?:(\d*)d(\d+|%)(?:k([hl]?)(\d+))?|(\d+))`)

// ParseThrow reads 2d6, d66, 3d6+1, 4d6kh3, 4d6kl1, d%, and sums of them.
func ParseThrow(s string) (Throw, error) {
	t := Throw{}
	rest := strings.ToLower(strings.Join(strings.Fields(letters.Plain(s)), ""))
	wrong := func(why view.Text) (Throw, error) { return Throw{}, &view.Mistake{Why: why} }
	if rest == "" || len(rest) > longest {
		return wrong(view.T("ask.dice", "value", view.Typed(s)))
	}
	all := 0
	for first := true; rest != ""; first = false {
		m := part.FindStringSubmatch(rest)
		if m == nil || m[1] == "" && !first {
			return wrong(view.T("ask.dice", "value", view.Typed(s)))
		}
		rest = rest[len(m[0]):]
		if m[6] != "" {
			n, err := strconv.Atoi(m[6])
			t.Plus += sign(m[1] == "-") * n
			if err != nil || max(n, t.Plus, -t.Plus) > mostPlus {
				return wrong(view.T("ask.dice-plus", "value", view.Typed(s), "most", mostPlus))
			}
			continue
		}
		g, why := group(m, s)
		if why.ID != "" {
			return wrong(why)
		}
		all += g.N
		if all > MostDice {
			return wrong(view.T("ask.dice-many", "value", view.Typed(s), "most", MostDice))
		}
		t.Groups = append(t.Groups, g)
	}
	if len(t.Groups) == 0 {
		return wrong(view.T("ask.dice", "value", view.Typed(s)))
	}
	return t, nil
}

// mostPlus is the greatest number that can be added.
const mostPlus = 1000

func sign(isMinus bool) int {
	if isMinus {
		return -1
	}
	return 1
}

// group returns the dice in m, a match of part. Why is what is wrong with them, the zero Text if nothing is.
func group(m []string, typed string) (g Group, why view.Text) {
	n := func(text, none string) int {
		v, err := strconv.Atoi(cmp.Or(text, none))
		if err != nil {
			return 1 << 30 // beyond every limit
		}
		return v
	}
	g = Group{N: n(m[2], "1"), Sides: n(strings.Replace(m[3], "%", "100", 1), ""), Minus: m[1] == "-",
		Keep: n(m[5], "0"), Lowest: m[4] == "l"}
	if m[3] == "66" { // two dice that are read as one number
		g.Tens, g.Sides = true, 6
		if m[2] != "" && m[2] != "1" || m[5] != "" {
			return g, view.T("ask.dice-tens", "value", view.Typed(typed))
		}
		g.N = 2
	}
	switch {
	case g.N < 1 || g.N > MostDice:
		return g, view.T("ask.dice-many", "value", view.Typed(typed), "most", MostDice)
	case g.Sides < dice.FewestSides || g.Sides > dice.MostSides:
		return g, view.T("ask.dice-sides", "value", view.Typed(typed), "least", dice.FewestSides,
			"most", dice.MostSides)
	case m[5] != "" && (g.Keep < 1 || g.Keep > g.N):
		return g, view.T("ask.dice-keep", "value", view.Typed(typed), "dice", g.N)
	}
	return g, view.Text{}
}

// String returns a throw in its canonical form, such as 2d6+1, which ParseThrow reads.
func (t Throw) String() string {
	var b strings.Builder
	for i, g := range t.Groups {
		switch {
		case g.Minus:
			b.WriteByte('-')
		case i > 0:
			b.WriteByte('+')
		}
		b.WriteString(g.String())
	}
	if t.Plus != 0 {
		fmt.Fprintf(&b, "%+d", t.Plus)
	}
	return b.String()
}

// String returns the dice without their sign.
func (g Group) String() string {
	if g.Tens {
		return "d66"
	}
	s := "d" + strconv.Itoa(g.Sides)
	if g.N > 1 || g.Keep > 0 {
		s = strconv.Itoa(g.N) + s
	}
	switch {
	case g.Keep > 0 && g.Lowest:
		s += "kl" + strconv.Itoa(g.Keep)
	case g.Keep > 0:
		s += "kh" + strconv.Itoa(g.Keep)
	}
	return s
}

// Thrown is the result of a throw.
type Thrown struct {
	Groups []Faces
	Total  int
}

// Faces are the rolled dice of a group, in order.
type Faces struct {
	Group
	Faces []int
	Kept  []bool // for each face, whether it counts
	Sum   int    // of those that count, or the number that they are read as
}

// Roll throws the dice.
func (t Throw) Roll(entropy io.Reader) (Thrown, error) {
	out := Thrown{Total: t.Plus}
	for _, g := range t.Groups {
		faces, err := dice.Draw(entropy, g.Sides, g.N)
		if err != nil {
			return Thrown{}, err
		}
		f := g.read(faces)
		out.Groups, out.Total = append(out.Groups, f), out.Total+sign(g.Minus)*f.Sum
	}
	return out, nil
}

// read evaluates the faces of the group's dice. Of equal faces the first are kept.
func (g Group) read(faces []int) Faces {
	out := Faces{Group: g, Faces: faces, Kept: make([]bool, len(faces))}
	if g.Tens {
		out.Kept[0], out.Kept[1], out.Sum = true, true, 10*faces[0]+faces[1]
		return out
	}
	order := make([]int, len(faces)) // indexes of faces, those to be kept first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return sign(g.Lowest) * cmp.Compare(faces[j], faces[i]) })
	if g.Keep > 0 {
		order = order[:g.Keep]
	}
	for _, i := range order {
		out.Kept[i] = true
		out.Sum += faces[i]
	}
	return out
}

// Dice returns the number of dice in a throw.
func (t Throw) Dice() (n int) {
	for _, g := range t.Groups {
		n += g.N
	}
	return n
}
