package ledger

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// The audiences of notices: everybody; the player of a seat, as side:blue; or a member of its team, as
// side:blue/1 with his slot.
const (
	Everybody = "public"
	sideMark  = "side:"
	slotMark  = "/"
)

func AudienceOf(s order.Side) string { return sideMark + string(s) }

// sideOf is the side of an audience, "" for everybody.
func SideOf(audience string) order.Side {
	s, is := strings.CutPrefix(audience, sideMark)
	if !is {
		return ""
	}
	s, _, _ = strings.Cut(s, slotMark)
	return order.Side(s)
}

// audienceOf is the audience of a member.
func (p SeatOf) audienceOf(m member) string {
	return AudienceOf(p.Side) + slotMark + strconv.Itoa(m.Slot)
}

// audiences lists the audience of each user who plays the side.
func (p SeatOf) audiences() []string {
	all := []string{AudienceOf(p.Side)}
	for _, m := range p.Members {
		all = append(all, p.audienceOf(m))
	}
	return all
}

// reader is the user of one of the side's audiences, "" where he no longer plays it.
func (p SeatOf) Reader(audience string) string {
	for _, m := range p.Members {
		if p.audienceOf(m) == audience {
			return m.User
		}
	}
	if audience == AudienceOf(p.Side) {
		return p.User
	}
	return ""
}

// change is what a row changed.
type ChangeOf struct {
	Before, After view.Standing
	Account       view.Account
}

// newRow is a row that was applied and is about to be written.
type NewRow struct {
	Seq uint64
	By  string
	To  string // the other user whom it concerns, "" for none

	Absent bool // a plan gave it, so its giver need not be present
	At     time.Time
	Body   Body
	Told   bool // it is announced at once
	ChangeOf
}

// notices are the messages that a row leads to; what later notices depend on is set in the row's body. Moves
// are announced when their phase ends, what cannot wait at once. Only what everybody may know decides, so that
// no notice betrays anything.
func (g *Game) Notices(c *NewRow) []storage.Notice {
	n := &NotificationPlan{Live: g.Live, NewRow: c, back: g.returns(c.Body), endsOffer: g.endsOffer(c.Body),
		invited: g.stillInvited(c)}
	n.EditLive()
	switch rowBody := c.Body; {
	case rowBody.Moves() != "":
		n.moveChannel()
	case rowBody.Master != nil && rowBody.Ended == nil:
		n.Tell(api.Mastered)
		if m := rowBody.Master; m.Does == api.HandOver {
			n.List = append(n.List, storage.Notice{Audience: AudienceOf(m.Side), Kind: string(api.Mastered), From: c.Seq})
		}
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
		n.begin(api.Awaited)
		n.List = append(n.List, forReferee(c.Seq))
	case rowBody.Bound != nil && rowBody.Bound.Void:
		n.Tell(api.Voided)
	case rowBody.Waived != nil:
		n.Tell(api.Waived)
	case rowBody.Undone != nil && rowBody.Undone.Consent:
		n.Tell(api.UndoAgreed)
	case rowBody.Undone != nil && rowBody.Undone.Told:
		n.Tell(api.Undone)
	case rowBody.aboutClocks():
		n.tellClocks(rowBody.Timed.Does)
	case rowBody.Undone != nil && !n.back:
		return nil
	case rowBody.Undone != nil:
	case rowBody.UndoAsked != nil:
		n.begin(api.UndoAsked)
	case rowBody.UndoDenied != nil:
		n.Tell(api.UndoDenied)
	case rowBody.Ended != nil && !g.Started:
		n.Tell(api.Ended)
	case rowBody.Started != nil:
		n.List = append(n.List, g.toAll(c, api.Started, c.Seq)...)
	case c.After.Over && !c.Before.Over:
		n.List = append(n.List, g.toAll(c, api.Ended, g.Reported()+1)...)
	case rowBody.Ordered != nil && rowBody.Ordered.Passes: // one report announces both phases
	case Closes(c.Before, c.After):
		n.List = append(n.List, g.toAll(c, api.Phase, g.Reported()+1)...)
	case !n.goesOn && c.news():
		n.begin(api.News)
	}
	if n.back {
		n.separate = append(n.separate, storage.Notice{Audience: Everybody, Kind: string(api.Back), From: c.Seq})
	}
	n.askDecision()
	n.LapseUndo()
	if u := c.Body.Undone; u != nil && u.To < g.Reported() { // feeds were told of an end
		n.List = append(n.List, g.toFeeds(api.Undone, c.Seq)...)
	}
	if !slices.Equal(n.Live, g.Live) {
		live := append([]Message{}, n.Live...) // not nil, because an empty list must be written as []
		c.Body.Live = &live
	}
	c.Told = len(n.List) > 0
	return append(n.List, n.separate...)
}

