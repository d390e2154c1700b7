package threads_test

import (
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"grognard/bot/discord/oracle"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/bot/discord/rest/threads"
	"grognard/bot/localtable"
	"grognard/rules/must"
)

// lay returns a client of a local table, whose every request is held against Discord's document, and its channel.
func lay(t *testing.T) (c rest.Client, channel string) {
	t.Helper()
	judge := oracle.New(t)
	table := must.Get(localtable.New(localtable.Options{Observe: func(x localtable.Exchange) {
		judge.Check(x.Method, x.Route, x.Body)
	}}))(t)
	server := httptest.NewServer(table.Handler())
	t.Cleanup(func() {
		must.Do(t, table.Close())
		server.Close()
	})
	c = must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: server.URL}))(t)
	t.Cleanup(c.Close)
	channel, _ = table.Channel("autumn-for-barbarossa")
	return c, channel
}

// A thread is made, renamed, archived, and takes an edit only after it was woken.
func TestThread_Life(t *testing.T) {
	t.Parallel()
	c, channel := lay(t)
	ctx := t.Context()
	for _, private := range []bool{false, true} {
		id := must.Get(threads.Start(ctx, c, channel, threads.Thread{Name: "Anna against Boris", Private: private, Archive: threads.Week}))(t)
		message := must.Get(c.Send(ctx, id, rest.NewMessage("Turn 1", nil)))(t)
		must.Do(t, threads.Edit(ctx, c, id, threads.Change{Name: new("Turn 2"), Archived: new(true)}))
		if err := c.Edit(ctx, id, message, rest.NewMessage("Turn 2", nil)); threads.Why(err) != threads.Archived {
			t.Errorf("a message of an archived thread is edited: %v", err)
		}
		must.Do(t, threads.Wake(ctx, c, id))
		must.Do(t, c.Edit(ctx, id, message, rest.NewMessage("Turn 2", nil)))
		if _, err := threads.Start(ctx, c, id, threads.Thread{Name: "in a thread"}); threads.Why(err) != threads.WrongPlace {
			t.Errorf("a thread in a thread: %v", err)
		}
	}
	if _, err := threads.Start(ctx, c, "7", threads.Thread{Name: "nowhere"}); threads.Why(err) != threads.Gone {
		t.Errorf("a thread in no channel: %v", err)
	}
}

// refuses is a Discord that answers everything with a status and a body.
func refuses(t *testing.T, status int, body string, hear func(*http.Request)) rest.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hear != nil {
			hear(r)
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	c := must.Get(rest.New(rest.Options{Token: "x", Host: server.URL}))(t)
	t.Cleanup(c.Close)
	return c
}

func TestWhy(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]threads.Refusal{50013: threads.Permission, 50001: threads.Permission, 160006: threads.TooMany,
		160007: threads.TooMany, 50083: threads.Archived, 160005: threads.Locked, 40067: threads.NeedsTag, 50024: threads.WrongPlace,
		10003: threads.Gone, 99: threads.Other} {
		c := refuses(t, 400, fmt.Sprintf(`{"code":%d,"message":"x"}`, code), nil)
		_, _, posted := threads.Post(t.Context(), c, "1", threads.Thread{Name: "x"}, nil, rest.NewMessage("x", nil))
		for _, err := range []error{posted, threads.Wake(t.Context(), c, "1")} {
			if got := threads.Why(err); got != want {
				t.Errorf("%v: %d, want %d", err, got, want)
			}
		}
	}
	if got := threads.Why(threads.Wake(t.Context(), refuses(t, 503, "<html>", nil), "1")); got != threads.None {
		t.Errorf("a busy server: %d", got)
	}
	for _, body := range []string{"", "{}", "<html>", `{"id":"x"}`} {
		if id, err := threads.Start(t.Context(), refuses(t, 201, body, nil), "1", threads.Thread{Name: "x"}); err == nil {
			t.Errorf("%q is taken for the thread %q", body, id)
		}
	}
}

// A post of a forum has its tags, and its first message with the files.
func TestPost(t *testing.T) {
	t.Parallel()
	var body []byte
	files := 0
	c := refuses(t, 201, `{"id":"70","message":{"id":"71"}}`, func(r *http.Request) {
		_, values, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
		parts := multipart.NewReader(r.Body, values["boundary"])
		for {
			p, err := parts.NextPart()
			if err != nil {
				return
			}
			if p.FormName() == "payload_json" {
				body, _ = io.ReadAll(p)
			} else {
				files++
			}
		}
	})
	m := rest.NewMessage("", []layout.Component{layout.Gallery{Items: []layout.Picture{{Media: layout.Attached("map.png")}}}}).Once("x")
	m.Flags = layout.Flag
	m.Attach("map.png", []byte("\x89PNG"), "The map")
	thread, message, err := threads.Post(t.Context(), c, "1", threads.Thread{Name: "Turn 1", Archive: threads.Day}, []string{"5", "6"}, m)
	if err != nil || thread != "70" || message != "71" || files != 1 {
		t.Errorf("posted %s, %s with %d files: %v", thread, message, files, err)
	}
	if err := oracle.New(t).Judge(http.MethodPost, "/channels/{channel_id}/threads", body); err != nil ||
		!strings.Contains(string(body), `"applied_tags":["5","6"]`) {
		t.Errorf("%s: %v", body, err)
	}
	for change, want := range map[*threads.Change]string{{Tags: []string{}}: `{"applied_tags":[]}`, {Locked: new(true)}: `{"locked":true}`, {}: `{}`} {
		if got := string(must.Get(json.Marshal(change))(t)); got != want {
			t.Errorf("a change is sent as %s, want %s", got, want)
		}
	}
}
