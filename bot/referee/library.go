package referee

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"grognard/bot/lookup"
	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// library shares the definitions of modules among games, because they are few and large, and what is prepared
// from them.
type library struct {
	log          storage.Log
	games        modules.Dialects
	moduleOffers func() []moduleOffer // the modules for new games, sorted by identifier

	mu           sync.Mutex
	defs         map[storage.Hash]*modules.Definition
	prepared     map[preparedKey]*rules.Prepared
	printedGames printedGames
}

// moduleOffer is a module for new games, or the reason why it cannot be used.
type moduleOffer struct {
	id   string
	def  *modules.Definition
	blob []byte
	err  error
}

// newLibrary returns a library of the modules that ship with the program and of the operator's. They are read
// once, when they are first needed.
func newLibrary(log storage.Log, games modules.Dialects, own []modules.Folder, logger *slog.Logger) *library {
	l := &library{log: log, games: games, defs: map[storage.Hash]*modules.Definition{},
		prepared: map[preparedKey]*rules.Prepared{}, printedGames: printedGames{}}
	l.moduleOffers = sync.OnceValue(func() []moduleOffer { return l.survey(own, logger) })
	return l
}

// survey reads every module. If a module of the operator has mistakes, they are logged, and the module that
// ships under the same name is not used in its place: players would not know with which counters they play.
func (l *library) survey(own []modules.Folder, logger *slog.Logger) []moduleOffer {
	found := map[string]moduleOffer{}
	for _, id := range modules.Embedded() {
		if found[id] = l.shipped(id); found[id].err != nil {
			logger.Error("a module that ships does not load", "module", id, "error", found[id].err)
		}
	}
	for _, f := range own {
		o := moduleOffer{id: f.ID}
		if o.def, o.blob, o.err = l.games.Folder(f); o.err == nil {
			l.know(o.def)
		} else {
			mistakes := strings.Split(o.err.Error(), "\n")
			logger.Error("a module has mistakes: no new game of it can be opened, and running games go on",
				"module", f.ID, "first", mistakes[0], "mistakes", len(mistakes), "see", "module lint "+f.Where)
		}
		found[f.ID] = o
	}
	return slices.SortedFunc(maps.Values(found), func(a, b moduleOffer) int { return strings.Compare(a.id, b.id) })
}

// shipped reads a module that ships with the program. A test checks that all of them load.
func (l *library) shipped(id string) moduleOffer {
	o := moduleOffer{id: id}
	if o.blob, o.err = modules.Blob(id); o.err == nil {
		o.def, o.err = l.find(sha256.Sum256(o.blob), l.games.Unpack, func() ([]byte, error) { return o.blob, nil })
	}
	return o
}

// offeredModule finds a module for a new game.
func (l *library) offeredModule(id string) (moduleOffer, error) {
	for _, o := range l.moduleOffers() {
		switch {
		case o.id == id && o.err != nil:
			return moduleOffer{}, fmt.Errorf("%w: %w", api.ErrBroken, o.err)
		case o.id == id:
			return o, nil
		}
	}
	return moduleOffer{}, api.ErrNoModule
}

// kept reads the definition whose bytes the store has under a hash. A running game uses these bytes, whatever
// ships with the program.
func (l *library) kept(ctx context.Context, h storage.Hash) (*modules.Definition, error) {
	return l.find(h, l.games.Reopen, func() ([]byte, error) { return l.log.Module(ctx, h) })
}

// know adds a definition that is read already.
func (l *library) know(d *modules.Definition) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.defs[d.Hash] = d
}

func (l *library) find(h storage.Hash, compile func([]byte) (*modules.Definition, error),
	blob func() ([]byte, error)) (*modules.Definition, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if d := l.defs[h]; d != nil {
		return d, nil
	}
	b, err := blob()
	if err != nil {
		return nil, err
	}
	d, err := compile(b)
	if err != nil {
		return nil, fmt.Errorf("module %x: %w", h, err)
	}
	l.defs[h] = d
	return d, nil
}

