package discord

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	sitting "grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/ordering"
	"grognard/bot/simulate"
	"grognard/rules/order"
	"grognard/storage"
	"grognard/storage/sqlite"

	"github.com/bwmarrin/discordgo"
)

func timed(do func()) time.Duration {
	began := time.Now()
	do()
	return time.Since(began)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

// recordedTurn is the lines of the recorded first turn.
func recordedTurn(b *testing.B) []string {
	b.Helper()
	raw := must(os.ReadFile("../gallery/turn.txt"))(b)
	return strings.Split(string(raw), "\n")
}

// midTurn is the recorded first turn up to the middle of the German movement, and moves of
// single units that can come next, each without the others.
func midTurn(b *testing.B) (before, moves []string) {
	b.Helper()
	for _, text := range recordedTurn(b) {
		switch {
		case strings.HasPrefix(text, "/airstrike"):
			return before[:len(before)-10], before[len(before)-10:]
		case strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "/overrun"): // other dice may owe a decision
			before = append(before, text)
		}
	}
	b.Fatal("the recorded turn has no end of the movement")
	return nil, nil
}

func runBot(b *testing.B, url string, r *referee.Referee, preferences ask.Preferences) {
	b.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ready, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		stopped <- Run(ctx, Options{Token: localtable.BotToken, Host: url, Guild: localtable.GuildID,
			Referee: r, Preferences: preferences, Ready: func() { close(ready) }})
	}()
	b.Cleanup(func() {
		stop()
		check(b, <-stopped)
	})
	<-ready
}

// echoFor is a player at a table of his own, where a bot does nothing with a command but do
// this before it answers, always with the same words and buttons.
func echoFor(b *testing.B, sample sitting.Message, specs []order.Spec, before func()) (say func(text string)) {
	b.Helper()
	url := tableFor(b, localtable.Options{})
	runEcho(b, url, sample, specs, before)
	p := sitAt(b, url, "Anna")
	channel := tableOf(b, p)
	return func(text string) { typed(b, p, channel, text) }
}

// runEcho runs a bot at a table that does nothing with a command or a press but do something before it answers,
// always with the words and buttons of the sample: a press edits its message.
func runEcho(b *testing.B, url string, sample sitting.Message, specs []order.Spec, before func()) {
	b.Helper()
	client := must(rest.New(rest.Options{Token: localtable.BotToken, Host: url}))(b)
	session := client.Session
	session.AddHandler(func(s *discordgo.Session, it *discordgo.InteractionCreate) {
		before()
		m := map[string]any{"content": sample.Content, "components": sample.Components,
			"flags": discordgo.MessageFlagsEphemeral}
		kind := discordgo.InteractionResponseUpdateMessage
		if it.Type == discordgo.InteractionApplicationCommand {
			kind = discordgo.InteractionResponseChannelMessageWithSource
		}
		answer := map[string]any{"type": kind, "data": m}
		if _, err := s.Request("POST", discordgo.EndpointInteractionResponse(it.ID, it.Token), answer); err != nil {
			b.Error(err)
		}
	})
	ready := make(chan struct{})
	session.AddHandlerOnce(func(*discordgo.Session, *discordgo.Ready) { close(ready) })
	check(b, session.Open())
	b.Cleanup(func() { session.Close() })
	<-ready
	check(b, rest.Register(b.Context(), client, localtable.ApplicationID, localtable.GuildID,
		registered(inEnglish(b), new(bot).commandSpecs(nil), specs)))
}

// appender appends rows to another file that are like the last one of a channel's game.
func appender(b *testing.B, from *sqlite.Store, channel string) func() {
	b.Helper()
	game := must(from.InChannel(b.Context(), channel))(b)
	var last storage.Row
	for row, err := range from.Rows(b.Context(), game.ID, 0) {
		check(b, err)
		last = row
	}
	to, module := storeFor(b), []byte("module")
	game.Module = sha256.Sum256(module)
	e := storage.Entry{Game: game.ID, At: last.At, By: last.By, Body: last.Body}
	write := func() {
		e.Seq++
		e.CommandID = fmt.Sprint("row ", e.Seq)
	}
	write()
	if _, _, err := to.Create(b.Context(), game, module, e); err != nil {
		b.Fatal(err)
	}
	return func() {
		write()
		if _, _, err := to.Append(b.Context(), e); err != nil {
			b.Fatal(err)
		}
	}
}

