package discord_test

import (
	"strings"
	"testing"

	"grognard/bot/localtable/player"
)

func TestAGameBegins(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	started := h.begin()
	alt := h.picture(h.olga, started)
	for _, want := range []string{"Map of Drill", "turn 1 of 10, Blue movement", "Blue, 7 stacks",
		"7.06 1 Infantry ×2"} {
		if !strings.Contains(alt, want) {
			t.Errorf("the picture's words lack %q: %s", want, alt)
		}
	}
	for side, p := range map[string]*player.Player{"Blue": h.anna, "Red": h.boris} {
		mine := h.await(p, inChannel(h.direct(p), "For your eyes only, "+side))
		h.picture(p, mine)
		if strings.Contains(mine.Content, "1 Cavalry") {
			t.Errorf("all stacks are told unasked: %q", mine.Content)
		}
		mine = h.tap(p, mine, "My side")
		h.picture(p, mine)
		for _, want := range []string{"the " + side + " stacks", "1 Cavalry 2-2-8"} {
			if !strings.Contains(mine.Content, want) {
				t.Errorf("behind the button of a direct message %q is missing: %q", want, mine.Content)
			}
		}
	}
	for _, m := range h.everything(h.olga) {
		if strings.Contains(m.Content, "Cavalry") {
			t.Errorf("an onlooker reads of a unit that lies under another: %q", m.Content)
		}
		for _, a := range m.Attachments {
			if strings.Contains(a.Description, "Cavalry") {
				t.Errorf("an onlooker hears of a unit that lies under another: %q", a.Description)
			}
		}
	}
}

// everything is all that a player can read.
func (h *house) everything(p *player.Player) []player.Message {
	h.t.Helper()
	var all []player.Message
	for _, channel := range []string{h.channel, h.direct(p)} {
		list, err := p.Messages(h.ctx, channel)
		if err != nil {
			h.t.Fatal(err)
		}
		all = append(all, list...)
	}
	return all
}

func TestOrdersByText(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	moved := h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	if !strings.Contains(moved.Content, "Blue: 1 Armour, 1 Motorised moved from 5.09 to 8.08") {
		t.Errorf("the mover is told %q", moved.Content)
	}
	mine := h.say(h.anna, "/stack show hex:8.08")
	if !strings.Contains(mine.Content, "1 Armour 8-6-8, 1 Motorised 4-5-8") {
		t.Errorf("the owner sees %q", mine.Content)
	}
	h.picture(h.anna, mine)
	theirs := h.say(h.boris, "/stack show hex:8.08")
	if strings.Contains(theirs.Content, "Motorised") || !strings.Contains(theirs.Content, "1 unseen unit") {
		t.Errorf("the enemy sees %q", theirs.Content)
	}
	due := h.say(h.olga, "/due")
	if !strings.Contains(due.Content,
		"<@"+h.anna.User().ID+">, it is your move: Blue movement. `/end` ends the phase. Last move <t:") {
		t.Errorf("/due says %q", due.Content)
	}
	h.picture(h.olga, h.say(h.olga, "/map"))
	h.say(h.anna, "/end")
	phase := h.await(h.olga, inChannel(h.channel, "Blue combat", "Blue: 1 Armour and 1 more moved from 5.09 to 8.08"))
	if h.shows(h.olga, phase); len(phase.Attachments) != 2 || phase.Attachments[0].Filename != "overview.png" ||
		phase.Attachments[1].Filename != "close-up-1.png" {
		t.Errorf("the pictures of a phase are %+v", phase.Attachments)
	}
	for i, want := range []string{"Overview of Drill: turn 1 of 10, Blue movement. " +
		"Number 1, at 8.08: Blue: 1 Armour and 1 more moved from 5.09 to 8.08.", "Number 1 on the overview. Close-up of Drill round "} {
		if alt := phase.Attachments[i].Description; !strings.Contains(alt, want) || !strings.Contains(alt, "8.08") {
			t.Errorf("the picture's words lack %q: %s", want, alt)
		}
	}
	status := h.say(h.olga, "/game status")
	for _, want := range []string{"turn 1 of 10", "Scenario: Skirmish", "Blue: <@", "Module: `", "Dice commitment: `"} {
		if !strings.Contains(status.Content, want) {
			t.Errorf("the status lacks %q: %s", want, status.Content)
		}
	}
}

