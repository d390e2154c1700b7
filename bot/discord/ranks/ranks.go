// Package ranks gives players of a server roles by their ratings, and takes them away. Which rating gives which role is
// set by those who manage the server.
//
//	face := ranks.New(ranks.Options{Store: store, Results: results, Rest: client, Messages: words, Log: logger})
//	presses = append(presses, face.Presses()...)
//	face.Changed("900")     // a game of this server has got its result
//	face.Run(ctx)           // until ctx ends
//
// A player has the role of the highest rank whose least rating he reaches, and none while his rating is provisional.
// The roles that the bot has given are stored, so that Discord is asked only for changes: one role is taken, another
// given. Asking twice does no harm, and a step is stored after it is done: a crash loses and doubles nothing. Roles
// that people give are left alone.
//
// The bot needs Manage Roles, and a role above those that it gives. The invitation asks for neither: whoever sets a
// rank reads how to grant them. If Discord refuses a role, the bot says so once in the channel where the ranks were
// set. It tries again when something changes, or after an hour.
//
// Limits: ratings are those over all games of the server. They are looked at when a game has got its result, when ranks
// are set, and at a start: a rating that becomes provisional with time alone keeps its role until then. A player who
// was not in the server when he should have got a role gets it after his next game there, or when ranks are set. One
// who leaves with his role and comes back gets a role only when his rank changes.
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

// Options are what ranks work with. Reachable may be nil.
type Options struct {
	Store    Store
	Results  func(ctx context.Context, server string) ([]rating.Line, error) // the table of a server's ratings
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

// state is what is stored of a server.
type state struct {
	Ranks   []Rank            `json:"ranks,omitempty"`   // the lowest rating first
	Channel string            `json:"channel,omitempty"` // where the ranks were set last
	Given   map[string]string `json:"given,omitempty"`   // the roles that the bot has given, by user
	Left    map[string]int    `json:"left,omitempty"`    // users who had left the server, and their games by then
	Refused []string          `json:"denied,omitempty"`  // the roles that Discord has refused when it was asked last
}

// read returns what is stored of a server; unreadable JSON counts as nothing stored.
func read(kept servers.Server) (s state) {
	if json.Unmarshal([]byte(kept.Ranks), &s) != nil {
		s = state{}
	}
	return s
}

// Face gives the roles and answers the presses that set ranks.
type Face struct {
	Options

	queue *tend.Queue[string]
}

// apart is the least time between two looks at servers. After mostFailures a look ends, because Discord cannot be
// reached; a role that Discord refuses is no such failure.
const (
	apart        = time.Second
	mostFailures = 3
)

// New returns a Face, which gives no role before Run.
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

// ranked returns the servers that have ranks, or whose members have roles by them.
func (f *Face) ranked(ctx context.Context) (list []string, err error) {
	all, err := f.Store.All(ctx)
	for _, kept := range all {
		if kept.Ranks != "" {
			list = append(list, kept.ID)
		}
	}
	return list, err
}

// change changes what is stored of a server.
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

// wanted returns which role each player of a table should have, by user; those who should have none are left out.
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

// look gives and takes the roles of a server that have changed.
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
		to, from := roles[user], s.Given[user]
		n, left := s.Left[user]
		isAway := from == "" && left && n == games[user] // he left the server, and has not played here since
		if to == from || isAway || slices.Contains(refused, to) || slices.Contains(refused, from) {
			continue
		}
		done.Asked = true
		role, err := f.exchange(ctx, server, user, from, to, games[user])
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

// forget deletes from state.Left users who are no longer in the table, such as a player who had his data deleted.
func (f *Face) forget(ctx context.Context, server string, s state, games map[string]int) error {
	gone := func(user string, _ int) bool { return games[user] == 0 }
	kept := len(s.Left)
	maps.DeleteFunc(s.Left, gone)
	if len(s.Left) == kept {
		return nil
	}
	return f.change(ctx, server, func(s *state) { maps.DeleteFunc(s.Left, gone) })
}

// exchange replaces a user's role from by the role to; "" is no role. For a user who has left the server it
// stores in state.Left how many games he has played. With an error it returns the role that was asked for.
func (f *Face) exchange(ctx context.Context, server, user, from, to string, games int) (role string, err error) {
	for _, step := range []struct{ method, role, now string }{{http.MethodDelete, from, ""}, {http.MethodPut, to, to}} {
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

// put sets a user's entry in a map, which may be nil.
func put[V any](into *map[string]V, user string, v V) {
	if *into == nil {
		*into = map[string]V{}
	}
	(*into)[user] = v
}

// The codes of Discord's refusals for a user who is not in the server, and for a deleted role.
const (
	unknownMember = 10007
	unknownRole   = 10011
	unknownUser   = 10013
)

// ask gives (PUT) or takes (DELETE) a role. left: the user is not in the server. A deleted role counts as taken.
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

// isRefusal reports whether Discord refuses the role itself, for whichever user.
func isRefusal(err error) bool {
	class, _ := rest.Diagnose(err)
	return err != nil && class == rest.Forbidden || rest.CodeOf(err) == unknownRole
}

// note stores which roles Discord refuses, and posts those that it did not refuse before.
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

// roleLink shows a role. No message of this package pings anybody.
func roleLink(role string) wording.InWords { return wording.InWords("<@&" + role + ">") }

// Button is the button to the ranks of a server.
func Button(loc wording.Localizer) discordgo.MessageComponent {
	return page.Button(loc.Say("button.server-ranks"), pressRanks+":", discordgo.PrimaryButton)
}
