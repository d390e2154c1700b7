package faults

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"grognard/bot/localtable"
)

// Scenario describes how a table misbehaves, in steps. It is written with one step per line; empty lines and lines that
// begin with # are ignored:
//
//	3 times on IDENTIFY op 9 false
//	always on HEARTBEAT silence
//	after READY close 4009
//	on INTERACTION_CREATE twice
//	now op 7
//	2 times POST /channels/{channel_id}/messages 503 html
//
// A step is carried out once, unless it begins with a number of times or with "always". "on" does it instead of the
// table's usual behaviour, "after" does it in addition, and "now" does it immediately on every connection. Of several
// steps for the same moment, the first that is not used up applies.
//
// Moments of the gateway are CONNECT, HELLO, IDENTIFY, RESUME, HEARTBEAT, and the name of each dispatch (READY,
// RESUMED, GUILD_CREATE, INTERACTION_CREATE). At a moment the table does one of these:
//
//	silence       nothing: no HELLO, no answer to IDENTIFY, no ACK; on CONNECT the handshake is not answered
//	cut           the connection breaks without a close frame
//	close CODE    the connection is closed with this code
//	op 7, op 9 true, op 9 false, op N
//	frame TEXT    this text is sent, whatever it is
//	with JSON     the dispatch is sent with these keys changed; null takes a key away
//	twice         the dispatch is sent twice
//	late          the dispatch is sent after the one that follows it
//	503           on CONNECT: the handshake is refused with this status
//
// Moments of REST are requests: a method and a route as in Exchange.Route, or the path of a request; * matches any.
// "done" before the action means that the request is carried out and only its answer lost. The actions are
//
//	STATUS             with an error in JSON, as Discord's
//	STATUS code CODE   with one of Discord's codes
//	STATUS html        with a page in HTML
//	STATUS empty       without a body
//	STATUS json TEXT   with this body
//	429 global SECONDS, 429 route SECONDS, 429 header SECONDS, 429 cloudflare SECONDS
//	                   asks the bot to wait: in JSON, for all routes or for this one; only by the headers
//	                   X-RateLimit; only by Retry-After, with HTML
//	with JSON          the true answer with these keys changed; null removes a key
//	silence, cut       as above
type Scenario []Step

// Step is one line of a scenario.
type Step struct {
	Times  int              // how many times it is still to be done; negative for always
	When   string           // on, after or now; "" for a request
	Moment string           // when it is done: IDENTIFY, or POST /channels/{channel_id}/messages
	Action string           // silence, cut, close, op, frame, with, twice, late, status
	Code   int              // of close, op and status
	Text   string           // of frame and with; of op, its data
	Fault  localtable.Fault // of a request
}

// ParseScenario parses the lines of a scenario.
func ParseScenario(text string) (Scenario, error) {
	var list Scenario
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		step, err := parseStep(line)
		if err != nil {
			return nil, fmt.Errorf("scenario: %q: %w", line, err)
		}
		list = append(list, step)
	}
	return list, nil
}

func parseStep(line string) (Step, error) {
	s := Step{Times: 1}
	word, rest := next(line)
	switch n, err := strconv.Atoi(word); {
	case word == "always":
		s.Times = -1
		word, rest = next(rest)
	case err == nil:
		s.Times = n
		times, after := next(rest)
		if times != "times" || n < 1 {
			return s, errors.New("a number is followed by \"times\"")
		}
		word, rest = next(after)
	}
	switch word {
	case "now":
		s.When = word
		return s, s.parseAction(rest)
	case "on", "after":
		s.When = word
		s.Moment, rest = next(rest)
		return s, s.parseAction(rest)
	case "*", http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		var route string
		route, rest = next(rest)
		s.Moment = word + " " + route
		return s, s.parseFault(rest)
	}
	return s, fmt.Errorf("%q is neither on, after, now nor a method", word)
}

func next(s string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimSpace(s), " ")
	return word, strings.TrimSpace(rest)
}

func (s *Step) parseAction(text string) (err error) {
	var rest string
	s.Action, rest = next(text)
	switch s.Action {
	case "silence", "cut", "twice", "late":
	case "close", "op":
		var code string
		code, s.Text = next(rest)
		s.Code, err = strconv.Atoi(code)
	case "frame":
		s.Text = rest
	case "with":
		s.Text = rest
		if !json.Valid([]byte(rest)) {
			err = errors.New("with is followed by JSON")
		}
	default:
		s.Code, err = strconv.Atoi(s.Action)
		s.Action = "status"
		if err != nil || s.Moment != "CONNECT" {
			err = fmt.Errorf("%q is nothing that the table can do there", text)
		}
	}
	return err
}

