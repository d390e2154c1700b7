package doctor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"grognard/bot/beacon"
	"grognard/bot/beacon/beacontest"
	"grognard/bot/config"
	"grognard/bot/discord/invitation"
	"grognard/bot/doctor"
	"grognard/bot/heartbeat"
	"grognard/bot/programtest"
	"grognard/rules/must"
	"grognard/storage/sqlite"
)

const token = "MTE0NTE5MTk4MTA4OTMxNDgx.GhXyZ1.abcdefghijklmnopqrstuvwxyz0123456789AB"

// portal is a fake of Discord's API for one bot.
type portal struct {
	flags, remaining int
	guilds           string
	ahead            time.Duration // how far its clock is ahead of ours
	silent           bool          // the gateway sends no HELLO
	*httptest.Server
}

// all is the permissions that the README requires.
var all = strconv.FormatInt(invitation.Bits(), 10)

func newPortal(t *testing.T) *portal {
	t.Helper()
	p := &portal{remaining: 998, guilds: `[{"id":"7","name":"Wargamers","icon":null,"banner":null,"owner":false,"permissions":"` + all + `","features":[]}]`}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

func (p *portal) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, path, _ := strings.Cut(r.URL.Path, "/api/v9")
	if path == "" { // the gateway
		up := websocket.Upgrader{}
		conn, err := up.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer conn.Close()
		if !p.silent {
			_ = conn.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":41250}}`))
		}
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Date", time.Now().Add(p.ahead).UTC().Format(http.TimeFormat))
	if r.Header.Get("Authorization") != "Bot "+token {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"message": "401: Unauthorized", "code": 0}`)
		return
	}
	switch path {
	case "/users/@me":
		fmt.Fprint(w, `{"id":"5","username":"Grognard","bot":true}`)
	case "/applications/@me":
		fmt.Fprintf(w, `{"id":"5","name":"Grognard","bot_public":true,"flags":%d,"approximate_guild_count":3}`, p.flags)
	case "/users/@me/guilds":
		fmt.Fprint(w, p.guilds)
	case "/gateway/bot":
		fmt.Fprintf(w, `{"url":"ws%s","shards":1,"session_start_limit":{"total":1000,"remaining":%d,"reset_after":3600000,"max_concurrency":1}}`, strings.TrimPrefix(p.URL, "http"), p.remaining)
	default:
		http.NotFound(w, r)
	}
}

// healthy is a configuration without mistakes.
func healthy(t *testing.T, p *portal) config.Config {
	t.Helper()
	c := config.Defaults()
	c.Token, c.Guild, c.Beacon, c.Data = token, "7", nil, filepath.Join(t.TempDir(), "data")
	must.Do(t, os.Mkdir(c.Data, 0o700))
	return c
}

// finding is the finding of a check that makes one.
func finding(t *testing.T, list []doctor.Finding, check string) doctor.Finding {
	t.Helper()
	for _, f := range list {
		if f.Check == check {
			return f
		}
	}
	t.Fatalf("no finding of %s among %+v", check, list)
	return doctor.Finding{}
}

// If everything works there is nothing to do, and every check says so.
func TestHealthy(t *testing.T) {
	p := newPortal(t)
	list := doctor.Examine(t.Context(), doctor.Subject{Config: healthy(t, p), Host: p.URL})
	if doctor.Failed(list) {
		t.Error("something failed")
	}
	for _, check := range []string{"program", "data folder", "disk space", "database", "modules", "token", "intents",
		"permissions", "gateway", "clock", "beacon", "monitors"} {
		if f := finding(t, list, check); check != "disk space" && f.Severity != doctor.OK {
			t.Errorf("%+v", f)
		}
	}
	if f := finding(t, list, "gateway"); !strings.Contains(f.Says,
		"998 of 1000 session starts are left, new ones in 1h0m0s") {
		t.Errorf("%+v", f)
	}
}

// Each mistake is found by its check, which says what to do.
func TestFindings(t *testing.T) {
	db := func(c config.Config) string { return filepath.Join(c.Data, "grognard.db") }
	for name, s := range map[string]struct {
		harm     func(*testing.T, *portal, *config.Config)
		check    string
		severity doctor.Severity
		says     string
	}{
		"a wrong token": {func(_ *testing.T, _ *portal, c *config.Config) { c.Token = "wrong" },
			"token", doctor.Bad, "refuses"},
		"no token": {func(_ *testing.T, _ *portal, c *config.Config) { c.Token = "" }, "token", doctor.Warning, "none"},
		"no Discord": {func(_ *testing.T, p *portal, _ *config.Config) { p.Close() }, "discord", doctor.Bad,
			"cannot be reached"},
		"message content": {func(_ *testing.T, p *portal, _ *config.Config) { p.flags = 1 << 19 },
			"intents", doctor.Warning, "Message Content"},
		"no server": {func(_ *testing.T, p *portal, _ *config.Config) { p.guilds = "[]" },
			"permissions", doctor.Warning, "in no server"},
		"another server": {func(_ *testing.T, _ *portal, c *config.Config) { c.Guild = "8" },
			"permissions", doctor.Bad, "not in server 8"},
		"no files": {func(_ *testing.T, p *portal, _ *config.Config) {
			p.guilds = strings.ReplaceAll(p.guilds, all, strconv.FormatInt(invitation.Bits()&^(1<<15|1<<51), 10))
		}, "permissions", doctor.Warning, "Wargamers (7) withholds: Attach Files (for maps and charts), Pin Messages"},
		"an administrator": {func(_ *testing.T, p *portal, _ *config.Config) {
			p.guilds = strings.ReplaceAll(p.guilds, all, "8")
		}, "permissions", doctor.OK,
			"each of 1"},
		"few starts": {func(_ *testing.T, p *portal, _ *config.Config) { p.remaining = 3 },
			"gateway", doctor.Warning, "3 of 1000"},
		"no greeting": {func(_ *testing.T, p *portal, _ *config.Config) { p.silent = true },
			"gateway", doctor.Bad, "no greeting"},
		"a clock behind": {func(_ *testing.T, p *portal, _ *config.Config) { p.ahead = time.Minute },
			"clock", doctor.Warning, "off by"},
		"a clock far ahead": {func(_ *testing.T, p *portal, _ *config.Config) { p.ahead = -time.Hour },
			"clock", doctor.Bad, "off by"},
		"a silent beacon": {func(_ *testing.T, p *portal, c *config.Config) { c.Beacon = []string{p.URL} },
			"beacon", doctor.Warning, "does not give round"},
		"an open folder": {func(t *testing.T, _ *portal, c *config.Config) {
			must.Do(t, os.Chmod(c.Data, 0o755))
		}, "data folder", doctor.Warning, "others can look"},
		"a file for a folder": {func(t *testing.T, _ *portal, c *config.Config) {
			c.Data = filepath.Join(c.Data, "file")
			programtest.WriteFile(t, c.Data, "")
		}, "data folder", doctor.Bad, "no folder"},
		"no folder": {func(_ *testing.T, _ *portal, c *config.Config) { c.Data += "/typo" }, "data folder",
			doctor.Warning, "does not exist"},
		"no database": {func(t *testing.T, _ *portal, c *config.Config) {
			programtest.WriteFile(t, db(*c), strings.Repeat("garbage ", 1000))
		}, "database", doctor.Bad,
			"not a database"},
		"at work, and deaf": {atWork, "database", doctor.Warning, "a program is at work with it, but no program"},
		"at work": {func(t *testing.T, p *portal, c *config.Config) {
			atWork(t, p, c)
			must.Do(t, heartbeat.In(c.Data).Beat())
		}, "database", doctor.OK, "hears from Discord"},
		"a database that is gone": {func(t *testing.T, p *portal, c *config.Config) {
			atWork(t, p, c)
			must.Do(t, os.Remove(db(*c)))
		}, "database", doctor.Bad, "under the program at work"},
		"a lock alone": {func(t *testing.T, _ *portal, c *config.Config) {
			programtest.WriteFile(t, filepath.Join(c.Data, "grognard.db.lock"), "")
		}, "database", doctor.Bad, "though there was one"},
		"no modules folder": {func(_ *testing.T, _ *portal, c *config.Config) { c.Modules = c.Data + "/none" },
			"modules", doctor.Bad, "none"},
		"a module with a mistake": {func(t *testing.T, _ *portal, c *config.Config) {
			c.Modules = t.TempDir()
			programtest.WriteFile(t, filepath.Join(c.Modules, "drill", "game.yaml"), "titel: Drill\n")
		}, "modules", doctor.Warning, "has mistakes"},
		"nobody to ask": {func(_ *testing.T, p *portal, c *config.Config) { c.Status = "127.0.0.1:1" },
			"monitors", doctor.Warning, "nobody answers"},
		"no readiness": {func(_ *testing.T, p *portal, c *config.Config) {
			c.Status = strings.TrimPrefix(p.URL, "http://")
		}, "monitors", doctor.Bad,
			"does not serve"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPortal(t)
			c := healthy(t, p)
			s.harm(t, p, &c)
			list := doctor.Examine(t.Context(), doctor.Subject{Config: c, Host: p.URL})
			f := finding(t, list, s.check)
			if f.Severity != s.severity || !strings.Contains(f.Says, s.says) ||
				(f.Do == "") != (f.Severity == doctor.OK) {
				t.Errorf("%+v, want %s: %s", f, s.severity, s.says)
			}
			if doctor.Failed(list) != (s.severity == doctor.Bad) {
				t.Errorf("failed: %v, of %+v", doctor.Failed(list), list)
			}
			var out bytes.Buffer
			must.Do(t, doctor.Write(&out, list, true))
			var again []doctor.Finding
			if err := json.Unmarshal(out.Bytes(), &again); err != nil || len(again) != len(list) {
				t.Errorf("%v: %s", err, &out)
			}
			if err := doctor.Write(&out, list, false); err != nil || strings.Contains(out.String(), token) {
				t.Errorf("%v: the token shows: %s", err, &out)
			}
		})
	}
}

// atWork lets a program use the database.
func atWork(t *testing.T, _ *portal, c *config.Config) {
	t.Helper()
	s := must.Get(sqlite.Open(t.Context(), filepath.Join(c.Data, "grognard.db")))(t)
	t.Cleanup(func() { must.Do(t, s.Shut()) })
}

// A beacon whose rounds are valid passes the check.
func TestBeacon(t *testing.T) {
	source := must.Get(beacontest.Recorded())(t)
	chain := must.Get(beacon.Open(beacon.Quicknet()))(t)
	now := func() time.Time { return chain.Time(1001) } // when every server has round 1000
	server := beacontest.Serve(source, now)
	defer server.Close()
	p := newPortal(t)
	c := healthy(t, p)
	c.Beacon = []string{server.URL}
	if f := finding(t, doctor.Examine(t.Context(), doctor.Subject{Config: c, Host: p.URL, Now: now}),
		"beacon"); f.Severity != doctor.OK || !strings.Contains(f.Says, "gives round 1000") {
		t.Errorf("%+v", f)
	}
}
