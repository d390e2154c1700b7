package ranks_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/ranks"
	"grognard/bot/discord/rest"
	"grognard/bot/league"
	"grognard/bot/league/rating"
	"grognard/bot/league/season"
	"grognard/bot/league/standings"
	"grognard/bot/localtable"
	"grognard/bot/localtable/organiser"
	"grognard/bot/localtable/player"
	"grognard/bot/referee/servers"
	"grognard/rules/must"
	"grognard/storage/seasons"

	"github.com/bwmarrin/discordgo"
)

func TestMain(m *testing.M) { discordtest.Main(m) }

// hall is a table with ranks of its own, whose ratings a test sets.
type hall struct {
	*discordtest.Fixture
	face *ranks.Face
	stop func()

	mu    sync.Mutex
	table []rating.Line
	more  map[string]float64 // the ratings of others
	games int                // rated games of each player
	host  string             // where the ranks reach the table, "" for its own address
}

func lay(t *testing.T, kept string) *hall {
	h := &hall{Fixture: discordtest.New(t)}
	must.Do(t, h.Referee.Servers.Change(h.Ctx, localtable.GuildID, func(s *servers.Server) { s.Ranks = kept }))
	h.start()
	t.Cleanup(func() { h.stop() })
	return h
}

// start starts the ranks, as after a kill.
func (h *hall) start() {
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: cmp.Or(h.host, h.URL)}))(h.T)
	h.face = ranks.New(ranks.Options{Store: h.Referee.Servers, Rest: client, Messages: must.Get(ask.NewWords(nil))(h.T),
		Log: slog.New(slog.NewTextHandler(h.Logged, nil)),
		Results: func(context.Context, string) ([]rating.Line, error) {
			h.mu.Lock()
			defer h.mu.Unlock()
			return h.table, nil
		}})
	ctx, cancel := context.WithCancel(h.Ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.face.Run(ctx)
	}()
	h.stop = func() {
		cancel()
		<-done
		client.Close()
	}
}

// rate sets the ratings of Anna, Boris, those in more, and a player without an ID, all with this deviation.
func (h *hall) rate(anna, boris, deviation float64) {
	h.mu.Lock()
	h.table = nil
	all := map[string]float64{h.Anna.User().ID: anna, h.Boris.User().ID: boris, "s1 player 9": 2000}
	maps.Copy(all, h.more)
	for user, points := range all {
		r := rating.Rating{Points: points, Deviation: deviation}
		h.table = append(h.table, rating.Line{Player: user, Rating: r, Games: h.games})
	}
	h.mu.Unlock()
	h.face.Changed(localtable.GuildID)
}

// asked returns the requests about roles, each as its method, user, role and the status of the answer.
func (h *hall) asked() (list []string) {
	for _, x := range h.Requests(func(x localtable.Exchange) bool { return strings.Contains(x.Route, "/roles/") }) {
		parts := strings.Split(x.Path, "/")
		list = append(list, fmt.Sprintf("%s %s %s %d", x.Method, parts[len(parts)-3], parts[len(parts)-1], x.Status))
	}
	return list
}

func (h *hall) awaits(want ...string) {
	h.T.Helper()
	h.Eventually(fmt.Sprint("asked is ", want), func() bool { return fmt.Sprint(h.asked()) == fmt.Sprint(want) })
}

