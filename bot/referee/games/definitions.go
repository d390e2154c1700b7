package games

import (
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/storage"
)

// Definitions shares the definitions of modules, which are few and large, among all games, and with them what is
// prepared for the starts of games.
type Definitions struct {
	log      storage.Log
	dialects modules.Dialects
	offers   func() []Offer

	mu       sync.Mutex
	defs     map[storage.Hash]*modules.Definition
	prepared map[preparedKey]*rules.Prepared
}

// Offer is a module for new games, or the reason why it cannot be used.
type Offer struct {
	ID   string
	Def  *modules.Definition
	Blob []byte // its bytes, as a game keeps them
	Err  error
}

// NewDefinitions returns the definitions of the modules that ship with the program and of the operator's. They are
// read once, when they are first needed.
func NewDefinitions(log storage.Log, dialects modules.Dialects, own []modules.Folder,
	logger *slog.Logger) *Definitions {
	d := &Definitions{log: log, dialects: dialects, defs: map[storage.Hash]*modules.Definition{},
		prepared: map[preparedKey]*rules.Prepared{}}
	d.offers = sync.OnceValue(func() []Offer { return d.survey(own, logger) })
	return d
}

// survey reads every module. If a module of the operator has mistakes, they are logged, and the module that
// ships under the same name is not used in its place: players would not know with which counters they play.
func (d *Definitions) survey(own []modules.Folder, logger *slog.Logger) []Offer {
	found := map[string]Offer{}
	for _, id := range modules.Embedded() {
		if found[id] = d.Shipped(id); found[id].Err != nil {
			logger.Error("a module that ships does not load", "module", id, "error", found[id].Err)
		}
	}
	for _, f := range own {
		o := Offer{ID: f.ID}
		if o.Def, o.Blob, o.Err = d.dialects.Folder(f); o.Err == nil {
			d.Know(o.Def)
		} else {
			mistakes := strings.Split(o.Err.Error(), "\n")
			logger.Error("a module has mistakes: no new game of it can be opened, and running games go on",
				"module", f.ID, "first", mistakes[0], "mistakes", len(mistakes), "see", "module lint "+f.Where)
		}
		found[f.ID] = o
	}
	return slices.SortedFunc(maps.Values(found), func(a, b Offer) int { return strings.Compare(a.ID, b.ID) })
}

// Shipped reads a module that ships with the program. A test checks that all of them load.
func (d *Definitions) Shipped(id string) Offer {
	o := Offer{ID: id}
	if o.Blob, o.Err = modules.Blob(id); o.Err == nil {
		o.Def, o.Err = d.find(sha256.Sum256(o.Blob), d.dialects.Unpack, func() ([]byte, error) { return o.Blob, nil })
	}
	return o
}

// Offers returns the modules for new games, sorted by identifier.
func (d *Definitions) Offers() []Offer { return d.offers() }

// Offered returns a module for a new game. Errors: ErrBroken, ErrNoModule.
func (d *Definitions) Offered(id string) (Offer, error) {
	for _, o := range d.offers() {
		switch {
		case o.ID == id && o.Err != nil:
			return Offer{}, fmt.Errorf("%w: %w", api.ErrBroken, o.Err)
		case o.ID == id:
			return o, nil
		}
	}
	return Offer{}, api.ErrNoModule
}

// WithErrata returns a module for a new game that is played with the publisher's errata. Errors: ErrNoErrata.
func (d *Definitions) WithErrata(o Offer) (Offer, error) {
	if !o.Def.TakesErrata() {
		return Offer{}, api.ErrNoErrata
	}
	if o.Def, o.Blob, o.Err = d.dialects.WithErrata(o.Blob); o.Err != nil {
		return Offer{}, fmt.Errorf("module %s with errata: %w", o.ID, o.Err)
	}
	d.Know(o.Def)
	return o, nil
}

// ByHash returns the definition whose bytes the store has under a hash. A running game uses these bytes, whatever
// ships with the program.
func (d *Definitions) ByHash(ctx context.Context, h storage.Hash) (*modules.Definition, error) {
	return d.find(h, d.dialects.Reopen, func() ([]byte, error) { return d.log.Module(ctx, h) })
}

// Know adds a definition that the caller has read.
func (d *Definitions) Know(def *modules.Definition) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.defs[def.Hash] = def
}

// find returns the definition with a hash, from memory or by compiling the bytes that blob returns.
func (d *Definitions) find(h storage.Hash, compile func([]byte) (*modules.Definition, error),
	blob func() ([]byte, error)) (*modules.Definition, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if def := d.defs[h]; def != nil {
		return def, nil
	}
	b, err := blob()
	if err != nil {
		return nil, err
	}
	def, err := compile(b)
	if err != nil {
		return nil, fmt.Errorf("module %x: %w", h, err)
	}
	d.defs[h] = def
	return def, nil
}

// preparedKey is what games must have in common to share what is prepared for their start.
type preparedKey struct {
	module   storage.Hash
	scenario string
	turns    int
	drawn    string // Position.Drawn, divided by blanks
}

// Prepare does what rules.Prepare does, once for games that begin alike.
func (d *Definitions) Prepare(def *modules.Definition, p rules.Position) (*rules.Prepared, error) {
	key := preparedKey{def.Hash, p.Scenario, p.Turns, strings.Join(p.Drawn, " ")}
	d.mu.Lock()
	defer d.mu.Unlock()
	if made := d.prepared[key]; made != nil {
		return made, nil
	}
	made, err := rules.Prepare(def, p)
	if err != nil {
		return nil, err
	}
	d.prepared[key] = made
	return made, nil
}

// Starts returns how many starts of games are prepared.
func (d *Definitions) Starts() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.prepared)
}
