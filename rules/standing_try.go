package rules

import (
	"errors"
	"slices"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// mostSteps limits how many decisions of one fight are followed, mostThreats how many threatened hexes count.
const (
	mostSteps   = 40
	mostThreats = 24
)

// TryStanding shows what a side's standing answers decide in an attack on a hex with a result such as D1r2. An
// empty result stands for every result that the odds allow, and hex.None for each fight that an enemy could
// begin in his next combat phase. It is worked out on a copy from what the side may know: only enemies that it
// sees count, where they stand now. The error is a *view.Mistake, or one of CheckStanding's.
func (m *Match) TryStanding(by order.Side, a standing.Answers, at hex.Hex, result string) ([]standing.TriedFight,
	error) {
	if err := m.CheckStanding(by, a); err != nil {
		return nil, err
	}
	if at != hex.None && !m.def.Grid.Contains(at) {
		return nil, &view.Mistake{Why: view.T("standing.off-map", "hex", at)}
	}
	seen := m.board(by, nil) // without overlays
	if at == hex.None {
		return tryAll(m, by, a, threats(m, by, seen))
	}
	fights := m.engine.Fights(by, seen, m.look, at)
	switch {
	case len(fights) == 0, fights[0].Throws == 0 && result == "": // without throws no result is known
		return nil, &view.Mistake{Why: view.T("standing.no-fight", "hex", at)}
	case result != "":
		one := fights[0]
		one.Result, one.Throws = result, 0
		fights = []series.Fight{one}
	}
	return tryAll(m, by, a, fights)
}

// tryAll shows what standing answers decide in fights.
func tryAll(m *Match, by order.Side, a standing.Answers, fights []series.Fight) (out []standing.TriedFight, err error) {
	for _, f := range fights {
		tried, err := trial{m: Freeze(m), by: by}.fight(a, f)
		if err != nil {
			return nil, err
		}
		if len(tried.Steps) > 0 || f.Throws == 0 {
			out = append(out, tried)
		}
	}
	return out, nil
}

// threats lists the fights that enemies could begin about the stacks of a side, those on hexes worth points first.
func threats(m *Match, by order.Side, seen *view.Board) (out []series.Fight) {
	var hexes []hex.Hex
	for _, st := range seen.Stacks {
		if st.Side == by {
			hexes = append(hexes, st.Hex)
		}
	}
	points := func(h hex.Hex) int {
		place, _ := m.def.PlaceAt(h)
		return place.VP
	}
	slices.SortStableFunc(hexes, func(a, b hex.Hex) int { return points(b) - points(a) })
	threatened := 0
	for _, h := range hexes {
		fights := m.engine.Fights(by, seen, m.look, h)
		if len(fights) == 0 || fights[0].Throws == 0 {
			continue
		}
		threatened++
		if threatened > mostThreats {
			break
		}
		out = append(out, fights...)
	}
	return out
}

// fight follows a fight of the copy and returns what standing answers decide in it.
func (c trial) fight(left standing.Answers, f series.Fight) (standing.TriedFight, error) {
	m, by := c.m, c.by
	out := standing.TriedFight{Hex: f.Hex, By: f.By, Result: f.Result, Throws: f.Throws}
	for _, id := range f.Units {
		out.Attackers = append(out.Attackers, view.Name{ID: id, Name: m.def.Units[id].Name})
	}
	m.work.Reset(m.st, nil) // nobody gave an order
	if err := m.engine.Suppose(m.work, by, f); err != nil {
		return out, err
	}
	if err := m.run(Entry{Seq: m.seq, Record: Record{m.work.Events()}}); err != nil {
		return out, err
	}
	for range mostSteps {
		if q := m.st.Owed(); q == nil || q.Side != by {
			break
		}
		step := standing.TriedStep{Due: *m.board(by, nil).Due}
		a, ok := m.Answer(by, left)
		step.Answer = a
		if !ok || a.Asks {
			step.Asked = true
			out.Steps = append(out.Steps, step)
			break
		}
		rec, err := m.Decide(by, a.Order, noDice{})
		rolls := errors.Is(err, errDie)
		if rolls { // what comes before the die is known
			rec, err = Record{m.work.Events()}, nil
		}
		if err != nil {
			return out, err
		}
		account, err := m.Apply(m.seq, rec)
		if err != nil {
			return out, err
		}
		step.Told = account.For(by)
		out.Steps = append(out.Steps, step)
		if rolls {
			break
		}
	}
	return out, nil
}