// toAll makes notices of one kind for everybody, each player and each feed. The row's hash is posted with them,
// so the row gets a salt.
func (g *Game) toAll(c *NewRow, k api.Kind, from uint64) []storage.Notice {
	c.Body.Salt = g.Salt(c.Seq)
	all := []storage.Notice{{Audience: Everybody, Kind: string(k), From: from}}
	for _, s := range g.Seats {
		for _, audience := range s.audiences() {
			all = append(all, storage.Notice{Audience: audience, Kind: string(k), From: from})
		}
	}
	return append(all, g.toFeeds(k, from)...)
}

// closes says whether a phase ended, or an activation in it. Phases without a player end with the one before
// them.
func Closes(before, after view.Standing) bool {
	return before.Phase.Closes(after.Phase) || before.Turn != after.Turn
}

// news says whether the change must be announced at once: dice were rolled, units fought (which at the worst
// odds needs no dice), or another decision is owed than before, as the players wait for it.
func (c ChangeOf) news() bool {
	told := c.Account.Public()
	fought := slices.ContainsFunc(told, func(l view.Line) bool { return len(l.Dice) > 0 || l.Reckoned != nil })
	return fought || len(told) > 0 && c.turned()
}

// turned says whether another decision is owed than before, or none.
func (c ChangeOf) turned() bool { return c.Before.Owed != c.After.Owed }

// asks says whether a new decision is owed.
func (c ChangeOf) Asks() bool { return c.turned() && c.After.Owed != 0 }

// place numbers a notification among those of its row: first what everybody is told, then the sides in the
// order of play, then what is owed. It must depend on the notice alone, because delivered ones leave the
// outbox.
func (g *Game) place(n storage.Notice) int {
	switch api.Kind(n.Kind) {
	case api.Owed:
		return len(g.Seats) + 2
	case api.Asked:
		return len(g.Seats) + 3
	case api.Arrived: // beside Departed
		return len(g.Seats) + 4
	case api.Back: // in addition to what its row is about
		return len(g.Seats) + 5
	}
	for i, s := range g.Seats {
		if SideOf(n.Audience) == s.Side {
			_, slot, _ := strings.Cut(n.Audience, slotMark)
			k, _ := strconv.Atoi(slot) // 0 for the player who has the seat
			if k > 0 {
				k = len(g.Seats)*k + 4
			}
			if api.Kind(n.Kind) == api.Planned {
				return -(i + 2 + k)
			}
			return i + 2 + k
		}
	}
	return 1
}

// reference is a notice's Ref, made from the row of its message and its place. The label must stay as it is,
// because messages that are in channels have such names.
func (g *Game) Reference(seq uint64, n storage.Notice) string {
	if n.Kind == string(api.Called) || strings.HasPrefix(n.Kind, ReminderKind) || strings.HasPrefix(n.Kind, repeatMark) {
		return g.keyed(fmt.Sprintf("errand %d %s %s", seq, n.Audience, n.Kind))
	}
	if n.Feed != "" || strings.HasPrefix(n.Kind, string(api.FeedLost)) {
		return g.keyed(fmt.Sprintf("errand %d %s %s", seq, n.Kind, n.Feed))
	}
	return g.keyed(fmt.Sprintf("errand %d.%d", seq, g.place(n)))
}

// keyed is a name for something in a game from which nobody can count anything: the first forty bits, in base
// 32, of an HMAC-SHA-256 of a label under the game's secret. No message of a roll of the dice begins with such
// a label. Among a thousand names two are the same in one of two million games.
func (g *Game) keyed(label string) string {
	return strings.ToLower(base32.StdEncoding.EncodeToString(g.mac(label)[:5]))
}

// salt makes a row unguessable. Without it somebody who has the posted hashes of two rows could guess what lay
// between them, such as nothing, or one order for a stack, and check the guess.
func (g *Game) Salt(seq uint64) string {
	return hex.EncodeToString(g.mac(fmt.Sprintf("salt %d", seq))[:16])
}

func (g *Game) mac(label string) []byte {
	mac := hmac.New(sha256.New, g.Kept.Secret)
	mac.Write([]byte(label))
	return mac.Sum(nil)
}
