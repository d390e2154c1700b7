package layout

import "encoding/json"

// WithoutComponents returns an interaction without what discordgo reads slowly, or not at all if one component is of a
// type that it does not know: the components of the message on which it was made, which nothing needs and which take
// half a millisecond, other messages, and the fields of a form, which are returned apart. What cannot be read stays.
func WithoutComponents(raw []byte) (lean []byte, form json.RawMessage) {
	it := map[string]json.RawMessage{}
	if json.Unmarshal(raw, &it) != nil {
		return raw, nil
	}
	drop(it, "message", "components", "referenced_message", "message_snapshots")
	form = drop(it, "data", "components")
	data := map[string]json.RawMessage{}
	if json.Unmarshal(it["data"], &data) == nil && data["resolved"] != nil {
		drop(data, "resolved", "messages")
		if raw, err := json.Marshal(data); err == nil {
			it["data"] = raw
		}
	}
	lean, err := json.Marshal(it)
	if err != nil {
		return raw, nil
	}
	return lean, form
}

// drop takes members from an object that is itself a member of one, and returns the first of them.
func drop(of map[string]json.RawMessage, key string, members ...string) (first json.RawMessage) {
	var object map[string]json.RawMessage
	if json.Unmarshal(of[key], &object) != nil || object == nil {
		return nil
	}
	first = object[members[0]]
	for _, m := range members {
		delete(object, m)
	}
	if left, err := json.Marshal(object); err == nil {
		of[key] = left
	}
	return first
}
