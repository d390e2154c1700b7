// Package leaguegames opens, reads and closes the games of seasons for package league: with both players in their
// seats, each under commands with the identifiers that the season gives, so that nothing is done twice.
//
//	games := r.League.For(func() string { return "900" }) // the bot's own user, who opens games
//	id, err := games.Open(ctx, league.Opening{ID: "season 1 game 7", Channel: "12", Setting: setting, Users: users})
//	st, err := games.Standing(ctx, id, users)
//	fmt.Println(st.Started, st.Over, st.Known)
//
// The players themselves begin a game, so that each can give a word for the dice. What a game means for a season is
// taken from its end, or as long as it lasts from its points: a player who has resigned, or whose clock was claimed,
// loses by the most levels of victory that the game has, as if it had been played to such an end.
//
// It may import what shows and arranges games. It must give no order.
//
// Limits: a game that was ended without a result is known to have none.
package leaguegames

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/clock"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/titles"
	"grognard/bot/referee/views"
	"grognard/rules/handicap"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Service makes Games.
type Service struct {
	looks   *views.Looks
	arrange arrange.Arrangements
	library *titles.Library
	log     Log
	away    away
}

// away knows when games could not be played; games.Holds does.
type away interface {
	Absences(ctx context.Context, id storage.GameID, after time.Time) ([]calendar.Span, error)
}

// Log is what is read of logs.
type Log interface {
	Game(ctx context.Context, id storage.GameID) (storage.Game, error)
	Rows(ctx context.Context, id storage.GameID, after uint64) iter.Seq2[storage.Row, error]
}

// New returns the service for games.
func New(looks *views.Looks, a arrange.Arrangements, library *titles.Library, log Log, absences away) *Service {
	return &Service{looks, a, library, log, absences}
}

// Absences returns the times in which no game could be played, as far as they end after an instant. One that has not
// ended is the last, and ends with the zero time.
func (s *Service) Absences(ctx context.Context, after time.Time) ([]calendar.Span, error) {
	return s.away.Absences(ctx, "", after)
}

// Games are the games of seasons.
type Games struct {
	*Service
	self func() string
}

// For returns the games of seasons. They are closed, rested and seated by the user self: the bot's own, who plays none.
func (s *Service) For(self func() string) *Games { return &Games{s, self} }

// Open opens a game in its channel and seats its players; a repeated call returns the same game. Errors: those of
// arrange.NewGames.NewGame, what is wrong with the terms of its clock, and ErrNoModule for a game not of two sides.
func (gs *Games) Open(ctx context.Context, o league.Opening) (string, error) {
	var terms clock.Terms
	if o.Setting.Clock != "" {
		var err error
		if terms, err = clock.Parse(o.Setting.Clock); err != nil {
			return "", err
		}
	}
	opening := arrange.Opening{Module: o.Setting.Module, Scenario: o.Setting.Scenario, Clock: terms,
		Together: !o.Lobby}
	sides := gs.sides(o.Setting.Module)
	if len(sides) != 2 {
		return "", api.ErrNoModule
	}
	opening.Side = sides[0].ID
	for i, steps := range o.Handicap {
		if steps > 0 {
			opening.Handicap = handicap.Given{Side: sides[i].ID, Steps: steps}
		}
	}
	c := api.Command{ID: o.ID + " open", User: o.Users[0], Channel: o.Channel}
	t, err := gs.arrange.NewGames.NewGame(ctx, c, opening)
	if errors.Is(err, api.ErrGameHere) {
		err = league.ErrTaken
	}
	if err != nil {
		return "", err
	}
	c = api.Command{ID: o.ID + " join", User: o.Users[1], Channel: o.Channel, Game: t.Game}
	if _, err = gs.arrange.NewGames.Join(ctx, c, sides[1].ID, ""); err != nil {
		return "", err
	}
	return string(t.Game), nil
}

// sides returns the sides of a module, in the order of play; none for an unknown module.
func (s *Service) sides(module string) []order.Nation {
	for _, m := range s.library.Modules() {
		if m.ID == module {
			return m.Sides
		}
	}
	return nil
}

// Standing returns how a game of two users stands; "" stands for whoever has the seat. Errors: ErrNoGame, ErrDamaged.
func (gs *Games) Standing(ctx context.Context, id string, users [2]string) (st league.Standing, err error) {
	public, t, err := gs.looks.PublicOf(ctx, api.GameID(id))
	if errors.Is(err, storage.ErrNotFound) {
		err = api.ErrNoGame
	}
	if err != nil {
		return st, err
	}
	st = outcome(t, public.Board())
	for i, seat := range t.Seats {
		st.Strangers = st.Strangers || users[i] != "" && seat.User != users[i]
		st.Sides[i] = seat.Side.ID
	}
	if t.Started {
		st.Turn = public.Board().Turn
	}
	if st.Acted, err = gs.acted(ctx, t, users); err == nil && t.Over {
		st.Answers, err = gs.answers(ctx, t)
	}
	return st, err
}

