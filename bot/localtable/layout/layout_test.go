package layout_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"grognard/bot/discord/oracle"
	"grognard/bot/discord/rest"
	sent "grognard/bot/discord/rest/layout"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

type (
	object = map[string]any
	list   = []sent.Component
)

// desk is a table with a bot that makes every request itself. All is held against Discord's document.
type desk struct {
	t       *testing.T
	base    string
	client  rest.Client
	anna    *player.Player
	channel string
	heard   chan json.RawMessage // interactions
}

func lay(t *testing.T) *desk {
	t.Helper()
	judge := oracle.New(t)
	table := must.Get(localtable.New(localtable.Options{AnswerWithin: time.Hour, Observe: func(x localtable.Exchange) {
		if x.Status < 400 {
			judge.Check(x.Method, x.Route, x.Body)
		}
		if err := judge.Answer(x.Method, x.Route, x.Status, x.Answer); err != nil && x.Route != "/gateway" { // discordgo's
			t.Errorf("%s %s answered %d: %v\n%s", x.Method, x.Path, x.Status, err, x.Answer)
		}
	}}))(t)
	server := httptest.NewServer(table.Handler())
	t.Cleanup(func() {
		must.Do(t, table.Close())
		server.Close()
	})
	d := &desk{t: t, base: server.URL, heard: make(chan json.RawMessage, 1)}
	d.client = must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: server.URL, RequestWithin: time.Hour}))(t)
	t.Cleanup(d.client.Close)
	s := d.client.Session
	s.ShouldReconnectOnError, s.LogLevel = false, -1 // -1: it logs not even errors
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			d.heard <- e.RawData
		}
	})
	must.Do(t, s.Open())
	d.anna = must.Get(player.Sit(t.Context(), server.URL, "Anna"))(t)
	t.Cleanup(d.anna.Leave)
	d.channel = must.Get(d.anna.Channel("autumn-for-barbarossa"))(t)
	return d
}

// call makes a request and returns the answer.
func (d *desk) call(method, path string, body any) (o object, err error) {
	raw, err := d.client.Call(d.t.Context(), "test", method, discordgo.EndpointAPI+path, path, body)
	if err == nil && len(raw) > 0 {
		err = json.Unmarshal(raw, &o)
	}
	return o, err
}

// refused holds that a request is refused with a code in its details.
func (d *desk) refused(want, method, path string, body any) {
	d.t.Helper()
	if o, err := d.call(method, path, body); rest.CodeOf(err) != 50035 || !strings.Contains(string(rest.Details(err)), want) {
		d.t.Errorf("%s %s was answered %v, %v %s, want %s", method, path, o, err, rest.Details(err), want)
	}
}

// hear returns the address of the answer to the next interaction, and its data.
func (d *desk) hear() (callback, webhook string, data object) {
	d.t.Helper()
	var it struct {
		ID, Token string
		Data      object
	}
	must.Do(d.t, json.Unmarshal(<-d.heard, &it))
	return "interactions/" + it.ID + "/" + it.Token + "/callback", "webhooks/" + localtable.ApplicationID + "/" + it.Token, it.Data
}

func newer(parts ...sent.Component) object {
	return object{"flags": sent.Flag, "components": parts}
}

func button(id string) sent.Component {
	return discordgo.Button{Label: "Orders", Style: discordgo.PrimaryButton, CustomID: id}
}

func row(parts ...sent.Component) sent.Component { return discordgo.ActionsRow{Components: parts} }

func picture(t *testing.T, wide, high int) []byte {
	var b bytes.Buffer
	must.Do(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, wide, high))))
	return b.Bytes()
}

// every is a message with every component.
func every(t *testing.T) rest.Message {
	m := rest.NewMessage("", list{
		sent.Text{Content: "# Autumn for Barbarossa"},
		sent.Container{Accent: sent.Colour(0x336699), Components: list{
			sent.Section{Texts: sent.Texts("**Turn 3**, German movement", "Since <t:1700000000:R>"), Accessory: button("orders")},
			sent.Section{Texts: sent.Texts("12th Panzer"), Accessory: sent.Thumbnail{Media: sent.Attached("map.png"), Description: "A counter"}},
			sent.Separator{Divider: true, Spacing: sent.Large},
			sent.Gallery{Items: []sent.Picture{{Media: sent.Attached("map.png"), Description: "The map"}, {Media: sent.Attached("map.png"), Spoiler: true}}},
			row(button("since"), discordgo.Button{Label: "Rules", Style: discordgo.LinkButton, URL: "https://example.org/"}),
			sent.File{File: sent.Attached("log.txt")}, sent.Text{Content: "-# the end"},
		}},
		row(sent.Select{Kind: sent.KindStringSelect, CustomID: "pick", Options: []sent.Option{{Label: "A", Value: "a"}, {Label: "B", Value: "b"}}}),
		row(sent.Select{Kind: sent.KindUserSelect, CustomID: "who", Most: 2}),
		row(sent.Select{Kind: sent.KindChannelSelect, CustomID: "where"}),
	})
	m.Flags = sent.Flag
	m.Attach("map.png", picture(t, 640, 320), "The map")
	m.Attach("log.txt", []byte("log"), "The log")
	return m
}

