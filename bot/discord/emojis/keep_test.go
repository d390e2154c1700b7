package emojis_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/emojis"
	"grognard/bot/discord/oracle"
	"grognard/bot/discord/rest"
	"grognard/bot/localtable"
	"grognard/render/emoji"
	"grognard/rules/must"
)

// desk is a local table that a keeper works at, and what it was asked for.
type desk struct {
	t      *testing.T
	url    string
	client rest.Client
	log    discordtest.Log

	mu    sync.Mutex
	asked []string // methods of requests about emojis
	fault func(localtable.Exchange, http.ResponseWriter) bool
}

func lay(t *testing.T) *desk {
	t.Helper()
	d, judge := &desk{t: t}, oracle.New(t)
	table := must.Get(localtable.New(localtable.Options{Spoil: func(w http.ResponseWriter, _ *http.Request,
		x localtable.Exchange, carryOut func() localtable.Exchange) {
		d.mu.Lock()
		fault := d.fault
		if strings.Contains(x.Route, "emojis") {
			d.asked = append(d.asked, x.Method)
		}
		d.mu.Unlock()
		judge.Check(x.Method, x.Route, x.Body)
		if fault == nil || !fault(x, w) {
			carryOut().Write(w)
		}
	}}))(t)
	server := httptest.NewServer(table.Handler())
	t.Cleanup(func() {
		must.Do(t, table.Close())
		server.Close()
	})
	d.url = server.URL
	d.client = must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: d.url, RetryAfter: time.Millisecond}))(t)
	t.Cleanup(d.client.Close)
	return d
}

// spoil has a function answer requests; it returns whether it did.
func (d *desk) spoil(fault func(localtable.Exchange, http.ResponseWriter) bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fault = fault
}

// count returns how many requests with a method were made since the last call.
func (d *desk) count(method string) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, m := range d.asked {
		if m == method {
			n++
		}
	}
	d.asked = slices.DeleteFunc(d.asked, func(m string) bool { return m == method })
	return n
}

// keep runs a keeper until a condition holds and then for a moment, in which nothing else may happen.
func (d *desk) keep(set *emojis.Set, signs []emoji.Sign, uploads bool, until func() bool) {
	d.t.Helper()
	ctx, stop := context.WithCancel(d.t.Context())
	ended := make(chan struct{})
	k := emojis.Keeper{Client: d.client, Application: localtable.ApplicationID, Set: set, Signs: signs, Uploads: uploads,
		Log: slog.New(slog.NewTextHandler(&d.log, nil))}
	go func() {
		defer close(ended)
		k.Keep(ctx)
	}()
	for end := time.Now().Add(time.Minute); !until(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			d.t.Fatalf("it never comes to that\n%s", &d.log)
		}
	}
	time.Sleep(30 * time.Millisecond)
	stop()
	<-ended
}

// all returns a condition: the set has all of these signs.
func all(set *emojis.Set, signs []emoji.Sign) func() bool {
	return func() bool {
		return !slices.ContainsFunc(signs, func(s emoji.Sign) bool { return set.Of(s).ID == "" })
	}
}

// names returns the names of the emojis at the table, by identifier.
func (d *desk) names() map[string]string {
	answer := must.Get(d.client.Call(d.t.Context(), "emojis", http.MethodGet, d.path(""), "test", nil))(d.t)
	var said struct{ Items []emojis.Emoji }
	must.Do(d.t, json.Unmarshal(answer, &said))
	out := map[string]string{}
	for _, e := range said.Items {
		out[e.ID] = e.Name
	}
	return out
}

// path returns the address of the emojis, or of one of them.
func (d *desk) path(id string) string {
	return strings.TrimSuffix("https://discord.com/api/v9/applications/"+localtable.ApplicationID+"/emojis/"+id, "/")
}

func dice() (list []emoji.Sign) {
	for face := range 6 {
		list = append(list, emoji.DieSign(face+1))
	}
	return list
}

