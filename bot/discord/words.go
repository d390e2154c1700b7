package discord

import (
	"embed"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"grognard/rules/hex"
	"grognard/rules/order"
	"grognard/rules/view"
)

//go:embed words/*.yaml
var catalogueFiles embed.FS

// words is every message of the program, in every language that it speaks.
type words struct {
	catalogues []*catalogue // the language of fallback first
	matcher    language.Matcher
}

// catalogue is one language. Labels are the messages of it that are the same whatever they are
// asked with: they are put together once, because an answer needs many of them.
type catalogue struct {
	*i18n.Localizer
	labels map[string]string
}

// newWords are the catalogues of the program, with more messages in English, in the form of a
// catalogue.
func newWords(more []byte) (words, error) {
	b := i18n.NewBundle(language.English)
	b.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	files, err := catalogueFiles.ReadDir("words")
	if err != nil {
		return words{}, fmt.Errorf("catalogues: %w", err)
	}
	messages := map[language.Tag][]*i18n.Message{}
	for _, f := range files {
		file, err := b.LoadMessageFileFS(catalogueFiles, "words/"+f.Name())
		if err != nil {
			return words{}, fmt.Errorf("catalogue %s: %w", f.Name(), err)
		}
		messages[file.Tag] = append(messages[file.Tag], file.Messages...)
	}
	file, err := b.ParseMessageFileBytes(more, "more.en.yaml")
	if err != nil {
		return words{}, fmt.Errorf("more messages: %w", err)
	}
	messages[file.Tag] = append(messages[file.Tag], file.Messages...)
	w := words{matcher: language.NewMatcher(b.LanguageTags())}
	for _, tag := range b.LanguageTags() {
		w.catalogues = append(w.catalogues, newCatalogue(i18n.NewLocalizer(b, tag.String()), messages[tag]))
	}
	return w, nil
}

// newCatalogue is a language with its own messages; what it lacks is found in the one of fallback.
func newCatalogue(loc *i18n.Localizer, messages []*i18n.Message) *catalogue {
	c := &catalogue{loc, map[string]string{}}
	for _, m := range messages {
		if forms := m.Zero + m.One + m.Two + m.Few + m.Many; forms == "" && !strings.Contains(m.Other, "{{") {
			c.labels[m.ID] = m.Other
		}
	}
	return c
}

// in is the speech for readers of these languages, in order of preference.
func (w words) in(languages ...string) speech {
	_, i := language.MatchStrings(w.matcher, languages...)
	return speech{loc: w.catalogues[i]}
}

// speech makes words in one language. With a map it names sides and places, with what a
// side sees that side's units.
type speech struct {
	loc *catalogue
	at  *view.Map
	own *view.Secret
}

// on is the same speech about a game on this map.
func (s speech) on(m *view.Map) speech {
	s.at = m
	return s
}

// of is the same speech to the one who sees this.
func (s speech) of(v view.Secret) speech {
	s.at, s.own = v.Board().Map, &v
	return s
}

// form is what an order of the game looks like.
func (s speech) form(v order.Verb) (order.Spec, bool) {
	if s.at == nil {
		return order.Spec{}, false
	}
	return order.Find(s.at.Orders, v)
}

// say is a message of the catalogue. Arguments are keys and values in turn; an
// int called n chooses between singular and plural. A message that no
// catalogue has shows its identifier, so that nothing goes untold.
func (s speech) say(id string, args ...any) string {
	if words, ok := s.try(id, args...); ok {
		return words
	}
	return view.T(id, args...).String()
}

func (s speech) try(id string, args ...any) (string, bool) {
	if words, ok := s.loc.labels[id]; ok {
		return words, true
	}
	data := map[string]string{}
	config := i18n.LocalizeConfig{MessageID: id, TemplateData: data}
	for i := 0; i+1 < len(args); i += 2 {
		key, ok := args[i].(string)
		if !ok {
			return "", false
		}
		if n, ok := args[i+1].(int); ok && key == "n" {
			config.PluralCount = n
		}
		data[key] = s.argument(key, args[i+1])
	}
	if config.PluralCount == nil {
		config.PluralCount = 2 // a message with plural forms and no count speaks of many
	}
	words, err := s.loc.Localize(&config)
	if err != nil { // one that has no form for this count has the same for all
		config.PluralCount = 2
		words, err = s.loc.Localize(&config)
	}
	return words, err == nil
}

