package layout

import "encoding/json"

// WithoutComponents returns an interaction without what discordgo reads slowly, or fails to read if a component's type
// is unknown: the components of the pressed message, which nobody needs and which take half a millisecond, other
// messages, and the fields of a form, which it returns in form. Unreadable JSON is returned unchanged.
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

// drop deletes members from the object of[key], and returns the first of them, nil if there is none.
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
