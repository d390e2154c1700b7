package drafts

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"grognard/bot/referee/api"
	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/orders"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// Lists stores lists of orders that users write down, and carries them out: when their owners say so, or, if a list is
// for a phase to come, when that phase has lasted for api.ListDelay.
type Lists struct {
	games *games.Games
	log   Log
	store storage.Papers
}

// List is a user's list of orders, with what would come of the lines that are left.
type List struct {
	ID      string    // for CarryOut and the like; "" where a list was not kept
	Shown   string    // identifies this preview, for CarryOut and Choose
	When    string    // for which phase it was kept, as NextTurn or a phase's name; "" for now
	Turn    int       // the turn for which it was kept, 0 for now
	Begins  time.Time // when it begins by itself in the present phase; zero where it does not
	Runs    bool      // it has begun by itself, and waits for dice or for a decision
	Now     int       // how many lines of a list for later are left for the present phase
	Over    bool      // the turn for which it was kept is over
	Total   int       // all its lines
	Done    int       // lines that are not left
	Next    int       // the number of the first line that is left, 0 for none
	Waits   string    // the phase that has to end before that line; "" if it waits for none
	Skipped []int     // numbers of lines of a list for now that its owner has left out
	Undone  []int     // numbers of lines that were done and taken back, in part or whole; they are not given again
	Text    string    // the lines that are left
	Asks    bool      // another list was written, and its owner is asked whether it replaces this one
	Preview view.Preview
	Table   api.Table
}

// NextTurn is the When of a list for its side's next turn. The When of other lists is a phase's name, or "" for now.
const NextTurn = "next"

// PhaseToCome is a phase for which a list can be kept.
type PhaseToCome struct {
	When string // NextTurn or the phase's name
	Turn int
}

// Coming returns the phases for which a user can keep a list, his next turn first.
func (ls *Lists) Coming(ctx context.Context, c api.Command) ([]PhaseToCome, error) {
	return games.AsPlayer(ctx, ls.games, c.Channel, c.User, func(g *games.Held, s order.Side) ([]PhaseToCome, error) {
		var all []PhaseToCome
		for _, name := range append([]string{""}, g.Match.ListPhases(s)...) { // "" for his next turn
			if turn := rules.Coming(g.Match, s, name); turn != 0 {
				all = append(all, PhaseToCome{name, turn})
			}
		}
		if len(all) > 0 && all[0].When == "" {
			all[0].When = NextTurn
		}
		slices.SortStableFunc(all[min(1, len(all)):], func(a, b PhaseToCome) int { return a.Turn - b.Turn })
		return all, nil
	})
}

// Keep stores a list of orders of a user, in place of his earlier one, and shows what it would bring about. If only one
// of the two is for now, and the earlier one has lines left, he is asked first. He is not asked if edited is its ID:
// then the new list is that one, edited. Errors: those of ordering.Orders.Order, an *order.Problem for a list that
// cannot be read or a phase that the side does not have, and ErrListTooLate.
func (ls *Lists) Keep(ctx context.Context, c api.Command, text, when, edited string) (List, error) {
	return ls.change(ctx, c, "", func(g *games.Held, s order.Side, was *keptList) error {
		if was.ID == c.ID || was.Instead != nil && was.Instead.ID == c.ID {
			return nil // the command was given twice: choices made since are kept
		}
		l, err := writeList(g.Game, s, newList{ID: c.ID, Text: text, When: when})
		if err != nil {
			return err
		}
		if was.ID != edited && (was.Turn != 0) != (l.Turn != 0) && was.isWanted(g.Game, s) {
			was.Instead = &newList{c.ID, text, when}
			return nil
		}
		l.Reports, *was = was.Reports, l
		return nil
	})
}

// Replace replaces a user's list by the one that he has written since.
func (ls *Lists) Replace(ctx context.Context, c api.Command, id string) (List, error) {
	return ls.change(ctx, c, id, func(g *games.Held, s order.Side, was *keptList) error {
		if was.Instead == nil {
			return nil
		}
		l, err := writeList(g.Game, s, *was.Instead)
		l.Reports = was.Reports
		if err == nil {
			*was = l
		}
		return err
	})
}

// isWanted reports whether the list has lines left that its owner can still want: it is for a turn that is not over, or
// was begun in this phase.
func (l *keptList) isWanted(g *ledger.Game, s order.Side) bool {
	if l.Turn != 0 {
		return l.count(anyPhase) > 0 && !l.isOver(g, s)
	}
	return l.count(anyPhase) > 0 && l.count(anyPhase) < len(l.Lines) && l.goesOn(g)
}

