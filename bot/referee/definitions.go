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

	"grognard/bot/referee/api"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/storage"
)

// Definitions shares the definitions of modules among games, because they are few and large, and what is prepared
// from them.
type Definitions struct {
	log          storage.Log
	games        modules.Dialects
	moduleOffers func() []Offer // the modules for new games, sorted by identifier

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
func NewDefinitions(log storage.Log, games modules.Dialects, own []modules.Folder, logger *slog.Logger) *Definitions {
	l := &Definitions{log: log, games: games, defs: map[storage.Hash]*modules.Definition{},
		prepared: map[preparedKey]*rules.Prepared{}}
	l.moduleOffers = sync.OnceValue(func() []Offer { return l.survey(own, logger) })
	return l
}

// survey reads every module. If a module of the operator has mistakes, they are logged, and the module that
// ships under the same name is not used in its place: players would not know with which counters they play.
func (l *Definitions) survey(own []modules.Folder, logger *slog.Logger) []Offer {
	found := map[string]Offer{}
	for _, id := range modules.Embedded() {
		if found[id] = l.shipped(id); found[id].Err != nil {
			logger.Error("a module that ships does not load", "module", id, "error", found[id].Err)
		}
	}
	for _, f := range own {
		o := Offer{ID: f.ID}
		if o.Def, o.Blob, o.Err = l.games.Folder(f); o.Err == nil {
			l.know(o.Def)
		} else {
			mistakes := strings.Split(o.Err.Error(), "\n")
			logger.Error("a module has mistakes: no new game of it can be opened, and running games go on",
				"module", f.ID, "first", mistakes[0], "mistakes", len(mistakes), "see", "module lint "+f.Where)
		}
		found[f.ID] = o
	}
	return slices.SortedFunc(maps.Values(found), func(a, b Offer) int { return strings.Compare(a.ID, b.ID) })
}

// shipped reads a module that ships with the program. A test checks that all of them load.
func (l *Definitions) shipped(id string) Offer {
	o := Offer{ID: id}
	if o.Blob, o.Err = modules.Blob(id); o.Err == nil {
		o.Def, o.Err = l.find(sha256.Sum256(o.Blob), l.games.Unpack, func() ([]byte, error) { return o.Blob, nil })
	}
	return o
}

// Offered returns a module for a new game. Errors: ErrBroken, ErrNoModule.
func (l *Definitions) Offered(id string) (Offer, error) {
	for _, o := range l.moduleOffers() {
		switch {
		case o.ID == id && o.Err != nil:
			return Offer{}, fmt.Errorf("%w: %w", api.ErrBroken, o.Err)
		case o.ID == id:
			return o, nil
		}
	}
	return Offer{}, api.ErrNoModule
}

// ByHash returns the definition whose bytes the store has under a hash. A running game uses these bytes, whatever
// ships with the program.
func (l *Definitions) ByHash(ctx context.Context, h storage.Hash) (*modules.Definition, error) {
	return l.find(h, l.games.Reopen, func() ([]byte, error) { return l.log.Module(ctx, h) })
}

// know adds a definition that is read already.
func (l *Definitions) know(d *modules.Definition) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.defs[d.Hash] = d
}

func (l *Definitions) find(h storage.Hash, compile func([]byte) (*modules.Definition, error),
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

// preparedKey is what games must have in common to share what is prepared for their start.
type preparedKey struct {
	module   storage.Hash
	scenario string
	turns    int
	drawn    string
}

// Prepare does what rules.Prepare does, once for games that begin alike.
func (l *Definitions) Prepare(d *modules.Definition, p rules.Position) (*rules.Prepared, error) {
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