// The table refuses the messages that the bot's own check finds wrong before it sends them, and no others.
func TestCheck_AsTheBotChecks(t *testing.T) {
	t.Parallel()
	d := lay(t)
	texts := func(n, characters int) (out list) {
		for range n {
			out = append(out, sent.Text{Content: strings.Repeat("x", characters)})
		}
		return out
	}
	section := func(accessory sent.Component, n int) sent.Component {
		return sent.Section{Texts: sent.Texts(strings.Split("abcd"[:n], "")...), Accessory: accessory}
	}
	messages := "channels/" + d.channel + "/messages"
	for name, c := range map[string]struct {
		draft sent.Draft
		want  string // "" is right
	}{
		"40 components":            {sent.Draft{Components: texts(40, 1)}, ""},
		"41 in a container":        {sent.Draft{Components: list{sent.Container{Components: texts(40, 1)}}}, "TOTAL_COMPONENTS_EXCEEDED"},
		"4,000 characters":         {sent.Draft{Components: texts(2, 2000)}, ""},
		"4,001 characters":         {sent.Draft{Components: append(texts(2, 2000), texts(1, 1)...)}, "TEXT_SIZE_EXCEEDED"},
		"content beside":           {sent.Draft{Content: "x", Components: texts(1, 1)}, "LEGACY_FIELDS"},
		"a section of three texts": {sent.Draft{Components: list{section(button("x"), 3)}}, ""},
		"a section of four texts":  {sent.Draft{Components: list{section(button("x"), 4)}}, "Must be between 1 and 3"},
		"a section alone":          {sent.Draft{Components: list{section(nil, 1)}}, "This field is required"},
		"a text as an accessory":   {sent.Draft{Components: list{section(sent.Text{Content: "x"}, 1)}}, "UNION_TYPE_CHOICES"},
		"a container in another":   {sent.Draft{Components: list{sent.Container{Components: list{sent.Container{Components: texts(1, 1)}}}}}, "UNION_TYPE_CHOICES"},
		"a custom ID twice":        {sent.Draft{Components: list{row(button("x")), section(button("x"), 1)}}, "CUSTOM_ID_DUPLICATED"},
		"a file that is not there": {sent.Draft{Components: list{sent.File{File: sent.Attached("a.txt")}}}, "ATTACHMENT_NOT_FOUND"},
		"a button at the top":      {sent.Draft{Components: list{button("x")}}, "UNION_TYPE_CHOICES"},
	} {
		c.draft.Flags = sent.Flag
		body := newer(c.draft.Components...)
		if c.draft.Content != "" {
			body["content"] = c.draft.Content
		}
		if own := sent.Check(c.draft); (own == nil) != (c.want == "") {
			t.Errorf("%s: the bot says %v", name, own)
		}
		if c.want != "" {
			d.refused(c.want, http.MethodPost, messages, body)
		} else {
			must.Get(d.call(http.MethodPost, messages, body))(t)
		}
	}
	d.refused("UNION_TYPE_CHOICES", http.MethodPost, messages, object{"components": texts(1, 1)})
	d.refused("UNION_TYPE_CHOICES", http.MethodPost, messages, newer(sent.Select{Kind: 99, CustomID: "x"}))
}

