package registration_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"grognard/bot/discord/oracle"
	"grognard/bot/discord/registration"
	"grognard/bot/discord/rest"
	"grognard/bot/gateway"
	"grognard/bot/localtable"
	localrest "grognard/bot/localtable/rest"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

type object = map[string]any

// desk is a local table with a keeper of its commands.
type desk struct {
	t      *testing.T
	client rest.Client
	keeper registration.Keeper

	mu    sync.Mutex // guards all below
	log   bytes.Buffer
	asked []string // the methods of the requests
	spoil func(method string, times int) string
}

// Write adds to the log.
func (d *desk) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.Write(p)
}

func (d *desk) logged(words string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Count(d.log.String(), words)
}

// methods returns the methods of the requests so far.
func (d *desk) methods() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.asked, " ")
}

// lay lays a table. Spoil may answer a method's numbered request in its place by "STATUS BODY"; "" leaves the answer.
func lay(t *testing.T, token string, spoil func(method string, times int) string) *desk {
	t.Helper()
	d, judge := &desk{t: t, spoil: spoil}, oracle.New(t)
	table := must.Get(localtable.New(localtable.Options{
		Observe: func(x localtable.Exchange) {
			if x.Status < 400 {
				judge.Check(x.Method, x.Route, x.Body)
			}
			if err := judge.Answer(x.Method, x.Route, x.Status, x.Answer); err != nil {
				t.Errorf("%s %s answered %d: %v\n%s", x.Method, x.Path, x.Status, err, x.Answer)
			}
		},
		Spoil: func(w http.ResponseWriter, _ *http.Request, x localtable.Exchange, carryOut func() localrest.Exchange) {
			d.mu.Lock()
			d.asked = append(d.asked, x.Method)
			times, answer := strings.Count(strings.Join(d.asked, " "), x.Method), ""
			if d.spoil != nil {
				answer = d.spoil(x.Method, times)
			}
			d.mu.Unlock()
			if answer == "" {
				carryOut().Write(w)
				return
			}
			status, body, _ := strings.Cut(answer, " ")
			fmt.Sscan(status, &x.Status)
			x.Answer = json.RawMessage(body)
			x.Write(w)
		}}))(t)
	server := httptest.NewServer(table.Handler())
	t.Cleanup(func() {
		must.Do(t, table.Close())
		server.Close()
	})
	d.client = must.Get(rest.New(rest.Options{Token: token, Host: server.URL}))(t)
	t.Cleanup(d.client.Close)
	d.keeper = registration.Keeper{Client: d.client, Application: localtable.ApplicationID, Log: slog.New(slog.NewTextHandler(d, nil)),
		Retry: time.Millisecond}
	return d
}

// register registers commands until it succeeds, and returns how often it was told that they can be given.
func (d *desk) register(commands ...object) (answered int, err error) {
	return answered, registration.Register(d.t.Context(), d.keeper, commands, func() { answered++ })
}

// put replaces the commands as somebody else does, and has returns what is there.
func (d *desk) put(commands ...object) {
	must.Get(d.client.Call(d.t.Context(), "put", http.MethodPut, discordgo.EndpointApplicationGlobalCommands(localtable.ApplicationID),
		"test", commands))(d.t)
}

func (d *desk) has() (list []object) {
	raw := must.Get(d.client.Call(d.t.Context(), "get", http.MethodGet, discordgo.EndpointApplicationGlobalCommands(localtable.ApplicationID),
		"test", nil))(d.t)
	must.Do(d.t, json.Unmarshal(raw, &list))
	return list
}

func (d *desk) names() (names string) {
	for _, c := range d.has() {
		names += fmt.Sprint(c["type"], c["name"], " ")
	}
	return strings.TrimSpace(names)
}

func move() object {
	return object{"name": "move", "description": "Move units", "type": 1, "contexts": []int{2, 0},
		"integration_types": []int{0, 1}, "default_member_permissions": 32, "options": []object{
			{"type": 3, "name": "units", "description": "Which", "required": true, "autocomplete": true},
			{"type": 3, "name": "mode", "description": "How", "choices": []object{{"name": "x", "value": "x"}}},
		}}
}

// What is registered already costs one request, however Discord writes it; what differs costs two.
func TestRegister_OnlyWhatDiffers(t *testing.T) {
	t.Parallel()
	d := lay(t, localtable.BotToken, nil)
	renamed := move()
	renamed["description"] = "Move"
	for _, c := range []struct {
		commands []object
		guild    string
		want     string
	}{
		{[]object{move()}, "", "GET PUT"}, {[]object{move()}, "", "GET"}, {[]object{renamed}, "", "GET PUT"},
		{nil, "", "GET PUT"}, {nil, "", "GET"}, {[]object{move()}, localtable.GuildID, "GET PUT"},
		{[]object{move()}, localtable.GuildID, "GET"},
	} {
		d.asked, d.keeper.Guild = nil, c.guild
		if answered, err := d.register(c.commands...); err != nil || answered != 1 || d.methods() != c.want {
			t.Errorf("%v cost %s, want %s; it was answered %d times, %v", c.commands, d.methods(), c.want, answered, err)
		}
	}
	d.keeper.Guild, d.spoil = "", func(method string, _ int) string { // as Discord itself writes it
		return map[string]string{"GET": `200 [{"id":"7","application_id":"1","version":"9","type":1,"name":"move",
			"name_localizations":null,"description":"Move units","description_localizations":null,"contexts":[0,2],
			"integration_types":[0,1],"default_member_permissions":"32","dm_permission":true,"nsfw":false,"options":[
			{"type":3,"name":"units","name_localizations":null,"description":"Which","required":true,"autocomplete":true},
			{"type":3,"name":"mode","description":"How","choices":[{"name":"x","value":"x","name_localizations":null}]}]}]`,
		}[method]
	}
	d.asked = nil
	if _, err := d.register(move()); err != nil || d.methods() != "GET" {
		t.Errorf("what Discord has already cost %s, %v", d.methods(), err)
	}
}