// text is a Text in words.
func (s speech) text(t view.Text) string { return s.say(t.ID, t.Args...) }

// describe is the first of these messages that the catalogue has, else the last
// of the identifiers as it is.
func (s speech) describe(ids ...string) string {
	for _, id := range ids {
		if words, ok := s.try(id); ok {
			return words
		}
	}
	return ids[len(ids)-1]
}

// said is an argument that is in words already.
type said string

// value formats an argument of a message by its kind.
func (s speech) value(v any) string {
	switch v := v.(type) {
	case string: // perhaps a player's own words
		return clip(v, 100)
	case view.Typed:
		return string(quoted(string(v)))
	case view.Text:
		return s.text(v)
	case view.Name:
		return name(v)
	case view.Counter:
		return v.Name
	case view.Described:
		return s.unit(v.Counter, v.Legend)
	case hex.Hex:
		return s.hex(v)
	case order.Side:
		return s.side(v)
	case order.Verb:
		return "/" + string(v)
	case []view.Text:
		return list(s, v)
	case []view.Name:
		return list(s, v)
	case []view.Counter:
		return list(s, v)
	case []view.Described:
		return list(s, v)
	case view.Chance:
		return string(percent(v))
	case view.AtLeast:
		return s.losses(v)
	case view.Numbers:
		return numbers(v)
	case []hex.Hex:
		return list(s, v)
	case []order.Side:
		return list(s, v)
	case []view.Rule:
		return list(s, v)
	case []string:
		return list(s, v)
	}
	return fmt.Sprint(v)
}

func list[T any](s speech, vs []T) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = s.value(v)
	}
	return strings.Join(parts, ", ")
}

// argument formats an argument of a message. An identifier of the game's, such
// as a kind of terrain or a phase, is put in words where the catalogue has some
// for its key: kind.city, phase.combat.
func (s speech) argument(key string, v any) string {
	if id, ok := v.(string); ok && (key == "kind" || key == "phase" || key == "mark") {
		return s.describe(key+"."+id, id)
	}
	return s.value(v)
}

func name(n view.Name) string {
	if n.Name == "" {
		return string(n.ID)
	}
	return n.Name
}

// hex is a hex's number, with the name of the place that is there.
func (s speech) hex(h hex.Hex) string {
	if h == hex.None {
		return "–"
	}
	if s.at != nil {
		for _, p := range s.at.Places {
			if p.Hex == h {
				return h.String() + " " + p.Name
			}
		}
	}
	return h.String()
}

// side is a side's name.
func (s speech) side(id order.Side) string {
	if s.at != nil {
		for _, n := range s.at.Sides {
			if n.ID == id {
				return n.Name
			}
		}
	}
	return string(id)
}

// phase is a phase with its side: German combat. Where groups act one after the other in it, the
// one that does is told with it.
func (s speech) phase(p view.Phase) string {
	switch {
	case p.Side == "":
		return s.argument("phase", p.Name)
	case p.Group != "":
		return s.say("board.activation", "side", p.Side, "phase", p.Name, "group", string(p.Group))
	}
	return s.say("board.phase", "side", p.Side, "phase", p.Name)
}

// spelled is an order as it could be typed, with the names of the reader's units.
func (s speech) spelled(spec order.Spec, o order.Order) string {
	for _, a := range o.Args {
		if len(a.Units) == 0 {
			continue
		}
		units := make([]order.UnitID, len(a.Units))
		for i, u := range a.Units {
			units[i] = s.callable(u)
		}
		o = o.WithUnits(a.Name, units...)
	}
	return order.Format(spec, o)
}

// callable is a unit's name where no other unit of its side is called the same, else its
// identifier.
func (s speech) callable(id order.UnitID) order.UnitID {
	if s.own == nil {
		return id
	}
	unit, _, ok := s.own.Board().Find(id)
	if !ok || unit.Name == "" {
		return id
	}
	same := 0
	count := func(known []view.Counter) {
		for _, c := range known {
			if c.Side == unit.Side && c.Name == unit.Name {
				same++
			}
		}
	}
	for _, st := range s.own.Board().Stacks {
		count(st.Known)
	}
	for _, p := range s.own.Board().OffMap {
		count(p.Known)
	}
	if same > 1 {
		return id
	}
	return order.UnitID(unit.Name)
}

// rule is a citation in brackets after a blank, nothing for no rule.
func rule(r view.Rule) said {
	if r == "" {
		return ""
	}
	return said(" (" + r + ")")
}
