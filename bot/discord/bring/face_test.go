package bring_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/bring"
	"grognard/bot/discord/rest"
	"grognard/bot/league"
	"grognard/bot/league/rated"
	"grognard/bot/league/season"
	"grognard/bot/referee/api"
	"grognard/bot/referee/titles"
	"grognard/rules/must"
	"grognard/storage/seasons"
	"grognard/storage/sqlite"

	"github.com/bwmarrin/discordgo"
)

// desk has a face that works without Discord: it looks users up in names.
type desk struct {
	*testing.T
	face   *bring.Face
	words  ask.MessageCatalogue
	keeper *league.Keeper
	now    time.Time
	names  map[string]string // as users are shown; whoever is missing cannot be looked up in time
	asked  []string          // who was looked up
	files  int
	file   string // the one that is fetched next
}

func newDesk(t *testing.T) *desk {
	store := must.Get(sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db")))(t)
	t.Cleanup(func() { must.Do(t, store.Shut()) })
	d := &desk{T: t, words: must.Get(ask.NewWords(nil))(t), now: time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC),
		names: map[string]string{anna: "Anna", boris: "Boris"}}
	now := func() time.Time { return d.now }
	d.keeper = league.New(league.Options{Log: seasons.New(store), Now: now})
	d.face = bring.New(bring.Options{Messages: d.words, Keeper: func() *league.Keeper { return d.keeper }, Library: d,
		Zones: calendar.NewZones(), Now: now, HTTP: &http.Client{Transport: d}, Names: d.look,
		IsBot: func(_, user string) bool { return user == grognard }})
	return d
}

const (
	anna  = "10000000000000001"
	boris = "10000000000000002"
	hans  = "10000000000000003"
	other = "10000000000000004"

	grognard = "10000000000000005" // a bot
)

func (d *desk) Modules() []titles.Module { return []titles.Module{{ID: "drill"}} }

func (d *desk) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(d.file))}, nil
}

func (d *desk) look(_ context.Context, _ string, users []string, _ time.Duration) map[string]string {
	d.asked = append(d.asked, users...)
	shown := map[string]string{}
	for _, user := range users {
		if name, known := d.names[user]; known {
			shown[user] = name
		}
	}
	return shown
}

// request returns a command of Anna's in a server, where may are her permissions.
func (d *desk) request(server string, may int64) ask.Request {
	d.files++
	req := ask.Request{Localizer: d.words.InChannel(), Guild: server, Permissions: ask.Permissions{User: may},
		Cmd: api.Command{ID: fmt.Sprint("command", d.files), User: anna, Channel: "12"}}
	req.Names.Attachments = map[string]*discordgo.MessageAttachment{"1": {Filename: "old.csv"}}
	return req
}

// said returns the text of an answer, or of a refusal.
func (d *desk) said(list []rest.Message, err error) string {
	d.Helper()
	var refused ask.TextError
	if errors.As(err, &refused) {
		return d.words.InChannel().Say(refused.Text.ID, refused.Text.Args...)
	}
	must.Do(d, err)
	return list[0].Content
}

// brings brings a file of results. It returns the preview and a function that presses its button to import them.
func (d *desk) brings(server string, may int64, lines ...string) (shown string, take func() string) {
	d.Helper()
	d.file = "date,first,second,result,module\n" + strings.Join(lines, "\n") + "\n"
	req := d.request(server, may)
	return d.said(d.face.Preview(d.Context(), req, "1", "")), func() string {
		d.Helper()
		return d.said(d.face.Presses()[0].Run(d.Context(), req, ask.Pressed{What: req.Cmd.ID}))
	}
}

func (d *desk) has(text, want string) {
	d.Helper()
	if !strings.Contains(text, want) {
		d.Errorf("%q; want %q", text, want)
	}
}

// manages is the permission of somebody who may bring results.
const manages = discordgo.PermissionManageChannels

// line returns a line of a file: first has won a game against second.
func line(first, second string) string { return "2025-03-01," + first + "," + second + ",1-0,drill" }

