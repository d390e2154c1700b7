package discord

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// movable is a stack of which something can still move.
type movable struct {
	at    hex.Hex
	units []order.UnitID // that can, the top first
	idle  bool           // none of them has moved
}

// commands says whether the player may order a unit of his side, of which others of his team may command some.
func (p player) commands(id order.UnitID) bool {
	return p.table.MayOrder(p.cmd.User, p.view.Side(), id)
}

// movable are the stacks that the player can still move, toward the enemy first. What others of his team command is not
// in them.
func (p player) movable(verbs []order.Verb) []movable {
	board := p.view.Board()
	if verb := moving(board.Map); verb == endVerb || !slices.Contains(verbs, verb) {
		return nil
	}
	var list []movable
	for _, st := range board.Stacks {
		if st.Side != p.view.Side() {
			continue
		}
		m := movable{at: st.Hex, idle: true}
		for _, c := range st.Known {
			if done, ok := board.ProgressOf(c.ID); ok && done.Left != nil && p.commands(c.ID) {
				m.units, m.idle = append(m.units, c.ID), m.idle && done.Idle
			}
		}
		if len(m.units) > 0 {
			list = append(list, m)
		}
	}
	return toward(frontOf(board, p.view.Side()), list, func(m movable) hex.Hex { return m.at })
}

// stackRef names units of one hex, and the page of their destinations, in a custom ID: HEX/UNITS/PAGE. UNITS has a bit
// for each unit of the player's in the hex, by identifier; 0 is all of them that can go.
type stackRef struct {
	at    hex.Hex
	units uint64
	page  int
}

func (s stackRef) String() string {
	return s.at.String() + "/" + strconv.FormatUint(s.units, 36) + "/" + strconv.Itoa(s.page)
}

// bitsOfRef is how many units a stackRef can name.
const bitsOfRef = 64

func readStackRef(text string) (s stackRef, err error) {
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return s, errStale
	}
	at, errAt := hex.Parse(parts[0])
	units, errUnits := strconv.ParseUint(parts[1], 36, 64)
	number, errPage := strconv.Atoi(parts[2])
	if errors.Join(errAt, errUnits, errPage) != nil {
		return s, errStale
	}
	return stackRef{at, units, number}, nil
}

// unitsAt are the units in a hex that the player commands, by identifier, as many as a stackRef has bits for. Others are
// ordered by the menus.
func (p player) unitsAt(at hex.Hex) []order.UnitID {
	var units []order.UnitID
	for _, st := range p.view.Board().Stacks {
		if st.Hex == at && st.Side == p.view.Side() {
			for _, c := range st.Known {
				if p.commands(c.ID) {
					units = append(units, c.ID)
				}
			}
		}
	}
	slices.Sort(units)
	return units[:min(len(units), bitsOfRef)]
}

// goers are the units that a stackRef names as picks of an order to move, and what can be picked after them. If not all
// units of a stack can go together, they are those that can go with the first.
func (p player) goers(ctx context.Context, s stackRef) (picks []view.Pick, offer view.Offer, err error) {
	verb, refused := moving(p.view.Board().Map), errStale
	if s.units == 0 {
		picks, err = p.referee.Whole(ctx, p.cmd.Channel, p.cmd.User, verb, nil, s.at)
		if err == nil && len(picks) > 0 {
			offer, err = p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, verb, picks)
		}
		if err != nil || len(picks) > 0 {
			return picks, offer, err
		}
	}
	for i, id := range p.unitsAt(s.at) {
		if s.units != 0 && s.units>>i&1 == 0 {
			continue
		}
		with := append(slices.Clip(picks), view.Pick{Unit: id})
		next, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, verb, with)
		var denial *view.Denial
		switch {
		case err == nil:
			picks, offer = with, next
		case !errors.As(err, &denial):
			return nil, offer, err
		default:
			refused = err
		}
	}
	if len(picks) == 0 {
		return nil, offer, refused
	}
	return picks, offer, nil
}

// bits are units of a hex as in a stackRef.
func (p player) bits(at hex.Hex, picks []view.Pick) (bits uint64) {
	all := p.unitsAt(at)
	for _, pick := range picks {
		if i, ok := slices.BinarySearch(all, pick.Unit); ok {
			bits |= 1 << i
		}
	}
	return bits
}

