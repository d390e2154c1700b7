// Package audit shows how the dice of a game fell and how they can be checked.
//
// A message that tells of rolls has a button by which everybody reads the whole sum of each fight, as it was told, and
// below it the dice with the hashes that they follow from; a report of many moves has one for each move. Command is
// /dice audit. Both know only what their reader may know: a die that he was not told of has no faces.
//
// The numbers of the rolls stand in the button's custom ID:
//
//	rows := audit.WithCheck(loc, nil, "g1", []view.Line{{Roll: 3}, {Roll: 4}, {Roll: 9}})
//	fmt.Println(rows[0].(discordgo.ActionsRow).Components[0].(discordgo.Button).CustomID)
//
// A custom ID has at most a hundred characters: if the rolls are too many, the last range goes up to the greatest.
package audit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/briefly"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/bot/referee/api"
	"grognard/bot/referee/views"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

const (
	// Verb is the command that explains how the dice work.
	Verb order.Verb = "dice audit"

	// pressCheck shows what the rolls of a message can be checked against. After it stand the numbers of the rolls,
	// which everybody knows, and not the sequence of the log's row, which would tell more.
	pressCheck = "check"

	// pressMoves shows each move of a phase. After it stands TURN.SIDE.PHASE.
	pressMoves = "moves"
)

// checkLimit is how many characters of a custom ID are left for rolls' numbers, beside press, game and message name.
const checkLimit = 60

// Audits answers those who check dice.
type Audits struct {
	Referee service
	// Export returns the game of a channel as a file, none where it is too large.
	Export func(ctx context.Context, req ask.Request) (api.Table, []page.Figure[view.Public], error)
}

// service is what the referee tells of dice.
type service interface {
	Audit(ctx context.Context, c api.Command) (views.Audit, error)
}

// Command returns the command that explains how the dice work.
func (a Audits) Command() ask.CommandSpec {
	return ask.CommandSpec{Verb: Verb, Run: a.explain, Cost: limit.Film, Options: []ask.Option{ask.YesOption("head")}}
}

// Presses returns the buttons of this package.
func (a Audits) Presses() []ask.PressSpec {
	return []ask.PressSpec{
		{Name: pressCheck, Run: ask.WithWhat(a.check)},
		{Name: pressMoves, Run: ask.WithWhat(a.moves)},
	}
}

// WithCheck adds the button that checks rolls to rows, if the lines tell of any.
func WithCheck(loc wording.Localizer, rows []discordgo.MessageComponent, game api.GameID,
	lines []view.Line) []discordgo.MessageComponent {
	var numbers []int
	for _, l := range lines {
		numbers = append(numbers, l.Rolls()...)
	}
	if len(numbers) == 0 {
		return rows
	}
	label := loc.Say("button.check")
	if !slices.ContainsFunc(lines, func(l view.Line) bool { return l.Reckoned != nil }) {
		label = loc.Say("button.check-dice")
	}
	b := page.Button(label, page.PressID(pressCheck, game, spans(numbers)), discordgo.SecondaryButton)
	if n := len(rows); n > 0 {
		if last := rows[n-1].(discordgo.ActionsRow); len(last.Components) < page.RowLimit {
			return append(slices.Clone(rows[:n-1]), page.Row(append(slices.Clone(last.Components), b)...))
		}
	}
	return append(slices.Clone(rows), page.Row(b))
}

// spans writes numbers as ranges, such as "3.5-7". If there are too many, the last range goes up to the greatest.
func spans(numbers []int) string {
	numbers = slices.Compact(slices.Sorted(slices.Values(numbers)))
	out := ""
	for from := 0; from < len(numbers); {
		to := from + 1
		for to < len(numbers) && numbers[to] == numbers[to-1]+1 {
			to++
		}
		one := rangeText(numbers[from], numbers[to-1])
		if tail := rangeText(numbers[from], numbers[len(numbers)-1]); len(out)+len(one)+len(tail) > checkLimit {
			one, to = tail, len(numbers)
		}
		out += "." + one
		from = to
	}
	return strings.TrimPrefix(out, ".")
}

