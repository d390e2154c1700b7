package wording

import (
	"errors"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/render/scene"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/geography"
	"grognard/rules/hex"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

// played is a game, with the boards that everybody and each side saw at the end of each phase.
type played struct {
	*testing.T
	match  *rules.Match
	roll   dice.Stream
	told   []view.Account
	boards []*view.Board
}

func newPlayed(t *testing.T, module string) *played {
	t.Helper()
	def := must.Get(rules.Modules().Load(module))(t)
	pos := must.Get(rules.Setup(def, ""))(t)
	m := must.Get(rules.New(def, pos))(t)
	p := &played{T: t, match: m, roll: dice.Stream{Secret: []byte("the dice of the gallery, known to all"),
		Game: "gallery3"}}
	rec, err := m.Begin(p.roll)
	p.apply(rec, err)
	return p
}

// apply applies a record to the game. If a phase ends by it, apply keeps the boards that are then seen.
func (p *played) apply(rec rules.Record, err error) {
	p.Helper()
	must.Do(p, err)
	was := p.match.Standing()
	account := must.Get(p.match.Apply(p.match.Seq()+1, rec))(p)
	p.told = append(p.told, account)
	if now := p.match.Standing(); !was.Phase.Closes(now.Phase) && !now.Over {
		return
	}
	p.boards = append(p.boards, p.match.Public().After(p.told...).Board())
	for _, side := range p.match.Sides() {
		p.boards = append(p.boards, p.match.View(side.ID).After(p.told...).Board())
	}
	p.told = nil
}

// by returns the side that must decide or give an order.
func (p *played) by() order.Side {
	if due := p.match.Public().Board().Due; due != nil {
		return due.Side
	}
	return p.match.Standing().Phase.Side
}

// script gives the orders in those lines of orders that begin with a slash. It makes all other decisions by default.
func (p *played) script(orders string) *played {
	p.Helper()
	for line := range strings.Lines(orders) {
		if !strings.HasPrefix(line, "/") {
			continue
		}
		for {
			by := p.by()
			read, err := p.match.Parse(by, strings.TrimSpace(line))
			if err != nil {
				p.Fatal(line, err)
			}
			rec, err := p.match.Decide(by, read.Order, p.roll)
			if err == nil {
				p.apply(rec, nil)
				break
			}
			answer, owed := p.match.Default(by)
			if !owed {
				p.Fatal(line, err)
			}
			p.apply(p.match.Decide(by, answer, p.roll))
		}
	}
	return p
}

// random tries to give so many orders, each of picks chosen at random among those offered.
func (p *played) random(orders int) *played {
	p.Helper()
	rnd := rand.New(rand.NewPCG(7, 18))
	for range orders {
		by := p.by()
		verbs := p.match.Verbs(by)
		if len(verbs) == 0 {
			return p
		}
		verb := verbs[rnd.IntN(len(verbs))]
		var picks []view.Pick
		for {
			offer := must.Get(p.match.Offer(by, verb, picks))(p)
			if len(offer.Next) == 0 || offer.Done && rnd.IntN(3) == 0 {
				break
			}
			picks = append(picks, offer.Next[rnd.IntN(len(offer.Next))])
		}
		rec, err := p.match.Decide(by, p.match.Order(verb, picks), p.roll)
		if denial := (*view.Denial)(nil); errors.As(err, &denial) {
			continue
		}
		p.apply(rec, err)
	}
	return p
}

// The words for a close-up omit what lies outside of it, and say once what the picture shows once.
func TestAltOfACloseUp(t *testing.T) {
	at := func(col, row int8) hex.Hex { return hex.Hex{Col: col, Row: row} }
	rows := hex.Rows{First: 1, Last: 20}
	march := func(unit string, path ...hex.Hex) view.Line {
		return view.Line{Text: view.T("told.march", "side", order.Side("german"), "units", []view.Name{{Name: unit}},
			"more", 1, "from", path[0], "to", path[len(path)-1]), MapEvent: &view.MapEvent{Kind: view.Marched,
			Side: "german", Path: path, Units: []view.Counter{{ID: order.UnitID(unit)}}, Count: 2}}
	}
	b := &view.Board{Turn: 3, Turns: 10, Map: &view.Map{Title: "Autumn", Grid: hex.Grid{Cols: 20, Odd: rows,
		Even: rows},
		Sides: []order.Nation{{ID: "german", Name: "German"}, {ID: "soviet", Name: "Soviet"}},
		Places: []geography.Place{{Hex: at(2, 2), Name: "Orsha", VP: 2}, {Hex: at(3, 3), Name: "Rzhev", VP: 1},
			{Hex: at(4, 3), Name: "Brod"}, {Hex: at(15, 15), Name: "Kiev", VP: 3}}},
		Control: []view.Held{{Hex: at(2, 2), Side: "soviet"}, {Hex: at(15, 15), Side: "german"}},
		Stacks:  []view.Stack{{Hex: at(4, 4), Side: "german", Height: 2}, {Hex: at(16, 15), Side: "soviet", Height: 1}},
		Due:     &view.Prompt{Side: "soviet", Kind: "losses", Hex: at(4, 3)},
		Told: []view.Line{march("6 Pz", at(1, 4), at(2, 4)), march("6 Pz", at(2, 4), at(3, 4)),
			march("7 Pz", at(1, 4), at(2, 4), at(3, 4)), march("9 Pz", at(15, 15), at(15, 14))}}
	loc := english(t).On(b.Map)
	const when, moved = "turn 3 of 10, ", "German: 6 Pz, 7 Pz and 2 more moved from 1.04 to 3.04."
	for part, want := range map[hex.Hex]string{
		hex.None: "Map of Autumn: " + when + ". The Soviet player must decide: step losses at Brod (4.03). Latest: " + moved +
			" German: 9 Pz and 1 more moved from Kiev (15.15) to 15.14. Nobody holds Rzhev 1. The German player holds 3 VP: Kiev 3." +
			" The Soviet player holds 2 VP: Orsha 2. German, 1 stack: 4.04 ×2. Soviet, 1 stack: 16.15.",
		at(2,
			4): "Close-up of Autumn around 2.04: " + when + ". The Soviet player must decide: step losses at Brod (4.03). Latest: " + moved +
			" Nobody holds Rzhev 1. The Soviet player holds 2 VP: Orsha 2. German, 1 stack: 4.04 ×2. Soviet, 0 stacks.",
		at(16,
			16): "Close-up of Autumn around 16.16: " + when + ". Latest: German: 9 Pz and 1 more moved from Kiev (15.15) to 15.14." +
			" The German player holds 3 VP: Kiev 3. German, 0 stacks. Soviet, 1 stack: 16.15.",
	} {
		if got := loc.AltOf(b, hex.Part{Around: part, Radius: 3}); got != want {
			t.Errorf("round %v:\n%s, want\n%s", part, got, want)
		}
	}
}

// Equal events are counted, a long event does not push out a short one, and events come before who holds which places.
func TestAltTextsAreShortened(t *testing.T) {
	at := func(col, row int8) hex.Hex { return hex.Hex{Col: col, Row: row} }
	rows := hex.Rows{First: 1, Last: 20}
	line := func(kind view.MapEventKind, id string, path []hex.Hex, units ...string) view.Line {
		l := view.Line{MapEvent: &view.MapEvent{Kind: kind, Side: "german", Path: path, Count: len(units)}}
		var names []view.Name
		for _, u := range units {
			names = append(names, view.Name{Name: u})
			l.MapEvent.Units = append(l.MapEvent.Units, view.Counter{ID: order.UnitID(u)})
		}
		l.Text = view.T(id, "side", order.Side("german"), "units", names, "more", 0, "from", path[0],
			"to", path[len(path)-1])
		return l
	}
	placed := line(view.Placed, "told.place", []hex.Hex{at(11, 11)}, "101 Mtr")
	there := line(view.Marched, "told.march", []hex.Hex{at(5, 9), at(4, 8)}, "1 Arm")
	back := line(view.Marched, "told.march", []hex.Hex{at(4, 8), at(5, 9)}, "1 Arm")
	var names []string
	for i := range 60 {
		names = append(names, "Division of a long name "+strconv.Itoa(i))
	}
	long := line(view.Died, "told.lost", []hex.Hex{at(7, 7)}, names...)
	other := line(view.Died, "told.lost", []hex.Hex{at(8, 8)}, names...)
	struck := line(view.Struck, "told.strike-misses", []hex.Hex{at(9, 14)})
	struck.Text = view.T("told.strike-misses", "side", order.Side("german"), "what", view.T("air.strike"),
		"hex", at(9, 14), "most", 3, "rating", 3, "terrain", "")
	b := &view.Board{Turns: 10, Map: &view.Map{Title: "Autumn", Grid: hex.Grid{Cols: 20, Odd: rows, Even: rows},
		Sides: []order.Nation{{ID: "german", Name: "German"}}}}
	alt := func(told ...view.Line) string {
		b.Told = told
		return english(t).On(b.Map).Alt(b)
	}
	const marched = "German: 1 Arm moved from 5.09 to 4.08"
	for _, c := range []struct {
		told []view.Line
		want string
	}{
		{[]view.Line{placed, placed, placed}, "Latest: German: 101 Mtr set up in 11.11. German"},
		{[]view.Line{there, back}, "Latest: " + marched + "; German: 1 Arm moved from 4.08 to 5.09. German"},
		{[]view.Line{long, there}, "Latest: " + marched + ". And 1 more. German"},
		{[]view.Line{long}, "Latest: German: Division of a long name 0, Division"},
		{[]view.Line{long, other}, "… And 1 more. German"},
		{append(slices.Repeat([]view.Line{struck}, 10), there), " misses: needed 3 or less (3) (10 times). " + marched + ". German"},
	} {
		if got := alt(c.told...); !strings.Contains(got, c.want) || utf8.RuneCountInString(got) > AltLimit {
			t.Errorf("%q\nlacks %q", got, c.want)
		}
	}
	loc, list := english(t), []string{"a march", strings.Repeat("x", 60), strings.Repeat("y", 500), strings.Repeat("z",
		400)}
	for room := 80; room < 1200; room++ {
		if words := within(loc, list, room); utf8.RuneCountInString(words) > room {
			t.Fatalf("%d characters where %d have room: %s", utf8.RuneCountInString(words), room, words)
		}
	}
	if words := within(loc, []string{"abc"}, 4); words != "abc." {
		t.Errorf("what fits is %q", words)
	}
	for i := range 60 {
		b.Map.Places = append(b.Map.Places, geography.Place{Hex: at(int8(1+i%19), int8(1+i/19)), VP: 1,
			Name: "A town with a long name " + strconv.Itoa(i)})
	}
	if got := alt(there); !strings.Contains(got, "Latest: "+marched+".") || strings.Contains(got, "town") {
		t.Errorf("too many places hide what happened: %q", got)
	}
}

var (
	counted = regexp.MustCompile(`And (\d+) more\.`)
	number  = regexp.MustCompile(`\b\d{1,2}\.\d\d\b`)
)

// A text that was cut says that the full one is beside the picture, and leaves room for the name of that file.
func TestAltAfter_Long(t *testing.T) {
	turn := must.Get(os.ReadFile("../../gallery/turn.txt"))(t)
	boards := newPlayed(t, "afb").script(string(turn)).boards
	b := boards[len(boards)-1]
	alt, whole := english(t).On(b.Map).AltAfter("", b, hex.Part{})
	if alt == whole || !strings.HasSuffix(alt, " Full text beside this picture") ||
		strings.Contains(whole, "All of it") || utf8.RuneCountInString(alt) > AltLimit-nameRoom {
		t.Errorf("in part %q, in full %q", alt, whole)
	}
}

// Each event with a sign in a picture is told or counted in its alternative text. The words for an event name only
// hexes where it has a sign.
func TestAltTextsTellWhatPicturesShow(t *testing.T) {
	turn := must.Get(os.ReadFile("../../gallery/turn.txt"))(t)
	words, seen := english(t), map[string]int{}
	for _, p := range []*played{newPlayed(t, "afb").script(string(turn)), newPlayed(t, "drill").random(600)} {
		for i, b := range p.boards {
			middle := hex.Hex{Col: 3 + int8(i*5%12), Row: 6 + int8(i*7%10)}
			for _, radius := range []int{0, 3, 5} {
				around := middle
				if radius == 0 {
					around = hex.None
				}
				s := scene.Of(b).Within(hex.Part{Around: around, Radius: radius})
				loc := words.On(b.Map)
				holdAlt(t, loc, s, loc.AltOf(b, hex.Part{Around: around, Radius: radius}), seen)
			}
		}
	}
	for _, sign := range []string{"fights", "losses", "strikes", "steps", "moves", "arrivals", "merged", "counted"} {
		if seen[sign] == 0 {
			t.Errorf("no picture shows %s: %v", sign, seen)
		}
	}
}

// holdAlt compares the alternative text of a picture with its scene, and counts in seen what the scene shows.
func holdAlt(t *testing.T, loc Localizer, s scene.Scene, alt string, seen map[string]int) {
	t.Helper()
	events := s.Happened()
	holdSigns(t, s, events, seen)
	more := 0
	if m := counted.FindStringSubmatch(alt); m != nil {
		more, _ = strconv.Atoi(m[1])
		seen["counted"]++
	}
	left := 0
	for _, e := range events {
		words := event(loc, e)
		for _, h := range number.FindAllString(words, -1) {
			if !slices.ContainsFunc(e.Hexes, func(at hex.Hex) bool { return at.String() == h }) {
				t.Errorf("%q names %s, and the signs are in %v", words, h, e.Hexes)
			}
		}
		if len(e.Told) > 1 {
			seen["merged"]++
		}
		if !strings.Contains(alt, words+".") {
			left++
		}
	}
	if strings.Contains(alt, "…") { // one event is told in part
		left--
	}
	if left != more || (len(events) > 0) != strings.Contains(alt, "Latest") || strings.Contains(alt, "Latest: And") {
		t.Errorf("%d of %d events are left out, %d are counted: %q", left, len(events), more, alt)
	}
	if n := utf8.RuneCountInString(alt); n > AltLimit {
		t.Errorf("%d characters", n)
	}
}

// holdSigns checks that each sign in a picture belongs to one event alone, and that this event has the sign's lines.
func holdSigns(t *testing.T, s scene.Scene, events []scene.Event, seen map[string]int) {
	t.Helper()
	sign := func(what string, told []*view.Line, hexes ...hex.Hex) {
		if !slices.ContainsFunc(hexes, s.Covers) {
			return
		}
		seen[what]++
		n := 0
		for _, e := range events {
			of := slices.ContainsFunc(told, func(l *view.Line) bool { return slices.Contains(e.Told, l) })
			all := !slices.ContainsFunc(told, func(l *view.Line) bool { return !slices.Contains(e.Told, l) })
			if of && all && !slices.ContainsFunc(hexes, func(h hex.Hex) bool { return !slices.Contains(e.Hexes, h) }) {
				n++
			} else if of {
				n = -1
			}
		}
		if n != 1 || len(told) == 0 {
			t.Errorf("%s in %v are of %d events, told by %d lines", what, hexes, n, len(told))
		}
	}
	for _, c := range s.Fights {
		sign("fights", c.Told, c.At)
	}
	for _, l := range s.Losses {
		sign("losses", l.Told, l.At)
	}
	for _, r := range s.Strikes {
		sign("strikes", r.Told, r.At)
	}
	for _, n := range s.Steps {
		sign("steps", n.Told, n.At)
	}
	for _, n := range s.Arrivals {
		sign("arrivals", n.Told, n.At)
	}
	for _, m := range s.Moves {
		told := m.Told
		if m.Kind == scene.Attack { // leads from an attacker to the hex of the fight
			i := slices.IndexFunc(s.Fights, func(c scene.Battle) bool { return c.At == m.Path[1] })
			told = s.Fights[i].Told
		}
		sign("moves", told, m.Path...)
	}
}
