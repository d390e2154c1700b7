package table_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// Every player can give a word after the commitment was posted: with the command that takes his
// seat, or later when he gave none, until the game begins, and once. Nobody is told of it.
func TestDiceWord_Given(t *testing.T) {
	f := discordtest.New(t)
	mine := f.Say(f.Anna, "/game new module:drill side:BLUE")
	opened := f.AwaitPosted(f.Anna, "proof of fair dice")
	f.Refused(f.Boris, "/game join side:red word:ste\u200bppe", "visible characters only, and no backticks")
	f.Has(f.Tap(f.Boris, opened, "Play Red"), "You play the Red side")
	f.Refused(f.Boris, "/game join side:Blue word:steppe", "You already have a seat")
	f.Has(f.Say(f.Boris, "/game join side:RED word:steppe"), "goes into every roll")
	f.Refused(f.Boris, "/game join side:red word:forest", "it can't be changed")

	empty := f.Has(f.TapAndWrite(f.Anna, mine, "A word for the dice (optional)", ""), "No word, which is fine")
	late := discordtest.WordForm(f, f.Anna, empty, "A word for the dice (optional)")
	f.Has(f.TapAndWrite(f.Anna, empty, "A word for the dice (optional)", "larch"), "goes into every roll")
	f.Has(f.Fill(f.Anna, late, "heron"), "it can't be changed")
	f.Say(f.Boris, "/game start")
	f.AwaitPosted(f.Olga, "The game begins")
	for _, p := range []*player.Player{f.Anna, f.Boris, f.Olga} {
		for _, m := range append(f.Visible(p), f.Say(p, "/game status")) {
			if m.ChannelID == f.Channel && !m.Private() && (strings.Contains(m.Content, "larch") ||
				strings.Contains(m.Content, "steppe")) {
				t.Errorf("%s reads a word: %q", p.User().Username, m.Content)
			}
		}
	}
	f.Resign()
	f.AwaitPosted(f.Olga, "The Blue player's word for the dice: `larch`", "The Red player's word for the dice: `steppe`")
}

// withBeacon returns a fixture with a beacon on loopback and a game that is bound to it.
func withBeacon(t *testing.T) (*discordtest.Fixture, *beacontest.Server, *discordtest.Clock) {
	t.Helper()
	f, server, clock := besideBeacon(t)
	f.Say(f.Anna, "/game new module:drill dice:beacon")
	opened := f.AwaitPosted(f.Anna, "Drill", "Each roll also depends on a round of the drand beacon", "silent for 10 min")
	f.Tap(f.Anna, opened, "Play Blue")
	f.Say(f.Boris, "/game join side:red word:steppe")
	joined := f.AwaitPosted(f.Boris, "A seat is taken", "Red: <@"+f.Boris.User().ID)
	f.Tap(f.Boris, joined, "Start the game")
	f.AwaitPosted(f.Olga, "The game begins", "turn 1 of 10")
	return f, server, clock
}

// besideBeacon returns a fixture with a beacon on loopback, where table, referee and beacon go by one clock.
func besideBeacon(t *testing.T) (*discordtest.Fixture, *beacontest.Server, *discordtest.Clock) {
	t.Helper()
	// identifiers never step back, and the table has given some
	clock := discordtest.ClockAt(time.Now().Add(time.Hour).Truncate(time.Minute))
	source := must.Get(beacontest.Own("table", 3, clock.Now().Add(-time.Hour).Unix()))(t)
	server := beacontest.Serve(source, clock.Now)
	t.Cleanup(server.Close)
	client, err := beacon.NewClient(source.Chain, []string{server.URL}, beacon.Options{Timeout: discordtest.Patience})
	must.Do(t, err)
	var looks atomic.Int64
	rowTime := func() time.Time { return clock.Now().Add(time.Duration(looks.Add(1)) * time.Microsecond) } // none twice
	f := discordtest.New(t, func(f *discordtest.Fixture) {
		f.Modules, f.Now, f.TableNow, f.Beacon = []modules.Folder{discordtest.Shore(t)}, rowTime, clock.Now, client
	})
	return f, server, clock
}

