package notices

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/clocks"
	"grognard/rules/view"
	"grognard/storage"
)

// Change is what a row changed: the standing before and after it, and what is told of it.
type Change struct {
	Before, After view.Standing
	Account       view.Account
}

// isNews reports whether the change must be announced at once: dice were rolled, units fought (which at the worst odds
// needs no dice), or another decision is pending than before, as the players wait for it.
func (c Change) isNews() bool {
	told := c.Account.Public()
	fought := slices.ContainsFunc(told, func(l view.Line) bool { return len(l.Dice) > 0 || l.Reckoned != nil })
	return fought || len(told) > 0 && c.changesPending()
}

// changesPending reports whether another decision is pending than before, or none.
func (c Change) changesPending() bool { return c.Before.Owed != c.After.Owed }

// Asks reports whether a new decision is pending.
func (c Change) Asks() bool { return c.changesPending() && c.After.Owed != 0 }

// ChangesPhase reports whether a phase ended, or an activation in it, or for an undo, whether one is played again.
// Phases without a player end with the one before them.
func ChangesPhase(before, after view.Standing) bool {
	return before.Phase.Closes(after.Phase) || before.Turn != after.Turn
}

// NewRow is a row that was applied and is about to be written.
type NewRow struct {
	Seq uint64
	By  string
	To  string // the other user whom it concerns, "" for none

	Absent    bool // a list gave it, so its giver need not be present
	At        time.Time
	Body      ledger.Body
	Announced bool // the row is announced at once; Of sets it
	Change
}

// Of returns the notices that a row leads to, and sets in the row's body what later notices depend on. Moves are
// announced when their phase ends, what cannot wait at once. Only what everybody may know decides, so that no notice
// betrays anything.
func Of(g *ledger.Game, c *NewRow) []storage.Notice {
	n := &Collector{Live: g.Live, NewRow: c, moved: g.Stored.Moved, endsChoice: clocks.EndsChoice(g, c.Body),
		offers: openOffers(g, c)}
	n.EditLive()
	switch rowBody := c.Body; {
	case rowBody.NewChannel() != "":
		n.moveChannel()
	case rowBody.Master != nil && rowBody.Ended == nil:
		n.Tell(api.Mastered)
	case rowBody.Reseated != nil:
		n.tellReseat(g)
	case rowBody.Joined != nil:
		n.begin(api.Joined)
	case rowBody.Left != nil:
		n.begin(api.Left)
	case rowBody.Proposed != nil:
		n.begin(api.Offered)
	case rowBody.Answered != nil:
		n.Tell(api.Answered)
	case rowBody.Vacation != nil:
		n.Tell(api.Vacationing)
	case rowBody.Accepted != nil, rowBody.Renamed != nil:
		n.Tell(api.Awaited) // the bot never edits it, so that Discord's mark of an edit would show a forgery
		n.List = append(n.List, storage.Notice{Audience: AwaitsRound, Kind: string(api.Awaited), From: c.Seq})
	case rowBody.Bound != nil && rowBody.Bound.Void:
		n.Tell(api.Voided)
	case rowBody.Waived != nil:
		n.Tell(api.Waived)
	case rowBody.Undone != nil && rowBody.Undone.Consent:
		n.Tell(api.UndoAgreed)
	case rowBody.Undone != nil && rowBody.Undone.Announced:
		n.Tell(api.Undone)
		n.tellSecretUndo(g)
	case rowBody.IsAboutClocks():
		n.tellClocks(rowBody.Timed.Does)
	case rowBody.Undone != nil:
		return nil
	case rowBody.UndoAsked != nil:
		n.begin(api.UndoAsked)
	case rowBody.UndoDenied != nil:
		n.Tell(api.UndoDenied)
	case rowBody.Ended != nil && !g.Started:
		n.Tell(api.Ended)
	case rowBody.Started != nil:
		n.List = append(n.List, toAll(g, c, api.Started, c.Seq)...)
	case c.After.Over && !c.Before.Over:
		n.List = append(n.List, toAll(g, c, api.Ended, g.Reported()+1)...)
	case rowBody.Ordered != nil && rowBody.Ordered.Passes: // one report announces both phases
	case ChangesPhase(c.Before, c.After):
		n.List = append(n.List, toAll(g, c, api.Phase, g.Reported()+1)...)
	case !n.inThread && c.isNews():
		n.begin(api.News)
	}
	// a decision that is newly pending is asked, unless a message that announces the row shows it
	if n.Asks() && !n.inThread && !slices.Contains(n.Live, ledger.Message{Kind: api.News, Row: n.Seq}) {
		n.begin(api.Asked)
	}
	// A player whose clock has run out is told so by a message of its own: the message of the fight may only be
	// edited, and an edit notifies nobody. While his clock has no time at all he is not told again.
	if t := n.Body.Timed; t != nil && t.Does == api.RanOut && !n.Body.IsAboutClocks() && g.Clock.Left[t.Side] > 0 {
		n.Tell(api.Defaulted)
	}
	n.LapseUndo()
	if u := c.Body.Undone; u != nil {
		n.correctReports(g, u.To)
	}
	if !slices.Equal(n.Live, g.Live) {
		live := append([]ledger.Message{}, n.Live...) // not nil, because an empty list must be written as []
		c.Body.Live = &live
	}
	c.Announced = len(n.List) > 0
	return n.List
}

