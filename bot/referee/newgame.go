package referee

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/storage"
)

// NewGame opens a game in a channel without a game, or whose game is over. Errors: ErrGameHere, ErrNoModule,
// ErrBroken, ErrNoScenario, ErrNoSide, ErrNoBeacon.
func (r *Referee) NewGame(ctx context.Context, c Command, o Opening) (api.Table, error) {
	leave, err := r.enter()
	if err != nil {
		return api.Table{}, err
	}
	defer leave()
	if t, again, err := r.reopened(ctx, c); again || err != nil {
		return t, err
	}
	if t, err := r.tableEntered(ctx, c.Channel); err == nil && !t.Over {
		return api.Table{}, api.ErrGameHere
	} else if err != nil && !errors.Is(err, api.ErrNoGame) {
		return api.Table{}, err
	}
	def, module, genesis, err := r.genesis(o)
	if err != nil {
		return api.Table{}, err
	}
	g := &held{Game: &ledger.Game{Def: def, Prepare: r.library.prepare}}
	if g.Kept.Secret, g.Kept.ID, err = r.entropy.newGame(); err != nil {
		return api.Table{}, err
	}
	genesis.Commitment = dice.Commitment(g.Kept.Secret)
	g.Kept.Channel, g.Kept.Module, g.Kept.Opened = c.Channel, sha256.Sum256(module), r.now()
	if err := r.create(ctx, g, c, module, ledger.Body{Version: ledger.BodyVersion, Opened: genesis,
		Live: &[]ledger.Message{{Kind: api.Opened, Row: 1}}}); err != nil {
		return api.Table{}, err
	}
	r.wakeUp()
	return g.Table(), nil
}

// reopened answers a repeated command that has opened its game already.
func (r *Referee) reopened(ctx context.Context, c Command) (api.Table, bool, error) {
	row, kept, known, err := r.rowOf(ctx, c.ID)
	if err != nil || !known {
		return api.Table{}, false, err
	}
	if row.Seq != 1 || row.By != c.User || kept.Channel != c.Channel {
		return api.Table{}, false, api.ErrReused
	}
	g, _, err := r.replay(ctx, kept, 1, 1)
	if err != nil {
		return api.Table{}, false, err
	}
	return g.Table(), true, nil
}

// genesis checks an Opening, and makes the first row of its game but for the commitment.
func (r *Referee) genesis(o Opening) (*modules.Definition, []byte, *ledger.OpenedOf, error) {
	module, err := r.library.offeredModule(o.Module)
	if err != nil {
		return nil, nil, nil, err
	}
	def := module.def
	scenario, ok := def.Scenario(o.Scenario)
	if !ok {
		return nil, nil, nil, api.ErrNoScenario
	}
	if o.Beacon && r.beacon == nil {
		return nil, nil, nil, api.ErrNoBeacon
	}
	set, err := rules.Setup(def, scenario.ID)
	if err != nil {
		return nil, nil, nil, err
	}
	hash := sha256.Sum256(module.blob)
	g := &ledger.OpenedOf{Module: o.Module, Hash: hex.EncodeToString(hash[:]), Scenario: scenario.ID, Rulings: rules.Revision,
		Start: ledger.StartOf(set)}
	if !o.Clock.None() {
		g.Clock = o.Clock.String()
	}
	if o.Beacon {
		g.Beacon = &ledger.Terms{Chain: r.beacon.Chain().Parameters(), Patience: int64(cmp.Or(o.Patience, patience).Seconds())}
	}
	if o.Side != "" {
		if !def.Plays(o.Side) {
			return nil, nil, nil, api.ErrNoSide
		}
		g.Joined = &ledger.JoinedOf{Side: o.Side}
	}
	return def, module.blob, g, nil
}

// create sets the game up and writes its first row.
func (r *Referee) create(ctx context.Context, g *held, c Command, module []byte, rowBody ledger.Body) error {
	raw, err := json.Marshal(rowBody)
	if err != nil {
		return err
	}
	if err := g.Open(nil, []ledger.Step{{Row: storage.Row{Seq: 1, By: c.User, At: g.Kept.Opened}, Body: rowBody}}); err != nil {
		return err
	}
	defer r.channels.forget(g.Kept.Channel)
	row, fresh, err := r.log.Create(ctx, g.Kept, module, storage.Entry{Game: g.Kept.ID, Seq: 1, CommandID: c.ID,
		At: g.Kept.Opened, By: c.User, Body: raw,
		Notices: []storage.Notice{{Audience: ledger.Everybody, Kind: string(api.Opened), From: 1}}})
	switch {
	case errors.Is(err, storage.ErrTaken):
		return api.ErrGameHere // somebody else opened a game first
	case err != nil:
		return err
	case !fresh:
		return api.ErrReused // the command was given in two channels at once
	}
	g.Since = row.At
	return nil
}

// Join takes a seat. The word, "" for none, goes into the dice. It is published when the game is over, so it
// must be easy to read and copy: at most WordLimit printable characters, without backquotes. Errors: ErrNoGame,
// ErrOtherGame, ErrOver, ErrNoSide, ErrSeatTaken, ErrSeated, ErrWord.
func (r *Referee) Join(ctx context.Context, c Command, side order.Side, word string) (api.Table, error) {
	return r.executeFrame(ctx, c, func(g *held) (ledger.Body, error) { return g.Join(c.User, side, strings.TrimSpace(word)) })
}

// Start begins the game when all seats are taken. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrOver,
// ErrStarted, ErrSeatsOpen.
func (r *Referee) Start(ctx context.Context, c Command) (api.Table, error) {
	return r.executeFrame(ctx, c, func(g *held) (ledger.Body, error) { return g.Begin(c.User) })
}

// Free refuses what Join would refuse of a user and a side.
func (r *Referee) Free(ctx context.Context, c Command, side order.Side) error {
	return r.look(ctx, c.Channel, func(g *held) error {
		if c.Game != "" && c.Game != g.Kept.ID {
			return api.ErrOtherGame
		}
		return g.CheckFree(c.User, side)
	})
}

// Word gives the word for the dice of a user who has taken a seat without one. It can be given once, until the
// game begins. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrOver, ErrStarted, ErrWorded, and ErrWord, also
// for an empty word.
func (r *Referee) Word(ctx context.Context, c Command, word string) (api.Table, error) {
	return r.executeFrame(ctx, c, func(g *held) (ledger.Body, error) { return g.GiveWord(c.User, strings.TrimSpace(word)) })
}

// entropy draws random bytes. It has a lock because readers other than the system's may not be safe for
// concurrent use.
type entropy struct {
	mu   sync.Mutex
	from io.Reader
}

// newGame draws the secret of a game's dice and the game's name.
func (c *entropy) newGame() (secret []byte, id storage.GameID, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	drawn := make([]byte, 32+5)
	if _, err := io.ReadFull(c.from, drawn); err != nil {
		return nil, "", fmt.Errorf("draw a secret: %w", err)
	}
	name := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(drawn[32:])
	return drawn[:32], storage.GameID(strings.ToLower(name)), nil
}
