package main

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// A player who accepts no direct messages is no worse off, and the channel learns
// it once, without the secret: behind a button he sees his side, and others do
// not.
func TestClosedDirectMessages(t *testing.T) {
	t.Parallel()
	s := sit(t, "historical", 1)
	if err := s.soviet.Settings(t.Context(), true, "en-US"); err != nil {
		t.Fatal(err)
	}
	s.begin()
	g := &game{sitting: s, did: map[string]int{}}
	notice := s.await(s.looker, posted(s.channel, "<@"+s.soviet.User().ID+"> accepts no direct messages"))
	if len(notice.Attachments) > 0 || len(parts(notice)) != 1 {
		t.Errorf("the channel is told more than that: %+v", notice)
	}
	g.end(s.german, "German reinforcements")
	g.orders(s.german, germanArrivals)
	g.tapOrder(s.german, "Reinforce")
	g.end(s.german, "German movement")
	g.orders(s.german, []string{"/move units:g-das-reich-d to:11.11", "/move units:g-35-pz,g-12-mtr,g-33-mtr to:9.05"})

	button, ok := labelled(notice, "My side")
	if !ok {
		t.Fatalf("no button for his side: %q", notice.Content)
	}
	mine := s.click(s.soviet, notice, button.CustomID)
	if !strings.Contains(mine.Content, "For your eyes only: the Soviet stacks") {
		t.Errorf("behind the button there is %q", mine.Content)
	}
	s.await(s.soviet, func(m player.Message) bool { return private(m) && len(m.Attachments) == 1 })
	theirs := s.click(s.german, notice, button.CustomID)
	if strings.Contains(theirs.Content, "Soviet stacks") {
		t.Errorf("the enemy sees %q", theirs.Content)
	}
	g.refuse("an onlooker at the button", s.click(s.looker, notice, button.CustomID), "You don't play in this game")

	g.end(s.german, "German combat")
	g.end(s.german, "German exploitation")
	s.await(s.german, posted(s.direct(s.german), "German exploitation", "For your eyes only, German"))
	s.await(s.looker, posted(s.channel, "German exploitation"))
	if n := len(s.received(s.soviet, s.direct(s.soviet))); n != 0 {
		t.Errorf("%d messages came through closed doors", n)
	}
	told := 0
	for _, m := range s.received(s.looker, s.channel) {
		told += strings.Count(m.Content, "accepts no direct messages")
	}
	if told != 1 {
		t.Errorf("the channel is told %d times", told)
	}
	all := s.letters()
	s.program.end(t)
	readHistory(t, s.database(), s.channel, all, "soviet").fogHeld(all, s.shown)
}
