package withheld

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/rules/must"
)

// A status post for which permissions are taken away during a game still says how the game stands, in its channel and
// in one to which the game moves. A request that is refused is tried once.
func TestStatusPost_PermissionsTakenAway(t *testing.T) {
	f := discordtest.New(t, func(f *discordtest.Fixture) { f.StatusPosts = time.Millisecond })
	anna, home, to := organiser.Of(f.Anna), f.Channel, f.OpenChannel("elsewhere")
	shows := func(pins int, words string) {
		t.Helper()
		f.Eventually("one post with "+words, func() bool {
			posts := slices.DeleteFunc(f.Posted(f.Olga), func(m player.Message) bool {
				return !slices.Contains(discordtest.Labels(m), "What's new") || slices.Contains(discordtest.Labels(m), "Whole map")
			})
			return len(posts) == 1 && strings.Contains(fmt.Sprintf("%+v", posts[0].Components), words) &&
				len(must.Get(anna.Pins(f.Ctx, f.Channel))(t)) == pins
		})
	}
	f.Begin()
	shows(1, "Blue movement")
	for _, channel := range []string{home, to} {
		must.Do(t, anna.Withhold(f.Ctx, channel, "pin", "manage-messages", "attach"))
	}
	f.End(f.Anna)
	shows(1, "Blue combat")
	discordtest.MoveGame(f, to)
	f.Channel = to
	shows(0, "Blue combat")
	f.Resign()
	shows(0, "resign")
	pinned := f.Requests(func(x localtable.Exchange) bool { return x.Method == "PUT" && strings.Contains(x.Path, to) })
	discordtest.Equal(t, "it was to be pinned %d times there", len(pinned), 1)
	discordtest.Excludes(t, f.Logged.String(), "level=ERROR")
}
