// Package ranks gives players of a server the roles that those who manage it have mapped ratings to, and takes them
// away.
//
//	face := ranks.New(ranks.Options{Store: store, Results: results, Rest: client, Messages: words, Log: logger})
//	presses = append(presses, face.Presses()...)
//	face.Changed("900")     // a game of this server has got its result
//	face.Run(ctx)           // until ctx ends
//
// A player has the role of the highest rank whose least rating he has, and none while his rating is provisional. Which
// roles the bot has given is kept, so that only a change asks Discord for something: a role is taken, another is given.
// Both can be done twice, and what was done is noted after it, so that a kill loses and doubles nothing. Roles that
// people give are none of its concern.
//
// The bot needs Manage Roles, and a role above those that it gives. It is asked for neither in the invitation: who sets
// a rank reads how they are granted. If Discord refuses a role, that is told once in the channel where the ranks were
// set, and tried again when something changes, or after an hour.
//
// Limits: ratings are those over all games of the server. They are looked at when a game has got its result, when ranks
// are set, and at a start: a rating that becomes provisional with time alone keeps its role until then. Who was not in
// the server when he should have got a role gets it after his next game there, or when ranks are set. Who leaves with
// his role and comes back has it when his rank changes.
package ranks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"time"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tend"
	"grognard/bot/discord/wording"
	"grognard/bot/league/rating"
	"grognard/bot/referee/servers"

	"github.com/bwmarrin/discordgo"
)

// Options are what ranks work with. Reachable may be missing.
type Options struct {
	Store    Store
	Results  func(ctx context.Context, server string) ([]rating.Line, error) // the table of a server
	Rest     rest.Client
	Messages ask.MessageCatalogue
	Log      *slog.Logger

	Reachable func(ctx context.Context, server string) bool // reports whether Discord can reach a server
}

// Store keeps what was chosen for servers.
type Store interface {
	Of(ctx context.Context, server string) (servers.Server, error)
	All(ctx context.Context) ([]servers.Server, error)
	Change(ctx context.Context, server string, change func(*servers.Server)) error
}

// Rank is a role with the least rating that gives it.
type Rank struct {
	Least int    `json:"least"`
	Role  string `json:"role"`
}

// state is what is kept of a server.
type state struct {
	Ranks   []Rank            `json:"ranks,omitempty"`   // by their least ratings
	Channel string            `json:"channel,omitempty"` // where they were set last
	Given   map[string]string `json:"given,omitempty"`   // roles that the bot has given, by users
	Left    map[string]int    `json:"left,omitempty"`    // games of those who were in the server no longer, by users
	Refused []string          `json:"denied,omitempty"`  // the roles that Discord has refused when it was asked last
}

// read reads what is kept of a server; what is damaged is nothing.
func read(kept servers.Server) (s state) {
	if json.Unmarshal([]byte(kept.Ranks), &s) != nil {
		s = state{}
	}
	return s
}

// Face is ranks and their settings.
type Face struct {
	Options

	queue *tend.Queue[string]
}

// apart is the least time between two looks at a server, and mostFailures ends one: Discord cannot be reached. A role
// that it refuses is no such failure.
const (
	apart        = time.Second
	mostFailures = 3
)

// New returns ranks, which are given to nobody before Run.
func New(o Options) *Face {
	f := &Face{Options: o}
	f.queue = tend.New(tend.Options[string]{Look: f.look, Load: f.ranked, Reachable: o.Reachable, Apart: apart,
		Refused: time.Hour, Failed: func(server string, again bool, err error) {
			o.Log.Warn("roles of ranks are not given", "server", server, "again", again, "error", err)
		}})
	return f
}

// Changed notes that ratings of a server may have changed. It does not wait.
func (f *Face) Changed(server string) { f.queue.Changed(server) }

// ChangedAll notes that ratings of any server may have changed, as somebody was forgotten.
func (f *Face) ChangedAll(ctx context.Context) {
	list, err := f.ranked(ctx)
	if err != nil {
		f.Log.Warn("roles of ranks are not given", "server", "", "again", false, "error", err)
	}
	f.queue.Changed(list...)
}

// Run gives and takes roles until ctx ends.
func (f *Face) Run(ctx context.Context) { f.queue.Run(ctx) }

// ranked are the servers with ranks, or with roles that were given by them.
func (f *Face) ranked(ctx context.Context) (list []string, err error) {
	all, err := f.Store.All(ctx)
	for _, kept := range all {
		if kept.Ranks != "" {
			list = append(list, kept.ID)
		}
	}
	return list, err
}

// change changes what is kept of a server.
func (f *Face) change(ctx context.Context, server string, change func(*state)) error {
	return f.Store.Change(ctx, server, func(kept *servers.Server) {
		s := read(*kept)
		change(&s)
		kept.Ranks = ""
		if raw, err := json.Marshal(s); err == nil && string(raw) != "{}" {
			kept.Ranks = string(raw)
		}
	})
}

// wanted are the roles that players of a table have by ranks.
func wanted(ranks []Rank, table []rating.Line) map[string]string {
	roles := map[string]string{}
	for _, l := range table {
		if !rest.IsID(l.Player) || l.Rating.Provisional() {
			continue
		}
		for _, r := range ranks { // the highest comes last
			if l.Rating.Points >= float64(r.Least) {
				roles[l.Player] = r.Role
			}
		}
	}
	return roles
}