func TestPublicLooksShowThePublicView(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	h.say(h.anna, "/stack show hex:5.09 public:true")
	shown := h.await(h.olga, inChannel(h.channel, "5.09", "2 high"))
	if strings.Contains(shown.Content, "Motorised") {
		t.Errorf("the channel sees %q", shown.Content)
	}
	h.picture(h.olga, shown)
	h.say(h.anna, "/map at:5.09 zoom:3 public:true")
	h.await(h.olga, func(m player.Message) bool {
		return inChannel(h.channel, "Drill", "Blue movement")(m) && len(m.Components) == 0 && len(m.Attachments) == 1
	})
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, c := range []struct {
		who  *player.Player
		text string
		want string
	}{
		{h.anna, "/game status", "There is no game in this channel"},
		{h.anna, "/move units:b-1-arm to:8.08", "There is no game in this channel"},
		{h.anna, "/game new module:chess", "There is no such game"},
		{h.anna, "/game new module:drill scenario:chess", "no such scenario"},
	} {
		h.refused(c.who, c.text, c.want)
	}
	h.begin()
	channel := len(h.shown(h.olga))
	for _, c := range []struct {
		who  *player.Player
		text string
		want string
	}{
		{h.anna, "/move units:nobody to:8.08", "You have no unit nobody"},
		{h.anna, "/move units:r-1-arm to:8.08", "You have no unit r-1-arm"},
		{h.anna, "/move units:b-1-arm to:99.09", "99.09 is not on the map (3.0, 3.3c)"},
		{h.anna, "/move units:b-1-arm to:somewhere", "“somewhere” is not a hex (try 10.07)"},
		{h.anna, "/move units:b-1-arm", "takes exactly one of these: to, path"},
		{h.anna, "/attack target:13.06 units:b-1-arm", "You can't attack in the movement phase"},
		{h.boris, "/move units:r-1-arm to:12.08", "It is the Blue movement phase"},
		{h.boris, "/end", "It is the Blue movement phase"},
		{h.olga, "/end", "You don't play in this game"},
		{h.olga, "/game join side:blue", "That seat is taken"},
		{h.anna, "/game join side:red", "You already have a seat"},
		{h.anna, "/game new module:drill", "This channel already has a game"},
		{h.anna, "/game start", "The game has already started"},
		{h.anna, "/stack show hex:99.09", "is not on this map"},
		{h.anna, "/move units:" + strings.Repeat("x", 3000) + " to:7.07", "You have no unit " +
			strings.Repeat("x", 59) + "…"},
		{h.anna, "/stack show hex:1.01", "There is no stack at 1.01"},
		{h.anna, "/stack show hex:x`@everyone", "“x @everyone” is not a hex (try 10.07)"},
		{h.anna, "/map at:nowhere", "“nowhere” is not a hex (try 10.07)"},
	} {
		h.refused(c.who, c.text, c.want)
	}
	if now := len(h.shown(h.olga)); now != channel {
		t.Errorf("%d messages came to the channel of what was refused", now-channel)
	}
}

func (h *house) refused(p *player.Player, text, want string) {
	h.t.Helper()
	if m := h.say(p, text); !strings.Contains(m.Content, want) || len(m.Content) > 500 {
		h.t.Errorf("%.100s is answered %q, want %q", text, m.Content, want)
	}
}

