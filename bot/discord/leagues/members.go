package leagues

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
// is known for namesKept. An answer waits for names for namesWithin at most, and a form, which cannot be late, for
// formNamesWithin.
const (
	lookUps         = 10
	mostNames       = 10_000
	namesKept       = 24 * time.Hour
	namesWithin     = 10 * time.Second
	formNamesWithin = 400 * time.Millisecond
)

// membership is a user in a server.
type membership struct{ guild, user string }

// shownAs is how Discord shows a user in a server: "" for one who is not there any more.
type shownAs struct {
	name string
	at   time.Time // when it was so
}

// members know how Discord shows users in servers, for files, pictures and forms, which show no mentions.
type members struct {
	rest rest.Client
	now  func() time.Time
	turn chan struct{} // holds one for each look-up that is made now

	mu    sync.Mutex // guards known
	known map[membership]shownAs
}

func newMembers(client rest.Client, now func() time.Time) *members {
	return &members{rest: client, now: now, turn: make(chan struct{}, lookUps), known: map[membership]shownAs{}}
}

// note keeps how Discord shows a user.
func (m *members) note(who membership, name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= mostNames {
		clear(m.known)
	}
	m.known[who] = shownAs{name, m.now()}
}

// names returns how Discord shows users in a server: "" for those who are not there any more. It looks up whom it does
// not know. Those whom nobody can look up in time are missing, unless their earlier names are known.
func (m *members) names(ctx context.Context, guild string, users []string, within time.Duration) map[string]string {
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
			if name, err := m.lookUp(ctx, guild, user); err == nil {
				m.note(membership{guild, user}, name)
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
func (m *members) unknown(guild string, users []string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(users), func(user string) bool {
		as, ok := m.known[membership{guild, user}]
		return !rest.IsID(user) || ok && m.now().Sub(as.at) < namesKept
	})
}

// lookUp asks Discord how a user is shown in a server: by a nickname, else by a name that is shown, else by the name of
// his account. It returns "" for one who is not there.
func (m *members) lookUp(ctx context.Context, guild, user string) (string, error) {
	answer, err := m.rest.Call(ctx, fmt.Sprintf("member %s of server %s", user, guild), http.MethodGet,
		discordgo.EndpointGuildMember(guild, user), discordgo.EndpointGuildMember(guild, ""), nil)
	if code := rest.CodeOf(err); code == unknownMember || code == unknownUser {
		return "", nil
	}
	found := discordgo.Member{User: &discordgo.User{}}
	if err == nil {
		err = json.Unmarshal(answer, &found)
	}
	if err != nil {
		return "", err
	}
	return found.DisplayName(), nil
}
