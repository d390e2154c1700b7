package look

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/luck"
	"grognard/bot/referee/api"
	"grognard/render"
	"grognard/rules/first"
	"grognard/rules/order"
	"grognard/rules/view"
)

// StatsVerb counts dice. It is queued with the films, because many games take a while.
const StatsVerb order.Verb = "dice stats"

// The scopes of a count: the channel's game, a user's games, or all games that are kept.
const (
	scopeGame   = "game"
	scopePlayer = "player"
	scopeAll    = "all"
)

// The file names of what is sent with a count.
const (
	luckName   = "luck.png"
	fightsName = "fights.csv"
	rollsName  = "rolls.csv"
)

// LuckTotals is what was counted in some games.
type LuckTotals struct {
	user  string // whose games they are; "" for everybody's
	Sides bool   // only the channel's game is counted; without a user, each side has its own balance

	Tally      luck.Tally
	Table      api.Table // of the last game
	Games      int
	running    int
	unreadable int // games that could not be read
	balances   []balance
	fights     int
	elsewhere  int // fights in games of other channels: the asker may know no more of them than their number
	extremes   luck.Extremes
	files      luckFiles
}

// balance is the luck of a side, of a user or of all attackers.
type balance struct {
	name string
	luck.Balance
}

// stats answers /dice stats.
func (b Looks) stats(ctx context.Context, req ask.Request, values map[string]string) ([]rest.Message, error) {
	style, err := b.StyleFor(ctx, req, values)
	if err != nil {
		return nil, err
	}
	c, err := b.count(ctx, req, values)
	if err != nil {
		return nil, err
	}
	p := page.Page[view.Public]{Text: LuckInWords(req.Localizer, c)}
	if c.Tally.Rolls > 0 {
		l := luckPicture(req.Localizer, c)
		p.Figures = ask.DrawFigure(b.Kit, luckName, wording.Unmarked(strings.Join(countsInWords(req.Localizer, c.Tally),
			"\n")), func() (render.Picture[view.Public], error) {
			return render.DrawLuck[view.Public](b.Painter, l, style)
		})
		files, err := c.files.figures(req.Localizer)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			p.Text += "\n" + req.Say("luck.large")
		}
		p.Figures = append(p.Figures, files...)
	}
	return b.ShowPublic(ctx, req, values, p)
}