// A message can be given the newer layout, and then keeps it.
func TestSetFlag(t *testing.T) {
	t.Parallel()
	d := lay(t)
	messages := "channels/" + d.channel + "/messages"
	m := must.Get(d.call(http.MethodPost, messages, object{"content": "older"}))(t)
	at := fmt.Sprintf("%s/%v", messages, m["id"])
	d.refused("LEGACY_FIELDS", http.MethodPatch, at, newer(sent.Text{Content: "newer"}))
	body := newer(sent.Text{Content: "newer"})
	body["content"] = nil
	if m = must.Get(d.call(http.MethodPatch, at, body))(t); m["flags"] != float64(sent.Flag) || m["content"] != "" {
		t.Errorf("it became %v", m)
	}
	d.refused("CANNOT_REMOVE", http.MethodPatch, at, object{"flags": 0, "content": "older"})
	d.refused("LEGACY_FIELDS", http.MethodPatch, at, object{"content": "older"})
	must.Get(d.call(http.MethodPatch, at, newer(sent.Text{Content: "newest"})))(t)
}

// Every component comes back as Discord's document has it; its buttons and menus are used as those of rows are.
func TestEveryComponent(t *testing.T) {
	t.Parallel()
	d := lay(t)
	ctx := t.Context()
	id := must.Get(d.client.Send(ctx, d.channel, every(t)))(t)
	seen := must.Get(d.client.Before(ctx, d.channel, ""))(t)
	ids := ""
	for p := range seen[0].Components.All() {
		ids += p.CustomID + " "
	}
	if got := strings.Join(strings.Fields(ids), " "); seen[0].ID != id || got != "orders since pick who where" || len(seen[0].Attachments) != 0 {
		t.Errorf("the bot reads back %q, with %v beside what shows them", got, seen[0].Attachments)
	}
	use := func(customID string, then func(callback, webhook string, data object), values ...string) {
		t.Helper()
		done := make(chan error, 1)
		go func() {
			var err error
			if len(values) > 0 {
				_, err = d.anna.Choose(ctx, id, customID, values...)
			} else {
				_, err = d.anna.Click(ctx, id, customID)
			}
			done <- err
		}()
		callback, webhook, data := d.hear()
		then(callback, webhook, data)
		must.Do(t, <-done)
	}
	promised := func(callback, webhook string, _ object) { // 5: a promise; 64: ephemeral; the flag comes with the edit
		d.refused("IS_COMPONENTS_V2", http.MethodPost, callback, object{"type": 5, "data": object{"flags": sent.Flag | 64}})
		must.Get(d.call(http.MethodPost, callback, object{"type": 5, "data": object{"flags": 64}}))(t)
		m := must.Get(d.call(http.MethodPatch, webhook+"/messages/@original", newer(sent.Text{Content: "later"})))(t)
		if m["flags"] != float64(sent.Flag|64) {
			t.Errorf("the answer became %v", m)
		}
	}
	use("orders", promised)
	answered := func(want string) func(callback, webhook string, data object) {
		return func(callback, _ string, data object) {
			if got := fmt.Sprint(data["values"], len(data["resolved"].(object))); got != want {
				t.Errorf("the bot gets %s, want %s", got, want)
			}
			must.Get(d.call(http.MethodPost, callback, object{"type": 4, "data": newer(sent.Text{Content: "done"})}))(t)
		}
	}
	use("who", answered(fmt.Sprintf("[%s %s] 2", d.anna.User().ID, localtable.ApplicationID)), d.anna.User().ID, localtable.ApplicationID)
	use("where", answered(fmt.Sprintf("[%s] 1", d.channel)), d.channel)
	if _, err := d.anna.Choose(ctx, id, "who", "77"); err == nil {
		t.Error("a stranger was chosen")
	}
	if _, err := d.anna.Choose(ctx, id, "pick", "a", "b"); err == nil {
		t.Error("two values were chosen where one may be")
	}
}

// A late answer in the newer layout is promised without the layout's flag. The edit that fills it in sets the flag.
func TestReply_Promised(t *testing.T) {
	t.Parallel()
	d := lay(t)
	ctx := t.Context()
	id := must.Get(d.client.Send(ctx, d.channel, every(t)))(t)
	late := must.Get(rest.New(rest.Options{Token: localtable.BotToken, Host: d.base, DeferAfter: time.Nanosecond}))(t)
	t.Cleanup(late.Close)
	done := make(chan error, 1)
	go func() { _, err := d.anna.Click(ctx, id, "orders"); done <- err }()
	it := discordgo.Interaction{AppID: localtable.ApplicationID, Type: discordgo.InteractionMessageComponent}
	var heard struct{ ID, Token string }
	must.Do(t, json.Unmarshal(<-d.heard, &heard))
	it.ID, it.Token = heard.ID, heard.Token
	reply := rest.NewReply(late, &it, false)
	awaited := func(flags int) {
		t.Helper()
		must.Get(d.anna.Await(ctx, func(m player.Message) bool { return m.Flags == flags }))(t)
	}
	awaited(64 | 128) // ephemeral and loading: it is promised
	m := rest.NewMessage("", list{sent.Text{Content: "late"}})
	m.Flags = sent.Flag
	must.Do(t, reply.Show(ctx, m))
	awaited(64 | int(sent.Flag))
	must.Do(t, <-done)
}

