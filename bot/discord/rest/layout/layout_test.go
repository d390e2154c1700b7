package layout_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"grognard/bot/discord/oracle"
	"grognard/bot/discord/rest"
	"grognard/bot/discord/rest/layout"
	"grognard/rules/must"

	"github.com/bwmarrin/discordgo"
)

type parts = []layout.Component

func button(id string) layout.Component {
	return discordgo.Button{Label: "Orders", Style: discordgo.PrimaryButton, CustomID: id}
}

func row(list ...layout.Component) layout.Component { return discordgo.ActionsRow{Components: list} }

func section(accessory layout.Component, words ...string) layout.Component {
	return layout.Section{Texts: layout.Texts(words...), Accessory: accessory}
}

func gallery(n int) layout.Component {
	g := layout.Gallery{}
	for range n {
		g.Items = append(g.Items, layout.Picture{Media: layout.Attached("map.png"), Description: "The map"})
	}
	return g
}

// texts returns n texts of so many characters.
func texts(n, characters int) (list parts) {
	for range n {
		list = append(list, layout.Text{Content: strings.Repeat("é", characters)})
	}
	return list
}

// every has every component of messages.
func every() parts {
	return parts{
		layout.Text{ID: 7, Content: "# Turn 3"},
		layout.Container{Accent: layout.Colour(0x336699), Spoiler: true, Components: parts{
			section(button("a"), "one", "two", "three"),
			section(layout.Thumbnail{Media: layout.Attached("map.png"), Description: "x", Spoiler: true}, "one"),
			layout.Separator{Divider: true, Spacing: layout.Large}, gallery(2), row(button("b"), button("c")),
			layout.File{File: layout.Attached("log.txt"), Spoiler: true}, layout.Text{Content: "end"},
		}},
		row(layout.Select{Kind: layout.KindStringSelect, CustomID: "s", Options: []layout.Option{{Label: "x", Value: "y"}}}),
		row(layout.Select{Kind: layout.KindUserSelect, CustomID: "u", Least: new(int), Most: 3,
			Defaults: []layout.Default{{ID: "1", Type: "user"}}}),
		layout.Separator{}, gallery(1),
	}
}

// fields are every component of forms.
func fields() parts {
	label := func(field layout.Component) layout.Component {
		return layout.Label{Label: "Field", Description: "What it is for", Component: field}
	}
	two := []layout.Option{{Label: "A", Value: "a", Description: "first"}, {Label: "B", Value: "b", Default: true}}
	return parts{
		layout.Text{Content: "How games go here"},
		label(layout.TextInput{CustomID: "t", Style: discordgo.TextInputShort, Value: "x", Placeholder: "y", MinLength: 1, MaxLength: 9}),
		label(layout.Select{Kind: layout.KindStringSelect, CustomID: "s", Options: two, Placeholder: "z"}),
		label(layout.Select{Kind: layout.KindUserSelect, CustomID: "u", Optional: true, Least: new(int)}),
		label(layout.Select{Kind: layout.KindRoleSelect, CustomID: "r", Most: 2, Defaults: []layout.Default{{ID: "5", Type: "role"}}}),
		label(layout.Select{Kind: layout.KindMentionableSelect, CustomID: "m"}),
		label(layout.Select{Kind: layout.KindChannelSelect, CustomID: "c", ChannelTypes: []discordgo.ChannelType{0, 15},
			Defaults: []layout.Default{{ID: "5", Type: "channel"}}}),
		label(layout.Upload{CustomID: "f", Most: 2, Required: true}), label(layout.RadioGroup{CustomID: "g", Options: two}),
		label(layout.CheckboxGroup{CustomID: "b", Options: two, Least: new(int)}), label(layout.Checkbox{CustomID: "x", Default: true}),
	}
}

