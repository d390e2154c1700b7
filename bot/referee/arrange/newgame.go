package arrange

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"grognard/bot/clock"
	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/seats"
	"grognard/bot/referee/ledger/tables"
	"grognard/bot/referee/rounds"
	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/handicap"
	"grognard/rules/order"
	"grognard/storage"
)

// patience is the usual time that a beacon must be silent before the players can agree to go on without it.
const patience = 10 * time.Minute

// NewGames opens games, and fills their seats until they begin.
type NewGames struct {
	games   *games.Games
	beacon  rounds.Beacon
	entropy *entropy
}

// NewGame opens a game in a channel without a game, or whose game is over. Errors: ErrGameHere, ErrNoModule,
// ErrBroken, ErrNoErrata, ErrNoScenario, ErrNoSide, ErrNoBeacon, ErrNoHandicap.
func (ng *NewGames) NewGame(ctx context.Context, c api.Command, o Opening) (api.Table, error) {
	return games.Within(ng.games, func() (api.Table, error) {
		if t, again, err := ng.reopened(ctx, c); again || err != nil {
			return t, err
		}
		if t, err := ng.games.TableEntered(ctx, c.Channel); err == nil && !t.Over {
			return api.Table{}, api.ErrGameHere
		} else if err != nil && !errors.Is(err, api.ErrNoGame) {
			return api.Table{}, err
		}
		module, genesis, err := ng.genesis(o)
		if err != nil {
			return api.Table{}, err
		}
		secret, id, err := ng.entropy.newGame()
		if err != nil {
			return api.Table{}, err
		}
		genesis.Commitment = dice.Commitment(secret)
		return ng.games.Create(ctx, c, module, storage.Game{ID: id, Secret: secret}, genesis)
	})
}

// Title returns a title with the name and the sides of the game that NewGame would open. Errors: ErrReused for a
// command that was carried out, and those of NewGame except ErrGameHere.
func (ng *NewGames) Title(ctx context.Context, c api.Command, o Opening) (title string, err error) {
	return games.Within(ng.games, func() (string, error) {
		if _, _, known, err := ng.games.Logs.RowOf(ctx, c.ID); known || err != nil {
			return "", cmp.Or(err, api.ErrReused)
		}
		module, opened, err := ng.genesis(o)
		if err != nil {
			return "", err
		}
		if s, ok := module.Def.Scenario(opened.Scenario); ok && s.Teaches() != "" {
			return module.Def.Title + ": " + s.Name, nil // it has only one player
		}
		var sides []string
		for _, s := range module.Def.Sides {
			sides = append(sides, s.Name)
		}
		return module.Def.Title + ": " + strings.Join(sides, " – "), nil
	})
}

// reopened answers a repeated command that has opened its game already. It reports false for a new command.
func (ng *NewGames) reopened(ctx context.Context, c api.Command) (t api.Table, again bool, err error) {
	row, kept, known, err := ng.games.Logs.RowOf(ctx, c.ID)
	if err != nil || !known {
		return api.Table{}, false, err
	}
	if row.Seq != 1 || row.By != c.User || kept.Channel != c.Channel {
		return api.Table{}, false, api.ErrReused
	}
	g, _, err := ng.games.Logs.Replay(ctx, kept, 1, 1)
	if err != nil {
		return api.Table{}, false, err
	}
	return tables.Of(g.Game), true, nil
}

