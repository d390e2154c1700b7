package isolation_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/rules"
	"grognard/rules/hex"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
)

var battles = flag.Int("battles", 12, "random battles to play")

// dice rolls faces from a generator.
type dice struct{ *rand.Rand }

func (d dice) Roll(_ uint64, n int) (faces []int, err error) {
	for range n {
		faces = append(faces, 1+d.IntN(6))
	}
	return faces, nil
}

// moved are the units of an order and the risks of its last pick.
type moved struct {
	units []order.UnitID
	risks []view.Risk
}

// acts returns the side that must decide what is pending or, if nothing is, the side whose phase it is.
func acts(m *rules.Match) order.Side {
	if due := m.Public().Board().Due; due != nil {
		return due.Side
	}
	return m.Standing().Phase.Side
}

// randomOrder returns a random legal order of the side that must act.
func randomOrder(t *testing.T, m *rules.Match, r *rand.Rand) (side order.Side, o order.Order, goes moved) {
	t.Helper()
	side = acts(m)
	verbs := m.Verbs(side)
	v := verbs[r.IntN(len(verbs))]
	for _, often := range []order.Verb{"move", "attack", "engage"} {
		if slices.Contains(verbs, often) && r.IntN(2) == 0 {
			v = often
		}
	}
	var picks []view.Pick
	for {
		offer := must.Get(m.Offer(side, v, picks))(t)
		if offer.Done && (len(offer.Next) == 0 || r.IntN(3) == 0) {
			return side, m.Order(v, picks), goes
		}
		next := offer.Next[r.IntN(len(offer.Next))]
		if v == "move" && len(offer.Risks) > 0 && r.IntN(3) > 0 {
			picks := offer.Risks[r.IntN(len(offer.Risks))].Picks
			next = picks[r.IntN(len(picks))]
		}
		picks = append(picks, next)
		if next.Unit != "" { // of an advance the offer names units
			goes.units, goes.risks = append(goes.units, next.Unit), append(goes.risks, offer.RisksOf(next)...)
		} else {
			goes.risks = offer.RisksOf(next)
		}
	}
}

// Units that have moved, advanced or fallen back have no Safe Path exactly where the offer has said so. The same holds
// for those that others have left without one. Errors about orders that jump HQs or Trains do not count.
func TestRisks_AgreeWithWhatFollows(t *testing.T) {
	seen := map[string]int{}
	d := must.Get(rules.Modules().Load("bcs-drill"))(t)
	for seed := range uint64(*battles) {
		r := rand.New(rand.NewPCG(16, seed))
		m := must.Get(rules.New(d, must.Get(rules.Setup(d, "kessing"))(t)))(t)
		must.Get(m.Apply(1, must.Get(m.Begin(dice{r}))(t)))(t)
		for n := 0; n < 400 && !m.Standing().Over; n++ {
			side, o, goes := randomOrder(t, m, r)
			before := lacking(m, side)
			must.Get(m.Apply(m.Seq()+1, must.Get(m.Decide(side, o, dice{r}))(t)))(t)
			if !slices.Contains([]order.Verb{"move", "fallback", "advance"}, o.Verb) || m.Standing().Phase.Name != "activation" {
				continue
			}
			says := func(id string) bool {
				return slices.ContainsFunc(goes.risks, func(k view.Risk) bool { return k.Text.ID == id })
			}
			isJump, now, mover := says("bcs.risk.jumps"), lacking(m, side), false
			left := slices.ContainsFunc(now, func(id order.UnitID) bool {
				mover = mover || slices.Contains(goes.units, id)
				return !slices.Contains(goes.units, id) && !slices.Contains(before, id)
			})
			for _, c := range []struct {
				id  string
				was bool
			}{{"bcs.risk.no-path", mover}, {"bcs.risk.leaves-cut", left}} {
				if says(c.id) != c.was && !isJump {
					t.Fatalf("seed %d: %v: %s is said: %t, is so: %t", seed, o, c.id, says(c.id), c.was)
				} else if c.was {
					seen[c.id]++
				}
			}
		}
	}
	if seen["bcs.risk.no-path"] < 5 || seen["bcs.risk.leaves-cut"] < 3 {
		t.Errorf("too few are seen: %v", seen)
	}
}

// lacking lists the combat units of a side on the map that are marked as being without a Safe Path.
func lacking(m *rules.Match, side order.Side) (ids []order.UnitID) {
	for _, st := range m.View(side).Board().Stacks {
		for _, u := range st.Known {
			if u.Side == side && slices.Contains(u.Marks, "no-safe-path") {
				ids = append(ids, u.ID)
			}
		}
	}
	return ids
}

