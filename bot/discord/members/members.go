// Package members knows how Discord shows users in servers, for files, pictures and forms, which show no mentions.
//
//	m := members.New(client, time.Now)
//	m.Note("900", "42", "Anna") // as a request says
//	shown := m.Names(ctx, "900", []string{"42"}, members.Within)
//	fmt.Println(shown["42"])
//
// Limits: a name is up to a day old. Names are kept in memory alone.
package members

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"grognard/bot/discord/rest"

	"github.com/bwmarrin/discordgo"
)

// Discord's refusals of a look-up: the user is in the server no longer, or nowhere.
const (
	unknownMember = 10007
	unknownUser   = 10013
)

// lookUps is how many members are looked up at the same time, and mostNames bounds the memory that names take. A name
// is known for namesKept.
const (
	lookUps   = 10
	mostNames = 10_000
	namesKept = 24 * time.Hour
)

// Within is how long an answer waits for names at most.
const Within = 10 * time.Second

// membership is a user in a server.
type membership struct{ guild, user string }

// shownAs is how Discord shows a user in a server: "" for one who is not there any more.
type shownAs struct {
	name string
	at   time.Time // when it was so
	bot  bool
}

// Members know how Discord shows users in servers. They can be used by several goroutines.
type Members struct {
	rest rest.Client
	now  func() time.Time
	turn chan struct{} // holds a value for each look-up that is under way, at most lookUps

	mu    sync.Mutex // guards known
	known map[membership]shownAs
}

// New returns members who are looked up by a client.
func New(client rest.Client, now func() time.Time) *Members {
	return &Members{rest: client, now: now, turn: make(chan struct{}, lookUps), known: map[membership]shownAs{}}
}

// Note keeps how Discord shows a user in a server.
func (m *Members) Note(guild, user, name string) { m.note(guild, user, name, false) }

func (m *Members) note(guild, user, name string, bot bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= mostNames {
		clear(m.known)
	}
	m.known[membership{guild, user}] = shownAs{name, m.now(), bot}
}

// IsBot reports whether a user of a server who was looked up is a bot.
func (m *Members) IsBot(guild, user string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known[membership{guild, user}].bot
}

// Names returns how Discord shows users in a server: "" for those who are not there any more. It looks up those whom it
// does not know. A user who could not be looked up in time is missing, unless his earlier name is known.
func (m *Members) Names(ctx context.Context, guild string, users []string, within time.Duration) map[string]string {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var all sync.WaitGroup
	for _, user := range m.unknown(guild, users) {
		select {
		case m.turn <- struct{}{}:
		case <-ctx.Done():
			continue
		}
		all.Go(func() {
			defer func() { <-m.turn }()
			if name, bot, err := m.lookUp(ctx, guild, user); err == nil {
				m.note(guild, user, name, bot)
			}
		})
	}
	all.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	shown := map[string]string{}
	for _, user := range users {
		if as, ok := m.known[membership{guild, user}]; ok {
			shown[user] = as.name
		}
	}
	return shown
}

// unknown returns those whose names are not known, or were known long ago.
func (m *Members) unknown(guild string, users []string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(users), func(user string) bool {
		as, ok := m.known[membership{guild, user}]
		return !rest.IsID(user) || ok && m.now().Sub(as.at) < namesKept
	})
}

// lookUp asks Discord how a user is shown in a server: by his nickname there, else by his display name, else by his
// account's name. It returns "" for one who is not there.
func (m *Members) lookUp(ctx context.Context, guild, user string) (name string, bot bool, err error) {
	answer, err := m.rest.Call(ctx, fmt.Sprintf("member %s of server %s", user, guild), http.MethodGet,
		discordgo.EndpointGuildMember(guild, user), discordgo.EndpointGuildMember(guild, ""), nil)
	if code := rest.CodeOf(err); code == unknownMember || code == unknownUser {
		return "", false, nil
	}
	found := discordgo.Member{User: &discordgo.User{}}
	if err == nil {
		err = json.Unmarshal(answer, &found)
	}
	if err != nil {
		return "", false, err
	}
	return found.DisplayName(), found.User.Bot, nil
}
