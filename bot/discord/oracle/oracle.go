// Package oracle judges what a bot sends to Discord: against Discord's published
// OpenAPI document, in which nothing undeclared may stand, and against limits
// that Discord keeps though its document does not say so. It is for tests.
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
	"os"
	"path/filepath"
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
	var ok bool
	root, _ := doc.(map[string]any)
	if o.paths, ok = root["paths"].(map[string]any); !ok {
		return fmt.Errorf("%s has no paths", path)
	}
	o.compiler = jsonschema.NewCompiler()
	o.compiler.DefaultDraft(jsonschema.Draft2020)
	return o.compiler.AddResource(resource, doc)
}

// closeObjects refuses, in every schema of an object, what it does not declare.
func closeObjects(node any) {
	switch n := node.(type) {
	case map[string]any:
		_, declares := n["properties"].(map[string]any)
		if _, said := n["additionalProperties"]; declares && !said && n["type"] == "object" {
			n["additionalProperties"] = false
		}
		for _, v := range n {
			closeObjects(v)
		}
	case []any:
		for _, v := range n {
			closeObjects(v)
		}
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
	schema, err := o.schema(method, route)
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

// schema is the document's schema of a request body.
func (o *Oracle) schema(method, route string) (*jsonschema.Schema, error) {
	key := strings.ToLower(method) + " " + route
	if s := o.schemas[key]; s != nil {
		return s, nil
	}
	pointer := "/paths/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(route) +
		"/" + strings.ToLower(method) + "/requestBody/content/application~1json/schema"
	s, err := o.compiler.Compile(resource + "#" + pointer)
	if err != nil {
		return nil, fmt.Errorf("no schema: %w", err)
	}
	o.schemas[key] = s
	return s, nil
}

// show is a value as it was sent.
func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
