package ask

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"grognard/render"
)

// Preferences stores what users have chosen for themselves. The values survive a restart.
type Preferences interface {
	Preference(ctx context.Context, user, name string) (value string, err error) // "" for no choice
	Prefer(ctx context.Context, user, name, value string) error
}

// StyleChoice is the name of the preference for a style of pictures.
const StyleChoice = "style"

// HouseStyle returns the style that the operator has chosen by its name; "" is the default.
func HouseStyle(name string) (render.Style, error) {
	if name == "" {
		return render.Styles()[0], nil
	}
	if s, ok := render.StyleNamed(name); ok {
		return s, nil
	}
	return render.Style{}, fmt.Errorf("there is no style %q, but these: %s", name, strings.Join(styleNames(), ", "))
}

func styleNames() (names []string) {
	for _, s := range render.Styles() {
		names = append(names, s.Name)
	}
	return names
}

// StyleOf returns the style of pictures that a user alone sees: his choice, or the operator's if none can be read.
func (k Kit) StyleOf(ctx context.Context, user string) render.Style {
	name, err := k.Preferences.Preference(ctx, user, StyleChoice)
	if err != nil {
		k.Log.Warn("a user's style is not known", "error", err)
	}
	if s, ok := render.StyleNamed(name); ok {
		return s
	}
	return k.House
}

// StyleFor returns the style of an answer: the one that the option style names, else for a public answer the server's
// (the operator's if it has chosen none), else the user's own.
func (k Kit) StyleFor(ctx context.Context, req Request, values map[string]string) (render.Style, error) {
	name, given := values["style"]
	switch {
	case given:
		if s, ok := render.StyleNamed(name); ok {
			return s, nil
		}
		return render.Style{}, NoChoice("style", name, styleNames()...)
	case values["public"] == "true":
		return k.At(ctx, req.Guild, req.Cmd.Channel).House, nil
	}
	return k.StyleOf(ctx, req.Cmd.User), nil
}

// AutopassChoice is the name of the preference for automatic passing of phases in which a user can do nothing. Such
// phases pass unless its value is "false".
const AutopassChoice = "autopass"

// PassesAutomatically returns a function that reports whether phases pass automatically in which the user can do
// nothing. If his choice cannot be read, it reports false.
func PassesAutomatically(p Preferences, log *slog.Logger) func(ctx context.Context, user string) bool {
	return func(ctx context.Context, user string) bool {
		choice, err := p.Preference(ctx, user, AutopassChoice)
		if err != nil {
			log.Warn("whether phases pass for a user is not known, and they wait", "error", err)
			return false
		}
		return choice != "false"
	}
}

// refusesDMs is the name of the preference that says that the last direct message to a user was refused. The value
// is not the user's to choose.
const refusesDMs = "refuses-dm"

// RefusesDMs reports whether the last direct message to a user was refused; false if that cannot be read.
func (k Kit) RefusesDMs(ctx context.Context, user string) bool {
	refused, err := k.Preferences.Preference(ctx, user, refusesDMs)
	if err != nil {
		k.Log.Warn("whether a user refuses direct messages is not known", "error", err)
	}
	return refused != ""
}

// NoteRefusal stores whether the last direct message to a user was refused.
func (k Kit) NoteRefusal(ctx context.Context, user string, refused bool) error {
	switch {
	case refused:
		return k.Preferences.Prefer(ctx, user, refusesDMs, "true")
	case k.RefusesDMs(ctx, user):
		return k.Preferences.Prefer(ctx, user, refusesDMs, "")
	}
	return nil
}
