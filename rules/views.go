package rules

import (
	"errors"
	"iter"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/overlay"
	"grognard/rules/internal/seal"
	"grognard/rules/internal/series"
	"grognard/rules/internal/state"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
)

// View returns the board as a side may see it, with the layers asked for.
func (m *Match) View(s order.Side, with ...view.Layer) view.Secret {
	return view.NewSecret(seal.Key{}, s, m.board(s, with))
}

// Public returns the board as everybody may see it, with the layers asked for.
func (m *Match) Public(with ...view.Layer) view.Public {
	return view.NewPublic(seal.Key{}, m.board("", with))
}

// Standing returns how far the game has come.
func (m *Match) Standing() view.Standing {
	now := stageOf(m.st)
	s := view.Standing{Turn: now.turn, Phase: now.phase, Over: m.st.Over}
	if q := m.st.Owed(); q != nil {
		s.Owed, s.By = q.ID, q.Side
	}
	return s
}

// board returns the board as s may see it, cached without its overlays. A viewer who plays no side is the public.
func (m *Match) board(s order.Side, with []view.Layer) *view.Board {
	if !m.def.Plays(s) {
		s = "" // only players see more than the public
	}
	viewer := 1 + slices.IndexFunc(m.def.Sides, func(x order.Nation) bool { return x.ID == s }) // 0: the public
	cached := &m.boards[viewer]
	if cached.now == nil {
		b := m.engine.Board(m.st, s, cached.same)
		m.stamp(&b)
		if s != "" && b.Phase.Side == s {
			b.Progress, b.Tasks = m.engine.Progress(m.look(s)), m.engine.Tasks(m.look(s))
		}
		cached.now = &b
	}
	if len(with) == 0 {
		return cached.now
	}
	b := *cached.now
	for _, l := range with {
		if o, ok := overlayOf(m, &b, s, l); ok {
			b.Overlays = append(b.Overlays, o)
		}
	}
	return &b
}

// overlayOf makes the overlay that a viewer asks for. There is none about units that he does not see on the map,
// wherever they are, and only a ChoiceLayer can be about units in several hexes.
func overlayOf(m *Match, b *view.Board, viewer order.Side, l view.Layer) (view.Overlay, bool) {
	asked := series.OverlayRequest{Layer: l, Viewer: viewer, Board: b, State: m.st, Sight: m.look}
	units := l.Units
	if l.Unit != "" {
		units = []order.UnitID{l.Unit}
	}
	var stand []hex.Hex
	for _, id := range units {
		u, at, seen := b.Find(id)
		if !seen || at == hex.None {
			return view.Overlay{}, false
		}
		asked.Shown = append(asked.Shown, u)
		if !slices.Contains(stand, at) {
			stand = append(stand, at)
		}
	}
	for _, h := range slices.Concat(l.Letters, []hex.Hex{l.Hex}) {
		if h != hex.None && !m.def.Grid.Contains(h) {
			return view.Overlay{}, false
		}
	}
	var o view.Overlay
	var ok bool
	switch {
	case l.Kind == view.ChoiceLayer:
		o, ok = overlay.Choice(asked, stand)
	case len(stand) <= 1:
		o, ok = m.engine.Overlay(asked)
	}
	o.Kind = l.Kind
	return o, ok
}

// stamp adds to a board its map, its sequence, its turn and whether the game is over.
func (m *Match) stamp(b *view.Board) {
	b.Map, b.Seq, b.Turn, b.Turns, b.Over = m.printed, m.seq, m.st.Turn, m.def.Turns, m.st.Over
}

// ErrRunning: hidden things are shown only when the game is over.
var ErrRunning = errors.New("the game is not over")

// Film shows a finished game with nothing hidden: the beginning, the end of each phase, and the end of the
// game, each with what everybody was told since the previous view. The log begins with the first record. For a
// game that is not over the error is ErrRunning.
func Film(d *modules.Definition, p Position, log iter.Seq2[Entry, error]) ([]view.Public, error) {
	m, err := New(d, p)
	if err != nil {
		return nil, err
	}
	var reel view.Reel[view.Public]
	was := stageOf(m.st)
	for e, err := range log {
		if err != nil {
			return nil, err
		}
		if e.To > 0 {
			if err := m.returnTo(e.Seq, e.To); err != nil {
				return nil, err
			}
			reel.Back(e.To)
			was = stageOf(m.st)
			continue
		}
		account, err := m.Apply(e.Seq, e.Record)
		if err != nil {
			return nil, err
		}
		reel.Tell(e.Seq, account)
		now := stageOf(m.st)
		if was.closes(now) {
			reel.Take(e.Seq, uncovered(m))
		}
		was = now
	}
	if !m.st.Over {
		return nil, ErrRunning
	}
	if len(reel.Lately()) > 0 {
		reel.Take(m.seq, uncovered(m))
	}
	return reel.Frames(), nil
}

// stage is a phase of a turn.
type stage struct {
	turn  int
	phase view.Phase
}

// closes reports whether a phase or an activation ended when another stage followed.
func (s stage) closes(now stage) bool { return s.turn != now.turn || s.phase.Closes(now.phase) }

func stageOf(st *state.State) stage {
	f := st.Phase()
	return stage{st.Turn, view.Phase{Side: f.Side, Name: f.Name, Group: st.Acting()}}
}

// Uncovered shows a finished game with nothing hidden. For a game that is not over the error is ErrRunning.
func Uncovered(m *Match) (view.Public, error) {
	if !m.st.Over {
		return view.Public{}, ErrRunning
	}
	return uncovered(m), nil
}

// uncovered shows the position with nothing hidden. Only Film and Uncovered may use it.
func uncovered(m *Match) view.Public {
	b := m.engine.Open(m.st)
	m.stamp(&b)
	return view.NewPublic(seal.Key{}, &b)
}
