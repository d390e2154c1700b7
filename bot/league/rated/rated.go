// Package rated has the results that ratings are made of: of all games of a server that were played for seasons, and of
// those on which their players have agreed.
//
//	results, err := rated.Of(ctx, keeper, "900")
//	lines := rating.Table(rated.In(results, "drill"), time.Now())
//
// A result that nobody played for, as a bye or a forfeit, counts for no rating; one that an organiser has ruled does.
// Players are their users. Who was forgotten is another unknown player in each season.
//
// Limits: seasons that are over are read anew each time.
package rated

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"grognard/bot/league"
	"grognard/bot/league/rating"
	"grognard/storage"
)

// Seasons are those of package league.
type Seasons interface {
	Of(ctx context.Context, server string) (ids []string, err error)
	Look(ctx context.Context, id string) (league.View, error)
}

// Of returns the results of a server. A season whose log is damaged has none.
func Of(ctx context.Context, all Seasons, server string) (results []rating.Result, err error) {
	ids, err := all.Of(ctx, server)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		v, err := all.Look(ctx, id)
		if errors.Is(err, storage.ErrBroken) {
			continue
		}
		if err != nil {
			return nil, err
		}
		results = append(results, Results(v)...)
	}
	return results, nil
}

// Results are those of a season.
func Results(v league.View) (results []rating.Result) {
	for i := range v.Games {
		if g := &v.Games[i]; g.IsOver() && !g.Result.Unplayed {
			results = append(results, rating.Result{ID: ID(v, g.Number), At: g.Ended, Module: g.Setting.Module,
				Scenario: g.Setting.Scenario, First: player(v, g.Pair.First), Second: player(v, g.Pair.Second),
				Points: g.Result.Points})
		}
	}
	return results
}

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

// player is a user, or the name of one who was forgotten: no user has a space in his.
func player(v league.View, name string) string {
	if user := v.Names[name]; user != "" {
		return user
	}
	return v.ID + " " + name
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
