package discordtest

import (
	"fmt"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"grognard/bot/localtable/player"
	"grognard/rules/modules"
	"grognard/rules/must"
)

// Begin has Anna play Blue by a button and Boris Red by a command, and the drill started by another button. It returns
// the message that says so, which is Started from then on.
func (f *Fixture) Begin() player.Message {
	f.T.Helper()
	f.Say(f.Anna, "/game new module:drill")
	f.Tap(f.Anna, f.AwaitPosted(f.Anna, "Drill"), "Play Blue")
	f.Say(f.Boris, "/game join side:red word:steppe")
	joined := f.AwaitPosted(f.Boris, "A seat is taken", "Blue: "+Mention(f.Anna), "Red: "+Mention(f.Boris))
	f.Tap(f.Boris, joined, "Start the game")
	f.Started = f.AwaitPosted(f.Olga, "The game begins", "turn 1 of ")
	return f.Started
}

// Open has a game opened by command, such as "module:drill side:blue" for Anna, joined by Boris, and started.
func (f *Fixture) Open(game, other string) player.Message {
	f.T.Helper()
	f.Say(f.Anna, "/game new "+game)
	f.Say(f.Boris, "/game join side:"+other)
	f.Say(f.Boris, "/game start")
	f.Started = f.AwaitPosted(f.Olga, "The game begins")
	return f.Started
}

// End has players end a phase each, one after the other.
func (f *Fixture) End(players ...*player.Player) {
	f.T.Helper()
	for _, p := range players {
		f.Say(p, "/end")
	}
}

// EndAfterAStack has Anna move two units of which the channel sees one, and end the phase: only she is told of both.
func (f *Fixture) EndAfterAStack() {
	f.T.Helper()
	f.Say(f.Anna, "/move units:b-1-arm,b-1-mot to:8.08")
	f.Say(f.Anna, "/end")
}

// Resign has Boris resign, and waits until the channel reads of it.
func (f *Fixture) Resign() player.Message {
	f.T.Helper()
	f.Tap(f.Boris, f.Say(f.Boris, "/game resign"), "Resign")
	return f.AwaitPosted(f.Olga, "Red player resigns")
}

// Attack begins a drill at the shore, in which Red owes a retreat, and returns the message of that. Run in parallel.
func Attack(t *testing.T, changes ...Option) (f *Fixture, asked player.Message) {
	t.Helper()
	f = Begun(t, append([]Option{With(Shore(t))}, changes...)...)
	f.Say(f.Anna, "/end")
	f.Say(f.Anna, "/attack target:13.10 units:b-3-inf")
	return f, f.AwaitPosted(f.Olga, "**13.10: ", " attacked", ", retreat 1 hex")
}

// Fights returns the channel's messages that tell of the fight of Attack.
func (f *Fixture) Fights() []player.Message {
	f.T.Helper()
	return f.Posted(f.Olga, "**13.10: ", " attacked")
}

// FightEnds waits for the end of the fight of Attack, and holds that one message tells of it, with one picture and
// nothing to press that would decide anything.
func FightEnds(f *Fixture) player.Message {
	f.T.Helper()
	done := f.Await(f.Olga, func(m player.Message) bool {
		return player.Posted(f.Channel, "**13.10: ", " attacked", "player holds 13.10")(m) && len(m.Attachments) == 1
	})
	if list := f.Fights(); len(list) != 1 || strings.Count(list[0].Content, "Red player holds") != 1 {
		f.T.Errorf("%d messages tell of the fight: %+v", len(list), list)
	}
	f.HasLabel(done, "Decide", false)
	return done
}

// Hold has Red hold in place of the retreat that Attack leaves, and decides all that follows.
func Hold(f *Fixture) {
	f.T.Helper()
	f.Say(f.Boris, "/hold hexes:1")
	DecideRest(f)
}

// DecideRest takes the losses of Red and lets Blue's advance go by.
func DecideRest(f *Fixture) {
	f.T.Helper()
	for {
		due := f.Say(f.Olga, "/due")
		switch {
		case strings.Contains(due.Content, "step loss"):
			f.Say(f.Boris, "/losses units:"+Suggested(f, f.Boris, "/losses units:"))
		case strings.Contains(due.Content, "advance "):
			f.Say(f.Anna, "/pass")
		default:
			return
		}
	}
}

// MoveGame has Olga move the game to another channel.
func MoveGame(f *Fixture, to string) player.Message {
	f.T.Helper()
	return f.Tap(f.Olga, f.Say(f.Olga, "/master move channel:<#"+to+"> reason:too loud here"), "Move the game")
}