// positionOf is a checksum of the phase and of where units are and what they can still do. It tells a tap on what has
// changed since. Only the player's own units are in it, so that he learns nothing from it of what others do.
func (p player) positionOf(picks []view.Pick) string {
	board, sum := p.view.Board(), crc32.NewIEEE()
	fmt.Fprintln(sum, p.table.Game, p.view.Side(), board.Turn, board.Phase)
	for _, pick := range picks {
		_, at, _ := board.Find(pick.Unit)
		done, _ := board.ProgressOf(pick.Unit)
		fmt.Fprintln(sum, pick.Unit, at, done.Left, done.Idle)
	}
	return short(sum.Sum32())
}

// pressedStack shows where the units of a stack can go.
func (p player) pressedStack(ctx context.Context, d pressed) ([]rest.Message, error) {
	s, err := readStackRef(d.what)
	if err != nil {
		return nil, err
	}
	return p.stack(ctx, s)
}

// lettersShown is how many destinations are on a page: four rows of buttons.
const lettersShown = 4 * rowLimit

// stack is the page of a stack: a picture of where it can go, in which the destinations have letters, and a button for
// each of them.
func (p player) stack(ctx context.Context, s stackRef) ([]rest.Message, error) {
	board := p.view.Board()
	verbs, err := p.referee.Verbs(ctx, p.cmd.Channel, p.cmd.User)
	if err != nil {
		return nil, err
	}
	verb := moving(board.Map)
	if verb == endVerb || !slices.Contains(verbs, verb) {
		return nil, errStale
	}
	picks, offer, err := p.goers(ctx, s)
	if err != nil {
		return nil, err
	}
	s.units = p.bits(s.at, picks)
	ways := slices.DeleteFunc(slices.Clone(offer.Next), func(n view.Pick) bool { return kindOf(n) != "hex" })
	ways = frontOf(board, p.view.Side()).picks(ways)
	if len(ways) == 0 {
		return p.show(ctx, choice{verb: verb, picks: picks}, 0)
	}
	pages := pagesFor(len(ways), lettersShown)
	s.page = min(max(s.page, 0), pages-1)
	ways = ways[s.page*lettersShown:]
	ways = ways[:min(len(ways), lettersShown)]
	pg := page[view.Secret]{text: p.waysInWords(s, picks, ways, offer), rows: p.wayButtons(s, picks, ways)}
	pg.rows = append(pg.rows, row(p.stackControls(ctx, s, picks, pages, verbs)...))
	seen, figures, err := p.reachPicture(ctx, picks, ways)
	if err != nil {
		return nil, err
	}
	pg.figures = figures
	return p.open(p.request, p.table, seen, pg)
}

// waysInWords are the units that are to go, and their destinations, a line for each.
func (p player) waysInWords(s stackRef, picks, ways []view.Pick, offer view.Offer) string {
	board := p.view.Board()
	var units []string
	for _, pick := range picks {
		c, _, _ := board.Find(pick.Unit)
		done, _ := board.ProgressOf(pick.Unit)
		units = append(units, p.Unit(c, board.Marks)+p.textOf(done.Text))
	}
	lines := []string{p.Say("panel.where", "order", wording.InWords(p.Verb(moving(board.Map))), "hex", s.at,
		"units", wording.InWords(strings.Join(units, "; ")))}
	for i, way := range ways {
		cost, _ := offer.CostOf(way)
		lines = append(lines, p.Say("panel.way", "letter", wording.InWords(view.Letter(i)),
			"hex", wording.InWords(p.hexFrom(board.Map.Grid, s.at, way.Hex)),
			"cost", wording.InWords(p.textOf(cost.Text))))
	}
	return strings.Join(lines, "\n")
}

// textOf is a text that may be empty.
func (loc localizer) textOf(t view.Text) string {
	if t.ID == "" {
		return ""
	}
	return loc.Text(t)
}

// wayButtons are a button for each destination.
func (p player) wayButtons(s stackRef, picks, ways []view.Pick) []discordgo.MessageComponent {
	check := p.positionOf(picks)
	var buttons []discordgo.MessageComponent
	for i, way := range ways {
		buttons = append(buttons, button(p.Say("panel.go", "letter", wording.InWords(view.Letter(i)), "hex", way.Hex),
			goID(p.table.Game, check, s, way.Hex), discordgo.PrimaryButton))
	}
	return rows(buttons)
}

func goID(game referee.GameID, check string, s stackRef, to hex.Hex, digest ...string) string {
	return pressID(pressGo, game, append([]string{check, s.String(), to.String()}, digest...)...)
}

