package registration

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// command is a command as Discord's JSON has it.
type command map[string]any

func (c command) name() string { name, _ := c["name"].(string); return name }

// typedByUsers is Discord's number for commands that users type. Every command of the program is one.
const typedByUsers = 1.0

func (c command) typed() bool { return c["type"] == nil || c["type"] == typedByUsers }

// sent returns the JSON members of a command that can be sent to Discord.
func sent() []string {
	return []string{"id", "type", "name", "name_localizations", "description", "description_localizations", "options",
		"default_member_permissions", "dm_permission", "contexts", "integration_types", "nsfw", "handler"}
}

// split divides the commands that Discord has into typed ones and foreign ones, which users don't type and this program
// doesn't make. The foreign ones keep only the members that can be sent back.
func split(there []command) (foreign, typed []command) {
	for _, c := range there {
		if c.typed() {
			typed = append(typed, c)
			continue
		}
		kept := command{}
		for _, key := range sent() {
			if v := c[key]; v != nil && v != false {
				kept[key] = v
			}
		}
		foreign = append(foreign, kept)
	}
	return foreign, typed
}

// alike reports whether two lists have the same commands. What Discord adds to a command does not count. In a single
// guild contexts and integration types don't count either: Discord keeps them for global commands only.
func alike(mine, there []command, inGuild bool) bool {
	plain := func(list []command) map[string]any {
		out := map[string]any{}
		for _, c := range list {
			p := map[string]any{}
			for _, key := range sent()[2:] { // without id and type
				if !inGuild || key != "contexts" && key != "integration_types" {
					p[key] = c[key]
				}
			}
			if n, ok := p["default_member_permissions"].(float64); ok { // Discord answers with a text
				p["default_member_permissions"] = fmt.Sprintf("%.0f", n)
			}
			delete(p, "dm_permission") // it follows from the contexts
			for _, key := range []string{"contexts", "integration_types"} {
				p[key] = sorted(p[key])
			}
			out[c.name()] = without(p)
		}
		return out
	}
	return len(mine) == len(there) && reflect.DeepEqual(plain(mine), plain(there))
}

// sorted returns a list of numbers in order: Discord keeps them as a set.
func sorted(v any) any {
	list, _ := v.([]any)
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return list
}

// without returns a value without the members that Discord adds or leaves out at will: null, false, what is empty, and
// localized names and descriptions.
func without(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := maps.Clone(v)
		delete(out, "name_localized")
		delete(out, "description_localized")
		for key, value := range v {
			if value = without(value); value == nil || value == false || value == "" {
				delete(out, key)
			} else if _, isLeft := out[key]; isLeft {
				out[key] = value
			}
		}
		if len(out) > 0 {
			return out
		}
	case []any:
		var out []any
		for _, value := range v {
			out = append(out, without(value))
		}
		if len(out) > 0 {
			return out
		}
	default:
		return v
	}
	return nil
}
