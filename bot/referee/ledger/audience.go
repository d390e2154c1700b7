package ledger

import (
	"strconv"
	"strings"

	"grognard/rules/order"
)

// The audiences of notices: everybody; the player of a seat, as side:blue; or a member of its team, as
// side:blue/1 with his slot.
const (
	Everybody = "public"
	sideMark  = "side:"
	SlotMark  = "/"
)

// AudienceOf returns the audience that is the player of a side's seat.
func AudienceOf(s order.Side) string { return sideMark + string(s) }

// SideOfAudience returns the side of an audience, "" for everybody.
func SideOfAudience(audience string) order.Side {
	s, is := strings.CutPrefix(audience, sideMark)
	if !is {
		return ""
	}
	s, _, _ = strings.Cut(s, SlotMark)
	return order.Side(s)
}

// MemberAudience returns the audience that is a member of the side.
func (p Seat) MemberAudience(m Member) string {
	return AudienceOf(p.Side) + SlotMark + strconv.Itoa(m.Slot)
}

// Audiences returns the audience of each user who plays the side.
func (p Seat) Audiences() []string {
	all := []string{AudienceOf(p.Side)}
	for _, m := range p.Members {
		all = append(all, p.MemberAudience(m))
	}
	return all
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
