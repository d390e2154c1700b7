package play

import (
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/fightodds"
	"grognard/bot/discord/grouped"
	"grognard/bot/discord/heads"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// movableStacks returns the stacks that the player can still move, along the front, without units that others of his
// team command; nil if moves cannot be ordered now.
func movableStacks(p Player, verbs []order.Verb) []heads.Stack {
	board := p.View.Board()
	if verb := tell.MoveVerb(board.Map); verb == page.EndVerb || !slices.Contains(verbs, verb) {
		return nil
	}
	list := heads.Movable(board, p.View.Side(), func(id order.UnitID) bool { return mayOrder(p, id) })
	f := FrontOf(board, p.View.Side())
	slices.SortStableFunc(list, func(a, b heads.Stack) int { return f.Compare(a.At, b.At) })
	return list
}

// pressedStack shows where a stack can go whose heads.Stack.Key is what: all its units but headquarters, or those that
// can go with the first of them; or, if the key names a headquarters, that alone.
func pressedStack(ctx context.Context, p Player, what string) ([]rest.Message, error) {
	at, alone, err := heads.ParseKey(what)
	if err != nil {
		return nil, page.ErrStale
	}
	verb := tell.MoveVerb(p.View.Board().Map)
	if alone != "" {
		return ShowChoice(ctx, p, page.Choice{Verb: verb, Picks: []view.Pick{{Unit: alone}}}, 0)
	}
	picks, err := p.Desk.orders.Whole(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User, verb, nil, at)
	if err != nil {
		return nil, err
	}
	refused := page.ErrStale
	if st, ok := wording.StackAt(p.View.Board(), at); ok && len(picks) == 0 && st.Side == p.View.Side() {
		var units []view.Pick
		for _, c := range ownPart(p, st).Known {
			units = append(units, view.Pick{Unit: c.ID})
		}
		if picks, _ = joinable(ctx, p, page.Choice{Verb: verb}, units); len(picks) == 0 && len(units) > 0 {
			_, refused = p.offer(ctx, verb, byUnit(units)[:1])
		}
	}
	if len(picks) == 0 {
		return nil, refused
	}
	return ShowChoice(ctx, p, page.Choice{Verb: verb, Picks: setOut(ctx, p, verb, picks)}, 0)
}

// moveInWords returns the units that are to go, and how many stay; only the count if all go and buttons name them.
func moveInWords(p Player, ch chooser) string {
	all := ch.toggles.rows != nil && ch.toggles.whole
	verb := wording.InWords(p.Request.Localizer.Verb(ch.choice.Verb))
	units := wording.InWords(moversInWords(p, ch.choice.Picks, all))
	_, next := ch.shown()
	st, _ := wording.StackAt(p.View.Board(), origin(p, ch.choice))
	return p.Say("panel.where", "order", verb, "hex", st.Hex, "units", units, "all", all, "stay",
		max(len(st.Known)-len(ch.choice.Picks), 0), "kind", wording.InWords(next.kind))
}

// moversInWords returns units with what they can still do, those that can do the same together. With all, which says
// that a whole stack goes, units are counted if all can do the same, and else have their names without factors.
func moversInWords(p Player, picks []view.Pick, all bool) string {
	board := p.View.Board()
	var units grouped.Words
	for _, pick := range picks {
		c, _, _ := board.Find(pick.Unit)
		name, can := c.Name, progress(p.Request.Localizer, board, c.ID)
		if !all && len(board.Map.Groups) == 0 {
			name = p.Request.Localizer.Unit(c, board.Marks)
		}
		units.Add(can, name)
	}
	for i, can := range units.Keys {
		if units.Keys[i] = strings.Join(units.Of[can], ", "); all && len(units.Keys) == 1 {
			units.Keys[i] = p.Say("panel.all", "n", len(picks))
		}
		if can != "" {
			units.Keys[i] = p.Say("panel.able", "units", wording.InWords(units.Keys[i]), "able", wording.InWords(can))
		}
	}
	return strings.Join(units.Keys, ", ")
}

// noFights says why units that are to move cannot fight enemies beside them, as a player would look for a button; "" if
// nothing bars them. It takes the first kind of fight that is barred, and names all enemies barred for the same reason.
func noFights(ctx context.Context, p Player, picks []view.Pick) string {
	board, loc := p.View.Board(), p.Request.Localizer
	picks = slices.DeleteFunc(slices.Clone(picks), func(q view.Pick) bool {
		c, _, _ := board.Find(q.Unit)
		return len(board.Map.Groups) > 0 && c.Symbol == heads.Headquarters
	})
	for _, verb := range fightodds.Verbs(board.Map.Orders) {
		spec, _ := loc.Spec(verb)
		said, together := spec.Said(), spec.Said()[0].Name == order.ListUnits
		if !together && (verb != "attack" || said[0].Kind != order.Units) { // players seldom ask about other fights
			continue
		}
		var hexes []hex.Hex
		var why view.Denial
		for h := range board.Map.Grid.Neighbours(origin(p, page.Choice{Picks: picks})) {
			if st, ok := wording.StackAt(board, h); !ok || st.Side == p.View.Side() {
				continue
			}
			denial := barredBy(ctx, p, verb, picks, h, together)
			if denial != nil && (hexes == nil || loc.Text(denial.Why) == loc.Text(why.Why)) {
				hexes, why = append(hexes, h), *denial
			}
		}
		if hexes == nil {
			continue
		}
		var others []string // of whom the same is true, with other words in it
		for _, q := range picks {
			denial := barredBy(ctx, p, verb, []view.Pick{q}, hexes[0], together)
			if denial != nil && denial.Why.ID == why.Why.ID && loc.Text(denial.Why) != loc.Text(why.Why) {
				others = append(others, unitName(p, string(q.Unit)))
			}
		}
		return p.Say("pick.no-fight", "order", wording.InWords(loc.Verb(verb)), "hexes", hexes, "why", why.Why,
			"others", others, "rule", why.Rule)
	}
	return ""
}

// barredBy returns what keeps units from a fight with a hex; nil if all of them together or, without together, one can.
func barredBy(ctx context.Context, p Player, verb order.Verb, picks []view.Pick, h hex.Hex,
	together bool) (denial *view.Denial) {
	each := [][]view.Pick{picks}
	if !together {
		each = slices.Collect(slices.Chunk(picks, 1))
	}
	for _, by := range each {
		_, err := p.offer(ctx, verb, append(slices.Clip(by), view.Pick{Hex: h}))
		if denial = nil; !errors.As(err, &denial) {
			return nil
		}
	}
	return denial
}

// fightButtons returns a button for each fight that units which are to move can begin where they stand.
func fightButtons(ctx context.Context, p Player, picks []view.Pick) (buttons []discordgo.MessageComponent) {
	verbs, err := p.verbs(ctx)
	if err != nil {
		return nil // what is wrong is said by the offer of the choice
	}
	for _, verb := range fightodds.Verbs(p.View.Board().Map.Orders) {
		c := page.Choice{Verb: verb, Picks: picks}
		id, fits := c.Encode(page.ActShow, 0, p.Roster)
		if !fits || !slices.Contains(verbs, verb) {
			continue
		}
		o, err := p.offer(ctx, verb, picks)
		if err != nil || len(o.Next) == 0 {
			continue
		}
		if spec, _ := p.Request.Localizer.Spec(verb); spec.Said()[0].Name == order.ListUnits && len(o.Next) <= 2 {
			for _, q := range o.Next { // there is room for a button for each target
				if b, fits := targetButton(ctx, p, c.With(q), 0); fits && q.Hex != hex.None {
					buttons = append(buttons, b)
				}
			}
			continue
		}
		styles := map[bool]discordgo.ButtonStyle{true: discordgo.DangerButton, false: discordgo.PrimaryButton}
		buttons = append(buttons, page.Button(orderName(p, verb), id, styles[len(p.View.Board().Map.Groups) == 0]))
	}
	return buttons
}
