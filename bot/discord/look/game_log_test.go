package look_test

import (
	"regexp"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/proof"
	"grognard/rules"
)

// Whoever asks gets a running game as everybody was told it, and all of it when it is over, in
// files that can be checked without the bot. Neither names a user, and the first nothing hidden.
func TestExport_RunningAndOver(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/game export", "no game in this channel")
	f.Begin()
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Say(f.Anna, "/end")
	asked := f.Say(f.Olga, "/game export")
	early := discordtest.File(f, f.Olga, asked, "game-so-far.jsonl")
	if asked.Flags&64 == 0 ||
		early != discordtest.File(f, f.Boris, f.Say(f.Boris, "/game export"), "game-so-far.jsonl") {
		t.Error("the export of a running game is not for the asker alone, or not the same for everybody")
	}
	for _, hidden := range []string{"b-1-mot", "secret", `"row"`, `"at"`} {
		if strings.Contains(early, hidden) {
			t.Errorf("the export of a running game has %s:\n%s", hidden, early)
		}
	}
	f.Resign()
	whole := discordtest.File(f, f.Anna, f.Say(f.Anna, "/game export"), "game.jsonl")
	for _, user := range []string{f.Anna.User().ID, f.Boris.User().ID, f.Anna.User().Username} {
		if strings.Contains(early+whole, user) {
			t.Errorf("an export names the user %s", user)
		}
	}
	first := discordtest.Must(proof.Verify([]byte(early), rules.Modules()))(t)
	last := discordtest.Must(proof.Verify([]byte(whole), rules.Modules()))(t)
	if err := last.Holds(first); err != nil || first.Finished || !last.Finished || last.Orders < 3 {
		t.Errorf("%v: %+v %+v", err, first, last)
	}
}

// The log tells every turn with every die, in pages and as a file, each side what that
// side was told, and the channel what everybody was.
func TestGameLog_Pages(t *testing.T) {
	f := discordtest.New(t, discordtest.With(discordtest.Breach(t)))
	f.Refused(f.Anna, "/game log", "no game in this channel")
	f.Begin()
	f.Say(f.Anna, "/move units:b-1-mil,b-1-mot to:6.09")
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-1-arm,b-3-inf")
	f.Say(f.Anna, "/pass")
	for _, who := range []*player.Player{f.Anna, f.Anna, f.Boris, f.Boris, f.Boris} {
		f.Say(who, "/end")
	}
	f.Say(f.Anna, "/move units:b-1-arm to:11.09")
	for who, names := range map[*player.Player][2]string{f.Anna: {"1 Motorised", "\x00"},
		f.Boris: {"and 1 more moved from 5.09 to 6.09", "1 Motorised"}, f.Olga: {"and 1 more moved from 5.09 to 6.09",
			"1 Motorised"}} {
		now := f.Say(who, "/game log")
		if !strings.HasPrefix(now.Content, "**Turn 2, Blue movement**") ||
			!strings.Contains(now.Content, "1 Armour moved from 12.10 to 11.09") {
			t.Errorf("%s is shown %q", who.User().Username, now.Content)
		}
		text := discordtest.File(f, who, now, "log.txt")
		for _, want := range []string{"\n\nTurn 1, Blue movement (1.0)\n", "\n\nTurn 2, Blue movement (1.0)\n",
			"Blue attacks 13.10", "roll №1: ", "D1r3", "Dice commitment: ", names[0]} {
			if !strings.Contains(text, want) {
				t.Errorf("%s's file lacks %q:\n%s", who.User().Username, want, text)
			}
		}
		if strings.Contains(text, names[1]) || strings.Contains(text, "Dice secret") || strings.Contains(text, "**") {
			t.Errorf("%s's file:\n%s", who.User().Username, text)
		}
		for _, back := range []player.Message{f.Tap(who, now, "◀"), f.Say(who, "/game log turn:1")} {
			if !strings.HasPrefix(back.Content, "**Turn 1, Blue movement**") ||
				!strings.Contains(back.Content, "Blue attacks 13.10") ||
				discordtest.File(f, who, back, "log.txt") != text {
				t.Errorf("turned back: %q", back.Content)
			}
			if forth := f.Tap(who, back, "▶"); !strings.HasPrefix(forth.Content, "**Turn 2, Blue movement**") {
				t.Errorf("and forth: %q", forth.Content)
			}
		}
	}
	if m := f.Say(f.Anna, "/game log turn:99"); !strings.HasPrefix(m.Content, "**Turn 2, Blue movement**") {
		t.Errorf("a turn that is still to come: %q", m.Content)
	}
	f.Say(f.Anna, "/game log turn:1 public:true")
	shown := f.Await(f.Olga, func(m player.Message) bool {
		return discordtest.InChannel(f.Channel)(m) && len(m.Attachments) == 1 && m.Attachments[0].Filename == "log.txt"
	})
	if text := discordtest.File(f, f.Olga, shown, "log.txt"); strings.Contains(text+shown.Content, "Motorised") {
		t.Errorf("the channel reads %q and\n%s", shown.Content, text)
	}
	page := regexp.MustCompile(`^log:[a-z2-7]+:(turn|\d+\.\d+)$`)
	for _, c := range discordtest.Parts(shown) {
		if !page.MatchString(c.CustomID) {
			t.Errorf("a button is %q", c.CustomID)
		}
	}
	menu := discordtest.Parts(shown)[0]
	turned, err := f.Boris.Choose(f.Ctx, shown.ID, menu.CustomID, "2")
	if err != nil || turned.Flags&64 == 0 || !strings.HasPrefix(turned.Content, "**Turn 2, Blue movement**") {
		t.Errorf("chosen by another: %v, %q", err, turned.Content)
	}
	f.Resign()
	over := discordtest.File(f, f.Anna, f.Say(f.Anna, "/game log"), "log.txt")
	if !strings.Contains(over, "Red resigns") || !strings.Contains(over, "Dice secret") {
		t.Errorf("of a game that is over:\n%s", over)
	}
}

