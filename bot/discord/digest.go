package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/rules/view"
)

// dueEverywhere is /due all:true: all games of the asker that wait for somebody.
func (b *bot) dueEverywhere(ctx context.Context, req request) ([]rest.Message, error) {
	list, err := b.referee.DueOf(ctx, req.cmd.User)
	if err != nil {
		return nil, err
	}
	p := req.digest(list)
	p.rows = []discordgo.MessageComponent{row(button(req.say("button.remind"), pressRemind+":", discordgo.SecondaryButton))}
	return p.messages(), nil
}

// digest is all games of a user that wait for somebody, with links to their channels: what everybody may
// know of them, and so for him to read anywhere.
func (loc localizer) digest(list []referee.Due) page[view.Public] {
	if len(list) == 0 {
		return page[view.Public]{text: loc.say("digest.none")}
	}
	var lines []string
	room := pageRoom
	for i, d := range list {
		line := "• " + loc.dueLine(d)
		switch {
		case d.Mine && i == 0:
			line = loc.say("digest.mine") + "\n" + line
		case !d.Mine && (i == 0 || list[i-1].Mine):
			line = loc.say("digest.others") + "\n" + line
		}
		if room -= utf8.RuneCountInString(line) + 1; room < 0 {
			lines = append(lines, loc.say("digest.more", "n", len(list)-i))
			break
		}
		lines = append(lines, line)
	}
	return page[view.Public]{text: strings.Join(lines, "\n")}
}

// dueLine is what a game waits for.
func (loc localizer) dueLine(d referee.Due) string {
	b := d.Public.Board()
	loc = loc.on(b.Map)
	what := loc.phase(b.Phase)
	if b.Due != nil {
		what = loc.owed(*b.Due)
	}
	words := loc.say("digest.line", "channel", channelLink(d.Table.Channel), "title", inWords(d.Table.Title),
		"turn", b.Turn, "what", inWords(what), "since", ago(d.Table.Since))
	if !d.Mine {
		words += " " + loc.say("digest.by", "user", mentionAll(d.Table.Called(d.Side, b.Due)))
	}
	if !d.Deadline.IsZero() {
		words += " " + loc.say("call.deadline", "at", moment(d.Deadline), "in", ago(d.Deadline))
	}
	return words
}

// tellDaily sends digests when they are due, until ctx ends.
func (b *bot) tellDaily(ctx context.Context) {
	for {
		_, err := safely(func() (struct{}, error) { return struct{}{}, b.sendDigests(ctx) })
		wait := rest.LastWait
		if err != nil && ctx.Err() == nil && !errors.Is(err, referee.ErrShut) {
			b.log.Error("the digests that are due are not known", "error", err)
			wait = rest.FirstWait
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-b.referee.DigestsDue():
		case <-timer.C:
		}
		timer.Stop()
	}
}

// digestWithin is how long it is tried to send a digest. It is crossed off already: tomorrow's tells more.
const digestWithin = 2 * time.Minute

// sendDigests sends those that are due now, one direct message for all games of a user.
func (b *bot) sendDigests(ctx context.Context) error {
	all, err := b.referee.Digests(ctx)
	loc := b.messages.inChannel()
	for user, list := range all {
		if failed := b.sendDigest(ctx, user, loc.digest(list)); failed != nil {
			b.log.Warn("a digest was not sent", "error", failed)
		}
	}
	return err
}

// sendDigest sends a digest once: its nonce makes one of two requests.
func (b *bot) sendDigest(ctx context.Context, user string, p page[view.Public]) error {
	ctx, cancel := context.WithTimeout(ctx, digestWithin)
	defer cancel()
	m := p.messages()[0]
	sum := sha256.Sum256([]byte("digest " + user + time.Now().Truncate(time.Hour).String()))
	m.Nonce, m.Enforce = hex.EncodeToString(sum[:])[:25], true
	err := b.rest.Persist(ctx, func(ctx context.Context) error {
		channel, err := b.rest.DM(ctx, user)
		if err == nil {
			_, err = b.rest.Send(ctx, channel, m)
		}
		return err
	})
	if kind, _ := rest.Diagnose(err); err != nil && kind == rest.Forbidden {
		return b.preferences.Prefer(ctx, user, refusesWords, "true")
	}
	return err
}