// All components are as Discord's document describes them, in messages and in forms.
func TestComponents_FitTheDocument(t *testing.T) {
	t.Parallel()
	judge := oracle.New(t)
	holds := func(schema string, v any) {
		t.Helper()
		raw := must.Get(json.Marshal(v))(t)
		if err := judge.Part(schema, raw); err != nil {
			t.Errorf("%s\n%v", raw, err)
		}
	}
	holds("MessageCreateRequest", map[string]any{"flags": layout.Flag, "content": nil, "components": every()})
	for _, c := range fields() {
		holds("ModalInteractionCallbackRequestData", map[string]any{"custom_id": "x", "title": "y", "components": parts{c}})
	}
	must.Do(t, layout.Check(layout.Draft{Flags: layout.Flag, Components: every(), Files: []string{"map.png", "log.txt"}}))
	for _, c := range fields() {
		must.Do(t, layout.CheckForm("Settings", "set", parts{c}))
	}
}

// What Discord limits in a message of the newer layout is counted, and each fault has its error.
func TestCheck_Limits(t *testing.T) {
	t.Parallel()
	nested := func(n int) parts { // a container, and n in it
		return parts{layout.Container{Components: texts(n, 1)}}
	}
	many := func(n int, of layout.Component) (list parts) {
		for range n {
			list = append(list, of)
		}
		return list
	}
	picture := layout.Thumbnail{Media: layout.Attached("map.png")}
	for name, c := range map[string]struct {
		draft layout.Draft
		wants string // in the error, "" for none
	}{
		"40 components":              {layout.Draft{Components: texts(40, 1)}, ""},
		"41 components":              {layout.Draft{Components: texts(41, 1)}, "the message has 41 components, and 1 to 40"},
		"40 with the container":      {layout.Draft{Components: nested(39)}, ""},
		"41 with the container":      {layout.Draft{Components: nested(40)}, "the message has 41 components, and 1 to 40"},
		"39 with texts and pictures": {layout.Draft{Components: many(13, section(picture, "x"))}, ""},
		"42 with texts and pictures": {layout.Draft{Components: many(14, section(picture, "x"))}, "the message has 42 components"},
		"none":                       {layout.Draft{}, "the message has 0 components"},
		"4,000 characters":           {layout.Draft{Components: texts(4, 1000)}, ""},
		"4,001 characters":           {layout.Draft{Components: append(texts(4, 1000), texts(1, 1)...)}, "4001 characters of text, and 0 to 4000"},
		"content beside":             {layout.Draft{Content: "x", Components: texts(1, 1)}, layout.ErrBeside.Error()},
		"an embed beside":            {layout.Draft{Embeds: 1, Components: texts(1, 1)}, layout.ErrBeside.Error()},
		"a deferred answer":          {layout.Draft{Deferred: true}, layout.ErrFlagDeferred.Error()},
		"the edit of one":            {layout.Draft{Before: 1 << 7, Components: texts(1, 1)}, ""},
		"an edit that keeps it":      {layout.Draft{Before: layout.Flag, Components: texts(1, 1)}, ""},
		"a section of three texts":   {layout.Draft{Components: parts{section(picture, "1", "2", "3")}}, ""},
		"a section of four texts":    {layout.Draft{Components: parts{section(picture, "1", "2", "3", "4")}}, "has 4 texts, and 1 to 3"},
		"a section without texts":    {layout.Draft{Components: parts{section(picture)}}, "has 0 texts, and 1 to 3"},
		"a section alone":            {layout.Draft{Components: parts{section(nil, "1")}}, "has 0 accessories, and 1 to 1"},
		"a menu beside a section":    {layout.Draft{Components: parts{section(layout.Select{Kind: 3}, "1")}}, "type 3 cannot stand in a section's accessory"},
		"a picture in a section":     {layout.Draft{Components: parts{layout.Container{Components: parts{picture}}}}, "type 11 cannot stand in a container"},
		"a container in another":     {layout.Draft{Components: parts{layout.Container{Components: nested(1)}}}, "type 17 cannot stand in a container"},
		"a button at the top":        {layout.Draft{Components: parts{button("x")}}, "type 2 cannot stand in the message"},
		"six buttons":                {layout.Draft{Components: parts{row(many(6, button("x"))...)}}, "has 6 components, and 1 to 5"},
		"two menus in a row":         {layout.Draft{Components: parts{row(many(2, layout.Select{Kind: 5, CustomID: "x"})...)}}, "has 2 components, and 1 to 1"},
		"a custom ID twice":          {layout.Draft{Components: parts{row(button("x")), row(button("x"))}}, "the custom ID x stands twice"},
		"a long custom ID":           {layout.Draft{Components: parts{row(button(strings.Repeat("x", 101)))}}, "101 characters of its custom ID, and 1 to 100"},
		"an identifier twice":        {layout.Draft{Components: parts{layout.Text{ID: 3, Content: "x"}, layout.Text{ID: 3, Content: "y"}}}, "the identifier 3 stands twice"},
		"11 pictures":                {layout.Draft{Components: parts{gallery(11)}}, "has 11 pictures, and 1 to 10"},
		"a file that is not there":   {layout.Draft{Components: parts{layout.File{File: layout.Attached("a.txt")}}}, `the file "a.txt", which is not sent`},
		"a file that it keeps":       {layout.Draft{Keeps: true, Components: parts{layout.File{File: layout.Attached("a.txt")}}}, ""},
		"a picture without address":  {layout.Draft{Components: parts{layout.Gallery{Items: []layout.Picture{{}}}}}, "has no picture or file"},
		"a button without words":     {layout.Draft{Components: parts{row(discordgo.Button{CustomID: "x"})}}, "0 characters of its label"},
	} {
		t.Run(name, func(t *testing.T) {
			c.draft.Flags, c.draft.Files = layout.Flag, []string{"map.png"}
			if err := layout.Check(c.draft); c.wants == "" && err != nil ||
				c.wants != "" && (err == nil || !strings.Contains(err.Error(), c.wants)) {
				t.Errorf("%v, want %q", err, c.wants)
			}
		})
	}
	var limit *layout.Limit
	if err := layout.Check(layout.Draft{Flags: layout.Flag, Components: texts(41, 1)}); !errors.As(err, &limit) || limit.Most != 40 {
		t.Errorf("the limit is %+v of %v", limit, err)
	}
	if err := layout.Check(layout.Draft{Before: layout.Flag, Components: parts{row(button("x"))}}); !errors.Is(err, layout.ErrFlagRemoved) {
		t.Errorf("the flag removed: %v", err)
	}
	if err := layout.Check(layout.Draft{Components: texts(1, 1)}); !errors.Is(err, layout.ErrFlagMissing) {
		t.Errorf("the flag forgotten: %v", err)
	}
	must.Do(t, layout.Check(layout.Draft{Content: "x", Components: parts{row(button("x"))}}))
}

