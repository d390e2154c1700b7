// Package rated collects the results that ratings are made of: those of all games of a server that were played for
// seasons, or count because their players have agreed. It also collects how reliable the players were.
//
//	results, err := rated.Of(ctx, keeper, "900")
//	lines := rating.Table(rated.In(results, "drill"), time.Now())
//
// Results without a game, such as byes and forfeits, count for no rating; results that an organiser has decided do.
// Players are named by their user IDs, forgotten ones by a name that is the same in all seasons.
//
// A Memory spares reading again the seasons that are over.
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

// Seasons reads seasons; a league.Keeper does.
type Seasons interface {
	Of(ctx context.Context, server string) (ids []string, err error)
	Look(ctx context.Context, id string) (league.View, error)
	Ended(id string) (times int, over bool)
}

// Memory caches the results of seasons that are over. Its zero value is empty; a nil Memory caches nothing.
type Memory struct {
	mu   sync.Mutex
	kept map[string]seasonResults
}

// seasonResults is what is cached of a season; times is how often it had ended by then.
type seasonResults struct {
	times   int
	results []rating.Result
	records map[string]reliability.Record
}

// Of does what Memory.Of does, without a Memory.
func Of(ctx context.Context, all Seasons, server string) ([]rating.Result, error) {
	return (*Memory)(nil).Of(ctx, all, server)
}

// Of returns the results of a server. A season whose log is damaged has none.
func (m *Memory) Of(ctx context.Context, all Seasons, server string) (results []rating.Result, err error) {
	err = m.each(ctx, all, server, time.Time{}, func(e seasonResults) { results = append(results, e.results...) })
	return results, err
}

// Records returns how reliable the players of a server are, over all seasons; now is for games that are still played.
func (m *Memory) Records(ctx context.Context, all Seasons, server string, now time.Time) (map[string]reliability.Record,
	error) {
	sum := map[string]reliability.Record{}
	err := m.each(ctx, all, server, now, func(e seasonResults) {
		for user, r := range e.records {
			sum[user] = sum[user].Plus(r)
		}
	})
	return sum, err
}

// each calls do with the results and records of each season of a server, as of now, which affects only the records.
func (m *Memory) each(ctx context.Context, all Seasons, server string, now time.Time, do func(seasonResults)) error {
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
		found := seasonResults{times, Results(v), Records(v, now)}
		do(found)
		if over && m != nil {
			m.mu.Lock()
			m.kept[id] = found
			m.mu.Unlock()
		}
	}
	return nil
}

// recall returns what is cached of a season that has ended times times; ok is false if it ended again since.
func (m *Memory) recall(id string, times int) (known seasonResults, ok bool) {
	if m == nil {
		return seasonResults{}, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]seasonResults{}
	}
	known, ok = m.kept[id]
	return known, ok && known.times == times
}

// Records returns how reliable the players of a season were by a time, for those of whom something is known.
func Records(v league.View, now time.Time) map[string]reliability.Record {
	records := map[string]reliability.Record{}
	for _, p := range v.Players {
		if r := reliability.Of(&v.Season, p.ID, now); r != (reliability.Record{}) {
			records[player(v, p.ID)] = records[player(v, p.ID)].Plus(r)
		}
	}
	return records
}

// Results returns the results of a season that count for ratings.
//
// RULING: a game that does not count in its season because a player has left counts for ratings: it was played, and a
// player who leaves cannot take back what he has lost.
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

// brought is a part of the identifiers of results that an organiser has brought along, and of no others.
const brought = " past "

// IsBrought reports whether an organiser has brought a result along, from before the program was used.
func IsBrought(r rating.Result) bool { return strings.Contains(r.ID, brought) }

// Sideless is the scenario of a result that says nothing about balance: it is not known who had which side, or points
// that were bid for a side count in it.
const Sideless = "?"

// ID returns the identifier of the result of a season's game.
func ID(v league.View, game int) string { return fmt.Sprintf("%s %d", v.ID, game) }

// Order puts users of a server into the order of their ratings, the best first; equal ones keep their order.
func Order(ctx context.Context, all Seasons, server string, users []string, now time.Time) ([]string, error) {
	results, err := Of(ctx, all, server)
	if err != nil {
		return nil, err
	}
	has := points(results, now)
	users = slices.Clone(users)
	slices.SortStableFunc(users, func(a, b string) int { return cmp.Compare(pointsOf(has, b), pointsOf(has, a)) })
	return users, nil
}

// player returns the user ID for a player's name in a season, or the name that a forgotten user has in all seasons.
func player(v league.View, name string) string {
	return cmp.Or(v.Names[name], v.Gone[name], v.ID+" "+name)
}

// In returns the results of a module, or for "" all.
func In(results []rating.Result, module string) []rating.Result {
	return slices.DeleteFunc(slices.Clone(results), func(r rating.Result) bool {
		return module != "" && r.Module != module
	})
}

// Modules returns the modules that were played, in alphabetical order.
func Modules(results []rating.Result) (modules []string) {
	for _, r := range results {
		modules = append(modules, r.Module)
	}
	slices.Sort(modules)
	return slices.Compact(modules)
}