// genesis checks an Opening, and makes the first row of its game, without the commitment.
func (ng *NewGames) genesis(o Opening) (games.Offer, *ledger.Opened, error) {
	module, err := ng.games.Definitions.Offered(o.Module)
	if err == nil && o.Errata {
		module, err = ng.games.Definitions.WithErrata(module)
	}
	if err != nil {
		return games.Offer{}, nil, err
	}
	scenario, ok := module.Def.Scenario(o.Scenario)
	if !ok {
		return games.Offer{}, nil, api.ErrNoScenario
	}
	if o.Beacon && ng.beacon == nil {
		return games.Offer{}, nil, api.ErrNoBeacon
	}
	set, err := rules.Setup(module.Def, scenario.ID)
	if err != nil {
		return games.Offer{}, nil, err
	}
	set.Handicap = o.Handicap
	if !module.Def.Handicaps.Allows(o.Handicap) {
		return games.Offer{}, nil, api.ErrNoHandicap
	}
	start, err := ledger.NewStart(set)
	if err != nil {
		return games.Offer{}, nil, err
	}
	hash := sha256.Sum256(module.Blob)
	g := &ledger.Opened{Module: o.Module, Hash: hex.EncodeToString(hash[:]), Scenario: scenario.ID,
		Rulings: rules.Revision, Start: start, Together: o.Together}
	if !o.Clock.None() {
		g.Clock = o.Clock.String()
	}
	if o.Beacon {
		g.Beacon = &ledger.BeaconTerms{Chain: ng.beacon.Chain().Parameters(),
			Patience: int64(cmp.Or(o.Patience, patience).Seconds())}
	}
	o.Side = order.SideCalled(module.Def.Sides, o.Side)
	pupil := scenario.Teaches()
	o.Side = cmp.Or(o.Side, pupil)
	if pupil != "" && o.Side != pupil || o.Side != "" && !module.Def.Plays(o.Side) {
		return games.Offer{}, nil, api.ErrNoSide
	}
	if o.Side != "" {
		g.Joined = &ledger.Joined{Side: o.Side}
	}
	return module, g, nil
}

// Join takes a seat. The word, "" for none, goes into the dice. It is published when the game is over, so it
// must be easy to read and copy: at most WordLimit printable characters, without backquotes. Errors: ErrNoGame,
// ErrOtherGame, ErrOver, ErrNoSide, ErrSeatTaken, ErrSeated, ErrWord.
func (ng *NewGames) Join(ctx context.Context, c api.Command, side order.Side, word string) (api.Table, error) {
	return ng.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return seats.Join(g.Game, c.User, order.SideCalled(g.Def.Sides, side), strings.TrimSpace(word))
	})
}

// Start begins the game if all seats are taken. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrOver, ErrStarted,
// ErrSeatsOpen.
func (ng *NewGames) Start(ctx context.Context, c api.Command) (api.Table, error) {
	return ng.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return orders.Begin(g.Game, c.User)
	})
}

// Word gives the word for the dice of a user who has taken a seat without one. It can be given once, until the
// game begins. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrOver, ErrStarted, ErrWorded, and ErrWord, also
// for an empty word.
func (ng *NewGames) Word(ctx context.Context, c api.Command, word string) (api.Table, error) {
	return ng.games.ExecuteTable(ctx, c, func(g *games.Held) (ledger.Body, error) {
		return seats.GiveWord(g.Game, c.User, strings.TrimSpace(word))
	})
}

// entropy draws random bytes. It has a lock because readers other than the system's may not be safe for concurrent use.
type entropy struct {
	mu   sync.Mutex
	from io.Reader
}

// newGame draws the secret of a game's dice and the game's name.
func (c *entropy) newGame() (secret []byte, id storage.GameID, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	drawn := make([]byte, 32+5) // the secret, and forty bits for a name of eight letters
	if _, err := io.ReadFull(c.from, drawn); err != nil {
		return nil, "", fmt.Errorf("draw a secret: %w", err)
	}
	name := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(drawn[32:])
	return drawn[:32], storage.GameID(strings.ToLower(name)), nil
}

// Opening describes a new game. Side is the opener's seat, "" for none; he gives his word for the dice later, by Word.
type Opening struct {
	Module, Scenario string // identifiers; Scenario "" is the module's first
	Side             order.Side
	Errata           bool // with the publisher's errata, where the module's edition has them as an option
	Beacon           bool // the dice are bound to rounds of the beacon
	// how long the beacon must be silent before players can go on without it, in whole seconds; 10 minutes when 0
	Patience time.Duration
	Clock    clock.Terms // the zero Terms for none
	Handicap handicap.Given
	Together bool // it begins when both players have said that they are there: the caller asks them
}