func TestKeep_Twice(t *testing.T) {
	d, signs := lay(t), dice()
	for i, want := range []int{len(signs), 0} {
		set := emojis.NewSet()
		d.keep(set, signs, true, all(set, signs))
		if posts, deletes := d.count("POST"), d.count("DELETE"); posts != want || deletes != 0 {
			t.Errorf("start %d: %d uploads and %d deletions", i+1, posts, deletes)
		}
	}
}

// A new version uploads what looks different, renames what has another word, deletes what it does not need, and leaves
// what others made.
func TestKeep_Changed(t *testing.T) {
	d := lay(t)
	horse := emoji.Sign{Kind: emoji.Unit, What: "cavalry", Color: "#3b6ea8"}
	set, before := emojis.NewSet(), append(dice(), horse)
	d.keep(set, before, true, all(set, before))
	picture := must.Get(must.Get(emoji.NewPainter())(t).Paint(emoji.DieSign(1)))(t)
	for _, name := range []string{"gg", "grog_mine", "grog_mine_0123456", "other_die1_705eab41"} {
		must.Get(d.client.Call(t.Context(), "emojis", http.MethodPost, d.path(""), "test", map[string]string{"name": name,
			"image": emojis.Data(picture)}))(t)
	}
	old := d.names()
	d.count("POST")
	scout, tank := horse, horse
	scout.What, tank.What = "reconnaissance", "armour" // the former looks like the cavalry
	set, after := emojis.NewSet(), append(dice()[1:], scout, tank)
	d.keep(set, after, true, func() bool { return all(set, after)() && d.names()[idOf(old, "grog_die1")] == "" })
	if posts, patches, deletes := d.count("POST"), d.count("PATCH"), d.count("DELETE"); posts != 1 || patches != 1 ||
		deletes != 1 {
		t.Errorf("%d uploads, %d renamed and %d deletions", posts, patches, deletes)
	}
	now := d.names()
	for id, name := range old {
		want := name
		switch {
		case strings.HasPrefix(name, "grog_cavalry_"):
			want = set.Of(scout).Name
		case strings.HasPrefix(name, "grog_die1_"):
			want = ""
		}
		if now[id] != want {
			t.Errorf("%s is %q now, want %q", name, now[id], want)
		}
	}
}

func idOf(names map[string]string, prefix string) string {
	for id, name := range names {
		if strings.HasPrefix(name, prefix) {
			return id
		}
	}
	return ""
}

// A keeper that ends in the middle, or finds emojis deleted by hand, goes on where it is at the next start.
func TestKeep_HalfThere(t *testing.T) {
	d, signs := lay(t), dice()
	set := emojis.NewSet()
	var sent atomic.Int64
	d.spoil(func(x localtable.Exchange, w http.ResponseWriter) bool {
		fails := x.Method == http.MethodPost && sent.Add(1) > 2
		if fails {
			http.Error(w, "<html>", http.StatusBadGateway)
		}
		return fails
	})
	d.keep(set, signs, true, func() bool { return set.Of(signs[1]).ID != "" })
	if set.Of(signs[2]).ID != "" || strings.Count(d.log.String(), "level=WARN") != 1 {
		t.Errorf("of six there are %v\n%s", d.names(), &d.log)
	}
	d.spoil(nil)
	d.count("POST")
	must.Get(d.client.Call(t.Context(), "emojis", http.MethodDelete, d.path(set.Of(signs[0]).ID), "test", nil))(t)
	set = emojis.NewSet()
	d.keep(set, signs, true, all(set, signs))
	if posts := d.count("POST"); posts != 5 {
		t.Errorf("%d uploads of four that were missing and one that was deleted", posts)
	}
}

