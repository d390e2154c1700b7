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
		m := movable{at: st.Hex, units: p.ableIn(st), idle: true}
		for _, id := range m.units {
			done, _ := board.ProgressOf(id)
			m.idle = m.idle && done.Idle
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

// lettersShown is how many destinations are on a page: four rows of buttons. Where a row has the units of the stack, it
// is a row less.
const lettersShown = 4 * rowLimit

// stack is the page of a stack: a picture of where it can go, in which the destinations have letters, a button for each
// of them, and one for each unit, by which a part of the stack is chosen.
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
	units, each := p.ableAt(s.at), lettersShown
	if s.units != 0 || len(picks) < len(units) {
		s.units = p.bits(s.at, picks)
	}
	var parts []discordgo.MessageComponent
	if rowHolds(units) {
		each -= rowLimit
		parts = append(parts, row(p.partButtons(s, units, pressStack,
			func(unit view.Pick) bool { return s.units == 0 || slices.Contains(offer.Next, unit) })...))
	}
	w := waysFrom(frontOf(board, p.view.Side()), s.at, offer, each)
	if len(w.list) == 0 {
		return p.show(ctx, choice{verb: verb, picks: picks}, 0)
	}
	s.page = min(max(s.page, 0), w.pages()-1)
	lettered := w.lettered(s.page)
	pg := page[view.Secret]{text: p.stackInWords(s, picks, len(parts) > 0, lettered, offer),
		rows: append(p.wayButtons(s, picks, lettered), parts...)}
	pg.rows = append(pg.rows, row(p.stackControls(ctx, s, picks, w, verbs)...))
	seen, figures, err := p.reachPicture(ctx, picks, lettered)
	if err != nil {
		return nil, err
	}
	pg.figures = figures
	return p.open(p.request, p.table, seen, pg)
}

// stackInWords are the units that are to go and their destinations. If all of them go, and have buttons that name them,
// it says how many they are.
func (p player) stackInWords(s stackRef, picks []view.Pick, buttons bool, lettered []view.Pick,
	offer view.Offer) string {
	all := buttons && s.units == 0
	verb, units := wording.InWords(p.Verb(moving(p.view.Board().Map))), wording.InWords(p.goersInWords(picks, all))
	head := p.Say("panel.where", "order", verb, "hex", s.at, "units", units)
	if all {
		head = p.Say("panel.where-all", "order", verb, "hex", s.at, "units", units)
	}
	return head + "\n" + p.waysInWords(s.at, lettered, offer)
}

// goersInWords are units with what they can still do, those that can do the same together. All units of a stack are
// counted if they can do the same, and else have no more than their names.
func (p player) goersInWords(picks []view.Pick, all bool) string {
	board := p.view.Board()
	var able []string
	units := map[string][]string{}
	for _, pick := range picks {
		c, _, _ := board.Find(pick.Unit)
		name, can := c.Name, p.progress(board, c.ID)
		if !all {
			name = p.Unit(c, board.Marks)
		}
		if units[can] == nil {
			able = append(able, can)
		}
		units[can] = append(units[can], name)
	}
	for i, can := range able {
		if able[i] = strings.Join(units[can], ", "); all && len(able) == 1 {
			able[i] = p.Say("panel.all", "n", len(picks))
		}
		if can != "" {
			able[i] = p.Say("panel.able", "units", wording.InWords(able[i]), "able", wording.InWords(can))
		}
	}
	return strings.Join(able, ", ")
}

// textOf is a text that may be empty.
func (loc localizer) textOf(t view.Text) string {
	if t.ID == "" {
		return ""
	}
	return loc.Text(t)
}

func goID(game referee.GameID, check string, s stackRef, to hex.Hex, digest ...string) string {
	return pressID(pressGo, game, append([]string{check, s.String(), to.String()}, digest...)...)
}

// stackControls are the last row of a stack's page: other pages, a part of a stack of many units, other ways to order
// it, and the way back.
func (p player) stackControls(ctx context.Context, s stackRef, picks []view.Pick, w ways,
	verbs []order.Verb) []discordgo.MessageComponent {
	buttons := p.turnButtons(s, w)
	if len(p.ableAt(s.at)) > rowLimit {
		buttons = append(buttons, button(p.Say("panel.part"), pressID(pressPart, p.table.Game,
			stackRef{at: s.at}.String()), discordgo.SecondaryButton))
	}
	steps := choice{verb: moving(p.view.Board().Map), picks: picks}
	if id, fits := steps.encode(actShow, 0, p.roster); fits {
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
	back := panelPageID(p.table.Game, pageOfBeginning, beginning{s.at, true})
	return append(buttons, button(p.Say("button.back"), back, discordgo.SecondaryButton))
}

// reachPicture is the picture of where units can go, with letters at the destinations, and the view that it was made
// from. The picture is of the position in which the player chooses.
func (p player) reachPicture(ctx context.Context,
	picks, lettered []view.Pick) (view.Secret, []figure[view.Secret], error) {
	layer := view.Layer{Kind: reachLayer}
	for _, pick := range picks {
		layer.Units = append(layer.Units, pick.Unit)
	}
	for _, way := range lettered {
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
