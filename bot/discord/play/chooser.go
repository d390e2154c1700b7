package play

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/destinations"
	"grognard/bot/discord/lately"
	"grognard/bot/discord/likely"
	"grognard/bot/discord/look"
	"grognard/bot/discord/losses"
	"grognard/bot/discord/page"
	"grognard/bot/discord/regions"
	"grognard/bot/discord/setout"
	"grognard/bot/discord/stackpages"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/discord/workplace"
	"grognard/render"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// chooser is what can be picked next for a choice, on one of its pages. What lies on the map has letters on a picture,
// and a button for each; the units of a fight, or of a stack that goes, have buttons that choose them; few other things
// have a button each, and many a menu.
type chooser struct {
	choice  page.Choice
	offer   view.Offer
	toggles toggles
	ways    []waysGroup // what has letters, by option
	groups  []group     // the rest
	number  int         // of the page that is shown, from 0
	pages   int         // how many there are, at least one
	beyond  hex.Hex     // so far from the others that the picture is not made for it; hex.None for no such hex
	arrow   string      // points to beyond, with a blank before it; "" if the picture shows it all the same
}

// waysGroup is what can be picked for one option by letters.
type waysGroup struct {
	group
	destinations.Ways
	pages [][]entry
	names []hex.Hex // by which each page is called; hex.None for a page that is called by how near it is
}

// chooserOf returns what can be picked next for a choice, as far as it fits a message. number is the page, from 0.
func chooserOf(ctx context.Context, p Player, c page.Choice, offer view.Offer, number int) (chooser, error) {
	t, err := togglesOf(ctx, p, c, offer)
	if err != nil {
		return chooser{}, err
	}
	if offer.Next, err = arriving(ctx, p, c, offer.Next); err != nil {
		return chooser{}, err
	}
	f := FrontOf(p.View.Board(), p.View.Side())
	if ahead := f.goesOn(c, offer.Next); offer.Done || len(ahead) > 0 { // else the order needs a pick that stays
		offer.Next = ahead
	}
	ch := chooser{choice: c, offer: offer, toggles: t}
	others := slices.DeleteFunc(slices.Clone(offer.Next), func(q view.Pick) bool { return slices.Contains(t.able, q) })
	spec, _ := p.Request.Localizer.Spec(c.Verb)
	whole := func(e entry) bool { return c.Question != 0 && setout.Whole(spec) && len(entryPicks(ctx, p, c, e)) > 1 }
	all := slices.Concat(others, offer.Set, offer.Used)
	isElse := func(q view.Pick) bool { return q.Unit == "" || f.PlaceOf(q) != f.PlaceOf(all[0]) }
	few := c.Question == 0 && len(c.Picks) == 0 && 1 < len(all) && len(all) <= fewEntries // told by their names
	inHex := c.Verb == "stack order" || few && !slices.ContainsFunc(all, isElse)
	ways, rest := lettered(f, whole, inHex, groupPicks(ctx, p, c, all))
	if need := len(t.rows) + len(rest) + min(len(ways), 1); t.mayBeMenu && need > RowsLimit-1 { // a menu needs less
		ch.toggles.able, ch.toggles.rows = nil, nil
		ways, rest = lettered(f, whole, inHex, groupPicks(ctx, p, c, offer.Next))
	}
	var areas [][]hex.Hex // where units arrive
	for _, a := range p.View.Board().Map.Entry {
		if spec.Arrives {
			areas = append(areas, a.Hexes)
		}
	}
	for menuOfPages := range 2 { // how many rows it needs: one if there are more than two pages
		room := RowsLimit - 1 - len(ch.toggles.rows) - menuOfPages
		ch.groups, ch.ways = rest[:min(len(rest), max(room-min(len(ways), 1), 0))], nil
		lettersOnPages := 0
		for _, g := range ways {
			filled := f.fill(g, origin(p, c), offer, fromWork(p, c), areas, page.RowLimit*(room-len(ch.groups)))
			ch.ways, lettersOnPages = append(ch.ways, filled), lettersOnPages+len(filled.pages)
		}
		ch.pages = max(1, lettersOnPages)
		for _, g := range f.withPage(ch.groups, ch.ways, nil) {
			ch.pages = max(ch.pages, g.pages())
		}
		if ch.pages <= 2 {
			break
		}
	}
	ch.number = min(max(number, 0), ch.pages-1)
	shown, of := ch.shown()
	if of.kind == "unit" {
		ch.groups = f.withPage(ch.groups, ch.ways, shown)
	}
	ch.beyond, ch.arrow = stackpages.Outlier(f.Grid, of.From, shown, f.place)
	return ch, nil
}

