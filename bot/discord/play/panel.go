package play

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/barred"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/fightways"
	"grognard/bot/discord/heads"
	"grognard/bot/discord/look"
	"grognard/bot/discord/ownside"
	"grognard/bot/discord/page"
	"grognard/bot/discord/panelpages"
	"grognard/bot/discord/panelrows"
	"grognard/bot/discord/regions"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/seldom"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/toward"
	"grognard/bot/discord/wording"
	"grognard/bot/discord/workplace"
	"grognard/bot/limit"
	"grognard/bot/referee/api"
	"grognard/bot/referee/drafts"
	"grognard/rules/first"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

func (d Desk) panelPresses() []ask.PressSpec {
	always := func(run func(context.Context, Player, string) ([]rest.Message, error)) ask.PressHandler {
		return d.orPanel(d.AsPlayer(run), true)
	}
	return []ask.PressSpec{
		{Name: PressPanel, Looks: true, Cost: limit.Picture, Run: always(pressedPanel)},
		{Name: PressStack, Looks: true, Cost: limit.Picture, Run: always(pressedStack)},
		{Name: pressPanelUndo, Run: always(undoHere)},
	}
}

// pressedPanel shows the page of the panel that a button names, which turns its stacks.
func pressedPanel(ctx context.Context, p Player, what string) ([]rest.Message, error) {
	number, err := ReadPanelPage(what)
	if err != nil {
		return nil, err
	}
	return p.ShowPanel(ctx, News{}, number)
}

// orPanel returns a handler that answers a press which fails with the reason and the panel as it is now. Without always
// it does so only where the answer takes the place of the pressed message, in which no button would be left.
func (d Desk) orPanel(run ask.PressHandler, always bool) ask.PressHandler {
	return func(ctx context.Context, req ask.Request, pressed ask.Pressed) ([]rest.Message, error) {
		list, err := run(ctx, req, pressed)
		if err != nil && (always || EditsInPlace(req)) {
			return d.PanelAnew(ctx, req, err)
		}
		return list, err
	}
}

// PanelAnew shows the panel as it is now, after err, the reason why a press was not carried out. It returns err itself
// if that is a failure of the bot, if the game has moved to another channel, or if the user plays nothing here.
func (d Desk) PanelAnew(ctx context.Context, req ask.Request, err error) ([]rest.Message, error) {
	why, theirs := tell.Refuse(d.LocalizerHere(ctx, req), err)
	switch {
	case errors.Is(err, page.ErrStale), errors.Is(err, api.ErrStale):
		why = req.Say("panel.stale")
	case errors.Is(err, api.ErrOtherGame):
		if channel, gone := d.Referee.ChannelOf(ctx, req.Cmd.Game); gone != nil || channel != req.Cmd.Channel {
			return nil, err // which says that the game has moved
		}
		req.Cmd.Game = ""
	case !theirs:
		return nil, err
	}
	if p, gone := d.Player(ctx, req); gone == nil {
		if list, gone := p.ShowPanel(ctx, News{Text: why}, PageOfBeginning); gone == nil {
			return list, nil
		}
	}
	return nil, err
}

// panel shows the decision that the player owes, or else what he can do. number is the page of its stacks. An earlier
// panel in the channel keeps its buttons, and a press on it is answered with the panel as it is now. Only one without
// orders is redrawn by itself, as long as Discord accepts edits with the token of its press.
func panel(ctx context.Context, p Player, n News, number int) ([]rest.Message, error) {
	var games []discordgo.MessageComponent
	where := ""
	if p.Request.Direct {
		games, where = p.Desk.GamesRow(ctx, p.Request), p.Say("panel.of", "channel", page.ChannelLink(p.Table.Channel))
	}
	var err error
	if n.undo, err = undoButton(ctx, p, n.Lines); err != nil {
		return nil, err
	}
	due := p.View.Board().Due
	owes, hasNews := due != nil && due.Side == p.View.Side(), n.Text != ""
	if !hasNews && (owes || n.Since) && !p.Request.Sketch { // a sketch is of the plain panel
		v, _, err := p.Desk.Referee.Lately(ctx, p.Request.Cmd.Channel, p.Request.Cmd.User)
		if err == nil && v.Board().Seq == p.View.Board().Seq {
			p.View, n.Text = v, p.Request.Localizer.InPictures(emojis.All).Account(v.Board().Told)
		}
	}
	if !owes {
		pg, err := panelPage(ctx, p, n, number, RowsLimit-len(games))
		if err != nil {
			return nil, err
		}
		pg.Rows, pg.Text = append(pg.Rows, games...), JoinLines([]string{where, pg.Text})
		return p.Open(p.Table, p.View, pg)
	}
	p.lately = n.Text
	if !hasNews {
		p.lately = JoinLines([]string{n.Text, wording.Underway(p.Request.Localizer, *due)})
	}
	list, err := decisionPage(ctx, p, *due)
	if err != nil {
		return nil, err
	}
	list[0].Content = JoinLines([]string{where, list[0].Content})
	last := &list[len(list)-1]
	rows := slices.Concat(panelrows.With(last.Components, n.undo), n.Begun, games)
	last.Components = rows[:min(len(rows), RowsLimit)]
	return list, nil
}