// answers counts how often a game with clocks has waited for each side, and how often the side's clock has run out
// meanwhile: what stops clocks, such as nights, vacations and outages, is nobody's delay.
func (gs *Games) answers(ctx context.Context, t api.Table) (list [2]season.Answers, err error) {
	asked, late := order.Side(""), false // the side that the game waits for, and whether its clock has run out
	for row, err := range gs.log.Rows(ctx, t.Game, 0) {
		if err != nil {
			return list, err
		}
		step, err := ledger.ReadStep(row)
		if err != nil {
			return list, err
		}
		if out := step.Body.Timed; out != nil && out.Does == api.RanOut && !late {
			if seat := seatOf(t, out.Side); seat >= 0 && seat < len(list) {
				list[seat].Late++
			}
			late = true
		}
		if k := step.Body.Clock; k != nil && k.Side != asked {
			if seat := seatOf(t, k.Side); seat >= 0 && seat < len(list) {
				list[seat].Asked++
			}
			asked, late = k.Side, false
		}
	}
	return list, nil
}

// acted reports of each user whether he, or somebody who acts for him, has given a command in a game.
func (gs *Games) acted(ctx context.Context, t api.Table, users [2]string) (acted [2]bool, err error) {
	if users == [2]string{} {
		return acted, nil
	}
	for row, err := range gs.log.Rows(ctx, t.Game, 0) {
		if err != nil {
			return acted, err
		}
		if row.By == "" || strings.HasPrefix(row.CommandID, league.Commands) { // nobody's, or the season's own
			continue
		}
		for i, seat := range t.Seats {
			acts := func(m api.Member) bool { return m.Deputy && m.User == row.By && seat.User == users[i] }
			if row.By == users[i] || slices.ContainsFunc(seat.Members, acts) {
				acted[i] = true
			}
		}
		if acted[0] && acted[1] {
			break
		}
	}
	return acted, nil
}

// outcome returns what a game means for a season.
func outcome(t api.Table, b *view.Board) league.Standing {
	st := league.Standing{Started: t.Started, Over: t.Over, How: string(t.Ending)}
	switch t.Ending {
	case api.Resigned, api.Forfeited:
		setResult(&st, otherSide(t, t.EndedBy), max(b.Map.Degrees, 1), t) // by the most levels that the game has
		if t.Ending == api.Forfeited {
			st.Clock = seatOf(t, t.EndedBy) + 1 // counted from 1, as 0 is for no clock
		}
	case api.Drawn:
		setResult(&st, nobody, 0, t)
	case "": // it goes on, or was ended by its rules
		switch f := b.Score(); {
		case f == nil:
			setResult(&st, nobody, 0, t) // the game counts no points
		case f.Victory != nil && f.Claim == "": // otherwise points may still be added
			setResult(&st, f.Victory.Side, f.Victory.Degree, t)
			st.Score = f
		}
	}
	return st
}

func seatOf(t api.Table, side order.Side) int {
	return slices.IndexFunc(t.Seats, func(s api.Seat) bool { return s.Side.ID == side })
}

func otherSide(t api.Table, side order.Side) order.Side {
	for _, seat := range t.Seats {
		if seat.Side.ID != side {
			return seat.Side.ID
		}
	}
	return ""
}

// nobody is the winner of a draw.
const nobody order.Side = ""

// setResult sets the result: a win of a side by some levels, or a draw.
func setResult(st *league.Standing, side order.Side, levels int, t api.Table) {
	st.Known = true
	switch seatOf(t, side) {
	case 0:
		st.Points, st.Margin = [2]int{2, 0}, levels
	case 1:
		st.Points, st.Margin = [2]int{0, 2}, -levels
	default:
		st.Points, st.Margin = [2]int{1, 1}, 0
	}
}

// Close ends a game that counts no more. One that is over stays as it is.
func (gs *Games) Close(ctx context.Context, id, reason string) error {
	kept, err := gs.log.Game(ctx, storage.GameID(id))
	if err != nil || kept.Over {
		return err
	}
	c := api.Command{ID: league.Commands + "closes " + id, User: gs.self(), Channel: kept.Channel, Game: kept.ID}
	return gs.intervene(ctx, c, api.Intervention{Measure: api.Close, Reason: reason})
}

// ruled is the reason that a game gets in place of a season's reason that is too long for it or cannot be printed.
const ruled = "Ruled in the season."

// intervene does what a game master does. A game that is over, or damaged so that it takes no orders, stays as it is.
func (gs *Games) intervene(ctx context.Context, c api.Command, i api.Intervention) error {
	_, err := gs.arrange.Masters.Intervene(ctx, c, i)
	if errors.Is(err, api.ErrReason) {
		i.Reason = ruled
		_, err = gs.arrange.Masters.Intervene(ctx, c, i)
	}
	if errors.Is(err, api.ErrOver) || errors.Is(err, api.ErrDamaged) {
		return nil
	}
	return err
}

