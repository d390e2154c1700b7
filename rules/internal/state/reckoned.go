package state

import (
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// The ways to compare the totals of two sides.
const (
	ByOdds = "odds" // one number is divided by the other
	ByNet  = "net"  // one is subtracted from the other
	BySum  = "sum"  // the acting side's counts alone
)

// Reckoned: how a fight, or anything else that is read in a table, was calculated, and its result. It changes nothing.
type Reckoned struct {
	By      string         `json:"by"`              // ByOdds, ByNet or BySum
	Attack  chart.Fraction `json:"attack"`          // total of the acting side
	Defence chart.Fraction `json:"defence"`         // total of the other side
	Odds    chart.Odds     `json:"odds,omitzero"`   // for ByOdds
	Net     int            `json:"net,omitempty"`   // for ByNet
	Shift   int            `json:"shift,omitempty"` // of the column, all together
	Table   string         `json:"table,omitempty"` // "" where the game has only one
	Hex     hex.Hex        `json:"hex,omitzero"`    // the hex that it is about, where no frame has it
	Column  string         `json:"column,omitempty"`
	Terms   []Term         `json:"terms,omitempty"` // in the order of display
	Roll    int            `json:"roll,omitempty"`  // the number looked up in the table, 0 without a roll
	Result  string         `json:"result"`
}

// Term is a labelled entry of Reckoned: it adds N to a side's total, multiplies a strength, or shifts the column.
type Term struct {
	// the side that it counts for; "" where Unit tells, and where it counts for neither
	Side  order.Side     `json:"side,omitempty"`
	Unit  order.UnitID   `json:"unit,omitempty"` // the unit whose strength it is
	N     int            `json:"n,omitempty"`
	Times chart.Fraction `json:"times,omitzero"`
	Shift int            `json:"shift,omitempty"`
	Rule  string         `json:"rule,omitempty"`
	Label string         `json:"label"` // a kind of terrain or hexside, a mark, a word of the series
}

func (Reckoned) apply(*State) error { return nil }

// shortReckoned is the form of a Reckoned that has only odds, strengths and shifts. It is written wherever it holds
// everything, because log rows are hashed in this form.
type shortReckoned struct {
	Attack    chart.Fraction `json:"attack"`
	Defence   chart.Fraction `json:"defence"`
	Odds      chart.Odds     `json:"odds"`
	Shift     int            `json:"shift"`
	Column    string         `json:"column"`
	Modifiers []modifier     `json:"modifiers,omitempty"`
	Roll      int            `json:"roll,omitempty"`
	Result    string         `json:"result"`
}

type modifier struct {
	Unit  order.UnitID   `json:"unit,omitempty"`
	Times chart.Fraction `json:"times,omitzero"`
	Shift int            `json:"shift,omitempty"`
	Rule  string         `json:"rule"`
	Why   string         `json:"why"`
}

// short returns the event in its short form; isComplete reports whether that holds all of it.
func (r Reckoned) short() (form shortReckoned, isComplete bool) {
	out := shortReckoned{r.Attack, r.Defence, r.Odds, r.Shift, r.Column, nil, r.Roll, r.Result}
	isComplete = r.By == ByOdds && r.Net == 0 && r.Table == "" && r.Hex == hex.None
	if len(r.Terms) > 0 {
		out.Modifiers = make([]modifier, len(r.Terms))
	}
	for i, t := range r.Terms {
		out.Modifiers[i] = modifier{t.Unit, t.Times, t.Shift, t.Rule, t.Label}
		isComplete = isComplete && t.Side == "" && t.N == 0
	}
	return out, isComplete
}

// event converts the short form.
func (r shortReckoned) event() Event {
	out := Reckoned{By: ByOdds, Attack: r.Attack, Defence: r.Defence, Odds: r.Odds, Shift: r.Shift, Column: r.Column,
		Roll: r.Roll, Result: r.Result}
	for _, m := range r.Modifiers {
		out.Terms = append(out.Terms, Term{Unit: m.Unit, Times: m.Times, Shift: m.Shift, Rule: m.Rule, Label: m.Why})
	}
	return out
}
