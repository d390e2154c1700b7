package look_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/proof"
	"grognard/rules"
	"grognard/rules/must"
)

// Whoever asks gets a running game as everybody was told it, and all of a game that is over, in files that can be
// checked without the bot. Neither names a user, and those of a running game tell nothing hidden.
func TestExport_RunningAndOver(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/game export", "no game in this channel")
	f.Begin()
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Say(f.Anna, "/end")
	asked := f.Say(f.Olga, "/game export")
	early := discordtest.File(f, f.Olga, asked, "game-so-far.jsonl")
	discordtest.IsPrivate(f, asked)
	others := discordtest.File(f, f.Boris, f.Say(f.Boris, "/game export"), "game-so-far.jsonl")
	discordtest.Equal(t, "others have another export: %t", others != early, false)
	f.Resign()
	whole := discordtest.File(f, f.Anna, f.Say(f.Anna, "/game export"), "game.jsonl")
	discordtest.Excludes(t, early, "b-1-mot", "secret", `"row"`, `"at"`)
	discordtest.Excludes(t, early+whole, f.Anna.User().ID, f.Boris.User().ID, f.Anna.User().Username)
	first := must.Get(proof.Verify([]byte(early), rules.Modules()))(t)
	last := must.Get(proof.Verify([]byte(whole), rules.Modules()))(t)
	if err := last.Contains(first); err != nil || first.Finished || !last.Finished || last.Orders < 3 {
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
		f.Has(turn(f, now, 2), "1 Armour moved from 12.10 to 11.09")
		text := discordtest.File(f, who, now, "log.txt")
		discordtest.Contains(t, text, "\n\nTurn 1, Blue movement (1.0)\n", "\n\nTurn 2, Blue movement (1.0)\n",
			"The Blue player attacks 13.10", "roll No. 1: ", "D1r3", "Dice commitment: ", names[0])
		discordtest.Excludes(t, text, names[1], "Dice secret", "**")
		for _, back := range []player.Message{f.TapStarting(who, now, "◀"), f.Say(who, "/game log turn:1")} {
			f.Has(f.Lacks(turn(f, back, 1), "passed automatically"), "The Blue player attacks 13.10")
			discordtest.Equal(t, "turned back the file is %s", discordtest.File(f, who, back, "log.txt"), text)
			turn(f, f.TapStarting(who, back, "▶"), 2)
		}
	}
	turn(f, f.Say(f.Anna, "/game log turn:99"), 2) // which is still to come
	f.Say(f.Anna, "/game log turn:1 public:true")
	shown := f.Await(f.Olga, func(m player.Message) bool {
		return player.Posted(f.Channel)(m) && len(m.Attachments) == 1 && m.Attachments[0].Filename == "log.txt"
	})
	discordtest.Excludes(t, shown.Content+discordtest.File(f, f.Olga, shown, "log.txt"), "Motorised")
	page := regexp.MustCompile(`^log:[a-z2-7]+:(turn|\d+\.\d+)$`)
	for _, c := range shown.Parts() {
		if !page.MatchString(c.CustomID) {
			t.Errorf("a button is %q", c.CustomID)
		}
	}
	menu := shown.Parts()[0]
	turned := turn(f, discordtest.ChooseValue(f, f.Boris, shown, menu, "2"), 2)
	discordtest.IsPrivate(f, turned)
	f.Resign()
	over := discordtest.File(f, f.Anna, f.Say(f.Anna, "/game log"), "log.txt")
	discordtest.Contains(t, over, "Red player resigns", "Dice secret")
}

// turn holds that a page of the log begins with a turn, and returns it.
func turn(f *discordtest.Fixture, m player.Message, n int) player.Message {
	f.T.Helper()
	if !strings.HasPrefix(m.Content, fmt.Sprintf("**Turn %d, Blue movement**", n)) {
		f.T.Errorf("not turn %d: %q", n, m.Content)
	}
	return m
}

// Threats are told by what the asker sees: of the enemy's stacks the tops, and where
// others may lie hidden; the channel is told what everybody sees.
func TestThreats_ByWhatIsSeen(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/threats hex:13.10", "no game in this channel")
	f.Begin()
	f.Refused(f.Anna, "/threats hex:99.09", "is not on this map")
	f.Refused(f.Anna, "/threats hex:x`@everyone", "“x @everyone” is not a hex (try 10.07)")
	f.Refused(f.Olga, "/threats hex:1.01", "Nobody stands at 1.01 or controls it")
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:9.08")
	own := f.Says(f.Anna, "/threats hex:9.08", "units that could attack **9.08**", "in their next combat phase", "(7.0)",
		"4 hexes away", "2 Infantry 6-7-5", "and perhaps 1 unseen unit", "total printed attack 34.")
	f.Lacks(own, "Motorised")
	f.Says(f.Boris, "/threats hex:9.08", "Motorised") // what Red itself could do there
	f.Say(f.Boris, "/threats hex:9.08 public:true")
	discordtest.Equal(t, "the channel is told %q", f.AwaitPosted(f.Olga, "could attack").Content, own.Content)
	f.End(f.Anna, f.Anna, f.Anna)
	f.Say(f.Boris, "/end")
	f.Says(f.Anna, "/threats hex:9.08", "in this combat phase", "No visible unit")
	discordtest.Equal(t, "that nothing is completed is %t", discordtest.Suggested(f, f.Anna, "/threats hex:5.1") == "", false)
}
