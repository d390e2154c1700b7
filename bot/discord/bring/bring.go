// Package bring takes players and past results from a file that somebody attaches to /league: it shows what would be
// taken, what would not and why, and takes it all on a press.
//
//	face := bring.New(bring.Options{Messages: words, Keeper: keeper, Names: names, HTTP: client, Library: library})
//	list, err := face.Preview(ctx, req, file, "s1") // the attachment's identifier, and a season for its players
//	presses = append(presses, face.Presses()...)
//
// Players are signed up for a season whose organiser brings them. Results count for the server's ratings; whoever may
// manage the server or its channels brings them. Both players must be known, by Discord IDs or by how they are
// shown here. A name that is nobody's is kept nowhere: when its player has come, the same file is brought once more,
// and what was taken before is not taken twice. Whoever may bring results takes all those of a file out again, which is
// told with his reason; then the same file can be taken anew.
//
// Limits: a server's last few files are kept in memory, taken or not; a new file drops those older than an hour.
package bring

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/lobby"
	"grognard/bot/league/past"
	"grognard/bot/league/rated"
	"grognard/bot/league/season"
	"grognard/bot/limit"
	"grognard/bot/referee/titles"

	"github.com/bwmarrin/discordgo"
)

// pressTake takes what was shown. After it stands the ID of the command that brought the file.
const pressTake = "bring-take"

// mostShown is how many files of a server are kept; a new file drops those older than shownFor. mostLines is how many
// refused lines are shown, as many as a phone has room for. A file may name at most mostStrangers IDs of users who were
// in no season of the server, because Discord is asked about each.
const (
	mostShown     = 8
	shownFor      = time.Hour
	mostLines     = 8
	mostStrangers = 500
)

// fetchWithin is how long a file may take to come, and namesWithin how long names may take.
const (
	fetchWithin = 10 * time.Second
	namesWithin = 10 * time.Second
)

// Options are what the face works with. All but Below must be given.
type Options struct {
	Messages ask.MessageCatalogue
	Keeper   func() *league.Keeper
	Library  Library
	Zones    *calendar.Zones
	Now      func() time.Time
	HTTP     *http.Client // fetches files

	// IsBot reports whether a user whose name Names has returned is a bot.
	IsBot func(guild, user string) bool

	// Names returns how users are shown in a server, "" for a user who is no member. A user who could not be looked up
	// in time is missing.
	Names func(ctx context.Context, guild string, users []string, within time.Duration) map[string]string

	// Below returns those of users who are less reliable than a floor, in percent. If it is nil nobody is.
	Below func(ctx context.Context, guild string, users []string, floor int) ([]string, error)
}

// Library lists the games that can be played.
type Library interface{ Modules() []titles.Module }

// Face is what Discord shows of files.
type Face struct {
	Options

	mu    sync.Mutex
	shown []shown // the oldest first
}

// shown is a file as it was shown.
type shown struct {
	id                           string // of the command that brought it
	at                           time.Time
	user, guild, channel, season string
	results                      []season.PastResult // all that were not refused, known ones too, with user IDs
	players                      []season.Newcomer
}

// New returns a face.
func New(o Options) *Face { return &Face{Options: o} }

// Option returns the option of /league that takes a file. It counts as a film does, so that there are few a minute.
func Option() ask.Option {
	return ask.Option{Type: discordgo.ApplicationCommandOptionAttachment, Name: "import"}.WithCost(limit.Film)
}

// Presses returns the buttons.
func (f *Face) Presses() []ask.PressSpec {
	return []ask.PressSpec{{Name: pressTake, Run: ask.WithWhat(f.take), NoGame: true, Aside: true},
		{Name: pressOut, Run: f.askOut, Form: f.takeOut, NoGame: true, Aside: true}}
}

// Preview shows what would be taken from an attachment of the command: results, or players for the season seasonID.
func (f *Face) Preview(ctx context.Context, req ask.Request, attachment, seasonID string) ([]rest.Message, error) {
	a := req.Names.Attachments[attachment]
	if a == nil || f.Keeper() == nil {
		return nil, ask.Refusal("bring.gone")
	}
	if a.Size > past.MostBytes {
		return nil, unreadable(past.Unreadable{Why: past.TooLarge})
	}
	data, err := f.fetch(ctx, a.URL)
	if err != nil {
		return nil, err
	}
	s, err := past.Read(data, f.Now())
	if u, ok := err.(past.Unreadable); ok {
		return nil, unreadable(u)
	}
	if err != nil {
		return nil, err
	}
	if len(s.Players) > 0 && len(s.Results) == 0 {
		return f.previewPlayers(ctx, req, a.Filename, s, seasonID)
	}
	return f.previewResults(ctx, req, a.Filename, s)
}