// stackControls are the last row of a stack's page: other pages, a part of the stack, other ways to order it, and the
// way back.
func (p player) stackControls(ctx context.Context, s stackRef, picks []view.Pick, pages int,
	verbs []order.Verb) []discordgo.MessageComponent {
	buttons := p.pageButtons(s.page, pages, func(to int) string {
		turned := s
		turned.page = to
		return pressID(pressStack, p.table.Game, turned.String())
	})
	if len(p.unitsAt(s.at)) > 1 {
		buttons = append(buttons, button(p.Say("panel.part"), pressID(pressPart, p.table.Game,
			stackRef{at: s.at}.String()), discordgo.SecondaryButton))
	}
	back := button(p.Say("button.back"), panelPageID(p.table.Game, 0, s.at), discordgo.SecondaryButton)
	if id, fits := (choice{verb: moving(p.view.Board().Map), picks: picks}).encode(actShow, 0, p.roster); fits {
		buttons = append(buttons, button(p.Say("panel.steps"), id, discordgo.SecondaryButton))
	}
	for _, verb := range fights(p.view.Board().Map.Orders) {
		c := choice{verb: verb, picks: picks}
		id, fits := c.encode(actShow, 0, p.roster)
		if !fits || len(buttons) > rowLimit-2 || !slices.Contains(verbs, verb) {
			continue
		}
		if o, err := p.referee.Offer(ctx, p.cmd.Channel, p.cmd.User, verb, picks); err != nil || len(o.Next) == 0 {
			continue
		}
		buttons = append(buttons, button(p.called(verb), id, discordgo.DangerButton))
	}
	return append(buttons, back)
}

// reachPicture is the picture of where units can go, with letters at the destinations, and the view that it was made
// from. The picture is of the position in which the player chooses.
func (p player) reachPicture(ctx context.Context, picks, ways []view.Pick) (view.Secret, []figure[view.Secret], error) {
	layer := view.Layer{Kind: reachLayer}
	for _, pick := range picks {
		layer.Units = append(layer.Units, pick.Unit)
	}
	for _, way := range ways {
		layer.Letters = append(layer.Letters, way.Hex)
	}
	v, _, err := p.referee.Secret(ctx, p.cmd.Channel, p.cmd.User, layer)
	if err != nil {
		return v, nil, err
	}
	if v.Board().Seq != p.view.Board().Seq {
		return v, nil, errStale
	}
	reach, ok := v.Board().Overlay(reachLayer)
	if !ok {
		return v, nil, nil
	}
	look := p.styleOf(ctx, p.cmd.User)
	near, _ := render.Focus(v.Board()) // else the whole map
	return v, drawn(p.bot, figureOf(reach), p.Items(reach), func() (render.Picture[view.Secret], error) {
		return render.Draw(p.painterIn(p.localizer), v, look, near)
	}), nil
}

// pressedPart takes the units that are chosen of a stack, or shows the menu to choose them.
func (p player) pressedPart(ctx context.Context, d pressed) ([]rest.Message, error) {
	var s stackRef
	for _, text := range append(slices.Clone(d.chosen), d.what) {
		one, err := readStackRef(text)
		if err != nil {
			return nil, err
		}
		s.at, s.units = one.at, s.units|one.units
	}
	if len(d.chosen) > 0 {
		return p.stack(ctx, s)
	}
	board := p.view.Board()
	menu := discordgo.SelectMenu{CustomID: pressID(pressPart, p.table.Game, stackRef{at: s.at}.String()),
		Placeholder: p.Say("pick.unit")}
	for i, id := range p.unitsAt(s.at) {
		c, _, _ := board.Find(id)
		done, _ := board.ProgressOf(id)
		if done.Left == nil || len(menu.Options) == menuLimit {
			continue
		}
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: wording.Clip(p.Unit(c, board.Marks)+p.textOf(done.Text), 100), Description: c.Formation,
			Value: stackRef{at: s.at, units: 1 << i}.String()})
	}
	if len(menu.Options) == 0 {
		return nil, errStale
	}
	menu.MaxValues = len(menu.Options)
	back := button(p.Say("button.back"), pressID(pressStack, p.table.Game, stackRef{at: s.at}.String()),
		discordgo.SecondaryButton)
	return p.open(p.request, p.table, p.view, page[view.Secret]{text: p.Say("panel.choose-part", "hex",
		wording.InWords(p.Hex(s.at))), rows: []discordgo.MessageComponent{row(menu), row(back)}})
}