// What is not typed is kept as it is, an Activity's entry point above all. A typed command of a former version goes.
func TestRegister_KeepsForeignCommands(t *testing.T) {
	t.Parallel()
	d := lay(t, localtable.BotToken, nil)
	d.put(object{"name": "launch", "description": "", "type": 4, "handler": 2, "contexts": []int{0, 1},
		"integration_types": []int{0}, "name_localizations": object{"de": "starten"}},
		object{"name": "Report this", "description": "", "type": 3}, object{"name": "old", "description": "Old"})
	before := fmt.Sprint(d.has()[:2])
	must.Get(d.register(move()))(t)
	after := d.has()
	for _, c := range after { // which each change renews
		delete(c, "version")
	}
	for _, c := range after[1:] {
		for key, v := range c {
			if !strings.Contains(before, fmt.Sprintf("%s:%v", key, v)) {
				t.Errorf("%s is now %v, of what was %s", key, v, before)
			}
		}
	}
	if got := d.names(); got != "1move 4launch 3Report this" {
		t.Errorf("there are now %s", got)
	}
	d.asked = nil
	must.Get(d.register(move()))(t)
	if d.methods() != "GET" {
		t.Errorf("the second time cost %s", d.methods())
	}
	d.asked, d.spoil = nil, func(method string, times int) string { // the entry point is made between the two requests
		if method == "GET" && times == 1 {
			return "200 []"
		}
		return ""
	}
	must.Get(d.register(object{"name": "go", "description": "Go"}))(t)
	if got := d.names(); got != "1go 4launch 3Report this" || d.logged("50240") != 1 {
		t.Errorf("there are now %s; the log says %s", got, d.log.String())
	}
}

// A refused registration changes nothing, is said once with the command and the reason, and is tried again; meanwhile
// what was registered can be given.
func TestRegister_Refused(t *testing.T) {
	t.Parallel()
	d := lay(t, localtable.BotToken, nil)
	d.put(object{"name": "map", "description": "Map"})
	ctx, stop := context.WithCancel(t.Context())
	answered, ended := make(chan bool, 9), make(chan error)
	bad := move()
	bad["options"].([]object)[1]["name"] = "Bad Mode"
	go func() {
		ended <- registration.Register(ctx, d.keeper, []object{{"name": "map", "description": "Map"}, bad},
			func() { answered <- true })
	}()
	<-answered
	for strings.Count(d.methods(), "PUT") < 4 {
		time.Sleep(time.Millisecond)
	}
	if got := d.names(); got != "1map" || len(answered) > 0 {
		t.Errorf("there are now %s; it was answered %d times more", got, len(answered))
	}
	stop()
	must.Do(t, <-ended)
	const want = `Discord refuses /move Bad Mode name: Command name is invalid`
	if d.logged("level=ERROR") != 1 || d.logged(want) != 1 {
		t.Errorf("the log has no single %q:\n%s", want, d.log.String())
	}
}

// A registration that is refused or fails is tried again until it succeeds; only a wrong token ends it.
func TestRegister_TriesAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ spoiled, says string }{
		"a server that the bot is not in": {`403 {"code": 50001, "message": "Missing Access"}`, "Missing Access"},
		"a limit of the day":              {`400 {"code": 30034, "message": "Max number of daily application command creates"}`, "Max number"},
		"several commands": {`400 {"code": 50035, "message": "Invalid Form Body", "errors": {"0": {"name": {"_errors": [
			{"code": "X", "message": "Too\nlong"}]}}, "9": {"_errors": [{"code": "Y", "message": "Gone"}]}}}`,
			"/move name: Too long; the list: Gone"},
		"errors of another form": {`400 {"code": 50035, "message": "Invalid Form Body", "errors": [7]}`, "Invalid Form Body"},
		"a page":                 {"500 <html>", "it is tried again"},
		"another object":         {`200 {"id": "7"}`, "is not Discord's"},
		"fewer commands":         {`200 []`, "0 of 1 commands are there"},
		"too many requests":      {`429 {"retry_after": 0.001}`, "it is tried again"},
	} {
		t.Run(name, func(t *testing.T) {
			d := lay(t, localtable.BotToken, func(method string, times int) string {
				if method == "PUT" && times < 4 {
					return c.spoiled
				}
				return ""
			})
			if answered, err := d.register(move()); err != nil || answered != 1 || d.names() != "1move" {
				t.Errorf("answered %d times, %v: there are %s", answered, err, d.names())
			}
			if d.logged(c.says) != 1 || d.logged("are registered now") != 1 || d.logged("\n") != 2 {
				t.Errorf("the log does not say %q once:\n%s", c.says, d.log.String())
			}
		})
	}
	var refused *gateway.Refusal
	if answered, err := lay(t, "wrong", nil).register(move()); !errors.As(err, &refused) || answered > 0 {
		t.Errorf("a wrong token ends with %v, answered %d times", err, answered)
	}
}
