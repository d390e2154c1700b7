package emojis_test

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"grognard/bot/localtable/check"
	"grognard/bot/localtable/emojis"
	"grognard/bot/localtable/wire"
	"grognard/render/emoji"
	"grognard/rules/must"
)

// shelf returns a shelf that keeps nothing.
func shelf() *emojis.Shelf {
	ids := 0
	l := &emojis.Shelf{Keep: func([]byte) (string, error) { return "file", nil }, NewID: func() string {
		ids++
		return strconv.Itoa(ids)
	}}
	l.Write = func(e emojis.Emoji) error {
		l.Apply(e)
		return nil
	}
	return l
}

// Discord refuses what is no name, a name that is taken, what is no picture, too many, and what is not there.
func TestRoutes_Refused(t *testing.T) {
	l := shelf()
	for i := range emojis.Most - 1 {
		l.Apply(emojis.Emoji{Emoji: named("e" + strconv.Itoa(i)), File: "file"})
	}
	routes, picture := emojis.Routes(l, "7"), must.Get(must.Get(emoji.NewPainter())(t).Paint(emoji.DieSign(6)))(t).PNG
	ask := func(route, id, application string, body any) (any, error) {
		return routes[route](emojis.Request{Body: must.Get(json.Marshal(body))(t), Part: func(name string) string {
			return map[string]string{"emoji_id": id, "application_id": application}[name]
		}})
	}
	const all, one = "/applications/{application_id}/emojis", "/applications/{application_id}/emojis/{emoji_id}"
	bare := map[string]any{"name": "die_6", "image": append([]byte(nil), picture...)} // no data URL
	data := func(name string, file any) map[string]any {
		raw, _ := json.Marshal(file) // bytes in base 64
		return map[string]any{"name": name, "image": "data:image/png;base64," + strings.Trim(string(raw), `"`)}
	}
	for name, c := range map[string]struct {
		route, id, application string
		body                   any
		code                   int
	}{
		"another application":  {"POST " + all, "", "8", data("die_6", picture), 10002},
		"one letter":           {"POST " + all, "", "7", data("d", picture), 50035},
		"a blank in a name":    {"POST " + all, "", "7", data("die 6", picture), 50035},
		"33 letters":           {"POST " + all, "", "7", data(strings.Repeat("d", 33), picture), 50035},
		"a name that is taken": {"POST " + all, "", "7", data("e1", picture), 50035},
		"no data":              {"POST " + all, "", "7", bare, 50035},
		"no picture":           {"POST " + all, "", "7", data("die_6", []byte("GIF89a")), 50035},
		"unknown":              {"DELETE " + one, "12", "7", nil, 10014},
		"renamed to nothing":   {"PATCH " + one, "e1", "7", map[string]string{"name": ""}, 50035},
	} {
		_, err := ask(c.route, c.id, c.application, c.body)
		if r, ok := errors.AsType[*check.Refusal](err); !ok || r.Code != c.code {
			t.Errorf("%s: %v, want %d", name, err, c.code)
		}
	}
	must.Get(ask("POST "+all, "", "7", data("die_6", picture)))(t)
	if _, err := ask("POST "+all, "", "7", data("die_7", picture)); err == nil || !strings.Contains(err.Error(), "30008") {
		t.Errorf("more than Discord takes: %v", err)
	}
	must.Get(ask("PATCH "+one, "1", "7", map[string]string{"name": "die_8"}))(t)
	if e, ok := l.Find("1"); !ok || e.Name != "die_8" || e.File != "file" {
		t.Errorf("renamed it is %v", e)
	}
	must.Get(ask("DELETE "+one, "1", "7", nil))(t)
	if _, ok := l.Find("1"); ok {
		t.Error("it is still there")
	}
}

// A message with an emoji that is not there is refused.
func TestShelf_Check(t *testing.T) {
	l := shelf()
	l.Apply(emojis.Emoji{Emoji: named("e1"), File: "file"})
	for body, refused := range map[string]bool{
		`{"label":"a","emoji":{"name":"e1","id":"9"}}`: true, `{"content":"<:gg:9>"}`: false, `{"emoji":{"name":"x"}}`: false,
	} {
		if err := l.Check([]byte(body)); (err != nil) != refused {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// named returns an emoji whose identifier is its name.
func named(name string) wire.Emoji { return wire.Emoji{ID: name, Name: name} }
