package discord

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"grognard/bot/discord/ask"
	"grognard/bot/discord/tell"
	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/must"
	"grognard/rules/order"

	"github.com/bwmarrin/discordgo"
)

// anotherSeries is orders that share verbs with those of the games that ship, and not their forms, more than the series
// that are played do.
func anotherSeries() []order.Spec {
	need := func(name string, k order.Kind) order.Option { return order.Option{Name: name, Kind: k, Required: true} }
	may := func(name string, k order.Kind) order.Option { return order.Option{Name: name, Kind: k} }
	mission := order.Option{Name: "mission", Kind: order.Word, Words: []string{"suppression", "destruction"}}
	return []order.Spec{
		{Verb: "attack", Options: []order.Option{need("unit", order.Units), need("target", order.Hex),
			may("assist", order.Units), mission, may("arty", order.Count), may("air", order.Count)}},
		{Verb: "retreat", Options: []order.Option{need("units", order.Units), need("to", order.Hex)}},
		{Verb: "assign", Options: []order.Option{need("asset", order.Units),
			{Name: "formation", Kind: order.Group, Required: true, Words: []string{"A"}}}},
	}
}

// A verb that several series share is registered with the options of all; what only some have is not required.
func TestRegister_AnotherSeries(t *testing.T) {
	var games [][]order.Spec
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		m := must.Get(rules.New(d, rules.Position{}))(t)
		games = append(games, m.Specs())
	}
	loc := inEnglish(t)
	list := commandsOf(loc, new(bot).commandSpecs([]string{"supply"}), order.Union(append(games, anotherSeries())...))
	attack := list[slices.IndexFunc(list, func(c command) bool { return c.Name == "attack" })]
	var got []string
	for _, o := range attack.Options {
		got = append(got, fmt.Sprintf("%s required:%v type:%d completed:%v choices:%d", o.Name, o.Required, o.Type,
			o.Autocomplete, len(o.Choices)))
	}
	want := []string{"target required:true type:3 completed:true choices:0",
		"units required:false type:3 completed:true choices:0",
		"unit required:false type:3 completed:true choices:0", "assist required:false type:3 completed:true choices:0",
		"mission required:false type:3 completed:false choices:2",
		"arty required:false type:4 completed:false choices:0",
		"air required:false type:4 completed:false choices:0"}
	if !slices.Equal(got, want) {
		t.Errorf("/attack is registered as\n%q\nwant\n%q", got, want)
	}
}

// The series that are played share some orders. Each is registered once, with the options of both series: those are
// required that both require.
func TestRegister_SharedVerbs(t *testing.T) {
	of := map[string][]order.Spec{}
	var games [][]order.Spec
	for _, id := range modules.Embedded() {
		d := must.Get(rules.Modules().Load(id))(t)
		m := must.Get(rules.New(d, rules.Position{}))(t)
		of[d.Series], games = order.Union(of[d.Series], m.Specs()), append(games, m.Specs())
	}
	list := commandsOf(inEnglish(t), new(bot).commandSpecs(nil), order.Union(games...))
	var shared []string
	for _, one := range of["bcs"] {
		other, both := order.Find(of["scs"], one.Verb)
		if !both {
			continue
		}
		shared = append(shared, string(one.Verb))
		required := map[string]bool{}
		for _, s := range []order.Spec{one, other} {
			for _, o := range s.Options {
				theirs, _, ok := one.Option(o.Name)
				ours, _, also := other.Option(o.Name)
				required[o.Name] = ok && also && theirs.Required && ours.Required
			}
		}
		at := slices.IndexFunc(list, func(c command) bool { return c.Name == string(one.Verb) })
		got := map[string]bool{}
		for _, o := range list[at].Options {
			got[o.Name] = o.Required
		}
		if !maps.Equal(got, required) {
			t.Errorf("/%s is registered with %v, want %v", one.Verb, got, required)
		}
	}
	if slices.Sort(shared); !slices.Equal(shared, []string{"advance", "attack", "end", "losses",
		"move", "pass", "retreat"}) {
		t.Errorf("both series have %q", shared)
	}
}

