package discord_test

import (
	"bytes"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

// What is printed on a counter everybody may read; where it is, and which side of it
// is up, only those who see it.
func TestUnitShow(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	const top, under = "b-1-arm", "b-1-mot"
	for _, c := range []struct {
		who    *player.Player
		text   string
		want   []string
		absent string
	}{
		{h.anna, "/unit show unit:" + under, []string{"**1 Motorised** · Blue motorised", "`b-1-mot`",
			"**4-5-8** · reduced **", "2 steps", "Full-strength side up: 2 steps left", "At 5.09"}, "do not know"},
		{h.boris, "/unit show unit:" + under, []string{"**1 Motorised**", "**4-5-8** · reduced **",
			"Location unknown"}, "5.09"},
		{h.olga, "/unit show unit:B-1-MOT", []string{"**1 Motorised**", "Location unknown"}, "5.09"},
		{h.boris, "/unit show unit:" + top, []string{"**1 Armour**", "Full-strength side up", "At 5.09"}, ""},
		{h.olga, "/unit show unit:" + top, []string{"At 5.09"}, ""},
		{h.anna, "/unit show unit:1 motorised", []string{"which one is “1 motorised”?"}, ""},
		{h.anna, "/unit show unit:9`Tigers", []string{"no unit “9 Tigers”"}, ""},
	} {
		m := h.say(c.who, c.text)
		for _, want := range c.want {
			if !strings.Contains(m.Content, want) {
				t.Errorf("%s answers %s without %q: %q", c.text, c.who.User().Username, want, m.Content)
			}
		}
		if c.absent != "" && strings.Contains(m.Content, c.absent) {
			t.Errorf("%s answers %s with %q: %q", c.text, c.who.User().Username, c.absent, m.Content)
		}
	}
	h.say(h.anna, "/unit show unit:"+under+" public:true")
	shown := h.await(h.olga, inChannel(h.channel, "1 Motorised", "Location unknown"))
	h.picture(h.olga, shown)
}

// An unseen unit's card stays the same wherever it goes: in words, in the picture and
// in what completes.
func TestUnitShowKeepsSilent(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	ask := func(p *player.Player) (all [][]byte) {
		m := h.say(p, "/unit show unit:b-1-mot")
		picture, err := p.Picture(h.ctx, m.Attachments[0])
		if err != nil {
			t.Fatal(err)
		}
		list, err := p.Complete(h.ctx, h.channel, "/unit show unit:motorised")
		if err != nil || len(list) == 0 {
			t.Fatalf("nothing completes: %v", err)
		}
		all = append(all, []byte(m.Content), []byte(m.Attachments[0].Description), picture)
		for _, c := range list {
			all = append(all, []byte(c.Name))
		}
		return all
	}
	same := func(a, b [][]byte) bool { return bytes.Equal(bytes.Join(a, nil), bytes.Join(b, nil)) }
	boris, olga, anna := ask(h.boris), ask(h.olga), ask(h.anna)
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	if !same(boris, ask(h.boris)) || !same(olga, ask(h.olga)) {
		t.Error("the card of a unit that lies under another tells that it has moved")
	}
	if same(anna, ask(h.anna)) {
		t.Error("its owner is told nothing either: the test asks for the wrong thing")
	}
}