// pursue has the referee look at what waits, until nothing does: the bot may not know yet that its message was posted.
func pursue(f *discordtest.Fixture) {
	f.T.Helper()
	f.Eventually("the dice fall", func() bool {
		must.Get(f.Referee.Rounds.FetchRounds(f.Ctx))(f.T)
		return must.Get(f.Referee.Looks.Table(f.Ctx, f.Channel))(f.T).Awaits == nil
	})
}

// The dice of an attack wait for a round of the beacon. Everybody is told which one, and of the
// order its hash; meanwhile no other order is taken; then the fight is told as ever.
func TestBeacon_AttackWaits(t *testing.T) {
	f, _, clock := withBeacon(t)
	f.Say(f.Anna, "/end")
	f.Says(f.Anna, "/attack target:13.10 units:b-3-inf", "Accepted: the dice are bound to round")
	named := f.AwaitPosted(f.Olga, "needs dice", "of the beacon, due <t:", "\n-# Hash of the order: ||grognard ", "never edits this message")
	f.Calls(f.Lacks(named, "13.10"))
	f.Refused(f.Anna, "/end", "An order is waiting for its dice")
	f.Refused(f.Anna, "/game undo", "An order is waiting for its dice")
	due := f.Says(f.Boris, "/due", "An order is waiting for its dice")
	f.Lacks(f.Say(f.Boris, "/map"), "is waiting for its dice")
	f.Has(f.Tap(f.Boris, due, "Play on without the beacon"), "The beacon still has time")
	clock.Pass(10 * time.Second)
	pursue(f)
	told := f.AwaitPosted(f.Olga, "**13.10: ", " attacked")
	f.Has(f.Tap(f.Olga, told, "Sum and dice"), "of the beacon (<https://api.drand.sh/")
	f.Says(f.Olga, "/dice audit", "With the beacon")
	for _, x := range f.Requests(func(x localtable.Exchange) bool { return strings.HasSuffix(x.Path, "/messages/"+named.ID) }) {
		t.Errorf("the message that names the round: %s %s", x.Method, x.Path)
	}
}

// A game sets how long a silent beacon is waited for, and says so when it opens.
func TestBeacon_SilenceAllowed(t *testing.T) {
	f, _, _ := besideBeacon(t)
	if _, err := f.Anna.Say(f.Ctx, f.Channel, "/game new module:drill dice:beacon wait:9999"); err == nil {
		t.Error("a week was taken")
	}
	f.Say(f.Anna, "/game new module:drill dice:beacon wait:90")
	f.AwaitPosted(f.Olga, "silent for 90 min, both players")
}

// A beacon that is silent for ten minutes lets both players go on without it.
func TestBeacon_Silent(t *testing.T) {
	f, server, clock := withBeacon(t)
	server.SetFault(beacontest.Unavailable)
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	f.AwaitPosted(f.Olga, "needs dice", "`/due` has a button to go on without it")
	clock.Pass(11 * time.Minute)
	must.Get(f.Referee.Rounds.FetchRounds(f.Ctx))(t)
	f.Has(f.Tap(f.Boris, f.Say(f.Boris, "/due"), "Play on without the beacon"), "You agree to go on")
	asked := f.AwaitPosted(f.Anna, discordtest.Mention(f.Anna), "wants to go on without round", "https://api.drand.sh/")
	f.Has(f.Tap(f.Olga, asked, "Play on without the beacon"), "You don't play")
	f.Has(f.Tap(f.Boris, asked, "Play on without the beacon"), "You have already agreed")
	discordtest.Equal(t, "Boris has agreed, and is offered %q", discordtest.Labels(f.Say(f.Boris, "/due")), nil)
	f.Tap(f.Anna, f.Say(f.Anna, "/due"), "Play on without the beacon")
	f.AwaitPosted(f.Olga, "Both players agree to go on without round")
	pursue(f)
	f.AwaitPosted(f.Olga, "**13.10: ", " attacked")
}
