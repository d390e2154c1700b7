package play

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/rules/hex"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// destination is what a tap on a letter says.
type destination struct {
	check  string // of the position in which the letter was shown
	stack  stackRef
	to     hex.Hex
	warned uint16 // the digest of the warnings that were accepted, 0 for none
}

// readDestination reads CHECK:STACK:HEX, and perhaps :DIGEST.
func readDestination(text string) (d destination, err error) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 && len(parts) != 4 {
		return d, page.ErrStale
	}
	stack, errStack := readStackRef(parts[1])
	to, errTo := hex.Parse(parts[2])
	d = destination{check: parts[0], stack: stack, to: to}
	var errDigest error
	if len(parts) == 4 {
		var n uint64
		n, errDigest = strconv.ParseUint(parts[3], 10, 16)
		d.warned = uint16(n)
	}
	if errors.Join(errStack, errTo, errDigest) != nil {
		return d, page.ErrStale
	}
	return d, nil
}

// pressedGo gives the order to go to a lettered destination, and shows the panel with what it did. The units must be
// where they were when the letter was shown, and as fresh: a second tap does nothing twice. What others do at the same
// moment, such as putting a stack in another order, is neither noticed nor told.
func pressedGo(ctx context.Context, p Player, d ask.Pressed) ([]rest.Message, error) {
	to, err := readDestination(d.What)
	if err != nil {
		return nil, err
	}
	return retryStale(ctx, p, func(p Player) ([]rest.Message, error) { return orderMove(ctx, p, to) })
}

// orderMove orders the units of a press to its hex.
func orderMove(ctx context.Context, p Player, to destination) ([]rest.Message, error) {
	picks := namedUnits(p, to.stack)
	if len(picks) == 0 || positionOf(p, picks) != to.check {
		return nil, page.ErrStale
	}
	board := p.View.Board()
	o, err := p.orderOf(ctx, tell.MoveVerb(board.Map), append(picks, view.Pick{Hex: to.to}))
	if err != nil {
		return nil, err
	}
	out, err := p.Desk.orders.Give(ctx, p.Request.Cmd, o,
		ordering.Expect{Turn: board.Turn, Phase: board.Phase, Seq: board.Seq,
			Warned: &to.warned})
	if caution := (*api.Caution)(nil); errors.As(err, &caution) {
		return cautionHere(p, to, *caution)
	}
	if err != nil {
		return nil, err
	}
	return panelAfter(ctx, p, out)
}

// namedUnits returns the units that a stackRef names one by one.
func namedUnits(p Player, s stackRef) (picks []view.Pick) {
	for i, id := range unitsAt(p, s.at) {
		if s.units>>i&1 == 1 {
			picks = append(picks, view.Pick{Unit: id})
		}
	}
	return picks
}

// cautionHere asks for confirmation of a move that costs something its player may have overlooked.
func cautionHere(p Player, to destination, c api.Caution) ([]rest.Message, error) {
	id := goID(p.Table.Game, to.check, to.stack, to.to, strconv.Itoa(int(view.Digest(c.Warnings))))
	accept := page.Button(p.Request.Localizer.Describe("accept."+string(c.Order.Verb), "accept.order"), id,
		discordgo.DangerButton)
	back := page.PressID(PressStack, p.Table.Game, to.stack.String())
	title := wording.InWords(p.Request.Localizer.Describe("caution."+string(c.Order.Verb), "caution.order"))
	return p.Open(p.Table, p.View, page.Page[view.Secret]{
		Text: p.Say("panel.caution", "title", title) + "\n" + p.Request.Localizer.Warned(c.Warnings),
		Rows: []discordgo.MessageComponent{
			page.Row(accept, page.Button(p.Say("button.back"), back, discordgo.SecondaryButton))}})
}