// check finds the users whom a file names and checks its lines. As it asks Discord, call it only for a permitted asker.
func (f *Face) check(ctx context.Context, guild string, s *past.Sheet) error {
	who, err := f.people(ctx, guild, s.Names())
	if err != nil {
		return err
	}
	s.Check(past.Checks{Who: who, Modules: f.modules(), Zone: func(zone string) bool {
		_, err := f.Zones.Named(zone, f.Now())
		return err == nil
	}})
	return nil
}

// unreadable returns why nothing of a file is taken, and what would be right.
func unreadable(u past.Unreadable) error {
	return ask.Refusal("bring.file-"+string(u.Why), "line", u.Line, "bytes", past.MostBytes>>10,
		"lines", past.MostLines, "long", past.MostLine)
}

// fetch gets a file from Discord.
func (f *Face) fetch(ctx context.Context, url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchWithin)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := f.HTTP.Do(r)
	if err != nil {
		return nil, fmt.Errorf("fetch a file: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, ask.Refusal("bring.gone")
	}
	return io.ReadAll(io.LimitReader(answer.Body, past.MostBytes+1)) // past.Read refuses a file with one byte too many
}

// people returns a function that returns the user whom one of a file's names means, or why none. Users of the server
// are found by their IDs, users of its seasons also by how they are shown.
func (f *Face) people(ctx context.Context, guild string, names []string) (func(string) (string, past.Why), error) {
	ids, err := f.Keeper().Of(ctx, guild)
	if err != nil {
		return nil, err
	}
	candidates, strangers := map[string]bool{}, 0 // users who may be meant; how many of them were in no season
	for _, id := range ids {
		named, _, err := f.Keeper().Log.Names(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, user := range named {
			candidates[user] = true
		}
	}
	for _, name := range names {
		if id := identifier(name); rest.IsID(id) && !candidates[id] {
			candidates[id] = true
			strangers++
		}
	}
	if strangers > mostStrangers {
		return nil, ask.Refusal("bring.strangers", "n", strangers, "most", mostStrangers)
	}
	users := slices.Sorted(maps.Keys(candidates))
	shown, called := f.Names(ctx, guild, users, namesWithin), map[string][]string{}
	for _, user := range users {
		called[strings.ToLower(shown[user])] = append(called[strings.ToLower(shown[user])], user)
	}
	return func(name string) (string, past.Why) {
		if id := identifier(name); rest.IsID(id) {
			switch as, known := shown[id]; {
			case !known:
				return "", past.NotFound
			case as == "":
				return "", past.NoMember
			case f.IsBot(guild, id):
				return "", past.Bot
			}
			return id, ""
		}
		switch found := called[strings.ToLower(name)]; {
		case len(found) > 1:
			return "", past.Several
		case len(shown) < len(users): // somebody who was not looked up may be called so, too
			return "", past.NotFound
		case len(found) == 0:
			return "", past.Nobody
		case f.IsBot(guild, found[0]):
			return "", past.Bot
		default:
			return found[0], ""
		}
	}, nil
}

// identifier returns the user ID in a mention, or a text that is no mention as it is.
func identifier(name string) string { return strings.TrimLeft(strings.Trim(name, "<>"), "@!") }

func (f *Face) modules() (list []past.Module) {
	for _, m := range f.Library.Modules() {
		p := past.Module{ID: m.ID}
		for _, side := range m.Sides {
			p.Sides = append(p.Sides, string(side.ID), side.Name)
		}
		for _, sc := range m.Scenarios {
			p.Scenarios = append(p.Scenarios, sc.ID)
		}
		list = append(list, p)
	}
	return list
}

// previewResults shows what would be taken of a file of results.
func (f *Face) previewResults(ctx context.Context, req ask.Request, file string, s past.Sheet) ([]rest.Message,
	error) {
	if !mayImport(req) {
		return nil, ask.Refusal("league.announce-refused")
	}
	if err := f.check(ctx, req.Guild, &s); err != nil {
		return nil, err
	}
	played, brought, err := f.serverResults(ctx, req.Guild)
	if err != nil {
		return nil, err
	}
	var list []season.PastResult
	for _, r := range s.Results {
		list = append(list, season.PastResult{At: r.At, First: r.Users[0], Second: r.Users[1], Points: r.Points,
			Module: r.Module, Scenario: r.Scenario, Sided: r.Sided})
	}
	fresh, alike := season.Unknown(list, slices.Concat(played, brought))
	if len(fresh) > 0 && len(brought)+len(fresh) > season.MostPast {
		return nil, ask.Refusal("league.refused-" + string(season.PastFull))
	}
	people := map[string]bool{}
	for _, r := range fresh {
		people[r.First], people[r.Second] = true, true
	}
	lines := head(req, file, s)
	if len(fresh) > 0 {
		days := make([]string, len(fresh))
		for i, r := range fresh {
			days[i] = r.At.Format(time.DateOnly)
		}
		lines = append(lines, req.Say("bring.results", "n", len(fresh), "players", len(people),
			"from", slices.Min(days), "until", slices.Max(days)))
	}
	if n := len(list) - len(fresh) - len(alike); n > 0 {
		lines = append(lines, req.Say("bring.known-results", "n", n))
	}
	if len(alike) > 0 {
		lines = append(lines, req.Say("bring.former-results", "n", len(alike)))
	}
	if len(s.Open) > 0 {
		lines = append(lines, req.Say("bring.open-results", "n", len(s.Open)))
	}
	if len(fresh) == 0 {
		list = nil
	} else {
		lines = append(lines, equalLines(req, s, list, fresh)...)
	}
	return f.show(req, lines, s, shown{results: list}), nil
}

// mostEqual is how many equal lines a preview names at most, and how many players below the floor.
const mostEqual = 20

// equalLines returns a sentence on the lines of a file with equal fresh results, each of which counts; nil for none.
func equalLines(req ask.Request, s past.Sheet, list, fresh []season.PastResult) []string {
	linesOf, isFresh := map[string][]string{}, map[string]bool{} // by the key of a result
	for _, r := range fresh {
		isFresh[r.Key()] = true
	}
	for i, r := range list {
		linesOf[r.Key()] = append(linesOf[r.Key()], strconv.Itoa(s.Results[i].Line))
	}
	var groups []string
	n := 0
	for i, r := range list {
		same := linesOf[r.Key()]
		if len(same) < 2 || !isFresh[r.Key()] || same[0] != strconv.Itoa(s.Results[i].Line) { // or named before
			continue
		}
		if n += len(same); n > mostEqual {
			groups = append(groups, "…")
			break
		}
		groups = append(groups, strings.Join(same, ", "))
	}
	if len(groups) == 0 {
		return nil
	}
	return []string{req.Say("bring.equal-results", "lines", wording.InWords(strings.Join(groups, "; ")))}
}

// serverResults returns the results of a server: of games that were played here, and those that somebody has brought
// along. A player who was forgotten is "".
func (f *Face) serverResults(ctx context.Context, guild string) (played, brought []season.PastResult, err error) {
	results, err := rated.Of(ctx, f.Keeper(), guild)
	for _, r := range results {
		p := season.PastResult{At: r.At, First: r.First, Second: r.Second, Points: r.Points, Module: r.Module}
		for _, player := range []*string{&p.First, &p.Second} {
			if !rest.IsID(*player) {
				*player = ""
			}
		}
		if rated.IsBrought(r) {
			brought = append(brought, p)
		} else {
			played = append(played, p)
		}
	}
	return played, brought, err
}

// previewPlayers shows what would be taken of a file of players.
func (f *Face) previewPlayers(ctx context.Context, req ask.Request, file string, s past.Sheet,
	id string) ([]rest.Message, error) {
	v, err := f.Keeper().Look(ctx, id)
	switch {
	case err != nil || v.Server != req.Guild || v.Terms.Format == season.Agreed:
		return nil, ask.Refusal("league.none")
	case !slices.Contains(v.Organisers, v.Of(req.Cmd.User)):
		return nil, ask.Refusal("league.refused-" + string(season.NotOrganiser))
	case v.Stage != season.SignUps:
		return nil, ask.Refusal("league.refused-" + string(season.SignUpOver))
	}
	if err := f.check(ctx, req.Guild, &s); err != nil {
		return nil, err
	}
	var fresh []season.Newcomer
	for _, p := range s.Players {
		if v.Player(v.Of(p.User)) == nil {
			fresh = append(fresh, season.Newcomer{Player: p.User, Awake: f.awake(p.Zone), Place: p.Order})
		}
	}
	lines := head(req, file, s)
	if len(fresh) > 0 {
		lines = append(lines, req.Say("bring.players", "n", len(fresh), "name", title(v)))
	}
	if v.Terms.Floor > 0 && f.Below != nil {
		users := make([]string, len(fresh))
		for i, n := range fresh {
			users[i] = n.Player
		}
		below, err := f.Below(ctx, req.Guild, users, v.Terms.Floor)
		if err != nil {
			return nil, err
		}
		if len(below) > 0 {
			lines = append(lines, req.Say("bring.below-floor", "n", len(below), "floor", v.Terms.Floor, "names",
				mentions(req.Localizer, below)))
		}
	}
	if n := len(s.Players) - len(fresh); n > 0 {
		lines = append(lines, req.Say("bring.known-players", "n", n))
	}
	return f.show(req, lines, s, shown{players: fresh, season: id}), nil
}

// mentions names users, at most mostEqual of them. It pings nobody.
func mentions(loc wording.Localizer, users []string) wording.InWords {
	var list []string
	for _, user := range users[:min(len(users), mostEqual)] {
		list = append(list, string(tell.Mention(loc, user)))
	}
	if len(users) > mostEqual {
		list = append(list, "…")
	}
	return wording.InWords(strings.Join(list, ", "))
}

// awake returns the hours in which somebody in a zone is awake, as lobby.Hours does; 0 for "" or an unknown zone.
func (f *Face) awake(zone string) uint32 {
	c := calendar.Calendar{}
	change, err := c.SetZone(f.Now(), zone, f.Zones)
	if err == nil && zone != "" {
		if c, err = c.With(change); err == nil {
			return lobby.Hours(c, f.Now())
		}
	}
	return 0
}

// head says which file it is, and in which encoding it was read if that was guessed.
func head(req ask.Request, file string, s past.Sheet) []string {
	lines := []string{req.Say("bring.title", "file", wording.Quoted(file))}
	if s.Guessed {
		lines = append(lines, req.Say("bring.guessed", "encoding", wording.InWords(s.Encoding)))
	}
	return lines
}

// show answers with lines, the refused lines of s, and a button that takes what. It keeps what for that button.
func (f *Face) show(req ask.Request, lines []string, s past.Sheet, what shown) []rest.Message {
	if len(s.Refused) > 0 {
		lines = append(lines, req.Say("bring.refused", "n", len(s.Refused)))
	}
	for i, r := range s.Refused {
		if i == mostLines {
			lines = append(lines, req.Say("bring.more", "n", len(s.Refused)-i))
			break
		}
		lines = append(lines, req.Say("bring.line-"+string(r.Why), "line", r.Line, "what",
			wording.Quoted(wording.Clip(r.What, 60))))
	}
	if len(what.results)+len(what.players) == 0 {
		lines = append(lines, req.Say("bring.nothing"))
		return []rest.Message{rest.NewMessage(wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit), nil)}
	}
	what.id, what.at = req.Cmd.ID, f.Now()
	what.user, what.guild, what.channel = req.Cmd.User, req.Guild, req.Cmd.Channel
	f.keep(what)
	return []rest.Message{rest.NewMessage(wording.Clip(strings.Join(lines, "\n"), rest.ContentLimit),
		page.OneRow(page.Button(req.Say("button.bring-take"), pressTake+":"+req.Cmd.ID, discordgo.SuccessButton)))}
}

// keep keeps a file, taken or not. It drops those that are old, and the oldest of a server that has too many.
func (f *Face) keep(what shown) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 1 // files of the server, with this one
	for _, s := range f.shown {
		if s.guild == what.guild {
			n++
		}
	}
	f.shown = slices.DeleteFunc(f.shown, func(s shown) bool {
		if s.guild == what.guild && n > mostShown {
			n--
			return true
		}
		return what.at.Sub(s.at) > shownFor
	})
	f.shown = append(f.shown, what)
}
