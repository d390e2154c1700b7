// Package logs makes the program's logger: all lines have one format, and no line contains a secret.
//
//	logger := logs.New(&lines, logs.Options{Level: slog.LevelWarn, JSON: true, Secrets: []string{token}})
//
// discordgo uses it too once discordgo.Logger is Discordgo(logger).
//
// Secrets are removed here and nowhere else. Errors of net/http contain addresses, and addresses of interactions
// contain a token with which anybody can answer for fifteen minutes; errors of discordgo contain response bodies.
// Everything that is logged passes through this package, including the lines of libraries.
//
// Limits: it recognises secrets by their form, and the bot's token by its value. What only some players may know
// (orders, words, units) has no special form: callers must not log it.
package logs

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
)

// Options configure a logger.
type Options struct {
	Level   slog.Level
	JSON    bool     // one JSON object per line instead of key=value
	Secrets []string // values that must not appear, whatever their form
}

// New makes a logger that writes to w.
func New(w io.Writer, o Options) *slog.Logger {
	var known []string
	for _, s := range o.Secrets {
		if s != "" {
			known = append(known, s, redacted)
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

const redacted = "[secret]"

// secrets are the forms of secrets, with what replaces them.
var secrets = []struct {
	form *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`(/(?:webhooks|interactions)/[^/\s"]+/)[^/\s"'?,:)]+`), "${1}" + redacted}, // in an address
	{regexp.MustCompile(`(\\?"token\\?"\s*:\s*\\?")[^"\\]+`), "${1}" + redacted},                   // in JSON
	{regexp.MustCompile(`\bBot [\w-]{20,}[\w.-]*`), "Bot " + redacted},                             // in a header
	{regexp.MustCompile(`[\w-]{20,}\.[\w-]{6,7}\.[\w-]{25,}`), redacted},                           // a bot's token
	// the token of an interaction: "interaction:" in base64
	{regexp.MustCompile(`aW50ZXJhY3Rpb246[\w+/=-]+`), redacted},
}

// answered matches discordgo's error for a failed request, which ends with the response body.
var answered = regexp.MustCompile(`(?s)(HTTP \d{3}[^,]*), (.*)$`)

// Clean removes secrets and the bodies of Discord's responses, which may repeat what was sent. Of a body only Discord's
// code and message are kept.
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

// brief returns the code and message in the body of a response, "" if the body is not Discord's.
func brief(body string) string {
	var said struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	}
	// Our own words may follow the body.
	if err := json.NewDecoder(strings.NewReader(body)).Decode(&said); err != nil || said.Message == "" {
		return ""
	}
	return fmt.Sprintf(", code %d: %.100s", said.Code, said.Message)
}
