// Package catalogue is every message of the program, in every language that it speaks: a file a
// language, active.en.yaml first. Discord and the command line say the same words by it.
//
//	c, err := catalogue.New(more)
//	words, ok := c.In("en-GB").Say(format, "example.steps", "unit", "1 Inf Div", "n", n+1)
package catalogue

import (
	"embed"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Default is the language of those whose language the program does not speak, or does not know.
const Default = "en"

//go:embed *.yaml
var files embed.FS

// Catalogue is the messages in all languages.
type Catalogue struct {
	languages []*Language // that of fallback first
	matcher   language.Matcher
}

// Language is one language. Labels are the messages of it that are the same whatever they are
// asked with: they are put together once, because an answer needs many of them.
type Language struct {
	localizer *i18n.Localizer
	labels    map[string]string
}

// New is the catalogue of the program, with more messages in English, in the form of its files.
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

// newLanguage is a language with its own messages; what it lacks is found in the one of fallback.
func newLanguage(loc *i18n.Localizer, messages []*i18n.Message) *Language {
	l := &Language{loc, map[string]string{}}
	for _, m := range messages {
		if forms := m.Zero + m.One + m.Two + m.Few + m.Many; forms == "" && !strings.Contains(m.Other, "{{") {
			l.labels[m.ID] = m.Other
		}
	}
	return l
}

// In is the language for readers of these languages, in order of preference.
func (c *Catalogue) In(languages ...string) *Language {
	_, i := language.MatchStrings(c.matcher, languages...)
	return c.languages[i]
}

// Plain is a message whose arguments are said as they are, as pictures have it.
func (l *Language) Plain(id string, args ...any) (words string, known bool) {
	return l.Say(func(_ string, value any) string { return fmt.Sprint(value) }, id, args...)
}

// Say is a message; ok is false when there is none. Arguments are keys and values in turn, and
// format puts each value in words. An int called n chooses between singular and plural.
func (l *Language) Say(format func(key string, value any) string, id string, args ...any) (words string, ok bool) {
	if words, ok := l.labels[id]; ok {
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
		data[key] = format(key, args[i+1])
	}
	if config.PluralCount == nil {
		config.PluralCount = 2 // a message with plural forms and no count speaks of many
	}
	words, err := l.localizer.Localize(&config)
	if err != nil { // one that has no form for this count has the same for all
		config.PluralCount = 2
		words, err = l.localizer.Localize(&config)
	}
	return words, err == nil
}