// withPage returns groups for the menus below the page of the entries shown: what has no letter, then the units of the
// page's stacks in the order of its letters. It leaves out units whose stack has a letter on another page.
func (f front) withPage(groups []group, ways []waysGroup, shown []entry) (beside []group) {
	if len(ways) == 0 || ways[0].kind != "unit" {
		return groups
	}
	placeIn := func(list []entry, e entry) int { // that of the first entry in the same hex, -1 for none
		return slices.IndexFunc(list, func(o entry) bool { return f.place(o) == f.place(e) })
	}
	for _, g := range groups {
		g.entries = slices.DeleteFunc(slices.Clone(g.entries), func(e entry) bool {
			return f.place(e) != hex.None && placeIn(ways[0].entries, e) >= 0 && placeIn(shown, e) < 0
		})
		slices.SortStableFunc(g.entries, func(a, b entry) int { return placeIn(shown, a) - placeIn(shown, b) })
		if len(g.entries) > 0 {
			beside = append(beside, g)
		}
	}
	return beside
}

// goesOn returns those of next that lead on: neither to the hex in which all units picked stand already, nor, in an
// answer, by a step to where they have been. Such picks change nothing, and who wants them can type them.
func (f front) goesOn(c page.Choice, next []view.Pick) []view.Pick {
	return slices.DeleteFunc(slices.Clone(next), func(to view.Pick) bool {
		stands := func(q view.Pick) bool { return f.PlaceOf(q) == to.Hex }
		switch kindOf(to) {
		case "step":
			return c.Question != 0 && slices.ContainsFunc(c.Picks, stands)
		case "hex":
			return len(c.Picks) > 0 && !slices.ContainsFunc(c.Picks, func(q view.Pick) bool {
				return q.Unit == "" || !stands(q)
			})
		}
		return false
	})
}

// lettered splits groups into ways, whose entries get letters on the picture, and rest. If hexes can be picked, only
// these get letters; else stacks do, and formations at their headquarters. A unit gets a letter if it is alone in its
// hex, or if no entry has several units, unless inHex says that all are in one hex. Other units are in rest. A unit of
// a stack that goes whole is in neither list, because the page of the stack offers each of its units.
func lettered(f front, whole func(entry) bool, inHex bool, groups []group) (ways, rest []group) {
	ofHexes := func(g group) bool { return g.kind == "hex" || g.kind == "step" }
	onlyHexes := slices.ContainsFunc(groups, ofHexes)
	for _, g := range groups {
		if g.joins { // a letter would seem to stand for what had it on the page before
			rest = append(rest, g)
			continue
		}
		withLetters, others := group{kind: g.kind, arg: g.arg}, group{kind: g.kind, arg: g.arg}
		alone, stacks := map[hex.Hex]int{}, []hex.Hex{}
		for _, e := range g.entries {
			if len(e.picks) == 1 {
				alone[f.PlaceOf(e.picks[0])]++
			} else if whole(e) {
				stacks = append(stacks, e.at)
			}
		}
		single := !inHex && !slices.ContainsFunc(g.entries, func(e entry) bool { return len(e.picks) > 1 })
		for _, e := range g.entries {
			at := f.PlaceOf(e.picks[0])
			byItself := g.kind == "unit" && at != hex.None && len(e.picks) == 1 && (alone[at] == 1 || single)
			switch {
			case ofHexes(g), !onlyHexes && (byItself || e.at != hex.None):
				withLetters.entries = append(withLetters.entries, e)
			case slices.Contains(stacks, at): // the page of its stack has it
			default:
				others.entries = append(others.entries, e)
			}
		}
		if len(withLetters.entries) > 0 {
			ways = append(ways, withLetters)
		}
		if len(others.entries) > 0 {
			rest = append(rest, others)
		}
	}
	return ways, rest
}

