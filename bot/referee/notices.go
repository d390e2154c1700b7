package referee

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"

	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// The audiences of notices: everybody, or a side by its identifier.
const (
	everybody = "public"
	sideMark  = "side:"
)

func audienceOf(s order.Side) string { return sideMark + string(s) }

// sideOf is the side of an audience, "" for everybody.
func sideOf(audience string) order.Side {
	s, _ := strings.CutPrefix(audience, sideMark)
	if s == audience {
		return ""
	}
	return order.Side(s)
}

// change is what a command did, as everybody sees it.
type change struct {
	before, after *view.Board
	account       view.Account
}

// notices says who must be told what of a command. A game's moves are told when
// their phase ends; what cannot wait is told at once. It decides by what the
// public sees, so that a notice betrays nothing.
func (g *game) notices(seq uint64, said body, c change) []storage.Notice {
	switch {
	case said.Joined != nil:
		return []storage.Notice{{Audience: everybody, Kind: string(Joined), From: seq}}
	case said.Left != nil:
		return []storage.Notice{{Audience: everybody, Kind: string(Left), From: seq}}
	case said.Proposed != nil:
		return []storage.Notice{{Audience: everybody, Kind: string(Offered), From: seq}}
	case said.Answered != nil:
		return []storage.Notice{{Audience: everybody, Kind: string(Answered), From: seq}}
	case said.Undone != nil && !said.Undone.Told:
		return nil
	case said.Undone != nil:
		kind := Undone
		if said.Undone.Consent {
			kind = UndoAgreed
		}
		return []storage.Notice{{Audience: everybody, Kind: string(kind), From: seq}}
	case said.UndoAsked != nil:
		return []storage.Notice{{Audience: everybody, Kind: string(UndoAsked), From: seq}}
	case said.UndoDenied != nil:
		return []storage.Notice{{Audience: everybody, Kind: string(UndoDenied), From: seq}}
	case said.Ended != nil && !g.Started:
		return []storage.Notice{{Audience: everybody, Kind: string(Ended), From: seq}}
	case said.Started != nil:
		return append(g.toAll(Started, seq), c.owed(seq)...)
	case c.after.Over && !c.before.Over:
		return g.toAll(Ended, g.Told+1)
	case closes(c.before, c.after):
		return append(g.toAll(Phase, g.Told+1), c.owed(seq)...)
	case c.news():
		return append([]storage.Notice{{Audience: everybody, Kind: string(News), From: seq}}, c.owed(seq)...)
	}
	return c.owed(seq)
}

// toAll is a notice for everybody and one for each side.
func (g *game) toAll(k Kind, from uint64) []storage.Notice {
	all := []storage.Notice{{Audience: everybody, Kind: string(k), From: from}}
	for _, s := range g.Seats {
		all = append(all, storage.Notice{Audience: audienceOf(s.Side), Kind: string(k), From: from})
	}
	return all
}

// closes says whether a phase ended. Phases that no player acts in pass with the
// one before them.
func closes(before, after *view.Board) bool {
	return before.Phase != after.Phase || before.Turn != after.Turn
}

// news says whether there is something to tell at once, since dice fell, units fought, for
// which at the worst odds no die falls, or the decision that is owed is another one, or
// taken: whoever waits for it has to know.
func (c change) news() bool {
	told := c.account.Public()
	fought := slices.ContainsFunc(told, func(l view.Line) bool { return len(l.Dice) > 0 || l.Fight != nil })
	return fought || len(told) > 0 && question(c.before) != question(c.after)
}

// owed is the notice that somebody owes a decision that he did not owe before.
func (c change) owed(seq uint64) []storage.Notice {
	if q := question(c.after); q == 0 || q == question(c.before) {
		return nil
	}
	return []storage.Notice{{Audience: everybody, Kind: string(Owed), From: seq}}
}

// question is the number of the decision that is owed, 0 when none is.
func question(b *view.Board) int {
	if b.Due == nil {
		return 0
	}
	return b.Due.ID
}

// place is where an errand stands among those of its row: first what everybody
// hears, then the sides in the order of play, then what is owed. It is a
// function of the notice alone, since those delivered leave the outbox.
func (g *game) place(n storage.Notice) int {
	if Kind(n.Kind) == Owed {
		return len(g.Seats) + 2
	}
	for i, s := range g.Seats {
		if audienceOf(s.Side) == n.Audience {
			return i + 2
		}
	}
	return 1
}

// reference is a notice's Ref: an HMAC-SHA-256 under the game's secret of a label
// that no roll's message begins with, the row and the place in it, of which forty
// bits are written to the base of 32. Two of a thousand errands are named alike
// once in two million games.
func (g *game) reference(seq uint64, n storage.Notice) string {
	mac := hmac.New(sha256.New, g.kept.Secret)
	fmt.Fprintf(mac, "errand %d.%d", seq, g.place(n))
	return strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)[:5]))
}