// Each change is one request, whatever else has changed, and a start asks for nothing that was done.
func TestRanks_OneRequestForAChange(t *testing.T) {
	h := lay(t, "")
	anna := organiser.Of(h.Anna)
	low := must.Get(anna.Role(h.Ctx, localtable.GuildID, "Captain", false))(t)
	high := must.Get(anna.Role(h.Ctx, localtable.GuildID, "Major", false))(t)
	kept := fmt.Sprintf(`{"ranks":[{"least":1400,"role":%q},{"least":1600,"role":%q}],"channel":%q}`, low, high,
		h.Channel)
	must.Do(t, h.Referee.Servers.Change(h.Ctx, localtable.GuildID, func(s *servers.Server) { s.Ranks = kept }))
	a, b := h.Anna.User().ID, h.Boris.User().ID
	h.rate(1700, 1450, 300) // with this deviation both are provisional
	h.rate(1700, 1399, 80)
	want := []string{"PUT " + a + " " + high + " 204"}
	h.awaits(want...)
	h.Eventually("the role is noted", func() bool { // a stop before that asks once more, which changes nothing
		return strings.Contains(must.Get(h.Referee.Servers.Of(h.Ctx, localtable.GuildID))(t).Ranks, a)
	})
	h.stop()
	h.start()
	h.rate(1710, 1400, 80)
	want = append(want, "PUT "+b+" "+low+" 204")
	h.awaits(want...)
	h.rate(1500, 1450, 80)
	want = append(want, "DELETE "+a+" "+high+" 204", "PUT "+a+" "+low+" 204")
	h.awaits(want...)
	must.Do(t, h.Referee.Servers.Change(h.Ctx, localtable.GuildID, func(s *servers.Server) {
		s.Ranks = strings.Replace(s.Ranks, `{"least":1400,`, `{"least":1490,`, 1)
	}))
	h.rate(1500, 1450, 80)
	want = append(want, "DELETE "+b+" "+low+" 204")
	h.awaits(want...)
}

// A role that Discord refuses is told once, and given when it may be.
func TestRanks_RefusedIsToldOnce(t *testing.T) {
	h := lay(t, "")
	anna := organiser.Of(h.Anna)
	role := must.Get(anna.Role(h.Ctx, localtable.GuildID, "Captain", false))(t)
	h.Table.Deny(localtable.GuildID, localtable.ApplicationID, discordgo.PermissionManageRoles)
	kept := fmt.Sprintf(`{"ranks":[{"least":1400,"role":%q}],"channel":%q}`, role, h.Channel)
	must.Do(t, h.Referee.Servers.Change(h.Ctx, localtable.GuildID, func(s *servers.Server) { s.Ranks = kept }))
	put := "PUT " + h.Anna.User().ID + " " + role
	h.rate(1450, 1300, 80)
	h.Calls(h.AwaitPosted(h.Anna, "does not let me give or take <@&"+role+">"))
	h.stop()
	h.start()
	h.rate(1450, 1300, 80)
	h.Eventually("it is tried again", func() bool { return len(h.asked()) > 1 })
	h.Table.Deny(localtable.GuildID, localtable.ApplicationID, 0)
	h.rate(1450, 1300, 80)
	h.Eventually("the role is given", func() bool {
		list := h.asked()
		return len(list) > 0 && list[len(list)-1] == put+" 204"
	})
	if n := len(h.Posted(h.Anna, "does not let me give")); n != 1 {
		t.Errorf("it is told %d times", n)
	}
}

// A role that Discord refuses holds up no other player's, is asked for once in a look, and each refused role is told
// once, however many there are.
func TestRanks_RefusedHoldsUpNobody(t *testing.T) {
	h := lay(t, "")
	anna := organiser.Of(h.Anna)
	low := must.Get(anna.Role(h.Ctx, localtable.GuildID, "Captain", false))(t)
	high := must.Get(anna.Role(h.Ctx, localtable.GuildID, "Major", true))(t)
	top := must.Get(anna.Role(h.Ctx, localtable.GuildID, "Colonel", true))(t)
	kept := fmt.Sprintf(`{"ranks":[{"least":1400,"role":%q},{"least":1600,"role":%q},{"least":1800,"role":%q}],`+
		`"channel":%q}`, low, high, top, h.Channel)
	must.Do(t, h.Referee.Servers.Change(h.Ctx, localtable.GuildID, func(s *servers.Server) { s.Ranks = kept }))
	o, c := must.Get(player.Sit(h.Ctx, h.URL, "Olga"))(t), must.Get(player.Sit(h.Ctx, h.URL, "Carla"))(t)
	t.Cleanup(o.Leave)
	t.Cleanup(c.Leave)
	olga, a, b := o.User().ID, h.Anna.User().ID, h.Boris.User().ID
	h.more = map[string]float64{olga: 1500, c.User().ID: 1650}
	h.rate(1700, 1900, 80)
	want := []string{"PUT " + a + " " + high + " 403", "PUT " + b + " " + top + " 403", "PUT " + olga + " " + low + " 204"}
	h.awaits(want...)
	for _, role := range []string{high, top} {
		h.AwaitPosted(h.Anna, "does not let me give or take <@&"+role+">")
	}
	h.stop()
	h.start()
	h.rate(1700, 1900, 80)
	h.awaits(append(want, want[:2]...)...)
	h.Eventually("the look is over", func() bool { return strings.Contains(h.Logged.String(), "again=true") })
	if n := len(h.Posted(h.Anna, "does not let me give")); n != 2 {
		t.Errorf("two roles are told %d times", n)
	}
}

