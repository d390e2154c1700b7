package games

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/bot/programtest"
)

// A player who accepts no direct messages is no worse off, and the channel learns
// it once, without the secret: behind a button he sees his side, and others do
// not.
func TestDirectMessages_NotAccepted(t *testing.T) {
	t.Parallel()
	g := newGame(t, "historical", 1)
	if err := g.Soviet.Settings(t.Context(), true, "en-US"); err != nil {
		t.Fatal(err)
	}
	g.begin()
	notice := g.Await(g.Looker, programtest.Posted(g.Channel, "<@"+g.Soviet.User().ID+"> accepts no direct messages"))
	if len(notice.Attachments) > 0 || len(programtest.Parts(notice)) != 1 {
		t.Errorf("the channel is told more than that: %+v", notice)
	}
	g.end(g.German, "German reinforcements")
	g.orders(g.German, germanArrivals)
	g.tapOrder(g.German, "Reinforce")
	g.end(g.German, "German movement")
	g.orders(g.German, []string{"/move units:g-das-reich-d to:11.11", "/move units:g-35-pz,g-12-mtr,g-33-mtr to:9.05"})

	button, ok := programtest.Labelled(notice, "My side")
	if !ok {
		t.Fatalf("no button for his side: %q", notice.Content)
	}
	mine := g.Click(g.Soviet, notice, button.CustomID)
	if !strings.Contains(mine.Content, "For your eyes only: the Soviet stacks") {
		t.Errorf("behind the button there is %q", mine.Content)
	}
	g.Await(g.Soviet, func(m player.Message) bool { return programtest.Private(m) && len(m.Attachments) == 1 })
	theirs := g.Click(g.German, notice, button.CustomID)
	if strings.Contains(theirs.Content, "Soviet stacks") {
		t.Errorf("the enemy sees %q", theirs.Content)
	}
	g.refuse("an onlooker at the button", g.Click(g.Looker, notice, button.CustomID), "You don't play in this game")

	g.end(g.German, "German combat")
	g.end(g.German, "German exploitation")
	g.Await(g.German, programtest.Posted(g.Direct(g.German), "German exploitation", "For your eyes only, German"))
	g.Await(g.Looker, programtest.Posted(g.Channel, "German exploitation"))
	if n := len(g.Received(g.Soviet, g.Direct(g.Soviet))); n != 0 {
		t.Errorf("%d messages came through closed doors", n)
	}
	told := 0
	for _, m := range g.Received(g.Looker, g.Channel) {
		told += strings.Count(m.Content, "accepts no direct messages")
	}
	if told != 1 {
		t.Errorf("the channel is told %d times", told)
	}
	all := g.letters()
	g.End(t)
	readHistory(t, g.Database(), g.Channel, all, "soviet").fogHeld(all, g.shown)
}
