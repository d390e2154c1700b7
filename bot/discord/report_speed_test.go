package discord

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	sitting "grognard/bot/localtable/player"
	"grognard/bot/referee"
	"grognard/bot/simulate"
)

// BenchmarkEnd ends the first combat phase of Autumn for Barbarossa, after all attacks of the recorded turn, and takes
// its end back: from the command that is typed until both players have the report in the channel and their own one,
// with every picture in them. It reports the median, and the number of pictures.
func BenchmarkEnd(b *testing.B) {
	game := newCampaign(b)
	game.fightFirstTurn(b)
	anna, boris, channel := game.anna, game.boris, game.channel
	seen := map[string]bool{}
	for _, p := range []*sitting.Player{anna, boris} { // the reports of the phases before
		for _, where := range []string{channel, directOf(b, p)} {
			for range 4 {
				lookIn(b, p, where, seen)
			}
		}
	}
	pictures := 0
	var took []time.Duration
	for b.Loop() {
		pictures = 0
		took = append(took, timed(func() {
			confirmed(b, anna, typed(b, anna, channel, "/end"))
			for _, p := range []*sitting.Player{anna, boris} {
				for _, where := range []string{channel, directOf(b, p)} {
					pictures += lookIn(b, p, where, seen)
				}
			}
		}))
		if u, err := game.Undo(b.Context(), game.as(anna), ""); err != nil || u.Asked {
			b.Fatalf("the end is not taken back: %v", err)
		}
		for left, err := game.Owing(b.Context()); len(left) > 0; left, err = game.Owing(b.Context()) {
			if err != nil {
				b.Fatal(err)
			}
			time.Sleep(time.Millisecond)
		}
	}
	b.ReportMetric(0, "ns/op") // it would be of the end and of taking it back
	b.ReportMetric(float64(median(took).Microseconds())/1000, "end-ms")
	b.ReportMetric(float64(took[0].Microseconds())/1000, "first-ms")
	b.ReportMetric(float64(pictures), "pictures")
}

// confirmed presses the button by which an order is given although something is left to do.
func confirmed(b *testing.B, p *sitting.Player, m sitting.Message) {
	b.Helper()
	for _, row := range m.Components {
		for _, c := range row.Components {
			if strings.HasPrefix(c.CustomID, "y") {
				if _, err := p.Click(b.Context(), m.ID, c.CustomID); err != nil {
					b.Fatal(err)
				}
				return
			}
		}
	}
}

func directOf(b *testing.B, p *sitting.Player) string {
	b.Helper()
	id, err := p.DM(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return id
}

// look reads every picture of the next report in a channel, and returns how many there are.
func lookIn(b *testing.B, p *sitting.Player, channel string, seen map[string]bool) int {
	b.Helper()
	m := await(b, p, seen, func(m sitting.Message) bool {
		return m.ChannelID == channel && len(m.Components) > 0 && len(m.Attachments) > 0
	})
	for _, a := range m.Attachments {
		if _, err := p.Picture(b.Context(), a); err != nil {
			b.Fatal(err)
		}
	}
	return len(m.Attachments)
}

// await is the next message that fits and that the player has not seen.
func await(b *testing.B, p *sitting.Player, seen map[string]bool, fits func(sitting.Message) bool) sitting.Message {
	b.Helper()
	m, err := p.Await(b.Context(), func(m sitting.Message) bool { return !seen[p.User().ID+m.ID] && fits(m) })
	if err != nil {
		b.Fatal(err)
	}
	seen[p.User().ID+m.ID] = true
	return m
}

// fightFirstTurn gives the orders of the recorded first turn up to the end of the combat phase. Other dice may refuse
// some of them, and ask for decisions, which are taken at random.
func (c *campaign) fightFirstTurn(b *testing.B) {
	b.Helper()
	raw, err := os.ReadFile("../gallery/turn.txt")
	if err != nil {
		b.Fatal(err)
	}
	before, _, _ := strings.Cut(string(raw), ":map")
	orders := strings.Split(strings.TrimSpace(before), "\n")
	choose := simulate.Chooser{Referee: c.Referee, Rand: rand.New(rand.NewPCG(1, 2)), Pace: 1}
	for _, text := range orders[:len(orders)-1] { // the last is the end of the phase
		if !strings.HasPrefix(text, "/") {
			continue
		}
		_, _ = c.Order(b.Context(), c.as(c.anna), text)
		for range 100 {
			v, _, err := c.Public(b.Context(), c.channel)
			if err != nil {
				b.Fatal(err)
			}
			due := v.Board().Due
			if due == nil {
				break
			}
			for _, p := range []*sitting.Player{c.anna, c.boris} {
				own, _, err := c.Secret(b.Context(), c.channel, p.User().ID)
				if err != nil {
					b.Fatal(err)
				}
				if own.Side() != due.Side {
					continue
				}
				o, err := choose.Choose(b.Context(), c.channel, p.User().ID, own.Board())
				if err != nil {
					b.Fatal(err)
				}
				if _, err := c.Give(b.Context(), c.as(p), o, referee.Expect{}); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
