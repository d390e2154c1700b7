package config

import (
	"bytes"
	"encoding"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// maxFile is the size of the largest file that is read, in bytes: more than a configuration can need.
const maxFile = 1 << 20

// load reads a file into c. A key that the file does not have keeps its value in c. An error about a value names the
// line, the key and what is allowed.
func (c *Config) load(path string) error {
	text, err := readFile(path)
	if err != nil {
		return fmt.Errorf("cannot read the configuration: %w", err)
	}
	file, err := parser.ParseBytes(bytes.TrimPrefix(text, []byte("\ufeff")), 0) // a byte order mark is no key
	if err != nil {
		return fmt.Errorf("%s: %s", path, yaml.FormatError(err, false, false))
	}
	r := reader{keys: keys(), decoder: yaml.NewDecoder(bytes.NewReader(nil)), lines: map[string]int{}}
	for i, doc := range file.Docs {
		if doc.Body == nil || doc.Body.Type() == ast.CommentType {
			continue
		}
		if m, ok := doc.Body.(ast.MapNode); i > 0 || !ok {
			err = lineError{doc.Body.GetToken().Position.Line,
				"the configuration must be one list of keys, such as style: paper"}
		} else {
			err = r.fill(reflect.ValueOf(c).Elem(), "", m)
		}
		if err != nil {
			return fmt.Errorf("%s, %w", path, err)
		}
	}
	c.Token = bareToken(c.Token)
	for _, k := range r.keys {
		if line := r.lines[k.name]; line > 0 && !k.isValid(c) {
			return fmt.Errorf("%s, %w", path, lineError{line, k.name + " must be " + k.allowed})
		}
	}
	return nil
}

// readFile returns the contents of a regular file of at most maxFile bytes. It refuses all else; a named pipe, for
// example, could block the start for ever.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", path)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s has more than %d bytes", path, maxFile)
	}
	return os.ReadFile(path)
}

// lineError is a mistake in a line of the file.
type lineError struct {
	line int
	text string
}

func (e lineError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.text) }

// reader reads a file into a Config.
type reader struct {
	keys    []key
	decoder *yaml.Decoder  // for DecodeFromNode; it has no input of its own
	lines   map[string]int // the line of each key that the file has
}

// fill stores the values of a mapping in the fields of the struct dst. If a field is a struct and its value a mapping,
// the inner struct is filled likewise. prefix, such as "limits.", precedes the keys in errors and in r.lines.
func (r *reader) fill(dst reflect.Value, prefix string, m ast.MapNode) error {
	for each := m.MapRange(); each.Next(); {
		token := each.Key().GetToken()
		name, line := prefix+token.Value, token.Position.Line
		field, allowed := fieldOf(dst, token.Value), r.allowed(name)
		if !field.IsValid() {
			return lineError{line, "there is no such key" + asKey(name) + "; the keys are " + r.names()}
		}
		r.lines[name] = line
		inner, ok := each.Value().(ast.MapNode)
		switch {
		case field.Kind() == reflect.Struct && ok:
			if err := r.fill(field, name+".", inner); err != nil {
				return err
			}
		case !fits(each.Value(), field.Type()) || r.set(field, each.Value()) != nil: // set stores a value that fits
			return lineError{line, name + " must be " + allowed}
		}
	}
	return nil
}

// set stores a value of the file in a field and discards what the field held. In a string, YAML's null is "".
func (r *reader) set(field reflect.Value, value ast.Node) error {
	field.SetZero()
	if field.Kind() == reflect.String && value.Type() == ast.NullType {
		return nil
	}
	if field.Kind() == reflect.Slice { // an empty list is not nil
		field.Set(reflect.MakeSlice(field.Type(), 0, 0))
	}
	if to, ok := field.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return to.UnmarshalText([]byte(value.GetToken().Value))
	}
	if field.Kind() == reflect.Int { // the decoder would cut fractions off
		n, err := strconv.Atoi(value.GetToken().Value)
		field.SetInt(int64(n))
		return err
	}
	return r.decoder.DecodeFromNode(value, field.Addr().Interface())
}

// fits reports whether a value in the file has the form that type t needs: for a slice, a list whose items fit; for an
// int, a whole number; for any other type, or an int with UnmarshalText, a single value. Only a string may be null.
func fits(value ast.Node, t reflect.Type) bool {
	switch {
	case t.Kind() == reflect.Slice:
		list, ok := value.(*ast.SequenceNode)
		return ok && !slices.ContainsFunc(list.Values, func(n ast.Node) bool { return !fits(n, t.Elem()) })
	case t.Kind() == reflect.Int && !reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
		return value.Type() == ast.IntegerType
	}
	_, ok := value.(ast.ScalarNode)
	return ok && (t.Kind() == reflect.String || value.Type() != ast.NullType)
}

// fieldOf returns the field of the struct dst whose yaml tag is key, the zero Value if there is none.
func fieldOf(dst reflect.Value, key string) reflect.Value {
	for i := range dst.NumField() {
		if dst.Type().Field(i).Tag.Get("yaml") == key {
			return dst.Field(i)
		}
	}
	return reflect.Value{}
}

// allowed returns what the value of a key must be, as words for an error, "" for an unknown key.
func (r *reader) allowed(name string) string {
	for _, k := range r.keys {
		if k.name == name {
			return k.allowed
		}
	}
	return ""
}

func (r *reader) names() string {
	var all []string
	for _, k := range r.keys {
		all = append(all, k.name)
	}
	return strings.Join(all, ", ")
}

// asKey returns " as " and the name of an unknown key, for an error that says "there is no such key". It returns ""
// unless the name is a short lower-case word, because a secret such as the token may have been written in its place.
func asKey(name string) string {
	if regexp.MustCompile(`^[a-z_.]{1,24}$`).MatchString(name) {
		return " as " + name
	}
	return ""
}
