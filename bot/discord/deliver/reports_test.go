package deliver_test

import (
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
)

// A direct message with what only its reader may know notifies nobody: a call does. A player who may know no more than
// the channel gets no direct message, even when the game begins.
func TestReports_DirectMessages(t *testing.T) {
	f := discordtest.Begun(t)
	f.EndAfterAStack()
	f.Say(f.Anna, "/end")
	f.WaitOutbox()
	quiet := 0
	for _, x := range f.Requests(discordtest.Sends) {
		if strings.Contains(string(x.Body), `"flags":4096`) { // Discord's flag for no notification
			quiet++
		}
	}
	discordtest.Equal(t, "%d messages are quiet", quiet, 1)
	mine := f.AwaitDM(f.Anna, "For your eyes only, Blue", "Blue: 1 Armour, 1 Motorised moved")
	if got := discordtest.PictureNames(mine); !slices.Equal(got, []string{"close-up-1.png"}) ||
		!strings.Contains(mine.Attachments[0].Description, "Motorised") {
		t.Errorf("it has %q", got)
	}
	f.Alt(f.Anna, f.Tap(f.Anna, mine, "Whole map"), "map.png")
}

func TestReports_GameBegins(t *testing.T) {
	f := discordtest.Begun(t)
	f.Reads(f.Started, "The game begins.", "it is your move", "\n-# Hash of the log: ||grognard ")
	alt := f.Picture(f.Olga, f.Started)
	for _, want := range []string{"Map of Drill", "turn 1 of 10, Blue movement", "Blue, 7 stacks",
		"7.06 1 Infantry ×2"} {
		if !strings.Contains(alt, want) {
			t.Errorf("the picture's words lack %q: %s", want, alt)
		}
	}
	for side, p := range map[string]*player.Player{"Blue": f.Anna, "Red": f.Boris} {
		mine := f.Tap(p, f.Started, "My side")
		f.Picture(p, mine)
		f.Has(mine, "the "+side+" stacks", "1 Cavalry 2-2-8")
	}
	for _, m := range f.Visible(f.Olga) {
		f.Lacks(m, "Cavalry")
		for _, a := range m.Attachments {
			if strings.Contains(a.Description, "Cavalry") {
				t.Errorf("an onlooker hears of a unit that lies under another: %q", a.Description)
			}
		}
	}
}

// After a phase there are an overview and close-ups, and at the end of the turn the whole map too.
func TestReports_PicturesOfPhasesAndTurns(t *testing.T) {
	f := discordtest.New(t)
	if got := discordtest.PictureNames(f.Begin()); !slices.Equal(got, []string{"map.png"}) {
		t.Errorf("the game begins with %q", got)
	}
	f.EndAfterAStack()
	combat := f.AwaitPosted(f.Olga, "Blue combat")
	if got := discordtest.PictureNames(combat); !slices.Equal(got, []string{"overview.png", "close-up-1.png"}) {
		t.Errorf("after a phase there are %q", got)
	}
	for _, a := range combat.Attachments {
		discordtest.Excludes(t, a.Description, "Motorised")
	}
	if wide := discordtest.Images(f, f.Olga, combat)[0].Bounds().Dx(); wide != 780 {
		t.Errorf("the overview is %d pixels wide", wide)
	}
	f.Say(f.Anna, "/end")
	if got := discordtest.PictureNames(f.AwaitPosted(f.Olga, "Blue exploitation")); !slices.Equal(got,
		[]string{"overview.png"}) {
		t.Errorf("after a phase in which nothing happened there are %q", got)
	}
	f.Say(f.Anna, "/end")
	f.End(f.Boris, f.Boris, f.Boris)
	if got := discordtest.PictureNames(f.AwaitPosted(f.Olga, "Turn 2, Blue movement")); !slices.Equal(got,
		[]string{"overview.png", "map.png"}) {
		t.Errorf("after a turn there are %q", got)
	}
}

// The button below a report shows the whole map as it is now, to each as he may see it.
func TestReports_WholeMap(t *testing.T) {
	f := discordtest.Begun(t)
	f.EndAfterAStack()
	report := f.AwaitPosted(f.Olga, "Blue combat")
	for _, who := range []*player.Player{f.Anna, f.Boris, f.Olga} {
		m := f.Tap(who, report, "Whole map")
		alt := f.Alt(who, m, "map.png")
		f.HasLabel(m, "Orders", who != f.Olga)
		if !m.Private() || !strings.HasPrefix(alt, "Map of Drill: turn 1 of 10, Blue combat.") {
			t.Errorf("%s is shown %q with flags %d", who.User().Username, alt, m.Flags)
		}
	}
}
