package order

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"grognard/rules/hex"
)

// firstKeys come first in the canonical form. They date from when an order had a field for each kind of argument.
var firstKeys = []string{"units", "hex", "path", "n", "word"}

// Spell writes an order in its canonical form: a JSON object by the keys of its options, with the units of each
// option sorted by identifier. Dice depend on its hash, so the form of an order that could be given before must
// never change. An argument that the command lacks, or that occurs twice, is an error.
func (s Spec) Spell(o Order) ([]byte, error) {
	if err := s.Fits(o); err != nil {
		return nil, err
	}
	o = o.Sorted()
	fields := map[string]any{}
	keys := slices.Clone(firstKeys)
	for _, opt := range s.Options {
		key := opt.key()
		if value := opt.spelled(o.Arg(opt.Name)); value != nil {
			if _, twice := fields[key]; twice {
				return nil, fmt.Errorf("/%s spells two of its options %q", s.Verb, key)
			}
			fields[key] = value
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	var b bytes.Buffer
	b.WriteString(`{"verb":`)
	if err := spell(&b, o.Verb); err != nil {
		return nil, err
	}
	for _, key := range keys {
		if value, given := fields[key]; given {
			fmt.Fprintf(&b, `,%q:`, key)
			if err := spell(&b, value); err != nil {
				return nil, err
			}
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Unspell reads an order that Spell wrote. Any other form of the same order is an error.
func (s Spec) Unspell(raw []byte) (Order, error) {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return Order{}, fmt.Errorf("not an order: %w", err)
	}
	o := Order{Verb: s.Verb}
	for _, opt := range s.Options {
		value, given := fields[opt.key()]
		if !given {
			continue
		}
		a, err := opt.unspelled(value)
		if err != nil {
			return Order{}, fmt.Errorf("/%s %s: %w", s.Verb, opt.Name, err)
		}
		o = o.With(a)
	}
	again, err := s.Spell(o)
	if err != nil {
		return Order{}, err
	}
	if !bytes.Equal(again, raw) {
		return Order{}, fmt.Errorf("the order %s would be spelled %s", raw, again)
	}
	return o, nil
}

func spell(b *bytes.Buffer, value any) error {
	raw, err := json.Marshal(value)
	b.Write(raw)
	return err
}

// Fits checks that an order has the command's form. The error is a *Problem for an argument that the command
// lacks, that occurs twice, or whose word the option does not have.
func (s Spec) Fits(o Order) error {
	for i, a := range o.Args {
		opt, _, ok := s.Option(a.Name)
		if !ok {
			return s.misnamed("order.unknown-option", a.Name)
		}
		if worded := opt.Kind == Word || opt.Kind == Group; worded && a.Word != "" &&
			!slices.Contains(opt.Words, a.Word) {
			return &Problem{ID: "order.bad-choice", Verb: s.Verb, Option: a.Name, Value: a.Word}
		}
		if slices.ContainsFunc(o.Args[:i], func(b Arg) bool { return b.Name == a.Name }) {
			return s.misnamed("order.option-twice", a.Name)
		}
	}
	return nil
}

// key returns the option's name in the canonical form.
func (o Option) key() string {
	if o.Key != "" {
		return o.Key
	}
	return o.Name
}

// spelled returns the option's value in the canonical form, nil for none.
func (o Option) spelled(a Arg) any {
	switch {
	case o.Kind == Units && len(a.Units) > 0:
		return a.Units
	case o.Kind == Hex && len(a.Hexes) > 0 && a.Hexes[0] != hex.None:
		return a.Hexes[0]
	case o.Kind == Path && len(a.Hexes) > 0:
		return a.Hexes
	case o.Kind == Count && a.N != 0:
		return a.N
	case (o.Kind == Word || o.Kind == Group) && a.Word != "":
		return a.Word
	}
	return nil
}

// unspelled reads what spelled wrote.
func (o Option) unspelled(raw json.RawMessage) (a Arg, err error) {
	a.Name = o.Name
	switch o.Kind {
	case Units:
		err = json.Unmarshal(raw, &a.Units)
	case Hex:
		a.Hexes = make([]hex.Hex, 1)
		err = json.Unmarshal(raw, &a.Hexes[0])
	case Path:
		err = json.Unmarshal(raw, &a.Hexes)
	case Count:
		err = json.Unmarshal(raw, &a.N)
	default:
		err = json.Unmarshal(raw, &a.Word)
	}
	return a, err
}
