package play_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/page"
	"grognard/bot/discord/play"
	"grognard/bot/discord/rest"
	"grognard/bot/referee"
	"grognard/bot/referee/api"
	"grognard/bot/referee/arrange"
	"grognard/bot/referee/drafts"
	"grognard/bot/referee/notify"
	"grognard/bot/referee/ordering"
	"grognard/bot/simulate"
	"grognard/render"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage/sqlite"

	"github.com/bwmarrin/discordgo"
)

var alikeGames = flag.Int("alike", 1, "random games of each module, in which pages of choices are read")

// No two buttons of a page have the same label, and no two lines of a menu read alike, in the decisions of random games
// and on the first pages of all other orders.
func TestChoices_NoTwoReadAlike(t *testing.T) {
	t.Parallel()
	// in this drill all units of a kind have one name, and fights cost many steps
	units := regexp.MustCompile(`name: \d+ `).ReplaceAllString(discordtest.DrillFile(t, "units.yaml"), "name: ")
	namesakes := discordtest.Drill(t, map[string]string{"units.yaml": units, "charts.yaml": discordtest.Combat("A2D3r2")})
	games := map[string][]modules.Folder{"drill": {namesakes}, "afb": nil, "bcs-drill": {costly(t)}}
	for module, own := range games {
		t.Run(module, func(t *testing.T) {
			t.Parallel()
			read := map[string]int{}
			for seed := range *alikeGames {
				r := newReader(t, module, uint64(seed), read, own...)
				for n := 0; r.goOn(n); n++ {
				}
			}
			t.Logf("pages read, by the kind of decision: %v", read)
		})
	}
}

// costly returns the BCS drill with Engagements and attacks that cost many steps.
func costly(t *testing.T) modules.Folder {
	charts := string(must.Get(modules.Files("bcs-drill"))(t)["charts.yaml"])
	charts = strings.NewReplacer("9-12: t1 / support drop", "9-12: t3 situational", "9-10: d1", "9-10: d3",
		"11-12: d1", "11-12: d3").Replace(charts)
	return modules.Folder{ID: "bcs-drill", Where: "own/bcs-drill",
		Files: fstest.MapFS{"charts.yaml": {Data: []byte(charts)}}}
}

// reader plays both sides of a random game, and reads pages of choices before each order.
type reader struct {
	t *testing.T
	simulate.Chooser
	desk  play.Desk
	users map[order.Side]string
	given int // how many commands it has given
	words ask.MessageCatalogue
	pages map[string]int // how many it has read by the kind of decision, "" for orders
}

const alikeChannel = "alike"

// newReader returns a reader of a new game of a module, or of own in its place. It counts in pages what it reads.
func newReader(t *testing.T, module string, seed uint64, pages map[string]int, own ...modules.Folder) *reader {
	t.Helper()
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { must.Do(t, store.Shut()) })
	ref := referee.New(referee.Options{Store: store, Modules: own, Entropy: rand.NewChaCha8([32]byte{byte(seed)})})
	t.Cleanup(func() { must.Do(t, ref.Shut(context.Background())) })
	words := must.Get(ask.NewWords(nil))(t)
	kit := ask.Kit{Referee: ref.Looks, Preferences: store, Painter: must.Get(render.New(words.In("en")))(t),
		Drawing: make(chan struct{}, 1), Specs: ref.Library.Specs(), Log: slog.New(slog.DiscardHandler)}
	r := &reader{t: t, pages: pages, words: words, users: map[order.Side]string{},
		Chooser: simulate.Chooser{Referee: ref, Rand: rand.New(rand.NewPCG(seed, 1)), Pace: 40, Aggressive: true},
		desk: play.NewDesk(kit, struct {
			*notify.DailyDigests
			*drafts.Notebook
			*ordering.Orders
		}{ref.Digests, ref.Notes, ref.Orders}, ref.Lists, ref.Orders, func(string, []api.GameID) {})}
	table := must.Get(ref.NewGames.NewGame(t.Context(), r.command("anna"), arrange.Opening{Module: module}))(t)
	for i, seat := range table.Seats {
		user := []string{"anna", "boris"}[i]
		r.users[seat.Side.ID] = user
		must.Get(ref.NewGames.Join(t.Context(), r.command(user), seat.Side.ID, ""))(t)
	}
	must.Get(ref.NewGames.Start(t.Context(), r.command("anna")))(t)
	return r
}

