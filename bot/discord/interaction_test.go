package discord

import (
	"reflect"
	"strings"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/page"
	"grognard/bot/discord/tell"
	"grognard/rules/must"
)

// sound returns an interaction of type kind in JSON, in which each even text of replaced is replaced by the next.
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
	labelled   = `{"custom_id":"word:g","components":[{"type":99},{"type":18,"component":{"type":4,"custom_id":"text","value":"steppe"}}]}`
)

// A channel is a thread by its type. The buttons of a message are not read; everything else of it is.
func TestReadInteraction_Parts(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]bool{"0": false, "10": true, "11": true, "12": true, "15": false} {
		it, err := readInteraction([]byte(sound("2", typedMap, `"type":0}`, `"type":`+kind+`}`)))
		if err != nil || it.thread != want {
			t.Errorf("a channel of type %s: %+v, %v", kind, it, err)
		}
	}
	press := sound("3", `{"custom_id":"due:g","component_type":2}`, `"flags":64`, `"flags":64,"content":"words"`)
	const odd = `"components":[{"type":1,"components":[{"type":99}]}]`
	with := strings.Replace(press, `"flags":64`, `"flags":64,"referenced_message":{`+odd+`},`+odd, 1)
	want := must.Get(readInteraction([]byte(press)))(t)
	it := must.Get(readInteraction([]byte(with)))(t)
	if !reflect.DeepEqual(it, want) || it.Message.Content != "words" || it.Message.Flags != 64 {
		t.Errorf("it is read with the message %+v, want %+v", it.Message, want.Message)
	}
	for _, data := range []string{filledWord, labelled} {
		it := must.Get(readInteraction([]byte(sound("5", data))))(t)
		if got := formIn(it.ModalSubmitData()); got.Fields["text"] != "steppe" || got.Name != "word" {
			t.Errorf("the form %s is read as %+v", data, got)
		}
	}
}

// The entry point of an Activity, which is not the bot's own command, is answered by the Activity.
func TestServe_EntryPoint(t *testing.T) {
	log := newHearing(t).hear([]byte(interactionFrame(2, `{"id":"1","name":"launch","type":4}`, ``)))
	if !strings.Contains(log, "an Activity was not opened") { // Discord knows of none of these interactions
		t.Errorf("the log says %s", log)
	}
}

// In a thread there is another permission to write (bit 38, not 11), for the bot and for its users.
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
		true:  {"in this thread", "in the parent channel's settings under Permissions"},
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
