package games

import (
	"reflect"
	"strings"
)

// allWords is every text within a value, a line for each: what is to be read, and
// what only programs see.
func allWords(v any) string {
	var b strings.Builder
	collect(reflect.ValueOf(v), &b)
	return b.String()
}

func collect(v reflect.Value, b *strings.Builder) {
	switch v.Kind() {
	case reflect.String:
		b.WriteString(v.String() + "\n")
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(v.Elem(), b)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			collect(v.Field(i), b)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			collect(v.Index(i), b)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			collect(it.Key(), b)
			collect(it.Value(), b)
		}
	}
}
