package places_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/threads"
	"grognard/bot/referee/api"
	"grognard/rules/must"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// clock is a table's clock that a test moves.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// fixture is a bot at a table where Anna looks after the places.
type fixture struct {
	*discordtest.Fixture
	clock clock
	anna  organiser.Organiser
	given int // how many commands were given without an interaction: each has an ID of its own
}

func lay(t *testing.T, changes ...discordtest.Option) *fixture {
	t.Helper()
	f := &fixture{}
	f.Fixture = discordtest.New(t, append(changes, func(d *discordtest.Fixture) { d.TableNow = f.clock.now })...)
	f.anna = organiser.Of(f.Anna)
	must.Do(t, f.anna.WithholdInGuild(f.Ctx, localtable.GuildID, "manage-threads")) // the invitation does not ask for it
	return f
}

// begin has a game begin in a channel, in which commands are typed from then on.
func (f *fixture) begin(channel string) {
	f.T.Helper()
	f.Channel = channel
	f.Begin()
	f.WaitOutbox()
}

// rest lets thirty days pass in which nobody writes in the thread, and thirty more as often as something that was under
// way has woken it.
func (f *fixture) rest(thread string) {
	f.T.Helper()
	f.Eventually("the thread is archived", func() bool {
		f.clock.pass(30 * 24 * time.Hour)
		must.Do(f.T, f.Table.Change(threads.Sweep))
		return f.archived(thread)
	})
}

// archived reports whether Anna's page says that a thread is archived.
func (f *fixture) archived(thread string) bool {
	must.Get(f.anna.Pins(f.Ctx, thread))(f.T) // so that her page has heard of it
	known, ok := f.anna.Known(thread)
	return ok && known.Thread.Archived
}

// wakes waits until a thread is not archived any more.
func (f *fixture) wakes(thread string) {
	f.T.Helper()
	f.Eventually("the thread wakes", func() bool { return !f.archived(thread) })
}

// offers has a player offer a draw without a word in the channel, as from his direct messages.
func (f *fixture) offers(p *player.Player) api.Table {
	f.T.Helper()
	return must.Get(f.Referee.Endings.Propose(f.Ctx, f.command(p), api.Drawn))(f.T)
}

func (f *fixture) command(p *player.Player) api.Command {
	f.given++
	return api.Command{ID: fmt.Sprint(7000 + f.given), User: p.User().ID, Channel: f.Channel}
}

// A thread that nobody has written in for thirty days wakes for a message, for an edit of one, and for a status post.
func TestAwake_ThirtyDays(t *testing.T) {
	f := lay(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Millisecond })
	thread := must.Get(f.anna.Thread(f.Ctx, f.Channel, "Anna against Boris", false))(t)
	f.begin(thread)
	f.rest(thread)
	f.offers(f.Anna)
	f.Await(f.Boris, player.Posted(thread, "offers a draw"))
	f.wakes(thread)
	must.Get(f.Referee.Orders.Order(f.Ctx, f.command(f.Anna), "/end"))(t)
	ended := f.Await(f.Boris, player.Posted(thread, "Blue combat", "Blue movement"))
	f.WaitOutbox()
	f.rest(thread)
	name, _, err := f.Referee.Orders.Undoable(f.Ctx, thread, f.Anna.User().ID)
	must.Do(t, err)
	must.Get(f.Referee.Orders.Undo(f.Ctx, f.command(f.Anna), name))(t)
	f.Await(f.Boris, func(m player.Message) bool { return m.ID == ended.ID && m.Content != ended.Content })
	f.wakes(thread)
}

// An answer arrives in a thread that was archived since the press: a first answer, one that was deferred, and the panel
// that the press is on.
func TestAnswer_ArchivedMeanwhile(t *testing.T) {
	for name, deferred := range map[string]time.Duration{"at once": 0, "deferred": time.Nanosecond} { // 0: never
		t.Run(name, func(t *testing.T) {
			f := lay(t, func(f *discordtest.Fixture) { f.DeferAfter = deferred })
			thread := must.Get(f.anna.Thread(f.Ctx, f.Channel, "Anna against Boris", false))(t)
			f.Channel = thread
			f.Say(f.Anna, "/game new module:drill side:blue")
			f.Say(f.Boris, "/game join side:red")
			f.Say(f.Anna, "/game start")
			f.WaitOutbox()
			var archives sync.Once
			archive := func(x localtable.Exchange) discordtest.Fault {
				if x.Route == discordtest.Callback || strings.Contains(x.Route, "/webhooks/") {
					archives.Do(func() { must.Do(t, f.anna.Archive(f.Ctx, thread, true)) })
				}
				return discordtest.Fault{}
			}
			f.SetFault(archive)
			question := f.Say(f.Anna, "/game resign")
			archives = sync.Once{}
			f.Has(f.Tap(f.Anna, question, "Resign"), "resign")
		})
	}
}

// Of a locked thread the players are told once each time it is locked. The game sleeps, and goes on when the thread is
// unlocked, also after a restart, or when the game is moved.
func TestAwake_Locked(t *testing.T) {
	for name, archived := range map[string]bool{"open": false, "archived": true} {
		t.Run(name, func(t *testing.T) {
			f := lay(t)
			thread := must.Get(f.anna.Thread(f.Ctx, f.Channel, "Anna against Boris", false))(t)
			f.begin(thread)
			must.Do(t, f.anna.Lock(f.Ctx, thread, true))
			if archived {
				f.rest(thread)
			}
			table := f.offers(f.Anna)
			sleeps := func() bool { return must.Get(f.Referee.Channels.Loss(f.Ctx, table.Game))(t) == api.Locked }
			told := func() int {
				different := map[string]bool{} // a restart may send once more what Discord then knows by its nonce
				for _, x := range f.Requests(discordtest.Sends) {
					if strings.Contains(string(x.Body), "is locked") {
						different[x.Path+string(x.Body)] = true
					}
				}
				return len(different)
			}
			f.AwaitDM(f.Anna, "is locked", "Manage Threads")
			f.AwaitDM(f.Boris, "is locked", "Manage Threads")
			f.Restart()
			f.Eventually("it sleeps", sleeps)
			if archived {
				must.Do(t, f.anna.Archive(f.Ctx, thread, false))
			}
			must.Do(t, f.anna.Lock(f.Ctx, thread, false))
			f.Await(f.Boris, player.Posted(thread, "offers a draw"))
			f.WaitOutbox()
			discordtest.Equal(t, "%d players are told", told(), 2)
			must.Do(t, f.anna.Lock(f.Ctx, thread, true))
			must.Get(f.Referee.Endings.Decline(f.Ctx, f.command(f.Boris), table.Offer.Number))(t)
			f.Eventually("it sleeps again", sleeps)
			f.Eventually("both are told of the second time", func() bool { return told() == 4 })
		})
	}
}
