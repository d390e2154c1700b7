package referee

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"

	"grognard/rules"
	"grognard/rules/modules"
	"grognard/rules/order"
	"grognard/rules/view"
	"grognard/storage"
)

// library keeps the definitions that games are played with: few, and large.
type library struct {
	log storage.Log

	mu   sync.Mutex
	defs map[storage.Hash]*modules.Definition
}

func newLibrary(log storage.Log) *library {
	return &library{log: log, defs: map[storage.Hash]*modules.Definition{}}
}

// kept is the definition whose bytes the store keeps under a hash: what a
// running game is played with, whatever ships with the program.
func (l *library) kept(ctx context.Context, h storage.Hash) (*modules.Definition, error) {
	return l.find(h, func() ([]byte, error) { return l.log.Module(ctx, h) })
}

// shipped is a definition that ships with the program, and its bytes.
func (l *library) shipped(id string) (*modules.Definition, []byte, error) {
	blob, err := modules.Blob(id)
	if err != nil {
		return nil, nil, err
	}
	d, err := l.find(sha256.Sum256(blob), func() ([]byte, error) { return blob, nil })
	return d, blob, err
}

func (l *library) find(h storage.Hash, blob func() ([]byte, error)) (*modules.Definition, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if d := l.defs[h]; d != nil {
		return d, nil
	}
	b, err := blob()
	if err != nil {
		return nil, err
	}
	d, err := modules.Unpack(b)
	if err != nil {
		return nil, fmt.Errorf("module %x: %w", h, err)
	}
	l.defs[h] = d
	return d, nil
}

// Module is a game that can be opened.
type Module struct {
	ID, Title string
	Sides     []view.Nation
	Scenarios []Scenario
}

// Scenario is a set-up of a module.
type Scenario struct{ ID, Name string }

// Modules lists the games that can be opened, by identifier.
func (r *Referee) Modules() []Module {
	var list []Module
	for _, d := range r.shipped() {
		m := Module{ID: d.ID, Title: d.Title}
		for _, s := range d.Sides {
			m.Sides = append(m.Sides, view.Nation(s))
		}
		for _, s := range d.Scenarios {
			m.Scenarios = append(m.Scenarios, Scenario{s.ID, s.Name})
		}
		list = append(list, m)
	}
	return list
}

// Specs describes the orders of all games that can be opened: what is to be
// registered with Discord. Where games share a verb the first one's spec counts.
func (r *Referee) Specs() []order.Spec {
	var all []order.Spec
	for _, d := range r.shipped() {
		m, err := rules.New(d, rules.Position{})
		if err != nil {
			r.logger.Error("a module that ships cannot be played", "module", d.ID, "error", err)
			continue
		}
		for _, s := range m.Specs() {
			if _, known := order.Find(all, s.Verb); !known {
				all = append(all, s)
			}
		}
	}
	return all
}

// shipped is the definitions that ship with the program. A test holds that all
// of them load, so one that does not is for the log and spoils no other.
func (r *Referee) shipped() []*modules.Definition {
	var all []*modules.Definition
	for _, id := range modules.Embedded() {
		d, _, err := r.library.shipped(id)
		if err != nil {
			r.logger.Error("a module that ships does not load", "module", id, "error", err)
			continue
		}
		all = append(all, d)
	}
	return all
}