// Nobody is looked up for a user who may not bring results, and too many users are not looked up for one who may.
func TestPreview_LooksUp(t *testing.T) {
	d := newDesk(t)
	many := []string{line(anna, boris)}
	for i := range 500 {
		many = append(many, line(anna, fmt.Sprintf("2%016d", i)))
	}
	for _, lines := range [][]string{many[:1], many} {
		shown, _ := d.brings("900", 0, lines...)
		d.has(shown, "manage")
	}
	shown, _ := d.brings("900", manages, many...)
	d.has(shown, "names by ID 502 players whom no season")
	if len(d.asked) != 0 {
		t.Errorf("%d users were looked up", len(d.asked))
	}
	_, take := d.brings("900", manages, many[0])
	d.has(take(), "1 result is in the log")
	shown, _ = d.brings("900", manages, many...) // two of them are known now
	d.has(shown, "Already known: 1 result")
	if len(d.asked) != 504 {
		t.Errorf("%d users were looked up", len(d.asked))
	}
}

// While some user could not be looked up, who may have the same name as another, no name is taken to be anybody's.
func TestPreview_LookUpFails(t *testing.T) {
	d := newDesk(t)
	d.names[hans], d.names[other] = "Hans", "Hans"
	_, take := d.brings("900", manages, line(anna, hans), line(anna, other))
	d.has(take(), "2 results are in the log")
	by := []string{"2025-03-02,Anna," + boris + ",1-0,drill", "2025-03-02," + boris + ",hans,1-0,drill"}
	shown, _ := d.brings("900", manages, by...)
	d.has(shown, "To import: 1 result")
	d.has(shown, "several players are shown as “hans”")
	delete(d.names, other)
	shown, _ = d.brings("900", manages, append(by, "2025-03-02,"+boris+","+hans+",1-0,drill")...)
	d.has(shown, "To import: 1 result")
	d.has(shown, "Line 2: I could not look up “Anna” in time")
	d.has(shown, "Line 3: I could not look up “hans” in time")
}

// Whoever may bring results takes all those of a file out again, once and with a reason; then it can be taken anew.
func TestTakeOut(t *testing.T) {
	d := newDesk(t)
	all := func() int {
		results := must.Get(rated.Of(t.Context(), d.keeper, "900"))(t)
		return len(results)
	}
	out := func(may int64, number, reason string) string { // takes out the results of the import of this number
		t.Helper()
		return d.said(d.face.Presses()[1].Form(t.Context(), d.request("900", may), ask.Pressed{What: number,
			Fields: map[string]string{"reason": reason}}))
	}
	_, take := d.brings("900", manages, line(anna, boris), line(boris, anna))
	d.has(take(), "2 results are in the log")
	d.now = d.now.Add(time.Minute)
	_, take = d.brings("900", manages, "2025-03-02,Anna,Boris,1-0,drill")
	d.has(take(), "1 result is in the log")
	d.has(out(0, "1", "wrong"), "manage")
	d.has(out(manages, "1", "  "), "Say why")
	if all() != 3 {
		t.Errorf("there are %d results", all())
	}
	d.has(out(manages, "1", "The wrong file."), "2 imported results are out")
	d.has(out(manages, "1", "The wrong file."), "already been undone")
	if all() != 1 {
		t.Errorf("after it is taken out there are %d results", all())
	}
	d.now = d.now.Add(time.Minute)
	shown, take := d.brings("900", manages, line(anna, boris), line(boris, anna))
	d.has(shown, "To import: 2 results")
	d.has(take(), "2 results are in the log")
	d.has(out(manages, "3", "Again."), "2 imported results are out")
	again := league.New(league.Options{Log: d.keeper.Log, Now: d.keeper.Now}) // as after a restart
	must.Do(t, again.Load(t.Context()))
	if results := must.Get(rated.Of(t.Context(), again, "900"))(t); len(results) != 1 {
		t.Errorf("read anew there are %d results", len(results))
	}
}