// isOver reports whether the phases of a list for later are over.
func (l *keptList) isOver(g *ledger.Game, s order.Side) bool {
	i := slices.IndexFunc(l.Lines, func(k lineKept) bool { return k.Fate == api.LineLeft })
	return l.Turn != 0 && i >= 0 && l.linesNow(s, g.Match.Standing()) == 0 &&
		rules.Coming(g.Match, s, l.Lines[i].Phase) != l.Turn
}

// writeList reads a list and finds the phases of its lines.
func writeList(g *ledger.Game, s order.Side, n newList) (keptList, error) {
	l := keptList{ID: n.ID, When: strings.ToLower(strings.TrimSpace(n.When))}
	lines, err := g.Match.List(s, n.Text)
	if err != nil {
		return l, err
	}
	phases, from := g.Match.ListPhases(s), g.Match.Standing().Phase.Name
	if l.When == NextTurn && len(phases) > 0 {
		from, l.Turn = phases[0], rules.Coming(g.Match, s, "") // "" for the side's next turn
	} else if l.When != "" {
		if !slices.Contains(phases, l.When) {
			return l, order.NoPhase(n.When)
		}
		from, l.Turn = l.When, rules.Coming(g.Match, s, l.When)
	}
	if l.When != "" && l.Turn == 0 {
		return l, api.ErrListTooLate
	}
	if lines, err = g.Match.InPhases(s, lines, from, l.Turn != 0); err != nil {
		return l, err
	}
	for _, line := range lines {
		l.Lines = append(l.Lines, lineKept{Phase: line.Phase})
	}
	l.Text = order.WriteList(lines)
	return l, nil
}

// Show shows what is left of a user's list in the present game: of the list with this ID, or with "" of whichever he
// has. Errors: ErrNoList if he has none, or another one by now.
func (ls *Lists) Show(ctx context.Context, c api.Command, id string) (List, error) {
	return ls.change(ctx, c, id, func(_ *games.Held, _ order.Side, l *keptList) error {
		if l.ID == "" {
			return api.ErrNoList
		}
		l.Instead = nil
		return nil
	})
}

// change changes a user's list, which must have the ID unless that is "", and shows what is left of it.
func (ls *Lists) change(ctx context.Context, c api.Command, id string,
	change func(*games.Held, order.Side, *keptList) error) (List, error) {
	var out List
	err := ls.games.WithOwnSide(ctx, c, func(g *games.Held, s order.Side) error {
		l, err := ls.listOf(ctx, g, c.User)
		if err != nil {
			return err
		}
		if l == nil {
			l = &keptList{}
		}
		if id != "" && l.ID != id {
			return api.ErrNoList
		}
		if err := change(g, s, l); err != nil {
			return err
		}
		if out, err = ls.show(ctx, g, s, c.User, *l); err != nil {
			return err
		}
		return ls.games.Reschedule(ctx, g)
	})
	return out, err
}

// show previews what is left of a list, and stores the list with the position that its user sees.
func (ls *Lists) show(ctx context.Context, g *games.Held, s order.Side, user string, l keptList) (List, error) {
	left, _, err := ls.left(ctx, g, s, &l)
	if err != nil {
		return List{}, err
	}
	l.Phase = phaseOf(g.Game)
	if l.Seen, err = positionHash(g.Match.View(s)); err != nil {
		return List{}, err
	}
	out, err := ls.listing(ctx, g, s, user, l, left)
	if err != nil {
		return List{}, err
	}
	if !out.Over {
		if out.Preview, err = orders.RightsOf(g.Game, user, s).Preview(left, l.Turn); err != nil {
			return List{}, err
		}
	}
	return out, ls.save(ctx, g, user, l)
}

// left returns the lines that are left of a list; the first may be only the rest of a line. If a list for later has
// lines whose phase is over, it settles them as missed. begun says that something of the list was given or is settled.
func (ls *Lists) left(ctx context.Context, g *games.Held, s order.Side, l *keptList) (left []order.Line, begun bool,
	err error) {
	lines, err := l.read(g.Game, s)
	if err != nil {
		return nil, false, err
	}
	l.miss(g.Game, s, lines)
	for {
		left = slices.DeleteFunc(slices.Clone(lines), func(line order.Line) bool { return !l.isLeft(line) })
		if len(left) == 0 {
			return nil, true, nil
		}
		rest, given, err := ls.restOfLine(ctx, l, left[0])
		if err != nil {
			return nil, false, err
		}
		left[0] = rest
		if len(rest.Said) > 0 || rest.Unread != nil { // the line is not done, or cannot be read
			return left, given > 0 || len(left) < len(lines), nil
		}
		l.settle(rest, api.LineDone, 0) // it was done, but the program stopped before that was stored
	}
}

