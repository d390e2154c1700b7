package discord_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/discordtest"
	"grognard/bot/discord/page"
	"grognard/bot/discord/wording"
	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules"
	"grognard/rules/bcs/data"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/view"

	"github.com/goccy/go-yaml"
)

var (
	action  = regexp.MustCompile(`<[@#t][^>]*>|{{[^}]*}}`)
	letters = regexp.MustCompile(`\p{L}`)
)

// pseudo is the catalogue in a language that no player speaks: what a message says itself stands in brackets, and what
// it is given as an argument stands outside of them.
func pseudo(t *testing.T) []byte {
	t.Helper()
	messages := map[string]any{}
	for _, file := range must.Get(filepath.Glob("../catalogue/*.en.yaml"))(t) {
		var part map[string]any
		must.Do(t, yaml.Unmarshal(must.Get(os.ReadFile(file))(t), &part))
		maps.Copy(messages, part)
	}
	for id, m := range messages {
		switch m := m.(type) {
		case string:
			messages[id] = bracketed(m)
		case map[string]any:
			for form, words := range m {
				m[form] = bracketed(words.(string))
			}
		}
	}
	return must.Get(yaml.Marshal(messages))(t)
}

// longest is how long a command's description may be.
const longest = 100

func bracketed(message string) string {
	if n := len([]rune(message)); n > longest-2 && n <= longest {
		message = string([]rune(message)[:longest-2])
	}
	var out strings.Builder
	write := func(words string) {
		if letters.MatchString(words) {
			words = "⟦" + words + "⟧"
		}
		out.WriteString(words)
	}
	last := 0
	for _, at := range action.FindAllStringIndex(message, -1) {
		write(message[last:at[0]])
		out.WriteString(message[at[0]:at[1]])
		last = at[1]
	}
	write(message[last:])
	return out.String()
}

