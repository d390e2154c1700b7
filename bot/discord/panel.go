package discord

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/limit"
	"grognard/bot/referee"
	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

// The panel is the one message from which a player plays: it shows what he owes or can do, and a tap on it edits it.
// Its presses are NAME:GAME, and what follows. STACK is a stackRef. Nothing about a panel is needed to answer a press
// on it, so that it works after a restart.
const (
	pressPanel     = "panel"       // :PAGE, of the menu of stacks, and perhaps /HEX, after which its buttons begin
	pressStack     = "panel-stack" // :STACK, or a menu with such values: where the stack can go
	pressPart      = "panel-part"  // :STACK, or a menu with such values: which of its units go
	pressGo        = "panel-go"    // :CHECK:STACK:HEX, and perhaps :DIGEST of the warnings that are accepted
	pressPanelUndo = "panel-undo"  // :NAME, of an order
)

// panelPresses are the presses of the panel.
func panelPresses() []pressSpec {
	return []pressSpec{
		{name: pressPanel, looks: true, run: onPanel(player.pressedPanel)},
		{name: pressStack, looks: true, cost: limit.Picture, run: onPanel(player.pressedStack)},
		{name: pressPart, looks: true, cost: limit.Picture, run: onPanel(player.pressedPart)},
		{name: pressGo, run: onPanel(player.pressedGo)},
		{name: pressPanelUndo, run: onPanel(func(p player, ctx context.Context, d pressed) ([]rest.Message, error) {
			return p.undoHere(ctx, d.what)
		})},
	}
}

// pressedPanel shows the panel with a page of its menu of stacks.
func (p player) pressedPanel(ctx context.Context, d pressed) ([]rest.Message, error) {
	number, begin, err := readPanelPage(d.what)
	if err != nil {
		return nil, err
	}
	return p.panel(ctx, news{begin: begin}, number)
}

// onPanel makes a handler of a function for the players of the game. If the press cannot be carried out, it shows the
// panel as it is now, after the reason.
func onPanel(run func(p player, ctx context.Context, d pressed) ([]rest.Message, error)) pressHandler {
	return func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
		p, err := b.player(ctx, req)
		if err == nil {
			var list []rest.Message
			if list, err = run(p, ctx, d); err == nil {
				return list, nil
			}
		}
		return b.panelAnew(ctx, req, err)
	}
}

// orPanel makes a handler show the panel as it is now, after the reason why a press was not carried out, where its
// answer takes the place of the message that was pressed: otherwise nothing would be left there to go on with.
func orPanel(run pressHandler) pressHandler {
	return func(b *bot, ctx context.Context, req request, d pressed) ([]rest.Message, error) {
		list, err := run(b, ctx, req, d)
		if err != nil && req.inPlace() {
			return b.panelAnew(ctx, req, err)
		}
		return list, err
	}
}

// panelAnew shows the panel as it is now, after the reason why a press was not carried out. It returns the error itself
// if that is the bot's own, or its user plays nothing here.
func (b *bot) panelAnew(ctx context.Context, req request, err error) ([]rest.Message, error) {
	why, theirs := b.localizerHere(ctx, req).refuse(err)
	switch {
	case errors.Is(err, errStale), errors.Is(err, referee.ErrStale):
		why = req.Say("panel.stale")
	case errors.Is(err, referee.ErrOtherGame):
		if channel, gone := b.referee.ChannelOf(ctx, req.cmd.Game); gone != nil || channel != req.cmd.Channel {
			return nil, err // its game has moved, which is what its player is told
		}
		req.cmd.Game = ""
	case !theirs:
		return nil, err
	}
	p, gone := b.player(ctx, req)
	if gone != nil {
		return nil, err
	}
	list, gone := p.panel(ctx, news{text: why}, 0)
	if gone != nil {
		return nil, err
	}
	return list, nil
}

// news is what the panel begins with: what an order did, or why a press did nothing.
type news struct {
	text string
	undo string            // the name of an order that can be undone without consent, "" for none
	plan *referee.PlanLeft // a plan that is not carried out by itself because of the order

	planned bool                         // something is left of his plan
	begun   []discordgo.MessageComponent // the row of a list that goes on after a decision

	begin beginning // with which stack the buttons of stacks begin

	lines []string // all that stands above the panel
}