// toAll returns notices of one kind for everybody, each player and each feed; they tell of the rows from the row from
// on. The row's hash is posted with them, so toAll gives the row a salt.
func toAll(g *ledger.Game, c *NewRow, k api.Kind, from uint64) []storage.Notice {
	c.Body.Salt = g.Salt(c.Seq)
	return toEach(g, k, from)
}

// toEach returns the notices that toAll returns, for a row whose hash is not posted.
func toEach(g *ledger.Game, k api.Kind, from uint64) []storage.Notice {
	all := []storage.Notice{{Audience: ledger.Everybody, Kind: string(k), From: from}}
	for _, p := range g.Players() {
		all = append(all, storage.Notice{Audience: p.Audience, Kind: string(k), From: from})
	}
	return append(all, toFeeds(g, k, from)...)
}

// InPrivate returns the notices of a row that is an offer, or the answer to one, while the channel of the game cannot
// be reached: list, and one in private for the player of each other side. An offer to go on elsewhere is not told to
// the channel.
func InPrivate(g *ledger.Game, c NewRow, list []storage.Notice) []storage.Notice {
	if c.Body.NewChannel() != "" { // the new channel tells it
		return list
	}
	kind, moves := api.Answered, false
	if o := c.Body.Proposed; o != nil {
		kind, moves = api.Offered, o.Ending == api.Moved
	} else if n := len(g.EndingOffers); n > 0 {
		moves = g.EndingOffers[n-1].Ending == api.Moved
	}
	if moves {
		list = slices.DeleteFunc(list, func(n storage.Notice) bool { return n.Kind == string(kind) && n.Edits == 0 })
	}
	for _, s := range g.Seats {
		if s.User != c.By {
			list = append(list, storage.Notice{Audience: ledger.AudienceOf(s.Side), Kind: string(kind), From: c.Seq})
		}
	}
	return list
}

// LostKind returns the kind of the notice that tells a user in private that the game's channel cannot be reached. What
// was told of one row and channel is not told again.
func LostKind(g *ledger.Game, why api.Loss) string {
	return fmt.Sprintf("%s:%s:%s:%d", api.ChannelLost, why, g.Stored.Channel, g.Match.Seq())
}

// ClosedKind returns the kind of the notice that the user of an audience takes no direct messages. It is told once,
// until the seats have other players.
func ClosedKind(g *ledger.Game, audience string) string {
	return fmt.Sprintf("%s:%d:%s", api.DMsClosed, g.HandedOver, audience)
}

// AwaitsRound is the audience of entries in the outbox that are for the referee itself: a command waits for the round
// that a row names. The entry stays until the command is carried out, so that a restarted program goes on with it.
const AwaitsRound = "beacon"

// maxFeeds is how many feeds a game has at most.
const maxFeeds = 5

// CheckFeed refuses a channel that cannot become a feed of the game.
func CheckFeed(g *ledger.Game, channel string) error {
	switch {
	case g.Over:
		return api.ErrOver
	case channel == g.Stored.Channel:
		return api.ErrOwnFeed
	case slices.Contains(g.Feeds, channel):
		return api.ErrFed
	case len(g.Feeds) >= maxFeeds:
		return api.ErrFeeds
	}
	return nil
}

func toFeeds(g *ledger.Game, k api.Kind, from uint64) (all []storage.Notice) {
	for _, channel := range g.Feeds {
		if channel != g.Stored.Channel { // the game may have been moved there
			all = append(all, storage.Notice{Audience: ledger.Everybody, Kind: string(k), From: from, Feed: channel})
		}
	}
	return all
}

// Reference returns a notice's Ref, made from the row of its message and its place. The label must stay as it is,
// because messages that are in channels have such names.
func Reference(g *ledger.Game, seq uint64, n storage.Notice) string {
	if n.Kind == string(api.Called) || n.Kind == string(api.ListBegins) ||
		strings.HasPrefix(n.Kind, string(api.ChannelLost)) || strings.HasPrefix(n.Kind, string(api.DMsClosed)) ||
		strings.HasPrefix(n.Kind, ReminderKind) || strings.HasPrefix(n.Kind, repeatMark) {
		return g.Keyed(fmt.Sprintf("errand %d %s %s", seq, n.Audience, n.Kind))
	}
	if n.Feed != "" || strings.HasPrefix(n.Kind, string(api.FeedLost)) {
		return g.Keyed(fmt.Sprintf("errand %d %s %s", seq, n.Kind, n.Feed))
	}
	return g.Keyed(fmt.Sprintf("errand %d.%d", seq, place(g, n)))
}

// place returns the number of a notification among those of its row: first what everybody is told, then the sides in
// the order of play, then pending decisions. It must depend on the notice alone: delivered ones leave the outbox.
func place(g *ledger.Game, n storage.Notice) int {
	switch api.Kind(n.Kind) {
	case api.Asked:
		return len(g.Seats) + 3
	case api.Arrived: // beside Departed
		return len(g.Seats) + 4
	case api.Defaulted: // beside News
		return len(g.Seats) + 5
	}
	for i, s := range g.Seats {
		if ledger.SideOfAudience(n.Audience) == s.Side {
			_, slot, _ := strings.Cut(n.Audience, ledger.SlotMark)
			k, _ := strconv.Atoi(slot) // 0 for the player who has the seat
			if k > 0 {
				k = len(g.Seats)*k + 4 // beyond all other numbers
			}
			if api.Kind(n.Kind) == api.ListRan { // beside what the row tells the side
				return -(i + 2 + k)
			}
			return i + 2 + k
		}
	}
	return 1 // for everybody
}
