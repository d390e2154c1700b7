package seasonplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/bot/simulate"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The kinds of players.
const (
	steady    = "steady"
	sleeper   = "never shows up"
	slow      = "slow"
	vacations = "on vacation"
	dropper   = "leaves"
	late      = "comes late"
)

// zones returns the time zones in which players live.
func zones() []string {
	return []string{"Pacific/Auckland", "Australia/Sydney", "Asia/Tokyo", "Asia/Kolkata", "Europe/Moscow",
		"Europe/Berlin", "Europe/London", "America/Sao_Paulo", "America/New_York", "America/Chicago",
		"America/Los_Angeles", "Pacific/Honolulu"}
}

// player is somebody who plays.
type player struct {
	user, zone, kind string
	rand             *rand.Rand
	joins, leaves    int // days; leaves is 0 for never
	joined, left     bool
	here             map[*match]time.Time // when he will confirm that he is there for a game (season.Season.Show)
}

// match is a game of the season.
type match struct {
	id, channel string
	users       [2]string
	rand        *rand.Rand
	at          time.Time // when somebody acts next, or since when the match is cancelled; zero before it begins
	turns       int       // after this many turns it may end
	cancelled   bool
	over        bool
}

// makePlayers makes the players, each with his kind and the days on which he joins and leaves.
func (w *world) makePlayers() {
	for i := range w.Players {
		p := &player{user: fmt.Sprint("user ", i+1), zone: zones()[i%len(zones())], kind: steady,
			rand: rand.New(rand.NewPCG(w.Seed, uint64(1000+i))), here: map[*match]time.Time{}}
		p.joins = p.rand.IntN(startDay)
		switch i % 16 { // of sixteen players ten are steady
		case 3:
			p.kind = sleeper
		case 7:
			p.kind, p.leaves = dropper, startDay+10+p.rand.IntN(30)
		case 5, 13:
			p.kind = vacations
		case 9:
			p.kind = slow
		case 11:
			p.kind, p.joins = late, startDay+3+p.rand.IntN(20)
		}
		w.players, w.byUser[p.user] = append(w.players, p), p
	}
}

