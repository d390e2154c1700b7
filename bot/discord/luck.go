package discord

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/luck"
	"grognard/bot/referee"
	"grognard/render"
	"grognard/rules/order"
	"grognard/rules/view"
)

// statsVerb counts dice. It is queued with the films, because many games take a while.
const statsVerb order.Verb = "dice stats"

// The scopes of a count: the channel's game, a user's games, or all games that are kept.
const (
	ofGame   = "game"
	ofPlayer = "player"
	ofAll    = "all"
)

// The file names of what is sent with a count.
const (
	luckName   = "luck.png"
	fightsName = "fights.csv"
	rollsName  = "rolls.csv"
)

// counted is what was counted in some games.
type counted struct {
	user  string // whose games they are; "" for everybody's
	sides bool   // the luck of fights is compared by side, else by who attacked

	tally    luck.Tally
	table    referee.Table // of the last game
	games    int
	running  int
	lost     int // games that could not be read
	balances []balance
	fights   int
	// fights in games of other channels, of which the asker may know no more than their number
	elsewhere int
	extremes  luck.Extremes
	files     luckFiles
}

// balance is the luck of a side, of a user or of all attackers.
type balance struct {
	name string
	luck.Balance
}

// stats is /dice stats.
func (b *bot) stats(ctx context.Context, req request, values map[string]string) ([]rest.Message, error) {
	look, err := b.styleFor(ctx, req, values)
	if err != nil {
		return nil, err
	}
	c, err := b.count(ctx, req, values)
	if err != nil {
		return nil, err
	}
	p := page[view.Public]{text: req.luck(c)}
	if c.tally.Rolls > 0 {
		l := req.luckPicture(c)
		p.figures = drawn(b, luckName, wording.Unmarked(strings.Join(req.counts(c.tally), "\n")),
			func() (render.Picture[view.Public], error) {
				return render.DrawLuck[view.Public](b.painter, l, look)
			})
		files, err := c.files.figures(req.localizer)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			p.text += "\n" + req.Say("luck.large")
		}
		p.figures = append(p.figures, files...)
	}
	return b.lookedAt(ctx, req, values, p)
}

