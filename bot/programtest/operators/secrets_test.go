// Package operators tests what those who run the program do and see: the database with its backups, monitors, the log, the
// folder of modules, the beacon.
package operators

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"grognard/bot/discord/discordtest"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/logs"
	"grognard/bot/program"
	"grognard/bot/programtest"
	"grognard/rules"
	"grognard/rules/must"
)

// plainVar names the environment variable that makes the test binary the program, with nothing added but the address of
// its Discord, which is the variable's value.
const plainVar = "GROGNARD_TEST_PLAIN"

func TestMain(m *testing.M) {
	if os.Getenv(plainVar) != "" {
		os.Exit(plain())
	}
	os.Exit(m.Run())
}

func plain() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	return program.Run(ctx, os.Args[1:], program.Environment{Env: os.Getenv, Stdout: os.Stdout, Stderr: os.Stderr,
		Entropy: rand.Reader, Discord: os.Getenv(plainVar), Tune: programtest.Patient,
		Library: func(l *slog.Logger) { discordgo.Logger = logs.Discordgo(l) }})
}

// spoiler stands before a table and spoils what it is told to.
type spoiler struct {
	table http.Handler

	mu     sync.Mutex
	path   *regexp.Regexp // of the next request that is spoilt; nil for none
	how    func(w http.ResponseWriter, body []byte)
	struck chan struct{}
	tokens []string // of interactions, as they came along
}

var answersTo = regexp.MustCompile(`/(?:interactions|webhooks)/\d+/([^/]+)`)

func (f *spoiler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	f.mu.Lock()
	if found := answersTo.FindStringSubmatch(r.URL.Path); found != nil {
		f.tokens = append(f.tokens, found[1])
	}
	spoilt := f.path != nil && r.Method != http.MethodGet && f.path.MatchString(r.URL.Path)
	how := f.how
	if spoilt {
		f.path = nil
		close(f.struck)
	}
	f.mu.Unlock()
	if spoilt {
		how(w, body)
		return
	}
	f.table.ServeHTTP(w, r)
}

// next spoils the next request to a path; struck is closed when that has come.
func (f *spoiler) next(path string, how func(http.ResponseWriter, []byte)) (struck <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.path == nil {
		f.struck = make(chan struct{})
	}
	f.path, f.how = regexp.MustCompile(path), how
	return f.struck
}

// repeated answers with a status and a page that repeats what was sent, as proxies and error pages do.
func repeated(status int) func(http.ResponseWriter, []byte) {
	return func(w http.ResponseWriter, body []byte) {
		w.WriteHeader(status)
		fmt.Fprintf(w, "<html>what you sent was %s</html>", body)
	}
}

// detailed answers as Discord does, with the details of what it does not like.
func detailed(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_ = json.NewEncoder(w).Encode(map[string]any{"message": "Invalid Form Body", "code": 50035, "errors": string(body)})
}

// cut hangs up.
func cut(w http.ResponseWriter, _ []byte) { panic(http.ErrAbortHandler) }

