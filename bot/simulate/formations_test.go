package simulate_test

import (
	"context"
	"testing"

	"grognard/bot/simulate"
	"grognard/rules/must"
)

// A random game of a series whose Formations are activated in turn is played to its end, with every order that the
// machine of offers leads to.
func TestPlay_FormationsInTurn(t *testing.T) {
	export := must.Get(simulate.Play(context.Background(), simulate.Options{Module: "bcs-drill", Seed: 7, Turns: 2}))(t)
	if !export.Table.Over || len(export.Lines) == 0 {
		t.Errorf("the game is not over: %+v", export.Table)
	}
}