// panelPage returns page number of the panel of a player who owes no decision, in at most room rows.
func panelPage(ctx context.Context, p Player, n News, number, room int) (page.Page[view.Secret], error) {
	board := p.View.Board()
	n.first = len(board.Map.Groups) > 0
	if told := board.Told; n.first && len(told) > 0 && told[len(told)-1].Text.ID == "told.phase" { // the header says it
		n.Text = strings.TrimSuffix(n.Text, p.Request.Localizer.Line(told[len(told)-1]))
	}
	verbs, err := p.verbs(ctx)
	if errors.Is(err, api.ErrOver) {
		return page.Page[view.Secret]{Rows: page.OneRow(look.WholeButton(p.Request.Localizer, p.Table.Game)),
			Text: JoinLines([]string{tell.OverInWords(p.Request.Localizer, p.Table, board), n.Text})}, nil
	}
	if err != nil {
		return page.Page[view.Secret]{}, err
	}
	list, begun, err := UnfinishedList(ctx, p)
	if err != nil {
		return page.Page[view.Secret]{}, err
	} else if len(n.Begun) > 0 {
		begun = n.Begun
	}
	lines := []string{p.Request.Localizer.PanelHeader(p.View.Now().Board(), p.View.Side()) +
		tell.NotesForTurn(ctx, p.Desk.Log, p.Desk.orders, p.Request, board.Turn)}
	switch {
	case board.Due != nil:
		owed := wording.InWords(p.Request.Localizer.Owed(*board.Due))
		lines = append([]string{p.Say("panel.waits", "owed", owed)}, lines...) // who must act
	case board.Over:
		lines = append(lines, tell.EndingInWords(p.Request.Localizer, p.Table, board))
	}
	if len(verbs) == 0 {
		return idlePanel(ctx, p, n, append(lines, list), begun), nil
	}
	ways := waysToFight(ctx, p, verbs, workplace.ActedAt(board))
	lines = append(lines, Tasks(p), JoinLines(barred.Short(p.Request.Localizer, ways.Not)), list)
	if len(board.Map.Groups) == 0 {
		lines = append(lines, p.Say("orders.some"))
	}
	aside := seldom.Page{ID: PanelPageID(p.Table.Game, pageSeldom), Shown: number == pageSeldom,
		Back: PanelPageID(p.Table.Game, PageOfBeginning)}
	stacks, targetPage := movableStacks(p, verbs), number // targets have buttons where nothing moves
	f, at := FrontOf(board, p.View.Side()), beginning(p, n, number, stacks)
	pages := panelpages.Of(f.Grid, f.Named, stacks, stackButtons)
	crowded := workplace.Crowded(duties(p), tell.MoveVerb(board.Map))
	number = min(max(number, 0), len(pages.Lists)-1)
	row := pages.Lists[number]
	var hexes []hex.Hex // where the player is at work, and those that the buttons name
	if at != hex.None {
		hexes = append(hexes, at)
		acted := workplace.ActedAt(board)
		far := func(h hex.Hex) int { return f.Grid.Distance(h, at) }
		for _, m := range heads.Nearest(far, stacks, stackButtons) {
			hexes = append(hexes, m.At)
		}
		part := positionPart(p, hexes, n.Begin).Part
		row = heads.Nearest(func(h hex.Hex) int { // then what the picture shows has its buttons first
			switch {
			case slices.Contains(crowded, h):
				return -1
			case part.Covers(f.Grid, h):
				return far(h)
			}
			return far(h) + toward.OffMap/2
		}, stacks, stackButtons)
		number, row, hexes = pages.With(at), heads.With(row, stacks, acted), hexes[:1]
		p.Desk.worked.Note(string(p.Table.Game), p.Request.Cmd.User, board, cmp.Or(acted, at))
	}
	near := cmp.Or(at, pages.Names[number]) // the hex by which the page is called is in the picture
	for _, m := range heads.Nearest(func(h hex.Hex) int { return f.Grid.Distance(h, near) }, row, len(row)) {
		hexes = append(hexes, m.At)
	}
	part := positionPart(p, hexes, n.Begin).Part
	row = pages.Filled(row, part, stackButtons)
	rows, beyond := stackRows(p, f, crowded, row, part)
	parts := panelrows.Parts{Stacks: rows, Menu: stackMenu(p, stacks, pages, number), Begun: begun}
	if len(pages.Lists) > 1 {
		parts.Stacks = slices.Concat(parts.Stacks, parts.Menu)
	}
	var others view.Task // whose further hexes have no button
	if len(stacks) == 0 {
		parts.Stacks, hexes, others, targetPage, beyond = targetRows(ctx, p, targetPage, at)
		if len(parts.Stacks) > 0 {
			lines = append(lines, p.Say("panel.shared"))
		}
	}
	goOn, arrow := goOnButton(ctx, p, part, row)
	for _, b := range goOn { // the rows of stacks have room for one button more
		parts.Stacks = panelrows.InFirst(parts.Stacks, b)
	}
	if beyond || arrow != "" {
		lines = append(lines, p.Say("panel.beyond"))
	}
	isOwed := func(v order.Verb) bool {
		return slices.ContainsFunc(duties(p), func(t view.Task) bool { return t.Must && t.Verb == v })
	}
	owed := slices.DeleteFunc(slices.Clone(verbs), func(v order.Verb) bool { return !isOwed(v) })
	for _, v := range append(owed, slices.DeleteFunc(slices.Clone(verbs), isOwed)...) {
		switch buttons, plain := orderButton(ctx, p, v, ways, others, targetPage); {
		case v == page.EndVerb:
			parts.Foot = buttons
		case v == tell.MoveVerb(board.Map) && len(stacks) > 0: // the buttons and the menu of stacks give it
		case plain && board.Phase.Group != "" && !isOwed(v):
			aside.Orders = append(aside.Orders, buttons...)
		default:
			parts.Buttons = append(parts.Buttons, buttons...)
		}
	}
	if parts.Foot == nil {
		parts.Foot = endNotYet(p)
	}
	if slices.ContainsFunc(verbs, func(v order.Verb) bool { return slices.Contains(board.Map.Listed, v) }) {
		parts.Foot = append(parts.Foot, listButton(p, ""))
	}
	parts.Foot = slices.Concat(parts.Foot, turnButtons(p, pages, number, row), n.undo)
	if g := board.Phase.Group; g != "" {
		label := p.Say("button.group", "group", wording.InWords(p.Request.Localizer.Group(g)))
		parts.Looks = append(parts.Looks, page.Button(label, page.PressID(page.PressSide, p.Table.Game, string(g)),
			discordgo.SecondaryButton))
	}
	if !board.Over { // an order that is left after the end stands alone
		parts.Looks = append(parts.Looks, page.SideButton(p.Request.Localizer, p.Table.Game))
	}
	parts.Looks = append(parts.Looks, directButtons(p)...)
	return page.Page[view.Secret]{Text: n.with(lines), Rows: aside.Rows(p.Request.Localizer, parts, room),
		Figures: positionPicture(ctx, p, hexes, n)}, nil
}

