// Package titles says which games can be opened, and what is printed in them: sides, scenarios, orders, overlays, the
// board of the set-up, tables and charts.
//
// It may import the kernel (games) for the definitions of modules, the rules and lookup. It must not know the games
// that are played.
//
// Limits: modules are read once, when they are first needed.
package titles

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"grognard/bot/lookup"
	"grognard/bot/referee/games"
	"grognard/rules"
	"grognard/rules/handicap"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/playeraid"
	"grognard/rules/view"
	"grognard/storage"
)

// Library says which games can be opened and what is printed in them. It knows no game that is played.
type Library struct {
	definitions *games.Definitions
	aids        func() []*Printed // the games with tables alone, read at the first call
	logger      *slog.Logger

	mu      sync.Mutex
	printed map[storage.Hash]*Printed // by the hash of the module
}

// New returns a library of the games that can be opened and, from aids, of games of which there are only tables.
func New(d *games.Definitions, aids []modules.Folder, logger *slog.Logger) *Library {
	return &Library{definitions: d, logger: logger, printed: map[storage.Hash]*Printed{},
		aids: sync.OnceValue(func() []*Printed { return printedAids(aids, logger) })}
}

// printedAids reads the games of which there are only tables. One with mistakes is logged and left out.
func printedAids(folders []modules.Folder, logger *slog.Logger) (out []*Printed) {
	for _, f := range folders {
		a, err := playeraid.Read(f)
		if err != nil {
			mistakes := strings.Split(err.Error(), "\n")
			logger.Error("the tables of a game have mistakes and are not looked up", "module", f.ID,
				"first", mistakes[0], "mistakes", len(mistakes), "see", "module lint "+f.Where)
			continue
		}
		out = append(out, &Printed{Module: Module{ID: a.ID, Title: a.Title, Sides: a.Sides}, Series: a.Series,
			Book: lookup.OfAid(a)})
	}
	return out
}

// Module is a game that can be opened.
type Module struct {
	ID, Title string
	Sides     []order.Nation
	Scenarios []Scenario
	Handicaps handicap.List // that can be bid
}

// Scenario is a set-up of a module.
type Scenario struct {
	ID, Name string
	Turns    int
	Alone    bool // it is a tutorial, for one player
}

// Modules lists the games that can be opened, sorted by identifier.
func (l *Library) Modules() []Module {
	var list []Module
	for _, o := range l.definitions.Offers() {
		if o.Err != nil {
			continue
		}
		list = append(list, moduleOf(o.ID, o.Def))
	}
	return list
}

func moduleOf(id string, d *modules.Definition) Module {
	m := Module{ID: id, Title: d.Title, Sides: slices.Clone(d.Sides), Handicaps: d.Handicaps}
	for _, s := range d.Scenarios {
		m.Scenarios = append(m.Scenarios, Scenario{s.ID, s.Name, s.Turns, s.Teaches() != ""})
	}
	return m
}

// Specs describes the orders of all games that can be opened, for registration with Discord.
func (l *Library) Specs() []order.Spec {
	var specs [][]order.Spec
	for _, m := range l.playable() {
		specs = append(specs, m.Specs())
	}
	return order.Union(specs...)
}

// Layers lists the kinds of overlays of a map in all games that can be opened.
func (l *Library) Layers() (kinds []string) {
	for _, m := range l.playable() {
		for _, layer := range m.Layers() {
			if layer.Of == view.OfMap && !slices.Contains(kinds, layer.Name) {
				kinds = append(kinds, layer.Name)
			}
		}
	}
	return kinds
}

// playable makes an empty match of each game that can be opened.
func (l *Library) playable() (matches []*rules.Match) {
	for _, o := range l.definitions.Offers() {
		if o.Err != nil { // the operator's has mistakes, but games of the one that ships under its ID may be running
			o = l.definitions.Shipped(o.ID)
		}
		if o.Err != nil {
			continue
		}
		m, err := rules.New(o.Def, rules.Position{})
		if err != nil {
			l.logger.Error("a module cannot be played", "module", o.ID, "error", err)
			continue
		}
		matches = append(matches, m)
	}
	return matches
}

// Printed is what is printed in a game, the same for everybody at any time: it can be looked up without playing.
type Printed struct {
	Module
	Series, Edition string
	Errata          bool // its edition is played with the publisher's errata
	Turns           int

	Origin modules.Origin
	SetUp  view.Public  // the board of the first scenario; zero where there are tables alone
	Book   *lookup.Book // its tables and charts
}

// Playable reports whether the game can be opened; otherwise there are only its tables.
func (p *Printed) Playable() bool { return p.Book.Game != nil }

// Map returns the printed map; if the game has only tables, it has nothing but the title and the sides.
func (p *Printed) Map() *view.Map {
	if !p.Playable() {
		return &view.Map{Title: p.Title, Sides: p.Sides}
	}
	return p.SetUp.Board().Map
}

// Printed returns what is printed in the module with definition d. For each definition it is made once.
func (l *Library) Printed(id string, d *modules.Definition) (*Printed, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.printed[d.Hash]; p != nil {
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
	p := &Printed{Module: moduleOf(id, d), Series: d.Series, Edition: d.Edition, Errata: d.Errata, Turns: d.Turns,
		Origin: d.Origin, SetUp: m.Public(), Book: book}
	l.printed[d.Hash] = p
	return p, nil
}

// Games lists the games that can be looked up: those that can be opened, sorted by identifier, then those of which
// there are only tables.
func (l *Library) Games() (list []*Printed) {
	for _, o := range l.definitions.Offers() {
		if o.Err != nil {
			continue
		}
		p, err := l.Printed(o.ID, o.Def)
		if err != nil {
			l.logger.Error("a module cannot be looked up", "module", o.ID, "error", err)
			continue
		}
		list = append(list, p)
	}
	return append(list, l.aids()...)
}