// Drill returns the drill with other files, and with other text in its setup.yaml, given as pairs of what stands
// there and what takes its place.
func Drill(t testing.TB, files map[string]string, setup ...string) modules.Folder {
	t.Helper()
	drill := must.Get(modules.Files("drill"))(t)
	out, text := fstest.MapFS{}, string(drill["setup.yaml"])
	for name, data := range files {
		out[name] = &fstest.MapFile{Data: []byte(data)}
	}
	for i := 0; i < len(setup); i += 2 {
		if !strings.Contains(text, setup[i]) {
			t.Fatalf("the drill is set up otherwise than by %s", setup[i])
		}
		text = strings.Replace(text, setup[i], setup[i+1], 1)
	}
	if len(setup) > 0 {
		out["setup.yaml"] = &fstest.MapFile{Data: []byte(text)}
	}
	return modules.Folder{ID: "drill", Where: "own/drill", Files: out}
}

// WithFile returns a game with another text for one of its files.
func WithFile(own modules.Folder, name, text string) modules.Folder {
	files := maps.Clone(own.Files.(fstest.MapFS))
	files[name] = &fstest.MapFile{Data: []byte(text)}
	own.Files = files
	return own
}

// DrillFile returns the text of a file of the drill that ships.
func DrillFile(t testing.TB, name string) string {
	t.Helper()
	drill := must.Get(modules.Files("drill"))(t)
	return string(drill[name])
}

// Combat returns a charts.yaml in which every fight has one result.
func Combat(result string) string {
	rows := "combat:\n  rows:\n"
	for roll := 2; roll <= 12; roll++ {
		rows += fmt.Sprintf("    %d: [%s]\n", roll, strings.Repeat(result+", ", 7)+result)
	}
	return rows
}

// TwoGuards is a units.yaml in which two units of Blue have one name.
const TwoGuards = "units:\n  b-4-inf: {name: Guards}\n  b-5-inf: {name: Guards}\n"

// Breach returns a drill in which every fight takes a step and three hexes of the defender, and Blue's 1 Armour and 3
// Infantry stand before Red's 1 Militia, which has one step. More of setup.yaml is replaced as by Drill.
func Breach(t testing.TB, setup ...string) modules.Folder {
	t.Helper()
	return Drill(t, map[string]string{"charts.yaml": Combat("D1r3")}, append([]string{
		`{at: "7.10", units: [b-3-inf, b-1-mil]}`, `{at: "12.10", units: [b-3-inf, b-1-arm]}`,
		`{at: "5.09", units: [b-1-arm, b-1-mot]}`, `{at: "5.09", units: [b-1-mil, b-1-mot]}`,
		`{at: "13.10", units: [r-3-inf, r-1-mil]}`, `{at: "13.10", units: [r-1-mil]}`,
		`{at: "13.12", units: [r-4-inf]}`, `{at: "13.12", units: [r-4-inf, r-3-inf]}`}, setup...)...)
}

// Shore returns a drill in which every fight is a retreat of one hex, and Red's 3 Infantry and 1 Militia have an enemy
// before them and nothing but lakes behind. More of setup.yaml is replaced as by Drill.
func Shore(t testing.TB, setup ...string) modules.Folder {
	t.Helper()
	const moat = `["13.09/13.10", "13.10/13.11", "12.09/13.10", "13.10/14.09", "13.10/14.10"]`
	const drowns = "terrain:\n  blue: {lake: {retreat: destroyed}}\n  red: {lake: {retreat: destroyed}}\n"
	return Drill(t, map[string]string{
		"map.yaml":    "water: [{name: Moat, kind: lake, sides: " + moat + "}]",
		"charts.yaml": drowns + Combat("Dr1"),
	}, append([]string{`at: "7.10"`, `at: "12.10"`}, setup...)...)
}

// Noon returns noon, UTC, of a Monday: one o'clock in Berlin.
func Noon() time.Time { return time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) }

// Clock is a clock that stands still until a test lets time pass.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// ClockAt returns a clock that shows a time.
func ClockAt(now time.Time) *Clock { return &Clock{now: now} }

// On has a fixture's log go by the clock.
func (c *Clock) On(f *Fixture) { f.Now = c.Now }

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *Clock) Pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Advance lets time pass, and has what falls due by then done.
func Advance(f *Fixture, clock *Clock, d time.Duration) {
	f.T.Helper()
	clock.Pass(d)
	must.Get(f.Referee.Upkeep.Ring(f.Ctx))(f.T)
}
