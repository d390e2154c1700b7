package discord

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/view"
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
		return d, errStale
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
		return d, errStale
	}
	return d, nil
}

// goTries is how often a tap is tried anew because something else happened in the game at the same moment.
const goTries = 5

// pressedGo gives the order to go to a lettered destination, and shows the panel with what it did. The units must be
// where they were when the letter was shown, and as fresh: a second tap does nothing twice. What others do at the same
// moment, such as putting a stack in another order, is neither noticed nor told.
func (p player) pressedGo(ctx context.Context, d pressed) ([]rest.Message, error) {
	to, err := readDestination(d.what)
	if err != nil {
		return nil, err
	}
	return p.anew(ctx, func(p player) ([]rest.Message, error) { return p.goTo(ctx, to) })
}

// anew carries a tap out, and tries it again in the position of the moment as long as something else happens in the game
// at the same time. The tap itself checks that the position of its player is the one in which its button was shown.
func (p player) anew(ctx context.Context, tap func(player) ([]rest.Message, error)) ([]rest.Message, error) {
	for range goTries {
		list, err := tap(p)
		if !errors.Is(err, referee.ErrStale) {
			return list, err
		}
		if p, err = p.player(ctx, p.request); err != nil {
			return nil, err
		}
	}
	return nil, errStale
}

func (p player) goTo(ctx context.Context, to destination) ([]rest.Message, error) {
	picks := p.namedUnits(to.stack)
	if len(picks) == 0 || p.positionOf(picks) != to.check {
		return nil, errStale
	}
	board := p.view.Board()
	o, err := p.referee.OrderOf(ctx, p.cmd.Channel, p.cmd.User, moving(board.Map), append(picks, view.Pick{Hex: to.to}))
	if err != nil {
		return nil, err
	}
	out, err := p.referee.Give(ctx, p.cmd, o, referee.Expect{Turn: board.Turn, Phase: board.Phase, Seq: board.Seq,
		Warned: &to.warned})
	if caution := (*referee.Caution)(nil); errors.As(err, &caution) {
		return p.cautionHere(to, *caution)
	}
	if err != nil {
		return nil, err
	}
	return p.after(ctx, out)
}

// namedUnits are the units that a stackRef names one by one.
func (p player) namedUnits(s stackRef) (picks []view.Pick) {
	for i, id := range p.unitsAt(s.at) {
		if s.units>>i&1 == 1 {
			picks = append(picks, view.Pick{Unit: id})
		}
	}
	return picks
}

// cautionHere asks for confirmation of a move that costs something its player may have overlooked.
func (p player) cautionHere(to destination, c referee.Caution) ([]rest.Message, error) {
	id := goID(p.table.Game, to.check, to.stack, to.to, strconv.Itoa(int(view.Digest(c.Warnings))))
	accept := button(p.Describe("accept."+string(c.Order.Verb), "accept.order"), id, discordgo.DangerButton)
	back := pressID(pressStack, p.table.Game, to.stack.String())
	title := wording.InWords(p.Describe("caution."+string(c.Order.Verb), "caution.order"))
	return p.open(p.request, p.table, p.view, page[view.Secret]{
		text: p.Say("panel.caution", "title", title) + "\n" + p.Warned(c.Warnings),
		rows: []discordgo.MessageComponent{
			row(accept, button(p.Say("button.back"), back, discordgo.SecondaryButton))}})
}
