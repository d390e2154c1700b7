package look_test

import (
	"bytes"
	"image"
	"image/gif"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// bright is how bright a picture is, from 0 to 1.
func bright(img image.Image) float64 {
	var sum, n float64
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y += 3 {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x += 3 {
			r, g, b, _ := img.At(x, y).RGBA()
			sum, n = sum+float64(r+g+b)/(3*0xffff), n+1
		}
	}
	return sum / n
}

// A unit's way is shown to all who see the unit; one that lies hidden is refused as one that is nowhere.
func TestReach_HiddenUnit(t *testing.T) {
	f := discordtest.Begun(t)
	const top, under = "b-1-arm", "b-1-mot"
	own := f.Say(f.Anna, "/reach unit:"+under)
	alt := f.Alt(f.Anna, own, "reach.png")
	reach := []string{"1 Motorised 4-5-8", "at 5.09", "In this phase, with 8 MP left", "156 hexes in reach. 23 of them take all movement points left."}
	discordtest.Contains(t, unmarked(own.Content), reach...)
	discordtest.Contains(t, alt, append(reach, "\n1 MP: 4.08 4.09 5.08 5.10 6.08 6.09. 2 MP: ")...)
	f.Lacks(own, "1 MP") // the hexes by their costs are the picture's words alone
	for _, who := range []*player.Player{f.Boris, f.Olga} {
		m := f.Say(who, "/reach unit:"+top)
		f.Alt(who, m, "reach.png")
		f.Has(m, "In its next movement phase, as things stand, with 8 MP")
	}
	for _, who := range []*player.Player{f.Boris, f.Olga} {
		f.Refused(who, "/reach unit:"+under, "You don't know where 1 Motorised is.")
	}
	for text, want := range map[string]string{
		"r-1-mil":              "You don't know where 1 Militia is.",
		under + " public:true": "Not everybody can see where 1 Motorised is.",
		"1 motorised":          "which one is “1 motorised”?",
		"tiger":                "has no unit “tiger”",
	} {
		f.Refused(f.Anna, "/reach unit:"+text, want)
	}
	f.Say(f.Boris, "/reach unit:"+top+" public:true")
	f.Alt(f.Olga, f.AwaitPosted(f.Olga, "1 Armour", "In its next movement phase"), "reach.png")
	// of Red's motorised units both lie under others
	for typed, want := range map[string]int{"armour": 4, "motorised": 2} {
		list, err := f.Anna.Complete(f.Ctx, f.Channel, "/reach unit:"+typed)
		if err != nil || len(list) != want || !strings.HasPrefix(list[0].Value, "b-1-") {
			t.Errorf("%v completes, %v", list, err)
		}
	}
}

// unmarked returns a text without the marks of bold words.
func unmarked(s string) string { return strings.ReplaceAll(s, "**", "") }

// A style that a user chooses is his alone, holds for all that he alone is shown, and outlives the program.
func TestStyle_OwnChoice(t *testing.T) {
	f := discordtest.Begun(t)
	dark := func(p *player.Player, m player.Message) bool {
		f.T.Helper()
		return bright(discordtest.Images(f, p, m)[0]) < 0.5
	}
	f.Says(f.Boris, "/settings", "**paper**")
	if m := f.Says(f.Boris, "/settings style:dark", "**dark**"); !dark(f.Boris, m) {
		t.Error("who chooses is shown no sample")
	}
	f.Restart()
	for _, c := range []struct {
		who  *player.Player
		text string
		want bool
	}{
		{f.Boris, "/map", true},
		{f.Boris, "/stack show hex:5.09", true},
		{f.Boris, "/map style:paper", false},
		{f.Boris, "/settings style:dark", true},
		{f.Anna, "/map", false},
		{f.Anna, "/unit show unit:b-1-arm style:dark", true},
		{f.Anna, "/map", false},
	} {
		discordtest.Equal(t, c.text+" is dark: %t", dark(c.who, f.Say(c.who, c.text)), c.want)
	}
	f.Say(f.Boris, "/map at:5.09 public:true")
	shown := f.Await(f.Olga, func(m player.Message) bool {
		return m.ChannelID == f.Channel && len(m.Components) == 0 && len(m.Attachments) == 1
	})
	discordtest.Equal(t, "the channel is shown one user's style: %t", dark(f.Olga, shown), false)
	f.EndAfterAStack()
	discordtest.Equal(t, "the channel is shown the phase in the dark: %t", dark(f.Olga, f.AwaitPosted(f.Olga, "Blue combat")), false)
	f.End(f.Anna, f.Anna)
	f.Say(f.Boris, "/move units:r-1-sec,r-1-inf to:13.08")
	f.Say(f.Boris, "/end")
	for p, want := range map[*player.Player]bool{f.Boris: true, f.Anna: false} {
		discordtest.Equal(t, "a phase is shown in the dark: %t", dark(p, f.AwaitDM(p, "For your eyes only")), want)
	}
}

// A close-up shows fewer hexes, larger, the nearer it is.
func TestMap_Zoom(t *testing.T) {
	f := discordtest.Begun(t)
	size := func(text string) image.Point {
		m := f.Say(f.Olga, text)
		f.Alt(f.Olga, m, "map.png")
		return discordtest.Images(f, f.Olga, m)[0].Bounds().Size()
	}
	whole := size("/map")
	discordtest.Equal(t, "once as near as the whole is %v", size("/map zoom:1 at:5.09"), whole)
	usual, near := size("/map at:5.09"), size("/map at:5.09 zoom:10")
	if usual != size("/map at:5.09 zoom:4") || usual == whole || near == usual {
		t.Errorf("the whole %v, usual %v, nearest %v", whole, usual, near)
	}
	size("/map zoom:2")
	f.Refused(f.Olga, "/map at:70.70", "is not on this map")
}

// A map with more on it than an alternative text holds comes with all of it in words; so do a layer and a reach.
func TestMap_WholeInWords(t *testing.T) {
	f := discordtest.New(t)
	f.Open("module:afb side:german", "soviet")
	for text, wants := range map[string][]string{
		"/map":               {"9.20 25 Pz Rgt ×3", "Smolensk"},
		"/map layer:supply":  {"9.20 25 Pz Rgt ×3", "Smolensk", "German: "},
		"/reach unit:g-7-pz": {"MP"},
	} {
		m := f.Say(f.Anna, text)
		alt, all := f.Picture(f.Anna, m), discordtest.Words(f, f.Anna, m)
		if len(m.Attachments) != 2 || len(all) <= len(alt) {
			t.Errorf("%s: %d attachments, %q", text, len(m.Attachments), alt)
		}
		discordtest.Contains(t, all, wants...)
	}
}

func TestMap_SupplyLayer(t *testing.T) {
	f := discordtest.Begun(t)
	m := f.Say(f.Olga, "/map layer:supply")
	if alt := f.Alt(f.Olga, m, "supply.png"); !strings.Contains(alt, "Blue: a supply line reaches every stack") {
		t.Errorf("of supply: %q", alt)
	}
	f.Alt(f.Anna, f.Say(f.Anna, "/map at:7.06 zoom:3 layer:supply style:high-contrast"), "supply.png")
}

// A replay is a film with a frame for each phase: of a game under way as the asker may
// see it, and for the channel as everybody may.
func TestReplay_ByWhatIsSeen(t *testing.T) {
	f := discordtest.New(t)
	f.Refused(f.Anna, "/game replay", "There is no game")
	f.Begin()
	f.Refused(f.Anna, "/game replay", "No phase of this game has ended yet")
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/end")
	film := func(p *player.Player, m player.Message) (raw []byte) {
		f.T.Helper()
		alt := f.Alt(p, m, "replay.gif")
		for _, words := range []string{unmarked(m.Content), alt} {
			if !strings.Contains(words,
				"Drill, 3 frames: turn 1 of 10, Blue movement to turn 1 of 10, Blue exploitation.") {
				t.Errorf("a film of %q", words)
			}
		}
		raw = must.Get(p.Picture(f.Ctx, m.Attachments[0]))(t)
		if g, err := gif.DecodeAll(bytes.NewReader(raw)); err != nil || len(g.Image) != 3 {
			t.Errorf("%d frames, %v", len(g.Image), err)
		}
		return raw
	}
	blue, red, all := f.Say(f.Anna, "/game replay"), f.Say(f.Boris, "/game replay"), f.Say(f.Olga, "/game replay")
	if bytes.Equal(film(f.Anna, blue), film(f.Boris, red)) || bytes.Equal(film(f.Anna, blue), film(f.Olga, all)) {
		t.Error("who knows more sees no more")
	}
	f.Say(f.Anna, "/game replay public:true")
	shown := f.AwaitPosted(f.Olga, "Drill", "3 frames")
	if !bytes.Equal(film(f.Olga, shown), film(f.Olga, all)) {
		t.Error("the channel is not shown what everybody may see")
	}
	if strings.Contains(shown.Attachments[0].Description, "Motorised") ||
		!strings.Contains(red.Attachments[0].Description, "8.08") {
		t.Errorf("the film's words are %q", shown.Attachments[0].Description)
	}
	dark := f.Say(f.Olga, "/game replay style:dark")
	if bright(discordtest.Images(f, f.Olga, dark)[0]) > 0.5 {
		t.Error("the film is not in the style asked for")
	}
}