// place returns the hex where an entry lies.
func (f front) place(e entry) hex.Hex {
	if e.at != hex.None {
		return e.at
	}
	return f.PlaceOf(e.picks[0])
}

// letterNumber returns the number of the letter, from 0, of a hex that comes after others. Entries in a hex share one.
func (f front) letterNumber(others []entry, h hex.Hex) int {
	var hexes []hex.Hex
	for _, e := range others {
		if at := f.place(e); !slices.Contains(hexes, at) {
			hexes = append(hexes, at)
		}
	}
	return slices.Index(append(hexes, h), h)
}

// shown returns the entries with letters on the page, in the order of the letters, and their group, or neither.
func (ch chooser) shown() (entries []entry, of waysGroup) {
	n := ch.number
	for _, g := range ch.ways {
		if n < len(g.pages) {
			return g.pages[n], g
		}
		n -= len(g.pages)
	}
	return nil, waysGroup{} // only a menu has entries on this page
}

// letterButtons returns the buttons of the entries of list, and in shown the entries that have one. An entry has none
// if its choice is too long for a custom ID, or if its units cannot be picked together after all.
func letterButtons(ctx context.Context, p Player, ch chooser, list []entry) (shown []entry,
	buttons []discordgo.MessageComponent) {
	c, f := ch.choice, FrontOf(p.View.Board(), p.View.Side())
	isUnit := len(list) > 0 && kindOf(list[0].picks[0]) == "unit"
	alwaysByHex := len(p.View.Board().Map.Groups) > 0 && (isUnit || origin(p, c) == hex.None)
	if spec, _ := p.Request.Localizer.Spec(c.Verb); spec.Arrives || alwaysByHex { // entry hexes by name
		byHex := func(a, b entry) int { return hex.Compare(f.place(a), f.place(b)) }
		list = slices.SortedStableFunc(slices.Values(list), byHex)
	}
	for _, e := range list {
		if len(e.picks) > 1 {
			if e.picks = entryPicks(ctx, p, c, e); len(e.picks) == 0 {
				continue
			}
		}
		id, fits := withPicks(p, c, e.picks).Encode(page.ActTake, 0, p.Roster)
		if !fits {
			continue
		}
		label, style := letterFace(ctx, p, ch, e, letterOf(p, c.Verb, append(slices.Clip(shown), e), len(shown)))
		if at := f.place(e); at == ch.beyond {
			label = pointed(label, ch.arrow)
		}
		button := page.Button(label, id, style)
		if button.Disabled = slices.Contains(slices.Concat(ch.offer.Set, ch.offer.Used), e.picks[0]); button.Disabled {
			button.Label = p.Say("pick.chosen", "unit", wording.InWords(label))
		}
		buttons = append(buttons, button)
		shown = append(shown, e)
	}
	return shown, buttons
}