// No line of a file can have a bot as a player, neither by its ID nor by its name.
func TestPreview_Bot(t *testing.T) {
	d := newDesk(t)
	d.names[grognard] = "Grognard"
	shown, _ := d.brings("900", manages, line(anna, grognard), line(grognard, boris), line(anna, boris))
	d.has(shown, "To import: 1 result")
	d.has(shown, "Line 2: “"+grognard+"” is a bot")
	d.has(shown, "Line 3")
}

// A file that was shown is dropped for eight newer ones of its server, or after an hour, but not for other servers'.
func TestPreview_Kept(t *testing.T) {
	d := newDesk(t)
	_, take := d.brings("900", manages, line(anna, boris))
	for i := range 20 {
		d.brings(fmt.Sprint(1000+i), manages, line(anna, boris))
	}
	d.has(take(), "1 result is in the log")
	var takes []func() string
	for i := range 9 {
		_, take := d.brings("900", manages, fmt.Sprintf("2025-04-%02d,%s,%s,1-0,drill", i+1, anna, boris))
		takes = append(takes, take)
	}
	d.has(takes[0](), "only a server's last few files")
	d.has(takes[1](), "1 result is in the log")
	d.now = d.now.Add(61 * time.Minute)
	d.brings("1000", manages, line(anna, boris))
	d.has(takes[8](), "only a server's last few files")
}

// A server can have only so many past results: a file beyond that is refused, when it is shown or when it is taken.
func TestPreview_Full(t *testing.T) {
	d := newDesk(t)
	half := func(day int) []string {
		return slices.Repeat([]string{fmt.Sprintf("2025-04-%02d,Anna,Boris,1-0,drill", day)}, season.MostPast/2)
	}
	_, take := d.brings("900", manages, line(anna, boris))
	_, late := d.brings("900", manages, line(boris, anna), line(boris, anna))
	d.has(take(), "1 result is in the log")
	_, take = d.brings("900", manages, half(1)...)
	d.has(take(), "10000 results are in the log")
	shown, _ := d.brings("900", manages, half(2)...)
	d.has(shown, "At most 20,000 past results")
	_, take = d.brings("900", manages, half(2)[2:]...)
	d.has(take(), "9998 results are in the log")
	d.has(late(), "At most 20,000 past results")
	shown, take = d.brings("900", manages, line(anna, boris), line(boris, anna))
	d.has(shown, "Already known: 1 result")
	d.has(take(), "1 result is in the log")
	shown, _ = d.brings("900", manages, half(1)...)
	d.has(shown, "There is nothing to import")
}

// The preview says which players are below the season's floor. In the file of a season, a game that is not over yet is
// no mistake.
func TestPreview_SaysWhatIsUnusual(t *testing.T) {
	d := newDesk(t)
	d.face.Below = func(_ context.Context, _ string, users []string, floor int) ([]string, error) {
		return slices.DeleteFunc(slices.Clone(users), func(user string) bool { return user == anna || floor != 80 }), nil
	}
	terms := season.DefaultTerms("Autumn")
	terms.Floor, terms.Channel = 80, "12"
	terms.Games = []season.Setting{{Module: "drill"}}
	id := must.Get(d.keeper.Announce(t.Context(), league.Command{ID: "1", User: anna}, "900", terms))(t)
	d.file = "player\n" + anna + "\n" + boris + "\n"
	shown := d.said(d.face.Preview(t.Context(), d.request("900", manages), "1", id))
	d.has(shown, "To sign up for **Autumn**: 2 players")
	d.has(shown, "<@"+boris+"> is below the 80% reliability")
	d.file = "firstName,secondName,module,ended,firstPoints,secondPoints\n" + anna + "," + boris + ",drill,2026-05-01,1,0\n" +
		boris + "," + anna + ",drill,,,\n"
	shown = d.said(d.face.Preview(t.Context(), d.request("900", manages), "1", ""))
	d.has(shown, "To import: 1 result")
	d.has(shown, "Not over yet: 1 game")
	if strings.Contains(shown, "Line 3") {
		t.Errorf("an open game is refused: %s", shown)
	}
}
