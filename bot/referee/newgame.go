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
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"grognard/rules"
	"grognard/rules/dice"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/storage"
)

// NewGame opens a game in a channel without a game, or whose game is over. Errors: ErrGameHere, ErrNoModule,
// ErrBroken, ErrNoScenario, ErrNoSide, ErrNoBeacon.
func (r *Referee) NewGame(ctx context.Context, c Command, o Opening) (Table, error) {
	leave, err := r.enter()
	if err != nil {
		return Table{}, err
	}
	defer leave()
	if t, again, err := r.reopened(ctx, c); again || err != nil {
		return t, err
	}
	if t, err := r.tableEntered(ctx, c.Channel); err == nil && !t.Over {
		return Table{}, ErrGameHere
	} else if err != nil && !errors.Is(err, ErrNoGame) {
		return Table{}, err
	}
	def, module, genesis, err := r.genesis(o)
	if err != nil {
		return Table{}, err
	}
	g := &game{def: def, prepare: r.library.prepare}
	if g.kept.Secret, g.kept.ID, err = r.entropy.newGame(); err != nil {
		return Table{}, err
	}
	genesis.Commitment = dice.Commitment(g.kept.Secret)
	g.kept.Channel, g.kept.Module, g.kept.Opened = c.Channel, sha256.Sum256(module), r.now()
	if err := r.create(ctx, g, c, module, body{Version: bodyVersion, Opened: genesis,
		Live: &[]message{{Opened, 1}}}); err != nil {
		return Table{}, err
	}
	r.wakeUp()
	return g.table(), nil
}

// reopened answers a repeated command that has opened its game already.
func (r *Referee) reopened(ctx context.Context, c Command) (Table, bool, error) {
	row, kept, known, err := r.rowOf(ctx, c.ID)
	if err != nil || !known {
		return Table{}, false, err
	}
	if row.Seq != 1 || row.By != c.User || kept.Channel != c.Channel {
		return Table{}, false, ErrReused
	}
	g, _, err := r.replay(ctx, kept, 1, 1)
	if err != nil {
		return Table{}, false, err
	}
	return g.table(), true, nil
}

// genesis checks an Opening, and makes the first row of its game but for the commitment.
func (r *Referee) genesis(o Opening) (*modules.Definition, []byte, *opened, error) {
	module, err := r.library.offeredModule(o.Module)
	if err != nil {
		return nil, nil, nil, err
	}
	def := module.def
	scenario, ok := def.Scenario(o.Scenario)
	if !ok {
		return nil, nil, nil, ErrNoScenario
	}
	if o.Beacon && r.beacon == nil {
		return nil, nil, nil, ErrNoBeacon
	}
	set, err := rules.Setup(def, scenario.ID)
	if err != nil {
		return nil, nil, nil, err
	}
	hash := sha256.Sum256(module.blob)
	g := &opened{Module: o.Module, Hash: hex.EncodeToString(hash[:]), Scenario: scenario.ID, Rulings: rules.Revision,
		Start: startOf(set)}
	if !o.Clock.None() {
		g.Clock = o.Clock.String()
	}
	if o.Beacon {
		g.Beacon = &terms{Chain: r.beacon.Chain().Parameters(), Patience: int64(cmp.Or(o.Patience, patience).Seconds())}
	}
	if o.Side != "" {
		if !def.Plays(o.Side) {
			return nil, nil, nil, ErrNoSide
		}
		g.Joined = &joined{Side: o.Side}
	}
	return def, module.blob, g, nil
}

// create sets the game up and writes its first row.
func (r *Referee) create(ctx context.Context, g *game, c Command, module []byte, rowBody body) error {
	raw, err := json.Marshal(rowBody)
	if err != nil {
		return err
	}
	if err := g.open(nil, []step{{storage.Row{Seq: 1, By: c.User, At: g.kept.Opened}, rowBody}}); err != nil {
		return err
	}
	defer r.channels.forget(g.kept.Channel)
	row, fresh, err := r.log.Create(ctx, g.kept, module, storage.Entry{Game: g.kept.ID, Seq: 1, CommandID: c.ID,
		At: g.kept.Opened, By: c.User, Body: raw,
		Notices: []storage.Notice{{Audience: everybody, Kind: string(Opened), From: 1}}})
	switch {
	case errors.Is(err, storage.ErrTaken):
		return ErrGameHere // somebody else opened a game first
	case err != nil:
		return err
	case !fresh:
		return ErrReused // the command was given in two channels at once
	}
	g.Since = row.At
	return nil
}

