// Package rated has the results that ratings are made of: of all games of a server that were played for seasons, and of
// those on which their players have agreed. Beside them it has how reliable the players were.
//
//	results, err := rated.Of(ctx, keeper, "900")
//	lines := rating.Table(rated.In(results, "drill"), time.Now())
//
// A result that nobody played for, as a bye or a forfeit, counts for no rating; one that an organiser has ruled does.
// Players are their users; one who was forgotten is somebody, the same in all seasons.
//
// A Memory spares reading seasons that are over again.
package rated

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"grognard/bot/league"
	"grognard/bot/league/rating"
	"grognard/bot/league/reliability"
	"grognard/storage"
)

// Seasons are those of package league.
type Seasons interface {
	Of(ctx context.Context, server string) (ids []string, err error)
	Look(ctx context.Context, id string) (league.View, error)
	Ended(id string) (times int, over bool)
}

// Memory keeps the results of seasons that are over. Its zero value keeps none yet; nil keeps none at all.
type Memory struct {
	mu   sync.Mutex
	kept map[string]ended
}

// ended is what is kept of a season that has ended so often.
type ended struct {
	times   int
	results []rating.Result
	records map[string]reliability.Record
}

// Of returns the results of a server, as Memory.Of does without one.
func Of(ctx context.Context, all Seasons, server string) ([]rating.Result, error) {
	return (*Memory)(nil).Of(ctx, all, server)
}

// Of returns the results of a server. A season whose log is damaged has none.
func (m *Memory) Of(ctx context.Context, all Seasons, server string) (results []rating.Result, err error) {
	err = m.each(ctx, all, server, time.Time{}, func(e ended) { results = append(results, e.results...) })
	return results, err
}

// Records returns how reliable the players of a server are at a time, over all seasons.
func (m *Memory) Records(ctx context.Context, all Seasons, server string, now time.Time) (map[string]reliability.Record,
	error) {
	sum := map[string]reliability.Record{}
	err := m.each(ctx, all, server, now, func(e ended) {
		for user, r := range e.records {
			sum[user] = sum[user].Plus(r)
		}
	})
	return sum, err
}

// each has something done with what each season of a server is at a time.
func (m *Memory) each(ctx context.Context, all Seasons, server string, now time.Time, do func(ended)) error {
	ids, err := all.Of(ctx, server)
	if err != nil {
		return err
	}
	for _, id := range ids {
		times, over := all.Ended(id)
		if known, ok := m.recall(id, times); over && ok {
			do(known)
			continue
		}
		v, err := all.Look(ctx, id)
		if err != nil && !errors.Is(err, storage.ErrBroken) {
			return err
		}
		found := ended{times, Results(v), Records(v, now)}
		if do(found); over && m != nil {
			m.mu.Lock()
			m.kept[id] = found
			m.mu.Unlock()
		}
	}
	return nil
}

// recall returns what is kept of a season that has not ended once more since.
func (m *Memory) recall(id string, times int) (known ended, ok bool) {
	if m == nil {
		return ended{}, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]ended{}
	}
	known, ok = m.kept[id]
	return known, ok && known.times == times
}

// Records are how reliable the players of a season were by a time: those of whom something is known.
func Records(v league.View, now time.Time) map[string]reliability.Record {
	records := map[string]reliability.Record{}
	for _, p := range v.Players {
		if r := reliability.Of(&v.Season, p.ID, now); r != (reliability.Record{}) {
			records[player(v, p.ID)] = records[player(v, p.ID)].Plus(r)
		}
	}
	return records
}

// Results are those of a season.
//
// RULING: a game that does not count in its season because a player has left counts for ratings: it was played, and who
// leaves does not take back what he has lost.
func Results(v league.View) (results []rating.Result) {
	for i := range v.Games {
		if g := &v.Games[i]; g.IsOver() && !g.Result.Unplayed {
			scenario := g.Setting.Scenario
			if g.Met != nil && g.Met.Bid != nil {
				scenario = Sideless
			}
			results = append(results, rating.Result{ID: ID(v, g.Number), At: g.Ended, Module: g.Setting.Module,
				Scenario: scenario, First: player(v, g.Pair.First), Second: player(v, g.Pair.Second),
				Points: g.Result.Points})
		}
	}
	for i, p := range v.Past {
		scenario := p.Scenario
		if !p.Sided {
			scenario = Sideless
		}
		results = append(results, rating.Result{ID: fmt.Sprint(v.ID, brought, i+1), At: p.At, Module: p.Module,
			Scenario: scenario, First: player(v, p.First), Second: player(v, p.Second), Points: p.Points})
	}
	return results
}

// brought is in the identifiers of results that somebody has brought along, and in no others.
const brought = " past "

// IsBrought reports whether somebody has brought a result along from before.
func IsBrought(r rating.Result) bool { return strings.Contains(r.ID, brought) }

// Sideless is the scenario of a result that says nothing of a balance: nobody knows who had which side, or points that
// were bid for one count in it.
const Sideless = "?"

// ID is what a game's result is called.
func ID(v league.View, game int) string { return fmt.Sprintf("%s %d", v.ID, game) }

// Order puts users of a server into the order of their ratings, the best first; those that are alike stay as they are.
func Order(ctx context.Context, all Seasons, server string, users []string, now time.Time) ([]string, error) {
	results, err := Of(ctx, all, server)
	if err != nil {
		return nil, err
	}
	has := points(results, now)
	users = slices.Clone(users)
	slices.SortStableFunc(users, func(a, b string) int { return cmp.Compare(known(has, b), known(has, a)) })
	return users, nil
}

// player is a user, or what one who was forgotten is called in all seasons.
func player(v league.View, name string) string {
	return cmp.Or(v.Names[name], v.Gone[name], v.ID+" "+name)
}

// In returns the results of a module, all for "".
func In(results []rating.Result, module string) []rating.Result {
	return slices.DeleteFunc(slices.Clone(results), func(r rating.Result) bool {
		return module != "" && r.Module != module
	})
}

// Modules are those that were played, in the order of the alphabet.
func Modules(results []rating.Result) (modules []string) {
	for _, r := range results {
		modules = append(modules, r.Module)
	}
	slices.Sort(modules)
	return slices.Compact(modules)
}