// joinAndLeave has players sign up, announce vacations and leave when their days have come.
func (w *world) joinAndLeave(ctx context.Context, v league.View) error {
	for _, p := range w.players {
		switch {
		case !p.joined && w.day() >= p.joins:
			p.joined = true
			if err := w.signUp(ctx, p); err != nil {
				return err
			}
		case p.leaves > 0 && !p.left && w.day() >= p.leaves:
			p.left = true
			err := w.keeper.Do(ctx, w.id, w.seasonCommand(p.user), func(s *season.Season, me string,
				_ func(string) (string, error)) (season.Event, error) {
				return s.Leave(me, season.Leaving{Player: me})
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// signUp sets a player's calendar and signs him up.
func (w *world) signUp(ctx context.Context, p *player) error {
	known := calendar.NewZones()
	err := w.changeCalendar(ctx, p.user, func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
		return c.SetZone(now, p.zone, known)
	})
	if err == nil {
		err = w.changeCalendar(ctx, p.user, func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.SetNight(now, calendar.Night{From: 23 * 60, Until: 7 * 60})
		})
	}
	if err == nil && p.kind == vacations {
		from := w.begun.AddDate(0, 0, startDay+5+p.rand.IntN(30))
		err = w.changeCalendar(ctx, p.user, func(c calendar.Calendar, now time.Time) (calendar.Change, error) {
			return c.Announce(now, calendar.Span{From: from, Until: from.AddDate(0, 0, 10)})
		})
	}
	if err != nil {
		return err
	}
	with := season.SignUp{Zone: p.zone, Awake: w.awake(p), AtOnce: 2 + p.rand.IntN(2)}
	return w.keeper.Do(ctx, w.id, w.seasonCommand(p.user), func(s *season.Season, me string,
		_ func(string) (string, error)) (season.Event, error) {
		return s.Join(me, with)
	})
}

// awake returns the hours of the day, UTC, in which a player does not sleep: bit h is set for the hour h.
func (w *world) awake(p *player) (hours uint32) {
	zone, err := time.LoadLocation(p.zone)
	if err != nil {
		return 0
	}
	for h := range 24 {
		if local := w.begun.Add(time.Duration(h) * time.Hour).In(zone).Hour(); local >= 7 && local < 23 {
			hours |= 1 << h
		}
	}
	return hours
}

// planShow sets when a player who was called or warned will show himself, some hours later, if he ever does.
func (p *player) planShow(m *match, now time.Time, warned bool) {
	if m == nil || p.kind == sleeper && (!warned || p.rand.IntN(4) > 0) {
		return
	}
	after := 1 + p.rand.IntN(48)
	if warned {
		after = 1 + p.rand.IntN(30)
	}
	if p.rand.IntN(20) == 0 {
		after += 48 // he has overlooked it
	}
	p.here[m] = now.Add(time.Duration(after) * time.Hour)
}

// playGames has players show themselves and act, if they are awake and their time has come.
func (w *world) playGames(ctx context.Context, v league.View) error {
	for i := range v.Games {
		g := &v.Games[i]
		m := w.games[g.ID]
		if m == nil || m.over || g.IsOver() {
			continue
		}
		for seat, user := range m.users {
			p := w.byUser[user]
			if at, ok := p.here[m]; !ok || g.Moved[seat] || at.After(w.tick) || w.sleeps(ctx, user) {
				continue
			}
			if err := w.show(ctx, m, g.Number, user); err != nil {
				return err
			}
		}
		if err := w.turn(ctx, m); err != nil {
			return fmt.Errorf("game %d: %w", g.Number, err)
		}
	}
	return nil
}

func (w *world) sleeps(ctx context.Context, user string) bool {
	at, err := w.Wakes(ctx, user, w.tick)
	return err != nil || at.After(w.tick)
}

// show has a player show himself for a game. When both have done so, the game begins.
func (w *world) show(ctx context.Context, m *match, number int, user string) error {
	both := false
	err := w.keeper.Do(ctx, w.id, w.seasonCommand(user), func(s *season.Season, me string,
		_ func(string) (string, error)) (season.Event, error) {
		e, ok := s.Show(me, number)
		if !ok {
			return e, errors.New("he has shown himself")
		}
		g := s.Game(number)
		both = g.Moved[0] || g.Moved[1] // the event adds him
		return e, nil
	})
	if err != nil || !both {
		return err
	}
	m.at = w.tick
	_, err = w.NewGames.Start(ctx, w.gameCommand(user, m.channel))
	return err
}

// turn has the player whose turn it is act, if it is time and he is awake; if his clock ran out, his opponent claims.
func (w *world) turn(ctx context.Context, m *match) error {
	if m.at.IsZero() || m.at.After(w.tick) || m.cancelled {
		return nil
	}
	public, t, err := w.Looks.Public(ctx, m.channel)
	if err != nil {
		return err
	}
	b := public.Board()
	side := b.Phase.Side
	if b.Due != nil {
		side = b.Due.Side
	}
	user := t.Player(side)
	other := m.users[0]
	if other == user {
		other = m.users[1]
	}
	switch {
	case t.Over:
		m.over = true
		w.keeper.Changed(m.id)
		return nil
	case t.ClockOut != nil && t.Player(t.ClockOut.Side) == user && !w.sleeps(ctx, other):
		w.figures.Claims++
		_, err = w.Clocks.Claim(ctx, w.gameCommand(other, m.channel), 0) // 0: of the clock that ran out last
	case w.sleeps(ctx, user):
		return nil
	case w.quarrel == nil && w.day() >= quarrelDay && b.Due == nil:
		w.quarrel, m.cancelled, m.at = m, true, w.tick
		err = w.agree(ctx, m, user, other, api.Cancelled)
	case b.Turn > m.turns && b.Due == nil && m.rand.IntN(2) == 0:
		err = w.end(ctx, m, user, other)
	default:
		err = w.phase(ctx, m, user)
	}
	w.keeper.Changed(m.id)
	if !m.cancelled {
		m.at = w.tick.Add(w.byUser[other].delay(m))
	}
	return err
}

// delay returns how long a player takes until he plays on.
func (p *player) delay(m *match) time.Duration {
	if p.kind == slow {
		return time.Duration(30+m.rand.IntN(120)) * time.Hour
	}
	return time.Duration(1+m.rand.IntN(12)) * time.Hour
}

// end ends a game by an agreed draw or by the user's resignation.
func (w *world) end(ctx context.Context, m *match, user, other string) error {
	if m.rand.IntN(3) == 0 {
		return w.agree(ctx, m, user, other, api.Drawn)
	}
	_, err := w.Endings.Resign(ctx, w.gameCommand(user, m.channel))
	return err
}

// agree ends a game by agreement.
func (w *world) agree(ctx context.Context, m *match, user, other string, how api.Ending) error {
	t, err := w.Endings.Propose(ctx, w.gameCommand(user, m.channel), how)
	if err == nil && !t.Over {
		_, err = w.Endings.Accept(ctx, w.gameCommand(other, m.channel), t.Offer.Number)
	}
	return err
}

// phase gives random orders until somebody else must act. After eight orders it ends the phase.
func (w *world) phase(ctx context.Context, m *match, user string) error {
	choose := simulate.Chooser{Referee: w.Referee, Rand: m.rand, Pace: 4}
	for range 8 {
		public, t, err := w.Looks.Public(ctx, m.channel)
		if err != nil {
			return err
		}
		b := public.Board()
		side := b.Phase.Side
		if b.Due != nil {
			side = b.Due.Side
		}
		if t.Over || t.Player(side) != user {
			return nil
		}
		o, err := choose.Choose(ctx, m.channel, user, b)
		if err != nil {
			return err
		}
		w.figures.Orders++
		if _, err := w.Orders.Give(ctx, w.gameCommand(user, m.channel), o, ordering.Expect{}); err != nil {
			return err
		}
	}
	return w.endPhase(ctx, m, user)
}

// endPhase orders the end of the phase. It does nothing if a decision is due first: the player takes it next time.
func (w *world) endPhase(ctx context.Context, m *match, user string) error {
	w.figures.Orders++
	_, err := w.Orders.Give(ctx, w.gameCommand(user, m.channel), order.Order{Verb: "end"}, ordering.Expect{})
	if errors.As(err, new(*view.Denial)) {
		return nil
	}
	return err
}
