package ledger

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"grognard/bot/referee/api"
	"grognard/rules/order"
	"grognard/storage"
)

// Message is a message in the game's channel: what it is about, and the row that it began with. A live message
// is edited by later rows: they continue its account, close its buttons, or take back what it tells.
type Message struct {
	Kind    api.Kind `json:"kind"`
	Row     uint64   `json:"row"`
	Settled uint64   `json:"settled,omitempty"` // of a thread: the row that took its last decision, 0 while one is owed
}

// Thread reports whether the message follows a fight, or another decision, until it is settled.
func (m Message) Thread() bool { return m.Kind == api.News || m.Kind == api.Asked }

// The audiences of notices: everybody; the player of a seat, as side:blue; or a member of its team, as
// side:blue/1 with his slot.
const (
	Everybody = "public"
	sideMark  = storage.PrivateMark
	SlotMark  = "/"
)

// AudienceOf returns the audience that is the player of a side's seat.
func AudienceOf(s order.Side) string { return sideMark + string(s) }

// SideOfAudience returns the side of an audience, "" for everybody.
func SideOfAudience(audience string) order.Side {
	s, isSide := strings.CutPrefix(audience, sideMark)
	if !isSide {
		return ""
	}
	s, _, _ = strings.Cut(s, SlotMark)
	return order.Side(s)
}

// MemberAudience returns the audience that is a member of the side.
func (p Seat) MemberAudience(m Member) string {
	return AudienceOf(p.Side) + SlotMark + strconv.Itoa(m.Slot)
}

// Reader returns the user of one of the side's audiences, "" where he no longer plays the side.
func (p Seat) Reader(audience string) string {
	for _, m := range p.Members {
		if p.MemberAudience(m) == audience {
			return m.User
		}
	}
	if audience == AudienceOf(p.Side) {
		return p.User
	}
	return ""
}

// Keyed returns a name for something in a game from which nobody can count anything: the first forty bits, in base
// 32, of an HMAC-SHA-256 of a label under the game's secret. The dice take no HMAC of a text that begins with such a
// label. Among a thousand names two are the same in one of two million games.
func (g *Game) Keyed(label string) string {
	return strings.ToLower(base32.StdEncoding.EncodeToString(g.mac(label)[:5]))
}

// Salt returns what makes a row unguessable. Without it somebody who has the posted hashes of two rows could guess
// what lay between them, such as nothing, or one order for a stack, and check the guess.
func (g *Game) Salt(seq uint64) string {
	return hex.EncodeToString(g.mac(fmt.Sprintf("salt %d", seq))[:16])
}

func (g *Game) mac(label string) []byte {
	mac := hmac.New(sha256.New, g.Stored.Secret)
	mac.Write([]byte(label))
	return mac.Sum(nil)
}
