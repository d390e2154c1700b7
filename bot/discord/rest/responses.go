package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// response is what Discord answers to a request, as far as it is looked at.
type response interface {
	validate() error // what it lacks
}

// decode reads the answer to a request that Discord calls a success. What stands between may
// answer in its place: a page of HTML, nothing at all, something of another shape. An answer
// without what it must have is an error, so that nothing is taken for sent that was not. The error
// shows nothing of a message.
func decode[T response](body []byte) (v T, err error) {
	body = bytes.TrimSpace(body)
	switch {
	case len(body) == 0:
		return v, fmt.Errorf("%w: it is empty", errShape)
	case body[0] != '{' && body[0] != '[':
		return v, fmt.Errorf("%w: it begins with %q", errShape, beginning(string(body), 60))
	}
	if err := json.Unmarshal(body, &v); err != nil {
		return v, fmt.Errorf("%w: %w", errShape, err)
	}
	if err := v.validate(); err != nil {
		return v, fmt.Errorf("%w: it has %w", errShape, err)
	}
	return v, nil
}

// beginning is so many characters of a text at most.
func beginning(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return text
}

// named is anything with an identifier: a message, a channel.
type named struct{ ID string }

func (n named) validate() error { return identifies(n.ID) }

func identifies(id string) error {
	if n, err := strconv.ParseUint(id, 10, 64); err != nil || n == 0 {
		return fmt.Errorf("no identifier, but %q", beginning(id, 40))
	}
	return nil
}

// SentMessage is what is read of a message that stands in a channel already.
type SentMessage struct {
	ID, Content string
	Timestamp   time.Time
	Author      struct{ ID string }
	Components  []struct {
		Components []struct {
			CustomID string `json:"custom_id"`
		}
	}
	Attachments []struct{ Filename string }
}

// history is messages of a channel.
type history []SentMessage

func (h history) validate() error {
	for _, m := range h {
		if err := errors.Join(identifies(m.ID), identifies(m.Author.ID)); err != nil {
			return fmt.Errorf("a message with %w", err)
		}
		if m.Timestamp.IsZero() {
			return fmt.Errorf("the message %s without its time", m.ID)
		}
	}
	return nil
}

// olderThan makes sure that messages stand before one: whoever reads back by them comes to an end.
func (h history) olderThan(message string) error {
	if message == "" {
		return nil
	}
	limit, err := strconv.ParseUint(message, 10, 64)
	if err != nil {
		return err
	}
	for _, m := range h {
		if id, err := strconv.ParseUint(m.ID, 10, 64); err != nil || id >= limit {
			return fmt.Errorf("message %s does not stand before %s", m.ID, message)
		}
	}
	return nil
}

// registered is the commands that Discord has now.
type registered []struct{ ID, Name string }

func (r registered) validate() error {
	for _, c := range r {
		if err := identifies(c.ID); err != nil {
			return fmt.Errorf("the command %q with %w", beginning(c.Name, 40), err)
		}
	}
	return nil
}
