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
	"grognard/bot/discord/wording"
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
	p.rows = []discordgo.MessageComponent{row(button(req.Say("button.remind"), pressRemind+":",
		discordgo.SecondaryButton))}
	return p.messages(), nil
}

// digest lists all games of a user that wait for somebody, with links to their channels. It says what everybody may
// know of them, so he may read it anywhere.
func (loc localizer) digest(list []referee.Due) page[view.Public] {
	if len(list) == 0 {
		return page[view.Public]{text: loc.Say("digest.none")}
	}
	var lines []string
	room := pageRoom
	for i, d := range list {
		line := "• " + loc.dueLine(d)
		switch {
		case d.Mine && i == 0:
			line = loc.Say("digest.mine") + "\n" + line
		case !d.Mine && (i == 0 || list[i-1].Mine):
			line = loc.Say("digest.others") + "\n" + line
		}
		if room -= utf8.RuneCountInString(line) + 1; room < 0 {
			lines = append(lines, loc.Say("digest.more", "n", len(list)-i))
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
	what := loc.Phase(b.Phase)
	if b.Due != nil {
		what = loc.Owed(*b.Due)
	}
	words := loc.Say("digest.line", "channel", channelLink(d.Table.Channel), "title", wording.InWords(d.Table.Title),
		"turn", b.Turn, "what", wording.InWords(what), "since", wording.RelativeTimestamp(d.Table.Since))
	if !d.Mine {
		words += " " + loc.Say("digest.by", "user", loc.mentionAll(d.Table.Called(d.Side, b.Due)))
	}
	if !d.Deadline.IsZero() {
		words += " " + loc.Say("call.deadline", "at", wording.Timestamp(d.Deadline), "in",
			wording.RelativeTimestamp(d.Deadline))
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

// digestWithin is for how long the bot tries to send a digest. One that fails is not sent again, as the next day's says
// more.
const digestWithin = 2 * time.Minute

// sendDigests sends the digests that are due now, each as one direct message.
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

// sendDigest sends a digest. Its nonce makes sure that it appears once even if the request is repeated.
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