// The layers of /map that can be chosen are those that games have.
func TestRegister_MapLayers(t *testing.T) {
	loc := inEnglish(t)
	layers := func(kinds ...string) []ask.FixedChoice {
		list := commandsOf(loc, new(bot).commandSpecs(kinds), nil)
		options := list[slices.IndexFunc(list, func(c command) bool { return c.Name == "map" })].Options
		return options[slices.IndexFunc(options, func(o ask.Option) bool { return o.Name == "layer" })].Choices
	}
	if got, want := layers("supply", "weather"),
		[]ask.FixedChoice{{Name: "supply", Value: "supply"}, {Name: "weather", Value: "weather"}}; !slices.Equal(got,
		want) {
		t.Errorf("the choices are %v, want %v", got, want)
	}
	if got := layers(); len(got) > 0 {
		t.Errorf("without layers the choices are %v", got)
	}
}

// Every text of every command has a greatest length, which Discord's own programs keep to, and no two options of a
// command are described alike. What else Discord does not take of commands, the oracle refuses in every test that starts
// the bot.
func TestRegistered_Options(t *testing.T) {
	t.Parallel()
	m := must.Get(rules.New(must.Get(rules.Modules().Load("afb"))(t), rules.Position{}))(t)
	var look func(of string, options []ask.Option)
	look = func(of string, options []ask.Option) {
		for i, o := range options {
			look(of+" "+o.Name, o.Options)
			if slices.ContainsFunc(options[:i], func(b ask.Option) bool { return b.Description == o.Description }) {
				t.Errorf("%s %s is described as another", of, o.Name)
			}
			text := o.Type == discordgo.ApplicationCommandOptionString && len(o.Choices) == 0
			if text != (o.Longest > 0) || o.Longest > ask.LongestList {
				t.Errorf("%s %s can have %d characters", of, o.Name, o.Longest)
			}
		}
	}
	for _, c := range commandsOf(inEnglish(t), new(bot).commandSpecs(nil), order.Union(m.Specs())) {
		look(c.Name, c.Options)
	}
}

// What is longer all the same is refused before anything reads it: a command, what is typed so far, and a form.
func TestServe_LongerThanAnOptionCanBe(t *testing.T) {
	t.Parallel()
	b := &bot{commands: new(bot).commandTable(nil), presses: new(bot).pressTable()}
	long := strings.Repeat("ab", 3000)
	req := ask.Request{Localizer: inEnglish(t)}
	for data, most := range map[string]int{
		`{"name":"settings","options":[{"name":"zone","type":3,"value":"` + long + `"}]}`:                      100,
		`{"name":"move","options":[{"name":"units","type":3,"value":"` + long + `"}]}`:                         1000,
		`{"name":"orders","options":[{"name":"list","type":3,"value":"` + long + `c"}]}`:                       6000,
		`{"name":"nothing","options":[{"name":"x","type":1,"options":[{"name":"y","value":"` + long + `"}]}]}`: 1000,
	} {
		it := must.Get(readInteraction([]byte(sound("2", data))))(t).Interaction
		_, err := b.serve(t.Context(), req, it)
		_, typing := b.suggest(t.Context(), req, it.ApplicationCommandData())
		for _, err := range []error{err, typing} {
			if said, theirs := tell.Refuse(req.Localizer, err); !theirs ||
				!strings.Contains(said, fmt.Sprintf("can have up to %d characters", most)) {
				t.Errorf("%.30s: %q", data, said)
			}
		}
	}
	_, err := b.answerPress(t.Context(), req, ask.Pressed{Name: "set-write", Form: true,
		Fields: map[string]string{"text": long}})
	if said, theirs := tell.Refuse(req.Localizer, err); !theirs || !strings.Contains(said, "up to 4000 characters") {
		t.Errorf("a form: %q", said)
	}
}