// inData is what has a name or a text of its own in the program's data: the games, with their units and places, and
// their rulebooks.
func inData(t *testing.T) names {
	t.Helper()
	all := map[string]bool{"SCS": true, "BCS": true}
	add := func(texts ...string) {
		for _, text := range texts {
			for line := range strings.Lines(text) {
				all[strings.TrimSpace(line)] = true
			}
		}
	}
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		set := must.Get(rules.Setup(d, ""))(t)
		m := must.Get(rules.New(d, set))(t)
		add(d.Title, d.ID)
		for _, s := range d.Scenarios {
			add(s.Name)
		}
		for _, s := range d.Sides {
			add(s.Name)
		}
		for _, u := range d.Units {
			add(u.Name, u.Formation, wording.Brief(view.Counter{Name: u.Name, Size: u.Size}))
		}
		for _, p := range d.Places {
			add(p.Name)
		}
		for _, k := range m.Public().Board().Marks {
			add(k.Name)
		}
		for _, f := range m.Public().Board().Facts {
			add(f.Name)
			for _, l := range f.Levels {
				add(fmt.Sprint(l.Args[1]))
			}
		}
		for _, s := range m.Specs() {
			for _, o := range s.Options {
				add(o.Words...)
			}
		}
		if own, ok := d.Own.(*data.Data); ok {
			add(ofBattalionSeries(own)...)
		}
	}
	books := must.Get(rules.Rulebooks())(t)
	for _, b := range books {
		for _, p := range b.Paragraphs {
			add(p.Rule, p.About, p.Because, p.Says, wording.Clip(p.Rule+" "+p.About, page.LabelLimit))
			for _, e := range p.Editions {
				add(e.Says)
			}
		}
	}
	delete(all, "")
	return slices.SortedFunc(maps.Keys(all), func(a, b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
}

// ofBattalionSeries are the names that a module of the series has in its data: of Formations, assets and modifiers, the
// entries of its tables, and where these come from.
func ofBattalionSeries(own *data.Data) (all []string) {
	all = append(all, own.Title, data.RowHard, data.RowCity, data.RowOther)
	for _, f := range own.Formations {
		all = append(all, f.Name)
	}
	for _, a := range own.Assets {
		all = append(all, a.Name)
	}
	for _, t := range own.Tables {
		for _, m := range t.Modifiers {
			all = append(all, m.Name)
		}
		for _, b := range t.Breaks {
			for _, r := range b.Rows {
				all = append(all, regexp.MustCompile(`[a-z]{3,}`).FindAllString(r.Entry(), -1)...)
			}
		}
	}
	return all
}

// names are texts of the data, the longest first.
type names []string

// without returns a function that takes these names out of a text, and one that is cut short at its end.
func (n names) without() func(text string) string {
	var pairs []string
	for _, name := range n {
		pairs = append(pairs, name, "")
	}
	whole := strings.NewReplacer(pairs...)
	return func(text string) string {
		rest := marks.ReplaceAllString(whole.Replace(text), "")
		short, cut := strings.CutSuffix(rest, "…")
		if cut && slices.ContainsFunc(n, func(name string) bool {
			return strings.HasPrefix(name, strings.TrimSpace(short))
		}) {
			return ""
		}
		return rest
	}
}

// marks are what is said by the catalogue, and what is the same in every language: Discord's marks, what is typed,
// links, hashes, results, identifiers and zones of time.
var marks = regexp.MustCompile("⟦[^⟦⟧]*(⟧|…|$)" + `|<[@#][^>]*>|<t:[^>]*>|\d\d:\d\d UTC|\b[a-z]+\d[a-z\d]+\b|https?://\S+|[0-9a-f]{12,}…?|\b[ADr\d]*[ADr]\d[ADr\d]*\b|\bDG\b|[a-z-]*\.txt\b|\pL+…|\b[A-Z][a-z]+/[A-Z][A-Za-z_]+|/[a-z]+|` + "`[^`]*`")

// zone is a zone of time, which is shown as the database of zones has it.
var zone = regexp.MustCompile(`^[A-Z][a-z]+/[A-Z]`)

// texts are what a request of the bot shows to somebody, each with its place.
func texts(node any, at string, show func(at, text string)) {
	switch node := node.(type) {
	case []any:
		for _, n := range node {
			texts(n, at, show)
		}
	case map[string]any:
		if value, _ := node["value"].(string); zone.MatchString(value) {
			return
		}
		for key, n := range node {
			text, ok := n.(string)
			switch {
			case !ok:
				texts(n, key, show)
			case key == "name" && (at == "choices" || at == "fields"), key == "value" && at == "fields",
				slices.Contains([]string{"content", "label", "placeholder", "title", "description", "text"}, key):
				show(at+"."+key, text)
			}
		}
	}
}

// stranger is a fixture whose players read the language of brackets.
type stranger struct {
	*discordtest.Fixture
	dice  *rand.Rand
	tried map[string]bool // what was pressed
}

// press presses what was not pressed yet, and fills in what opens, as deep as it goes.
func (f *stranger) press(p *player.Player, m player.Message, deep int) {
	for _, c := range m.Parts() {
		kind := c.Label + c.Placeholder
		if f.tried[kind] || deep == 0 || c.Disabled {
			continue
		}
		f.tried[kind] = true
		var next player.Message
		var err error
		if c.Type == wire.Menu {
			next, err = p.Choose(f.Ctx, m.ID, c.CustomID, c.Options[f.dice.IntN(len(c.Options))].Value)
		} else if next, err = p.Click(f.Ctx, m.ID, c.CustomID); err != nil {
			var form player.Form
			if form, err = p.ClickForm(f.Ctx, m.ID, c.CustomID); err == nil {
				next, err = p.Fill(f.Ctx, form, map[string]string{"text": "steppe"})
			}
		}
		if err == nil {
			f.press(p, next, deep-1)
		}
	}
}

// No text that the program says itself reaches a player but through the catalogue: not in a message, on a button, in a
// form, a suggestion, a picture's words or a command's description.
func TestCatalogue_NoWordsBesideIt(t *testing.T) {
	f := &stranger{Fixture: discordtest.New(t, func(f *discordtest.Fixture) {
		f.Words, f.Modules = pseudo(t), []modules.Folder{discordtest.Shore(t)}
	}), dice: rand.New(rand.NewPCG(1, 2)), tried: map[string]bool{}}
	for _, game := range []played{{"fights", ofFights, 0}, {"training", ofTraining, 3}, {"autumn", ofAutumn, 2},
		{"battalions", ofBattalions, 0},
		{"time", ofTime, 0}, {"seats", ofSeats, 0}} {
		f.play(game)
	}
	must.Do(t, f.Referee.Privacy.Forget(f.Ctx, f.Boris.User().ID))
	f.play(played{"training", ofTheForgotten, 0})
	without, seen, word := inData(t).without(), 0, regexp.MustCompile(`\p{L}{2,}`)
	witness := regexp.MustCompile(`grognard [a-z0-9]{8} (turn|round) [0-9]+ [0-9a-f]{64}`)
	escaped := map[string]string{}
	for _, x := range f.Requests(func(x localtable.Exchange) bool { return len(x.Body) > 0 }) {
		var body any
		must.Do(t, json.Unmarshal(x.Body, &body))
		texts(body, "", func(at, text string) {
			seen++
			text = witness.ReplaceAllString(text, "") // for a program to read
			if rest := without(text); word.MatchString(rest) {
				escaped[at+" "+strings.Join(word.FindAllString(rest, -1), " ")] = text
			}
		})
	}
	if left := f.untyped(ofFights + ofTraining + ofAutumn + ofBattalions + ofTime + ofSeats + ofTheForgotten); len(left) > 0 {
		t.Errorf("never typed: %s", strings.Join(left, ", "))
	}
	for what, text := range escaped {
		t.Errorf("%s escapes: %q", what, text)
	}
	if seen < 700 || len(f.tried) < 40 {
		t.Errorf("only %d texts came, and %d buttons and menus were pressed", seen, len(f.tried))
	}
	if rest := without("⟦Turn ⟧2⟦ of ⟧9, Blue ⟦movement⟧ begins"); word.FindString(rest) != "begins" {
		t.Errorf("a word beside the catalogue is seen as %q", rest)
	}
}

// played is a channel and what is typed there, a line each; deep is how many messages are opened one after the other,
// each by a press on the one before.
type played struct {
	channel, lines string
	deep           int
}

// play types the lines of a game, and presses what stands below the answers.
func (f *stranger) play(game played) {
	at, err := f.Anna.Channel(game.channel)
	if err != nil {
		if at, err = f.Anna.Open(f.Ctx, game.channel); err != nil {
			f.T.Fatal(err)
		}
	}
	for line := range strings.Lines(game.lines) {
		who, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		p := map[string]*player.Player{"anna": f.Anna, "boris": f.Boris, "olga": f.Olga}[who]
		if typed, ok := strings.CutSuffix(text, "…"); ok {
			if _, err := p.Complete(f.Ctx, at, typed); err != nil {
				f.T.Errorf("%s: %v", text, err)
			}
			continue
		}
		m, err := p.Say(f.Ctx, at, text)
		if err != nil {
			f.T.Errorf("%s: %v", text, err)
			continue
		}
		for _, c := range m.Parts() {
			if strings.HasPrefix(c.CustomID, "y") { // he is asked whether he means it
				if m, err = p.Click(f.Ctx, m.ID, c.CustomID); err != nil {
					f.T.Errorf("%s: %v", text, err)
				}
				break
			}
		}
		f.press(p, m, game.deep)
	}
}

// untyped are the registered commands that none of the lines type, and the options that complete and are never
// completed there.
func (f *stranger) untyped(lines string) (left []string) {
	var commands []registered
	for _, x := range f.Requests(discordtest.To("PUT", "/commands")) {
		must.Do(f.T, json.Unmarshal(x.Body, &commands))
	}
	if len(commands) == 0 {
		f.T.Error("no commands were registered")
	}
	for _, c := range commands {
		left = append(left, c.untyped("/"+c.Name, lines)...)
	}
	return left
}

// registered is a command, or a part or an option of one, as Discord is told it.
type registered struct {
	Name         string
	Type         int
	Autocomplete bool
	Options      []registered
}

func (r registered) untyped(said, lines string) (left []string) {
	parts := 0
	for _, o := range r.Options {
		switch {
		case o.Type == 1 || o.Type == 2: // a subcommand, or a group of them
			parts++
			left = append(left, o.untyped(said+" "+o.Name, lines)...)
		case o.Autocomplete && !regexp.MustCompile(said+` .*\b`+o.Name+":[^:\n]*…\n").MatchString(lines):
			left = append(left, said+" "+o.Name+":…")
		}
	}
	if parts == 0 && !regexp.MustCompile(said+"( [a-z]+:.*)?\n").MatchString(lines) {
		left = append(left, said)
	}
	return left
}
