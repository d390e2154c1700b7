package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"grognard/bot/discord/rest/layout"
)

// response is what Discord answers to a request, with the fields that are read.
type response interface {
	validate() error // what is missing
}

// decode reads an answer with the status of a success. A proxy may have answered in Discord's place: with a page of
// HTML, with nothing, with another object. So an answer without a required field is an error, lest something count as
// sent that was not. The error contains nothing of a message.
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

// beginning returns a text cut to a number of characters.
func beginning(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return text
}

// named is an object with an identifier: a message, a channel.
type named struct{ ID string }

func (n named) validate() error { return identifies(n.ID) }

func identifies(id string) error {
	if n, err := strconv.ParseUint(id, 10, 64); err != nil || n == 0 {
		return fmt.Errorf("no identifier, but %q", beginning(id, 40))
	}
	return nil
}

// SentMessage is what is read of a message in a channel.
type SentMessage struct {
	ID, Content string
	Timestamp   time.Time
	Author      struct{ ID string }
	Components  layout.Parts
	Attachments []struct{ Filename string }
	Mentions    []struct{ ID string } // the users whom it mentions
}

// history are messages of a channel.
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

// olderThan returns an error if not all messages are older than the given one: else reading back might never end.
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