func sitAt(b testing.TB, url, name string) *sitting.Player {
	b.Helper()
	p := must(sitting.Sit(b.Context(), url, name))(b)
	b.Cleanup(p.Leave)
	return p
}

func tableOf(b testing.TB, p *sitting.Player) string {
	b.Helper()
	return must(p.Channel("autumn-for-barbarossa"))(b)
}

func typed(b *testing.B, p *sitting.Player, channel, text string) sitting.Message {
	b.Helper()
	m, err := p.Say(b.Context(), channel, text)
	if err != nil {
		b.Fatalf("%s: %v", text, err)
	}
	return m
}

// campaign is the campaign of Autumn for Barbarossa at a local table, with the bot at work, Anna as the German player
// and Boris as the Soviet one.
type campaign struct {
	*referee.Referee
	store       *sqlite.Store
	channel     string
	anna, boris *sitting.Player

	given int // orders that were not typed
}

// newCampaign is a campaign that has just begun.
func newCampaign(b *testing.B) *campaign {
	b.Helper()
	c := &campaign{store: storeFor(b)}
	c.Referee = referee.New(referee.Options{Store: c.store, Entropy: rand.NewChaCha8([32]byte{7})})
	url := tableFor(b, localtable.Options{})
	runBot(b, url, c.Referee, c.store)
	c.anna, c.boris = sitAt(b, url, "Anna"), sitAt(b, url, "Boris")
	c.channel = tableOf(b, c.anna)
	typed(b, c.anna, c.channel, "/game new module:afb scenario:historical side:german")
	typed(b, c.boris, c.channel, "/game join side:soviet")
	typed(b, c.anna, c.channel, "/game start")
	return c
}

// as is a command of a player that nobody gave before.
func (c *campaign) as(p *sitting.Player) api.Command {
	c.given++
	return api.Command{ID: fmt.Sprint("benchmark ", c.given), User: p.User().ID, Channel: c.channel}
}

// playToMidTurn plays the recorded first turn to the middle of the German movement. The moves are of single units that
// can come next, each without the others.
func (c *campaign) playToMidTurn(b *testing.B) (moves []string) {
	b.Helper()
	before, moves := midTurn(b)
	for _, text := range before {
		if _, err := c.Orders.Order(b.Context(), c.as(c.anna), text); err != nil {
			b.Fatalf("%s: %v", text, err)
		}
	}
	return moves
}

// thirtyMoves is the moves of the recorded first turn as a list, a unit in each line.
func thirtyMoves(b *testing.B) (before []string, list string) {
	b.Helper()
	var lines []string
	for _, text := range recordedTurn(b) {
		moved, move := strings.CutPrefix(text, "/move units:")
		switch {
		case len(lines) == 30:
		case move:
			units, where, _ := strings.Cut(moved, " ")
			_, where, _ = strings.Cut(where, ":")
			for _, u := range strings.Split(units, ",") {
				lines = append(lines, u+" > "+where)
			}
		case len(lines) == 0 && strings.HasPrefix(text, "/"):
			before = append(before, text)
		}
	}
	return before, strings.Join(lines[:30], "\n")
}

// largeGame is a bot with a large game whose first moves can be made, and what makes requests of its players. moves are
// thirty of them as a list.
func largeGame(b *testing.B) (bot *bot, as func(user string) ask.Request, moves string) {
	b.Helper()
	store := storeFor(b)
	r := referee.New(referee.Options{Store: store, Entropy: rand.NewChaCha8([32]byte{7})})
	bot = must(newBot(Options{Token: "x", Referee: r, Preferences: store}))(b)
	n := 0
	as = func(user string) ask.Request {
		n++
		return ask.Request{Localizer: bot.messages.For(catalogue.Default),
			Cmd: api.Command{ID: strconv.Itoa(n), User: user, Channel: "c"}}
	}
	for _, c := range []struct {
		user   string
		verb   order.Verb
		values map[string]string
	}{
		{"anna", "game new", map[string]string{"module": "afb", "scenario": "historical", "side": "german"}},
		{"boris", "game join", map[string]string{"side": "soviet"}},
		{"anna", "game start", nil},
	} {
		if _, err := bot.command(b.Context(), as(c.user), c.verb, c.values); err != nil {
			b.Fatalf("/%s %v: %v", c.verb, c.values, err)
		}
	}
	before, moves := thirtyMoves(b)
	for _, text := range before {
		if _, err := r.Orders.Order(b.Context(), as("anna").Cmd, text); err != nil {
			b.Fatalf("%s: %v", text, err)
		}
	}
	return bot, as, moves
}

