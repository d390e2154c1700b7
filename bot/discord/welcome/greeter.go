package welcome

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/wording"
	"grognard/bot/referee/servers"
	"grognard/bot/referee/titles"
	"grognard/rules/view"

	"github.com/bwmarrin/discordgo"
)

const (
	// lately is how long ago a server may have invited the bot to be greeted: at a start Discord names all servers.
	lately = 24 * time.Hour
	// mostTried is how many channels are tried, of those in which the bot may write as far as it knows.
	mostTried = 5
	// mostTries is how often a greeting is tried, within eight minutes, as a fault of the bot may be permanent. When
	// Discord names the server again it is tried anew.
	mostTries = 20
)

// Options are what a greeter works with.
type Options struct {
	Messages ask.MessageCatalogue
	Store    store
	Rest     rest.Client
	Library  library
	Open     ask.Handler // answers /game new
	Log      *slog.Logger
}

// store keeps which servers were greeted.
type store interface {
	Of(ctx context.Context, server string) (servers.Server, error)
	Change(ctx context.Context, server string, change func(*servers.Server)) error
}

// library knows the games that can be opened.
type library interface{ Modules() []titles.Module }

// Greeter greets servers, and answers the buttons of its greetings.
type Greeter struct {
	Options
	wake chan struct{}

	mu    sync.Mutex
	noted []server
}

// New returns a greeter, which greets nobody before Run.
func New(o Options) *Greeter { return &Greeter{Options: o, wake: make(chan struct{}, 1)} }

// server is what is read of a server that the bot is in. Members holds the bot itself, and perhaps others.
type server struct {
	ID       string
	Joined   time.Time `json:"joined_at"`
	Owner    string    `json:"owner_id"`
	System   string    `json:"system_channel_id"`
	Channels []*discordgo.Channel
	Roles    []*discordgo.Role
	Members  []*discordgo.Member
}