func rangeText(first, last int) string {
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

// hasNumber reports whether a text that spans has written contains a number.
func hasNumber(text string, number int) bool {
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

// check shows the rolls of a message, each as far as the asker may know it, below all that everybody was told of them.
func (a Audits) check(ctx context.Context, req ask.Request, numbers string) ([]rest.Message, error) {
	audit, err := a.Referee.Audit(ctx, req.Cmd)
	if err != nil {
		return nil, err
	}
	parts := inFull(req.Localizer, audit.Public, func(told []view.Line) []view.Line {
		return briefly.OfRolls(told, func(roll int) bool { return hasNumber(numbers, roll) })
	})
	before := len(parts)
	for _, c := range audit.Rolls {
		c.Rolls = slices.DeleteFunc(c.Rolls, func(r api.Roll) bool { return !hasNumber(numbers, r.Number) })
		if len(c.Rolls) > 0 {
			parts = append(parts, orderWithRolls(req.Localizer, audit.Table, c))
		}
	}
	if len(parts) == before {
		return req.TextReply("check.none"), nil
	}
	var rows []discordgo.MessageComponent
	if audit.Table.Secret == "" { // nobody can compute a roll yet
		parts = append(parts, req.Say("check.later"))
	} else {
		parts = append(parts, req.Say("check.how", "game", wording.InWords(audit.Table.Game)),
			tell.DiceSecrets(req.Localizer, audit.Table))
	}
	if _, plays := audit.Table.Seat(req.Cmd.User); plays && !audit.Table.Over {
		rows = page.OneRow(page.OrdersButton(req.Localizer, audit.Table.Game))
	}
	return page.Page[view.Public]{Text: strings.Join(parts, "\n"), Rows: rows}.Messages(), nil
}

// inFull returns one text, in full, of those public log lines that choose returns; nil if it returns none.
func inFull(loc wording.Localizer, v *view.Public, choose func(told []view.Line) []view.Line) []string {
	if v == nil {
		return nil
	}
	b := v.Board()
	if words := loc.On(b.Map).InPictures(emojis.All).Account(choose(b.Told)); words != "" {
		return []string{words}
	}
	return nil
}

// MovesButton returns the button that shows each move of the phase that a report tells of.
func MovesButton(loc wording.Localizer, game api.GameID, m view.Moment) discordgo.Button {
	what := fmt.Sprintf("%d.%s.%s", m.Turn, m.Phase.Side, m.Phase.Name)
	return page.Button(loc.Say("button.moves"), page.PressID(pressMoves, game, what), discordgo.SecondaryButton)
}

// moves shows everything that everybody was told in a phase.
func (a Audits) moves(ctx context.Context, req ask.Request, what string) ([]rest.Message, error) {
	parts := strings.SplitN(what, ".", 3)
	turn, err := strconv.Atoi(parts[0])
	if err != nil || len(parts) < 3 {
		return nil, page.ErrStale
	}
	audit, err := a.Referee.Audit(ctx, req.Cmd)
	if err != nil {
		return nil, err
	}
	words := inFull(req.Localizer, audit.Public, func(told []view.Line) []view.Line {
		return briefly.OfPhase(told, turn, order.Side(parts[1]), parts[2])
	})
	if words == nil {
		return req.TextReply("story.none"), nil
	}
	return page.Page[view.Public]{Text: words[0]}.Messages(), nil
}

// orderWithRolls returns an order with the rolls of its dice.
func orderWithRolls(loc wording.Localizer, t api.Table, c api.DiceRoll) string {
	var lines []string
	for _, r := range c.Rolls {
		fell := wording.InWords(emojis.Beside{}.Dice(r.Faces))
		switch {
		case r.Faces == nil:
			lines = append(lines, loc.Say("check.roll-hidden", "roll", r.Number))
		case t.Secret == "":
			lines = append(lines, loc.Say("account.apart", "roll", r.Number, "faces", fell))
		case r.Agrees:
			lines = append(lines, loc.Say("check.roll-agrees", "roll", r.Number, "faces", fell))
		default:
			lines = append(lines, loc.Say("check.roll-differs", "roll", r.Number, "faces", fell))
		}
	}
	if c.Asked == "" {
		lines = append(lines, loc.Say("check.order-hidden"))
	} else {
		lines = append(lines, loc.Say("check.order", "order", wording.InWords(c.Asked)))
	}
	lines = append(lines, loc.Say("check.hash", "hash", wording.InWords(c.Hash)))
	if c.Signature != "" {
		lines = append(lines, loc.Say("check.round", "round", wording.InWords(strconv.FormatUint(c.Round, 10)),
			"signature", wording.InWords(c.Signature), "chain", wording.InWords(t.Beacon)))
	} else if c.Round != 0 {
		lines = append(lines, loc.Say("check.round-none", "round", wording.InWords(strconv.FormatUint(c.Round, 10))))
	}
	return strings.Join(lines, "\n")
}

// explain answers /dice audit: how the dice work, and what is needed to check those of the channel's game. With head:
// it gives only a line that its asker can post as a witness of the log.
func (a Audits) explain(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	if values["head"] == "true" {
		return a.head(ctx, req)
	}
	parts := []string{req.Say("audit.how"), req.Say("audit.do"), req.Say("audit.cannot")}
	audit, err := a.Referee.Audit(ctx, req.Cmd)
	if errors.Is(err, api.ErrNoGame) {
		return page.Page[view.Public]{Text: strings.Join(append(parts, req.Say("audit.could")), "\n")}.Messages(), nil
	}
	if err != nil {
		return nil, err
	}
	if audit.Table.Beacon != "" {
		parts = append(parts, req.Say("audit.beacon", "chain", wording.InWords(audit.Table.Beacon)))
	} else {
		parts = append(parts, req.Say("audit.could"))
	}
	_, file, err := a.Export(ctx, req)
	if err != nil {
		return nil, err
	}
	if len(file) == 0 {
		parts = append(parts, req.Say("export.large"))
	}
	return tell.SeatReply(req, audit.Table, strings.Join(append(parts, facts(req.Localizer, audit)...), "\n"),
		file...), nil
}

func facts(loc wording.Localizer, a views.Audit) []string {
	t, rolls := a.Table, 0
	for _, c := range a.Rolls {
		rolls += len(c.Rolls)
	}
	facts := []string{loc.Say("audit.game", "game", wording.InWords(t.Game)) + " " + loc.Say("audit.rolls", "n", rolls)}
	if t.Secret == "" {
		words := make([]string, len(t.Seats))
		for i, seat := range t.Seats {
			words[i] = loc.Say("audit.word-none", "side", wording.InWords(seat.Side.Name))
			if seat.Worded {
				words[i] = loc.Say("audit.word", "side", wording.InWords(seat.Side.Name))
			}
		}
		facts[0] += " " + strings.Join(words, " · ")
	}
	facts = append(facts, tell.DiceSecrets(loc, t))
	if a.Witness == "" {
		return append(facts, loc.Say("audit.no-head"))
	}
	return append(facts, loc.Say("audit.head", "line", wording.InWords(a.Witness)))
}

// head answers /dice audit head: with the line of the log that the asker can post.
func (a Audits) head(ctx context.Context, req ask.Request) ([]rest.Message, error) {
	audit, err := a.Referee.Audit(ctx, req.Cmd)
	if err != nil {
		return nil, err
	}
	if audit.Witness == "" {
		return req.TextReply("audit.no-head"), nil
	}
	return req.TextReply("audit.witness", "line", wording.InWords(audit.Witness)), nil
}
