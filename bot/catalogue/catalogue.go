// Package catalogue has every text of the program in every language: one file per language, of which active.en.yaml is
// complete, and one more for each series with words of its own. The bot on Discord and the command line share them.
//
//	c, err := catalogue.New(more)
//	words, ok := c.In("en-GB").Say(format, "example.steps", "unit", "1 Inf Div", "n", n+1)
package catalogue

import (
	"embed"
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Default is the language for readers whose language is unknown or has no file.
const Default = "en"

//go:embed *.yaml
var files embed.FS

// Catalogue is the texts in all languages.
type Catalogue struct {
	languages []*Language // the default language first
	matcher   language.Matcher
}

// Language is the texts in one language. Phrases are those with one form, parsed once, as an answer needs many.
type Language struct {
	localizer *i18n.Localizer
	phrases   map[string]phrase
}

// phrase is a text with one form: what stands before the first argument, the argument's key, what stands between it and
// the next one, and so on.
type phrase []string

// argument matches the place of an argument in a text, such as {{.unit}}.
var argument = regexp.MustCompile(`\{\{ *\.(\w+) *\}\}`)

// newPhrase parses a text; ok is false if it has template actions other than arguments.
func newPhrase(text string) (p phrase, ok bool) {
	from := 0
	for _, at := range argument.FindAllStringSubmatchIndex(text, -1) {
		p = append(p, text[from:at[0]], text[at[2]:at[3]])
		from = at[1]
	}
	p = append(p, text[from:])
	return p, !strings.Contains(strings.Join(p, ""), "{{")
}

// say returns the phrase with its arguments in words.
func (p phrase) say(format func(key string, value any) string, args []any) string {
	var words strings.Builder
	words.WriteString(p[0])
	for i := 1; i < len(p); i += 2 {
		said := "<no value>" // what a text with several forms, a template, prints for a missing argument
		for k := 0; k+1 < len(args); k += 2 {
			if args[k] == p[i] {
				said = format(p[i], args[k+1])
			}
		}
		words.WriteString(said)
		words.WriteString(p[i+1])
	}
	return words.String()
}

// New returns the catalogue of the program. more adds texts in English, in the form of its files.
func New(more []byte) (*Catalogue, error) {
	b := i18n.NewBundle(language.Make(Default))
	b.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("catalogues: %w", err)
	}
	messages := map[language.Tag][]*i18n.Message{}
	for _, f := range entries {
		file, err := b.LoadMessageFileFS(files, f.Name())
		if err != nil {
			return nil, fmt.Errorf("catalogue %s: %w", f.Name(), err)
		}
		messages[file.Tag] = append(messages[file.Tag], file.Messages...)
	}
	file, err := b.ParseMessageFileBytes(more, "more."+Default+".yaml")
	if err != nil {
		return nil, fmt.Errorf("more messages: %w", err)
	}
	messages[file.Tag] = append(messages[file.Tag], file.Messages...)
	c := &Catalogue{matcher: language.NewMatcher(b.LanguageTags())}
	for _, tag := range b.LanguageTags() {
		c.languages = append(c.languages, newLanguage(i18n.NewLocalizer(b, tag.String()), messages[tag]))
	}
	return c, nil
}

// newLanguage returns a language with its own texts; missing ones are taken from the default language.
func newLanguage(loc *i18n.Localizer, messages []*i18n.Message) *Language {
	l := &Language{loc, map[string]phrase{}}
	for _, m := range messages {
		if p, ok := newPhrase(m.Other); ok && m.Zero+m.One+m.Two+m.Few+m.Many == "" {
			l.phrases[m.ID] = p
		}
	}
	return l
}

// In returns the first language that the catalogue has, given tags in order of preference.
func (c *Catalogue) In(languages ...string) *Language {
	_, i := language.MatchStrings(c.matcher, languages...)
	return c.languages[i]
}

// Plain does what Say does, with arguments formatted by fmt.Sprint, as pictures need them.
func (l *Language) Plain(id string, args ...any) (words string, known bool) {
	return l.Say(func(_ string, value any) string { return fmt.Sprint(value) }, id, args...)
}

// Say returns a text; ok is false if there is none. Arguments are alternating keys and values, and format turns each
// value into words. An int called n chooses between singular and plural.
func (l *Language) Say(format func(key string, value any) string, id string, args ...any) (words string, ok bool) {
	if p, ok := l.phrases[id]; ok {
		return p.say(format, args), true
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
		data[key] = format(key, args[i+1])
	}
	if config.PluralCount == nil {
		config.PluralCount = 2 // a text with plural forms but no count is about many
	}
	words, err := l.localizer.Localize(&config)
	if err != nil { // a text without a form for this count has one form for all
		config.PluralCount = 2
		words, err = l.localizer.Localize(&config)
	}
	return words, err == nil
}