// settings is a form with every field that a table has.
func settings() object {
	two := []sent.Option{{Label: "A", Value: "a", Description: "the first"}, {Label: "B", Value: "b"}}
	return object{"type": 9, "data": object{"title": "Settings", "custom_id": "set", "components": list{
		sent.Text{Content: "How games go in **this server**"},
		sent.Label{Label: "Quiet hours", Description: "As 22-7", Component: sent.TextInput{CustomID: "t", Style: 1, MaxLength: 9}},
		sent.Label{Label: "Style", Component: sent.Select{Kind: sent.KindStringSelect, CustomID: "s", Options: two}},
		sent.Label{Label: "Who opens games", Component: sent.Select{Kind: sent.KindUserSelect, CustomID: "u", Optional: true, Most: 2}},
		sent.Label{Label: "Where they go", Component: sent.Select{Kind: sent.KindChannelSelect, CustomID: "c", ChannelTypes: []discordgo.ChannelType{0}}},
	}}}
}

func boxes() object {
	two := []sent.Option{{Label: "A", Value: "a", Description: "the first"}, {Label: "B", Value: "b"}}
	return object{"type": 9, "data": object{"title": "Boxes", "custom_id": "box", "components": list{
		sent.Label{Label: "One", Component: sent.RadioGroup{CustomID: "g", Options: two, Required: true}},
		sent.Label{Label: "Some", Component: sent.CheckboxGroup{CustomID: "b", Options: two}},
		sent.Label{Label: "Yes", Component: sent.Checkbox{CustomID: "x"}},
	}}}
}

// A form with labels is filled in, and read by the bot as it was filled in.
func TestForm(t *testing.T) {
	t.Parallel()
	d := lay(t)
	ctx := t.Context()
	id := must.Get(d.client.Send(ctx, d.channel, every(t)))(t)
	fill := func(open object, fields map[string]string, picked player.Picked, wrong map[string]player.Picked) string {
		t.Helper()
		done := make(chan player.Form, 1)
		go func() { done <- must.Get(d.anna.ClickForm(ctx, id, "orders"))(t) }()
		callback, _, _ := d.hear()
		d.refused("UNION_TYPE_CHOICES", http.MethodPost, callback, object{"type": 9, "data": object{"title": "x", "custom_id": "y", "components": list{button("x")}}})
		must.Get(d.call(http.MethodPost, callback, open))(t)
		form := <-done
		for name, picked := range wrong {
			if _, err := d.anna.Fill(ctx, form, fields, picked); err == nil {
				t.Errorf("it was sent with %s", name)
			}
		}
		sentOff := make(chan error, 1)
		go func() { _, err := d.anna.Fill(ctx, form, fields, picked); sentOff <- err }()
		callback, _, data := d.hear()
		must.Get(d.call(http.MethodPost, callback, object{"type": 4, "data": object{"content": "set"}}))(t)
		must.Do(t, <-sentOff)
		raw := must.Get(json.Marshal(data["components"]))(t)
		written, chosen := sent.Fields(discordgo.ModalSubmitInteractionData{Components: must.Get(sent.ReadForm(raw))(t)})
		return fmt.Sprint(written, chosen)
	}
	anna := d.anna.User().ID
	got := fill(settings(), map[string]string{"t": "22-7"}, player.Picked{"s": {"b"}, "c": {d.channel}}, map[string]player.Picked{
		"nothing chosen": {"c": {d.channel}}, "a style that is none": {"s": {"z"}, "c": {d.channel}}, "no channel": {"s": {"a"}, "c": {anna}}})
	if want := fmt.Sprintf("map[t:22-7] map[c:[%s] s:[b] u:[]]", d.channel); got != want {
		t.Errorf("the bot reads %s, want %s", got, want)
	}
	got = fill(boxes(), nil, player.Picked{"g": {"a"}, "b": {"a", "b"}, "x": {"yes"}}, map[string]player.Picked{"no radio": {"b": {"a"}}})
	if want := "map[] map[b:[a b] g:[a] x:[x]]"; got != want {
		t.Errorf("the bot reads %s, want %s", got, want)
	}
}
