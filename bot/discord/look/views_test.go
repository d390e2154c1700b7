package look_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// What happened since a user looked is told to him alone, with a film once a phase has ended.
func TestSince_Told(t *testing.T) {
	clock := discordtest.ClockAt(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	f := discordtest.New(t, clock.On)
	f.Says(f.Olga, "/since", "no game")
	f.Begin()
	first := f.Says(f.Anna, "/since", "Since this game was opened")
	discordtest.Equal(t, "one moment is shown in %d files", len(first.Attachments), 0)
	f.Say(f.Boris, "/map")
	clock.Pass(time.Hour)
	f.Say(f.Anna, "/end")
	clock.Pass(time.Hour)
	for who, head := range map[*player.Player]string{f.Olga: "**Since this game was opened**, ", f.Boris: "**Since you last looked**, "} {
		m := f.Say(who, "/since")
		if f.Has(m, "Blue combat"); !strings.HasPrefix(m.Content, head) || strings.Count(m.Content, "\n") > 11 {
			t.Errorf("told %q", m.Content)
		}
		f.Picture(who, m)
		discordtest.Contains(t, m.Attachments[0].Filename, ".gif")
	}
	m := f.Say(f.Anna, "/since") // she has ended a phase, an hour after her first visit
	f.Lacks(f.Has(m, "Since you last looked"), "opened")
	discordtest.Equal(t, "others are shown it %d times", len(f.Posted(f.Olga, "Since you last looked")), 0)
}

func TestLooks_Public(t *testing.T) {
	f := discordtest.Begun(t)
	f.Say(f.Anna, "/stack show hex:5.09 public:true")
	shown := f.Lacks(f.AwaitPosted(f.Olga, "5.09", "2 units:"), "Motorised")
	f.Picture(f.Olga, shown)
	f.Say(f.Anna, "/map at:5.09 zoom:3 public:true")
	f.Await(f.Olga, func(m player.Message) bool {
		return player.Posted(f.Channel, "Drill", "Blue movement")(m) && len(m.Components) == 0 &&
			len(m.Attachments) == 1
	})
}

// A player's units are listed by place with what they have done; others see what
// everybody may see, and never what has moved.
func TestUnits_ByWhatIsSeen(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/units", "no game in this channel")
	f.Begin()
	f.Say(f.Anna, "/move units:b-1-arm to:8.09")
	f.Lacks(f.Says(f.Anna, "/units", "turn 1 of 10, Blue movement", "**8.09** 1 Armour 8-6-8, moved, 5 MP left",
		"**5.09** 1 Motorised 4-5-8, 8 MP", "**7.06** 1 Infantry 6-7-5, 5 MP; 1 Cavalry 2-2-8, 8 MP"), "13.08")
	f.Lacks(f.Says(f.Anna, "/units unmoved:true", "2 Armour 8-6-8, 8 MP"), "1 Armour")
	f.Say(f.Anna, "/move units:b-2-arm to:8.12")
	f.Says(f.Anna, "/units", "1 Armour 8-6-8, moved\n")
	f.Refused(f.Boris, "/units unmoved:true", "only in your own phases")
	f.Lacks(f.Says(f.Boris, "/units", "1 Security"), " MP", "moved")
	seen := f.Say(f.Olga, "/units")
	f.Say(f.Anna, "/units public:true")
	shown := f.AwaitPosted(f.Olga, "**8.09** 1 Armour 8-6-8")
	for _, m := range []player.Message{seen, shown} {
		f.Lacks(f.Has(m, "1 Infantry 6-7-5, 1 unseen unit"), "moved", " MP", "Cavalry")
	}
	f.Has(seen, "**Red**")
	f.Lacks(shown, "13.08")
}

// Many stacks stand on several pages.
func TestUnits_Pages(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:afb scenario:historical side:german", "soviet")
	all := ""
	pages := 0
	for m := f.Say(f.Boris, "/units"); ; m = f.TapStarting(f.Boris, m, "▶") {
		all, pages = all+m.Content, pages+1
		if _, more := discordtest.Turning(m, "▶"); !more {
			break
		}
	}
	if pages < 2 || !strings.Contains(all, "4 Abn") || strings.Count(all, "(page ") != pages {
		t.Errorf("%d pages: %q", pages, all)
	}
	f.Lacks(f.Says(f.Anna, "/units", "German set-up"), " MP")
}

// What is printed on a counter everybody may read; where it is, and which side of it is up, only those who see it.
func TestUnitShow_ByWhatIsSeen(t *testing.T) {
	f := discordtest.Begun(t)
	const top, under = "b-1-arm", "b-1-mot"
	for _, c := range []struct {
		who  *player.Player
		unit string
		want []string
	}{
		{f.Anna, under, []string{"**1 Motorised** · Blue motorised", "`b-1-mot`", "**4-5-8** · reduced **", "2 steps",
			"Full-strength side up: 2 steps left", "At 5.09"}},
		{f.Boris, top, []string{"**1 Armour**", "Full-strength side up", "At 5.09"}},
		{f.Olga, top, []string{"At 5.09"}},
		{f.Anna, "1 motorised", []string{"which one is “1 motorised”?"}},
		{f.Anna, "9`Tigers", []string{"no unit “9 Tigers”"}},
	} {
		f.Says(c.who, "/unit show unit:"+c.unit, c.want...)
	}
	f.Lacks(f.Says(f.Boris, "/unit show unit:"+under, "**1 Motorised**", "**4-5-8** · reduced **", "Location unknown"), "5.09")
	f.Lacks(f.Says(f.Olga, "/unit show unit:B-1-MOT", "**1 Motorised**", "Location unknown"), "5.09")
	f.Say(f.Anna, "/unit show unit:"+under+" public:true")
	shown := f.AwaitPosted(f.Olga, "1 Motorised", "Location unknown")
	f.Picture(f.Olga, shown)
}

// An unseen unit's card stays the same wherever it goes: in words, in the picture and in what completes.
func TestUnitShow_Silence(t *testing.T) {
	f := discordtest.Begun(t)
	ask := func(p *player.Player) (all [][]byte) {
		m := f.Say(p, "/unit show unit:b-1-mot")
		picture := must.Get(p.Picture(f.Ctx, m.Attachments[0]))(t)
		list, err := p.Complete(f.Ctx, f.Channel, "/unit show unit:motorised")
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
	boris, olga, anna := ask(f.Boris), ask(f.Olga), ask(f.Anna)
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	if !same(boris, ask(f.Boris)) || !same(olga, ask(f.Olga)) {
		t.Error("the card of a unit that lies under another tells that it has moved")
	}
	if same(anna, ask(f.Anna)) {
		t.Error("its owner is told nothing either: the test asks for the wrong thing")
	}
}
