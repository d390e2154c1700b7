package ledger

import (
	"fmt"
	"strings"
)

// phase names the turn, the phase and the activation in which a draft is shown.
func (g *Game) Phase() string {
	now := g.Match.Standing()
	return strings.TrimSpace(fmt.Sprintf("%d %s %s %s", now.Turn, now.Phase.Side, now.Phase.Name, now.Phase.Group))
}
