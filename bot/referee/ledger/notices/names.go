package notices

import (
	"fmt"
	"strconv"
	"strings"

	"grognard/bot/referee/api"
	"grognard/bot/referee/ledger"
	"grognard/storage"
)

// Reference returns a notice's Ref, made from the row of its message and its place. The label must stay as it is,
// because messages that are in channels have such names.
func Reference(g *ledger.Game, seq uint64, n storage.Notice) string {
	if n.Kind == string(api.Called) || strings.HasPrefix(n.Kind, ReminderKind) ||
		strings.HasPrefix(n.Kind, repeatMark) {
		return g.Keyed(fmt.Sprintf("errand %d %s %s", seq, n.Audience, n.Kind))
	}
	if n.Feed != "" || strings.HasPrefix(n.Kind, string(api.FeedLost)) {
		return g.Keyed(fmt.Sprintf("errand %d %s %s", seq, n.Kind, n.Feed))
	}
	return g.Keyed(fmt.Sprintf("errand %d.%d", seq, place(g, n)))
}

// place returns the number of a notification among those of its row: first what everybody is told, then the sides in
// the order of play, then pending decisions. It must depend on the notice alone, because delivered ones leave the
// outbox.
func place(g *ledger.Game, n storage.Notice) int {
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
		if ledger.SideOfAudience(n.Audience) == s.Side {
			_, slot, _ := strings.Cut(n.Audience, ledger.SlotMark)
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