func (s *Step) parseFault(text string) (err error) {
	f := &s.Fault
	word, rest := next(text)
	if word == "done" {
		f.Done = true
		word, rest = next(rest)
	}
	switch word {
	case "silence":
		f.Silent = true
		return nil
	case "cut":
		f.Cut = true
		return nil
	case "with":
		if !json.Valid([]byte(rest)) {
			return errors.New("with is followed by JSON")
		}
		f.Done = true
		f.Change = func(answer json.RawMessage) json.RawMessage { return merge(answer, json.RawMessage(rest)) }
		return nil
	}
	if f.Status, err = strconv.Atoi(word); err != nil || f.Status < 200 || f.Status > 599 {
		return fmt.Errorf("%q is no status", word)
	}
	f.Header = http.Header{}
	form, rest := next(rest)
	switch form {
	case "":
	case "code":
		f.Code, err = strconv.Atoi(rest)
	case "html":
		page(f, fmt.Sprintf("<html><head><title>%d</title></head><body><h1>%[1]d %s</h1></body></html>", f.Status,
			http.StatusText(f.Status)))
	case "empty":
		f.Body = new("")
	case "json":
		f.Body = new(rest)
	case "global", "route", "header", "cloudflare":
		err = rateLimit(f, form, rest)
	default:
		err = fmt.Errorf("%q is no form of an answer", form)
	}
	return err
}

func page(f *localtable.Fault, html string) {
	f.Body = &html
	f.Header.Set("Content-Type", "text/html; charset=UTF-8")
}

// rateLimit makes a rate-limited answer, in one of the forms that Discord and its proxy use.
func rateLimit(f *localtable.Fault, form, seconds string) error {
	after, err := strconv.ParseFloat(seconds, 64)
	if err != nil {
		return fmt.Errorf("how many seconds: %w", err)
	}
	h := f.Header
	say := func(global bool) *string {
		return new(fmt.Sprintf(`{"message": "You are being rate limited.", "retry_after": %v, "global": %v}`, after,
			global))
	}
	switch form {
	case "cloudflare":
		page(f, "<html><head><title>Access denied</title></head><body>error code: 1015</body></html>")
		h.Set("Retry-After", seconds)
		return nil
	case "global":
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
		f.Body = say(true)
	default:
		h.Set("X-RateLimit-Limit", "5")
		h.Set("X-RateLimit-Remaining", "0")
		h.Set("X-RateLimit-Reset", strconv.FormatFloat(float64(time.Now().UnixMilli())/1000+after, 'f', 3, 64))
		h.Set("X-RateLimit-Reset-After", seconds)
		h.Set("X-RateLimit-Bucket", "80c17d2f203122d936070c88c8d10f33")
		h.Set("X-RateLimit-Scope", "user")
		f.Body = say(false)
	}
	if form == "header" {
		f.Body = new(`{"message": "You are being rate limited.", "code": 0}`)
		return nil
	}
	h.Set("Retry-After", seconds)
	return nil
}

// take finds the step for a moment and counts one use of it.
func (l Scenario) take(fits func(Step) bool) (Step, bool) {
	i := slices.IndexFunc(l, func(s Step) bool { return s.Times != 0 && fits(s) })
	if i < 0 {
		return Step{}, false
	}
	if l[i].Times > 0 {
		l[i].Times--
	}
	return l[i], true
}

// at finds the step for a moment of the gateway.
func (l Scenario) at(when, moment string) (Step, bool) {
	return l.take(func(s Step) bool { return s.When == when && s.Moment == moment })
}

// prefixes matches the beginnings of the paths of Discord's API.
var prefixes = regexp.MustCompile(`^/api(/v\d+)?$`)

// fault finds the fault for a request.
func (l Scenario) fault(x localtable.Exchange) localtable.Fault {
	s, _ := l.take(func(s Step) bool {
		method, route, _ := strings.Cut(s.Moment, " ")
		return s.When == "" && (method == "*" || method == x.Method) &&
			(route == "*" || route == x.Route || strings.HasSuffix(x.Path, route) &&
				prefixes.MatchString(strings.TrimSuffix(x.Path, route)))
	})
	return s.Fault
}
