package games

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/bot/referee/ledger/notices"
)

// A clock stops at the beginning of its last part until its player is mentioned, if he was not mentioned yet since the
// game waits for him. So nobody loses anything without a word. A player who had no time left when the game came back to
// him needs no new mention, unless he never had one because he has just taken the seat. A paper of his stores when he
// was mentioned, because delivered messages leave the outbox.
//
// RULING: a player who changes his zone or his night in that time is mentioned at once, even in his night: he is there.
// Otherwise he could change them again and again before he wakes, so that he is never mentioned and his clock never
// runs out.

// mentioned is the kind of the paper with a user's mentions: its time is that of the first mention in a wait, its text
// names the wait and has the time of the last mention, in microseconds.
const mentioned = "mentioned"

// LastPart says which part of a clock is its last one: a tenth.
const LastPart = 10

// Mention stores that users were mentioned now, because the game waits for them. wait is what notices.WaitKey returns.
func (hs *Holds) Mention(ctx context.Context, game api.GameID, wait string, users ...string) error {
	now := hs.now().UTC().Truncate(time.Microsecond)
	for _, user := range users {
		p, err := hs.store.Paper(ctx, game, user, mentioned)
		if err != nil {
			return err
		}
		if before, _, _ := strings.Cut(p.Text, " "); before != wait {
			p.At = now
		}
		p.Text = fmt.Sprint(wait, " ", now.UnixMicro())
		if err := hs.store.SavePaper(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// Mentions says when a user was mentioned because a game waited for him: first and last in the last wait in which he
// was mentioned; the zero times for never.
type Mentions struct {
	First, Last time.Time
	Now         bool // that wait is not over
}

// Mentions returns when a user was mentioned.
func (hs *Holds) Mentions(ctx context.Context, g *ledger.Game, user string) (m Mentions, err error) {
	p, err := hs.store.Paper(ctx, g.Stored.ID, user, mentioned)
	wait, last, _ := strings.Cut(p.Text, " ")
	if micros, bad := strconv.ParseInt(last, 10, 64); bad == nil {
		m = Mentions{First: p.At, Last: time.UnixMicro(micros).UTC(), Now: wait == notices.WaitKey(g)}
	}
	return m, err
}

// unheard returns the hold of a clock in its last part whose player was not mentioned before that part began; none
// for any other clock. The game must have all other holds already.
func (hs *Holds) unheard(ctx context.Context, g *Held) ([]ledger.ClockHold, error) {
	from := clocks.PartLeft(g.Game, LastPart)
	c := g.Clock
	if from.IsZero() || from.After(g.ClockHolds.At) || c.Out != nil && c.Out.Side == c.Side {
		return nil, nil // the clock has not come to its last part, or has run out
	}
	m, err := hs.Mentions(ctx, g.Game, g.Player(g.Clock.Side))
	if err != nil || m.Now && !m.First.After(from) || c.Left[c.Side] == 0 && !m.Last.IsZero() {
		return nil, err // he was mentioned in time, or had no time from the start and was mentioned before
	}
	span := calendar.Span{From: from}
	if m.Now {
		span.Until = m.First
	}
	return []ledger.ClockHold{{Span: span, Why: api.Unheard}}, nil
}
