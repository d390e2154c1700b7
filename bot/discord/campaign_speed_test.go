package discord

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"grognard/bot/localtable"
	sitting "grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/storage/sqlite"
)

// campaign is the campaign of Autumn for Barbarossa at a local table, with the bot at work, Anna as the German player
// and Boris as the Soviet one.
type campaign struct {
	*referee.Referee
	store       *sqlite.Store
	channel     string
	anna, boris *sitting.Player

	given int // orders that were not typed
}

// newCampaign is a campaign that has just begun.
func newCampaign(b *testing.B) *campaign {
	b.Helper()
	c := &campaign{store: storeFor(b)}
	c.Referee = referee.New(referee.Options{Store: c.store, Entropy: rand.NewChaCha8([32]byte{7})})
	url := tableFor(b, localtable.Options{})
	runBot(b, url, c.Referee, c.store)
	c.anna, c.boris = sitAt(b, url, "Anna"), sitAt(b, url, "Boris")
	c.channel = tableOf(b, c.anna)
	typed(b, c.anna, c.channel, "/game new module:afb scenario:historical side:german")
	typed(b, c.boris, c.channel, "/game join side:soviet")
	typed(b, c.anna, c.channel, "/game start")
	return c
}

// as is a command of a player that nobody gave before.
func (c *campaign) as(p *sitting.Player) referee.Command {
	c.given++
	return referee.Command{ID: fmt.Sprint("benchmark ", c.given), User: p.User().ID, Channel: c.channel}
}

// playToMidTurn plays the recorded first turn to the middle of the German movement. The moves are of single units that
// can come next, each without the others.
func (c *campaign) playToMidTurn(b *testing.B) (moves []string) {
	b.Helper()
	before, moves := midTurn(b)
	for _, text := range before {
		if _, err := c.Order(b.Context(), c.as(c.anna), text); err != nil {
			b.Fatalf("%s: %v", text, err)
		}
	}
	return moves
}
