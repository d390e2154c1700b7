// Package oracle judges what a bot sends to Discord: against Discord's published OpenAPI document, in which nothing
// undeclared may stand, and against limits that Discord keeps though its document does not say so. It judges the
// answers of what stands in for Discord too. It is for tests.
//
//	judge := oracle.New(t)
//	table, err := localtable.New(localtable.Options{Observe: func(x localtable.Exchange) {
//		judge.Check(x.Method, x.Route, x.Body)
//	}})
//
// Where the document is not at hand New says so, which go test -v shows, and only the limits are checked.
//
// Limits: bodies are judged, not routes: discordgo speaks an older interface than the document describes.
package oracle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// place is where the OpenAPI document lies, seen from the module's root.
const place = "../shared/data/discord/openapi.json"

// Oracle judges request bodies. It is safe for use by several goroutines.
type Oracle struct {
	t        testing.TB
	document *document // nil where it is not at hand
	checked  atomic.Int64
}

// document is Discord's OpenAPI document.
type document struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
}

// published returns the document, read once: hundreds of tests need a few each of its thousands of schemas.
var published = sync.OnceValues(read)

func New(t testing.TB) *Oracle {
	t.Helper()
	d, err := published()
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.Logf("SKIPPED: bodies are not held against Discord's OpenAPI document, which is not here: %v", err)
	case err != nil:
		t.Fatalf("Discord's OpenAPI document: %v", err)
	}
	return &Oracle{t: t, document: d}
}

// find looks for the document from the module's root, wherever the test runs.
func find() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			path := filepath.Join(dir, filepath.FromSlash(place))
			_, err := os.Stat(path)
			return path, err
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("no go.mod in any folder above: %w", fs.ErrNotExist)
		}
		dir = up
	}
}

const resource = "https://oracle.invalid/openapi.json"

func read() (*document, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	closeObjects(doc)
	amend(doc)
	d := &document{schemas: map[string]*jsonschema.Schema{}, compiler: jsonschema.NewCompiler()}
	if _, ok := member(doc, "paths").(map[string]any); !ok {
		return nil, fmt.Errorf("%s has no paths", path)
	}
	d.compiler.DefaultDraft(jsonschema.Draft2020)
	return d, d.compiler.AddResource(resource, doc)
}

// closeObjects has every schema of an object refuse undeclared members. It leaves out the parts of an allOf: each of
// them would refuse what the others declare.
func closeObjects(node any) {
	switch n := node.(type) {
	case map[string]any:
		_, declares := n["properties"].(map[string]any)
		if _, said := n["additionalProperties"]; declares && !said && n["type"] == "object" {
			n["additionalProperties"] = false
		}
		for key, v := range n {
			if key != "allOf" {
				closeObjects(v)
			}
		}
	case []any:
		for _, v := range n {
			closeObjects(v)
		}
	}
}

// amend corrects the document where it is narrower than Discord's reference and the service: an error has more than its
// code and its words, the code of a fault in a form is a word, permissions are written as text, and the answer to a new
// post of a forum has its message.
func amend(doc any) {
	schemas := member(member(doc, "components"), "schemas")
	if e, ok := member(schemas, "Error").(map[string]any); ok {
		delete(e, "additionalProperties")
	}
	if p, ok := member(member(schemas, "CreatedThreadResponse"), "properties").(map[string]any); ok {
		p["message"] = map[string]any{"$ref": "#/components/schemas/MessageResponse"}
	}
	for schema, property := range map[string]string{
		"Error":                                 "code",
		"ApplicationCommandCreateRequest":       "default_member_permissions",
		"ApplicationCommandUpdateRequest":       "default_member_permissions",
		"ApplicationCommandPatchRequestPartial": "default_member_permissions",
	} {
		p, ok := member(member(member(schemas, schema), "properties"), property).(map[string]any)
		if !ok {
			continue
		}
		p["type"] = []any{"integer", "string", "null"}
	}
}

// Check reports what is wrong with a body sent by a method to a route, which is written as in the document:
// /channels/{channel_id}/messages. An empty body is right; that of a multipart request is its payload_json.
func (o *Oracle) Check(method, route string, body []byte) {
	o.t.Helper()
	if len(body) == 0 {
		return
	}
	if err := o.Judge(method, route, body); err != nil {
		o.t.Errorf("%s %s: %v\n%s", method, route, err, body)
	}
}

// Judge returns as an error what Check reports, nil if nothing is wrong. The body must not be empty.
func (o *Oracle) Judge(method, route string, body []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	o.checked.Add(1)
	if err := limits(method, route, value); err != nil {
		return err
	}
	if o.document == nil {
		return nil
	}
	schema, err := o.document.schema("/paths/" + pointer(route) + "/" + strings.ToLower(method) +
		"/requestBody/content/application~1json/schema")
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// Answer says what is wrong with the answer to a request: its status, and its body, which is empty for 204 alone.
func (o *Oracle) Answer(method, route string, status int, body []byte) error {
	if (status == http.StatusNoContent) != (len(body) == 0) {
		return fmt.Errorf("status %d with a body of %d bytes", status, len(body))
	}
	place := "/paths/" + pointer(route) + "/" + strings.ToLower(method) + "/responses/" + strconv.Itoa(status)
	switch {
	case status >= http.StatusBadRequest:
		place = "/components/responses/ClientErrorResponse/content/application~1json/schema"
	case len(body) > 0:
		place += "/content/application~1json/schema"
	}
	return o.against(place, body)
}

// Part says what is wrong with a part of an event, by the name of the schema
// that the document has for it: the document does not describe events.
func (o *Oracle) Part(name string, raw []byte) error {
	return o.against("/components/schemas/"+name, raw)
}

func (o *Oracle) against(place string, raw []byte) error {
	o.checked.Add(1)
	if o.document == nil {
		return nil
	}
	schema, err := o.document.schema(place)
	if err != nil || len(raw) == 0 {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// Checked returns how many bodies were judged so far.
func (o *Oracle) Checked() int { return int(o.checked.Load()) }

// schema returns what stands at a place of the document.
func (d *document) schema(place string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s := d.schemas[place]; s != nil {
		return s, nil
	}
	s, err := d.compiler.Compile(resource + "#" + place)
	if err != nil {
		return nil, fmt.Errorf("no schema: %w", err)
	}
	d.schemas[place] = s
	return s, nil
}

// pointer returns a route as a part of a JSON pointer.
func pointer(route string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(route)
}

// show returns a value as it was sent.
func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
