package rules

import (
	"iter"

	"grognard/rules/internal/series"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// Prepared is what matches have in common that are played by the same scenario of a module: the
// rules, the printed map and the names on it. It is most of the work of opening a match, and
// half of its memory. Nobody changes it, so that matches share it, also those that are played
// at the same time.
//
//	p, err := rules.Prepare(d, position)
//	…
//	m, err := p.Open(position, snapshot, log)
type Prepared struct {
	def     *modules.Definition
	engine  series.Engine
	printed *view.Map
	named   []order.Names // what each side can name

	standing []standing.Words // what its standing orders can be about, nil where the game has none
}

// Prepare makes it for matches that begin as this position does: with its scenario, last turn and
// units that are drawn, wherever its units stand.
func Prepare(d *modules.Definition, p Position) (*Prepared, error) {
	d, engine, err := p.played(d)
	if err != nil {
		return nil, err
	}
	printed := printedMap(d, engine)
	printed.Orders, printed.Layers = engine.Specs(), engine.Layers()
	c := &Prepared{def: d, engine: engine, printed: printed}
	for _, s := range d.Sides {
		c.named = append(c.named, printed.Names(s.ID))
	}
	c.standing = c.standingWords()
	return c, nil
}

// Open is a match as its log leaves it: from a position that it was prepared for on, or from a
// snapshot when there is one; the log then begins after the snapshot.
func (c *Prepared) Open(p Position, snapshot []byte, log iter.Seq2[Entry, error]) (*Match, error) {
	m, err := c.resume(p, snapshot)
	if err != nil {
		return nil, err
	}
	for e, err := range log {
		if err != nil {
			return nil, err
		}
		if err := m.run(e); err != nil {
			return nil, err
		}
	}
	return m, nil
}

func (c *Prepared) resume(p Position, snapshot []byte) (*Match, error) {
	if snapshot == nil {
		st, err := p.state(c.def, c.engine)
		if err != nil {
			return nil, err
		}
		return c.on(st), nil
	}
	pieces, err := p.pieces(c.def, c.engine)
	if err != nil {
		return nil, err
	}
	return c.thaw(pieces, snapshot)
}