// letterFace returns the label of the button of an entry with a letter, with what the pick costs or promises. The
// button is red if the answer, or a risk of the pick, destroys units of the player's own.
func letterFace(ctx context.Context, p Player, ch chooser, e entry, letter string) (string, discordgo.ButtonStyle) {
	c, pick, risks := ch.choice, e.picks[0], ch.offer.RisksOf(e.picks[0])
	label, style := letterLabel(p, c.Verb, letter, e), answerStyle(ctx, p, withPicks(p, c, e.picks))
	if slices.ContainsFunc(risks, func(r view.Risk) bool { return r.Fatal }) {
		style = discordgo.DangerButton
	}
	if pick.Unit != "" && pick.Arg > 0 && p.startsFight(c.Verb) {
		label = joinParts(letter, assistLabel(ctx, p, c.With(pick), c, unitsInShort(p, e.picks)))
	}
	isRed, losesSteps := style == discordgo.DangerButton, c.Question != 0 && pick.Unit != "" && pick.N > 0
	switch {
	case losesSteps && isRed: // others may die by it
		label = joinParts(label, costLine(ctx, p, c.With(pick)))
	case losesSteps:
		label = losses.Words(p.Request.Localizer, p.View.Board(), pick, label, costsOfLoss(ctx, p, c, pick))
	case isRed:
		label = p.Say("pick.destroyed", "unit", wording.InWords(label))
	}
	if cost, _ := ch.offer.CostOf(pick); cost.Merit || cost.Price.Arg("factors") != nil {
		label = joinParts(label, plainText(p.Request.Localizer, cost.Price))
	}
	if pick.Hex != hex.None && len(p.View.Board().Map.Groups) > 0 && p.startsFight(c.Verb) {
		if odds, _ := p.asker().Foresee(ctx, c.Verb, c.With(pick).Picks); odds != nil {
			label = joinParts(label, likely.Short(p.Request.Localizer, odds.Gist))
		}
	}
	for _, risk := range risks {
		if !isRed { // a red label says it already
			label = joinParts(label, plainText(p.Request.Localizer, risk.Brief))
		}
	}
	return label, style
}

// answerStyle returns the colour of the button of a choice: red for an answer that destroys units of the player's own.
func answerStyle(ctx context.Context, p Player, c page.Choice) discordgo.ButtonStyle {
	if c.Question != 0 {
		if offer, err := p.offer(ctx, c.Verb, c.Picks); err == nil && offer.Fatal {
			return discordgo.DangerButton
		}
	}
	return discordgo.PrimaryButton
}

// letterOf returns the letter, or number, of entry i of those shown. Entries in one hex share it.
func letterOf(p Player, v order.Verb, shown []entry, i int) string {
	f := FrontOf(p.View.Board(), p.View.Side())
	return letterAt(p, v, f.letterNumber(shown[:i], f.place(shown[i])), f.place(shown[i]))
}

// letterAt returns the letter of a hex, which is at place, from 0, among those of an order. Where units arrive, entry
// hexes have the name of their area, which is a letter, and their place along the edge, G1, even if some are closed
// now; all other hexes have numbers then.
func letterAt(p Player, v order.Verb, place int, h hex.Hex) string {
	areas := p.View.Board().Map.Entry
	if spec, _ := p.Request.Localizer.Spec(v); !spec.Arrives || len(areas) == 0 {
		return view.Layer{}.Letter(place)
	}
	for _, a := range areas {
		alongEdge := slices.SortedFunc(slices.Values(a.Hexes), hex.Compare)
		if i := slices.Index(alongEdge, h); i >= 0 {
			return a.Name + strconv.Itoa(i+1)
		}
	}
	return strconv.Itoa(place + 1)
}

// letterLabel returns a letter with what it stands for: a hex, or the units or the formation there.
func letterLabel(p Player, v order.Verb, letter string, e entry) string {
	last := e.picks[len(e.picks)-1]
	if kindOf(last) == "count" {
		return joinParts(letter, countLabel(p, v, last))
	}
	if last.Unit == "" {
		label := p.Say("panel.go", "letter", wording.InWords(letter), "hex", wording.InWords(last.Hex.String()))
		return joinParts(label, destinations.Prize(p.Request.Localizer, p.View.Board(), last.Hex),
			destinations.Enemy(p.Request.Localizer, p.View.Board(), FrontOf(p.View.Board(), p.View.Side()).Enemies,
				last.Hex))
	}
	name, at := unitsInShort(p, e.picks), FrontOf(p.View.Board(), p.View.Side()).place(e)
	if last.N == 0 && at != hex.None && len(p.View.Board().Map.Groups) == 0 {
		name = p.Say("panel.stack", "unit", wording.InWords(name), "more", wording.InWords(""), "hex", at)
	}
	return joinParts(letter, name)
}