// Note takes the data of a GUILD_CREATE, and does not wait. It ignores a server that has not invited the bot lately, or
// whose data cannot be read.
func (g *Greeter) Note(event json.RawMessage) {
	var of struct {
		Joined time.Time `json:"joined_at"`
	}
	if json.Unmarshal(event, &of) != nil || time.Since(of.Joined) > lately {
		return
	}
	var s server
	if err := json.Unmarshal(event, &s); err != nil {
		g.Log.Warn("a server that has invited the bot is not greeted", "error", err)
		return
	}
	g.mu.Lock()
	g.noted = append(g.noted, s)
	g.mu.Unlock()
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// Run greets servers until ctx ends. self is the bot's own user.
func (g *Greeter) Run(ctx context.Context, self string) {
	var all sync.WaitGroup
	defer all.Wait()
	for {
		g.mu.Lock()
		noted := g.noted
		g.noted = nil
		g.mu.Unlock()
		for _, s := range noted {
			all.Go(func() {
				tries := 0
				err := g.Rest.Persist(ctx, func(ctx context.Context) error {
					_, err := page.Safely(func() (any, error) { return nil, g.greet(ctx, s, self) })
					if tries++; err != nil && tries == mostTries {
						return rest.RenderError{Err: err}
					}
					return err
				})
				if err != nil && ctx.Err() == nil {
					g.Log.Warn("a server is not greeted", "guild", s.ID, "error", err)
				}
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-g.wake:
		}
	}
}

// greet greets a server once. If an earlier try may have arrived, it looks for that greeting first.
func (g *Greeter) greet(ctx context.Context, s server, self string) error {
	kept, err := g.Store.Of(ctx, s.ID)
	if err != nil || kept.Greeted.Equal(s.Joined) {
		return err
	}
	places := s.places(self)
	isGreeted := false
	if len(places) > 0 && kept.Tried.Equal(s.Joined) {
		if isGreeted, err = g.stands(ctx, places[0].id, s.Joined); err != nil {
			return err
		}
	}
	if err := g.Store.Change(ctx, s.ID, func(k *servers.Server) { k.Tried = s.Joined }); err != nil {
		return err
	}
	for _, p := range places {
		if isGreeted {
			break
		}
		_, err := g.Rest.Send(ctx, p.id, g.greeting(p).Once("welcome "+p.id+" "+s.Joined.String()))
		if kind, _ := rest.Diagnose(err); err != nil && kind == rest.Transient {
			return err
		}
		isGreeted = err == nil
	}
	if !isGreeted {
		g.Log.Info("a server has no channel in which the bot may greet it", "guild", s.ID)
	}
	return g.Store.Change(ctx, s.ID, func(k *servers.Server) { k.Greeted = s.Joined })
}

// stands reports whether a greeting stands among the latest messages of a channel, sent since the bot was invited.
func (g *Greeter) stands(ctx context.Context, channel string, since time.Time) (bool, error) {
	list, err := g.Rest.Before(ctx, channel, "")
	if kind, _ := rest.Diagnose(err); err != nil && kind == rest.Transient {
		return false, err
	}
	for _, m := range list {
		for c := range m.Components.All() {
			if c.CustomID == pressPlay+":" && m.Timestamp.After(since.Add(-time.Minute)) {
				return true, nil
			}
		}
	}
	return false, nil
}

// place is a channel, and the bot's permissions there.
type place struct {
	id  string
	may int64
}

// places returns the channels in which the bot may greet a server, the best first.
func (s server) places(self string) (list []place) {
	state := discordgo.NewState()
	guild := &discordgo.Guild{ID: s.ID, OwnerID: s.Owner, Roles: s.Roles}
	for _, m := range s.Members {
		if m != nil && m.User != nil {
			m.GuildID = s.ID
			guild.Members = append(guild.Members, m)
		}
	}
	for _, c := range s.Channels {
		if c != nil && (c.Type == discordgo.ChannelTypeGuildText || c.ID == s.System) {
			c.GuildID = s.ID
			guild.Channels = append(guild.Channels, c)
		}
	}
	slices.SortStableFunc(guild.Channels, func(a, b *discordgo.Channel) int {
		if a.ID == s.System || b.ID == s.System {
			return map[string]int{a.ID: -1, b.ID: 1}[s.System] // the channel for Discord's own messages comes first
		}
		return cmp.Compare(a.Position, b.Position)
	})
	if state.GuildAdd(guild) != nil {
		return nil
	}
	const needs = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
	for _, c := range guild.Channels {
		may, err := state.UserChannelPermissions(self, c.ID)
		if err == nil && ask.HasPermissions(may, needs) && len(list) < mostTried {
			list = append(list, place{c.ID, may})
		}
	}
	return list
}

// greeting returns the message for a channel. It tells those who can grant permissions which ones the bot lacks there.
func (g *Greeter) greeting(p place) rest.Message {
	loc := g.Messages.InChannel()
	at := ask.Request{Localizer: loc, Permissions: ask.Permissions{Bot: p.may,
		User: discordgo.PermissionManageRoles, Guild: true}}
	lines := append([]string{loc.Say("welcome.text")}, ask.PermissionWarning(at)...)
	if lacking := ask.Withheld(at); len(lacking) > 0 {
		_, settings := ask.PlaceInWords(at)
		lines = append(append(lines, lacking[:len(lacking)-1]...), loc.Say("welcome.give", "settings", settings))
	}
	return page.Page[view.Public]{Text: strings.Join(lines, "\n"), Rows: page.OneRow(
		page.Button(loc.Say("button.welcome-play"), pressPlay+":", discordgo.PrimaryButton),
		page.Button(loc.Say("button.welcome-alone"), pressOpen+":"+tutorial, discordgo.PrimaryButton),
		page.Button(loc.Say("button.welcome-look"), pressTables+":", discordgo.SecondaryButton))}.Messages()[0]
}

// menuOption returns an option of a menu, with its label clipped.
func menuOption(label, value string) discordgo.SelectMenuOption {
	return discordgo.SelectMenuOption{Label: wording.Clip(label, page.ChoiceText), Value: value}
}
