package state_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/internal/state"
	"grognard/rules/must"
	"grognard/rules/order"
)

// TestEveryKindComesBack: each kind of event has a sample, which is read as it was written.
func TestEveryKindComesBack(t *testing.T) {
	var kinds []string
	for _, ev := range samples {
		raw, back := recoded(t, ev)
		if !reflect.DeepEqual(back, ev) {
			t.Errorf("%s is read as %+v, want %+v", raw, back, ev)
		}
		kinds = append(kinds, kindOf(t, raw))
	}
	for _, k := range state.Kinds() {
		if !slices.Contains(kinds, k) {
			t.Errorf("no sample of %s", k)
		}
	}
}

// recoded is an event written and read again.
func recoded(t testing.TB, ev state.Event) (raw string, back state.Event) {
	t.Helper()
	text := must.Get(json.Marshal(state.Events{ev}))(t)
	var es state.Events
	if err := json.Unmarshal(text, &es); err != nil || len(es) != 1 {
		t.Fatalf("%s: %v", text, err)
	}
	return string(text), es[0]
}

func kindOf(t testing.TB, raw string) string {
	t.Helper()
	var es []map[string]any
	must.Do(t, json.Unmarshal([]byte(raw), &es))
	for kind := range es[0] {
		return kind
	}
	return ""
}

// TestUnknownKindIsNamed: the error for the log of a newer program names the new kind.
func TestUnknownKindIsNamed(t *testing.T) {
	var es state.Events
	err := json.Unmarshal([]byte(`[{"left/1":{}},{"reckoned/3":{}}]`), &es)
	if err == nil || !strings.Contains(err.Error(), `"reckoned/3"`) {
		t.Errorf("%v", err)
	}
}

// fight is the odds of a fight that has the short form.
func fight() state.Reckoned {
	return state.Reckoned{By: state.ByOdds, Attack: chart.Whole(9), Defence: chart.Whole(3),
		Odds: chart.Odds{Attack: 3, Defence: 1}, Column: "3:1", Result: "D1",
		Terms: []state.Term{{Unit: "b1", Times: chart.Frac(1, 2), Rule: "7.3", Label: "river"}}}
}

// TestReckoned_ShortForm: what the short form can hold is written in it, to the byte; everything else in the other.
func TestReckoned_ShortForm(t *testing.T) {
	const short = `[{"reckoned/1":{"attack":"9","defence":"3","odds":{"Attack":3,"Defence":1},"shift":0,"column":"3:1","modifiers":[{"unit":"b1","times":"0.5","rule":"7.3","why":"river"}],"result":"D1"}}]`
	if raw, _ := recoded(t, fight()); raw != short {
		t.Errorf("written as\n%s\nwas\n%s", raw, short)
	}
	var es state.Events
	if err := json.Unmarshal([]byte(short), &es); err != nil || !reflect.DeepEqual(es, state.Events{fight()}) {
		t.Errorf("read as %+v, %v", es, err)
	}
	for name, change := range map[string]func(*state.Reckoned){
		"by net":        func(r *state.Reckoned) { r.By = state.ByNet },
		"by sum":        func(r *state.Reckoned) { r.By = state.BySum },
		"a net":         func(r *state.Reckoned) { r.Net = 1 },
		"a table":       func(r *state.Reckoned) { r.Table = "barrage" },
		"a hex":         func(r *state.Reckoned) { r.Hex = hex.Hex{Col: 3, Row: 4} },
		"a term's side": func(r *state.Reckoned) { r.Terms[0].Side = "red" },
		"what it adds":  func(r *state.Reckoned) { r.Terms[0].N = -2 },
	} {
		ev := fight()
		change(&ev)
		if raw, back := recoded(t, ev); kindOf(t, raw) != "reckoned/2" || !reflect.DeepEqual(back, ev) {
			t.Errorf("%s: %s is read as %+v", name, raw, back)
		}
	}
}

// TestReckonedComesBack: any Reckoned is read as it was written.
func TestReckonedComesBack(t *testing.T) {
	words := rapid.SampledFrom([]string{"", "a", "b"})
	small := rapid.IntRange(-3, 12)
	number := rapid.Custom(func(r *rapid.T) chart.Fraction {
		return chart.Frac(int64(small.Draw(r, "n")), int64(rapid.IntRange(1, 12).Draw(r, "d")))
	})
	term := rapid.Custom(func(r *rapid.T) state.Term {
		out := state.Term{Side: order.Side(words.Draw(r, "side")), Unit: order.UnitID(words.Draw(r, "unit")),
			N:     small.Draw(r, "n"),
			Shift: small.Draw(r, "shift"), Rule: words.Draw(r, "rule"), Label: words.Draw(r, "label")}
		if rapid.Bool().Draw(r, "multiplies") {
			out.Times = number.Draw(r, "times")
		}
		return out
	})
	rapid.Check(t, func(r *rapid.T) {
		ev := state.Reckoned{By: rapid.SampledFrom([]string{state.ByOdds, state.ByNet, state.BySum}).Draw(r, "by"),
			Attack: number.Draw(r, "attack"), Defence: number.Draw(r, "defence"),
			Odds: chart.OddsOf(chart.Whole(3), chart.Whole(1+small.Draw(r, "odds")&3)),
			Net:  small.Draw(r, "net"), Shift: small.Draw(r, "shift"), Table: words.Draw(r, "table"),
			Column: words.Draw(r, "column"),
			Roll:   small.Draw(r, "roll"), Result: words.Draw(r, "result")}
		if n := rapid.IntRange(0, 3).Draw(r, "terms"); n > 0 {
			ev.Terms = rapid.SliceOfN(term, n, n).Draw(r, "each")
		}
		if raw, back := recoded(t, ev); !reflect.DeepEqual(back, ev) {
			r.Fatalf("%s is read as %+v, want %+v", raw, back, ev)
		}
	})
}
