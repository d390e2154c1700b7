// Package faults makes a local table fail as Discord does: requests, connections and events go wrong at the moments
// that a scenario names. Tests use it.
//
//	list, err := faults.ParseScenario("GET /gateway 503\non IDENTIFY op 9 false")
//	spoil := faults.New(list)
//	table, err := localtable.New(localtable.Options{Fault: spoil.Fault, Gateway: spoil})
//
// A table knows nothing of scenarios: it asks the two hooks. A Record, given as Options.Seen, lists what the bot did.
package faults

import (
	"encoding/json"
	"net/http"
	"slices"
	"sync"

	"grognard/bot/localtable"
	"grognard/bot/localtable/gateway"
)

// Faults carry out a scenario. They are safe for use by several goroutines.
type Faults struct {
	mu       sync.Mutex // taken after the gateway's lock
	scenario Scenario
}

// New returns the faults of a scenario.
func New(scenario Scenario) *Faults { return &Faults{scenario: slices.Clone(scenario)} }

// Misbehave replaces the scenario and carries out its "now" steps at the table. An empty scenario stops the
// misbehaviour.
func (f *Faults) Misbehave(table *localtable.Server, scenario Scenario) {
	f.mu.Lock()
	f.scenario = slices.Clone(scenario)
	f.mu.Unlock()
	for _, step := range scenario {
		if step.When == "now" {
			table.Inject(step.frame())
		}
	}
}

// at finds the step for a moment of the gateway and counts one use of it.
func (f *Faults) at(when, moment string) (Step, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.scenario.at(when, moment)
}

// Fault returns the fault for a request.
func (f *Faults) Fault(x localtable.Exchange) localtable.Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.scenario.fault(x)
}

// Connect reports whether the bot may connect. If not, it has answered the request or left it unanswered.
func (f *Faults) Connect(w http.ResponseWriter, r *http.Request, closed <-chan struct{}) bool {
	s, instead := f.at("on", "CONNECT")
	if instead {
		fault := localtable.Fault{Status: s.Code, Silent: s.Action == "silence",
			Cut: s.Action != "silence" && s.Action != "status"}
		fault.Write(w, r, localtable.Exchange{Status: s.Code}, closed)
	}
	return !instead
}

// Instead returns the frame that the scenario sends at a moment instead of the usual answer, nil for none.
func (f *Faults) Instead(moment string) (frame any, ok bool) {
	s, ok := f.at("on", moment)
	return s.frame(), ok
}

// Dispatched returns what is sent instead of an event and after it, and the events that are held back.
func (f *Faults) Dispatched(e gateway.Event, late []gateway.Event) (frames []any, held []gateway.Event) {
	s, instead := f.at("on", e.Kind)
	frame := s.frame()
	switch {
	case frame != nil:
		frames = append(frames, frame)
	case s.Action == "late":
		late = append(late, e)
	case s.Action == "twice":
		frames = append(frames, e, e)
	case s.Action == "with":
		raw, err := json.Marshal(e.Data)
		if err == nil {
			e.Data = merge(raw, json.RawMessage(s.Text))
		}
		frames = append(frames, e)
	case !instead:
		frames = append(frames, e)
	}
	if s.Action != "late" {
		for _, e := range late {
			frames = append(frames, e)
		}
		late = nil
	}
	if s, also := f.at("after", e.Kind); also {
		if frame := s.frame(); frame != nil {
			frames = append(frames, frame)
		}
	}
	return frames, late
}

// frame returns what a step sends unless it concerns a dispatch; nil if it sends nothing.
func (s Step) frame() any {
	switch s.Action {
	case "cut":
		return gateway.CutConnection{}
	case "close":
		return gateway.CloseFrame(s.Code)
	case "op":
		var data any
		if s.Text != "" {
			data = json.RawMessage(s.Text)
		}
		return gateway.Control{Op: s.Code, Data: data}
	case "frame":
		return gateway.RawFrame(s.Text)
	}
	return nil
}

// merge changes keys of an object, as RFC 7386 says.
func merge(object, patch json.RawMessage) json.RawMessage {
	var whole, change any
	if json.Unmarshal(object, &whole) != nil || json.Unmarshal(patch, &change) != nil {
		return object
	}
	raw, err := json.Marshal(merged(whole, change))
	if err != nil {
		return object
	}
	return raw
}

func merged(whole, change any) any {
	keys, ok := change.(map[string]any)
	if !ok {
		return change
	}
	out, ok := whole.(map[string]any)
	if !ok {
		out = map[string]any{}
	}
	for key, value := range keys {
		if value == nil {
			delete(out, key)
			continue
		}
		out[key] = merged(out[key], value)
	}
	return out
}
