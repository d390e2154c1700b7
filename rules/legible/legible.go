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

// hasLines reports whether texts under a key may have several lines: notes, and tables in a block. No picture has them.
func hasLines(key string) bool { return key == "note" || key == "rows" }

// reader collects what is found in some files.
type reader struct {
	mistakes *document.Findings
	warnings []document.Finding
	seen     map[string]bool // texts that are judged already
}

// Files adds to mistakes the texts of the files that have an invisible letter: nobody types such a name as it is. It
// returns warnings of texts that are only odd. A text that stands several times is reported where it stands first.
func Files(mistakes *document.Findings, files ...*document.Node) (warnings []document.Finding) {
	r := reader{mistakes: mistakes, seen: map[string]bool{}}
	for _, f := range files {
		r.texts("", f) // under no key
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

// texts judges the letters of all texts of a node; key is the one under which it stands.
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
			r.text(it.Key.Spot, under, false) // in one line
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
		r.warnUndrawn(at, s)
	}
}

// after returns where in a text a letter stands, given the part before it.
func after(before string) string {
	if before == "" {
		return " at its beginning"
	}
	if r := []rune(before); len(r) > 20 {
		before = "…" + string(r[len(r)-20:])
	}
	return fmt.Sprintf(" after %q", before)
}

// warnUndrawn warns of letters that pictures cannot draw.
func (r *reader) warnUndrawn(at document.Spot, s string) {
	const most = 3
	var missing []string
	rightToLeft := false
	for _, l := range norm.NFC.String(s) {
		if _, isDrawn := letters.Drawn(l); !isDrawn && !slices.Contains(missing, letters.Name(l)) {
			missing, rightToLeft = append(missing, letters.Name(l)), rightToLeft || letters.IsRightToLeft(l)
		}
	}
	if more := len(missing) - most; more > 0 {
		missing = append(missing[:most], fmt.Sprintf("%d more", more))
	}
	switch list := strings.Join(missing, ", "); {
	case rightToLeft:
		r.warn(at, "pictures do not join and turn letters that are written from right to left: %q shows %q, for %s", s,
			letters.Shown(s), list)
	case list != "":
		r.warn(at, "no font of the pictures has every letter of %q: it shows %q, for %s", s, letters.Shown(s), list)
	}
}
