package view

import (
	"grognard/rules/hex"
	"grognard/rules/order"
)

// Pick is one choice on the way to an order. It is a unit, with N as the number of times that it is named where
// that counts; or a hex, with N 1 where it is a step of a path; or a number alone, which for a word or a group
// is its place among the option's words, from 1.
type Pick struct {
	Unit order.UnitID
	Hex  hex.Hex
	N    int8
	Arg  uint8 // if several options take this shape of pick: the index of the one it fills among them
}

// shape is which fields of a pick are set. Options that take the same shape are told apart by Pick.Arg.
type shape int8

const (
	aUnit shape = iota
	aHex
	aStep   // of a path
	aNumber // or a word, or a group
)

func (p Pick) shape() shape {
	switch {
	case p.Unit != "":
		return aUnit
	case p.Hex == hex.None:
		return aNumber
	case p.N == 1:
		return aStep
	}
	return aHex
}

func shapeOf(k order.Kind) shape {
	switch k {
	case order.Units:
		return aUnit
	case order.Hex:
		return aHex
	case order.Path:
		return aStep
	}
	return aNumber
}

// Part returns the index of the option that the pick fills, -1 where none of them takes it.
func (p Pick) Part(options []order.Option) int {
	before := int(p.Arg) // how many options of the pick's shape stand before the one that it fills
	for i := range options {
		if o := &options[i]; !o.Silent && shapeOf(o.Kind) == p.shape() {
			if before == 0 {
				return i
			}
			before--
		}
	}
	return -1
}

// ArgOf returns the Arg of picks that fill the option at an index.
func ArgOf(options []order.Option, at int) (arg uint8) {
	for i := range at {
		if o := &options[i]; !o.Silent && shapeOf(o.Kind) == shapeOf(options[at].Kind) {
			arg++
		}
	}
	return arg
}

// Add puts the pick into the argument of the option that it fills.
func (p Pick) Add(a *order.Arg, o order.Option) {
	a.Name = o.Name
	switch o.Kind {
	case order.Units:
		for range max(p.N, 1) {
			a.Units = append(a.Units, p.Unit)
		}
	case order.Hex:
		a.Hexes = []hex.Hex{p.Hex}
	case order.Path:
		a.Hexes = append(a.Hexes, p.Hex)
	case order.Count:
		a.N = int(p.N)
	case order.Word, order.Group:
		if i := int(p.N) - 1; i >= 0 && i < len(o.Words) {
			a.Word = o.Words[i]
		}
	}
}