// orderButton returns the button of an order; plain says that it shows no odds. The button for the task others turns to
// targetPage, where more of its targets have buttons, or if others has no hexes left to a page that compares all.
func orderButton(ctx context.Context, p Player, v order.Verb, ways fightways.Ways, others view.Task,
	targetPage int) (buttons []discordgo.MessageComponent, plain bool) {
	best, isFight := ways.Best[v]
	if v == "recon" {
		best = chanceOfRecon(ctx, p)
	}
	var picks []view.Pick
	for _, t := range duties(p) { // the first unit that cannot go anywhere may fall back
		units, _ := t.Text.Arg("unit").([]view.Name)
		for _, u := range units {
			if v != "fallback" || t.Text.ID != "bcs.nowhere" || len(picks) > 0 {
				continue
			}
			if offer, err := p.offer(ctx, v, []view.Pick{{Unit: u.ID}}); err == nil && len(offer.Next) > 0 {
				best, picks = p.Say("panel.stuck", "unit", u), []view.Pick{{Unit: u.ID}}
			}
		}
	}
	button := verbButton(p, v, best, picks...)
	switch {
	case isFight && best == "": // it can hurt nobody
		b := button[0].(discordgo.Button)
		b.Label, b.Style = joinParts(b.Label, p.Say("panel.idle-fight")), discordgo.SecondaryButton
		return []discordgo.MessageComponent{b}, true
	case v == others.Verb && len(others.Hexes) == 0:
		return verbButton(p, v, p.Say("panel.targets-all")), false
	case v == others.Verb:
		label := joinParts(orderName(p, v), p.Say("panel.targets-more", "n", len(others.Hexes)))
		return []discordgo.MessageComponent{page.Button(label, PanelPageID(p.Table.Game, targetPage),
			discordgo.PrimaryButton)}, false
	}
	return button, best == ""
}

