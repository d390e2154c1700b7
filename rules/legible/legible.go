// Package legible looks through the files of a module for texts that players would not see as they are written, or
// could not type: invisible letters, letters that no picture can draw, names that a list of orders reads as something
// else, and sides that look the same.
//
//	warnings := legible.Files(&mistakes, units)
//
// It knows the keys under which every module has names, and neither what a file must have nor what it means.
package legible

import (
	"fmt"
	"slices"
	"strings"

	"grognard/rules/document"
	"grognard/rules/letters"

	"golang.org/x/text/unicode/norm"
)

// hasLines reports whether texts under a key may have several lines: notes, and tables typed as a block. No picture
// shows them.
func hasLines(key string) bool { return key == "note" || key == "rows" }

// reader collects what is found in some files.
type reader struct {
	mistakes *document.Findings
	warnings []document.Finding
	seen     map[string]bool // texts that are judged already
}

// Files adds the mistakes in the texts of the files, and returns what is only odd, each at its place: for a text that
// stands several times at the first. Mistakes are invisible letters, because a name that has one is never the name that
// somebody types.
func Files(mistakes *document.Findings, files ...*document.Node) (warnings []document.Finding) {
	r := reader{mistakes: mistakes, seen: map[string]bool{}}
	for _, f := range files {
		r.texts("", f)
	}
	for _, f := range files {
		r.names(f)
	}
	return r.warnings
}

func (r *reader) warn(at document.Spot, format string, args ...any) {
	if len(r.warnings) < document.MaxFindings {
		r.warnings = append(r.warnings, at.Finding("warning: "+format, args...))
	}
}

// texts judges the letters of all texts of a node, which stands under a key.
func (r *reader) texts(key string, n *document.Node) {
	if n == nil {
		return
	}
	if n.What == document.Single {
		r.text(n.Spot, n.Text, hasLines(key))
	}
	for _, it := range n.Items {
		under := key
		if n.What == document.Mapping {
			under = it.Key.Text
			r.text(it.Key.Spot, under, false)
		}
		if key == "tables" && it.Value != nil && it.Value.What == document.Single {
			under = "rows" // they may stand behind the name of their table
		}
		r.texts(under, it.Value)
	}
}

// text judges the letters of one text; lines says whether it may have several lines.
func (r *reader) text(at document.Spot, s string, lines bool) {
	if r.seen[s] {
		return
	}
	r.seen[s] = true
	for i, l := range s {
		if lines && (l == '\n' || l == '\t') || !letters.IsInvisible(l) {
			continue
		}
		r.mistakes.Add(at, "a text must have no %s%s", letters.Name(l), after(s[:i]))
		return
	}
	if !lines {
		r.undrawn(at, s)
	}
}

// after says where in a text a letter stands.
func after(before string) string {
	if before == "" {
		return " at its beginning"
	}
	if r := []rune(before); len(r) > 20 {
		before = "…" + string(r[len(r)-20:])
	}
	return fmt.Sprintf(" after %q", before)
}

// undrawn warns of letters that pictures cannot draw.
func (r *reader) undrawn(at document.Spot, s string) {
	const most = 3
	var missing []string
	turned := false
	for _, l := range norm.NFC.String(s) {
		if _, alike := letters.Drawn(l); !alike && !slices.Contains(missing, letters.Name(l)) {
			missing, turned = append(missing, letters.Name(l)), turned || letters.IsRightToLeft(l)
		}
	}
	if more := len(missing) - most; more > 0 {
		missing = append(missing[:most], fmt.Sprintf("%d more", more))
	}
	switch list := strings.Join(missing, ", "); {
	case turned:
		r.warn(at, "pictures do not join and turn letters that are written from right to left: %q shows %q, for %s", s,
			letters.Shown(s), list)
	case list != "":
		r.warn(at, "no font of the pictures has every letter of %q: it shows %q, for %s", s, letters.Shown(s), list)
	}
}