// changed opens the activities of the Lancers in the drill with other words in its files, given as old, new, old, new.
func changed(t *testing.T, words ...string) *rules.Match {
	t.Helper()
	files, change := fstest.MapFS{}, strings.NewReplacer(append(words, "id: bcs-drill", "id: changed")...)
	for _, name := range []string{"game", "map", "charts", "units", "setup"} {
		text := string(must.Get(os.ReadFile("../../modules/bcs-drill/" + name + ".yaml"))(t))
		files[name+".yaml"] = &fstest.MapFile{Data: []byte(change.Replace(text))}
	}
	d, _, err := rules.Modules().Folder(modules.Folder{ID: "changed", Where: "changed", Files: files})
	must.Do(t, err)
	m := must.Get(rules.New(d, must.Get(rules.Setup(d, ""))(t)))(t)
	must.Get(m.Apply(1, must.Get(m.Begin(sixes{}))(t)))(t)
	says(t, m, "/end", "/end", "/activate formation:lancers", "/snafu", "/end")
	return m
}

func says(t *testing.T, m *rules.Match, texts ...string) {
	t.Helper()
	for _, text := range texts {
		side := acts(m)
		must.Get(m.Apply(m.Seq()+1, must.Get(m.Decide(side, must.Get(m.Parse(side, text))(t).Order, sixes{}))(t)))(t)
	}
}

// isCut reports whether the last pick of a blue order is said to lead to a hex without a Safe Path.
func isCut(t *testing.T, m *rules.Match, v order.Verb, picks ...view.Pick) bool {
	t.Helper()
	return has(t, m, "bcs.risk.no-path", v, picks...)
}

// has reports whether the last pick of a blue order has a risk.
func has(t *testing.T, m *rules.Match, id string, v order.Verb, picks ...view.Pick) bool {
	t.Helper()
	risks := must.Get(m.Offer("blue", v, picks[:len(picks)-1]))(t).RisksOf(picks[len(picks)-1])
	return slices.ContainsFunc(risks, func(r view.Risk) bool { return r.Text.ID == id })
}

// A unit that leaves an enemy zone no longer lifts it: between waters it shuts its own way back, and a comrade's.
func TestRisks_TheUnitHasLeftItsHex(t *testing.T) {
	m := changed(t, "land:\n", "land:\n"+`  - {name: Tarn, kind: water, hexes: ["5.05", "5.04", "4.03", "3.04", "3.05"]}`+"\n",
		`"6.08", units: [lancers-1, lancers-3]`, `"4.05", units: [lancers-3]}`+"\n        - "+`{at: "4.04", units: [lancers-1]`,
		`"6.13", units: [hussars-1, hussars-3]`, `"3.06", units: [hussars-1]`)
	for to, cut := range map[string]bool{"4.04": true, "5.06": false} {
		pick := view.Pick{Hex: must.Get(hex.Parse(to))(t)}
		shuts := has(t, m, "bcs.risk.leaves-cut", "move", view.Pick{Unit: "lancers-3"}, pick)
		if isCut(t, m, "move", view.Pick{Unit: "lancers-3"}, pick) != cut || lacking(m, "blue") != nil || !shuts {
			t.Errorf("to %s it must be %t, shuts: %t; now without a path: %v", to, cut, shuts, lacking(m, "blue"))
		}
	}
}

// The unit that advances keeps its way back where its companion stays behind; not where both go.
func TestRisks_TheCompanionOfAnAdvance(t *testing.T) {
	m := changed(t, `"6.08", units: [lancers-1`, `"6.09", units: [lancers-1`, `"6.15", units: [hussars-2]`,
		`"7.10", units: [hussars-2]`, `"6.13", units: [hussars-1, hussars-3]}`,
		`"5.11", units: [hussars-1]}`+"\n        - "+`{at: "6.10", units: [hussars-3]}`)
	says(t, m, "/attack unit:lancers-1 target:6.10 assist:lancers-3", "/retreat units:hussars-3 to:6.15")
	first, both := view.Pick{Unit: "lancers-1"}, view.Pick{Unit: "lancers-3"}
	if isCut(t, m, "advance", first) || !isCut(t, m, "advance", first, both) {
		t.Errorf("the first is cut off: %t, both: %t", isCut(t, m, "advance", first), isCut(t, m, "advance", first, both))
	}
	says(t, m, "/advance units:lancers-1,lancers-3")
	if got := lacking(m, "blue"); len(got) != 2 {
		t.Errorf("without a Safe Path are %v", got)
	}
}