func TestCheckForm_Limits(t *testing.T) {
	t.Parallel()
	label := func(field layout.Component) layout.Component { return layout.Label{Label: "x", Component: field} }
	box := layout.Checkbox{CustomID: "x"}
	for wants, list := range map[string]parts{
		"the form has 0 components, and 1 to 5":     nil,
		"the form has 6 components, and 1 to 5":     texts(6, 1),
		"type 2 cannot stand in a label":            {label(button("x"))},
		"type 23 cannot stand in the form":          {box},
		"has 46 characters of its label":            {layout.Label{Label: strings.Repeat("x", 46), Component: box}},
		"has 101 characters of its description":     {layout.Label{Label: "x", Description: strings.Repeat("x", 101), Component: box}},
		"has 0 fields, and 1 to 1":                  {label(nil)},
		"has 1 options, and 2 to 10":                {label(layout.RadioGroup{CustomID: "x", Options: make([]layout.Option, 1)})},
		"has 11 options, and 1 to 10":               {label(layout.CheckboxGroup{CustomID: "x", Options: make([]layout.Option, 11)})},
		"has 26 options, and 1 to 25":               {label(layout.Select{Kind: 3, CustomID: "x", Options: make([]layout.Option, 26)})},
		"the custom ID x stands twice":              {label(box), label(box)},
		"46 characters of its title, and 1 to 45":   {label(box)},
		"0 characters of its custom ID, and 1 to 1": {label(box)},
	} {
		err := layout.CheckForm(strings.Repeat("x", 46), "", list)
		if err == nil || !strings.Contains(err.Error(), wants) {
			t.Errorf("%v, want %q", err, wants)
		}
	}
}

