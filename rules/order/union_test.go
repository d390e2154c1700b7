package order_test

import (
	"reflect"
	"testing"

	"grognard/rules/order"
)

// Games that share a verb share its command: with the options of both, required where both require them, and as
// text where one takes a number and the other a hex.
func TestUnion(t *testing.T) {
	one := []order.Spec{{Verb: "attack", Rule: "7.0",
		Options: []order.Option{{Name: "target", Kind: order.Hex, Required: true},
			{Name: "units", Kind: order.Units, Required: true}, {Name: "with", Kind: order.Count}}},
		{Verb: "end", Options: []order.Option{{Name: "idle", Kind: order.Word, Silent: true}}}}
	other := []order.Spec{{Verb: "attack", Rule: "5.0",
		Options: []order.Option{{Name: "unit", Kind: order.Units, Required: true},
			{Name: "target", Kind: order.Hex, Required: true},
			{Name: "with", Kind: order.Hex}, {Name: "mission", Kind: order.Word, Words: []string{"suppression"}}}},
		{Verb: "end"}, {Verb: "activate", Options: []order.Option{{Name: "formation", Kind: order.Group,
			Required: true, Words: []string{"A"}}}}}
	third := []order.Spec{{Verb: "attack", Options: []order.Option{{Name: "target", Kind: order.Hex, Required: true},
		{Name: "mission", Kind: order.Word, Words: []string{"destruction"}}}}}
	want := []order.Spec{
		{Verb: "attack", Rule: "7.0", Options: []order.Option{
			{Name: "target", Kind: order.Hex, Required: true}, {Name: "units", Kind: order.Units},
			{Name: "with", Kind: order.Units},
			{Name: "unit", Kind: order.Units},
			{Name: "mission", Kind: order.Word, Words: []string{"suppression", "destruction"}}}},
		{Verb: "end"},
		other[2],
	}
	if got := order.Union(one, other, third); !reflect.DeepEqual(got, want) {
		t.Errorf("the union is\n%+v\nwant\n%+v", got, want)
	}
	if len(one[0].Options) != 3 || len(other[0].Options[3].Words) != 1 {
		t.Error("the union changed a game's own form")
	}
}