// without has the ranks reach the table through a proxy which answers, while away is true, that a user is no member.
// Times counts how often it is asked for him then.
func (h *hall) without(user string) (away *atomic.Bool, times *atomic.Int64) {
	away, times = new(atomic.Bool), new(atomic.Int64)
	away.Store(true)
	at := must.Get(url.Parse(h.URL))(h.T)
	table := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(at) }}
	on := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !away.Load() || !strings.Contains(r.URL.Path, "/"+user+"/roles/") {
			table.ServeHTTP(w, r)
			return
		}
		times.Add(1)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"code": 10007, "message": "Unknown Member"}`))
	}))
	h.T.Cleanup(on.Close)
	h.stop()
	h.host = on.URL
	h.start()
	return away, times
}

// The role of a player who is away is asked for once, even over a restart, and given when he is back and has played.
func TestRanks_GivenToWhoComesBack(t *testing.T) {
	h := lay(t, "")
	role := must.Get(organiser.Of(h.Anna).Role(h.Ctx, localtable.GuildID, "Captain", false))(t)
	kept := fmt.Sprintf(`{"ranks":[{"least":1400,"role":%q}],"channel":%q}`, role, h.Channel)
	must.Do(t, h.Referee.Servers.Change(h.Ctx, localtable.GuildID, func(s *servers.Server) { s.Ranks = kept }))
	o, c := must.Get(player.Sit(h.Ctx, h.URL, "Olga"))(t), must.Get(player.Sit(h.Ctx, h.URL, "Carla"))(t)
	t.Cleanup(o.Leave)
	t.Cleanup(c.Leave)
	olga, carla := o.User().ID, c.User().ID
	away, times := h.without(olga)
	h.more, h.games = map[string]float64{olga: 1500}, 7
	h.rate(1300, 1300, 80)
	h.Eventually("it is noted that she is not there", func() bool {
		return strings.Contains(must.Get(h.Referee.Servers.Of(h.Ctx, localtable.GuildID))(t).Ranks, `{"`+olga+`":7}`)
	})
	h.stop()
	h.start()
	h.more[carla] = 1500 // a player who is looked at after Olga
	h.rate(1300, 1300, 80)
	want := []string{"PUT " + carla + " " + role + " 204"}
	h.awaits(want...)
	if n := times.Load(); n != 1 {
		t.Errorf("she is asked for %d times", n)
	}
	away.Store(false)
	h.games = 8
	h.rate(1300, 1300, 80)
	h.awaits(append(want, "PUT "+olga+" "+role+" 204")...)
}

// Nothing is kept of a player who was not in the server, once he has his data deleted.
func TestRanks_ForgottenWhileAway(t *testing.T) {
	h := lay(t, "")
	role := must.Get(organiser.Of(h.Anna).Role(h.Ctx, localtable.GuildID, "Captain", false))(t)
	kept := fmt.Sprintf(`{"ranks":[{"least":1400,"role":%q}],"channel":%q}`, role, h.Channel)
	must.Do(t, h.Referee.Servers.Change(h.Ctx, localtable.GuildID, func(s *servers.Server) { s.Ranks = kept }))
	olga := h.Olga.User().ID
	h.without(olga)
	noted := func() bool {
		return strings.Contains(must.Get(h.Referee.Servers.Of(h.Ctx, localtable.GuildID))(t).Ranks, olga)
	}
	h.more, h.games = map[string]float64{olga: 1500}, 7
	h.rate(1300, 1300, 80)
	h.Eventually("it is noted that she is not there", noted)
	h.more = nil
	h.rate(1300, 1300, 80)
	h.Eventually("she is forgotten", func() bool { return !noted() })
}

// Those who manage the server map ratings to roles by a form; players have them as soon as they are mapped, and lose
// them when the rank is taken away.
func TestRanks_SetByForm(t *testing.T) {
	f := discordtest.New(t)
	role := must.Get(organiser.Of(f.Anna).Role(f.Ctx, localtable.GuildID, "Captain", false))(t)
	f.Stop()
	log, id, seq := seasons.New(f.Store), league.Agreed(localtable.GuildID), uint64(0)
	terms := season.AgreedTerms()
	add := func(months int, by string, e season.Event) { // months from now; by "" is by the program
		seq++
		_, _, err := log.Append(f.Ctx, seasons.Entry{Season: id, Seq: seq, Server: localtable.GuildID,
			CommandID: fmt.Sprint("row ", seq), At: f.Now().AddDate(0, months, 0), By: by,
			Body: must.Get(json.Marshal(e))(t)})
		must.Do(t, err)
	}
	add(-4, "", season.Event{Announced: &terms})
	for n := range 60 {
		a := season.Agreement{Game: fmt.Sprint("game", n), Pair: season.Pair{First: "player 1"}}
		add(n/20-3, f.Anna.User().ID, season.Event{Agreed: &a})
		b := a
		b.Pair.Second = "player 2"
		add(n/20-3, f.Boris.User().ID, season.Event{Agreed: &b})
		points := [][2]int{{2, 0}, {2, 0}, {0, 2}}[n%3]
		add(n/20-3, "", season.Event{Ended: &season.Outcome{Game: n + 1, How: "resigned",
			Result: standings.Result{First: "player 1", Second: "player 2", Points: points}}})
	}
	must.Do(t, log.Told(f.Ctx, id, seq))
	f.Start()
	opens := func() player.Message { return f.Tap(f.Anna, f.Say(f.Anna, "/settings"), "This server", "Ranks") }
	set := func(least, role string) player.Message {
		t.Helper()
		form := discordtest.TapForm(f, f.Anna, opens(), "Set a rank")
		return must.Get(f.Anna.Fill(f.Ctx, form, map[string]string{"least": least}, player.Picked{"role": {role}}))(t)
	}
	f.Has(opens(), "There are none")
	f.Has(set("best", role), "best is not a rating")
	f.Has(set("1500", role), "<@&"+role+"> from 1500")
	f.Eventually("Anna has the role", func() bool {
		return strings.Contains(opens().Content, "<@&"+role+"> from 1500: 1 player")
	})
	f.Has(set("1400", role), "already belongs to another rank")
	form := discordtest.TapForm(f, f.Anna, opens(), "Set a rank")
	f.Has(must.Get(f.Anna.Fill(f.Ctx, form, map[string]string{"least": "1500"}))(t), "There are none")
	f.Eventually("the role is taken", func() bool {
		return len(f.Requests(func(x localtable.Exchange) bool { return x.Method == "DELETE" && x.Status == 204 })) == 1
	})
	f.Table.Deny(f.Channel, localtable.ApplicationID, discordgo.PermissionManageRoles)
	settings := f.Tap(f.Anna, f.Say(f.Anna, "/settings"), "This server")
	f.Has(f.Tap(f.Anna, settings, "Ranks"), "I lack Manage Roles")
}

// A rank is no way to roles that its setter could not give: those who manage the server need Manage Roles too, roles
// with power are refused to everybody, and others than administrators give only roles below their own highest.
func TestRanks_NoWayToPower(t *testing.T) {
	f := discordtest.New(t)
	anna := organiser.Of(f.Anna)
	role := func(name string, permissions int64) string {
		t.Helper()
		return must.Get(anna.MightyRole(f.Ctx, localtable.GuildID, name, permissions))(t)
	}
	low, own, high := role("Captain", discordgo.PermissionSendMessages), role("Major", 0), role("Colonel", 0)
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: f.URL}))(t)
	must.Get(client.Call(f.Ctx, "own role", http.MethodPut,
		discordgo.EndpointGuildMemberRole(localtable.GuildID, f.Anna.User().ID, own), "", nil))(t)
	opens := func() player.Message { return f.Tap(f.Anna, f.Say(f.Anna, "/settings"), "This server", "Ranks") }
	set := func(id string) player.Message {
		t.Helper()
		form := discordtest.TapForm(f, f.Anna, opens(), "Set a rank")
		filled := map[string]string{"least": "1500"}
		return must.Get(f.Anna.Fill(f.Ctx, form, filled, player.Picked{"role": {id}}))(t)
	}
	for name, power := range map[string]int64{"Admin": discordgo.PermissionAdministrator,
		"Umpire": discordgo.PermissionSendMessages | discordgo.PermissionManageMessages,
		"Herald": discordgo.PermissionMentionEveryone, "Warden": discordgo.PermissionModerateMembers} {
		id := role(name, power)
		f.Has(set(id), "<@&"+id+"> has a moderator's permissions")
	}
	f.Has(set(high), "<@&"+high+"> from 1500") // she is an administrator
	f.Table.Deny(f.Channel, f.Anna.User().ID, discordgo.PermissionAdministrator)
	for _, id := range []string{high, own} {
		f.Has(set(id), "<@&"+id+"> is not below your own highest role")
	}
	f.Has(set(low), "<@&"+low+"> from 1500")
	f.Table.Deny(f.Channel, f.Anna.User().ID, discordgo.PermissionAdministrator|discordgo.PermissionManageRoles)
	f.Has(opens(), "Only those who may give roles themselves")
}

// rival is a store in which somebody else sets a rank just before each change.
type rival struct {
	ranks.Store

	sets func(*servers.Server)
}

func (r rival) Change(ctx context.Context, server string, change func(*servers.Server)) error {
	return errors.Join(r.Store.Change(ctx, server, r.sets), r.Store.Change(ctx, server, change))
}

// Of two who set a rank at the same time neither takes away what the other has set.
func TestRanks_TwoSetAtOnce(t *testing.T) {
	h := lay(t, "")
	low := must.Get(organiser.Of(h.Anna).Role(h.Ctx, localtable.GuildID, "Captain", false))(t)
	high := must.Get(organiser.Of(h.Anna).Role(h.Ctx, localtable.GuildID, "Major", false))(t)
	f := *h.face
	f.Store = rival{h.Referee.Servers, func(s *servers.Server) {
		s.Ranks = fmt.Sprintf(`{"ranks":[{"least":1400,"role":%q}]}`, low)
	}}
	req := ask.Request{Localizer: f.Messages.InChannel(), Guild: localtable.GuildID, Permissions: ask.Permissions{
		Bot: discordgo.PermissionManageRoles, User: discordgo.PermissionAdministrator, Guild: true}}
	for _, p := range f.Presses() {
		if p.Form != nil {
			must.Get(p.Form(h.Ctx, req, ask.Pressed{Fields: map[string]string{"least": "1600"},
				Picked: map[string][]string{"role": {high}}}))(t)
		}
	}
	kept := must.Get(h.Referee.Servers.Of(h.Ctx, localtable.GuildID))(t).Ranks
	if !strings.Contains(kept, low) || !strings.Contains(kept, high) {
		t.Errorf("kept is %s", kept)
	}
}
