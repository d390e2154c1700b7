package play

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/look"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// movable is a stack of which something can still move.
type movable struct {
	at    hex.Hex
	units []view.Counter // that can, those first that have not moved, the top first
	idle  int            // how many have not moved
}

// movableStacks returns the stacks that the player can still move, those facing the enemy first. What others of his
// team command is not in them.
func movableStacks(p Player, verbs []order.Verb) []movable {
	board := p.View.Board()
	if verb := tell.MoveVerb(board.Map); verb == page.EndVerb || !slices.Contains(verbs, verb) {
		return nil
	}
	var list []movable
	for _, st := range board.Stacks {
		if st.Side != p.View.Side() {
			continue
		}
		m := movable{at: st.Hex}
		for _, c := range movableIn(p, st) {
			if done, _ := board.ProgressOf(c.ID); done.Idle {
				m.units, m.idle = slices.Insert(m.units, m.idle, c), m.idle+1
			} else {
				m.units = append(m.units, c)
			}
		}
		if len(m.units) > 0 {
			list = append(list, m)
		}
	}
	f := FrontOf(board, p.View.Side())
	slices.SortFunc(list, func(a, b movable) int { return f.compareStacks(a.at, b.at) })
	return list
}

// stackRef names units of one hex, and the page of their destinations, in a custom ID: HEX/UNITS/PAGE. UNITS has a bit
// for each unit of the player's in the hex, by identifier; 0 is all of them that can go.
type stackRef struct {
	at    hex.Hex
	units uint64
	page  int
}

// String returns the reference as it stands in a custom ID.
func (s stackRef) String() string {
	return s.at.String() + "/" + strconv.FormatUint(s.units, 36) + "/" + strconv.Itoa(s.page)
}

// bitsOfRef is how many units a stackRef can name.
const bitsOfRef = 64

// readStackRef reads what String writes. Another text is that of a stale press.
func readStackRef(text string) (s stackRef, err error) {
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return s, page.ErrStale
	}
	at, errAt := hex.Parse(parts[0])
	units, errUnits := strconv.ParseUint(parts[1], 36, 64)
	number, errPage := strconv.Atoi(parts[2])
	if errors.Join(errAt, errUnits, errPage) != nil {
		return s, page.ErrStale
	}
	return stackRef{at, units, number}, nil
}

// unitsAt returns the units in a hex that the player commands, by identifier, as many as a stackRef has bits for.
// Others are ordered by the menus.
func unitsAt(p Player, at hex.Hex) []order.UnitID {
	var units []order.UnitID
	for _, st := range p.View.Board().Stacks {
		if st.Hex == at && st.Side == p.View.Side() {
			for _, c := range st.Known {
				if mayOrder(p, c.ID) {
					units = append(units, c.ID)
				}
			}
		}
	}
	slices.Sort(units)
	return units[:min(len(units), bitsOfRef)]
}