// miss settles the lines of a list for later whose phase is over.
func (l *keptList) miss(g *ledger.Game, s order.Side, lines []order.Line) {
	now, phases := g.Match.Standing(), g.Match.ListPhases(s)
	at := slices.Index(phases, now.Phase.Name)
	if l.Turn == 0 || l.Turn != now.Turn || now.Phase.Side != s || at < 0 {
		return
	}
	for _, line := range lines {
		if l.isLeft(line) && slices.Index(phases, line.Phase) < at {
			l.settle(line, api.LineMissed, 0)
		}
	}
}

// listing returns a list as its owner may see it, without a preview. left are the lines that are left.
func (ls *Lists) listing(ctx context.Context, g *games.Held, s order.Side, user string, l keptList,
	left []order.Line) (List, error) {
	now := g.Match.Standing()
	out := List{ID: l.ID, Shown: l.previewName(), When: l.When, Turn: l.Turn, Runs: l.Runs && l.Asked == 0,
		Now: l.linesNow(s, now), Over: l.isOver(g.Game, s), Total: len(l.Lines),
		Done: len(l.Lines) - len(left), Text: order.WriteList(left), Asks: l.Instead != nil, Table: tables.Of(g.Game)}
	if len(left) > 0 {
		out.Next, out.Waits = left[0].Number, rules.Awaited(g.Match, s, now.Phase.Name, left[0].Phase)
	}
	for i, k := range l.Lines {
		if l.Turn == 0 && k.Fate == api.LineRefused {
			out.Skipped = append(out.Skipped, i+1)
		}
	}
	var err error
	if !l.Runs && !l.dueAt(g.Game, s, user).IsZero() {
		// the program may not have been running since
		if out.Begins, err = ls.games.Holds.PlayableFor(ctx, g, g.Since, api.ListDelay); err != nil {
			return out, err
		}
	}
	out.Undone, err = ls.takenBack(ctx, g, s, &l)
	return out, err
}

// restOfLine returns what is left of a line after the commands that were given, and how many were given. The rest is
// for the units of the last of them.
func (ls *Lists) restOfLine(ctx context.Context, l *keptList, line order.Line) (left order.Line, given int, err error) {
	var before []order.UnitID
	for given < len(line.Said) {
		units, err := ls.unitsOf(ctx, l.command(line.Number, given+1))
		if errors.Is(err, storage.ErrNotFound) {
			break
		}
		if err != nil {
			return line, given, err
		}
		given, before = given+1, units
	}
	if given == 0 {
		return line, 0, nil
	}
	line.Said = line.Said[given:]
	if len(line.Said) > 0 {
		line = line.By(before)
	}
	return line, given, nil
}

// unitsOf returns the units of a command of a list that was given, by hand or by itself.
func (ls *Lists) unitsOf(ctx context.Context, command string) ([]order.UnitID, error) {
	units, err := ls.games.Logs.UnitsOf(ctx, command)
	if errors.Is(err, storage.ErrNotFound) {
		return ls.games.Logs.UnitsOf(ctx, ledger.ListMark+command)
	}
	return units, err
}