// startProcess starts the program as another process, with a log of everything, at a table behind a spoiler. finish
// stops the program and returns all that it has printed.
func startProcess(t *testing.T) (s *programtest.Table, f *spoiler, finish func() string) {
	t.Helper()
	s = &programtest.Table{T: t, Data: t.TempDir()}
	table, err := localtable.New(localtable.Options{Observe: programtest.Judge(t), AnswerWithin: programtest.Patience})
	must.Do(t, err)
	f = &spoiler{table: table.Handler()}
	server := programtest.Serve(t, table, f)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	settings := filepath.Join(s.Data, "grognard.yaml")
	programtest.WriteFile(t, settings, "log: debug\nlog_format: json\nguild: \""+localtable.GuildID+"\"\n")
	cmd := exec.Command(os.Args[0], "--config", settings, "--data", s.Data)
	cmd.Env = append(os.Environ(), plainVar+"="+server.URL, "DISCORD_TOKEN="+localtable.BotToken)
	var printed bytes.Buffer // nothing, on Discord
	said := &discordtest.Log{}
	cmd.Stdout, cmd.Stderr = &printed, said
	must.Do(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // it may be dead already
	for !strings.Contains(said.String(), "connected to Discord") {
		select {
		case err := <-ended:
			t.Fatalf("the program does not connect: %v\n%s", err, said)
		case <-time.After(time.Millisecond):
		}
	}
	s.Seat(server.URL)
	s.Open("barbarossa")
	return s, f, func() string {
		t.Helper()
		must.Do(t, cmd.Process.Signal(syscall.SIGTERM))
		if err := <-ended; err != nil || printed.Len() > 0 {
			t.Errorf("the program ends with %v and prints %q\n%s", err, &printed, said)
		}
		return said.String()
	}
}

// The program logs all that it can, while Discord fails in every way that repeats what it was sent. The whole output
// has nothing that a reader of logs must not know.
func TestLog_HasNoSecret(t *testing.T) {
	t.Parallel()
	s, f, finish := startProcess(t)
	const answers, posts = `/callback$`, `/channels/\d+/messages$`
	for _, d := range []struct {
		who        *player.Player
		text, path string
		how        func(http.ResponseWriter, []byte)
	}{
		{s.German, "/game new module:afb scenario:historical", answers, repeated(500)},
		{s.German, "/game join side:german word:zanzibar", answers, cut},
		{s.Soviet, "/game join side:soviet word:quetzal", posts, repeated(500)},
		{s.Soviet, "/game start", answers, repeated(429)}, // of which discordgo has a line of its own
		{s.German, "/place units:g-206-inf hex:4.26", answers, detailed},
		{s.German, "/note text:they will never look at Polotsk", answers, repeated(502)},
		{s.German, "/end", posts, detailed},
		{s.Soviet, "/units", answers, repeated(400)},
	} {
		struck := f.next(d.path, d.how)
		ctx, cancel := context.WithCancel(t.Context())
		waits := make(chan struct{})
		go func() {
			defer close(waits)
			_, _ = programtest.Accept(ctx, d.who, s.Channel, d.text) // he may wait for an answer that never comes
		}()
		<-struck
		if d.path != answers {
			<-waits
		}
		cancel()
		<-waits
	}
	s.Say(s.German, "/reinforce units:g-5-inf,g-6-inf,g-26-inf hex:1.21")
	s.Say(s.German, "/orders list:g-34-inf 1.09")
	logged := finish()

	db := must.Get(sql.Open("sqlite3", "file:"+s.Database()+"?mode=ro"))(t)
	defer db.Close()
	var secret []byte
	must.Do(t, db.QueryRowContext(t.Context(), `SELECT secret FROM games`).Scan(&secret))
	hidden := append([]string{localtable.BotToken, hex.EncodeToString(secret),
		base64.StdEncoding.EncodeToString(secret), string(secret),
		"zanzibar", "quetzal", "never look at", "For your eyes", "custom_id"}, f.tokens...)
	d := must.Get(rules.Modules().Load("afb"))(t)
	for id, u := range d.Units {
		hidden = append(hidden, string(id), u.Name)
	}
	for _, h := range hidden {
		if strings.Contains(logged, h) {
			t.Errorf("the log has %q in it:\n%s", h, logged)
		}
	}
	stableKeys(t, logged)
	for _, want := range []string{`"level":"WARN"`, "HTTP 400 Bad Request", "code 50035: Invalid Form Body",
		"an interaction is dealt with"} {
		if !strings.Contains(logged, want) {
			t.Errorf("the log has no %q: nothing was at stake:\n%s", want, logged)
		}
	}
}

// stableKeys checks that every line is an object with a time, a level and a message.
func stableKeys(t *testing.T, logged string) {
	t.Helper()
	for _, line := range strings.Split(strings.TrimSpace(logged), "\n") {
		var has struct {
			Time       time.Time
			Level, Msg string
		}
		if err := json.Unmarshal([]byte(line), &has); err != nil || has.Time.IsZero() || has.Level == "" ||
			has.Msg == "" {
			t.Errorf("a line of another form (%v): %s", err, line)
		}
	}
}