// panel shows what the player owes, or else what he can do. The page is that of the menu of stacks.
func (p player) panel(ctx context.Context, n news, number int) ([]rest.Message, error) {
	var games []discordgo.MessageComponent
	lines := []string{n.text}
	if p.direct {
		games = p.gamesRow(ctx, p.bot)
		lines = append(lines, p.Say("panel.of", "channel", channelLink(p.table.Channel)))
	}
	n.lines = slices.DeleteFunc(lines, func(s string) bool { return s == "" })
	due := p.view.Board().Due
	if due == nil || due.Side != p.view.Side() {
		pg, err := p.panelPage(ctx, n, number, rowsLimit-len(games))
		if err != nil {
			return nil, err
		}
		pg.rows = append(pg.rows, games...)
		return p.open(p.request, p.table, p.view, pg)
	}
	list, err := p.decision(ctx, *due, n.lines...)
	if err != nil {
		return nil, err
	}
	last := &list[len(list)-1]
	var plan []discordgo.MessageComponent
	if n.planned {
		plan = p.planRow()
	}
	for _, r := range slices.Concat(rows(p.undoButtons(n)), n.begun, plan, games) {
		if len(last.Components) < rowsLimit {
			last.Components = append(slices.Clip(last.Components), r)
		}
	}
	return list, nil
}

// rowsLimit is how many rows of buttons and menus a message can have.
const rowsLimit = buttonLimit / rowLimit

// panelPage is the panel of a player who owes no decision, in so many rows.
func (p player) panelPage(ctx context.Context, n news, number, room int) (page[view.Secret], error) {
	board := p.view.Board()
	verbs, err := p.referee.Verbs(ctx, p.cmd.Channel, p.cmd.User)
	if errors.Is(err, referee.ErrOver) {
		return page[view.Secret]{text: joined(append(n.lines, p.ending(p.table), p.Say("help.over"))),
			rows: []discordgo.MessageComponent{row(p.wholeButton(p.table.Game))}}, nil
	}
	if err != nil {
		return page[view.Secret]{}, err
	}
	list, more, err := p.rest(ctx)
	if err != nil {
		return page[view.Secret]{}, err
	}
	lines := append(n.lines, p.Header(board)+p.reminder(ctx, p.request, board.Turn))
	if board.Due != nil {
		lines = append(lines, p.Owed(*board.Due)+".")
	}
	left, plan := p.planLeft(p.table.Game, n.plan)
	if len(verbs) == 0 {
		rows := append(more, p.planRow()...)
		if n.plan != nil && n.plan.Shown != "" {
			rows = append(rows, plan...)
		}
		if also := append(p.undoButtons(n), p.directButtons()...); len(also) > 0 {
			rows = append(rows, row(also...))
		}
		return page[view.Secret]{text: joined(append(lines, list, left, p.Say("orders.none"))), rows: rows}, nil
	}
	if n.planned {
		plan = p.planRow()
	}
	lines = append(lines, p.tasks(), list, left, p.Say("orders.some"))
	stacks := p.movable(verbs)
	pages := pagesFor(len(stacks), menuLimit)
	if number == pageOfBeginning {
		number = max(n.begin.index(frontOf(board, p.view.Side()), stacks), 0) / menuLimit
	}
	number = min(max(number, 0), pages-1)
	buttons, others := p.stackRow(stacks, n.begin, number)
	parts := panelParts{stacks: append(buttons, p.stackMenu(stacks, number)...), begun: more, plan: plan,
		buttons: append(p.undoButtons(n), p.verbs(verbs)...)}
	if len(parts.stacks) == 0 {
		parts.stacks = p.targetRows()
	}
	if takesLists(verbs) {
		parts.buttons = append(parts.buttons, p.listButton())
	}
	parts.looks = append(others, p.pageButtons(number, pages, func(to int) string {
		return panelPageID(p.table.Game, to, n.begin)
	})...)
	if !board.Over {
		parts.looks = append(parts.looks, p.sideButton(p.table.Game))
	}
	parts.looks = append(parts.looks, p.directButtons()...)
	return page[view.Secret]{text: joined(lines), rows: parts.fitted(room)}, nil
}

// duties are the tasks of the player's side as far as they are about the units that he commands. Those that are not
// about units are his whole side's.
func (p player) duties() (list []view.Task) {
	for _, task := range p.view.Board().Tasks {
		if own := task.Of(p.commands); own.N > 0 {
			list = append(list, own)
		}
	}
	return list
}

// fewHexes is how many hexes the line of tasks names for what must be done.
const fewHexes = 3

// tasks is what is left to do, in one line, with the hexes of what must be done.
func (p player) tasks() string {
	shares := !p.table.Commands(p.cmd.User, p.view.Side())
	var words []string
	for _, task := range p.duties() {
		text := p.Text(task.Text)
		if shares && task.Each == nil {
			text = p.Say("panel.whole-side", "task", wording.InWords(text))
		}
		if task.Must {
			if n := len(task.Hexes); n > 0 && n <= fewHexes {
				text = p.Say("panel.task-at", "task", wording.InWords(text), "hexes", task.Hexes)
			}
			text = "**" + text + "**"
		}
		words = append(words, text)
	}
	return strings.Join(words, " · ")
}