// pressedFirst presses the first button whose custom ID begins so.
func pressedFirst(b *testing.B, p *sitting.Player, m sitting.Message, id string) sitting.Message {
	b.Helper()
	return pressedWhere(b, p, m, func(c wire.Component) bool { return strings.HasPrefix(c.CustomID, id) })
}

// pressedLabel presses the button with a label.
func pressedLabel(b *testing.B, p *sitting.Player, m sitting.Message, label string) sitting.Message {
	b.Helper()
	return pressedWhere(b, p, m, func(c wire.Component) bool { return c.Label == label })
}

func pressedWhere(b *testing.B, p *sitting.Player, m sitting.Message, fits func(wire.Component) bool) sitting.Message {
	b.Helper()
	for _, row := range m.Components {
		for _, c := range row.Components {
			if c.Type != wire.Menu && fits(c) {
				return must(p.Click(b.Context(), m.ID, c.CustomID))(b)
			}
		}
	}
	b.Fatalf("no such button below %q", m.Content)
	return m
}

// bareTap is a tap at a table of its own, where a bot does nothing with it but edit the message with the words and
// buttons of the sample.
func bareTap(b *testing.B, sample sitting.Message) (tap func()) {
	b.Helper()
	url := tableFor(b, localtable.Options{})
	runEcho(b, url, sample, nil, func() {})
	p := sitAt(b, url, "Anna")
	m := typed(b, p, tableOf(b, p), "/due")
	return func() { m = pressedFirst(b, p, m, play.PressStack+":") }
}

// confirmed presses the button by which an order is given although something is left to do.
func confirmed(b *testing.B, p *sitting.Player, m sitting.Message) {
	b.Helper()
	for _, row := range m.Components {
		for _, c := range row.Components {
			if strings.HasPrefix(c.CustomID, "y") {
				must(p.Click(b.Context(), m.ID, c.CustomID))(b)
				return
			}
		}
	}
}

func directOf(b *testing.B, p *sitting.Player) string {
	b.Helper()
	return must(p.DM(b.Context()))(b)
}

// look reads every picture of the next report in a channel, and returns how many there are.
func lookIn(b *testing.B, p *sitting.Player, channel string, seen map[string]bool) int {
	b.Helper()
	m := await(b, p, seen, func(m sitting.Message) bool {
		return m.ChannelID == channel && len(m.Components) > 0 && len(m.Attachments) > 0
	})
	for _, a := range m.Attachments {
		must(p.Picture(b.Context(), a))(b)
	}
	return len(m.Attachments)
}

// await is the next message that fits and that the player has not seen.
func await(b *testing.B, p *sitting.Player, seen map[string]bool, fits func(sitting.Message) bool) sitting.Message {
	b.Helper()
	m := must(p.Await(b.Context(), func(m sitting.Message) bool { return !seen[p.User().ID+m.ID] && fits(m) }))(b)
	seen[p.User().ID+m.ID] = true
	return m
}

// fightFirstTurn gives the orders of the recorded first turn up to the end of the combat phase. Other dice may refuse
// some of them, and ask for decisions, which are taken at random.
func (c *campaign) fightFirstTurn(b *testing.B) {
	b.Helper()
	orders := recordedTurn(b)
	orders = orders[:slices.IndexFunc(orders, func(text string) bool { return strings.HasPrefix(text, ":map") })]
	choose := simulate.Chooser{Referee: c.Referee, Rand: rand.New(rand.NewPCG(1, 2)), Pace: 1}
	for _, text := range orders[:len(orders)-1] { // the last is the end of the phase
		if !strings.HasPrefix(text, "/") {
			continue
		}
		_, _ = c.Orders.Order(b.Context(), c.as(c.anna), text)
		for range 100 {
			v, _, err := c.Looks.Public(b.Context(), c.channel)
			check(b, err)
			due := v.Board().Due
			if due == nil {
				break
			}
			for _, p := range []*sitting.Player{c.anna, c.boris} {
				own, _, err := c.Looks.Secret(b.Context(), c.channel, p.User().ID)
				check(b, err)
				if own.Side() != due.Side {
					continue
				}
				o := must(choose.Choose(b.Context(), c.channel, p.User().ID, own.Board()))(b)
				must(c.Orders.Give(b.Context(), c.as(p), o, ordering.Expect{}))(b)
			}
		}
	}
}