// unitsInShort returns the name of the topmost of the units picked, and how many others are picked: 25 Pz +2.
func unitsInShort(p Player, picks []view.Pick) string {
	name := unitName(p, string(picks[0].Unit))
	if st, ok := wording.StackAt(p.View.Board(), FrontOf(p.View.Board(), p.View.Side()).PlaceOf(picks[0])); ok {
		top := slices.IndexFunc(st.Known, func(c view.Counter) bool {
			return slices.Contains(picks, view.Pick{Unit: c.ID})
		})
		if top >= 0 && (len(picks) > 1 || !slices.ContainsFunc(st.Known, func(c view.Counter) bool {
			return c.ID != st.Known[top].ID && wording.Brief(c) == wording.Brief(st.Known[top])
		})) { // else its brief name is also another's, so it keeps the whole one
			name = wording.Brief(st.Known[top])
		}
	}
	if len(picks) == 1 {
		return name
	}
	return p.Say("pick.others", "unit", wording.InWords(name), "n", len(picks)-1)
}

// choicePicture returns the picture of a choice and the view that it was made from. There is none if nothing of the
// choice lies on the map, or if something has happened since the player looked. A sketch has the picture's words alone.
func choicePicture(ctx context.Context, p Player, ch chooser, shown []entry) (view.Secret,
	[]page.Figure[view.Secret], error) {
	board := p.View.Board()
	layer, led := pictureLayer(p, ch, shown)
	if layer.Hex == hex.None && len(layer.Letters)+len(layer.Units) == 0 {
		return p.View, nil, nil
	}
	v, _, err := p.Desk.Referee.Secret(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, layer)
	if err != nil {
		return v, nil, err
	}
	if v.Board().Seq != board.Seq {
		return p.View, nil, nil // the words and buttons are of the position that was looked at
	}
	o, ok := v.Board().Overlay(layer.Kind)
	if !ok {
		return v, nil, nil
	}
	if p.Request.Sketch {
		return v, []page.Figure[view.Secret]{{Name: page.OverlayFileName(o), Alt: p.Request.Localizer.Items(o)}}, nil
	}
	if v = v.Now(); p.lately != "" {
		v.Board().Overlays = append(slices.Clip(v.Board().Overlays), lately.Under(p.Request.Localizer, board, p.lately))
	}
	if p.leads(board.Guide) {
		v.Board().Overlays = append(slices.Clip(v.Board().Overlays), lately.Guided(p.Request.Localizer, board))
	}
	around := slices.DeleteFunc(slices.Clone(o.Around), func(h hex.Hex) bool { return h == ch.beyond })
	near := closeUp(board, regions.Foremost(board.Map.Grid, around, led, workplace.MostRows))
	return v, ask.DrawFigure(p.Desk.Kit, page.OverlayFileName(o), p.Request.Localizer.Items(o),
		func() (render.Picture[view.Secret], error) {
			return render.Draw(p.Desk.PainterIn(p.Request.Localizer), v, p.Desk.StyleOf(ctx, p.Request.Cmd.User), near)
		}), nil
}

