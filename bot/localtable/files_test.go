package localtable_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/localtable"

	"github.com/bwmarrin/discordgo"
)

// parcel is a message with files that have alternative texts, which discordgo's own methods cannot send.
type parcel struct {
	names, alts []string
	files       [][]byte
}

func (p *parcel) add(name, alt string, data []byte) *parcel {
	p.names, p.alts, p.files = append(p.names, name), append(p.alts, alt), append(p.files, data)
	return p
}

func (p *parcel) send(bot *discordgo.Session, channel string) error {
	var described []any
	var files []*discordgo.File
	for i, data := range p.files {
		described = append(described, map[string]any{"id": strconv.Itoa(i), "filename": p.names[i],
			"description": p.alts[i]})
		files = append(files, &discordgo.File{Name: p.names[i], Reader: bytes.NewReader(data)})
	}
	kind, body, err := discordgo.MultipartBodyWithJSON(map[string]any{"content": "pictures",
		"attachments": described}, files)
	if err != nil {
		return err
	}
	_, err = bot.RequestRaw("POST", discordgo.EndpointChannelMessages(channel), kind, body, "", 0)
	return err
}

// Several pictures of a message, among them a film, keep their order, names, texts, kinds and bytes.
func TestPicturesOfAMessage(t *testing.T) {
	var still, film bytes.Buffer
	check(t, png.Encode(&still, image.NewGray(image.Rect(0, 0, 30, 20))))
	frame := image.NewPaletted(image.Rect(0, 0, 40, 10), color.Palette{color.Black, color.White})
	check(t, gif.EncodeAll(&film, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{10, 10}}))
	_, base := lay(t, localtable.Options{})
	bot, anna := session(t, base), sit(t, base, "Anna")
	channel := channelOf(t, anna)
	check(t, new(parcel).add("map.png", "The map", still.Bytes()).add("replay.gif", "A film", film.Bytes()).send(bot,
		channel))
	list, err := anna.Messages(t.Context(), channel)
	if err != nil || len(list) != 1 || len(list[0].Attachments) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	for i, want := range []struct {
		name, alt, kind string
		w, h            int
		data            []byte
	}{{"map.png", "The map", "image/png", 30, 20, still.Bytes()}, {"replay.gif", "A film", "image/gif", 40, 10,
		film.Bytes()}} {
		a := list[0].Attachments[i]
		if a.Filename != want.name || a.Description != want.alt || a.ContentType != want.kind || a.Width != want.w ||
			a.Height != want.h {
			t.Errorf("picture %d is %+v, want %+v", i, a, want)
		}
		if got, err := anna.Picture(t.Context(), a); err != nil || !bytes.Equal(got, want.data) {
			t.Errorf("picture %d has other bytes: %v", i, err)
		}
	}
}

// The table refuses messages that are too large for Discord.
func TestTooMuchForAMessage(t *testing.T) {
	_, base := lay(t, localtable.Options{})
	bot, channel := session(t, base), channelOf(t, sit(t, base, "Anna"))
	small := []byte("x")
	ten := &parcel{}
	for range 10 {
		ten.add("a.png", strings.Repeat("é", 1024), small)
	}
	if err := ten.send(bot, channel); err != nil {
		t.Errorf("ten files with long words: %v", err)
	}
	for name, c := range map[string]struct {
		p    *parcel
		want string
	}{
		"eleven files":   {ten.add("a.png", "", small), "BASE_TYPE_BAD_LENGTH"},
		"too many words": {new(parcel).add("a.png", strings.Repeat("é", 1025), small), "BASE_TYPE_MAX_LENGTH"},
		"too many bytes": {new(parcel).add("a.gif", "", make([]byte, 10<<20+1)), "40005"},
	} {
		if err := c.p.send(bot, channel); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}
