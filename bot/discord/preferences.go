package discord

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/view"
)

// Preferences keeps what users have chosen for themselves. It outlasts the program.
type Preferences interface {
	Preference(ctx context.Context, user, name string) (value string, err error) // "" for no choice
	Prefer(ctx context.Context, user, name, value string) error
}

// styleChoice is the name of the preference for a style of pictures.
const styleChoice = "style"

// houseStyle is the style that the operator has chosen, "" for the default.
func houseStyle(name string) (render.Style, error) {
	if name == "" {
		return render.Styles()[0], nil
	}
	if s, ok := render.StyleNamed(name); ok {
		return s, nil
	}
	var names []string
	for _, s := range render.Styles() {
		names = append(names, s.Name)
	}
	return render.Style{}, fmt.Errorf("there is no style %q, but these: %s", name, strings.Join(names, ", "))
}

// styleOf is the style of pictures that a user alone sees. If his choice cannot be read, it is the operator's.
func (b *bot) styleOf(ctx context.Context, user string) render.Style {
	name, err := b.preferences.Preference(ctx, user, styleChoice)
	if err != nil {
		b.log.Warn("a user's style is not known", "error", err)
	}
	if s, ok := render.StyleNamed(name); ok {
		return s
	}
	return b.house
}

// styleFor is the style of an answer: the one that the asker names with it, else his own choice, or the operator's for
// an answer that everybody reads.
func (b *bot) styleFor(ctx context.Context, req request, values map[string]string) (render.Style, error) {
	name, given := values["style"]
	switch {
	case given:
		if s, ok := render.StyleNamed(name); ok {
			return s, nil
		}
		return render.Style{}, refusal("error.no-choice", "option", wording.InWords("style"),
			"value", wording.Quoted(name))
	case values["public"] == "true":
		return b.house, nil
	}
	return b.styleOf(ctx, req.cmd.User), nil
}

// chooseStyle keeps a user's style for what he alone sees, or says which one it is, and shows an example.
func (b *bot) chooseStyle(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	look, err := b.styleFor(ctx, req, values)
	if err != nil {
		return nil, err
	}
	id := "style.is"
	if _, given := values["style"]; given {
		if err := b.preferences.Prefer(ctx, req.cmd.User, styleChoice, look.Name); err != nil {
			return nil, err
		}
		id = "style.chosen"
	}
	games := b.referee.Games()
	if len(games) == 0 {
		return nil, referee.ErrNoModule
	}
	v := games[0].SetUp
	loc := req.on(v.Board().Map)
	p := page[view.Public]{text: loc.Say(id, "style", wording.InWords(loc.Describe("style."+look.Name, look.Name)))}
	p.figures = drawn(b, styleName, loc.Say("alt.sample"), func() (render.Picture[view.Public], error) {
		return render.Draw(b.painterIn(loc), v, look, nearer(v.Board().Map.Grid, busiest(v.Board()), sampleZoom))
	})
	return p.messages(), nil
}

// sampleZoom shows enough of a map to judge a style by.
const sampleZoom = 5

// busiest is the hex of the highest stack, the first of several.
func busiest(b *view.Board) hex.Hex {
	at, most := middle(b.Map.Grid), 0
	for _, st := range b.Stacks {
		if st.Height > most {
			at, most = st.Hex, st.Height
		}
	}
	return at
}

// autopassChoice is the name of the preference whether phases in which a user can do nothing pass automatically. They
// do unless it is "false".
const autopassChoice = "autopass"

// Passes says whether a user lets phases pass automatically in which he can do nothing.
func Passes(p Preferences, log *slog.Logger) func(ctx context.Context, user string) bool {
	return func(ctx context.Context, user string) bool {
		choice, err := p.Preference(ctx, user, autopassChoice)
		if err != nil {
			log.Warn("whether phases pass for a user is not known, and they wait", "error", err)
			return false
		}
		return choice != "false"
	}
}

// autopass is /autopass: it keeps a user's choice, or says what it is.
func (b *bot) autopass(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	if on, given := values["on"]; given {
		if err := b.preferences.Prefer(ctx, req.cmd.User, autopassChoice, on); err != nil {
			return nil, err
		}
	}
	if Passes(b.preferences, b.log)(ctx, req.cmd.User) {
		return req.told("autopass.on"), nil
	}
	return req.told("autopass.off"), nil
}