// count reads the games that are asked for, one after the other, and returns their totals.
func (l Looks) count(ctx context.Context, req ask.Request, values map[string]string) (*LuckTotals, error) {
	scope, user := values["scope"], values["player"]
	if scope == "" && user == "" {
		scope = scopeGame
	}
	if scope == scopePlayer && user == "" {
		user = req.Cmd.User
	}
	c := &LuckTotals{user: user, Sides: scope == scopeGame}
	isListable := func(t api.Table) bool { // whether its fights can be listed here
		_, seated := t.Seat(req.Cmd.User)
		return t.Channel == req.Cmd.Channel || seated && values["public"] != "true"
	}
	if scope == scopeGame {
		g, t, err := l.Referee.LuckIn(ctx, req.Cmd.Channel)
		if err == nil {
			err = c.add(req.Localizer, g, t, true) // listed, as it is in its own channel
		}
		return c, err
	}
	ids, err := l.Referee.GamesOf(ctx, user)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		g, t, err := l.Referee.Luck(ctx, id)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil: // a damaged game does not keep the others from being counted
			l.Log.Error("the dice of a game cannot be counted", "game", id, "error", err)
			c.unreadable++
			continue
		}
		if err := c.add(req.Localizer, g, t, isListable(t)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// add adds the dice and fights of g to the totals. If listed, its fights also enter the rankings and CSV files.
func (c *LuckTotals) add(loc wording.Localizer, g luck.Game, t api.Table, listed bool) error {
	if c.user != "" {
		g = g.Of(c.user)
	}
	c.Table = t
	c.Games++
	if !g.Over {
		c.running++
	}
	c.Tally.Add(g.Rolls)
	for _, f := range g.Fights {
		c.fights++
		switch {
		case c.user != "":
			c.balanceOf("<@"+c.user+">").Add(f, f.Attacker.User == c.user)
		case c.Sides:
			c.balanceOf(sideName(t, f.Attacker.Side)).Add(f, true)
			c.balanceOf(sideName(t, f.Defender.Side)).Add(f, false)
		default:
			c.balanceOf("").Add(f, true) // that of all attackers
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
	return c.files.add(loc, g, t)
}

// balanceOf returns the balance with a name; it adds one if there is none.
func (c *LuckTotals) balanceOf(name string) *balance {
	return first.OrAdd(&c.balances, func(b balance) bool { return b.name == name }, balance{name: name})
}

// sideName returns what a side is called in the totals.
func sideName(t api.Table, side order.Side) string {
	seat, _ := first.In(t.Seats, func(s api.Seat) bool { return s.Side.ID == side })
	return cmp.Or(seat.Side.Name, string(side))
}

// LuckInWords returns what was counted, in words.
func LuckInWords(loc wording.Localizer, c *LuckTotals) string {
	parts := []string{luckHead(loc, c)}
	if c.running > 0 {
		parts = append(parts, loc.Say("luck.running"))
	}
	if c.unreadable > 0 {
		parts = append(parts, loc.Say("luck.lost", "n", c.unreadable))
	}
	if c.Tally.Rolls == 0 {
		return strings.Join(append(parts, loc.Say("luck.none")), "\n")
	}
	parts = append(append(parts, countsInWords(loc, c.Tally)...), fairnessLines(loc, c.Tally)...)
	return strings.Join(append(parts, lossLines(loc, c)...), "\n")
}

// luckHead returns the first lines: whose rolls were counted, and in how many games.
func luckHead(loc wording.Localizer, c *LuckTotals) string {
	rolls, pairs := loc.Say("luck.rolls", "n", c.Tally.Rolls), loc.Say("luck.pairs", "n", c.Tally.Pairs)
	what := []any{"rolls", wording.InWords(rolls), "pairs", wording.InWords(pairs), "dice", c.Tally.Dice,
		"n", c.Games, "title", wording.InWords(c.Table.Title), "user", wording.InWords("<@" + c.user + ">")}
	switch {
	case c.Sides && c.user != "":
		return loc.Say("luck.of-player-here", what...)
	case c.Sides:
		return loc.Say("luck.of-game", what...)
	case c.user != "":
		return loc.Say("luck.of-player", what...)
	}
	return loc.Say("luck.of-all", what...)
}

// countsInWords returns the faces and sums, each with its expected number.
func countsInWords(loc wording.Localizer, t luck.Tally) []string {
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

// fairnessLines returns how often fair dice deviate as much, or a line that there are too few rolls to say so.
func fairnessLines(loc wording.Localizer, t luck.Tally) []string {
	if t.Rolls < luck.Least {
		return []string{loc.Say("luck.few", "least", luck.Least)}
	}
	var out []string
	f := luck.Fitting(t.Faces())
	out = append(out, loc.Say("luck.fit-faces", "square", decimal(f.Square, 2), "free", f.Free,
		"n", f.N)+" "+oftenInWords(loc, f.P))
	if t.Pairs >= luck.Least {
		f := luck.Fitting(t.Sums())
		out = append(out, loc.Say("luck.fit-sums", "square", decimal(f.Square, 2), "free", f.Free,
			"n", f.N)+" "+oftenInWords(loc, f.P))
	}
	r := t.Run()
	return append(out, loc.Say("luck.runs", "runs", r.Runs, "n", r.N, "expected", decimal(r.Expected, 1),
		"z", withSign(strconv.FormatFloat(r.Z, 'f', 2, 64)))+" "+oftenInWords(loc, r.P))
}

// oftenInWords returns a text that says in how many of a hundred series fair dice deviate as much.
func oftenInWords(loc wording.Localizer, p float64) string {
	n := int(math.Round(100 * p))
	if n == 0 {
		return loc.Say("luck.seldom")
	}
	return loc.Say("luck.often", "times", n)
}

// lossLines returns the luck in fights, measured in step losses.
func lossLines(loc wording.Localizer, c *LuckTotals) []string {
	if c.fights == 0 {
		return []string{loc.Say("luck.no-fights")}
	}
	out := []string{loc.Say("luck.fights", "n", c.fights)}
	for _, b := range c.balances {
		name := cmp.Or(b.name, loc.Say("luck.attackers"))
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
	out = append(append(out, extremes(loc, c, best, c.extremes.Best)...), extremes(loc, c, worst, c.extremes.Worst)...)
	if c.elsewhere > 0 {
		out = append(out, loc.Say("luck.elsewhere", "n", c.elsewhere))
	}
	return out
}

// extremes returns the fights that went best or worst for the user, or else for the attacker.
func extremes(loc wording.Localizer, c *LuckTotals, head string, list []luck.Ranked) (out []string) {
	if len(list) == 0 {
		return nil
	}
	out = []string{head}
	for _, r := range list {
		line := loc.Say("luck.fight", "turn", r.Turn, "hex", wording.InWords(r.Hex.String()),
			"compared", wording.InWords(r.Compared), "column", wording.InWords(r.Column),
			"read", r.Read, "result", wording.InWords(r.Result), "difference", signedRat(r.Swing))
		if !c.Sides {
			line += " · `" + r.Game + "`"
		}
		out = append(out, "- "+line)
	}
	return out
}

// luckPicture returns what was counted, to be drawn.
func luckPicture(loc wording.Localizer, c *LuckTotals) render.Luck {
	l := render.Luck{Title: loc.Say("luck.picture"), Seen: loc.Say("luck.seen"), Expected: loc.Say("luck.expected"),
		About: []string{loc.Say("luck.about", "rolls", wording.InWords(loc.Say("luck.rolls", "n", c.Tally.Rolls)),
			"dice", c.Tally.Dice)}}
	add := func(title string, counts []luck.Count) {
		t := render.Tally{Title: title}
		for _, c := range counts {
			t.Labels, t.Seen, t.Expected = append(t.Labels, c.What), append(t.Seen, c.Seen),
				append(t.Expected, c.Expected)
		}
		l.Tallies = append(l.Tallies, t)
	}
	add(loc.Say("luck.picture-faces"), c.Tally.Faces())
	if c.Tally.Pairs > 0 {
		add(loc.Say("luck.picture-sums"), c.Tally.Sums())
	}
	return l
}

// decimal returns a number in words, with the given count of digits behind the point.
func decimal(f float64, digits int) wording.InWords {
	return wording.InWords(strconv.FormatFloat(f, 'f', digits, 64))
}

// signedRat returns a fraction as a decimal number with its sign.
func signedRat(r *big.Rat) wording.InWords { return withSign(r.FloatString(1)) }

// withSign returns a number with its sign, also if it is positive; zero has none.
func withSign(number string) wording.InWords {
	number, negative := strings.CutPrefix(number, "-")
	switch {
	case strings.Trim(number, "0.") == "":
		return wording.InWords(number)
	case negative:
		return wording.InWords("−" + number)
	}
	return wording.InWords("+" + number)
}