// movers returns the units that a stackRef names as picks of an order to move, and what can be picked after them. If
// not all units of a stack can go together, they are those that can go with the first.
func movers(ctx context.Context, p Player, s stackRef) (picks []view.Pick, offer view.Offer, err error) {
	verb, refused := tell.MoveVerb(p.View.Board().Map), page.ErrStale
	if s.units == 0 {
		picks, err = p.Desk.orders.Whole(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, verb, nil, s.at)
		if err == nil && len(picks) > 0 {
			offer, err = p.offer(ctx, verb, picks)
		}
		if err != nil || len(picks) > 0 {
			return picks, offer, err
		}
	}
	for i, id := range unitsAt(p, s.at) {
		if s.units != 0 && s.units>>i&1 == 0 {
			continue
		}
		with := append(slices.Clip(picks), view.Pick{Unit: id})
		next, err := p.offer(ctx, verb, with)
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

// bitsOf returns units of a hex as in a stackRef.
func bitsOf(p Player, at hex.Hex, picks []view.Pick) (bits uint64) {
	all := unitsAt(p, at)
	for _, pick := range picks {
		if i, ok := slices.BinarySearch(all, pick.Unit); ok {
			bits |= 1 << i
		}
	}
	return bits
}

// positionOf returns a checksum of the phase and of where units are and what they can still do. It tells a tap on what
// has changed since. Only the player's own units are in it, so that he learns nothing from it of what others do.
func positionOf(p Player, picks []view.Pick) string {
	board, sum := p.View.Board(), crc32.NewIEEE()
	fmt.Fprintln(sum, p.Table.Game, p.View.Side(), board.Turn, board.Phase)
	for _, pick := range picks {
		_, at, _ := board.Find(pick.Unit)
		done, _ := board.ProgressOf(pick.Unit)
		fmt.Fprintln(sum, pick.Unit, at, done.Left, done.Idle)
	}
	return page.ShortChecksum(sum.Sum32())
}

// pressedStack shows where the units of a stack can go.
func pressedStack(ctx context.Context, p Player, d ask.Pressed) ([]rest.Message, error) {
	s, err := readStackRef(d.What)
	if err != nil {
		return nil, err
	}
	return stackPage(ctx, p, s)
}

// lettersShown is how many destinations are on a page: four rows of buttons. Where a row has the units of the stack, it
// is a row less.
const lettersShown = 4 * page.RowLimit

// stackPage returns the page of a stack: a picture of where it can go, in which the destinations have letters, a button
// for each of them, and one for each unit, by which a part of the stack is chosen.
func stackPage(ctx context.Context, p Player, s stackRef) ([]rest.Message, error) {
	board := p.View.Board()
	verbs, err := p.verbs(ctx)
	if err != nil {
		return nil, err
	}
	verb := tell.MoveVerb(board.Map)
	if verb == page.EndVerb || !slices.Contains(verbs, verb) {
		return nil, page.ErrStale
	}
	picks, offer, err := movers(ctx, p, s)
	if err != nil {
		return nil, err
	}
	units, each := movableAt(p, s.at), lettersShown
	if s.units != 0 || len(picks) < len(units) {
		s.units = bitsOf(p, s.at, picks)
	}
	var parts []discordgo.MessageComponent
	if fitRow(units) {
		each -= page.RowLimit
		parts = append(parts, page.Row(partButtons(p, s, units, PressStack,
			func(unit view.Pick) bool { return s.units == 0 || slices.Contains(offer.Next, unit) })...))
	}
	w := WaysFrom(FrontOf(board, p.View.Side()), s.at, offer, each)
	if len(w.list) == 0 {
		return ShowChoice(ctx, p, page.Choice{Verb: verb, Picks: picks}, 0)
	}
	s.page = min(max(s.page, 0), w.Pages()-1)
	lettered := w.Lettered(s.page)
	pg := page.Page[view.Secret]{Text: stackInWords(p, s, picks, len(parts) > 0, lettered, offer),
		Rows: append(wayButtons(p, s, picks, lettered), parts...)}
	pg.Rows = append(pg.Rows, page.Row(stackControls(ctx, p, s, picks, w, verbs)...))
	seen, figures, err := reachPicture(ctx, p, picks, lettered)
	if err != nil {
		return nil, err
	}
	pg.Figures = figures
	return p.Open(p.Table, seen, pg)
}

// stackInWords returns the units that are to go and their destinations. If all of them go, and have buttons that name
// them, it says how many they are.
func stackInWords(p Player, s stackRef, picks []view.Pick, buttons bool, lettered []view.Pick,
	offer view.Offer) string {
	all := buttons && s.units == 0
	verb, units := wording.InWords(p.Request.Localizer.Verb(tell.MoveVerb(p.View.Board().Map))),
		wording.InWords(moversInWords(p, picks, all))
	head := p.Say("panel.where", "order", verb, "hex", s.at, "units", units)
	if all {
		head = p.Say("panel.where-all", "order", verb, "hex", s.at, "units", units)
	}
	return head + "\n" + waysInWords(p, s.at, lettered, offer)
}

// moversInWords returns units with what they can still do, those that can do the same together. All units of a stack
// are counted if they can do the same, and else have no more than their names.
func moversInWords(p Player, picks []view.Pick, all bool) string {
	board := p.View.Board()
	var able []string
	units := map[string][]string{}
	for _, pick := range picks {
		c, _, _ := board.Find(pick.Unit)
		name, can := c.Name, progress(p.Request.Localizer, board, c.ID)
		if !all {
			name = p.Request.Localizer.Unit(c, board.Marks)
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

// plainText returns a text in words, "" for an empty text.
func plainText(loc wording.Localizer, t view.Text) string {
	if t.ID == "" {
		return ""
	}
	return loc.Text(t)
}

// goID returns the custom ID that orders units to a hex, with the digest of the warnings that are accepted, if any.
func goID(game api.GameID, check string, s stackRef, to hex.Hex, digest ...string) string {
	return page.PressID(pressGo, game, append([]string{check, s.String(), to.String()}, digest...)...)
}

// stackControls returns the last row of a stack's page: other pages, a part of a stack of many units, other ways to
// order it, and the way back.
func stackControls(ctx context.Context, p Player, s stackRef, picks []view.Pick, w Ways,
	verbs []order.Verb) []discordgo.MessageComponent {
	buttons := turnButtons(p, s, w)
	if len(movableAt(p, s.at)) > page.RowLimit {
		buttons = append(buttons, page.Button(p.Say("panel.part"), page.PressID(pressPart, p.Table.Game,
			stackRef{at: s.at}.String()), discordgo.SecondaryButton))
	}
	steps := page.Choice{Verb: tell.MoveVerb(p.View.Board().Map), Picks: picks}
	if id, fits := steps.Encode(page.ActShow, 0, p.Roster); fits {
		buttons = append(buttons, page.Button(p.Say("panel.steps"), id, discordgo.SecondaryButton))
	}
	for _, verb := range fightVerbs(p.View.Board().Map.Orders) {
		c := page.Choice{Verb: verb, Picks: picks}
		id, fits := c.Encode(page.ActShow, 0, p.Roster)
		if !fits || len(buttons) > page.RowLimit-2 || !slices.Contains(verbs, verb) {
			continue
		}
		if o, err := p.offer(ctx, verb, picks); err != nil || len(o.Next) == 0 {
			continue
		}
		buttons = append(buttons, page.Button(orderName(p, verb), id, discordgo.DangerButton))
	}
	back := PanelPageID(p.Table.Game, pageOfBeginning, Beginning{At: s.at, Past: true})
	return append(buttons, page.Button(p.Say("button.back"), back, discordgo.SecondaryButton))
}

// reachPicture returns the picture of where units can go, with letters at the destinations, and the view that it was
// made from. The picture is of the position in which the player chooses.
func reachPicture(ctx context.Context, p Player, picks, lettered []view.Pick) (view.Secret,
	[]page.Figure[view.Secret], error) {
	layer := view.Layer{Kind: look.ReachLayer}
	for _, pick := range picks {
		layer.Units = append(layer.Units, pick.Unit)
	}
	for _, way := range lettered {
		layer.Letters = append(layer.Letters, way.Hex)
	}
	v, _, err := p.Desk.Referee.Secret(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, layer)
	if err != nil {
		return v, nil, err
	}
	if v.Board().Seq != p.View.Board().Seq {
		return v, nil, page.ErrStale
	}
	reach, ok := v.Board().Overlay(look.ReachLayer)
	if !ok {
		return v, nil, nil
	}
	style := p.Desk.StyleOf(ctx, p.Request.Cmd.User)
	near, _ := render.Focus(v.Board()) // else the whole map
	return v, ask.DrawFigure(p.Desk.Kit, page.OverlayFileName(reach), p.Request.Localizer.Items(reach),
		func() (render.Picture[view.Secret], error) {
			return render.Draw(p.Desk.PainterIn(p.Request.Localizer), v, style, near)
		}), nil
}
