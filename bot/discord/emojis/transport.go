package emojis

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
)

// Transport makes requests to Discord. A message that is refused because of an emoji, which was deleted or uploaded
// just now, is sent again at once without those on its buttons and in its menus, and the set doubts what is there.
type Transport struct {
	By  http.RoundTripper
	Set *Set
}

// component matches the emoji of a button or a menu's option, with the comma before it: it is never the first member.
var component = regexp.MustCompile(`,"emoji":\{[^{}]*\}`)

// Bare returns a message in JSON without the emojis on its buttons and in its menus.
func Bare(message []byte) []byte { return component.ReplaceAll(message, nil) }

// refusal is in Discord's answer to a message with an emoji that it does not know.
var refusal = []byte("COMPONENT_INVALID_EMOJI")

// RoundTrip implements http.RoundTripper.
func (t Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := t.By.RoundTrip(r)
	if err != nil || response.StatusCode != http.StatusBadRequest || r.GetBody == nil {
		return response, err
	}
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	response.Body.Close()
	response.Body = io.NopCloser(bytes.NewReader(answer))
	if !bytes.Contains(answer, refusal) {
		return response, nil
	}
	again, err := r.GetBody()
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(again)
	bare := Bare(body)
	if err != nil || len(bare) == len(body) {
		return response, err
	}
	t.Set.Doubt()
	second := r.Clone(r.Context())
	second.Body, second.ContentLength = io.NopCloser(bytes.NewReader(bare)), int64(len(bare))
	return t.By.RoundTrip(second)
}
