// Package places is what people do through the page to servers, channels, threads, forum posts, pins and the bot's
// permissions: the page's menu, and the actions below /table/places/ that it and package organiser send. A user may do
// what his permissions allow; servers and the bot's permissions may be changed by everybody.
package places

import (
	"cmp"
	"embed"
	"net/http"
	"slices"

	"grognard/bot/localtable/action"
	"grognard/bot/localtable/announce"
	"grognard/bot/localtable/state"
	"grognard/bot/localtable/typed"
	"grognard/bot/localtable/wire"
)

//go:embed places.js places.css
var files embed.FS

// Action is what a user does. Which fields are used depends on the path.
type Action struct {
	User    string   `json:"user"`
	Guild   string   `json:"guild"`
	Channel string   `json:"channel"`
	Message string   `json:"message"`
	Name    string   `json:"name"`
	Text    string   `json:"text"`
	Kind    string   `json:"kind"` // of a channel: text, announcements or forum
	Tags    []string `json:"tags"` // names; of a post, those of its forum
	Private bool     `json:"private"`

	Archived *bool `json:"archived"`
	Locked   *bool `json:"locked"`
	Rest     *int  `json:"auto_archive_duration"` // minutes

	Above       bool     `json:"above"`       // of a role: above the bot's own
	Permissions uint64   `json:"permissions"` // of a role
	Withheld    []string `json:"withheld"`    // the keys of all permissions that the bot is not to have
}

// Actor returns the user whose action it is.
func (d Action) Actor() string { return d.User }

// server carries out actions.
type server struct{ *announce.Announcer }

// Route registers the actions, and the page's files for them.
func Route(mux *http.ServeMux, a *announce.Announcer) {
	s := server{a}
	for name, kind := range map[string]string{"places.js": "text/javascript", "places.css": "text/css"} {
		mux.HandleFunc("GET /table/"+name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind+"; charset=utf-8")
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Cache-Control", "no-cache")
			http.ServeFileFS(w, r, files, name)
		})
	}
	for path, work := range map[string]func(wire.User, Action) (any, error){
		"guild": s.addGuild, "invite": s.invite, "remove": s.remove, "channel": s.addChannel, "delete": s.drop,
		"thread": s.openThread, "branch": s.branch, "post": s.openPost, "change": s.change, "join": s.join,
		"leave": s.leave, "pin": s.pin, "unpin": s.unpin, "pins": s.pins, "delete-message": s.deleteMessage,
		"permissions": s.permissions, "withhold": s.withhold, "role": s.makeRole,
	} {
		mux.HandleFunc("POST /table/places/"+path, s.handle(work))
	}
}

// handle carries out an action under the table's lock. Where work returns no answer, the page gets an empty object.
func (s server) handle(work func(wire.User, Action) (any, error)) http.HandlerFunc {
	return action.Handle(s.Table, func(_ *http.Request, d Action) (any, error) {
		s.Table.Lock()
		defer s.Table.Unlock()
		m := s.Table.Member(d.User)
		if m == nil {
			return nil, typed.InputError("there is no such user")
		}
		answer, err := work(state.PublicUser(m.User), d)
		if answer == nil {
			answer = struct{}{}
		}
		return answer, err
	})
}

// channel finds a channel that the user sees.
func (s server) channel(by wire.User, d Action) (*state.Channel, error) {
	if c := s.Table.ChannelFor(by.ID, d.Channel); c != nil {
		return c, nil
	}
	return nil, typed.InputError("there is no such channel")
}

// thread finds a thread that the user sees.
func (s server) thread(by wire.User, d Action) (*state.Channel, error) {
	c, err := s.channel(by, d)
	if err == nil && c.Thread == nil {
		err = typed.InputError("it is no thread")
	}
	return c, err
}

// guild finds a server that can have the bot, the table's first if none is named.
func (s server) guild(d Action) (*wire.Guild, error) {
	if g := s.Table.Guild(cmp.Or(d.Guild, state.GuildID)); g != nil && g.ID != state.ForeignID {
		return g, nil
	}
	return nil, typed.InputError("there is no such server")
}

// message finds a message, not a private one, in a channel that the user sees.
func (s server) message(by wire.User, d Action) (state.Post, error) {
	p, ok := s.Table.Posts[d.Message]
	if !ok || p.For != "" || s.Table.ChannelFor(by.ID, p.Message.ChannelID) == nil {
		return p, typed.InputError("there is no such message")
	}
	return p, nil
}

// tags returns the identifiers of a forum's tags, by their names.
func tags(forum *state.Channel, names []string) ([]string, error) {
	out := []string{}
	for _, name := range names {
		i := slices.IndexFunc(forum.Available, func(tag wire.Tag) bool { return tag.Name == name })
		if i < 0 {
			return nil, typed.InputErrorf("the forum has no tag %s", name)
		}
		out = append(out, forum.Available[i].ID)
	}
	return out, nil
}