// An unknown component is passed over, and all beside it is read, although discordgo reads nothing then.
func TestParts_Unknown(t *testing.T) {
	t.Parallel()
	for _, unknown := range []string{`{"type":99}`, `{"type":99,"components":"x","custom_id":7,"values":{"a":1},"items":[7]}`,
		`{"type":18,"component":{"type":99,"component":{"type":98}}}`, `{"type":17,"components":[{"type":99,"accessory":[]}]}`} {
		raw := fmt.Sprintf(`[{"type":1,"components":[{"type":2,"custom_id":"a"}]},%s,{"type":9,"accessory":{"type":2,"custom_id":"b"}}]`, unknown)
		var list layout.Parts
		must.Do(t, json.Unmarshal([]byte(raw), &list))
		ids := ""
		for p := range list.All() {
			ids += p.CustomID
		}
		if ids != "ab" || !strings.Contains(string(list[1].Raw), "99") {
			t.Errorf("of %s was read %q", raw, ids)
		}
		var m discordgo.Message
		if json.Unmarshal([]byte(`{"components":`+raw+`}`), &m) == nil {
			t.Errorf("discordgo reads %s: the detour is not needed", raw)
		}
	}
	n := 0
	for p := range must.Get(layout.Read(every()))(t).All() {
		if n++; p.Type == layout.KindSeparator {
			break // at once
		}
	}
	if n != 11 {
		t.Errorf("%d components were read up to the first separator", n)
	}
}

// A form that was submitted is read whatever its fields are, in rows and in labels.
func TestReadForm(t *testing.T) {
	t.Parallel()
	answers := []layout.Answer{{Kind: 4, CustomID: "t", Text: "steppe"}, {Kind: 3, CustomID: "s", Chosen: []string{"a", "b"}},
		{Kind: 5, CustomID: "u", Chosen: []string{"11"}}, {Kind: 8, CustomID: "c", Chosen: []string{}}, {Kind: 21, CustomID: "g", Text: "a"},
		{Kind: 22, CustomID: "b", Chosen: []string{"b"}}, {Kind: 23, CustomID: "x", Checked: true}, {Kind: 23, CustomID: "y"},
		{Kind: 19, CustomID: "f", Chosen: []string{"77"}}}
	var list []string
	for _, a := range answers {
		list = append(list, fmt.Sprintf(`{"type":18,"id":1,"component":%s}`, must.Get(json.Marshal(a))(t)))
	}
	raw := `[{"type":1,"components":[{"type":4,"custom_id":"old","value":"row"}]},{"type":99,"component":{"type":98}},{"type":10,"id":9},
		{"type":18,"component":{"type":21,"custom_id":"none","value":null}},` + strings.Join(list, ",") + "]"
	written, chosen := layout.Fields(discordgo.ModalSubmitInteractionData{Components: must.Get(layout.ReadForm([]byte(raw)))(t)})
	if want := map[string]string{"t": "steppe", "old": "row"}; !reflect.DeepEqual(written, want) {
		t.Errorf("written is %v, want %v", written, want)
	}
	if want := "map[b:[b] c:[] f:[77] g:[a] none:[] s:[a b] u:[11] x:[x] y:[]]"; fmt.Sprint(chosen) != want {
		t.Errorf("chosen is %v, want %s", chosen, want)
	}
	for _, raw := range []string{"", "7", "{}", "[7]", "[null]", `[{"type":"x"}]`} {
		if got, err := layout.ReadForm([]byte(raw)); err == nil {
			t.Errorf("%q was read as %v", raw, got)
		}
	}
}

// Without its files a message keeps its words and buttons, and is still one that Discord takes.
func TestWithoutFiles(t *testing.T) {
	t.Parallel()
	left := layout.WithoutFiles(every())
	must.Do(t, layout.Check(layout.Draft{Flags: layout.Flag, Components: left}))
	raw := string(must.Get(json.Marshal(left))(t))
	for _, words := range []string{`"content":"one"`, `"custom_id":"a"`, `"custom_id":"u"`, `"content":"end"`} {
		if !strings.Contains(raw, words) || strings.Contains(raw, "attachment:") {
			t.Errorf("without its files it is %s", raw)
		}
	}
}

