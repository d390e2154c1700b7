package replacements

import (
	"grognard/rules/document"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/scs/data"
	"grognard/rules/scs/feature/cup"
	"grognard/rules/scs/game"
	"grognard/rules/view"
)

// arrivalFile is the rule's key in an order of arrival.
type arrivalFile struct{ Replacements document.Word }

// begin starts to read the keys of the rule in one module.
func begin(m *data.Module) data.Part {
	arrival := func(c *modules.Compiler, _ *modules.Arrival, at document.Spot, shape any, own data.Own) {
		n := c.Count(shape.(*arrivalFile).Replacements, 0, 100)
		if n == 0 {
			return
		}
		if m.Data().Paragraphs[name] == "" {
			c.Report(at, "replacements needs the game's own paragraphs under rules")
		}
		own[name] = n
	}
	return data.Part{Shapes: map[string]any{modules.OfArrival: arrivalFile{}}, Arrival: arrival}
}

// tells tells of replacements that arrive, and of draws. Replacements that are spent are told by their effect.
func (r replacements) tells(t game.Teller, happened state.Event) bool {
	switch ev := happened.(type) {
	case state.Counted:
		for _, s := range r.game.Def.Sides {
			if ev.Tally == state.Of(name, s.ID) && ev.N > t.TallyBefore() {
				t.All(view.Line{Text: view.T("told.replacements", "side", s.ID, "n", ev.N), Rule: view.Rule(r.rule)})
				return true
			}
		}
	case state.Rolled:
		if ev.For == drawing {
			tellDraw(t, ev)
			return true
		}
	case state.Noted:
		if ev.What == drawnNote {
			t.All(view.Line{Text: view.T("told.drawn", "side", ev.Side, "units", r.game.Names(ev.Units)),
				Rule: view.Rule(ev.Rule)})
			return true
		}
	}
	return false
}

// tellDraw tells the dice of a draw. The faces are not added up but read as the number of a unit among the dead.
func tellDraw(t game.Teller, ev state.Rolled) {
	st := t.State()
	side := st.Phase().Side
	at, n := cup.Number(ev.Faces)+1, len(dead(st.Pieces, side))
	args := []any{"side", side, "at", at, "n", n, "dice", len(ev.Faces)}
	l := view.Line{Text: view.T("told.draw", args...), Rule: view.Rule(ev.Rule), Dice: ev.Faces, SingleFaces: true,
		Roll: int(ev.Number)}
	if at > n {
		l.Text = view.T("told.draw-again", args...)
	}
	t.All(l)
}
