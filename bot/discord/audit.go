package discord

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/referee"
	"grognard/rules/order"
	"grognard/rules/view"
)

const (
	// auditVerb says how the dice work.
	auditVerb order.Verb = "dice audit"

	// pressCheck shows what the rolls of a message can be checked against. Their numbers
	// follow: everybody was told of them, and a sequence of the log would tell more.
	pressCheck = "check"
)

// checkLimit is for the numbers of rolls in a custom ID, beside the names of press, game and
// message.
const checkLimit = 60

// withCheck is rows with the button that checks the rolls of which lines tell, where they do.
func (s speech) withCheck(rows []discordgo.MessageComponent, game referee.GameID, lines []view.Line) []discordgo.MessageComponent {
	var numbers []int
	for _, l := range lines {
		numbers = append(numbers, l.Rolls()...)
	}
	if len(numbers) == 0 {
		return rows
	}
	b := button(s.say("button.check"), opener(pressCheck, game, spans(numbers)), discordgo.SecondaryButton)
	if n := len(rows); n > 0 {
		if last := rows[n-1].(discordgo.ActionsRow); len(last.Components) < rowLimit {
			return append(slices.Clone(rows[:n-1]), row(append(slices.Clone(last.Components), b)...))
		}
	}
	return append(slices.Clone(rows), row(b))
}

// spans writes numbers, as "3.5-7". Where they are too many the last span goes to the greatest.
func spans(numbers []int) string {
	numbers = slices.Compact(slices.Sorted(slices.Values(numbers)))
	out := ""
	for from := 0; from < len(numbers); {
		to := from + 1
		for to < len(numbers) && numbers[to] == numbers[to-1]+1 {
			to++
		}
		one := between(numbers[from], numbers[to-1])
		if rest := between(numbers[from], numbers[len(numbers)-1]); len(out)+len(one)+len(rest) > checkLimit {
			one, to = rest, len(numbers)
		}
		out += "." + one
		from = to
	}
	return strings.TrimPrefix(out, ".")
}

func between(first, last int) string {
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

// within says whether a number is one of those that spans has written.
func within(text string, number int) bool {
	for part := range strings.SplitSeq(text, ".") {
		from, to, ranged := strings.Cut(part, "-")
		first, err := strconv.Atoi(from)
		last := first
		if ranged && err == nil {
			last, err = strconv.Atoi(to)
		}
		if err == nil && first <= number && number <= last {
			return true
		}
	}
	return false
}

// check shows the rolls of a message, each as far as the asker may know it.
func (b *bot) check(ctx context.Context, a ask, numbers string) ([]message, error) {
	audit, err := b.referee.Audit(ctx, a.cmd)
	if err != nil {
		return nil, err
	}
	var parts []string
	for _, c := range audit.Casts {
		c.Rolls = slices.DeleteFunc(c.Rolls, func(r referee.Roll) bool { return !within(numbers, r.Number) })
		if len(c.Rolls) > 0 {
			parts = append(parts, a.cast(audit.Table, c))
		}
	}
	if len(parts) == 0 {
		return a.told("check.none"), nil
	}
	parts = append(parts, a.say("check.how", "game", said(audit.Table.Game)))
	if audit.Table.Secret == "" {
		parts = append(parts, a.say("check.later"))
	} else {
		parts = append(parts, a.dice(audit.Table))
	}
	return page[view.Public]{text: strings.Join(parts, "\n")}.messages(), nil
}

// cast is an order for which dice fell, with its rolls.
func (s speech) cast(t referee.Table, c referee.Cast) string {
	var lines []string
	for _, r := range c.Rolls {
		fell := said(faces(r.Faces))
		switch {
		case r.Faces == nil:
			lines = append(lines, s.say("check.roll-hidden", "roll", r.Number))
		case t.Secret == "":
			lines = append(lines, s.say("account.apart", "roll", r.Number, "faces", fell))
		case r.Agrees:
			lines = append(lines, s.say("check.roll-agrees", "roll", r.Number, "faces", fell))
		default:
			lines = append(lines, s.say("check.roll-differs", "roll", r.Number, "faces", fell))
		}
	}
	if c.Asked == "" {
		lines = append(lines, s.say("check.order-hidden"))
	} else {
		lines = append(lines, s.say("check.order", "order", said(c.Asked)))
	}
	lines = append(lines, s.say("check.hash", "hash", said(c.Hash)))
	if c.Signature != "" {
		lines = append(lines, s.say("check.round", "round", said(strconv.FormatUint(c.Round, 10)), "signature", said(c.Signature), "chain", said(t.Beacon)))
	} else if c.Round != 0 {
		lines = append(lines, s.say("check.round-none", "round", said(strconv.FormatUint(c.Round, 10))))
	}
	return strings.Join(lines, "\n")
}

// audit is /dice audit: how the dice work, and the facts of the channel's game with its export.
func (b *bot) audit(ctx context.Context, a ask) ([]message, error) {
	parts := []string{a.say("audit.how"), a.say("audit.do"), a.say("audit.cannot")}
	audit, err := b.referee.Audit(ctx, a.cmd)
	if errors.Is(err, referee.ErrNoGame) {
		return page[view.Public]{text: strings.Join(append(parts, a.say("audit.could")), "\n")}.messages(), nil
	}
	if err != nil {
		return nil, err
	}
	if audit.Table.Beacon != "" {
		parts = append(parts, a.say("audit.beacon", "chain", said(audit.Table.Beacon)))
	} else {
		parts = append(parts, a.say("audit.could"))
	}
	_, file, err := b.exportFile(ctx, a)
	if err != nil {
		return nil, err
	}
	if len(file) == 0 {
		parts = append(parts, a.say("export.large"))
	}
	return a.seated(audit.Table, strings.Join(append(parts, a.facts(audit)...), "\n"), file...), nil
}

// facts are a game's own in an audit.
func (s speech) facts(a referee.Audit) []string {
	t, rolls := a.Table, 0
	for _, c := range a.Casts {
		rolls += len(c.Rolls)
	}
	facts := []string{s.say("audit.game", "game", said(t.Game)) + " " + s.say("audit.rolls", "n", rolls)}
	if t.Secret == "" {
		words := make([]string, len(t.Seats))
		for i, seat := range t.Seats {
			words[i] = s.say("audit.word-none", "side", said(seat.Side.Name))
			if seat.Worded {
				words[i] = s.say("audit.word", "side", said(seat.Side.Name))
			}
		}
		facts[0] += " " + strings.Join(words, " · ")
	}
	facts = append(facts, s.dice(t))
	if t.Head == "" {
		return append(facts, s.say("audit.no-head"))
	}
	return append(facts, s.say("audit.head", "hash", said(t.Head)))
}