// idlePanel returns the panel of a player who can give no order now. It has the lines, and the row of a list that is
// begun or kept. Until the game is over it is redrawn when the player can act.
func idlePanel(ctx context.Context, p Player, n News, lines []string,
	begun []discordgo.MessageComponent) (pg page.Page[view.Secret]) {
	board, none, also := p.View.Board(), p.Say("orders.none"), append(directButtons(p), n.undo...)
	if len(begun) == 0 && !board.Over && board.Phase.Side != p.View.Side() {
		also = append(also, listButton(p, drafts.NextTurn))
	}
	if !board.Over {
		pg.Waits = string(p.Table.Game)
		none += " " + p.Say("orders.next")
		also = append([]discordgo.MessageComponent{page.Button(p.Say("button.orders"),
			page.PressID(page.PressOrders, p.Table.Game), discordgo.SecondaryButton)}, also...)
	}
	if board.Due != nil { // nothing moves until it is decided
		n.Begin = cmp.Or(n.Begin, board.Due.Hex)
	}
	if !p.Request.Direct || board.Due != nil { // else a panel that lasts is drawn again for each unit that moves
		pg.Figures = positionPicture(ctx, p, nil, n)
	}
	pg.Text, pg.Rows = n.with(append(lines, none)), append(begun, page.Rows(also)...)
	return pg
}

// Tasks returns what is left to do, in one line, with the hexes of what must be done.
func Tasks(p Player) string {
	return ownside.Tasks(p.Request.Localizer, duties(p), !p.Table.Commands(p.Request.Cmd.User, p.View.Side()))
}

// endNotYet returns a disabled button in place of the one that ends the phase, with the first task due before; or nil.
func endNotYet(p Player) []discordgo.MessageComponent {
	task, found := first.In(duties(p), func(t view.Task) bool { return t.Must })
	id, fits := page.Choice{Verb: page.EndVerb}.Encode(page.ActGive, 0, p.Roster)
	if !found || !fits {
		return nil
	}
	inShort, _, _ := strings.Cut(p.Request.Localizer.Text(task.Text), ",") // the panel's text has the rest
	b := page.Button(wording.Clip(p.Say("button.end-not-yet", "end", wording.InWords(orderName(p, page.EndVerb)),
		"task", wording.InWords(inShort)), page.LabelLimit), id, discordgo.SecondaryButton)
	b.Disabled = true
	return []discordgo.MessageComponent{b}
}

// A page has at most targetButtons targets, each a line on a phone, so that the picture above is seen, too. The picture
// of a single page shows those within oneView hexes of the player's work, else of the best odds, else of the first.
const targetButtons, oneView = 7, 7

