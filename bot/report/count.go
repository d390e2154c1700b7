package report

import (
	"math/big"
	"slices"

	"grognard/bot/luck"
	"grognard/rules/order"
	"grognard/rules/view"
)

// noColumn is the Column of a fight for which no die is rolled.
const noColumn = "none"

// deadBox is the box of destroyed units.
const deadBox = "dead"

// counter counts what the frames of a film tell, one after the other.
type counter struct {
	r       *Report
	steps   map[order.UnitID]int // what each unit still had when it was last seen; 0 of a dead one
	at      int                  // the frame being counted, by its number in Report.boards
	from    int                  // where the fights of the frame begin in Report.fights
	turn    *turn                // the turn of the line or frame that is being counted
	unnamed map[order.Side]int   // reported deaths of units of unknown name in this frame, each counted as one step
	rolled  map[int]bool         // the numbers of the rolls that are in the tally
}

func newCounter(r *Report) *counter {
	return &counter{r: r, steps: map[order.UnitID]int{}, rolled: map[int]bool{}}
}

// frame counts the lines of frame i in their order, then the losses that only its board shows.
func (c *counter) frame(i int) {
	b := c.r.boards[i]
	c.at, c.from, c.unnamed = i, len(c.r.fights), map[order.Side]int{}
	if i == 0 { // the beginning: nothing is lost yet
		c.look(b, func(view.Counter, int) {})
		return
	}
	c.turn = c.r.turnOf(b.Shown().Turn)
	c.turn.frame = i
	for _, l := range b.Told {
		c.turn = c.r.turnOf(l.Turn)
		c.line(l)
	}
	c.turn = c.r.turnOf(b.Shown().Turn)
	c.look(b, func(u view.Counter, n int) {
		if c.steps[u.ID] == 0 && c.unnamed[u.Side] > 0 { // its death without a name counted one step already
			c.unnamed[u.Side]--
			n--
		}
		c.turn.lost[u.Side] += max(n, 0)
	})
}

// look stores the steps of each known unit of a board. For each unit that has fewer than when it was last seen, look
// calls fewer with the unit and the number of steps lost.
func (c *counter) look(b *view.Board, fewer func(u view.Counter, n int)) {
	note := func(u view.Counter, now int) {
		was, known := c.steps[u.ID]
		c.steps[u.ID] = now
		if known && now < was {
			fewer(u, was-now)
		}
	}
	for _, st := range b.Stacks {
		for _, u := range st.Known {
			note(u, u.Steps)
		}
	}
	for _, pile := range b.OffMap {
		for _, u := range pile.Known {
			if pile.Box == deadBox {
				note(u, 0)
			} else {
				note(u, u.Steps)
			}
		}
	}
}

func (c *counter) line(l view.Line) {
	if l.Roll > 0 && len(l.Dice) > 0 && !c.rolled[l.Roll] {
		c.rolled[l.Roll] = true
		c.r.tally.Add([]luck.Roll{{Number: uint64(l.Roll), Faces: l.Dice}})
	}
	if r := l.Reckoned; r != nil && r.OnMap() && r.Result != "" {
		c.addFight(l, r)
	}
	if e := l.MapEvent; e != nil {
		c.event(*e, l.Rule)
	}
}

// addFight adds the fight of line l, and counts the steps that its units have lost since they were last seen.
func (c *counter) addFight(l view.Line, r *view.Reckoning) {
	f := &fight{frame: c.at, kind: r.Note, means: r.Means, lost: map[order.Side]int{}}
	f.Fight = luck.Fight{Turn: c.turn.number, Hex: r.Target, Attacker: luck.Party{Side: r.Side},
		Defender: luck.Party{Side: c.r.other(r.Side)}, Compared: r.Compared(), Column: r.Column,
		Number: uint64(l.Roll), Read: r.Roll, Result: r.Result}
	switch {
	case r.Alone && (r.Column == "" || r.Column == noColumn):
		f.Compared = ""
	case r.Alone:
		f.Compared = r.Attack.Mixed()
	}
	if f.kind.ID == "" {
		f.kind = view.T("sign.attack")
	}
	for _, u := range slices.Concat(r.Attackers, r.Defender) {
		if was, known := c.steps[u.ID]; known && u.Steps < was {
			c.turn.lost[u.Side] += was - u.Steps
		}
		c.steps[u.ID] = u.Steps
		f.engaged, f.units = f.engaged+u.Steps, append(f.units, u.ID)
	}
	c.turn.fights++
	if l.Stake != nil && len(l.Dice) > 0 {
		f.Stake, f.isStaked = *l.Stake, true
		c.turn.staked++
		swing := f.Swing()
		c.addLuck(r.Side, swing)
		c.addLuck(f.Defender.Side, new(big.Rat).Neg(swing))
	}
	c.r.fights = append(c.r.fights, f)
}

func (c *counter) addLuck(side order.Side, n *big.Rat) {
	sum := new(big.Rat).Set(n)
	if was := c.turn.luck[side]; was != nil {
		sum.Add(sum, was)
	}
	c.turn.luck[side] = sum
}

// event counts the losses of an event. If a place in the hex of the last fight is taken, its victory points are
// counted for that fight.
func (c *counter) event(e view.MapEvent, rule view.Rule) {
	switch e.Kind {
	case view.Reduced:
		for _, u := range e.Units {
			n := 1
			if was, known := c.steps[u.ID]; known {
				n = max(was-u.Steps, 0)
			}
			c.steps[u.ID] = u.Steps
			c.countLoss(u, n, rule)
		}
	case view.Died:
		for _, u := range e.Units {
			n, known := c.steps[u.ID]
			if !known { // nothing has shown it so far
				n = max(u.Steps, u.MaxSteps-u.Up.Lost, 1)
			}
			c.steps[u.ID] = 0
			c.countLoss(u, n, rule)
		}
		if n := e.Count - len(e.Units); n > 0 {
			c.unnamed[e.Side] += n
			c.turn.lost[e.Side] += n
		}
	case view.Taken:
		if f := c.lastFight(); f != nil && slices.Contains(e.Path, f.Hex) {
			f.taken = worthOf(c.r.last().Map, f.Hex)
		}
	}
}

// countLoss counts n steps of a unit for the turn, and for the last fight of the frame if the unit took part in it and
// the rule is not one of losses outside of fights.
func (c *counter) countLoss(u view.Counter, n int, rule view.Rule) {
	c.turn.lost[u.Side] += n
	if f := c.lastFight(); f != nil && slices.Contains(f.units, u.ID) && !isOutsideFights(rule) {
		f.lost[u.Side] += n
	}
}

// isOutsideFights reports whether a rule makes units lose steps outside of fights: by isolation, or in a
// voluntary retreat (BCS 10.5-1, 10.5-4 and 7.5-5).
func isOutsideFights(rule view.Rule) bool {
	return slices.Contains([]view.Rule{"10.5-1", "10.5-4", "7.5-5"}, rule)
}

// lastFight returns the last fight of the frame, nil if it has none yet. The losses in the lines after a fight are
// counted as its result.
func (c *counter) lastFight() *fight {
	if n := len(c.r.fights); n > c.from {
		return c.r.fights[n-1]
	}
	return nil
}
