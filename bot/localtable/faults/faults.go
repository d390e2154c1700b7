// Package faults collects what is wrong in the body of a request, by place, as Discord's refusals list it (code 50035).
package faults

import (
	"net/http"

	"grognard/bot/localtable/check"
)

// Faults are what is wrong in a body, by the place: {"3": {"name": {"_errors": [{"code": …, "message": …}]}}}.
type Faults map[string]any

// Add adds a fault at a place: the keys that lead to it from outside in.
func (f Faults) Add(code, message string, at ...string) {
	for _, key := range at {
		next, ok := f[key].(Faults)
		if !ok {
			next = Faults{}
			f[key] = next
		}
		f = next
	}
	list, _ := f["_errors"].([]map[string]string)
	f["_errors"] = append(list, map[string]string{"code": code, "message": message})
}

// Refusal returns the refusal of the body, nil if nothing is wrong.
func (f Faults) Refusal() error {
	if len(f) == 0 {
		return nil
	}
	return &check.Refusal{Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Errors: f}
}