// targetRows are a row of buttons for the first hexes of the first task that has any, in a phase in which nothing
// moves: those in which most units can take part, or else those toward the enemy. Each begins the order that does the
// task there.
func (p player) targetRows() []discordgo.MessageComponent {
	for _, task := range p.duties() {
		spec, ok := p.Spec(task.Verb)
		if !ok || len(spec.Options) == 0 || spec.Options[0].Kind != order.Hex {
			continue
		}
		able, called := p.able(task.Verb), wording.InWords(p.called(task.Verb))
		hexes := frontOf(p.view.Board(), p.view.Side()).hexes(task.Hexes)
		var buttons []discordgo.MessageComponent
		for _, h := range mostFirst(able, hexes, func(h hex.Hex) hex.Hex { return h }) {
			label := p.Say("panel.target", "order", called, "hex", h)
			if n := able[h]; n > 0 {
				label = p.Say("panel.target-able", "order", called, "hex", h, "n", n)
			}
			c := choice{verb: task.Verb, picks: []view.Pick{{Hex: h}}}
			if id, fits := c.encode(actShow, 0, p.roster); fits && len(buttons) < stackButtons {
				buttons = append(buttons, button(label, id, discordgo.SuccessButton))
			}
		}
		if len(buttons) > 0 {
			return rows(buttons)
		}
	}
	return nil
}

// undoButtons are the button that undoes the order that the panel tells of, if it can be undone without consent.
func (p player) undoButtons(n news) []discordgo.MessageComponent {
	if n.undo == "" {
		return nil
	}
	return []discordgo.MessageComponent{button(p.Say("button.undo"), pressID(pressPanelUndo, p.table.Game, n.undo),
		discordgo.SecondaryButton)}
}

// directButtons are the button that puts the panel into the direct messages, if it is not there.
func (p player) directButtons() []discordgo.MessageComponent {
	if p.direct || p.view.Board().Over {
		return nil
	}
	return []discordgo.MessageComponent{button(p.Say("panel.direct"), pressID(pressDirect, p.table.Game),
		discordgo.SecondaryButton)}
}

// undoHere undoes an order and shows the panel again. If the other side has to consent, it shows what that side is
// asked.
func (p player) undoHere(ctx context.Context, name string) ([]rest.Message, error) {
	if name == "" {
		return nil, errStale
	}
	out, err := p.referee.Undo(ctx, p.cmd, name)
	if err != nil || out.Asked {
		return p.undone(ctx, p.request)(out, err)
	}
	out.Order = movedBack(out.View.Board())
	return p.after(ctx, out.Outcome)
}

// inPlace says whether the answer is an edit of the private message on which a button was pressed. After an order such
// a message becomes the panel. In direct messages only the panel itself can, because its choices name no game.
func (req request) inPlace() bool {
	return req.onPanel || !req.direct && req.from != nil && req.from.Flags&discordgo.MessageFlagsEphemeral != 0
}

// backToPanel is the button that leads back to the panel from a page that has taken its place without being a step of
// an order.
func (p player) backToPanel() []discordgo.MessageComponent {
	if !p.inPlace() {
		return nil
	}
	return []discordgo.MessageComponent{p.ordersButton(p.table.Game)}
}

// after is the panel after an order, with what the order did.
func (p player) after(ctx context.Context, out referee.Outcome) ([]rest.Message, error) {
	next := p.playing(p.request, out.View, out.Table)
	return next.panel(ctx, news{text: next.happened(out), undo: out.Undo, plan: out.Plan,
		begin: beginning{at: next.cameFrom(out)}}, pageOfBeginning)
}

// cameFrom is the hex from which the units of an order went, or to which an undo has put them back; hex.None where it
// is neither.
func (p player) cameFrom(out referee.Outcome) hex.Hex {
	board := p.view.Board()
	for _, l := range board.Told {
		if e := l.MapEvent; e != nil && e.Kind == view.Marched && e.Side == p.view.Side() {
			return e.Path[0]
		}
	}
	units := out.Order.Units("units")
	if len(units) == 0 || out.Order.Verb != moving(board.Map) {
		return hex.None
	}
	_, at, _ := board.Find(units[0])
	return at
}

// pagesFor is how many pages a list needs, at least one.
func pagesFor(n, each int) int { return max((n+each-1)/each, 1) }
