// Package oracle judges what a bot sends to Discord: against Discord's published
// OpenAPI document, in which nothing undeclared may stand, and against limits
// that Discord keeps though its document does not say so. It judges the answers of
// what stands in for Discord too. It is for tests.
//
//	judge := oracle.New(t)
//	table, err := localtable.New(localtable.Options{Observe: func(x localtable.Exchange) {
//		judge.Check(x.Method, x.Route, x.Body)
//	}})
//
// Where the document is not at hand New says so and only the limits are
// checked; in continuous integration (CI=true) its absence fails the test.
//
// Limits: bodies are judged, not routes: discordgo speaks an older version of
// the interface than the document describes.
package oracle

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// document is where the OpenAPI document lies, seen from the module's root.
const document = "../shared/data/discord/openapi.json"

// Oracle judges request bodies. It is safe for use by several goroutines.
type Oracle struct {
	t     testing.TB
	paths map[string]any // nil without the document

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
	checked  int
}

// New is an oracle that reports to a test.
func New(t testing.TB) *Oracle {
	t.Helper()
	o := &Oracle{t: t, schemas: map[string]*jsonschema.Schema{}}
	path, err := find()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("the OpenAPI document is missing: %v", err)
		}
		t.Logf("SKIPPED: bodies are not held against Discord's OpenAPI document, which is not here: %v", err)
		return o
	}
	if err := o.load(path); err != nil {
		t.Fatal(err)
	}
	return o
}

// find looks for the document from the module's root, wherever the test runs.
func find() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			path := filepath.Join(dir, filepath.FromSlash(document))
			_, err := os.Stat(path)
			return path, err
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod in any folder above")
		}
		dir = up
	}
}

const resource = "https://oracle.invalid/openapi.json"

func (o *Oracle) load(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	closeObjects(doc)
	amend(doc)
	var ok bool
	root, _ := doc.(map[string]any)
	if o.paths, ok = root["paths"].(map[string]any); !ok {
		return fmt.Errorf("%s has no paths", path)
	}
	o.compiler = jsonschema.NewCompiler()
	o.compiler.DefaultDraft(jsonschema.Draft2020)
	return o.compiler.AddResource(resource, doc)
}

// closeObjects refuses, in every schema of an object, what it does not declare;
// but not in the parts of which another is composed, for each would refuse what
// the others declare.
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

// amend corrects the document where it is narrower than Discord's reference and
// the service: an error has more than its code and its words, the code of a fault
// in a form is a word, and permissions are written as text.
func amend(doc any) {
	schemas := under(under(doc, "components"), "schemas")
	if e, ok := under(schemas, "Error").(map[string]any); ok {
		delete(e, "additionalProperties")
	}
	for schema, property := range map[string]string{
		"Error":                                 "code",
		"ApplicationCommandCreateRequest":       "default_member_permissions",
		"ApplicationCommandUpdateRequest":       "default_member_permissions",
		"ApplicationCommandPatchRequestPartial": "default_member_permissions",
	} {
		p, ok := under(under(under(schemas, schema), "properties"), property).(map[string]any)
		if !ok {
			continue
		}
		p["type"] = []any{"integer", "string", "null"}
	}
}

// Check reports what is wrong with a body that was sent by a method to a route,
// the latter as the document writes it: /channels/{channel_id}/messages. A
// request without a body is right. Of a multipart request the body is its
// payload_json.
func (o *Oracle) Check(method, route string, body []byte) {
	o.t.Helper()
	if len(body) == 0 {
		return
	}
	if err := o.Judge(method, route, body); err != nil {
		o.t.Errorf("%s %s: %v\n%s", method, route, err, body)
	}
}

// Judge is Check as an error.
func (o *Oracle) Judge(method, route string, body []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.checked++
	if err := limits(route, value); err != nil {
		return err
	}
	if o.paths == nil {
		return nil
	}
	schema, err := o.schema("/paths/" + pointer(route) + "/" + strings.ToLower(method) +
		"/requestBody/content/application~1json/schema")
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// Answer says what is wrong with the answer to a request: its status, and its
// body, which is empty for 204 alone.
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
	o.mu.Lock()
	defer o.mu.Unlock()
	o.checked++
	if o.paths == nil {
		return nil
	}
	schema, err := o.schema(place)
	if err != nil || len(raw) == 0 {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// Checked is how many bodies were judged so far.
func (o *Oracle) Checked() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.checked
}

// schema is what stands at a place of the document.
func (o *Oracle) schema(place string) (*jsonschema.Schema, error) {
	if s := o.schemas[place]; s != nil {
		return s, nil
	}
	s, err := o.compiler.Compile(resource + "#" + place)
	if err != nil {
		return nil, fmt.Errorf("no schema: %w", err)
	}
	o.schemas[place] = s
	return s, nil
}

// pointer is a route as a part of a JSON pointer.
func pointer(route string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(route)
}

// show is a value as it was sent.
func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
