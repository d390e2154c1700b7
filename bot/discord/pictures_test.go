package discord_test

import (
	"bytes"
	"image"
	"image/gif"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
)

// AltOf is the words of a message's only picture, which must be called so and be
// within Discord's limits.
func (h *house) altOf(p *player.Player, m player.Message, name string) string {
	h.t.Helper()
	if len(m.Attachments) != 1 {
		h.t.Fatalf("%d pictures at %q", len(m.Attachments), m.Content)
	}
	h.shows(p, m)
	if m.Attachments[0].Filename != name {
		h.t.Errorf("the picture at %q is called %s, want %s", m.Content, m.Attachments[0].Filename, name)
	}
	return m.Attachments[0].Description
}

// shows decodes all pictures of a message.
func (h *house) shows(p *player.Player, m player.Message) (list []image.Image) {
	h.t.Helper()
	for _, a := range m.Attachments {
		b, err := p.Picture(h.ctx, a)
		if err != nil {
			h.t.Fatal(err)
		}
		read := png.Decode
		if strings.HasSuffix(a.Filename, ".gif") {
			read = gif.Decode
		}
		img, err := read(bytes.NewReader(b))
		if err != nil {
			h.t.Fatalf("%s at %q: %v", a.Filename, m.Content, err)
		}
		if n := utf8.RuneCountInString(a.Description); n == 0 || n > 1024 {
			h.t.Errorf("%d characters for the words of %s at %q", n, a.Filename, m.Content)
		}
		list = append(list, img)
	}
	return list
}

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

// A unit's way is shown to all who see the unit; one that lies hidden is refused as
// one that is nowhere.
func TestReach(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	const top, under = "b-1-arm", "b-1-mot"
	own := h.say(h.anna, "/reach unit:"+under)
	alt := h.altOf(h.anna, own, "reach.png")
	for _, want := range []string{"1 Motorised 4-5-8", "at 5.09", "In this phase, with 8 movement points left",
		"156 hexes in reach."} {
		if !strings.Contains(Unmarked(own.Content), want) || !strings.Contains(alt, want) {
			t.Errorf("/reach lacks %q: %q, %q", want, own.Content, alt)
		}
	}
	if !strings.Contains(alt, "\n1 MP: 4.08 4.09 5.08 5.10 6.08 6.09. 2 MP: ") ||
		strings.Contains(own.Content, "1 MP") {
		t.Errorf("the hexes by their costs are the picture's words alone: %q, %q", own.Content, alt)
	}
	for _, who := range []*player.Player{h.boris, h.olga} {
		m := h.say(who, "/reach unit:"+top)
		h.altOf(who, m, "reach.png")
		if !strings.Contains(m.Content, "In its next movement phase, as things stand, with 8 movement points") {
			t.Errorf("of the enemy's: %q", m.Content)
		}
	}
	for _, c := range []struct {
		who        *player.Player
		text, want string
	}{
		{h.boris, "/reach unit:" + under, "You don't know where 1 Motorised is."},
		{h.olga, "/reach unit:" + under, "You don't know where 1 Motorised is."},
		{h.anna, "/reach unit:r-1-mil", "You don't know where 1 Militia is."},
		{h.anna, "/reach unit:" + under + " public:true", "Not everybody can see where 1 Motorised is."},
		{h.anna, "/reach unit:1 motorised", "which one is “1 motorised”?"},
		{h.anna, "/reach unit:tiger", "has no unit “tiger”"},
	} {
		h.refused(c.who, c.text, c.want)
	}
	h.say(h.boris, "/reach unit:"+top+" public:true")
	h.altOf(h.olga, h.await(h.olga, inChannel(h.channel, "1 Armour", "In its next movement phase")), "reach.png")
	// of Red's motorised units both lie under others
	for typed, want := range map[string]int{"armour": 4, "motorised": 2} {
		list, err := h.anna.Complete(h.ctx, h.channel, "/reach unit:"+typed)
		if err != nil || len(list) != want || !strings.HasPrefix(list[0].Value.(string), "b-1-") {
			t.Errorf("%v completes, %v", list, err)
		}
	}
}

func Unmarked(s string) string { return strings.ReplaceAll(s, "**", "") }

// A style that a user chooses is his alone, holds for all that he alone is shown, and
// outlives the program.
func TestStyles(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	dark := func(p *player.Player, m player.Message) bool { h.t.Helper(); return bright(h.shows(p, m)[0]) < 0.5 }
	if m := h.say(h.boris, "/style"); !strings.Contains(m.Content, "**paper**") || dark(h.boris, m) {
		t.Errorf("who has chosen nothing is told %q", m.Content)
	}
	if m := h.say(h.boris, "/style style:dark"); !strings.Contains(m.Content, "**dark**") || !dark(h.boris, m) {
		t.Errorf("who chooses is shown no sample: %q", m.Content)
	}
	h.close()
	h.open()
	for _, c := range []struct {
		who  *player.Player
		text string
		want bool
	}{
		{h.boris, "/map", true},
		{h.boris, "/stack show hex:5.09", true},
		{h.boris, "/map style:paper", false},
		{h.boris, "/style", true},
		{h.anna, "/map", false},
		{h.anna, "/unit show unit:b-1-arm style:dark", true},
		{h.anna, "/map", false},
	} {
		if got := dark(c.who, h.say(c.who, c.text)); got != c.want {
			t.Errorf("%s for %s is dark: %t", c.text, c.who.User().Username, got)
		}
	}
	h.say(h.boris, "/map at:5.09 public:true")
	if dark(h.olga, h.await(h.olga, func(m player.Message) bool {
		return m.ChannelID == h.channel && len(m.Components) == 0 && len(m.Attachments) == 1
	})) {
		t.Error("the channel is shown one user's style")
	}
	h.say(h.anna, "/end")
	if dark(h.olga, h.await(h.olga, inChannel(h.channel, "Blue combat"))) ||
		!dark(h.boris, h.await(h.boris, inChannel(h.direct(h.boris), "Blue combat"))) ||
		dark(h.anna, h.await(h.anna, inChannel(h.direct(h.anna), "Blue combat"))) {
		t.Error("a phase is shown to somebody in the style of somebody else")
	}
}

