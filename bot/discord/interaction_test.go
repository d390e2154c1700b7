package discord

import (
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"grognard/bot/catalogue"
	"grognard/bot/discord/ask"
	"grognard/bot/discord/direct"
	"grognard/bot/discord/page"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/tell"
	"grognard/bot/limit"
	"grognard/bot/localtable"
	"grognard/bot/schedule"
)

// sound is an interaction with a part of it replaced.
func sound(kind, data string, replaced ...string) string {
	text := `{"id":"1","application_id":"2","type":` + kind + `,"data":` + data +
		`,"token":"t","channel_id":"3","guild_id":"4","locale":"en-US",` +
		`"channel":{"id":"3","type":0},"app_permissions":"2048","member":{"user":{"id":"5"},"permissions":"2048"},"message":{"id":"6","flags":64}}`
	return strings.NewReplacer(replaced...).Replace(text)
}

const (
	typedMap   = `{"id":"9","name":"map","type":1,"options":[{"name":"at","type":3,"value":"10.07"}]}`
	pressedDue = `{"custom_id":"due:g","component_type":2}`
	filledWord = `{"custom_id":"word:g","components":[{"type":1,"components":[{"type":4,"custom_id":"text","value":"steppe"}]}]}`
)

// What has the shape that Discord gives it is read; of all else the log says what is wrong, and no
// token.
func TestReadInteraction_Misshapen(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		sound("2", typedMap):   "",
		sound("4", typedMap):   "",
		sound("3", pressedDue): "",
		sound("5", filledWord): "",
		sound("3", "{}"):       "",
		sound("5", "{}"):       "",
		sound("2", typedMap, `"member":{"user":{"id":"5"},"permissions":"2048"}`, `"user":{"id":"5"}`): "",

		`null`: "identifier", `{}`: "identifier", `[]`: "cannot unmarshal", `"x"`: "cannot unmarshal", `{`: "unexpected end", ``: "unexpected end",
		sound("2", typedMap, `,"data":`+typedMap, ``): "unexpected end",
		sound("2", "null"):                            "without a name",
		sound("2", "[]"):                              "cannot unmarshal",
		sound("1", typedMap):                          "type 1",
		sound("9", typedMap):                          "type 9",
		sound("2", `{"name":"map","options":[null]}`): "option",
		sound("2", `{"name":"game","options":[{"name":"new","type":1,"options":[null]}]}`):   "option",
		sound("2", typedMap, `"id":"1"`, `"id":""`):                                          "its interaction",
		sound("2", typedMap, `"id":"1"`, `"id":"x/../y"`):                                    "its interaction",
		sound("2", typedMap, `"token":"t"`, `"token":""`):                                    "token",
		sound("2", typedMap, `"token":"t"`, `"token":"../../x"`):                             "token",
		sound("2", typedMap, `"channel_id":"3",`, ``):                                        "its channel",
		sound("2", typedMap, `"user":{"id":"5"}`, `"user":null`):                             "its user",
		sound("2", typedMap, `"member":{"user":{"id":"5"},"permissions":"2048"}`, `"x":"y"`): "its user",
		sound("2", typedMap, `"app_permissions":"2048"`, `"app_permissions":"many"`):         `"many"`,
		sound("3", pressedDue, `"message":{"id":"6","flags":64}`, `"message":null`):          "message",
	} {
		_, err := readInteraction([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for kind, want := range map[string]bool{"0": false, "10": true, "11": true, "12": true, "15": false} {
		it, err := readInteraction([]byte(sound("2", typedMap, `"type":0}`, `"type":`+kind+`}`)))
		if err != nil || it.thread != want {
			t.Errorf("a channel of type %s: %+v, %v", kind, it, err)
		}
	}
}

// In a thread there is another permission to write, for the bot and for its users.
func TestPermissions_InThreads(t *testing.T) {
	t.Parallel()
	const channels, threads = 1<<10 | 1<<11 | 1<<15 | 1<<16, 1<<10 | 1<<15 | 1<<16 | 1<<38
	for _, c := range []struct {
		ask.Permissions
		bot, user string
	}{
		{ask.Permissions{Bot: channels, User: channels, Guild: true, Thread: false}, "", ""},
		{ask.Permissions{Bot: threads, User: threads, Guild: true, Thread: false}, "**Send Messages**",
			"**Send Messages**"},
		{ask.Permissions{Bot: threads, User: threads, Guild: true, Thread: true}, "", ""},
		{ask.Permissions{Bot: channels, User: channels, Guild: true, Thread: true}, "**Send Messages in Threads**",
			"**Send Messages in Threads**"},
		{ask.Permissions{Bot: 1 << 3, User: 1 << 3, Guild: true, Thread: false}, "", ""}, // an administrator
		{ask.Permissions{Bot: 0, User: 0, Guild: false, Thread: false}, "", ""},          // direct messages
	} {
		req := ask.Request{Localizer: inEnglish(t), Permissions: c.Permissions}
		if got := strings.Join(ask.MissingPermissions(req), ", "); got != c.bot {
			t.Errorf("%+v: the bot lacks %q", c.Permissions, got)
		}
		err := permitted(req, intent{press: new(bot).pressTable()[page.PressShare]})
		if words := ""; err != nil {
			words, _ = tell.Refuse(req.Localizer, err)
			if c.user == "" || !strings.Contains(words, c.user) {
				t.Errorf("%+v: %q", c.Permissions, words)
			}
		} else if c.user != "" {
			t.Errorf("%+v: permitted", c.Permissions)
		}
	}
}

// Where permissions are given: a thread has none of its own.
func TestPermissions_WhereTheyAreGiven(t *testing.T) {
	t.Parallel()
	for thread, want := range map[bool][]string{
		false: {"in this channel", "in the channel's settings under Permissions"},
		true:  {"in this thread", "in the settings of the channel that it belongs to under Permissions"},
	} {
		req := ask.Request{Localizer: inEnglish(t), Permissions: ask.Permissions{Bot: 1 << 10, User: 1 << 3,
			Guild:  true,
			Thread: thread}}
		refused, _ := tell.Refuse(req.Localizer, permitted(req,
			intent{command: new(bot).commandTable(nil)["game new"]}))
		for _, text := range []string{refused, strings.Join(ask.PermissionWarning(req), "\n")} {
			for _, words := range want {
				if !strings.Contains(text, words) {
					t.Errorf("no %q in %q", words, text)
				}
			}
		}
	}
}

// Nothing that comes as an interaction ends the program.
func FuzzInteractions(f *testing.F) {
	for _, text := range []string{"", "null", "{}", sound("2", typedMap), sound("4", typedMap),
		sound("3", pressedDue), sound("5", filledWord),
		sound("2", "null"), sound("2",
			`{"name":"game","options":[{"name":"new","type":1,"options":[{"name":"module","value":{}}]}]}`),
		sound("3", `{"custom_id":"which:g::map|at=10.07","component_type":2}`)} {
		f.Add([]byte(text))
	}
	w := must(ask.NewWords(nil))(f)
	client := must(rest.New(rest.Options{Token: localtable.BotToken, DeferAfter: time.Hour}))(f)
	f.Cleanup(client.Close)
	commands, presses := new(bot).commandTable(nil), new(bot).pressTable()
	f.Fuzz(func(t *testing.T, raw []byte) {
		none := schedule.New(schedule.Options{})
		b := &bot{messages: w, rest: client, commands: commands, presses: presses,
			Kit:      ask.Kit{Log: slog.New(slog.DiscardHandler)},
			observer: unobserved{}, gate: limit.New(limit.Defaults()),
			queues: queues{none, none, none}, direct: &direct.Panels{Index: direct.NewIndex()}}
		b.receiveInteraction(raw)
		it, err := readInteraction(raw)
		if err != nil {
			return
		}
		_ = permitted(ask.Request{Localizer: w.For(catalogue.Default), Permissions: it.permissions()},
			b.intentOf(it.Interaction))
		if b.dropped.n.Load() != 1 {
			t.Error("it is neither done nor dropped")
		}
	})
}

// The buttons of a message are not read; everything else of it is.
func TestReadInteraction_WithoutComponents(t *testing.T) {
	press := sound("3", `{"custom_id":"due:g","component_type":2}`, `"flags":64`, `"flags":64,"content":"words"`)
	with := strings.Replace(press, `"flags":64`, `"flags":64,"components":[{"type":1,"components":[{"type":99}]}]`, 1)
	want := must(readInteraction([]byte(press)))(t)
	it := must(readInteraction([]byte(with)))(t)
	if !reflect.DeepEqual(it, want) || it.Message.Content != "words" || it.Message.Flags != 64 {
		t.Errorf("it is read with the message %+v, want %+v", it.Message, want.Message)
	}
}
