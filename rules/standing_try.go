package rules

import (
	"errors"

	"grognard/rules/hex"
	"grognard/rules/internal/series"
	"grognard/rules/order"
	"grognard/rules/standing"
	"grognard/rules/view"
)

// mostSteps limits how many decisions of one fight are followed.
const mostSteps = 40

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
	fights := m.engine.Fights(by, m.board(by, nil), m.look, at)
	switch {
	case at == hex.None:
	case len(fights) == 0, fights[0].Throws == 0 && result == "":
		return nil, &view.Mistake{Why: view.T("standing.no-fight", "hex", at)}
	case result != "":
		one := fights[0]
		one.Result, one.Throws = result, 0
		fights = []series.Fight{one}
	}
	var out []standing.TriedFight
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

// fight follows a fight of the copy and returns what standing answers decide in it.
func (c trial) fight(left standing.Answers, f series.Fight) (standing.TriedFight, error) {
	m, by := c.m, c.by
	out := standing.TriedFight{Hex: f.Hex, By: f.By, Result: f.Result, Throws: f.Throws}
	for _, id := range f.Units {
		out.Attackers = append(out.Attackers, view.Name{ID: id, Name: m.def.Units[id].Name})
	}
	m.work.Reset(m.st, nil)
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
		if step.Answer = a; !ok || a.Asks {
			step.Asked = true
			out.Steps = append(out.Steps, step)
			break
		}
		rec, err := m.Decide(by, a.Order, noDice{})
		if err != nil && !errors.Is(err, errDie) {
			return out, err
		}
		account, err := m.Apply(m.seq, rec)
		if err != nil {
			return out, err
		}
		step.Told = account.For(by)
		out.Steps = append(out.Steps, step)
	}
	return out, nil
}
