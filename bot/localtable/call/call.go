// Package call is a request of the bot as it is passed to the routes outside package rest: those of threads, pins and
// whatever else has a folder of its own.
package call

import (
	"encoding/json"
	"net/http"

	"grognard/bot/localtable/check"
)

// Call is a request of the bot to a route. The table's lock is held while it is carried out.
type Call struct {
	*http.Request
	Base    string          // http://host, where the bot reaches the table
	Body    json.RawMessage // the JSON; of multipart/form-data, its payload_json; nil if there is none
	Uploads []check.Upload
}

// Routes are the functions that carry out requests, by method and path. Parameters in paths have the names of Discord's
// OpenAPI document. An answer of nil is sent as status 204.
type Routes map[string]func(Call) (any, error)

// Created wraps the answer to a request that created something.
type Created struct{ Answer any }

// Decode decodes the JSON body into v.
func (c Call) Decode(v any) error {
	if c.Body == nil {
		return check.InvalidJSON()
	}
	if err := json.Unmarshal(c.Body, v); err != nil {
		return check.InvalidForm(err.Error())
	}
	return nil
}