func (r *reader) command(user string) api.Command {
	r.given++
	return api.Command{ID: strconv.Itoa(r.given), User: user, Channel: alikeChannel}
}

// player returns the player who orders or decides next; false if the game is over.
func (r *reader) player() (play.Player, bool) {
	r.t.Helper()
	v, table, err := r.Referee.Looks.Public(r.t.Context(), alikeChannel)
	must.Do(r.t, err)
	side := v.Board().Phase.Side
	if due := v.Board().Due; due != nil {
		side = due.Side
	}
	if table.Over {
		return play.Player{}, false
	}
	req := ask.Request{Localizer: r.words.InChannel(), Cmd: r.command(r.users[side]), Sketch: true}
	return must.Get(r.desk.Player(r.t.Context(), req))(r.t), true
}

// order gives an order of p that is chosen at random.
func (r *reader) order(p play.Player) {
	r.t.Helper()
	user := p.Request.Cmd.User
	o := must.Get(r.Choose(r.t.Context(), alikeChannel, user, p.View.Board()))(r.t)
	must.Get(r.Referee.Orders.Give(r.t.Context(), r.command(user), o, ordering.Expect{}))(r.t)
}

// goOn gives the game's order n, counted from 0, and before a decision or each tenth order reads its pages. It returns
// false if the game is over.
func (r *reader) goOn(n int) bool {
	r.t.Helper()
	p, goesOn := r.player()
	if !goesOn {
		return false
	}
	if due := p.View.Board().Due; due != nil {
		for range 3 {
			r.walk(p, r.opened(p, page.PressDecide, strconv.Itoa(due.ID)), due.Kind)
		}
	} else if n%10 == 0 {
		for _, v := range must.Get(r.Referee.Orders.Verbs(r.t.Context(), alikeChannel, p.Request.Cmd.User))(r.t) {
			r.walk(p, must.Get(play.ShowChoice(r.t.Context(), p, page.Choice{Verb: v}, 0))(r.t), "")
		}
	}
	r.order(p)
	return true
}

// opened returns the page that a press of the desk opens. name is the press's, what follows the game's ID in its ID.
func (r *reader) opened(p play.Player, name, what string) []rest.Message {
	r.t.Helper()
	presses := r.desk.Presses()
	i := slices.IndexFunc(presses, func(s ask.PressSpec) bool { return s.Name == name })
	return must.Get(presses[i].Run(r.t.Context(), p.Request, ask.Pressed{What: what}))(r.t)
}

// walk reads a page and up to seven more to which random picks lead, each from the one before.
func (r *reader) walk(p play.Player, list []rest.Message, kind string) {
	r.t.Helper()
	for range 8 {
		r.pages[kind]++
		ways := r.read(list)
		if len(ways) == 0 {
			return
		}
		next, err := play.AnswerChoice(r.t.Context(), p, ways[r.Rand.IntN(len(ways))])
		if _, isDenied := errors.AsType[*view.Denial](err); isDenied {
			return
		}
		list = must.Get(next, err)(r.t)
	}
}

// read fails the test if two things on a page read alike, and returns the presses that pick something.
func (r *reader) read(list []rest.Message) (ways []ask.Pressed) {
	r.t.Helper()
	seen := map[string]string{}
	holds := func(words, id string) {
		if other, twice := seen[words]; twice {
			r.t.Errorf("%q stands for %s and for %s, below %q", words, other, id, list[0].Content)
		}
		seen[words] = id
	}
	for _, m := range list {
		for _, row := range m.Components {
			for _, part := range row.(discordgo.ActionsRow).Components {
				switch c := part.(type) {
				case discordgo.Button:
					holds(c.Label, c.CustomID)
					if bytes.IndexByte([]byte{page.ActShow, page.ActToggle}, c.CustomID[0]) >= 0 {
						ways = append(ways, ask.Pressed{ID: c.CustomID})
					}
				case discordgo.SelectMenu:
					for _, o := range c.Options {
						holds(fmt.Sprintf("%s|%s|%s", c.Placeholder, o.Label, o.Description), o.Value)
						ways = append(ways, ask.Pressed{ID: c.CustomID, Chosen: []string{o.Value}})
					}
				}
			}
		}
	}
	return ways
}
