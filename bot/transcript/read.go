package transcript

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"
)

// Log is a copy of a channel.
type Log struct {
	messages []message // by identifier, which is by time
	edits    bool      // the copy says which messages were edited
}

type message struct {
	id     uint64
	at     time.Time
	edited time.Time // zero for never
	author string
	bot    bool // its author is no person
	text   string
}

// written is a message as Discord's API writes it (docs.discord.com/developers/resources/message), or
// DiscordChatExporter, whose names differ.
type written struct {
	ID        string    `json:"id"`
	Timestamp time.Time `json:"timestamp"`
	Content   string    `json:"content"`
	Author    struct {
		ID         string
		Bot, IsBot bool
	}
	Edited    json.RawMessage `json:"edited_timestamp"`
	EditedToo json.RawMessage `json:"timestampEdited"`
}

const maxMessages = 200_000

// Read reads a copy of a channel in JSON: an array of messages, messages one after the other, or an object with the
// key "messages". An error says what is wrong with the file.
func Read(file []byte) (*Log, error) {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff"))))
	l := &Log{edits: true}
	for {
		var value json.RawMessage
		if err := d.Decode(&value); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("a copy of a channel is JSON, and this is not: %w", err)
		}
		if err := l.add(value, 0); err != nil {
			return nil, err
		}
	}
	if len(l.messages) == 0 {
		return nil, errors.New("the copy of a channel has no message")
	}
	slices.SortStableFunc(l.messages, func(a, b message) int { return cmp.Compare(a.id, b.id) })
	return l, nil
}

// deepest is in how many arrays a message may lie: a channel can be an array of pages, each with an array of messages.
const deepest = 2

// add adds the messages of a JSON value that lies in that many arrays.
func (l *Log) add(value json.RawMessage, deep int) error {
	if value[0] == '[' && deep == deepest {
		return errors.New("this is no copy of a channel: lists lie in lists")
	}
	if value[0] == '[' {
		var all []json.RawMessage
		if err := json.Unmarshal(value, &all); err != nil {
			return err
		}
		for _, one := range all {
			if err := l.add(one, deep+1); err != nil {
				return err
			}
		}
		return nil
	}
	var w struct {
		written
		Messages json.RawMessage
	}
	if err := json.Unmarshal(value, &w); err != nil {
		return fmt.Errorf("this is no message of a channel: %w", err)
	}
	if w.Messages != nil && w.Messages[0] == '[' && deep < deepest {
		return l.add(w.Messages, 1)
	}
	m := message{at: w.Timestamp, author: w.Author.ID, bot: w.Author.Bot || w.Author.IsBot, text: w.Content}
	var err error
	if m.id, err = strconv.ParseUint(w.ID, 10, 63); err != nil || m.at.IsZero() {
		return fmt.Errorf("a message of a channel has an id and a timestamp, and this has not: %.80s", value)
	}
	edited := w.Edited
	if edited == nil {
		edited = w.EditedToo
	}
	if l.edits = l.edits && edited != nil; edited != nil && string(edited) != "null" {
		if err := json.Unmarshal(edited, &m.edited); err != nil {
			return fmt.Errorf("message %d: %w", m.id, err)
		}
	}
	if l.messages = append(l.messages, m); len(l.messages) > maxMessages {
		return fmt.Errorf("the copy of a channel has more than %d messages", maxMessages)
	}
	return nil
}
