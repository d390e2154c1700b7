package drafts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"

	"grognard/bot/referee/games"
	"grognard/bot/referee/ledger"
	"grognard/bot/referee/ledger/tables"
	"grognard/rules/order"
	"grognard/storage"
)

// progress is how far a draft has been carried out. It is found in the log: each command of a draft has an
// identifier of its own.
type progress struct {
	draft  storage.Draft
	total  int          // lines
	left   []order.Line // the first may be the rest of a line
	given  int          // commands that were given
	undone []int        // numbers of lines that were given and taken back
}

// progressOf reads a draft and finds the first of its commands that was not given, by binary search: they are
// given in order.
func (ls *Lists) progressOf(ctx context.Context, g *games.Held, s order.Side, d storage.Draft) (progress, error) {
	lines, err := g.Match.List(s, d.Text)
	if err != nil {
		return progress{}, err
	}
	p := progress{draft: d, total: len(lines), left: lines}
	commands := 0
	for _, l := range lines {
		commands += len(l.Said)
	}
	p.given = sort.Search(commands, func(i int) bool {
		if _, failed := ls.log.ByCommand(ctx, p.command(i+1)); failed != nil {
			if !errors.Is(failed, storage.ErrNotFound) {
				err = failed
			}
			return true
		}
		return false
	})
	if err != nil {
		return progress{}, err
	}
	if p.given > 0 {
		if err := ls.takenBack(ctx, g, &p); err != nil {
			return progress{}, err
		}
	}
	n := p.given
	for n > 0 && n >= len(p.left[0].Said) {
		n -= len(p.left[0].Said)
		p.left = p.left[1:]
	}
	if n > 0 {
		err = ls.goOn(ctx, &p, n)
	}
	return p, err
}

// takenBack notes which lines were given and taken back.
func (ls *Lists) takenBack(ctx context.Context, g *games.Held, p *progress) error {
	row, err := ls.log.ByCommand(ctx, p.command(1))
	if err != nil {
		return err
	}
	steps, err := ls.games.Logs.Steps(ctx, g.Stored.ID, &ledger.Snapshot{Seq: row.Seq - 1}, games.Latest)
	if err != nil {
		return err
	}
	given := map[string]uint64{} // the rows of commands that were not taken back
	for _, s := range steps {
		if u := s.Body.Undone; u != nil {
			maps.DeleteFunc(given, func(_ string, seq uint64) bool { return seq > u.To })
			continue
		}
		given[s.CommandID] = s.Seq
	}
	n := 0
	for _, l := range p.left {
		for range l.Said {
			if n++; n > p.given {
				return nil
			}
			if _, stands := given[p.command(n)]; !stands && !slices.Contains(p.undone, l.Number) {
				p.undone = append(p.undone, l.Number)
			}
		}
	}
	return nil
}

// goOn removes the first n commands of the first line that is left, because they were given. The others get the
// units of the last one given.
func (ls *Lists) goOn(ctx context.Context, p *progress, n int) error {
	before, err := ls.games.Logs.UnitsOf(ctx, p.command(p.given))
	if err != nil {
		return err
	}
	line := p.left[0]
	line.Said = line.Said[n:]
	p.left = append([]order.Line{line.By(before)}, p.left[1:]...)
	return nil
}

// command is the identifier of the nth command of the draft, from 1.
func (p progress) command(n int) string { return fmt.Sprintf("%s/%d", p.draft.ID, n) }

func (p progress) list(g *ledger.Game) List {
	return List{Draft: p.draft.ID, Shown: shown(p.draft), Total: p.total, Done: p.total - len(p.left),
		Undone: p.undone, Text: order.WriteList(p.left), Table: tables.Of(g)}
}