// shown is the channel's messages that everybody sees.
func (h *house) shown(p *player.Player) []player.Message {
	h.t.Helper()
	list, err := p.Messages(h.ctx, h.channel)
	if err != nil {
		h.t.Fatal(err)
	}
	var all []player.Message
	for _, m := range list {
		if m.Flags&64 == 0 {
			all = append(all, m)
		}
	}
	return all
}

func TestSuggestions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	for _, c := range []struct {
		who   *player.Player
		text  string
		first string // of the values offered; "" for none at all
		label string
		more  string // another value
	}{
		{h.anna, "/game new module:dri", "drill", "Drill", ""},
		{h.anna, "/game new module:drill scenario:", "skirmish", "Skirmish", ""},
		{h.anna, "/game new module:drill side:re", "red", "Red", ""},
		{h.anna, "/move units:b-1-ar", "b-1-arm", "1 Armour 8-6-8 at 5.09", ""},
		{h.anna, "/move units:armour", "b-1-arm", "1 Armour 8-6-8 at 5.09", "b-2-arm"},
		{h.anna, "/move units:1 Arm", "b-1-arm", "1 Armour 8-6-8 at 5.09", ""},
		{h.anna, "/move units:b-1-arm, 1 mot", "b-1-arm,b-1-mot", "1 Armour, 1 Motorised 4-5-8 at 5.09", ""},
		{h.anna, "/move units:5.09", "5.09", "Whole stack in 5.09: 1 Armour, 1 Motorised", "b-1-mot"},
		{h.anna, "/move units:b-1-arm", "b-1-arm", "1 Armour 8-6-8 at 5.09", "b-1-arm,b-1-mot"},
		{h.anna, "/move units:b-1-arm,", "b-1-arm", "1 Armour", "b-1-arm,b-1-mot"},
		{h.anna, "/move units:b-1-arm,b-1-mot to:8.0", "8.02", "8.02", "8.08"},
		{h.anna, "/move units:b-1-arm,b-1-mot path:6.09", "6.09", "6.09", ""},
		{h.anna, "/stack show hex:5.0", "5.09", "5.09 – Blue: 1 Armour 8-6-8, 1 Motorised 4-5-8", ""},
		{h.boris, "/stack show hex:5.0", "5.09", "5.09 – Blue: 1 Armour 8-6-8, 1 unseen unit", ""},
		{h.boris, "/move units:b-1", "", "", ""},
		{h.boris, "/move units:", "", "", ""},
		{h.olga, "/move units:", "", "", ""},
		{h.olga, "/stack show hex:5.0", "5.09", "5.09 – Blue: 1 Armour 8-6-8, 1 unseen unit", ""},
		{h.olga, "/map at:5.0", "5.09", "5.09 – Blue: 1 Armour 8-6-8, 1 unseen unit", ""},
		{h.anna, "/unit show unit:1 mot", "b-1-mot", "1 Motorised 4-5-8 – Blue · At 5.09", "r-1-mot"},
		{h.boris, "/unit show unit:1 mot", "r-1-mot", "1 Motorised 4-5-8 – Red · At 15.08", "b-1-mot"},
		{h.olga, "/unit show unit:b-1-mot", "b-1-mot", "1 Motorised 4-5-8 – Blue · Location unknown", ""},
		{h.olga, "/game join side:", "", "", ""},
	} {
		list, err := c.who.Complete(t.Context(), h.channel, c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		if c.first == "" {
			if len(list) > 0 {
				t.Errorf("%s offers %s: %v", c.text, c.who.User().Username, list)
			}
			continue
		}
		if len(list) == 0 || list[0].Value != c.first || list[0].Name != c.label {
			t.Errorf("%s offers first %v, want %s %q", c.text, list, c.first, c.label)
			continue
		}
		found := c.more == ""
		for _, choice := range list {
			found = found || choice.Value == c.more
		}
		if !found {
			t.Errorf("%s does not offer %s: %v", c.text, c.more, list)
		}
	}
}
