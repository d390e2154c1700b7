package ledger

import (
	"grognard/bot/referee/api"
)

// Message is a message in the game's channel: what it is about, and the row that it began with. A live message
// is edited by later rows: they continue its account, or close its buttons.
type Message struct {
	Kind api.Kind `json:"kind"`
	Row  uint64   `json:"row"`
}

// Thread reports whether the message follows a fight, or another decision, until it is settled.
func (m Message) Thread() bool { return m.Kind == api.News || m.Kind == api.Asked }
