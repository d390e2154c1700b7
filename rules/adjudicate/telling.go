package adjudicate

import (
	"fmt"
	"strings"

	"grognard/rules/casefile"
	"grognard/rules/document"
)

// read returns the example for a case that has been parsed as n.
func (w written) read(n casefile.Node) Example {
	x, header := Example{File: w.file, Line: w.line, Rules: w.rules}, map[string]string{}
	for _, it := range n.Items {
		switch key := it.Key.Text; key {
		case "rules": // w.rules has them
		case "name":
			x.Name = inline(it.Value)
		case "module", "version", "turn", "phase":
			header[key] = inline(it.Value)
		case "dice":
			x.Dice = strings.ReplaceAll(inline(it.Value), ",", "")
		case "play":
			x.Play = played(it.Value)
		case "expect":
			x.Ends = entries("", it)
		default:
			x.Position = append(x.Position, entries(it.Key.Text+" ", it)...)
		}
	}
	x.When = fmt.Sprintf("%s, turn %s, %s", header["module"], header["turn"], header["phase"])
	if header["version"] != "" {
		x.When += ", edition " + header["version"]
	}
	return x
}

func played(n *document.Node) (out []Said) {
	if n == nil {
		return nil
	}
	for _, one := range n.Items {
		var said Said
		for _, it := range one.Value.Items {
			switch key := it.Key.Text; key {
			case "refused", "cites", "instead", "shows":
				said.Comes = append(said.Comes, key+" "+inline(it.Value))
			default:
				said.By, said.Command = key, inline(it.Value)
			}
		}
		out = append(out, said)
	}
	return out
}

// entries returns what is written under a key, one entry per line: a unit begins with its name, others with prefix.
func entries(prefix string, it document.Item) (out []string) {
	if it.Value == nil || it.Value.What != document.Mapping {
		return []string{it.Key.Text + ": " + inline(it.Value)}
	}
	for _, one := range it.Value.Items {
		switch {
		case it.Key.Text == "units":
			out = append(out, one.Key.Text+": "+inline(one.Value))
		case one.Key.Text == "units":
			out = append(out, entries("", one)...)
		case one.Value != nil && one.Value.Truth:
			out = append(out, prefix+keyAndValue(one))
		default:
			out = append(out, prefix+one.Key.Text+": "+inline(one.Value))
		}
	}
	return out
}

// inline returns a value in one line, without YAML punctuation.
func inline(n *document.Node) string {
	if n == nil {
		return "none"
	}
	if n.What == document.Single {
		return n.Text
	}
	parts := make([]string, len(n.Items))
	for i, it := range n.Items {
		if n.What == document.Listed {
			parts[i] = inline(it.Value)
		} else {
			parts[i] = keyAndValue(it)
		}
	}
	return strings.Join(parts, ", ")
}

// keyAndValue returns a key with its value: for true only the key, for false "not" and the key.
func keyAndValue(it document.Item) string {
	switch key := it.Key.Text; {
	case it.Value == nil || !it.Value.Truth:
		return key + " " + inline(it.Value)
	case strings.EqualFold(it.Value.Text, "true"):
		return key
	default:
		return "not " + key
	}
}
