package render

import "strings"

func upper(s string) string { return strings.ToUpper(s) }

// spell makes a label of an identifier: "light-woods" becomes "Light woods".
func spell(id string) string {
	s := strings.ReplaceAll(id, "-", " ")
	for i, r := range s {
		return upper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
