package caseof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/rules/hex"
	"grognard/rules/scs/data"
	"grognard/rules/view"
)

// standard writes cases of the Standard Combat Series.
type standard struct {
	made    bool // a unit was made in play, and has another name in the case
	guessed bool // a factor is an estimate
}

// tallies are the keys of a case for what sides have at hand, with the items of a side's stock.
var tallies = []struct {
	key   string
	items []item
}{
	{"strikes", []item{{"regular", "air-strike"}, {"breakdown", "breakdown"}}},
	{"replacements", []item{{"", "replacement"}}},
}

// item is a thing that a side has in stock, there called what. Cases call it name within its key; "" is the key alone.
type item struct{ name, what string }

func (*standard) head(w *writer) {
	for _, t := range tallies {
		if !w.keys[t.key] {
			continue
		}
		var list []string
		for _, s := range w.Board.Stocks {
			var parts []string
			for _, it := range t.items {
				if n := s.Of(it.what); n > 0 {
					parts = append(parts, strings.TrimPrefix(fmt.Sprintf("%s: %d", it.name, n), ": "))
				}
			}
			text := strings.Join(parts, ", ")
			if t.items[0].name != "" {
				text = "{" + text + "}"
			}
			if len(parts) > 0 {
				list = append(list, fmt.Sprintf("%s: %s", s.Side, text))
			}
		}
		w.flow("  "+t.key+": {", list)
	}
	var gone []string
	for _, p := range w.Board.OffMap {
		if p.Box == withdrawnBox && p.Count > 0 {
			gone = append(gone, fmt.Sprintf("%s: 1", p.Side))
		}
	}
	w.flow("  withdrew: {", gone)
}

// withdrawnBox is where units lie whose side has withdrawn, which happens once in a game.
const withdrawnBox = "withdrawn"

// shown returns the markers, all of which cases know.
func (*standard) shown(u view.Counter) string {
	return strings.Join(append([]string{""}, u.Marks...), ", ")
}

// unit writes the printed factors of both sides of the counter, its steps and its markers.
func (s *standard) unit(w *writer, u view.Counter, _ hex.Hex, box string) (keys []string, ok bool) {
	if box != "" && box != deadBox && box != comingBox {
		return nil, false
	}
	printed := data.UnitOf(w.Game.Units[u.ID])
	s.made, s.guessed = s.made || printed.Made, s.guessed || printed.Estimate || printed.EstimateBack
	keys = []string{"side: " + string(u.Side), "full: " + factors(printed.Full)}
	if printed.Steps > 1 {
		keys = append(keys, "reduced: "+factors(printed.Reduced))
	}
	if printed.Steps > 2 {
		keys = append(keys, fmt.Sprintf("loss-markers: %d", printed.Steps-2))
	}
	if printed.Exploit {
		keys = append(keys, "exploit: true")
	}
	known := w.form.Unit(u.ID).Keys
	for face, prefix := range []string{"", "reduced-"} {
		if text := battery(w.Board.Map, u, face); text != "" && known[prefix+"barrage"] != nil {
			keys = append(keys, prefix+"barrage: "+text)
		}
	}
	if u.Steps != u.MaxSteps && box != deadBox {
		keys = append(keys, fmt.Sprintf("steps: %d", u.Steps))
	}
	for _, m := range u.Marks {
		if known[m] == nil {
			w.note("Not said: the marker %s on %s.", m, u.ID)
			continue
		}
		keys = append(keys, m+": true")
	}
	return keys, true
}

// battery returns the strength and the range of the guns on a face of a unit's counter, "" for none.
func battery(m *view.Map, u view.Counter, face int) string {
	i := slices.IndexFunc(m.Cards, func(c view.Card) bool { return c.ID == u.ID })
	if i < 0 || face >= len(m.Cards[i].Faces) {
		return ""
	}
	printed := m.Cards[i].Face(face)
	if strength := printed.Rating("barrage"); strength.N != view.Blank {
		return fmt.Sprintf("%d-%d", strength.N, printed.Rating("range").N)
	}
	return ""
}

// factors writes the factors on one side of a counter.
func factors(v data.Values) string {
	out := make([]string, 3)
	for i, n := range []int{v.Attack, v.Defence, v.Move} {
		if out[i] = strconv.Itoa(n); n == view.Blank {
			out[i] = "x"
		}
	}
	return strings.Join(out, "-")
}

func (s *standard) closing(w *writer) {
	w.note("Not said: what has been done in this phase. A case begins as its phase begins: nobody has moved, " +
		"attacked or been attacked in it, no fight goes on, and who stands in an enemy zone began there.")
	if w.Board.Phase.Name == view.SetUp {
		w.note("Not said: where else units may be set up.")
	}
	if s.made {
		w.note("Not said: that a unit called placed-… was made in play; in the case it is a unit as any other, and " +
			"those that can still be made are one more for each.")
	}
	if s.guessed {
		w.note("Some factors are estimates; a case does not mark them.")
	}
	for _, p := range w.Board.OffMap {
		switch {
		case p.Lot:
			w.note("Not said: the %d %s units that wait to be drawn. A case draws none.", p.Count, p.Side)
		case p.Box != deadBox && p.Box != comingBox:
			w.note("Not said: the %d %s units that lie in %s.", p.Count, p.Side, p.Box)
		}
	}
}
