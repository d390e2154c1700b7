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

// What a bot must know to connect to the table. The values are fixed, so that a bot and a server that restart
// independently keep working together. The token only catches mistakes; strangers are kept out because the table
// listens on the loopback.
const (
	BotToken      = "local-table"
	ApplicationID = "1150000000000000001"
	GuildID       = "1150000000000000002"
	ForeignID     = "1150000000000000003" // of a guild of which the bot is not a member
	firstUser     = 1150000000000000101
)

// Options configure a table. The zero value is a table for three users that keeps nothing.
type Options struct {
	File     string   // the JSON-lines file for what was sent; pictures are kept in a folder beside it; "" keeps nothing
	Users    []string // names; Anna, Boris and Olga when empty. The n-th name has the same identifier in every run
	Channels []string // names of the first guild channels; autumn-for-barbarossa when empty

	// Elsewhere are names of channels of which the bot is not a member: the first is in another guild, the others are
	// direct messages of groups. Every user is there and has installed the bot for himself.
	Elsewhere []string

	Observe  func(Exchange)       // is called with every request of the bot and its answer, before the bot gets it
	Fault    func(Exchange) Fault // may spoil an answer; the Exchange has no status yet
	Scenario Scenario             // how the table misbehaves from the start; see Misbehave
	Record   *Record              // records what the bot does at the gateway and requests

	Now          func() time.Time // the table's clock, by which tokens and nonces expire; time.Now when nil
	AnswerWithin time.Duration    // the deadline for the first answer to an interaction; 3 s when zero
	Heartbeat    time.Duration    // the interval of the bot's heartbeats; 41.25 s when zero
	Shards       int              // the recommended number of shards; 1 when zero
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
	nonces       map[string]string // message identifiers by the bot's nonces
	commands     map[string][]wire.Command
	denied       map[[2]string]uint64 // permissions, by channel and user
	older        bool                 // the guild's commands are of an older program, which registered no global ones
	interactions []*interaction       // those whose token is valid, oldest first
	watchers     map[*watcher]bool
	botRemoved   bool // the guild has removed the bot
	closed       bool
}

// New makes a table: it reads the file, if there is one, and adds missing users, their DMs and the first channels. If a
// crash has cut off the last line of the file, the line is removed; any other damage is an error.
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
	if err := s.addMissing(); err != nil {
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

// Close disconnects the bot and every page, and closes the file. Requests under way are answered.
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

// ownRequest refuses requests to a host name other than the loopback's (DNS rebinding by a foreign page) and requests
// by pages of another origin.
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
