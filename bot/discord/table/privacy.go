package table

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/people"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// PrivacyVerb is the command that says what is stored about a user. It can be given everywhere.
const PrivacyVerb order.Verb = "privacy"

// The names of the presses by which a user deletes his data: the first asks, the second deletes. The second is followed
// by a digest of the games that he was told he leaves.
const (
	pressForget    = "forget"
	pressForgetNow = "forget-now"
)

// privacy tells the asker alone what is stored about him, why and for how long, with a button to delete it.
func (s Profiles) privacy(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	kept, err := s.kept(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	p := page.Page[view.Public]{Text: play.JoinLines(keptLines(req, kept))}
	if !kept.None() {
		p.Rows = page.OneRow(page.Button(req.Say("button.forget"), pressForget+":", discordgo.SecondaryButton))
	}
	return p.Messages(), nil
}

// kept returns what is stored about a user, in games and in seasons.
func (s Profiles) kept(ctx context.Context, user string) (k people.Kept, err error) {
	if k, err = s.Referee.Kept(ctx, user); err == nil {
		k.Seasons, k.Lobbies, err = s.Seasons(ctx, user)
	}
	return k, err
}

// keptLines returns the lines about what is stored about the asker.
func keptLines(req ask.Request, k people.Kept) []string {
	if k.None() {
		return []string{req.Say("privacy.none"), req.Say("privacy.elsewhere")}
	}
	lines := []string{req.Say("privacy.title")}
	add := func(n int, words string) {
		if n > 0 {
			lines = append(lines, words)
		}
	}
	add(k.Games, req.Say("privacy.games", "n", k.Games))
	add(k.Notes, req.Say("privacy.notes", "n", k.Notes))
	add(k.Papers, req.Say("privacy.papers", "n", k.Papers))
	add(k.Preferences, req.Say("privacy.preferences", "n", k.Preferences))
	add(k.Changes, req.Say("privacy.changes", "n", k.Changes))
	add(k.Waits, req.Say("privacy.waits", "n", k.Waits))
	add(k.Panels, req.Say("privacy.panel"))
	add(k.Seasons, req.Say("privacy.seasons", "n", k.Seasons))
	add(k.Lobbies, req.Say("privacy.lobbies", "n", k.Lobbies))
	return append(lines, req.Say("privacy.elsewhere"), req.Say("privacy.how"))
}

func (s Profiles) commands() []ask.CommandSpec {
	return []ask.CommandSpec{
		{Verb: HelpVerb, Run: ask.WithoutOptions(s.help), Anywhere: true, Aside: true},
		{Verb: PrivacyVerb, Run: ask.WithoutOptions(s.privacy), Anywhere: true, Aside: true},
	}
}

func (s Profiles) presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: pressForget, Run: s.pressedForget, NoGame: true, Aside: true},
		{Name: pressForgetNow, Run: s.pressedForget, NoGame: true, Aside: true},
	}
}

// pressedForget deletes the asker's data after a confirmation. If his games have changed since, it asks once more.
func (s Profiles) pressedForget(ctx context.Context, req ask.Request, d ask.Pressed) ([]rest.Message, error) {
	kept, err := s.kept(ctx, req.Cmd.User)
	if err != nil {
		return nil, err
	}
	if kept.None() {
		return req.TextReply("privacy.none"), nil
	}
	if digest := gamesLeftDigest(kept); d.Name == pressForget || d.What != digest {
		return confirmation(play.JoinLines(deletionLines(req, kept)), req.Say("button.forget-now"),
			pressForgetNow+":"+digest), nil
	}
	if _, err = s.Referee.Depart(ctx, req.Cmd); err != nil {
		return nil, err
	}
	s.Proposals.forget(req.Cmd.User)
	s.ForgetPanel(ctx, req.Cmd.User)
	return req.TextReply("privacy.done"), nil
}

// deletionLines returns the lines about what a deletion will do.
func deletionLines(req ask.Request, k people.Kept) []string {
	lines := []string{req.Say("privacy.ask")}
	if beside := channelsOf(k, func(s people.SeatKept) bool { return s.Beside }); len(beside) > 0 {
		lines = append(lines, req.Say("privacy.goes", "n", len(beside),
			"channels", wording.InWords(strings.Join(beside, ", "))))
	}
	if n := k.Seasons; n > 0 {
		lines = append(lines, req.Say("privacy.leaves-seasons", "n", n))
	}
	if n := len(k.Asked); n > 0 {
		lines = append(lines, req.Say("privacy.declines", "n", n))
	}
	if begun := channelsOf(k, func(s people.SeatKept) bool { return s.Started && !s.Beside }); len(begun) > 0 {
		lines = append(lines, req.Say("privacy.resigns", "n", len(begun),
			"channels", wording.InWords(strings.Join(begun, ", "))))
	}
	if open := channelsOf(k, func(s people.SeatKept) bool { return !s.Started }); len(open) > 0 {
		lines = append(lines, req.Say("privacy.leaves", "n", len(open),
			"channels", wording.InWords(strings.Join(open, ", "))))
	}
	return append(lines, req.Say("privacy.for-good"))
}

// channelsOf returns links to the channels of those of a user's games for which the function which is true.
func channelsOf(k people.Kept, which func(people.SeatKept) bool) (links []string) {
	for _, s := range k.Seats {
		if which(s) {
			links = append(links, "<#"+s.Channel+">")
		}
	}
	return links
}

// gamesLeftDigest returns a digest of the games that a user is told he leaves.
func gamesLeftDigest(k people.Kept) string {
	h := sha256.New()
	for _, s := range k.Seats {
		fmt.Fprintln(h, s.Game, s.Started, s.Beside)
	}
	for _, s := range k.Asked {
		fmt.Fprintln(h, s.Game)
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}
