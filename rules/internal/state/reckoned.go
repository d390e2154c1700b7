package state

import (
	"grognard/rules/chart"
	"grognard/rules/hex"
	"grognard/rules/order"
)

// How what two sides come to is set against each other.
const (
	ByOdds = "odds" // one number is divided by the other
	ByNet  = "net"  // one is taken from the other
	BySum  = "sum"  // the acting side's counts alone
)

// Reckoned: what a fight came to, or whatever else is read in a table for one side or two, and how,
// for the record; it changes nothing.
type Reckoned struct {
	By      string         `json:"by"`              // ByOdds, ByNet or BySum
	Attack  chart.Fraction `json:"attack"`          // what the acting side comes to
	Defence chart.Fraction `json:"defence"`         // and the other
	Odds    chart.Odds     `json:"odds,omitzero"`   // by odds
	Net     int            `json:"net,omitempty"`   // by net
	Shift   int            `json:"shift,omitempty"` // of the column, all together
	Table   string         `json:"table,omitempty"` // "" where a game has one for all
	Hex     hex.Hex        `json:"hex,omitzero"`    // that it is about, where no frame says it
	Column  string         `json:"column,omitempty"`
	Terms   []Term         `json:"terms,omitempty"` // in the order in which they are told
	Roll    int            `json:"roll,omitempty"`  // the number read in the table, 0 without a roll
	Result  string         `json:"result"`
}

// Term is a reason for what was Reckoned, under a label: it adds N to what a side comes to,
// multiplies a strength, or shifts the column.
type Term struct {
	// whose it is; "" where the unit says it, and of what counts for neither
	Side  order.Side     `json:"side,omitempty"`
	Unit  order.UnitID   `json:"unit,omitempty"` // whose strength it is
	N     int            `json:"n,omitempty"`
	Times chart.Fraction `json:"times,omitzero"`
	Shift int            `json:"shift,omitempty"`
	Rule  string         `json:"rule,omitempty"`
	Label string         `json:"label"` // a kind of terrain or hexside, a mark, a word of the series
}

func (Reckoned) apply(*State) error { return nil }

// reckoned1 is odds with strengths and shifts, as the log had them before it could hold more. It
// is written wherever it says all, so that a game goes on with the same bytes.
type reckoned1 struct {
	Attack    chart.Fraction `json:"attack"`
	Defence   chart.Fraction `json:"defence"`
	Odds      chart.Odds     `json:"odds"`
	Shift     int            `json:"shift"`
	Column    string         `json:"column"`
	Modifiers []modifier1    `json:"modifiers,omitempty"`
	Roll      int            `json:"roll,omitempty"`
	Result    string         `json:"result"`
}

type modifier1 struct {
	Unit  order.UnitID   `json:"unit,omitempty"`
	Times chart.Fraction `json:"times,omitzero"`
	Shift int            `json:"shift,omitempty"`
	Rule  string         `json:"rule"`
	Why   string         `json:"why"`
}

// earlier is the event as reckoned1, which may say less of it.
func (r Reckoned) earlier() (form any, whole bool) {
	out := reckoned1{r.Attack, r.Defence, r.Odds, r.Shift, r.Column, nil, r.Roll, r.Result}
	whole = r.By == ByOdds && r.Net == 0 && r.Table == "" && r.Hex == hex.None
	if len(r.Terms) > 0 {
		out.Modifiers = make([]modifier1, len(r.Terms))
	}
	for i, t := range r.Terms {
		out.Modifiers[i] = modifier1{t.Unit, t.Times, t.Shift, t.Rule, t.Label}
		whole = whole && t.Side == "" && t.N == 0
	}
	return out, whole
}

// event is what the earlier form means.
func (r reckoned1) event() Event {
	out := Reckoned{By: ByOdds, Attack: r.Attack, Defence: r.Defence, Odds: r.Odds, Shift: r.Shift, Column: r.Column,
		Roll: r.Roll, Result: r.Result}
	for _, m := range r.Modifiers {
		out.Terms = append(out.Terms, Term{Unit: m.Unit, Times: m.Times, Shift: m.Shift, Rule: m.Rule, Label: m.Why})
	}
	return out
}
