package ask

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"grognard/bot/discord/page"
	"grognard/render"
	"grognard/rules/view"
)

// A picture that cannot be drawn becomes no figure, and the log says why; the page keeps its words.
func TestDrawFigure_Fails(t *testing.T) {
	for name, draw := range map[string]func() (render.Picture[view.Public], error){
		"an error": func() (render.Picture[view.Public], error) {
			return render.Picture[view.Public]{}, errors.New("no ink")
		},
		"a panic": func() (render.Picture[view.Public], error) { panic("no ink") },
	} {
		var log bytes.Buffer
		kit := Kit{Log: slog.New(slog.NewTextHandler(&log, nil)), Drawing: make(chan struct{}, 2)}
		p := page.Page[view.Public]{Text: "a report", Figures: DrawFigure(kit, page.MapName, "a map", draw)}
		list := p.Messages()
		if len(list) != 1 || list[0].Content != "a report" || len(list[0].Attachments) != 0 {
			t.Errorf("after %s the page is %+v", name, list)
		}
		if !strings.Contains(log.String(), "no ink") || !strings.Contains(log.String(), page.MapName) {
			t.Errorf("after %s the log says %q", name, log.String())
		}
	}
}

func TestHouseStyle_Names(t *testing.T) {
	for name, want := range map[string]string{"": "paper", "dark": "dark", "high-contrast": "high-contrast"} {
		if s, err := HouseStyle(name); err != nil || s.Name != want {
			t.Errorf("%q is %q, %v", name, s.Name, err)
		}
	}
	if _, err := HouseStyle("puce"); err == nil || !strings.Contains(err.Error(), `"puce"`) ||
		!strings.Contains(err.Error(), "high-contrast") {
		t.Errorf("an unknown one: %v", err)
	}
}
