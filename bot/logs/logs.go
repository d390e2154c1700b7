// Package logs makes the program's log: one form for all lines, and no secret in any of them.
//
//	logger := logs.New(&lines, logs.Options{Level: slog.LevelWarn, JSON: true, Secrets: []string{token}})
//
// The library of Discord logs by it too, once discordgo.Logger is Discordgo(logger).
//
// This is the one place that takes secrets out. The errors of net/http have addresses in them, and
// those of interactions have a token that anybody can answer with for fifteen minutes; the errors of
// discordgo have the bodies of answers. Whatever is logged passes here, the libraries' own lines too.
//
// Limits: it knows secrets by their form and the bot's token by its value. What players alone may know,
// orders, words and units, has no form: those who log must not hand it over.
package logs

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
)

// Options are how lines are written.
type Options struct {
	Level   slog.Level
	JSON    bool     // an object a line in place of key=value
	Secrets []string // that must not appear, whatever their form
}

// New writes lines to w.
func New(w io.Writer, o Options) *slog.Logger {
	var known []string
	for _, s := range o.Secrets {
		if s != "" {
			known = append(known, s, gone)
		}
	}
	values := strings.NewReplacer(known...)
	clean := func(_ []string, a slog.Attr) slog.Attr {
		if k := a.Value.Kind(); k == slog.KindString || k == slog.KindAny {
			a.Value = slog.StringValue(Clean(values.Replace(a.Value.String())))
		}
		return a
	}
	options := &slog.HandlerOptions{Level: o.Level, ReplaceAttr: clean}
	if o.JSON {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// gone stands in place of a secret.
const gone = "[secret]"

// secrets are the forms of what must not be read in a log, with what takes their place.
var secrets = []struct {
	form *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`(/(?:webhooks|interactions)/[^/\s"]+/)[^/\s"'?,:)]+`), "${1}" + gone}, // in an address
	{regexp.MustCompile(`(\\?"token\\?"\s*:\s*\\?")[^"\\]+`), "${1}" + gone},                   // in JSON
	{regexp.MustCompile(`\bBot [\w-]{20,}[\w.-]*`), "Bot " + gone},                             // in a header
	{regexp.MustCompile(`[\w-]{20,}\.[\w-]{6,7}\.[\w-]{25,}`), gone},                           // a bot's token
	// an interaction's: "interaction:" in base64
	{regexp.MustCompile(`aW50ZXJhY3Rpb246[\w+/=-]+`), gone},
}

// answered is what discordgo says of an answer that it does not like, with the body to its end.
var answered = regexp.MustCompile(`(?s)(HTTP \d{3}[^,]*), (.*)$`)

// Clean is a text without secrets, and without the bodies of Discord's answers, which may repeat
// what was sent: of them its own code and message stay.
func Clean(text string) string {
	for _, s := range secrets {
		text = s.form.ReplaceAllString(text, s.by)
	}
	found := answered.FindStringSubmatchIndex(text)
	if found == nil {
		return text
	}
	return text[:found[3]] + brief(text[found[4]:])
}

// brief is what Discord says in the body of an answer, "" where it is not Discord who speaks.
func brief(body string) string {
	var said struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	// The body may have words of ours after it.
	if err := json.NewDecoder(strings.NewReader(body)).Decode(&said); err != nil || said.Message == "" {
		return ""
	}
	return fmt.Sprintf(", code %d: %.100s", said.Code, said.Message)
}
