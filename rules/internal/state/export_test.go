package state

// Kinds is the name of every kind of event that the log knows.
func Kinds() []string {
	var out []string
	for _, k := range kinds {
		out = append(out, k.name)
	}
	return out
}