// targetRows returns buttons for a page of the hexes of the first task that has any, in a phase in which nothing moves.
// Those of a page lie in a part of the map that one picture shows. They come by its rows, the hopeless last.
// PageOfBeginning is the page of the target nearest to the last fight, else to begin or to the best odds of all who can
// take part; hopeless targets count only if there is no other. A button begins the order that does the task there.
// shown are the hexes for the picture, and beyond says that some button has an arrow to one outside it. others is the
// task with the hexes of other pages, and next the number of the page that follows; the first follows the last.
func targetRows(ctx context.Context, p Player, number int, begin hex.Hex) (rows []discordgo.MessageComponent,
	shown []hex.Hex, others view.Task, next int, beyond bool) {
	task, found := first.In(duties(p), func(t view.Task) bool {
		spec, _ := p.Request.Localizer.Spec(t.Verb)
		return len(spec.Options) > 0 && spec.Options[0].Kind == order.Hex && len(t.Hexes) > 0
	})
	if !found {
		return nil, nil, task, 0, false
	}
	board, able := p.View.Board(), ableAtHexes(p, task.Verb)
	hexes := FrontOf(board, p.View.Side()).Hexes(task.Hexes)
	ranked, n := bestFirst(ctx, p, task.Verb, hexes, func(h hex.Hex) hex.Hex { return h })
	hopeless := ranked[len(ranked)-n:]
	rank := func(h hex.Hex) int { return min(slices.Index(hopeless, h), 0) } // 0 if hopeless, else -1
	at := cmp.Or(workplace.ActedAt(board), begin, ranked[0])
	far := func(h hex.Hex) int { return board.Map.Grid.Distance(at, h) }
	near := func(h hex.Hex) bool { return far(h) <= oneView }
	slices.SortFunc(hexes, func(a, b hex.Hex) int {
		return cmp.Or(rank(a)-rank(b), int(a.Row-b.Row), hex.Compare(a, b))
	})
	pages := regions.Pages(board.Map.Grid, hexes, targetButtons)
	if number < 0 {
		nearest := slices.MinFunc(hexes, func(a, b hex.Hex) int { return cmp.Or(rank(a)-rank(b), far(a)-far(b)) })
		number = slices.IndexFunc(pages, func(on []hex.Hex) bool { return slices.Contains(on, nearest) })
	}
	number = max(number, 0) % len(pages)
	shown, task.Hexes = pages[number], slices.Concat(slices.Delete(slices.Clone(pages), number, number+1)...)
	if len(pages) == 1 { // it may have targets too far apart for a picture
		if !slices.ContainsFunc(shown, near) {
			at = shown[0]
		}
		shown = slices.DeleteFunc(slices.Clone(shown), func(h hex.Hex) bool { return !near(h) })
	}
	part := positionPart(p, shown, begin).Part
	var buttons []discordgo.MessageComponent
	for _, h := range pages[number] {
		c := page.Choice{Verb: task.Verb, Picks: []view.Pick{{Hex: h}}}
		if b, fits := targetButton(ctx, p, c, able[h]); fits {
			arrow := regions.Arrow(board.Map.Grid, part, h)
			b.Label, beyond = pointed(b.Label, arrow), beyond || arrow != ""
			buttons = append(buttons, b)
		}
	}
	return page.Rows(buttons), shown, task, (number + 1) % len(pages), beyond
}

// targetButton returns the button that shows a choice whose last pick is the target of a fight: the unit seen there,
// how many can take part, 0 to leave that out, and the odds. fits is false if the choice is too long for a custom ID.
func targetButton(ctx context.Context, p Player, c page.Choice, able int) (b discordgo.Button, fits bool) {
	target, top, style := c.Picks[len(c.Picks)-1], "", discordgo.SuccessButton
	if st, _ := wording.StackAt(p.View.Board(), target.Hex); len(st.Known) > 0 {
		top = wording.Brief(st.Known[0])
	}
	label := p.Say("panel.target", "order", wording.InWords(orderName(p, c.Verb)), "hex", target.Hex, "top",
		wording.InWords(top))
	if able > 0 {
		label = p.Say("panel.target-able", "target", wording.InWords(label), "n", able)
	}
	if odds, ok := oddsAt(ctx, p, c); ok {
		label = p.Say("panel.target-odds", "target", wording.InWords(label), "odds",
			wording.InWords(p.Request.Localizer.Columns(odds)))
		if odds.Worst.Column == wording.NoColumn {
			style = discordgo.DangerButton
		}
	}
	id, fits := c.Encode(page.ActShow, 0, p.Roster)
	b = page.Button(label, id, style)
	b.Emoji = p.Request.Localizer.Emojis.Pick(p.View.Board(), target)
	return b, fits
}

// directButtons returns the button that puts the panel into the direct messages; nil there and after the end.
func directButtons(p Player) []discordgo.MessageComponent {
	if p.Request.Direct || p.View.Board().Over {
		return nil
	}
	return []discordgo.MessageComponent{page.Button(p.Say("panel.direct"), page.PressID(PressDirect, p.Table.Game),
		discordgo.SecondaryButton)}
}

// undoHere undoes an order and shows the panel or the page again on which it was asked. If the other side has to
// consent, it shows the request instead.
func undoHere(ctx context.Context, p Player, what string) ([]rest.Message, error) {
	name, verb, _ := strings.Cut(what, ":")
	if name == "" {
		return nil, page.ErrStale
	}
	out, err := p.Desk.undos.Undo(ctx, p.Request.Cmd, name)
	if err != nil || out.Asked {
		return p.Desk.answerUndone(ctx, p.Request)(out, err)
	}
	out.Order = moveTakenBack(out.View.Board())
	if list := moreOf(ctx, p, order.Verb(verb), out.Outcome, true); verb != "" && list != nil {
		return list, nil
	}
	return panelAfter(ctx, p, out.Outcome)
}
