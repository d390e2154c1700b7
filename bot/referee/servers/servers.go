// Package servers stores the settings that the managers of a Discord server have chosen for it, and what the bot has
// posted there for the server as a whole. It does not apply the settings: the callers do.
//
//	store := servers.New(enter, papers)
//	err = store.Change(ctx, "900", func(s *servers.Server) { s.Opens = servers.Managers })
//	s, err := store.Of(ctx, "900")
//
// Limits: a server is a paper whose User is the server's ID, which no user can have. All servers stay in memory.
package servers

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"grognard/storage"
)

// Server is what is stored about a server. If nothing is stored, all fields but ID are zero.
type Server struct {
	ID string `json:"-"`

	Greeted time.Time `json:",omitzero"` // the join time for which the bot has greeted; zero: none
	Tried   time.Time `json:",omitzero"` // like Greeted, but set before the greeting is sent

	Style string  `json:",omitempty"` // of pictures in channels; "" is the operator's
	Opens Openers `json:",omitempty"`
	Zone  string  `json:",omitempty"` // of its quiet hours; "" is UTC
	Quiet string  `json:",omitempty"` // hours in which messages are sent silently, such as 22:00-07:00; "" for none

	Results string `json:",omitempty"` // the channel that is told how games have ended; "" for none
	Feeds   string `json:",omitempty"` // the channel that becomes a feed of each new game; "" for none
	Table   string `json:",omitempty"` // the channel where Post, the list of all games, belongs; "" for none

	Ranks string `json:",omitempty"` // roles by ratings, as package ranks writes them; "" for none

	// the private threads whose games must not be mentioned in other channels, divided by blanks
	Private string `json:",omitempty"`

	Post, PostIn       string `json:",omitempty"` // the message with all games, and its channel; "" for none
	Shown              string `json:",omitempty"` // the text of Post
	OldPost, OldPostIn string `json:",omitempty"` // the message that Post has replaced, until it is deleted
	Running            string `json:",omitempty"` // the games not over when last looked at, divided by blanks
	Refused            string `json:",omitempty"` // channels that last refused the bot, divided by blanks
}

// IsRefused reports whether the bot could not write in a channel when it tried last.
func (s Server) IsRefused(channel string) bool {
	return slices.Contains(strings.Fields(s.Refused), channel)
}

// NoteWrite stores whether the bot was refused when it tried to write in a channel; if it was not, it calls changes.
func (s *Server) NoteWrite(channel string, refused bool, changes func(*Server)) {
	list := slices.DeleteFunc(strings.Fields(s.Refused), func(c string) bool { return c == channel })
	if refused {
		list = append(list, channel)
	} else {
		changes(s)
	}
	s.Refused = strings.Join(list, " ")
}

// Hides reports whether games in a channel, a private thread, must not be mentioned in other channels.
func (s Server) Hides(channel string) bool {
	return slices.Contains(strings.Fields(s.Private), channel)
}

// Hide stores whether games in a channel, a private thread, must not be mentioned in other channels.
func (s *Server) Hide(channel string, on bool) {
	list := slices.DeleteFunc(strings.Fields(s.Private), func(c string) bool { return c == channel })
	if on {
		list = append(list, channel)
	}
	s.Private = strings.Join(list, " ")
}

// Openers are those who may open games in a server.
type Openers string

// Everybody may open games unless a server says otherwise.
const (
	Everybody Openers = ""
	Managers  Openers = "managers" // those who may manage the channel
	Nobody    Openers = "nobody"
)

// kind is the Kind of the papers in which servers are stored.
const kind = "server"

// Store keeps all servers. Its zero value is not usable.
type Store struct {
	enter  func(func() error) error
	papers Papers

	mu      sync.Mutex
	servers map[string]Server // by ID; nil until load has read them
}

// Papers is the part of the storage that a Store needs. Prefer saves the text of a user's paper of a kind; the user is
// here the ID of a server.
type Papers interface {
	Prefer(ctx context.Context, user, kind, text string) error
	PapersOf(ctx context.Context, kind string) ([]storage.Paper, error)
}

// New returns a store. It reads and writes papers inside enter, which returns an error when the referee is shut. What
// has been read before is returned without enter.
func New(enter func(func() error) error, papers Papers) *Store {
	return &Store{enter: enter, papers: papers}
}

// Of returns what is stored about a server; only ID is set if nothing is.
func (s *Store) Of(ctx context.Context, server string) (Server, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.load(ctx)
	kept := s.servers[server]
	kept.ID = server
	return kept, err
}

// All returns the servers about which something is stored, sorted by ID.
func (s *Store) All(ctx context.Context) (list []Server, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.load(ctx)
	for _, id := range slices.Sorted(maps.Keys(s.servers)) {
		list = append(list, s.servers[id])
	}
	return list, err
}

// Change reads what is stored about a server, lets change edit it and stores the result. On an error nothing changes.
func (s *Store) Change(ctx context.Context, server string, change func(*Server)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.load(ctx); err != nil {
		return err
	}
	kept := s.servers[server]
	kept.ID = server
	change(&kept)
	raw, err := json.Marshal(kept)
	if err != nil {
		return fmt.Errorf("server %s: %w", server, err)
	}
	err = s.enter(func() error { return s.papers.Prefer(ctx, server, kind, string(raw)) })
	if err == nil {
		s.servers[server] = kept
	}
	return err
}

// load reads all servers once. A server whose paper cannot be decoded is left out, as if nothing were stored about it.
// The caller holds the lock.
func (s *Store) load(ctx context.Context) error {
	if s.servers != nil {
		return nil
	}
	return s.enter(func() error {
		kept, err := s.papers.PapersOf(ctx, kind)
		if err != nil {
			return err
		}
		s.servers = map[string]Server{}
		for _, k := range kept {
			var one Server
			if json.Unmarshal([]byte(k.Text), &one) == nil {
				one.ID = k.User
				s.servers[k.User] = one
			}
		}
		return nil
	})
}
