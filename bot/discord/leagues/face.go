// Package leagues shows the seasons of leagues: how one is announced, who signs up, how it stands, what organisers do,
// and what players and channels are told of it.
//
//	face := leagues.New(leagues.Options{Messages: words, Rest: client, Log: logger})
//	commands = append(commands, face.Commands()...)
//	presses = append(presses, face.Presses()...)
//	err := face.Tell(ctx, view, news) // one row of a season's log
//
// Package league decides: the face passes commands to its Keeper and shows the result. In memory it has only drafts of
// announcements, the places of panels, and how Discord shows the members of a server. The last two it asks Discord for
// again.
//
// Limits: a message in a season's channel pings nobody. Players are pinged in the threads of their games.
package leagues

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"grognard/bot/calendar"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/bring"
	"grognard/bot/discord/lobby"
	"grognard/bot/discord/members"
	"grognard/bot/discord/page"
	"grognard/bot/discord/ranks"
	"grognard/bot/discord/rated"
	"grognard/bot/discord/refill"
	"grognard/bot/discord/reliable"
	"grognard/bot/discord/requests"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/discord/wording"
	"grognard/bot/league"
	"grognard/bot/league/season"
	"grognard/bot/referee/api"
	picture "grognard/render/standings"
	"grognard/rules/order"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

// Options are what a Face works with. Keeper, Self and Others are set on the Face after New; nil Keeper: no seasons.
type Options struct {
	Kit       ask.Kit
	Messages  ask.MessageCatalogue
	Keeper    *league.Keeper
	Rest      rest.Client
	Library   library
	Calendars calendars
	Games     games
	Looks     looks
	Zones     *calendar.Zones
	Log       *slog.Logger
	Self      func() string // returns the bot's user ID; New ignores it, set it on the Face
	Servers   ranks.Store

	Others map[order.Verb]ask.CommandSpec // commands that other packages answer, by their verbs
}

// library lists the modules that can be played.
type library = lobby.Library

// calendars know when users are awake.
type calendars interface {
	Calendar(ctx context.Context, user string) (calendar.Calendar, error)
	Now() time.Time
}

// games begins games.
type games interface {
	Start(ctx context.Context, c api.Command) (api.Table, error)
}

// looks shows games, wherever a game master has moved them.
type looks = requests.Looks

// Face is what Discord shows of seasons.
type Face struct {
	Options

	Members  *members.Members
	painter  func() (*picture.Painter, error)
	rated    *rated.Face
	lobby    *lobby.Face
	requests *requests.Face
	ranks    *ranks.Face
	bring    *bring.Face

	forms refill.Memory // forms that were refused

	mu       sync.Mutex
	drafts   map[string]draft  // by the ID of the command that began them
	draftIDs []string          // the keys of drafts, oldest first
	panels   map[string]posted // by their seasons
	mute     map[string]bool   // seasons whose channel takes no message
}

// New returns a face.
func New(o Options) *Face {
	o.Self = func() string { return "" } // until it is set
	f := &Face{Options: o, drafts: map[string]draft{}, panels: map[string]posted{}, mute: map[string]bool{},
		painter: sync.OnceValues(picture.New), Members: members.New(o.Rest, time.Now)}
	keeper := func() *league.Keeper { return f.Keeper }
	f.rated = rated.New(rated.Options{Messages: o.Messages, Looks: o.Looks, Library: o.Library, Keeper: keeper,
		Now: func() time.Time { return f.Calendars.Now() }, Back: pressShow})
	f.lobby = lobby.New(lobby.Options{Messages: o.Messages, Keeper: keeper, Rest: o.Rest, Library: o.Library,
		Sides: f.sides, Calendars: o.Calendars, Zones: o.Zones, Log: o.Log})
	f.requests = requests.New(requests.Options{Messages: o.Messages, Keeper: keeper, Looks: o.Looks, Sides: f.sides,
		Now: func() time.Time { return f.Calendars.Now() }, Send: f.send})
	f.ranks = ranks.New(ranks.Options{Store: o.Servers, Results: f.rated.Table, Rest: o.Rest, Messages: o.Messages,
		Log: o.Log})
	f.bring = bring.New(bring.Options{Messages: o.Messages, Keeper: keeper, Library: o.Library, Zones: o.Zones,
		Now: func() time.Time { return f.Calendars.Now() }, HTTP: client(o.Rest), Names: f.Members.Names,
		IsBot: f.Members.IsBot, Below: belowFloor(f)})
	return f
}

// belowFloor returns a function that returns those of users whose reliability in percent is below floor.
func belowFloor(f *Face) func(ctx context.Context, guild string, users []string, floor int) ([]string, error) {
	return func(ctx context.Context, guild string, users []string, floor int) ([]string, error) {
		records, err := f.rated.Records(ctx, guild)
		return slices.DeleteFunc(slices.Clone(users), func(user string) bool {
			return reliable.Admit(records[user], floor) == nil
		}), err
	}
}

// Run gives and takes the roles of ranks until ctx ends.
func (f *Face) Run(ctx context.Context) { f.ranks.Run(ctx) }

// Forgotten drops the refused forms of a user who was forgotten, and has the roles of ranks given without his rating.
func Forgotten(ctx context.Context, f *Face, user string) {
	f.forms.Forget(user)
	f.ranks.ChangedAll(ctx)
}

// client returns the HTTP client for fetching files from Discord: the session's, or the default one without a session.
func client(r rest.Client) *http.Client {
	if r.Session == nil {
		return http.DefaultClient
	}
	return r.Session.Client
}

// draft is what an organiser is about to announce: terms of a season, or the games of a round.
type draft struct {
	user, guild, target string // target is the channel of a new season, the season's ID in a draft of a round
	terms               season.Terms
	pairings            season.Pairings
	seeding             []string // the players by strength; nil if an organiser has set the order
}

