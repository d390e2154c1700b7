package rounds

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// NoticeBeforeRound is how long before a round is due the message that names it must be in the channel, and
// timeToPost how long posting it may take before another round has to be named.
const (
	NoticeBeforeRound = 3 * time.Second
	timeToPost        = 2 * time.Second
)

// At returns the round that a command gets when it is accepted at a time.
func At(g *ledger.Game, at time.Time) uint64 {
	return g.Chain.From(at.Truncate(time.Microsecond).Add(NoticeBeforeRound + timeToPost))
}

// SetRound sets the round in a row that is written at a time, if the row names one.
func SetRound(g *ledger.Game, rowBody *ledger.Body, at time.Time) (err error) {
	switch {
	case rowBody.Accepted != nil:
		rowBody.Accepted.Round = At(g, at)
	case rowBody.Renamed != nil:
		rowBody.Renamed.Round, err = Later(g, at, rowBody.Renamed.Message)
	}
	return err
}

// Later returns the round that replaces one whose message was posted too late; at is when this was noticed. Each time
// the next message gets twice as long, at most 64 seconds.
func Later(g *ledger.Game, at time.Time, message string) (uint64, error) {
	posted, err := PostedAt(message)
	if err != nil {
		return 0, err
	}
	if !IsTooLate(g, posted) {
		return 0, fmt.Errorf("message %s named round %d in time", message, g.Waiting.Round)
	}
	at = at.Truncate(time.Microsecond)
	if at.Before(posted) { // the computer's clock is behind Discord's
		at = posted
	}
	return g.Chain.From(at.Add(NoticeBeforeRound + timeToPost<<min(g.Waiting.Late+1, 5))), nil
}

// IsTooLate reports whether a message that was posted at this time came too late to name the round.
func IsTooLate(g *ledger.Game, posted time.Time) bool {
	return posted.Add(NoticeBeforeRound).After(g.Chain.Time(g.Waiting.Round))
}

// PostedAt returns when Discord posted a message: its ID counts the milliseconds since 2015 above the lowest 22 bits.
func PostedAt(message string) (time.Time, error) {
	id, err := strconv.ParseUint(message, 10, 63)
	if err != nil || strconv.FormatUint(id, 10) != message {
		return time.Time{}, fmt.Errorf("%q is no message of Discord's", message)
	}
	return time.UnixMilli(int64(id>>22) + 1420070400000).UTC(), nil
}

// Waive returns the row of a side's consent to go on without the awaited round.
func Waive(g *ledger.Game, user string, round uint64, now time.Time) (ledger.Body, error) {
	side, err := g.SideOfCommander(user)
	switch w := g.Awaits(); {
	case err != nil:
		return ledger.Body{}, err
	case w == nil || w.Round != round:
		return ledger.Body{}, api.ErrStale
	case slices.Contains(w.Waived, side):
		return ledger.Body{}, api.ErrWaived
	case now.Before(w.Free):
		return ledger.Body{}, api.ErrNotSilent
	}
	return ledger.Body{Version: ledger.BodyVersion, Waived: &ledger.Waived{Side: side}}, nil
}

// NamingMessage returns the delivery of the message that names the awaited round.
func NamingMessage(g *ledger.Game) storage.Delivery {
	return storage.Delivery{Game: g.Stored.ID, Seq: g.Waiting.Named,
		Notice: storage.Notice{Audience: ledger.Everybody, Kind: string(api.Awaited), From: g.Waiting.Named}}
}

// Follow updates the waiting command by a row.
func Follow(g *ledger.Game, s ledger.Step) {
	switch b := s.Body; {
	case b.Accepted != nil:
		g.Waiting = &ledger.WaitingCommand{Accepted: *b.Accepted, Command: s.CommandID, By: s.By, At: s.At,
			Named: s.Seq}
	case b.Result() != nil || b.Ended != nil || b.Bound != nil:
		g.Waiting = nil
	case g.Waiting == nil:
	case b.Renamed != nil:
		w := *g.Waiting
		w.Round, w.At, w.Named, w.Late, w.Waived = b.Renamed.Round, s.At, s.Seq, w.Late+1, nil
		g.Waiting = &w
	case b.Waived != nil:
		w := *g.Waiting
		w.Waived = append(slices.Clip(w.Waived), b.Waived.Side)
		g.Waiting = &w
	}
}
