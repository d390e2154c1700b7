package overview

import (
	"slices"

	"grognard/bot/league/season"
	"grognard/bot/league/standings"
)

// maker makes the parts of an overview.
type maker struct {
	s     *season.Season
	names map[string]string
}

// shown returns the name by which somebody is shown, or else his pseudonym; "" for nobody.
func (m maker) shown(id string) string {
	if name := m.names[id]; name != "" {
		return name
	}
	return id
}

func (m maker) hasLeft(id string) bool {
	p := m.s.Player(id)
	return p != nil && !p.Left.IsZero()
}

// ladder returns the players who take part now, from the top. Those whom the season's order does not name come last.
func (m maker) ladder() (ids []string) {
	add := func(id string) {
		if p := m.s.Player(id); p != nil && p.Left.IsZero() && !p.Reserve && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, id := range m.s.Order {
		add(id)
	}
	for _, p := range m.s.Players {
		add(p.ID)
	}
	return ids
}

func (m maker) tables() []Table {
	if m.s.Pools == nil {
		return []Table{m.table(0)}
	}
	list := make([]Table, len(m.s.Pools))
	for i := range m.s.Pools {
		list[i] = m.table(i + 1)
		for k, r := range m.s.Reachable(i + 1) { // in the order of the table's rows
			list[i].Rows[k].Reach = &r
		}
	}
	m.mark(list)
	return list
}

func (m maker) table(pool int) Table {
	rows := m.s.Table(pool)
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.Player
	}
	t := Table{Pool: pool, TieBreaks: slices.Clone(m.s.Terms.TieBreaks), Rows: make([]Row, len(rows))}
	for i, cells := range standings.Cross(ids, m.s.Results(pool)) {
		t.Rows[i].Row = rows[i]
		for k, points := range cells {
			if len(points) > 0 {
				t.Rows[i].Met = append(t.Rows[i].Met, Met{ids[k], points})
			}
		}
	}
	return t
}

// mark marks the rows of players who will move to a neighbouring pool, as many as the season exchanges.
func (m maker) mark(pools []Table) {
	for i := range len(pools) - 1 {
		above, below := m.staying(pools[i]), m.staying(pools[i+1])
		for k := range min(m.s.Terms.Up, len(above)/2, len(below)/2) {
			above[len(above)-1-k].Moves, below[k].Moves = Down, Up
		}
	}
}

// staying returns the rows of a table without those of players who have left.
func (m maker) staying(t Table) (rows []*Row) {
	for i := range t.Rows {
		if !m.hasLeft(t.Rows[i].Player) {
			rows = append(rows, &t.Rows[i])
		}
	}
	return rows
}

func (m maker) game(g season.Game, r season.Round) Game {
	out := Game{Number: g.Number, Round: g.Round, Pool: g.Pair.Pool, First: g.Pair.First, Second: g.Pair.Second,
		Repeats: g.Again, Challenger: g.Challenger, Setting: g.Setting, Opened: g.Opened.UTC(), Ended: g.Ended.UTC(),
		How: g.How, Ruled: m.shown(g.Ruled), Reason: g.Reason, Answers: g.Answers}
	out.Annulled = m.s.Terms.Dropped == season.Annul && (m.hasLeft(g.Pair.First) || m.hasLeft(g.Pair.Second))
	if g.Result != nil {
		out.Result = &Result{Points: g.Result.Points, Margin: g.Result.Margin, Unplayed: g.Result.Unplayed,
			Bye: g.Pair.Second == "", Clock: g.Result.Clock}
		out.Counts = !out.Annulled && !r.PlayOff
	}
	return out
}
