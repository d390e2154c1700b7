package randomgames

import "testing"

// A game that its players end is over whatever decisions are pending, with its points and without a level of
// victory. No orders are left, and a snapshot keeps that.
func TestStop_DecisionPending(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, "skirmish", 11)
	for p.board.Due == nil {
		p.say()
	}
	rec := must(p.m.Stop())(t)
	if p.m.Public().Board().Over {
		t.Fatal("the match is over before the record is applied")
	}
	for _, l := range p.apply(rec).Public() {
		if l.Text.ID == "told.victory" {
			t.Errorf("a level of victory is told: %v", l.Text)
		}
	}
	if b := p.board; !b.Over || b.Due != nil || len(b.Facts) != 1 || b.Facts[0].ID != "" || b.Facts[0].Claim != "" {
		t.Errorf("over %t, owed %+v, facts %+v", b.Over, b.Due, b.Facts)
	}
	for _, s := range p.def.Sides {
		for _, v := range p.m.Verbs(s.ID) {
			if v != "accent" { // which the frame of the game does not take any more
				t.Errorf("%s can still order /%s", s.ID, v)
			}
		}
	}
	p.replay()
}
