package discord

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// What cannot be drawn is no figure, and the log says why; the page keeps its words.
func TestWordsOutliveTheirPicture(t *testing.T) {
	for name, draw := range map[string]func() (render.Picture[view.Public], error){
		"an error": func() (render.Picture[view.Public], error) {
			return render.Picture[view.Public]{}, errors.New("no ink")
		},
		"a panic": func() (render.Picture[view.Public], error) { panic("no ink") },
	} {
		var log bytes.Buffer
		b := &bot{Kit: ask.Kit{Log: slog.New(slog.NewTextHandler(&log, nil))}}
		p := page.Page[view.Public]{Text: "a report", Figures: ask.DrawFigure(b.Kit, page.MapName, "a map", draw)}
		list := p.Messages()
		if len(list) != 1 || list[0].Content != "a report" || len(list[0].Attachments) != 0 {
			t.Errorf("after %s the page is %+v", name, list)
		}
		if !strings.Contains(log.String(), "no ink") || !strings.Contains(log.String(), page.MapName) {
			t.Errorf("after %s the log says %q", name, log.String())
		}
	}
}

// Anything on the map has happened, and words alone have not.
func TestWhatHappenedOnTheMap(t *testing.T) {
	march := view.MapEvent{Kind: view.Marched, Path: []hex.Hex{{Col: 1, Row: 1}, {Col: 2, Row: 1}}}
	for _, c := range []struct {
		line view.Line
		want bool
	}{
		{view.Line{Text: view.T("told.idle")}, false},
		{view.Line{MapEvent: &march}, true},
		{view.Line{Reckoned: &view.Reckoning{}}, true},
	} {
		if got := look.HasMapEvents([]view.Line{{}, c.line}); got != c.want {
			t.Errorf("%+v has happened: %v", c.line, got)
		}
	}
}

// The pictures of a page come with its last part, each under its own number.
func TestFiguresOfAPage(t *testing.T) {
	p := page.Page[view.Public]{Text: strings.Repeat("words ", 500), Figures: []page.Figure[view.Public]{
		{Name: page.MapName, Alt: "a map", Data: []byte("1")}, {Name: page.CloseUpName, Alt: "a part of it",
			Data: []byte("2")},
	}}
	list := p.Messages()
	last := list[len(list)-1]
	if len(list) < 2 || len(list[0].Attachments) != 0 || len(last.Attachments) != 2 || len(last.Files) != 2 {
		t.Fatalf("%d parts, the last with %+v", len(list), last.Attachments)
	}
	if a := last.Attachments[1]; a != (rest.Attachment{ID: "1", Filename: page.CloseUpName,
		Description: "a part of it"}) || string(last.Files[1]) != "2" {
		t.Errorf("the second picture is %+v", a)
	}
	if bare := last.Bare(); len(bare.Files)+len(bare.Attachments) != 0 || bare.Attachments == nil ||
		bare.Content != last.Content || len(last.Files) != 2 {
		t.Errorf("without its pictures it is %+v", bare)
	}
}

func TestHouseStyle(t *testing.T) {
	for name, want := range map[string]string{"": "paper", "dark": "dark", "high-contrast": "high-contrast"} {
		if s, err := ask.HouseStyle(name); err != nil || s.Name != want {
			t.Errorf("%q is %q, %v", name, s.Name, err)
		}
	}
	if _, err := ask.HouseStyle("puce"); err == nil || !strings.Contains(err.Error(), `"puce"`) ||
		!strings.Contains(err.Error(), "high-contrast") {
		t.Errorf("an unknown one: %v", err)
	}
}

// A film that leaves moments out says so, and counts the frames that it has.
func TestWordsOfAFilm(t *testing.T) {
	m := &view.Map{Sides: []order.Nation{{ID: "blue", Name: "Blue"}}}
	first := &view.Board{Map: m, Turn: 1, Turns: 9, Phase: view.Phase{Side: "blue", Name: "combat"}}
	last := &view.Board{Map: m, Turn: 9, Turns: 9, Over: true}
	loc, table := inEnglish(t).On(m), api.Table{Title: "Drill", Over: true}
	for every, want := range map[int]string{
		1: "**Drill**, 101 frames: turn 1 of 9, Blue combat to the end on turn 9. The game is over and nothing is hidden any more.",
		4: "**Drill**, 26 frames: turn 1 of 9, Blue combat to the end on turn 9. It shows one frame in 4: the whole film would be too large for Discord. The game is over and nothing is hidden any more.",
	} {
		if got := look.FilmCaption(loc, table, first, last, 101, every); got != want {
			t.Errorf("one in %d: %q, want %q", every, got, want)
		}
	}
}