// takenBack returns the numbers of lines that were given and taken back; none of a list that has run by itself.
func (ls *Lists) takenBack(ctx context.Context, g *games.Held, s order.Side, l *keptList) (undone []int, err error) {
	i := slices.IndexFunc(l.Lines, func(k lineKept) bool { return k.Fate == api.LineDone })
	if i < 0 {
		return nil, nil
	}
	row, err := ls.log.ByCommand(ctx, l.command(i+1, 1))
	if errors.Is(err, storage.ErrNotFound) { // the list has run by itself, under other IDs: its owner was told
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	steps, err := ls.games.Logs.Steps(ctx, g.Stored.ID, &ledger.Snapshot{Seq: row.Seq - 1}, games.Latest)
	if err != nil {
		return nil, err
	}
	given, valid := map[string]bool{}, map[string]uint64{} // all commands, and the rows of those not taken back
	for _, step := range steps {
		if u := step.Body.Undone; u != nil {
			maps.DeleteFunc(valid, func(_ string, seq uint64) bool { return seq > u.To })
			continue
		}
		given[step.CommandID], valid[step.CommandID] = true, step.Seq
	}
	lines, err := l.read(g.Game, s)
	for _, line := range lines {
		for n := range line.Said {
			id := l.command(line.Number, n+1)
			if _, stands := valid[id]; given[id] && !stands && !slices.Contains(undone, line.Number) {
				undone = append(undone, line.Number)
			}
		}
	}
	return undone, err
}

// Choose settles an ambiguous line of a list by writing the chosen meaning into it, and shows what is left. If preview
// is not the last one shown, nothing is chosen, so that a second tap does nothing. Errors: those of Show.
func (ls *Lists) Choose(ctx context.Context, c api.Command, id, preview string, line int, meant string) (List, error) {
	return ls.change(ctx, c, id, func(g *games.Held, s order.Side, l *keptList) error {
		if l.previewName() != preview {
			return nil
		}
		left, _, err := ls.left(ctx, g, s, l)
		if err != nil {
			return err
		}
		tried, err := orders.RightsOf(g.Game, c.User, s).Preview(left, l.Turn)
		if err != nil {
			return err
		}
		if option, value := chosen(tried.Lines, line, meant); option != "" {
			lines, err := l.read(g.Game, s)
			if err != nil {
				return err
			}
			lines[line-1] = lines[line-1].With(option, value)
			l.Text = order.WriteList(lines)
		}
		return nil
	})
}

// chosen returns the ambiguous option of a line, and its value with a meaning; "" if none is ambiguous or means that.
func chosen(lines []view.Tried, number int, meant string) (option, value string) {
	i := slices.IndexFunc(lines, func(t view.Tried) bool { return t.Line.Number == number })
	var p *order.Problem
	if i < 0 || !errors.As(lines[i].Err, &p) {
		return "", ""
	}
	for _, c := range p.Means {
		if c.String() == meant {
			return p.Option, c.Value
		}
	}
	return "", ""
}

// Rest returns a user's list that goes on or is kept for later, without a preview; nil for none.
func (ls *Lists) Rest(ctx context.Context, channel, user string) (l *List, err error) {
	err = ls.games.Look(ctx, channel, func(g *games.Held) error {
		l, err = ls.rest(ctx, g, user)
		return err
	})
	return l, err
}

// Begun returns a user's list that has lines for the present phase: one that was begun in it and is not finished, or
// one that was kept for it; nil for none.
func (ls *Lists) Begun(ctx context.Context, g *games.Held, user string) (*List, error) {
	l, err := ls.rest(ctx, g, user)
	if err != nil || l == nil || l.Turn != 0 && l.Now == 0 {
		return nil, err
	}
	return l, nil
}

// rest does what Rest does, under the game's lock. It returns no list for now of which nothing was given yet.
func (ls *Lists) rest(ctx context.Context, g *games.Held, user string) (*List, error) {
	l, err := ls.listOf(ctx, g, user)
	if err != nil || l == nil || l.Turn == 0 && !l.goesOn(g.Game) {
		return nil, err
	}
	s, err := g.Side(user)
	if err != nil {
		return nil, err
	}
	left, begun, err := ls.left(ctx, g, s, l)
	if err != nil || len(left) == 0 || l.Turn == 0 && !begun {
		return nil, err
	}
	out, err := ls.listing(ctx, g, s, user, *l, left)
	return &out, err
}

// Left returns the text of what is left of a user's list, to edit, and when it is carried out: now if its phase began.
func (ls *Lists) Left(ctx context.Context, c api.Command, id string) (text, when string, err error) {
	text, err = games.AsPlayer(ctx, ls.games, c.Channel, c.User, func(g *games.Held, s order.Side) (string, error) {
		l, err := ls.listWithID(ctx, g, c.User, id)
		if err != nil {
			return "", err
		}
		lines, _, err := ls.left(ctx, g, s, l)
		if l.linesNow(s, g.Match.Standing()) == 0 {
			when = l.When
		}
		return order.WriteList(lines), err
	})
	return text, when, err
}

// Discard deletes a user's list.
func (ls *Lists) Discard(ctx context.Context, c api.Command, id string) error {
	return ls.games.WithOwnSide(ctx, c, func(g *games.Held, _ order.Side) error {
		if _, err := ls.listWithID(ctx, g, c.User, id); err != nil {
			return err
		}
		delete(papersOf(g).lists, c.User)
		if err := ls.store.DropPaper(ctx, g.Stored.ID, c.User, listKind); err != nil {
			return err
		}
		return ls.games.Reschedule(ctx, g)
	})
}