// look gives and takes the roles of a server that are others than before.
func (f *Face) look(ctx context.Context, server string) (done tend.Looked, err error) {
	kept, err := f.Store.Of(ctx, server)
	if err != nil || kept.Ranks == "" {
		return done, err
	}
	s := read(kept)
	table, err := f.Results(ctx, server)
	if err != nil {
		return done, err
	}
	roles, games := wanted(s.Ranks, table), map[string]int{}
	for _, l := range table {
		games[l.Player] = l.Games
	}
	if err := f.forget(ctx, server, s, games); err != nil {
		return done, err
	}
	users := slices.Sorted(maps.Keys(roles))
	for user := range s.Given {
		users = append(users, user)
	}
	slices.Sort(users)
	var refused []string
	var failed, denied error
	failures := 0
	for _, user := range slices.Compact(users) {
		is, was := roles[user], s.Given[user]
		n, left := s.Left[user]
		if is == was || was == "" && left && n == games[user] || slices.Contains(refused, is) ||
			slices.Contains(refused, was) {
			continue
		}
		done.Asked = true
		role, err := f.exchange(ctx, server, user, was, is, games[user])
		switch {
		case isRefusal(err):
			refused, denied = append(refused, role), errors.Join(denied, err)
		case err != nil:
			failures, failed = failures+1, errors.Join(failed, err)
		}
		if failures == mostFailures {
			break
		}
	}
	if failed != nil { // perhaps not everybody was looked at
		refused = append(refused, s.Refused...)
	}
	return done, errors.Join(failed, f.note(ctx, server, refused), denied)
}

// forget forgets those who were not in the server and are in the table no longer, as who has his data deleted.
func (f *Face) forget(ctx context.Context, server string, s state, games map[string]int) error {
	gone := func(user string, _ int) bool { return games[user] == 0 }
	kept := len(s.Left)
	if maps.DeleteFunc(s.Left, gone); len(s.Left) == kept {
		return nil
	}
	return f.change(ctx, server, func(s *state) { maps.DeleteFunc(s.Left, gone) })
}

// exchange takes a role from a user and gives him another; "" is none. Who is in the server no longer has none, which
// is noted with how many games he has played. With an error it returns the role that was asked for.
func (f *Face) exchange(ctx context.Context, server, user, was, is string, games int) (role string, err error) {
	for _, step := range []struct{ method, role, now string }{{http.MethodDelete, was, ""}, {http.MethodPut, is, is}} {
		if step.role == "" {
			continue
		}
		left, err := f.ask(ctx, step.method, server, user, step.role)
		if err != nil {
			return step.role, err
		}
		err = f.change(ctx, server, func(s *state) {
			delete(s.Given, user)
			delete(s.Left, user)
			switch {
			case left && games > 0:
				put(&s.Left, user, games)
			case step.now != "":
				put(&s.Given, user, step.now)
			}
		})
		if err != nil {
			return step.role, err
		}
	}
	return "", nil
}

// put puts what is kept of a user into a map, which may be none yet.
func put[V any](into *map[string]V, user string, v V) {
	if *into == nil {
		*into = map[string]V{}
	}
	(*into)[user] = v
}

// Discord's refusals for who is not in the server, and for a role that is deleted.
const (
	unknownMember = 10007
	unknownRole   = 10011
	unknownUser   = 10013
)

// ask gives a role or takes it, and reports whether the user is in the server no longer. From him, and if it is
// deleted, a role is taken.
func (f *Face) ask(ctx context.Context, method, server, user, role string) (left bool, err error) {
	_, err = f.Rest.Call(ctx, fmt.Sprintf("role %s of member %s of server %s", role, user, server), method,
		discordgo.EndpointGuildMemberRole(server, user, role), discordgo.EndpointGuildMemberRole(server, "", ""), nil)
	code := rest.CodeOf(err)
	switch {
	case code == unknownMember, code == unknownUser:
		return true, nil
	case code == unknownRole && method == http.MethodDelete:
		return false, nil
	}
	return false, err
}

// isRefusal reports whether Discord refuses the role itself, whoever is to have it.
func isRefusal(err error) bool {
	class, _ := rest.Diagnose(err)
	return err != nil && class == rest.Forbidden || rest.CodeOf(err) == unknownRole
}

// note notes which roles Discord refuses, and tells those that it did not refuse before.
func (f *Face) note(ctx context.Context, server string, refused []string) error {
	kept, err := f.Store.Of(ctx, server)
	if err != nil {
		return err
	}
	s := read(kept)
	slices.Sort(refused)
	refused = slices.Compact(refused)
	for _, role := range refused {
		if slices.Contains(s.Refused, role) {
			continue
		}
		text := f.Messages.InChannel().Say("ranks.refused", "role", roleLink(role))
		_, err := f.Rest.Send(ctx, s.Channel, rest.NewMessage(text, nil).Once("ranks "+server+" "+role))
		if class, _ := rest.Diagnose(err); err != nil && class == rest.Transient {
			return err
		}
	}
	if slices.Equal(s.Refused, refused) {
		return nil
	}
	return f.change(ctx, server, func(s *state) { s.Refused = refused })
}

// roleLink shows a role; who reads it is not called, as no message of ranks calls anybody.
func roleLink(role string) wording.InWords { return wording.InWords("<@&" + role + ">") }

// Button is the button to the ranks of a server.
func Button(loc wording.Localizer) discordgo.MessageComponent {
	return page.Button(loc.Say("button.server-ranks"), pressRanks+":", discordgo.PrimaryButton)
}
