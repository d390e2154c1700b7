package show_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"grognard/rules/bcs/game"
	"grognard/rules/bcs/show"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/view"
)

// position is the true state of a match, nil where its snapshot has orders beside it that can still be taken back.
func position(t *testing.T, p *table, d *modules.Definition) *state.State {
	t.Helper()
	var stored struct {
		State json.RawMessage
		Since []json.RawMessage
	}
	if err := json.Unmarshal(must(p.m.Snapshot())(t), &stored); err != nil {
		t.Fatal(err)
	}
	if len(stored.Since) > 0 {
		return nil
	}
	var pieces []state.Piece
	for _, id := range d.Roster {
		pieces = append(pieces, state.Piece{ID: id, Side: d.Units[id].Side, Steps: d.Units[id].Steps})
	}
	return must(state.Restore(d, pieces, stored.State))(t)
}

// What the public sees of a random game is the true position, field by field.
func TestOpen_IsWhatThePublicSees(t *testing.T) {
	d := drill(t)
	g := must(game.New(d))(t)
	p, compared := newTable(t, d, 5), 0
	for n := 0; n < 240 && !p.m.Standing().Over; n++ {
		p.random()
		st := position(t, p, d)
		if st == nil {
			continue
		}
		compared++
		truth, public := show.Open(g, st), open(p.m.Public().Board())
		public.Map, public.Seq, public.Turn, public.Turns, public.Over = nil, 0, 0, 0, false // added by the match
		if !reflect.DeepEqual(shape(truth), shape(public)) {
			t.Fatalf("order %d: the public sees\n%+v\nand the truth is\n%+v", n, public, truth)
		}
	}
	if compared < 8 {
		t.Errorf("only %d positions were compared", compared)
	}
}

// shape is a board without what is its viewer's own.
func shape(b view.Board) view.Board { return open(&b) }