// What discordgo cannot read of an interaction is taken out, and the rest stays.
func TestWithoutComponents(t *testing.T) {
	t.Parallel()
	const odd = `[{"type":99}]`
	raw := `{"id":"1","type":2,"message":{"id":"6","content":"x","components":` + odd + `,"referenced_message":{"components":` + odd +
		`}},"data":{"name":"y","resolved":{"messages":{"7":{"components":` + odd + `}},"users":{"8":{"id":"8"}}}}}`
	lean, form := layout.WithoutComponents([]byte(raw))
	var it discordgo.Interaction
	if json.Unmarshal([]byte(raw), &it) == nil {
		t.Error("discordgo reads it all: the detour is not needed")
	}
	must.Do(t, json.Unmarshal(lean, &it))
	if d := it.ApplicationCommandData(); it.Message.Content != "x" || d.Resolved.Users["8"].ID != "8" || form != nil {
		t.Errorf("it was read as %+v, %+v, with the form %s", it, d, form)
	}
	lean, form = layout.WithoutComponents([]byte(`{"type":5,"data":{"custom_id":"z","components":` + odd + `}}`))
	if string(form) != odd || strings.Contains(string(lean), "99") || !strings.Contains(string(lean), `"z"`) {
		t.Errorf("a form became %s and %s", lean, form)
	}
	for _, raw := range []string{"", "7", "[]", `{"data":7,"message":null}`} {
		if lean, form := layout.WithoutComponents([]byte(raw)); len(lean) != len(raw) || form != nil {
			t.Errorf("%q became %s and %s", raw, lean, form)
		}
	}
}

// takes returns a client of a Discord that takes everything, and what it took last.
func takes(t *testing.T) (c rest.Client, said *[]byte) {
	t.Helper()
	said = new([]byte)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*said, _ = io.ReadAll(r.Body)
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(server.Close)
	c = must.Get(rest.New(rest.Options{Token: "x", Host: server.URL}))(t)
	t.Cleanup(c.Close)
	return c, said
}

// The entry point of an Activity is answered by a type that discordgo does not know.
func TestLaunch(t *testing.T) {
	t.Parallel()
	c, said := takes(t)
	var it discordgo.Interaction
	must.Do(t, json.Unmarshal([]byte(`{"id":"1","token":"t","type":2,"data":{"name":"launch","type":4}}`), &it))
	if !rest.OpensActivity(&it) || rest.OpensActivity(&discordgo.Interaction{}) {
		t.Error("an entry point is not told from another interaction")
	}
	must.Do(t, rest.NewReply(c, &it, false).Launch(t.Context()))
	must.Do(t, oracle.New(t).Judge(http.MethodPost, "/interactions/{interaction_id}/{interaction_token}/callback", *said))
	if string(*said) != `{"type":12}` {
		t.Errorf("it is answered by %s", *said)
	}
}

// What is sent in the newer layout has no content, keeps its flag in answers to one user, and is held against the limits.
func TestMessage_NewerLayout(t *testing.T) {
	t.Parallel()
	m := rest.NewMessage("", texts(1, 1))
	m.Flags = layout.Flag
	if raw := string(must.Get(json.Marshal(m))(t)); !strings.Contains(raw, `"content":null`) || !strings.Contains(raw, `"flags":32768`) {
		t.Errorf("it is sent as %s", raw)
	}
	m.Components, m.Attachments = parts{gallery(1)}, nil
	if _, err := json.Marshal(m); err != nil {
		t.Errorf("an edit that leaves the pictures as they are: %v", err)
	}
	m.Components = texts(1, 1)
	c, said := takes(t)
	it := &discordgo.Interaction{ID: "1", AppID: "2", Token: "t", Type: discordgo.InteractionApplicationCommand}
	must.Do(t, rest.NewReply(c, it, false).Show(t.Context(), m))
	if !strings.Contains(string(*said), `"flags":32832`) { // for its user alone, and in the newer layout
		t.Errorf("it is answered by %s", *said)
	}
	m.Components = texts(41, 1)
	_, err := c.Send(t.Context(), "1", m)
	var limit *layout.Limit
	if kind, _ := rest.Diagnose(err); !errors.As(err, &limit) || kind != rest.Malformed {
		t.Errorf("41 components: %v, of class %d", err, kind)
	}
}