// count counts the games that are asked for, one after the other.
func (b *bot) count(ctx context.Context, req request, values map[string]string) (*counted, error) {
	scope, user := values["scope"], values["player"]
	if scope == "" && user == "" {
		scope = ofGame
	}
	if scope == ofPlayer && user == "" {
		user = req.cmd.User
	}
	c := &counted{user: user, sides: scope == ofGame}
	mine := func(t referee.Table) bool { // whether its fights can be listed here
		_, seated := t.Seat(req.cmd.User)
		return t.Channel == req.cmd.Channel || seated && values["public"] != "true"
	}
	if scope == ofGame {
		g, t, err := b.referee.LuckIn(ctx, req.cmd.Channel)
		if err == nil {
			err = c.add(g, t, true)
		}
		return c, err
	}
	ids, err := b.referee.GamesOf(ctx, user)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		g, t, err := b.referee.Luck(ctx, id)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil: // a damaged game does not keep the others from being counted
			b.log.Error("the dice of a game cannot be counted", "game", id, "error", err)
			c.lost++
			continue
		}
		if err := c.add(g, t, mine(t)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// add counts a game.
func (c *counted) add(g luck.Game, t referee.Table, listed bool) error {
	if c.user != "" {
		g = g.Of(c.user)
	}
	c.table = t
	c.games++
	if !g.Over {
		c.running++
	}
	c.tally.Add(g.Rolls)
	for _, f := range g.Fights {
		c.fights++
		switch {
		case c.user != "":
			c.of("<@"+c.user+">").Add(f, f.Attacker.User == c.user)
		case c.sides:
			c.of(sideName(t, f.Attacker.Side)).Add(f, true)
			c.of(sideName(t, f.Defender.Side)).Add(f, false)
		default:
			c.of("").Add(f, true)
		}
		if listed {
			c.extremes.Add(g.ID, f, c.user == "" || f.Attacker.User == c.user)
		} else {
			c.elsewhere++
		}
	}
	if !listed {
		return nil
	}
	return c.files.add(g)
}

// of is the balance with this name, which is made if there is none.
func (c *counted) of(name string) *balance {
	i := slices.IndexFunc(c.balances, func(b balance) bool { return b.name == name })
	if i < 0 {
		i, c.balances = len(c.balances), append(c.balances, balance{name: name})
	}
	return &c.balances[i]
}

func sideName(t referee.Table, side order.Side) string {
	for _, s := range t.Seats {
		if s.Side.ID == side {
			return s.Side.Name
		}
	}
	return string(side)
}

// luck is what was counted, in words.
func (loc localizer) luck(c *counted) string {
	parts := []string{loc.luckHead(c)}
	if c.running > 0 {
		parts = append(parts, loc.Say("luck.running"))
	}
	if c.lost > 0 {
		parts = append(parts, loc.Say("luck.lost", "n", c.lost))
	}
	if c.tally.Rolls == 0 {
		return strings.Join(append(parts, loc.Say("luck.none")), "\n")
	}
	parts = append(append(parts, loc.counts(c.tally)...), loc.tests(c.tally)...)
	return strings.Join(append(parts, loc.steps(c)...), "\n")
}

func (loc localizer) luckHead(c *counted) string {
	rolls, pairs := loc.Say("luck.rolls", "n", c.tally.Rolls), loc.Say("luck.pairs", "n", c.tally.Pairs)
	what := []any{"rolls", wording.InWords(rolls), "pairs", wording.InWords(pairs), "dice", c.tally.Dice,
		"n", c.games, "title", wording.InWords(c.table.Title), "user", wording.InWords("<@" + c.user + ">")}
	switch {
	case c.sides && c.user != "":
		return loc.Say("luck.of-player-here", what...)
	case c.sides:
		return loc.Say("luck.of-game", what...)
	case c.user != "":
		return loc.Say("luck.of-player", what...)
	}
	return loc.Say("luck.of-all", what...)
}

// counts are the faces and sums, each with its expected number.
func (loc localizer) counts(t luck.Tally) []string {
	line := func(counts []luck.Count) wording.InWords {
		parts := make([]string, len(counts))
		for i, c := range counts {
			parts[i] = fmt.Sprintf("%s: %d (%.1f)", c.What, c.Seen, c.Expected)
		}
		return wording.InWords(strings.Join(parts, " · "))
	}
	out := []string{loc.Say("luck.faces", "counts", line(t.Faces()))}
	if t.Pairs > 0 {
		out = append(out, loc.Say("luck.sums", "counts", line(t.Sums())))
	}
	return out
}

// tests say how often fair dice deviate as much, if there are enough rolls to say it.
func (loc localizer) tests(t luck.Tally) []string {
	if t.Rolls < luck.Least {
		return []string{loc.Say("luck.few", "least", luck.Least)}
	}
	var out []string
	f := luck.Fitting(t.Faces())
	out = append(out, loc.Say("luck.fit-faces", "square", decimal(f.Square, 2), "free", f.Free,
		"n", f.N)+" "+loc.often(f.P))
	if t.Pairs >= luck.Least {
		f := luck.Fitting(t.Sums())
		out = append(out, loc.Say("luck.fit-sums", "square", decimal(f.Square, 2), "free", f.Free,
			"n", f.N)+" "+loc.often(f.P))
	}
	r := t.Run()
	return append(out, loc.Say("luck.runs", "runs", r.Runs, "n", r.N, "expected", decimal(r.Expected, 1),
		"z", withSign(strconv.FormatFloat(r.Z, 'f', 2, 64)))+" "+loc.often(r.P))
}

// often says in how many of a hundred series fair dice deviate as much.
func (loc localizer) often(p float64) string {
	switch n := int(math.Round(100 * p)); n {
	case 0:
		return loc.Say("luck.seldom")
	default:
		return loc.Say("luck.often", "times", n)
	}
}

// steps is the luck in fights, measured in step losses.
func (loc localizer) steps(c *counted) []string {
	if c.fights == 0 {
		return []string{loc.Say("luck.no-fights")}
	}
	out := []string{loc.Say("luck.fights", "n", c.fights)}
	for _, b := range c.balances {
		name := b.name
		if name == "" {
			name = loc.Say("luck.attackers")
		}
		out = append(out, loc.Say("luck.balance", "who", wording.InWords(name), "lost", b.Own.Lost,
			"expected", wording.InWords(b.Own.Expected.FloatString(1)),
			"enemy", b.Enemy.Lost, "enemyExpected", wording.InWords(b.Enemy.Expected.FloatString(1)),
			"difference", signedRat(b.Difference()), "deviation", decimal(b.Deviation(), 1)))
	}
	out = append(out, loc.Say("luck.deviation"))
	best, worst := loc.Say("luck.best-attacks"), loc.Say("luck.worst-attacks")
	if c.user != "" {
		best, worst = loc.Say("luck.best"), loc.Say("luck.worst")
	}
	out = append(append(out, loc.extremes(c, best, c.extremes.Best)...), loc.extremes(c, worst, c.extremes.Worst)...)
	if c.elsewhere > 0 {
		out = append(out, loc.Say("luck.elsewhere", "n", c.elsewhere))
	}
	return out
}

// extremes are the fights that went best or worst for the user, or else for the attacker.
func (loc localizer) extremes(c *counted, head string, list []luck.Ranked) (out []string) {
	if len(list) == 0 {
		return nil
	}
	out = []string{head}
	for _, r := range list {
		line := loc.Say("luck.fight", "turn", r.Turn, "hex", wording.InWords(r.Hex.String()),
			"compared", wording.InWords(r.Compared), "column", wording.InWords(r.Column),
			"read", r.Read, "result", wording.InWords(r.Result), "difference", signedRat(r.Swing))
		if !c.sides {
			line += " · `" + r.Game + "`"
		}
		out = append(out, "- "+line)
	}
	return out
}

// luckPicture is what was counted, to be drawn.
func (loc localizer) luckPicture(c *counted) render.Luck {
	l := render.Luck{Title: loc.Say("luck.picture"), Seen: loc.Say("luck.seen"), Expected: loc.Say("luck.expected"),
		About: []string{loc.Say("luck.about", "rolls", wording.InWords(loc.Say("luck.rolls", "n", c.tally.Rolls)),
			"dice", c.tally.Dice)}}
	add := func(title string, counts []luck.Count) {
		t := render.Tally{Title: title}
		for _, c := range counts {
			t.Labels, t.Seen, t.Expected = append(t.Labels, c.What), append(t.Seen, c.Seen),
				append(t.Expected, c.Expected)
		}
		l.Tallies = append(l.Tallies, t)
	}
	add(loc.Say("luck.picture-faces"), c.tally.Faces())
	if c.tally.Pairs > 0 {
		add(loc.Say("luck.picture-sums"), c.tally.Sums())
	}
	return l
}

func decimal(f float64, digits int) wording.InWords {
	return wording.InWords(strconv.FormatFloat(f, 'f', digits, 64))
}

func signedRat(r *big.Rat) wording.InWords { return withSign(r.FloatString(1)) }

// withSign is a number with its sign, also if it is positive.
func withSign(number string) wording.InWords {
	if positive, negative := strings.CutPrefix(number, "-"); negative {
		if strings.Trim(positive, "0.") == "" {
			return wording.InWords(positive)
		}
		return wording.InWords("−" + positive)
	}
	if strings.Trim(number, "0.") == "" {
		return wording.InWords(number)
	}
	return wording.InWords("+" + number)
}
