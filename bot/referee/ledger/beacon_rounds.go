package ledger

import (
	"grognard/bot/referee/api"
	"grognard/storage"
)

// awaitsRound is the audience of entries in the outbox that are for the referee itself: a row names a round
// that a command waits for. The entry stays until the command is carried out, so that the next process goes on
// with it after a restart.
const AwaitsRound = "beacon"

// forReferee is such a notice.
func forReferee(seq uint64) storage.Notice {
	return storage.Notice{Audience: AwaitsRound, Kind: string(api.Awaited), From: seq}
}

// namingMessage is the delivery of the message that names the awaited round.
func (g *Game) NamingMessage() storage.Delivery {
	return storage.Delivery{Game: g.Kept.ID, Seq: g.Waiting.Named,
		Notice: storage.Notice{Audience: Everybody, Kind: string(api.Awaited), From: g.Waiting.Named}}
}