// table returns a game as everybody knows it, and a command of the bot in it; over is true if it takes no command.
func (gs *Games) table(ctx context.Context, command, id string) (t api.Table, c api.Command, over bool, err error) {
	_, t, err = gs.looks.PublicOf(ctx, api.GameID(id))
	c = api.Command{ID: command, User: gs.self(), Channel: t.Channel, Game: t.Game}
	if errors.Is(err, api.ErrDamaged) {
		return t, c, true, nil
	}
	return t, c, t.Over, err
}

// Rest has a game rest, as a game master pauses it, or go on. A game that somebody else has paused stays paused. The
// error is league.ErrNotBegun for a game that has not begun and so cannot rest.
func (gs *Games) Rest(ctx context.Context, command, id, reason string, rests bool) error {
	t, c, over, err := gs.table(ctx, command, id)
	switch mine := t.Paused != nil && t.Paused.By == c.User; {
	case err != nil || over:
		return err
	case rests && !t.Started:
		return league.ErrNotBegun
	case rests && t.Paused == nil:
		return gs.intervene(ctx, c, api.Intervention{Measure: api.Pause, Reason: reason})
	case !rests && mine:
		return gs.intervene(ctx, c, api.Intervention{Measure: api.Resume})
	}
	return nil
}

// StopClocks has the clocks of a game stand still, while orders are still taken, or run again; also clocks on which
// its players agree later. The error is league.ErrNotBegun for a game that has not begun.
func (gs *Games) StopClocks(ctx context.Context, command, id, reason string, stop bool) error {
	t, c, over, err := gs.table(ctx, command, id)
	switch {
	case err != nil || over:
		return err
	case !t.Started && stop:
		return league.ErrNotBegun
	case !t.Started:
		return nil
	}
	i := api.Intervention{Measure: api.RunClocks, Reason: reason}
	if stop {
		i.Measure = api.StopClocks
	}
	err = gs.intervene(ctx, c, i)
	isError := func(reason error) bool { return errors.Is(err, reason) }
	if slices.ContainsFunc([]error{api.ErrClockOn, api.ErrClockOff}, isError) {
		return nil // there is nothing to stop, or it is so already
	}
	return err
}

// Seat has a user granted a seat by a game master, and accepts it for him if he has asked for it. With s.Offered it is
// only offered, as nobody plays against his will. Errors: those of arrange.Seats.Grant and AcceptGrant, joined with
// league.ErrNoSeat if he plays or has played the other side; league.ErrNotBegun for a game that has not begun.
func (gs *Games) Seat(ctx context.Context, s league.Seating) error {
	err := gs.seat(ctx, s)
	isError := func(reason error) bool { return errors.Is(err, reason) }
	switch {
	case errors.Is(err, api.ErrNotStarted):
		return league.ErrNotBegun
	case slices.ContainsFunc([]error{api.ErrPlays, api.ErrKnows, api.ErrNoSide}, isError):
		return errors.Join(league.ErrNoSeat, err)
	}
	return err
}

// seat does what Seat does, with the errors of package api.
func (gs *Games) seat(ctx context.Context, s league.Seating) error {
	t, c, over, err := gs.table(ctx, s.Command, s.Game)
	if err != nil || over || s.Seat >= len(t.Seats) {
		return err
	}
	side := t.Seats[s.Seat].Side.ID
	if sat, err := gs.hasSat(ctx, t, side, s.User, s.Decided.Truncate(time.Microsecond)); sat || err != nil {
		return err
	}
	grant := api.Granting{Side: side, To: s.User, ForGood: true, Reason: s.Reason}
	offered, err := gs.arrange.Seats.Grant(ctx, c, grant)
	if errors.Is(err, api.ErrReason) {
		grant.Reason = ruled
		offered, err = gs.arrange.Seats.Grant(ctx, c, grant)
	}
	if err != nil {
		return err
	}
	i := slices.IndexFunc(offered.Grants, func(g api.Grant) bool { return g.To == s.User && g.Side == side })
	if i < 0 || s.Offered {
		return nil // the offer was accepted before, and the seat has changed hands since; or the user answers himself
	}
	c.ID, c.User = s.Command+" accepted", s.User
	_, err = gs.arrange.Seats.AcceptGrant(ctx, c, offered.Grants[i].Number)
	return err
}

// hasSat reports whether a user has had the seat of a side at an instant, or later.
func (gs *Games) hasSat(ctx context.Context, t api.Table, side order.Side, user string, from time.Time) (bool, error) {
	holder := ""
	for row, err := range gs.log.Rows(ctx, t.Game, 0) {
		if err != nil {
			return false, err
		}
		step, err := ledger.ReadStep(row)
		if err != nil {
			return false, err
		}
		next := holder
		switch b := step.Body; {
		case b.Opened != nil && b.Opened.Joined != nil && b.Opened.Joined.Side == side,
			b.Joined != nil && b.Joined.Side == side:
			next = row.By
		case b.Left != nil && b.Left.Side == side:
			next = ""
		case b.TakesSeat() && b.Reseated.Side == side:
			next = row.To
		}
		if next != holder && slices.Contains([]string{holder, next}, user) && !row.At.Before(from) {
			return true, nil
		}
		holder = next
	}
	return holder == user, nil
}
