package registration

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"grognard/bot/discord/rest"
)

// Refusal says that Discord itself does not take the commands, and why.
type Refusal struct {
	Reasons []string // each with a command's name, the place in it and Discord's words
	why     error
}

// Error names the refused commands. If none is named it repeats the error of the request.
func (r *Refusal) Error() string {
	const most = 5 // reasons that one line has room for
	if len(r.Reasons) == 0 {
		return r.why.Error()
	}
	text := strings.Join(r.Reasons[:min(most, len(r.Reasons))], "; ")
	if more := len(r.Reasons) - most; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return fmt.Sprintf("register commands: Discord refuses %s", text)
}

// Unwrap returns the failed request.
func (r *Refusal) Unwrap() error { return r.why }

// refusal returns the error of a failed request as a Refusal if Discord itself refused list for good, else unchanged. A
// status without one of Discord's codes may come from a proxy.
func refusal(err error, list []command) error {
	if kind, _ := rest.Diagnose(err); kind == rest.Transient || rest.CodeOf(err) == 0 {
		return err
	}
	var said struct{ Errors map[string]json.RawMessage }
	r := &Refusal{why: err}
	if json.Unmarshal(rest.Details(err), &said) != nil {
		return r
	}
	for _, index := range slices.Sorted(maps.Keys(said.Errors)) {
		of, name := any(nil), "the list"
		if n, err := strconv.Atoi(index); err == nil && n >= 0 && n < len(list) {
			of, name = map[string]any(list[n]), "/"+list[n].name()
		}
		r.Reasons = append(r.Reasons, reasons(said.Errors[index], of, "", name)...)
	}
	return r
}

// reasons returns what Discord says of a part of a command. of is the part itself, whole the place that it is part of,
// own its key or name. The errors have the form {"options": {"0": {"name": {"_errors": [...]}}}}, in which lists are
// objects with indices. A member of a list is called by its name if it has one.
func reasons(raw json.RawMessage, of any, whole, own string) (list []string) {
	var leaf struct {
		Errors []struct{ Message string } `json:"_errors"`
	}
	if json.Unmarshal(raw, &leaf) != nil {
		return nil
	}
	here := strings.TrimSpace(whole + " " + own)
	for _, e := range leaf.Errors {
		list = append(list, here+": "+oneLine(e.Message))
	}
	var members map[string]json.RawMessage
	if len(leaf.Errors) > 0 || json.Unmarshal(raw, &members) != nil {
		return list
	}
	for _, key := range slices.Sorted(maps.Keys(members)) {
		part, within, name := member(of, key), here, key
		if o, ok := part.(map[string]any); ok && o["name"] != nil {
			within, name = whole, fmt.Sprint(o["name"])
		}
		list = append(list, reasons(members[key], part, within, name)...)
	}
	return list
}

// member returns a member of an object by its key or of a list by its index, nil if there is none.
func member(of any, key string) any {
	switch of := of.(type) {
	case map[string]any:
		return of[key]
	case []any:
		if n, err := strconv.Atoi(key); err == nil && n >= 0 && n < len(of) {
			return of[n]
		}
	}
	return nil
}

// oneLine returns text on one line, cut to what a line of a log has room for.
func oneLine(text string) string {
	const most = 200 // characters
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most-1]) + "…"
	}
	return text
}
