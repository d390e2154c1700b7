package discord_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"grognard/bot/localtable"
	"grognard/bot/localtable/player"
	"grognard/bot/localtable/wire"
	"grognard/rules"
	"grognard/rules/modules"
)

var (
	action  = regexp.MustCompile(`<[@#t][^>]*>|{{[^}]*}}`)
	letters = regexp.MustCompile(`\p{L}`)
)

// pseudo is the catalogue in a language that no player speaks: what a message says itself stands in brackets, and what
// it is given as an argument stands outside of them.
func pseudo(t *testing.T) []byte {
	t.Helper()
	b, err := os.ReadFile("../catalogue/active.en.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := yaml.Unmarshal(b, &messages); err != nil {
		t.Fatal(err)
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
	if b, err = yaml.Marshal(messages); err != nil {
		t.Fatal(err)
	}
	return b
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
	all := map[string]bool{"SCS": true}
	for _, word := range strings.Fields("advance ask hold lose stay remove") { // of standing orders, as they are typed
		all[word] = true
	}
	add := func(texts ...string) {
		for _, text := range texts {
			for line := range strings.Lines(text) {
				all[strings.TrimSpace(line)] = true
			}
		}
	}
	for _, id := range modules.Embedded() {
		d, err := rules.Modules().Load(id)
		if err != nil {
			t.Fatal(err)
		}
		set, err := rules.Setup(d, "")
		if err != nil {
			t.Fatal(err)
		}
		m, err := rules.New(d, set)
		if err != nil {
			t.Fatal(err)
		}
		add(d.Title, d.ID)
		for _, s := range d.Scenarios {
			add(s.Name)
		}
		for _, s := range d.Sides {
			add(s.Name)
		}
		for _, u := range d.Units {
			add(u.Name, u.Formation)
		}
		for _, p := range d.Places {
			add(p.Name)
		}
		for _, k := range m.Public().Board().Marks {
			add(k.Name)
		}
		for _, f := range m.Public().Board().Facts {
			add(f.Name)
		}
	}
	books, err := rules.Rulebooks()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range books {
		for _, p := range b.Paragraphs {
			add(p.Rule, p.About, p.Because, p.Says)
			for _, e := range p.Editions {
				add(e.Says)
			}
		}
	}
	delete(all, "")
	return slices.SortedFunc(maps.Keys(all), func(a,
		b string) int {
		return cmp.Or(len(b)-len(a), strings.Compare(a, b))
	})
}

// names are texts of the data, the longest first.
type names []string

// without is a text without those that stand in it, the last perhaps cut short.
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
			return strings.HasPrefix(name,
				strings.TrimSpace(short))
		}) {
			return ""
		}
		return rest
	}
}

// marks are what is said by the catalogue, and what is the same in every language: Discord's marks, what is typed,
// links, hashes, results, identifiers, zones of time and who was forgotten.
var marks = regexp.MustCompile("⟦[^⟦⟧]*(⟧|$)" + `|<[@#][^>]*>|<t:[^>]*>|player \d+|\b[a-z]+\d[a-z\d]+\b|https?://\S+|[0-9a-f]{12,}…?|\b[ADr\d]*[ADr]\d[ADr\d]*\b|\b[A-Z][a-z]+/[A-Z][A-Za-z_]+|/[a-z]+|` + "`[^`]*`")

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

// stranger is a house whose players read the language of brackets.
type stranger struct {
	*house
	dice  *rand.Rand
	tried map[string]bool // what was pressed
}

// press presses what was not pressed yet, and fills in what opens, as deep as it goes.
func (h *stranger) press(p *player.Player, m player.Message, deep int) {
	for _, c := range parts(m) {
		kind := c.Label + c.Placeholder
		if h.tried[kind] || deep == 0 || c.Disabled || c.Type == wire.Button && c.Style == wire.LinkStyle {
			continue
		}
		h.tried[kind] = true
		var next player.Message
		var err error
		if c.Type == wire.Menu {
			next, err = p.Choose(h.ctx, m.ID, c.CustomID, c.Options[h.dice.IntN(len(c.Options))].Value)
		} else if next, err = p.Click(h.ctx, m.ID, c.CustomID); err != nil {
			var form player.Form
			if form, err = p.ClickForm(h.ctx, m.ID, c.CustomID); err == nil {
				next, err = p.Fill(h.ctx, form, map[string]string{"text": "steppe"})
			}
		}
		if err == nil {
			h.press(p, next, deep-1)
		}
	}
}

// No text that the program says itself reaches a player but through the catalogue: not in a message, on a button, in a
// form, a suggestion, a picture's words or a command's description.
func TestNoWordsBesideTheCatalogue(t *testing.T) {
	t.Parallel()
	h := &stranger{house: newHouse(t, func(h *house) { h.words, h.own = pseudo(t), []modules.Folder{shore(t)} }), dice: rand.New(rand.NewPCG(1, 2)), tried: map[string]bool{}}
	h.sitting()
	without, seen, word := inData(t).without(), 0, regexp.MustCompile(`\p{L}{2,}`)
	escaped := map[string]string{}
	for _, x := range h.requests(func(x localtable.Exchange) bool { return len(x.Body) > 0 }) {
		var body any
		if err := json.Unmarshal(x.Body, &body); err != nil {
			t.Fatal(err)
		}
		texts(body, "", func(at, text string) {
			seen++
			if rest := without(text); word.MatchString(rest) {
				escaped[at+" "+strings.Join(word.FindAllString(rest, -1), " ")] = text
			}
		})
	}
	for what, text := range escaped {
		t.Errorf("%s escapes: %q", what, text)
	}
	if seen < 700 || len(h.tried) < 40 {
		t.Errorf("only %d texts came, and %d buttons and menus were pressed", seen, len(h.tried))
	}
	if rest := without("⟦Turn ⟧2⟦ of ⟧9, Blue ⟦movement⟧ begins"); word.FindString(rest) != "begins" {
		t.Errorf("a word beside the catalogue is seen as %q", rest)
	}
}