// pictureLayer returns what the picture of a choice shows, and in led the hexes of the headquarters or units for which
// the picks of groups stand. A layer that would be empty shows what can be picked next and the last of led. If these
// are not on the map, it shows the active formation without its trains.
func pictureLayer(p Player, ch chooser, shown []entry) (layer view.Layer, led []hex.Hex) {
	board, c, f := p.View.Board(), ch.choice, FrontOf(p.View.Board(), p.View.Side())
	layer = choiceLayer(p, c, slices.Concat(ch.toggles.kept, shown)) // if toggles keep letters, nothing else has any
	for _, pick := range c.Picks {
		if at := headOf(p, f, c.Verb, pick); at != hex.None {
			led = append(led, at)
		}
	}
	trains := workplace.TrainsOf(board).ID
	if trains != "" && len(led) > 0 && (len(shown) == 0 || kindOf(shown[0].picks[0]) == "hex") { // a group goes there
		layer.Units = append(layer.Units, trains)
	}
	said := slices.Clone(ch.offer.Notes)
	for _, cost := range ch.offer.Costs {
		said = append(said, cost.Price)
	}
	for _, text := range said { // where units would return to the map
		if h, is := text.Arg("returns").(hex.Hex); is && !slices.Contains(layer.Letters, h) {
			layer.Letters, layer.Labels = append(layer.Letters, h), append(layer.Labels, "+1")
		}
	}
	if layer.Hex == hex.None && len(layer.Letters)+len(layer.Units) == 0 {
		for _, pick := range ch.offer.Next {
			if f.PlaceOf(pick) != hex.None && !slices.Contains(layer.Units, pick.Unit) {
				layer.Units = append(layer.Units, pick.Unit)
			}
		}
		if len(led) > 0 {
			layer.Hex = led[len(led)-1]
		}
		if layer.Hex == hex.None && len(layer.Units) == 0 && board.Phase.Side == p.View.Side() {
			layer.Units = workplace.UnitsOf(board, board.Phase.Group)
			layer.Units = slices.DeleteFunc(layer.Units, func(u order.UnitID) bool { return u == trains })
		}
	}
	return layer, led
}

// choiceLayer returns a layer of the units picked, the last hex picked and the letters of the entries shown, or the
// reach of units that move. In an answer the decision's hex stands in for a hex, and its units for picks not yet made.
func choiceLayer(p Player, c page.Choice, shown []entry) view.Layer {
	board, f := p.View.Board(), FrontOf(p.View.Board(), p.View.Side())
	layer := view.Layer{Kind: view.ChoiceLayer}
	add := func(id order.UnitID) {
		if f.Places[id] != hex.None && !slices.Contains(layer.Units, id) {
			layer.Units = append(layer.Units, id)
		}
	}
	for _, pick := range c.Picks {
		if pick.Unit != "" {
			add(pick.Unit)
		}
		layer.Hex = cmp.Or(pick.Hex, layer.Hex)
	}
	for _, e := range shown {
		if h := f.place(e); !slices.Contains(layer.Letters, h) {
			layer.Labels = append(layer.Labels, letterAt(p, c.Verb, len(layer.Letters), h))
			layer.Letters = append(layer.Letters, h)
		}
	}
	moves := c.Verb == tell.MoveVerb(board.Map) && len(layer.Units) == len(c.Picks) && len(c.Picks) > 0
	if moves && len(shown) > 0 && kindOf(shown[0].picks[0]) == "hex" {
		layer.Kind = look.ReachLayer
		return layer
	}
	if due := board.Due; c.Question != 0 && due != nil {
		layer.Hex = cmp.Or(layer.Hex, due.Hex)
		for _, u := range due.Units {
			if len(c.Picks) == 0 {
				add(u.ID)
			}
		}
	}
	return layer
}

// isMove reports whether a page shows the hexes to which the units picked for a move can go from where they stand.
func isMove(p Player, ch chooser) bool {
	picks := ch.choice.Picks
	return ch.choice.Verb == tell.MoveVerb(p.View.Board().Map) && len(ch.ways) > 0 && len(picks) > 0 &&
		isBare(picks[len(picks)-1]) && origin(p, ch.choice) != hex.None
}