// Join takes a seat. The word, "" for none, goes into the dice. It is published when the game is over, so it
// must be easy to read and copy: at most WordLimit printable characters, without backquotes. Errors: ErrNoGame,
// ErrOtherGame, ErrOver, ErrNoSide, ErrSeatTaken, ErrSeated, ErrWord.
func (r *Referee) Join(ctx context.Context, c Command, side order.Side, word string) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.join(c.User, side, strings.TrimSpace(word)) })
}

func (g *game) join(user string, side order.Side, word string) (body, error) {
	if !legible(word) {
		return body{}, ErrWord
	}
	return body{Version: bodyVersion, Joined: &joined{side, word}}, g.checkFree(user, side)
}

// checkFree refuses a user who cannot take a side now.
func (g *game) checkFree(user string, side order.Side) error {
	if g.over {
		return ErrOver
	}
	i := slices.IndexFunc(g.Seats, func(s seat) bool { return s.Side == side })
	if i < 0 {
		return ErrNoSide
	}
	if _, err := g.side(user); err == nil {
		return ErrSeated
	}
	if g.Seats[i].User != "" {
		return ErrSeatTaken
	}
	return nil
}

// Start begins the game when all seats are taken. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrOver,
// ErrStarted, ErrSeatsOpen.
func (r *Referee) Start(ctx context.Context, c Command) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.begin(c.User) })
}

// startOrder is the order by which a game begins, and startAsked its encoded command.
const (
	startOrder = `{"verb":"game start"}`
	startAsked = `{"order":` + startOrder + `}`
)

func (g *game) begin(user string) (body, error) {
	if err := g.checkReady(user); err != nil {
		return body{}, err
	}
	return g.commandRow(orderPayload{Order: json.RawMessage(startOrder)}, nil, g.match.Begin)
}

func (g *game) checkReady(user string) error {
	if _, err := g.side(user); err != nil {
		return err
	}
	switch {
	case g.over:
		return ErrOver
	case g.Started:
		return ErrStarted
	case g.Waiting != nil:
		return g.awaiting()
	}
	if slices.ContainsFunc(g.Seats, func(s seat) bool { return s.User == "" }) {
		return ErrSeatsOpen
	}
	return nil
}

// WordLimit is the length of a word for the dice, in characters.
const WordLimit = 60

// Free refuses what Join would refuse of a user and a side.
func (r *Referee) Free(ctx context.Context, c Command, side order.Side) error {
	return r.look(ctx, c.Channel, func(g *game) error {
		if c.Game != "" && c.Game != g.kept.ID {
			return ErrOtherGame
		}
		return g.checkFree(c.User, side)
	})
}

// Word gives the word for the dice of a user who has taken a seat without one. It can be given once, until the
// game begins. Errors: ErrNoGame, ErrOtherGame, ErrNotSeated, ErrOver, ErrStarted, ErrWorded, and ErrWord, also
// for an empty word.
func (r *Referee) Word(ctx context.Context, c Command, word string) (Table, error) {
	return r.executeFrame(ctx, c, func(g *game) (body, error) { return g.giveWord(c.User, strings.TrimSpace(word)) })
}

func (g *game) giveWord(user, word string) (body, error) {
	side, err := g.side(user)
	switch {
	case err != nil:
		return body{}, err
	case g.over:
		return body{}, ErrOver
	case g.Started:
		return body{}, ErrStarted
	case g.Waiting != nil: // the words go into the dice that are awaited
		return body{}, g.awaiting()
	case slices.ContainsFunc(g.Seats, func(s seat) bool { return s.Side == side && s.Word != "" }):
		return body{}, ErrWorded
	case word == "" || !legible(word):
		return body{}, ErrWord
	}
	return body{Version: bodyVersion, Worded: &joined{side, word}}, nil
}

// legible says whether a word is easy to read and copy when it is published.
func legible(word string) bool {
	return utf8.RuneCountInString(word) <= WordLimit &&
		!strings.ContainsFunc(word, func(r rune) bool { return r == '`' || r == utf8.RuneError || !unicode.IsPrint(r) })
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