// A close-up shows fewer hexes, larger, the nearer it is.
func TestZoom(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	size := func(text string) image.Point {
		m := h.say(h.olga, text)
		h.altOf(h.olga, m, "map.png")
		return h.shows(h.olga, m)[0].Bounds().Size()
	}
	whole := size("/map")
	if got := size("/map zoom:1 at:5.09"); got != whole {
		t.Errorf("once as near as the whole is %v, want %v", got, whole)
	}
	usual, near := size("/map at:5.09"), size("/map at:5.09 zoom:10")
	if usual != size("/map at:5.09 zoom:4") || usual == whole || near == usual {
		t.Errorf("the whole %v, usual %v, nearest %v", whole, usual, near)
	}
	size("/map zoom:2")
	h.refused(h.olga, "/map at:70.70", "is not on this map")
}

func TestSupplyLayer(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.begin()
	m := h.say(h.olga, "/map layer:supply")
	if alt := h.altOf(h.olga, m, "supply.png"); !strings.Contains(alt, "Blue: a supply line reaches every stack") {
		t.Errorf("of supply: %q", alt)
	}
	h.altOf(h.anna, h.say(h.anna, "/map at:7.06 zoom:3 layer:supply style:high-contrast"), "supply.png")
}

// What Discord does not take for its pictures goes out in words.
func TestWordsWithoutTheirPicture(t *testing.T) {
	t.Parallel()
	pictures := func(x localtable.Exchange) bool {
		return sends(x) && strings.Contains(string(x.Body), `"filename"`)
	}
	h := newHouse(t, func(h *house) {
		h.fault = func(x localtable.Exchange) localtable.Fault {
			if pictures(x) {
				return localtable.Fault{Status: http.StatusRequestEntityTooLarge}
			}
			return localtable.Fault{}
		}
	})
	if m := h.begin(); len(m.Attachments) != 0 {
		t.Errorf("%d pictures got through", len(m.Attachments))
	}
	h.await(h.anna, inChannel(h.direct(h.anna), "For your eyes only, Blue"))
	h.eventually("the log tells of it", func() bool {
		return strings.Contains(h.logged.String(),
			"Discord does not take a picture")
	})
}

// A replay is a film with a frame for each phase: of a game under way as the asker may
// see it, and for the channel as everybody may.
func TestReplay(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.refused(h.anna, "/game replay", "There is no game")
	h.begin()
	h.refused(h.anna, "/game replay", "No phase of this game has ended yet")
	h.say(h.anna, "/move units:b-1-arm,b-1-mot to:8.08")
	h.say(h.anna, "/end")
	h.say(h.anna, "/end")
	film := func(p *player.Player, m player.Message) (raw []byte) {
		h.t.Helper()
		alt := h.altOf(p, m, "replay.gif")
		for _, words := range []string{Unmarked(m.Content), alt} {
			if !strings.Contains(words,
				"Drill, 3 frames: turn 1 of 10, Blue movement to turn 1 of 10, Blue exploitation.") {
				t.Errorf("a film of %q", words)
			}
		}
		raw, err := p.Picture(h.ctx, m.Attachments[0])
		if err != nil {
			t.Fatal(err)
		}
		if g, err := gif.DecodeAll(bytes.NewReader(raw)); err != nil || len(g.Image) != 3 {
			t.Errorf("%d frames, %v", len(g.Image), err)
		}
		return raw
	}
	blue, red, all := h.say(h.anna, "/game replay"), h.say(h.boris, "/game replay"), h.say(h.olga, "/game replay")
	if bytes.Equal(film(h.anna, blue), film(h.boris, red)) || bytes.Equal(film(h.anna, blue), film(h.olga, all)) {
		t.Error("who knows more sees no more")
	}
	h.say(h.anna, "/game replay public:true")
	shown := h.await(h.olga, inChannel(h.channel, "Drill", "3 frames"))
	if !bytes.Equal(film(h.olga, shown), film(h.olga, all)) {
		t.Error("the channel is not shown what everybody may see")
	}
	if strings.Contains(shown.Attachments[0].Description, "Motorised") ||
		!strings.Contains(red.Attachments[0].Description, "8.08") {
		t.Errorf("the film's words are %q", shown.Attachments[0].Description)
	}
	dark := h.say(h.olga, "/game replay style:dark")
	if bright(h.shows(h.olga, dark)[0]) > 0.5 {
		t.Error("the film is not in the style asked for")
	}
}