// mostDrafts bounds the memory that drafts take.
const mostDrafts = 200

func (f *Face) keepDraft(id string, d draft) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, known := f.drafts[id]; !known {
		f.draftIDs = append(f.draftIDs, id)
	}
	f.drafts[id] = d
	if len(f.draftIDs) > mostDrafts {
		delete(f.drafts, f.draftIDs[0])
		f.draftIDs = f.draftIDs[1:]
	}
}

// draftOf returns a user's own draft.
func (f *Face) draftOf(id, user string) (draft, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	d, ok := f.drafts[id]
	if !ok || d.user != user {
		return draft{}, ask.Refusal("league.draft-gone")
	}
	return d, nil
}

// look returns a season of the asker's server, except that of agreed games. It also notes how Discord shows the asker.
func (f *Face) look(ctx context.Context, req ask.Request, id string) (league.View, error) {
	if f.Keeper == nil {
		return league.View{}, ask.Refusal("league.none")
	}
	if req.Name != "" {
		f.Members.Note(req.Guild, req.Cmd.User, req.Name)
	}
	v, err := f.Keeper.Look(ctx, id)
	if err == nil && (v.Server != req.Guild || v.Terms.Format == season.Agreed) {
		err = league.ErrNoSeason
	}
	return v, refusal(err)
}

// findSeason returns a season of the asker's server by what was picked from the list, or by its name.
func (f *Face) findSeason(ctx context.Context, req ask.Request, text string) (league.View, error) {
	v, err := f.look(ctx, req, text)
	if err == nil {
		return v, nil
	}
	v, err = f.newest(ctx, req, func(b league.Brief) bool { return strings.EqualFold(b.Name, text) })
	if err != nil {
		return v, ask.Refusal("league.unknown", "name", wording.Quoted(text))
	}
	return v, nil
}

// maxBriefs is how many of a server's newest seasons are looked through.
const maxBriefs = 25

// newest returns the newest season that fits (nil: any) of the asker's channel or a game there, else of his server.
func (f *Face) newest(ctx context.Context, req ask.Request, fits func(league.Brief) bool) (league.View, error) {
	if f.Keeper == nil {
		return league.View{}, ask.Refusal("league.none")
	}
	list, err := f.Keeper.Briefs(ctx, req.Guild, maxBriefs) // newest first
	list = slices.DeleteFunc(list, func(b league.Brief) bool { return fits != nil && !fits(b) })
	if len(list) == 0 {
		return league.View{}, cmp.Or(err, ask.Refusal("league.none"))
	}
	i := slices.IndexFunc(list, func(b league.Brief) bool { return b.In(req.Cmd.Channel) })
	return f.look(ctx, req, list[max(i, 0)].ID)
}

type event = season.Event

// naming returns the name that user has in a season.
type naming = func(user string) (string, error)

// errKnown says that a command has nothing to change.
var errKnown = errors.New("that is so already")

// do carries out a command in a season, and returns the season after it.
func (f *Face) do(ctx context.Context, req ask.Request, id string, decide league.Decide) (league.View, error) {
	if _, err := f.look(ctx, req, id); err != nil {
		return league.View{}, err
	}
	err := f.Keeper.Do(ctx, id, league.Command{ID: req.Cmd.ID, User: req.Cmd.User}, decide)
	if err != nil && !errors.Is(err, errKnown) {
		return league.View{}, refusal(err)
	}
	return f.look(ctx, req, id)
}

// refusal turns a season's refusal into an error in words for the asker. It returns any other error as it is.
func refusal(err error) error {
	var r season.Refusal
	switch {
	case errors.As(err, &r):
		id := "league.refused-" + string(r.Why)
		if r.Why == season.BadTerms {
			id = "league.refused-terms-" + r.What
		}
		return ask.Refusal(id)
	case errors.Is(err, league.ErrNoSeason):
		return ask.Refusal("league.none")
	}
	return err
}

// name returns how a player of a season is shown: a mention that calls nobody by itself.
func name(loc wording.Localizer, v league.View, player string) wording.InWords {
	if user := v.Names[player]; user != "" {
		return tell.Mention(loc, user)
	}
	return wording.InWords(loc.Say("league.former"))
}

// names lists players, with commas.
func names(loc wording.Localizer, v league.View, players []string) wording.InWords {
	var list []string
	for _, p := range players {
		list = append(list, string(name(loc, v, p)))
	}
	return wording.InWords(strings.Join(list, ", "))
}

// isOrganiser reports whether a user is an organiser of a season.
func isOrganiser(v league.View, user string) bool { return slices.Contains(v.Organisers, v.Of(user)) }

// answer returns an answer to the asker alone.
func answer(text string, rows ...discordgo.MessageComponent) []rest.Message {
	return page.Page[view.Public]{Text: text, Rows: rows}.Messages()
}

// button returns a button of a season.
func button(label, press, id string, style discordgo.ButtonStyle) discordgo.Button {
	return page.Button(label, press+":"+id, style)
}

// form returns an answer that opens a form. Its text is shown only if the form could not be opened in time.
func form(req ask.Request, id, title string, labels ...discordgo.MessageComponent) []rest.Message {
	m := rest.NewMessage(req.Say("calendar.form-late"), nil)
	m.Form = &rest.Modal{CustomID: id, Title: title, Components: labels}
	return []rest.Message{m}
}

// picked returns what was chosen in a menu of a form, "" for nothing.
func picked(d ask.Pressed, menu string) string {
	if len(d.Picked[menu]) == 0 {
		return d.Fields[menu] // a radio group is sent as a text field
	}
	return d.Picked[menu][0]
}
