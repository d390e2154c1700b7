package referee

import (
	"context"
	"fmt"

	"grognard/bot/lookup"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/view"
	"grognard/storage"
)

// Printed is a game as it lies in its box, the same for everybody at any time: what can be
// looked up without playing it.
type Printed struct {
	Module
	Series, Edition string
	Turns           int

	SetUp view.Public  // the board of the first scenario
	Book  *lookup.Book // its tables and charts
}

// printed is what a definition prints, made once.
func (l *library) printed(id string, d *modules.Definition) (*Printed, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.prints[d.Hash]; p != nil {
		return p, nil
	}
	set, err := rules.Setup(d, "")
	if err != nil {
		return nil, err
	}
	m, err := rules.New(d, set)
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", id, err)
	}
	book, err := lookup.Of(d)
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", id, err)
	}
	p := &Printed{Module: moduleOf(id, d), Series: d.Series, Edition: d.Edition, Turns: d.Turns, SetUp: m.Public(),
		Book: book}
	l.prints[d.Hash] = p
	return p, nil
}

// Games are the games that can be opened as they are printed, by identifier.
func (r *Referee) Games() (list []*Printed) {
	for _, o := range r.library.offers() {
		if o.err != nil {
			continue
		}
		p, err := r.library.printed(o.id, o.def)
		if err != nil {
			r.logger.Error("a module cannot be looked up", "module", o.id, "error", err)
			continue
		}
		list = append(list, p)
	}
	return list
}

// GameHere is a channel's last game as it is printed, whatever a newer program ships with.
// Errors: ErrNoGame.
func (r *Referee) GameHere(ctx context.Context, channel string) (p *Printed, err error) {
	var def *modules.Definition
	if err = r.look(ctx, channel, func(g *game) error { def = g.def; return nil }); err != nil {
		return nil, err
	}
	return r.library.printed(def.ID, def)
}

// prints are what is printed of games, by the hash of their modules.
type prints map[storage.Hash]*Printed