// Threats are told by what the asker sees: of the enemy's stacks the tops, and where
// others may lie hidden; the channel is told what everybody sees.
func TestThreats_ByWhatIsSeen(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/threats hex:13.10", "no game in this channel")
	f.Begin()
	for _, c := range []struct{ text, want string }{
		{"/threats hex:99.09", "is not on this map"},
		{"/threats hex:x`@everyone", "“x @everyone” is not a hex (try 10.07)"},
	} {
		f.Refused(f.Anna, c.text, c.want)
	}
	f.Refused(f.Olga, "/threats hex:1.01", "Nobody stands at 1.01 or controls it")
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:9.08")
	own := f.Say(f.Anna, "/threats hex:9.08")
	for _, want := range []string{"Red units that could attack 9.08", "in their next combat phase", "(7.0)",
		"4 hexes away", "2 Infantry 6-7-5", "and perhaps 1 unseen unit", "together."} {
		if !strings.Contains(unmarked(own.Content), want) {
			t.Errorf("/threats lacks %q: %q", want, own.Content)
		}
	}
	f.Lacks(own, "Motorised")
	mine := f.Say(f.Boris, "/threats hex:9.08") // what Red itself could do there
	f.Has(mine, "Motorised")
	f.Say(f.Boris, "/threats hex:9.08 public:true")
	if shown := f.AwaitPosted(f.Olga, "could attack"); shown.Content != own.Content {
		t.Errorf("the channel is told %q, and Blue %q", shown.Content, own.Content)
	}
	f.End(f.Anna, f.Anna, f.Anna)
	f.Say(f.Boris, "/end")
	f.Says(f.Anna, "/threats hex:9.08", "in this combat phase", "No visible unit")
	list, err := f.Anna.Complete(f.Ctx, f.Channel, "/threats hex:5.1")
	if err != nil || len(list) == 0 {
		t.Errorf("completed by %v, %v", list, err)
	}
}
