package report

import (
	"fmt"
	"strings"
)

// markdown returns the report as Markdown, with its pictures as files beside it.
func (d document) markdown() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# %s\n\n%s\n", escaped(d.Title), escaped(d.Kind))
	for _, t := range d.Terms {
		line("- %s: %s", escaped(t.Term), escaped(t.Says))
	}
	for _, s := range d.Sections {
		line("\n## %s", escaped(s.Head))
		for _, words := range s.Text {
			line("\n%s", escaped(words))
		}
		for i, it := range s.Items {
			line("\n%d. **%s**", i+1, escaped(it.Head))
			for _, words := range it.Lines {
				line("   - %s", escaped(words))
			}
			if it.Picture != nil {
				line("\n   %s", it.Picture.markdown())
			}
		}
		if s.Table != nil {
			line("\n%s\n%s", row(s.Table.Head), "|"+strings.Repeat(" ---: |", len(s.Table.Head)))
			for _, r := range s.Table.Rows {
				line("%s", row(r))
			}
		}
		for _, words := range s.Notes {
			line("\n%s", escaped(words))
		}
		if s.Picture != nil {
			line("\n%s", s.Picture.markdown())
		}
	}
	line("\n---")
	for _, words := range d.Notes {
		line("\n%s", escaped(words))
	}
	return b.String()
}

func (p Picture) markdown() string { return fmt.Sprintf("![%s](%s)", escaped(p.Caption), p.Name) }

func row(cells []string) string {
	words := make([]string, len(cells))
	for i, c := range cells {
		words[i] = escaped(c)
	}
	return "| " + strings.Join(words, " | ") + " |"
}

// escaped returns words with a backslash before each character that means something in Markdown or HTML.
func escaped(words string) string {
	var b strings.Builder
	for _, c := range words {
		if strings.ContainsRune("\\`*_[]<>&|~#!", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}