// Module is a game that can be opened.
type Module struct {
	ID, Title string
	Sides     []order.Nation
	Scenarios []Scenario
}

// Scenario is a set-up of a module.
type Scenario struct{ ID, Name string }

// Modules lists the games that can be opened, sorted by identifier.
func (r *Referee) Modules() []Module {
	var list []Module
	for _, o := range r.library.moduleOffers() {
		if o.err != nil {
			continue
		}
		list = append(list, moduleOf(o.id, o.def))
	}
	return list
}

func moduleOf(id string, d *modules.Definition) Module {
	m := Module{ID: id, Title: d.Title, Sides: slices.Clone(d.Sides)}
	for _, s := range d.Scenarios {
		m.Scenarios = append(m.Scenarios, Scenario{s.ID, s.Name})
	}
	return m
}

// Specs describes the orders of all games that can be opened, for registration with Discord.
func (r *Referee) Specs() []order.Spec {
	var games [][]order.Spec
	for _, m := range r.playable() {
		games = append(games, m.Specs())
	}
	return order.Union(games...)
}

// Layers lists the kinds of overlays of a map in all games that can be opened.
func (r *Referee) Layers() (kinds []string) {
	for _, m := range r.playable() {
		for _, l := range m.Layers() {
			if l.Of == view.OfMap && !slices.Contains(kinds, l.Name) {
				kinds = append(kinds, l.Name)
			}
		}
	}
	return kinds
}

// playable makes an empty match of each game that can be opened.
func (r *Referee) playable() (games []*rules.Match) {
	for _, o := range r.library.moduleOffers() {
		if o.err != nil { // games of the module that ships under its name may be running
			o = r.library.shipped(o.id)
		}
		if o.err != nil {
			continue
		}
		m, err := rules.New(o.def, rules.Position{})
		if err != nil {
			r.logger.Error("a module cannot be played", "module", o.id, "error", err)
			continue
		}
		games = append(games, m)
	}
	return games
}

// preparedKey is what games must have in common to share what is prepared for their start.
type preparedKey struct {
	module   storage.Hash
	scenario string
	turns    int
	drawn    string
}

// prepare is rules.Prepare with a cache.
func (l *library) prepare(d *modules.Definition, p rules.Position) (*rules.Prepared, error) {
	b := preparedKey{d.Hash, p.Scenario, p.Turns, strings.Join(p.Drawn, " ")}
	l.mu.Lock()
	defer l.mu.Unlock()
	if made := l.prepared[b]; made != nil {
		return made, nil
	}
	made, err := rules.Prepare(d, p)
	if err != nil {
		return nil, err
	}
	l.prepared[b] = made
	return made, nil
}

// Printed is what a module prints, the same for everybody at any time: it can be looked up without playing.
type Printed struct {
	Module
	Series, Edition string
	Turns           int

	SetUp view.Public  // the board of the first scenario
	Book  *lookup.Book // its tables and charts
}

// printed makes the Printed of a definition once.
func (l *library) printed(id string, d *modules.Definition) (*Printed, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.printedGames[d.Hash]; p != nil {
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
	l.printedGames[d.Hash] = p
	return p, nil
}

// Games lists the games that can be opened, as they are printed, sorted by identifier.
func (r *Referee) Games() (list []*Printed) {
	for _, o := range r.library.moduleOffers() {
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

// GameHere is the module of a channel's last game as it is printed, also where a newer program ships another
// version. Errors: ErrNoGame.
func (r *Referee) GameHere(ctx context.Context, channel string) (p *Printed, err error) {
	var def *modules.Definition
	if err = r.look(ctx, channel, func(g *held) error { def = g.Def; return nil }); err != nil {
		return nil, err
	}
	return r.library.printed(def.ID, def)
}

// printedGames are by the hash of the module.
type printedGames map[storage.Hash]*Printed