// A message whose emoji was deleted goes without, and the emoji is uploaded anew.
func TestKeep_DeletedByHand(t *testing.T) {
	d, signs, set := lay(t), dice(), emojis.NewSet()
	channel := must.Get(d.client.DM(t.Context(), "1150000000000000101"))(t)
	client := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: d.url}))(t)
	defer client.Close()
	client.Session.Client.Transport = emojis.Transport{By: client.Session.Client.Transport, Set: set}
	deleted, renewed := emojis.Emoji{}, func() bool { return false }
	d.keep(set, signs, true, func() bool {
		if deleted.ID == "" && all(set, signs)() {
			deleted = set.Of(signs[0])
			must.Get(d.client.Call(t.Context(), "emojis", http.MethodDelete, d.path(deleted.ID), "test", nil))(t)
			must.Get(client.Send(t.Context(), channel, adorned(deleted)))(t)
			renewed = func() bool { now := set.Of(signs[0]); return now.ID != "" && now != deleted }
		}
		return renewed()
	})
	if list := must.Get(d.client.Before(t.Context(), channel, ""))(t); len(list) != 1 || list[0].Content != "Choose" {
		t.Errorf("the channel has %v", list)
	}
}

// Doubts without a reason, some of which Discord gives, do not make later ones wait.
func TestKeep_DoubtsNowAndThen(t *testing.T) {
	d, signs, set := lay(t), dice(), emojis.NewSet()
	began, doubts := time.Now(), 0
	d.keep(set, signs, true, func() bool {
		if d.count("GET") > 0 {
			time.Sleep(20 * time.Millisecond)
			set.Doubt()
			doubts++
		}
		return doubts == 13
	})
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("it takes %s to look %d times", took, doubts)
	}
}

// Who may not upload is told once, goes on trying, and keeps what he has; one picture that is refused keeps no other
// from being uploaded.
func TestKeep_Refused(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		all    bool
		least  int64 // refusals in a moment
	}{
		"no room":             {400, `{"code":30008,"message":"Maximum number of emojis reached (2000)"}`, true, 1},
		"one picture refused": {400, `{"code":50035,"message":"Invalid Form Body"}`, false, 3},
		"rate limited":        {429, `{"message":"You are being rate limited.","retry_after":0.005,"global":false}`, true, 3},
		"a proxy's page":      {200, `<html>`, true, 3},
	} {
		t.Run(name, func(t *testing.T) {
			d, signs, set := lay(t), dice(), emojis.NewSet()
			var refusals atomic.Int64
			d.spoil(func(x localtable.Exchange, w http.ResponseWriter) bool {
				refuse := x.Method == http.MethodPost && (c.all || strings.Contains(string(x.Body), "grog_die1"))
				if refuse {
					refusals.Add(1)
					w.WriteHeader(c.status)
					_, _ = w.Write([]byte(c.body))
				}
				return refuse
			})
			others := signs[1:]
			if c.all {
				others = nil
			}
			d.keep(set, signs, true, func() bool { return refusals.Load() >= c.least && all(set, others)() })
			if told := strings.Count(d.log.String(), "level=WARN"); told != 1 {
				t.Errorf("it is said %d times\n%s", told, &d.log)
			}
			if set.Of(signs[0]).String() != "" {
				t.Error("there is an emoji that was refused")
			}
			d.spoil(nil)
			d.keep(set, signs, true, all(set, signs))
		})
	}
}

// A process without the first shard uploads nothing, and uses what the other has uploaded.
func TestKeep_OfAnother(t *testing.T) {
	d, signs := lay(t), dice()
	first, other := emojis.NewSet(), emojis.NewSet()
	d.keep(other, signs, false, func() bool { return d.count("GET") > 0 })
	if posts := d.count("POST"); posts != 0 || d.log.String() != "" {
		t.Errorf("%d uploads\n%s", posts, &d.log)
	}
	d.keep(first, signs, true, all(first, signs))
	d.keep(other, signs, false, all(other, signs))
	if first.Of(signs[3]) != other.Of(signs[3]) {
		t.Errorf("%v and %v", first.Of(signs[3]), other.Of(signs[3]))
	}
}
