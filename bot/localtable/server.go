package localtable

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"grognard/bot/localtable/wire"
)

// What a bot must know to sit at this table. They are fixed, so that a bot and a server that run and restart apart stay
// acquainted; the token keeps out mistakes, the loopback keeps out strangers.
const (
	BotToken      = "local-table"
	ApplicationID = "1150000000000000001"
	GuildID       = "1150000000000000002"
	ForeignID     = "1150000000000000003" // of a guild that the bot is not in
	firstUser     = 1150000000000000101
)

// Options say how a table is set up. The zero value is a table for three that forgets all when it ends.
type Options struct {
	File     string   // the JSON-lines file to keep what was sent; pictures lie in a folder beside it; "" keeps nothing
	Users    []string // names; Anna, Boris and Olga when empty. The n-th name has the same identifier in every run
	Channels []string // names of guild channels to begin with; autumn-for-barbarossa when empty

	// Elsewhere are names of places where the bot is not: the first a channel of another guild, the others direct
	// messages of groups. Everybody at the table is there, and has installed the bot for himself.
	Elsewhere []string

	Observe  func(Exchange)       // sees every request of the bot and its answer, before the bot does
	Fault    func(Exchange) Fault // may spoil an answer; the Exchange has no status yet
	Scenario Scenario             // how the table misbehaves from the start; see Misbehave
	Record   *Record              // is told what the bot does at the gateway and asks

	Now          func() time.Time // the table's clock, of which tokens and nonces grow old; time.Now when nil
	AnswerWithin time.Duration    // for the first answer to an interaction; 3 s when zero
	Heartbeat    time.Duration    // between the bot's heartbeats; 41.25 s when zero
	Shards       int              // that the bot is told to connect with; 1 when zero
}

// Server is a table. It is safe for use by several goroutines.
type Server struct {
	opt     Options
	mux     *http.ServeMux
	gateway *gateway
	files   *files
	bot     wire.User

	mu           sync.Mutex // guards all below
	ids          snowflakes
	journal      *journal
	members      []*member
	channels     []*channel
	posts        map[string]post
	nonces       map[string]string // nonce of the bot to message
	commands     map[string][]wire.Command
	denied       map[[2]string]uint64 // permissions, by channel and user
	older        bool                 // the guild's commands are of a program that registered nowhere else
	interactions []*interaction       // young ones, oldest first
	watchers     map[*watcher]bool
	dismissed    bool // the guild has sent the bot away
	closed       bool
}

// New lays a table: it reads the file, if there is one, and makes the users, their DMs and the first channels where
// they are missing. A file whose last line was cut off by a crash is repaired; any other damage is an error.
func New(opt Options) (*Server, error) {
	if len(opt.Users) == 0 {
		opt.Users = []string{"Anna", "Boris", "Olga"}
	}
	if len(opt.Channels) == 0 {
		opt.Channels = []string{"autumn-for-barbarossa"}
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	opt.AnswerWithin = cmp.Or(opt.AnswerWithin, 3*time.Second)
	opt.Shards = cmp.Or(opt.Shards, 1)
	opt.Heartbeat = cmp.Or(opt.Heartbeat, 41250*time.Millisecond)
	s := &Server{
		opt: opt, mux: http.NewServeMux(),
		bot:   wire.User{ID: ApplicationID, Username: "Grognard", Discriminator: "0", Bot: true},
		posts: map[string]post{}, nonces: map[string]string{}, denied: map[[2]string]uint64{},
		commands: map[string][]wire.Command{}, watchers: map[*watcher]bool{},
	}
	for i, name := range opt.Users {
		user := wire.User{ID: strconv.Itoa(firstUser + i), Username: name, Discriminator: "0", Locale: "en-US"}
		s.members = append(s.members, &member{User: user})
	}
	s.gateway = newGateway(s)
	var err error
	if s.files, err = openFiles(opt.File); err != nil {
		return nil, err
	}
	if s.journal, err = openJournal(opt.File, s.apply); err != nil {
		return nil, err
	}
	if err := s.furnish(); err != nil {
		return nil, errors.Join(err, s.journal.close())
	}
	s.routeBot()
	s.routePage()
	return s, nil
}

// Handler answers the bot under /api/v9/ and /api/v10/, its gateway, and the page. It must be served on a
// loopback address.
func (s *Server) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := ownRequest(r); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		s.mux.ServeHTTP(w, r)
	})
}

// Close hangs up on the bot and on every page, and closes the file. Requests under way are answered.
func (s *Server) Close() error {
	s.gateway.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	for w := range s.watchers {
		s.unwatch(w)
	}
	for _, it := range s.interactions {
		it.timer.Stop()
		it.fail()
	}
	return s.journal.close()
}

// ownRequest refuses what comes by a name other than the loopback's (a foreign page that rebinds its name to
// 127.0.0.1) and what a page of another origin sends.
func ownRequest(r *http.Request) error {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return errors.New("this table is served on a loopback address only")
	}
	_, port, err := net.SplitHostPort(local.String())
	if err != nil {
		return fmt.Errorf("no port in the local address: %w", err)
	}
	if !loopback(r.Host, port) {
		return fmt.Errorf("foreign host %q", r.Host)
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" || u.Host != r.Host {
			return fmt.Errorf("foreign origin %q", origin)
		}
	}
	return nil
}

func loopback(host, port string) bool {
	name, p, err := net.SplitHostPort(host)
	if err != nil { // a host without a port means port 80
		name, p = host, "80"
	}
	return p == port && (name == "127.0.0.1" || name == "localhost" || name == "::1")
}
