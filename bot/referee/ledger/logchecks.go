package ledger

import (
	"encoding/json"
)

// snapshotContent is the content of a snapshot of a game.
func (g *Game) SnapshotContent() ([]byte, error) {
	match, err := g.Match.Snapshot()
	if err != nil {
		return nil, err
	}
	return json.Marshal(Snapshot{Frame: g.Frame, Match: match})
}