// sitting is a game with everything that can be typed, and what can be pressed below it.
func (h *stranger) sitting() {
	for _, game := range []struct {
		channel, lines string
		deep           int // so many messages, each a press on the last, are opened
	}{{"fights", fought, 0}, {"training", played, 3}, {"autumn", autumn, 2}} {
		at, err := h.anna.Open(h.ctx, game.channel)
		if err != nil {
			h.t.Fatal(err)
		}
		for line := range strings.Lines(game.lines) {
			who, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			p := map[string]*player.Player{"anna": h.anna, "boris": h.boris, "olga": h.olga}[who]
			if typed, ok := strings.CutSuffix(text, "…"); ok {
				if _, err := p.Complete(h.ctx, at, typed); err != nil {
					h.t.Errorf("%s: %v", text, err)
				}
				continue
			}
			m, err := p.Say(h.ctx, at, text)
			if err != nil {
				h.t.Errorf("%s: %v", text, err)
				continue
			}
			for _, c := range parts(m) {
				if strings.HasPrefix(c.CustomID, "y") { // he is asked whether he means it
					if m, err = p.Click(h.ctx, m.ID, c.CustomID); err != nil {
						h.t.Errorf("%s: %v", text, err)
					}
					break
				}
			}
			h.press(p, m, game.deep)
		}
	}
}

// fought is a game of the training ground with fights and what comes of them.
const fought = `anna /game new module:drill side:blue
boris /game join side:red
anna /game start
anna /standing add line:hold
anna /standing add line:9
anna /standing list
anna /standing try hex:13.10 result:D1r2
anna /odds target:13.10 units:b-1-arm,b-3-inf
anna /end
anna /attack target:13.06 units:b-1-arm
anna /odds target:13.10 units:b-1-arm,b-3-inf
anna /attack target:13.10 units:b-3-inf
boris /due
anna /due
boris /hold hexes:…
boris /retreat units:…
boris /hold hexes:1
boris /losses units:…
boris /losses units:r-3-inf
anna /advance units:…
anna /pass
anna /game undo
anna /game log
olga /master pause reason:x
olga /master resume
anna /end
anna /end
anna /end
anna /end
boris /end
boris /game log
boris /dice audit
boris /dice stats
boris /game replay
boris /game export
boris /game draw
olga /master end reason:x
boris /game resign
olga /game status
olga /dice audit
`

// played is a game of the training ground: what each of the three types, and with … what is suggested to him.
const played = `anna /game status
anna /help
anna /privacy
anna /games
anna /roll dice:2d6 times:3 label:x
anna /roll dice:2x6
anna /odds attack:9+4/2 defence:4
anna /odds attack:9+ defence:4
anna /crt
anna /crt odds:3:1 roll:4
anna /terrain
anna /terrain kind:swamp
anna /rule find:9.1
anna /rule find:retreat over a lake
anna /rule find:9…
anna /style
anna /style style:dark
anna /autopass on:true
anna /zone
anna /zone zone:Europe/Berlin
anna /zone zone:Ber…
anna /night from:22:00 until:07:00
anna /remind hours:24, 6 daily:08:00 where:dm
anna /remind hours:x
anna /vacation
anna /due all:true
anna /game new module:dri…
anna /game new module:chess
anna /game new module:drill scenario:…
anna /game new module:drill side:blue clock:2/24
boris /game join side:…
boris /game join side:red word:steppe
anna /game start
anna /game status
anna /map
olga /map at:5.09 zoom:3
olga /map layer:supply
anna /units
anna /units unmoved:true
anna /stack show hex:5.09
boris /stack show hex:5.09
boris /stack show hex:x
anna /unit show unit:b-1-mot
anna /unit show unit:1 mot…
anna /reach unit:b-1-arm
anna /threats hex:5.09
anna /move units:b-1-ar…
anna /move units:b-1-arm,b-1-mot to:8…
anna /move units:nobody to:8.08
anna /move units:b-1-arm to:99.09
anna /move units:b-1-arm
boris /move units:r-1-arm to:12.08
olga /end
anna /orders list:5.09 > 6.09
anna /move units:b-1-arm,b-1-mot to:8.08
anna /game undo
boris /since
anna /note text:steppe turn:2
anna /note
anna /plan
anna /seat deputy user:<@1150000000000000103>
boris /since
boris /map layer:supply
boris /game status
`

// autumn begins a game with rules of its own.
const autumn = `anna /game new module:afb side:german
boris /game join side:soviet
anna /game start
anna /stack show hex:9.20
boris /units
anna /end
anna /crt
anna /terrain
anna /airstrike hex:9.20 strikes:2
boris /game status
`
