package discord_test

import (
	"regexp"
	"strings"
	"testing"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
)

// file is what is in the only file of a message.
func (h *house) file(p *player.Player, m player.Message, name string) string {
	h.t.Helper()
	if len(m.Attachments) != 1 || m.Attachments[0].Filename != name {
		h.t.Fatalf("the files of %q: %+v", m.Content, m.Attachments)
	}
	b, err := p.Picture(h.ctx, m.Attachments[0])
	if err != nil {
		h.t.Fatal(err)
	}
	return string(b)
}

// The log tells every turn with every die, in pages and as a file, each side what that
// side was told, and the channel what everybody was.
func TestLog(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(h *house) { h.own = []modules.Folder{breach(t)} })
	h.refused(h.anna, "/game log", "no game in this channel")
	h.begin()
	h.say(h.anna, "/move units:b-1-mil,b-1-mot to:6.09")
	h.say(h.anna, "/end")
	h.say(h.anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	h.say(h.anna, "/pass")
	for _, who := range []*player.Player{h.anna, h.anna, h.boris, h.boris, h.boris} {
		h.say(who, "/end")
	}
	h.say(h.anna, "/move units:b-1-arm to:11.09")
	for who, names := range map[*player.Player][2]string{h.anna: {"1 Motorised", "\x00"},
		h.boris: {"and 1 more moved from 5.09 to 6.09", "1 Motorised"}, h.olga: {"and 1 more moved from 5.09 to 6.09",
			"1 Motorised"}} {
		now := h.say(who, "/game log")
		if !strings.HasPrefix(now.Content, "**Turn 2, Blue movement**") ||
			!strings.Contains(now.Content, "1 Armour moved from 12.10 to 11.09") {
			t.Errorf("%s is shown %q", who.User().Username, now.Content)
		}
		text := h.file(who, now, "log.txt")
		for _, want := range []string{"\n\nTurn 1, Blue movement (1.0)\n", "\n\nTurn 2, Blue movement (1.0)\n",
			"Blue attacks 13.10", "roll №1: ", "D1r3", "Dice commitment: ", names[0]} {
			if !strings.Contains(text, want) {
				t.Errorf("%s's file lacks %q:\n%s", who.User().Username, want, text)
			}
		}
		if strings.Contains(text, names[1]) || strings.Contains(text, "Dice secret") || strings.Contains(text, "**") {
			t.Errorf("%s's file:\n%s", who.User().Username, text)
		}
		for _, back := range []player.Message{h.tap(who, now, "◀"), h.say(who, "/game log turn:1")} {
			if !strings.HasPrefix(back.Content, "**Turn 1, Blue movement**") ||
				!strings.Contains(back.Content, "Blue attacks 13.10") || h.file(who, back, "log.txt") != text {
				t.Errorf("turned back: %q", back.Content)
			}
			if forth := h.tap(who, back, "▶"); !strings.HasPrefix(forth.Content, "**Turn 2, Blue movement**") {
				t.Errorf("and forth: %q", forth.Content)
			}
		}
	}
	if m := h.say(h.anna, "/game log turn:99"); !strings.HasPrefix(m.Content, "**Turn 2, Blue movement**") {
		t.Errorf("a turn that is still to come: %q", m.Content)
	}
	h.say(h.anna, "/game log turn:1 public:true")
	shown := h.await(h.olga, func(m player.Message) bool {
		return inChannel(h.channel)(m) && len(m.Attachments) == 1 && m.Attachments[0].Filename == "log.txt"
	})
	if text := h.file(h.olga, shown, "log.txt"); strings.Contains(text+shown.Content, "Motorised") {
		t.Errorf("the channel reads %q and\n%s", shown.Content, text)
	}
	page := regexp.MustCompile(`^log:[a-z2-7]+:(turn|\d+\.\d+)$`)
	for _, c := range parts(shown) {
		if !page.MatchString(c.CustomID) {
			t.Errorf("a button is %q", c.CustomID)
		}
	}
	menu := parts(shown)[0]
	turned, err := h.boris.Choose(h.ctx, shown.ID, menu.CustomID, "2")
	if err != nil || turned.Flags&64 == 0 || !strings.HasPrefix(turned.Content, "**Turn 2, Blue movement**") {
		t.Errorf("chosen by another: %v, %q", err, turned.Content)
	}
	h.tap(h.boris, h.say(h.boris, "/game resign"), "Resign")
	over := h.file(h.anna, h.say(h.anna, "/game log"), "log.txt")
	if !strings.Contains(over, "Red resigns") || !strings.Contains(over, "Dice secret") {
		t.Errorf("of a game that is over:\n%s", over)
	}
}

// Threats are told by what the asker sees: of the enemy's stacks the tops, and where
// others may lie hidden; the channel is told what everybody sees.
func TestThreats(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(h.anna, "/threats hex:13.10", "no game in this channel")
	h.begin()
	for _, c := range []struct{ text, want string }{
		{"/threats hex:99.09", "is not on this map"},
		{"/threats hex:x`@everyone", "“x @everyone” is not a hex (try 10.07)"},
	} {
		h.refused(h.anna, c.text, c.want)
	}
	h.refused(h.olga, "/threats hex:1.01", "Nobody stands at 1.01 or controls it")
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:9.08")
	own := h.say(h.anna, "/threats hex:9.08")
	for _, want := range []string{"Red units that could attack 9.08", "in their next combat phase", "(7.0)", "4 hexes away", "2 Infantry 6-7-5", "and perhaps 1 unseen unit", "together."} {
		if !strings.Contains(Unmarked(own.Content), want) {
			t.Errorf("/threats lacks %q: %q", want, own.Content)
		}
	}
	if strings.Contains(own.Content, "Motorised") {
		t.Errorf("what lies hidden is named: %q", own.Content)
	}
	mine := h.say(h.boris, "/threats hex:9.08") // what Red itself could do there
	if !strings.Contains(mine.Content, "Motorised") {
		t.Errorf("Red is told of its own: %q", mine.Content)
	}
	h.say(h.boris, "/threats hex:9.08 public:true")
	if shown := h.await(h.olga, inChannel(h.channel, "could attack")); shown.Content != own.Content {
		t.Errorf("the channel is told %q, and Blue %q", shown.Content, own.Content)
	}
	for range 3 {
		h.say(h.anna, "/end")
	}
	h.say(h.boris, "/end")
	if now := h.say(h.anna, "/threats hex:9.08"); !strings.Contains(now.Content, "in this combat phase") || !strings.Contains(now.Content, "No visible unit") {
		t.Errorf("in the combat phase: %q", now.Content)
	}
	list, err := h.anna.Complete(h.ctx, h.channel, "/threats hex:5.1")
	if err != nil || len(list) == 0 {
		t.Errorf("completed by %v, %v", list, err)
	}
}
